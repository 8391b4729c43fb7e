"""The effects of omp's operations, and texts that mlir-opt misreads, does not read again, or crashes on."""

from __future__ import annotations

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import EffectKind, has_effect
from bufferize.passes import PassManager
from bufferize.plugins import Context
from bufferize.syntax import parse_module, print_module
from bufferize_omp.ops_atomic import AtomicUpdateOp
from bufferize_testing import parse_valid
from bufferize_transforms.passes import CSEPass


def test_an_atomic_update_reads_and_writes_its_variable() -> None:
    text = """
    func.func @add(%sum: memref<i32>, %v: i32) {
      omp.atomic.update %sum : memref<i32> {
      ^bb0(%x: i32):
        %0 = arith.addi %x, %v : i32
        omp.yield(%0 : i32)
      }
      return
    }
    """
    context = Context()
    module = parse_valid(text, context)
    (update,) = (op for op in module.walk() if isinstance(op, AtomicUpdateOp))
    assert has_effect(update, EffectKind.READ, update.x)
    assert has_effect(update, EffectKind.WRITE, update.x)
    PassManager(steps=[CSEPass()]).run(module, context)
    assert "omp.atomic.update" in print_module(module)


def test_a_word_that_is_no_map_type() -> None:
    text = """
    func.func @f(%p: !llvm.ptr) {
      %0 = omp.map.info var_ptr(%p : !llvm.ptr, i32) map_clauses(to, fro) capture(ByRef) -> !llvm.ptr
      return
    }
    """
    with pytest.raises(DiagnosticError, match="'fro' is no map type; there are none, always,"):
        parse_module(text, Context())


def test_variables_without_allocators() -> None:
    text = """
    func.func @f(%p: !llvm.ptr) {
      "omp.target"(%p) <{
        operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>
      }> ({
        omp.terminator
      }) : (!llvm.ptr) -> ()
      return
    }
    """
    with pytest.raises(DiagnosticError, match="expected equal sizes for allocate and allocator"):
        parse_valid(text, Context())


def test_a_modifier_of_an_order_that_is_not_given() -> None:
    text = """
    func.func @f(%n: index) {
      omp.wsloop order(reproducible:) {
        omp.loop_nest (%i) : index = (%n) to (%n) step (%n) {
          omp.yield
        }
      }
      return
    }
    """
    printed = print_module(parse_valid(text, Context()))
    assert "omp.wsloop order(reproducible:) {" in printed
    assert print_module(parse_valid(printed, Context())) == printed
    with pytest.raises(DiagnosticError, match="invalid clause value: '\\)'"):
        parse_module(text.replace("reproducible:", ""), Context())
