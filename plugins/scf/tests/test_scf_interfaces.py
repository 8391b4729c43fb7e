"""What the scf ops tell about control flow, carried values and shared tensors."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import ir
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import (
    RegionBranchOpInterface,
    inside_mutually_exclusive_regions,
)
from bufferize_scf.ops_branch import ExecuteRegionOp, IfOp, IndexSwitchOp
from bufferize_scf.ops_forall import ForallOp
from bufferize_scf.ops_loop import ForOp, WhileOp
from bufferize_scf.ops_parallel import ParallelOp

_CONTEXT = bufferize.Context()


def _ops(text: str) -> list[ir.Operation]:
    module = bufferize.parse(text, _CONTEXT)
    assert ir.verify(module) == []
    return list(module.walk())


def test_for_carries_values() -> None:
    ops = _ops(
        """
        func.func @f(%a: index, %f: f32) -> f32 {
          %r = scf.for %i = %a to %a step %a iter_args(%x = %f) -> (f32) {
            scf.yield %x : f32
          }
          return %r : f32
        }
        """
    )
    (loop,) = (op for op in ops if isinstance(op, ForOp))
    (init,) = loop.init_operands
    (argument,) = loop.region_iter_args
    assert init.value is loop.init_args[0]
    assert loop.tied_region_iter_arg(init) is argument
    assert loop.tied_loop_result(init) is loop.results[0]
    assert loop.tied_init(loop.results[0]) is init
    yielded = loop.tied_yielded_operand(argument)
    assert yielded is not None
    assert yielded.value is argument
    assert loop.loop_induction_variables == [loop.induction_variable]
    assert loop.is_repetitive_region(0)
    assert not loop.is_defined_outside_of_loop(argument)
    assert loop.is_defined_outside_of_loop(init.value)


def test_while_passes_values_in_a_circle() -> None:
    ops = _ops(
        """
        func.func @f(%c: i1, %f: f32, %n: i32) {
          %r = scf.while (%x = %f) : (f32) -> i32 {
            scf.condition(%c) %n : i32
          } do {
          ^bb0(%y: i32):
            scf.yield %f : f32
          }
          return
        }
        """
    )
    (loop,) = (op for op in ops if isinstance(op, WhileOp))
    assert [s.region for s in loop.successor_regions(None)] == [loop.before]
    assert [s.region for s in loop.successor_regions(loop.before)] == [loop.after, None]
    assert [s.region for s in loop.successor_regions(loop.after)] == [loop.before]
    condition = loop.condition_op
    assert [o.index for o in condition.mutable_successor_operands(None)] == [1]
    assert [o.value for o in loop.yielded_operands] == list(loop.yield_op.values)
    assert loop.is_repetitive_region(0)
    assert loop.is_repetitive_region(1)


def test_branches_exclude_each_other() -> None:
    ops = _ops(
        """
        func.func @f(%c: i1, %a: index) {
          scf.if %c {
            %0 = arith.constant 0 : index
          } else {
            %1 = arith.constant 1 : index
          }
          scf.index_switch %a
          case 1 {
            %2 = arith.constant 2 : index
            scf.yield
          }
          default {
            %3 = arith.constant 3 : index
          }
          scf.execute_region {
            scf.yield
          }
          return
        }
        """
    )
    constants = [op for op in ops if op.name == "arith.constant"]
    assert inside_mutually_exclusive_regions(constants[0], constants[1])
    # The default region comes first among the regions of the switch.
    assert inside_mutually_exclusive_regions(constants[2], constants[3])
    assert not inside_mutually_exclusive_regions(constants[0], constants[2])
    for op in ops:
        if isinstance(op, IfOp | IndexSwitchOp | ExecuteRegionOp):
            assert isinstance(op, RegionBranchOpInterface)
            assert not op.has_loop()


def test_forall_ties_shared_tensors() -> None:
    ops = _ops(
        """
        func.func @f(%a: index, %t: tensor<?xf32>) {
          %r:2 = scf.forall (%i) in (%a) shared_outs(%o = %t, %p = %t)
              -> (tensor<?xf32>, tensor<?xf32>) {
            scf.forall.in_parallel {
              tensor.parallel_insert_slice %t into %p[%i] [%a] [1]
                : tensor<?xf32> into tensor<?xf32>
            }
          }
          return
        }
        """
    )
    (loop,) = (op for op in ops if isinstance(op, ForallOp))
    (insertion,) = loop.terminator.yielding_ops
    first, second = loop.region_out_args
    assert loop.combining_ops(first) == []
    assert loop.combining_ops(second) == [insertion]
    assert loop.tied_output(second) is loop.output_operands[1]
    assert loop.tied_block_argument(loop.output_operands[0]) is first
    assert loop.tied_result(loop.dps_inits[1]) is loop.results[1]
    assert loop.is_normalized
    assert loop.mixed_upper_bound == [loop.operand(0)]


def test_parallel_with_an_init_of_another_type_is_rejected() -> None:
    """Stricter than mlir-opt-22, whose custom form of this op cannot be read back."""
    text = """
    func.func @f(%a: index, %f: f32) {
      %r = "scf.parallel"(%a, %a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
      ^bb0(%x: index):
        "scf.reduce"(%f) ({
        ^bb0(%l: f32, %m: f32):
          scf.reduce.return %l : f32
        }) : (f32) -> ()
      }) : (index, index, index, index) -> f32
      return
    }
    """
    problems = ir.verify(bufferize.parse(text, _CONTEXT))
    assert [p.message for p in problems] == [
        "'scf.parallel' op expects type of 0-th initial value: 'index' to be the same as the 0-th "
        "result type: 'f32'"
    ]


def test_parallel_loops_and_reductions() -> None:
    ops = _ops(
        """
        func.func @f(%a: index) {
          scf.parallel (%i, %j) = (%a, %a) to (%a, %a) step (%a, %a) {
          }
          return
        }
        """
    )
    (loop,) = (op for op in ops if isinstance(op, ParallelOp))
    assert len(loop.loop_induction_variables) == 2
    assert loop.region.blocks[0].terminator.name == "scf.reduce"


def test_iter_args_without_types_are_an_error() -> None:
    text = "func.func @f(%a: index) { scf.for %i = %a to %a step %a iter_args(%x = %a) { } return }"
    with pytest.raises(DiagnosticError, match="expected '->'"):
        bufferize.parse(text, _CONTEXT)
