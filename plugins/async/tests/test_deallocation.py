"""Buffers in coroutines, and in values of the async runtime."""

from __future__ import annotations

import pytest

import bufferize

COROUTINE = """
func.func @f(%k: i32, %i: index) {
  %id = async.coro.id
  %hdl = async.coro.begin %id
  %a = memref.alloc() : memref<2xi32>
  memref.store %k, %a[%i] : memref<2xi32>
  %state = async.coro.save %hdl
  async.coro.suspend %state, ^suspended, ^resumed, ^cleanup
^resumed:
  %e = memref.load %a[%i] : memref<2xi32>
  vector.print %e : i32
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %hdl
  cf.br ^suspended
^suspended:
  async.coro.end %hdl
  return
}
"""
STORED = """
func.func @f(%k: i32, %i: index, %v: !async.value<memref<2xi32>>) {
  %a = memref.alloc() : memref<2xi32>
  memref.store %k, %a[%i] : memref<2xi32>
  async.runtime.store %a, %v : <memref<2xi32>>
  return
}
"""


def after(text: str, passes: str) -> str:
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    bufferize.pipeline_from_text(f"builtin.module({passes})", context).run(module, context)
    return bufferize.print_module(module)


def test_a_coroutine_that_is_suspended_frees_nothing() -> None:
    """The block for suspending runs first, and the one for resuming afterwards."""
    with pytest.raises(bufferize.DiagnosticError, match="implement the BranchOpInterface"):
        after(COROUTINE, "buffer-deallocation")
    with pytest.raises(bufferize.DiagnosticError, match="unknown memory side effects"):
        after(COROUTINE, "ownership-based-buffer-deallocation")
    without = COROUTINE.replace("memref.alloc()", "memref.alloca()")
    assert "dealloc" not in after(without, "buffer-deallocation")


@pytest.mark.parametrize("passes", ["buffer-deallocation", "promote-buffers-to-stack"])
def test_a_buffer_in_a_value_is_used_by_whoever_loads_it(passes: str) -> None:
    found = after(STORED, passes)
    assert "memref.alloc()" in found
    assert "dealloc" not in found
