"""Texts of 2020 are told how their operations are written now."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import Context
from bufferize_tools.older_syntax import NEW_NAMES


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("func @f() {\n  return\n}", "func.func"),
        ("func.func @f() {\n  %0 = alloc() : memref<4xf32>\n  return\n}", "memref.alloc"),
        ("func.func @f(%c: i1) {\n  cond_br %c, ^a, ^a\n^a:\n  return\n}", "cf.cond_br"),
        (
            "func.func @f(%m: memref<4xf32>) {\n  %0 = tensor_load %m : memref<4xf32>\n  return\n}",
            "bufferization.to_tensor",
        ),
    ],
)
def test_each_construct_has_a_hint(text: str, new: str) -> None:
    with pytest.raises(bufferize.DiagnosticError) as raised:
        bufferize.parse(text, Context())
    (note,) = raised.value.diagnostics[0].notes
    assert note.message == f"since LLVM 15 it is written `{new}`"


def test_all_new_names_are_operations() -> None:
    context = Context()
    for names in NEW_NAMES.values():
        for name in names.split("` or `"):
            assert context.op_class(name) is not None, name
