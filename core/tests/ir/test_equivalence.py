"""Which operations and regions say the same."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.ir import Operation, Region, is_equivalent


def module(text: str) -> Operation:
    context = bufferize.Context([])
    context.allow_unregistered_dialects = True
    return bufferize.parse(text, context)


def regions(first: str, second: str) -> list[Region]:
    """The regions of two operations that use one value from outside."""
    parts = (f'"some.op"() ({{\n{part}\n}}) : () -> ()\n' for part in (first, second))
    block = module('%v = "some.value"() : () -> i32\n' + "".join(parts)).regions[0].entry
    return [op.regions[0] for op in block.ops if op.regions]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ('"a.b"(%v) : (i32) -> ()', '"a.b"(%v) : (i32) -> ()', True),
        ('"a.b"(%v) : (i32) -> ()', '"a.c"(%v) : (i32) -> ()', False),
        ("^bb0(%a: i32):", "^bb0(%b: i32):", True),
        ("^bb0(%a: i32):", "^bb0(%a: i64):", False),
        ("^bb0(%a: i32):", "", False),
        ('^bb0(%a: i32):\n"a.b"(%a) : (i32) -> ()', '^bb0(%a: i32):\n"a.b"(%v) : (i32) -> ()', False),
    ],
)  # fmt: skip
def test_regions(first: str, second: str, same: bool) -> None:
    one, other = regions(first, second)
    assert is_equivalent(one, other) is same
    assert is_equivalent(one, one)
