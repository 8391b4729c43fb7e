"""The tables of docs/use/memory-figures.md show the stored figures, which are measured as it says."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

import bufferize

BENCHMARK = runpy.run_path(
    str(Path(__file__).parent.parent.parent / "benchmarks" / "memory.py"), run_name="memory"
)


def test_figures(update_golden: bool) -> None:
    stored = json.loads(BENCHMARK["FIGURES"].read_text())
    page = BENCHMARK["page"](stored)
    if update_golden:
        BENCHMARK["PAGE"].write_text(page)
    assert BENCHMARK["PAGE"].read_text() == page


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            """%a = memref.alloc() : memref<4xf32>
               memref.copy %x, %a : memref<4xf32> to memref<4xf32>
               memref.dealloc %a : memref<4xf32>
               %b = memref.alloc() : memref<2xf32>
               memref.dealloc %b : memref<2xf32>""",
            (16, 2, 24, 16),
        ),
        (
            """scf.for %i = %c0 to %c4 step %c1 {
                 %a = memref.alloc() : memref<4xf32>
                 memref.copy %x, %a : memref<4xf32> to memref<4xf32>
                 memref.dealloc %a : memref<4xf32>
               }""",
            (64, 1, 64, 16),
        ),
        (
            """%a = memref.alloc() : memref<4xf32>
               %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %a) -> (memref<4xf32>) {
                 %b = memref.alloc() : memref<4xf32>
                 memref.dealloc %o : memref<4xf32>
                 scf.yield %b : memref<4xf32>
               }
               memref.dealloc %r : memref<4xf32>
               %d = memref.alloc(%c4) : memref<?xf32>""",
            (0, 3, 80, 32),
        ),
        (
            """%r = scf.if %c -> (memref<4xf32>) {
                 %a = memref.alloc() : memref<4xf32>
                 scf.yield %a : memref<4xf32>
               } else {
                 %b = memref.alloc() : memref<4xf32>
                 scf.yield %b : memref<4xf32>
               }
               memref.dealloc %r : memref<4xf32>
               %d = memref.alloc() : memref<3xf32>""",
            (0, 3, 44, 16),
        ),
    ],
)
def test_measures(body: str, expected: tuple[int, ...]) -> None:
    text = f"""
    func.func @f(%x: memref<4xf32>, %c: i1) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      {body}
      return
    }}"""
    module = bufferize.parse(text, bufferize.Context())
    assert BENCHMARK["measured"](module) == expected
