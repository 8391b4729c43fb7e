"""Copies by whatever name: which buffer is read, and which is written."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.interfaces import CopyOpInterface


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("memref.copy %x, %y : memref<4xf32> to memref<4xf32>", "argument"),
        ("linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)", "argument"),
        ("%z = bufferization.clone %x : memref<4xf32> to memref<4xf32>", "result"),
    ],
)
def test_source_and_target(text: str, target: str) -> None:
    context = bufferize.Context()
    module = bufferize.parse(
        f"func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {{\n{text}\nreturn\n}}", context
    )
    (copy,) = (op for op in module.walk() if isinstance(op, CopyOpInterface))
    function = module.regions[0].blocks[0].first_op
    assert function is not None
    x, y = function.regions[0].blocks[0].arguments
    assert copy.copy_source is x
    assert copy.copy_target is (y if target == "argument" else copy.results[0])
