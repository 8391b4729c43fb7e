"""Buffers that a called function stores in another one, as they are or as a view of another type."""

from __future__ import annotations

import pytest

from bufferize import Context, parse
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine

B, TABLE = "memref<2xf32>", "memref<2xmemref<?xf32>>"
PROGRAM = f"""
func.func @keep(%table: {TABLE}, %a: {B}, %i: index) {{
  %view = memref.cast %a : {B} to memref<?xf32>
  memref.store %view, %table[%i] : {TABLE}
  return
}}
func.func @main(%first: f32, %second: f32) -> f32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %table = memref.alloc() : {TABLE}
  scf.for %i = %c0 to %c2 step %c1 {{
    %a = memref.alloc() : {B}
    %is_first = arith.cmpi eq, %i, %c0 : index
    %x = arith.select %is_first, %first, %second : f32
    memref.store %x, %a[%c1] : {B}
    func.call @keep(%table, %a, %i) : ({TABLE}, {B}, index) -> ()
  }}
  %view = memref.load %table[%c0] : {TABLE}
  %r = memref.load %view[%c1] : memref<?xf32>
  return %r : f32
}}
"""


@pytest.mark.parametrize(
    "step",
    ["buffer-deallocation", "buffer-loop-hoisting", "promote-buffers-to-stack"],
)
def test_a_callee_may_store_a_view(step: str) -> None:
    """Passes on functions do not see what is called."""
    context = Context()
    module = parse(PROGRAM, context)
    pipeline_from_text(f"builtin.module(func.func({step}))", context).run(module, context)
    assert Machine(module, context).run("main", [1.0, 2.0]).results == (1.0,)
