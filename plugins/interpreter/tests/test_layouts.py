"""Buffers of arguments: no two elements share a place, whatever the type of the buffer leaves open."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from bufferize import Context, parse
from bufferize.ir import MemRefType
from bufferize_interpreter import run
from bufferize_interpreter.memory import layout_for, span_of

LAYOUTS = (
    "strided<[?, ?], offset: ?>",
    "strided<[?, 1], offset: ?>",
    "strided<[1, ?]>",
    "strided<[?, 5]>",
    "strided<[7, 2], offset: 3>",
    "affine_map<(i, j) -> (j * 3 + i)>",
)


def type_with(layout: str) -> MemRefType:
    text = f"func.func private @f(memref<?x?xi32, {layout}>)"
    function = parse(text, Context(["func"])).regions[0].entry.first_op
    (found,) = function.signature.inputs  # type: ignore[union-attr]
    assert isinstance(found, MemRefType)
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", [(3, 2), (2, 2), (1, 4), (0, 2), (3, 1)])
def test_every_element_has_its_own_place(layout: str, shape: tuple[int, int]) -> None:
    strides, offset = layout_for(type_with(layout), shape)
    places = [
        offset + sum(i * stride for i, stride in zip(index, strides, strict=True))
        for index in product(*map(range, shape))
    ]
    assert len(set(places)) == len(places)
    expected = (min(places), max(places) + 1) if places else (0, 0)
    assert span_of(offset, shape, strides) == expected


def test_what_is_open_is_row_major() -> None:
    assert layout_for(type_with("strided<[?, ?], offset: ?>"), (3, 2)) == ([2, 1], 0)
    assert layout_for(type_with("strided<[?, 1], offset: ?>"), (3, 2)) == ([2, 1], 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_arguments_are_read_and_changed(layout: str) -> None:
    type = f"memref<3x?xi32, {layout}>"
    text = f"""
    func.func @f(%x: {type}) -> i32 {{
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %v = memref.load %x[%c2, %c1] : {type}
      memref.store %v, %x[%c1, %c1] : {type}
      return %v : i32
    }}"""
    context = Context(["arith", "func", "interpreter"])
    x = np.arange(6, dtype=np.int32).reshape(3, 2)
    assert run(parse(text, context), "f", [x], context=context).results == (5,)
    assert x.tolist() == [[0, 1], [2, 5], [4, 5]]
