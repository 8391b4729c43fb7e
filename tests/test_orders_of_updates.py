"""Two tiles of one allocation, each filled and extracted, in all orders of the operations.

In each order one copy is enough, made by the first operation.
"""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest

from bufferize_testing import reference_output
from tests.run_lines import run_tool

FLAGS = "--one-shot-bufferize=bufferize-function-boundaries test-analysis-only"
TILES = {"a": "12x3", "b": "3x12"}
WHOLE = "12x12"
ORDERS = list(permutations(("fill a", "cut a", "fill b", "cut b")))


def program(order: tuple[str, ...]) -> str:
    """Return a program in which each step uses the step of its tile before it, or the allocation."""
    lines = [f"%e = bufferization.alloc_tensor() : tensor<{WHOLE}xf32>"]
    made = dict.fromkeys(TILES, ("%e", WHOLE))
    for step in order:
        kind, tile = step.split()
        source, shape = made[tile]
        if kind == "fill":
            type = f"tensor<{shape}xf32>"
            lines.append(
                f"%f{tile} = linalg.fill ins(%{tile} : f32) outs({source} : {type}) -> {type}"
            )
            made[tile] = (f"%f{tile}", shape)
        else:
            to = TILES[tile]
            lines.append(
                f"%c{tile} = tensor.extract_slice {source}[0, 0] [{to.replace('x', ', ')}] [1, 1] "
                f": tensor<{shape}xf32> to tensor<{to}xf32>"
            )
            made[tile] = (f"%c{tile}", to)
    types = [f"tensor<{shape}xf32>" for shape in (*TILES.values(), WHOLE)]
    inputs = ", ".join(made[tile][0] for tile in TILES)
    lines += [
        f"%p = linalg.matmul ins({inputs} : {types[0]}, {types[1]}) outs(%t : {types[2]})"
        f" -> {types[2]}",
        f"return %p : {types[2]}",
    ]
    body = "\n  ".join(lines)
    return f"func.func @f(%a: f32, %b: f32, %t: {types[2]}) -> {types[2]} {{\n  {body}\n}}\n"


def decisions(printed: str) -> list[str]:
    return re.findall(r"__inplace_operands_attr__ = \[(.*?)\]", printed)


@pytest.mark.parametrize("order", ORDERS, ids=", ".join)
def test_the_first_operation_makes_the_only_copy(order: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "f.mlir").write_text(program(order), encoding="utf-8")
    status, printed, errors = run_tool([str(tmp_path / "f.mlir"), FLAGS])
    assert status == 0, errors
    first, *others = decisions(printed)
    assert len(others) == 5
    assert '"false"' in first
    assert not any('"false"' in other for other in others)


@pytest.mark.reference
def test_the_reference_decides_so_too(tmp_path: Path) -> None:
    text = "// -----\n".join(program(order) for order in ORDERS)
    (tmp_path / "f.mlir").write_text(text, encoding="utf-8")
    printed = run_tool([str(tmp_path / "f.mlir"), "--split-input-file", FLAGS])[1]
    theirs = reference_output(text, "--split-input-file", FLAGS)
    assert decisions(printed) == decisions(theirs)
