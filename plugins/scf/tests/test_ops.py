"""The interfaces of scf's ops: control flow, loops, result types and shared tensors."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import ir
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import (
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    inside_mutually_exclusive_regions,
)
from bufferize_scf.ops_branch import ExecuteRegionOp, IfOp, IndexSwitchOp
from bufferize_scf.ops_forall import ForallOp
from bufferize_scf.ops_loop import ConditionOp, ForOp, WhileOp, YieldOp
from bufferize_scf.ops_parallel import ParallelOp
from bufferize_testing.programs import function_ops

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


CONSTANTS = """\
%c0 = arith.constant 0 : index
%c3 = arith.constant 3 : index
%c10 = arith.constant 10 : index
%m1 = arith.constant -1 : index
%b0 = arith.constant 0 : i8
%b100 = arith.constant 100 : i8
%b127 = arith.constant 127 : i8
%b200 = arith.constant 200 : i8
%true = arith.constant true
%false = arith.constant false
"""


@pytest.mark.parametrize(
    ("loop", "count"),
    [
        ("scf.for %i = %c0 to %c10 step %c3 {}", 4),
        ("scf.for %i = %c10 to %c0 step %c3 {}", 0),
        ("scf.for %i = %c0 to %c10 step %c0 {}", None),
        ("scf.for %i = %c0 to %n step %c3 {}", None),
        ("scf.for %i = %c10 to %c0 step %n {}", 0),
        ("scf.for unsigned %i = %c0 to %c10 step %c3 {}", 4),
        ("scf.for unsigned %i = %m1 to %c10 step %c3 {}", 0),
        ("scf.for unsigned %i = %c10 to %m1 step %m1 {}", None),
        ("scf.for %i = %c0 to %c10 step %m1 {}", None),
        ("scf.for %i = %false to %true step %true : i1 {}", 0),  # true is -1
        ("scf.for %i = %true to %false step %true : i1 {}", 1),
        ("scf.for unsigned %i = %false to %true step %true : i1 {}", 1),
        ("scf.for unsigned %i = %true to %false step %true : i1 {}", 0),
        ("scf.for %i = %b0 to %b100 step %b100 : i8 {}", 1),
        ("scf.for %i = %b0 to %b127 step %b100 : i8 {}", None),  # 200 is -56
        ("scf.for unsigned %i = %b0 to %b127 step %b100 : i8 {}", 2),
        ("scf.for unsigned %i = %b100 to %b200 step %b100 : i8 {}", 1),
        ("scf.for %i = %b100 to %b200 step %b100 : i8 {}", 0),
        ("scf.parallel (%i, %j) = (%c0, %c3) to (%c10, %c10) step (%c3, %c3) {}", 12),
        ("scf.parallel (%i, %j) = (%c0, %c3) to (%c10, %n) step (%c3, %c3) {}", None),
        ("scf.forall (%i, %j) in (5, %c10) {}", 50),
        ("scf.forall (%i) = (1) to (10) step (2) {}", 5),
        ("scf.forall (%i, %j) in (5, %n) {}", None),
        ("scf.while : () -> () {\nscf.condition(%c)\n} do {\nscf.yield\n}", None),
    ],
)
def test_static_trip_counts(loop: str, count: int | None) -> None:
    ops = function_ops(CONSTANTS + loop, "%n: index, %c: i1")
    (found,) = (op for op in ops if isinstance(op, LoopLikeOpInterface))
    assert found.static_trip_count == count


@pytest.mark.parametrize(
    ("loop", "range"),
    [
        ("scf.for %i = %c0 to %c10 step %c3 {}", (0, 9)),
        ("scf.for %i = %c0 to %n step %c3 {}", (0, None)),
        ("scf.for %i = %c3 to %c10 step %n {}", (3, 9)),
        ("scf.for %i = %n to %c10 step %c3 {}", (None, 9)),
        ("scf.for %i = %c3 to %c10 step %m1 {}", (None, 9)),
        ("scf.for unsigned %i = %c0 to %c10 step %c3 {}", (0, 9)),
        ("scf.for unsigned %i = %c0 to %m1 step %c3 {}", (None, None)),
        ("scf.for unsigned %i = %c0 to %n step %c3 {}", (None, None)),
        ("scf.for %i = %b0 to %b127 step %b100 : i8 {}", (None, 126)),
        ("scf.for %i = %b0 to %b127 step %b : i8 {}", (None, 126)),
        ("scf.for unsigned %i = %b0 to %b127 step %b100 : i8 {}", (0, 100)),
        ("scf.for unsigned %i = %b0 to %b200 step %b127 : i8 {}", (0, 127)),
        ("scf.for unsigned %i = %b0 to %b200 step %b100 : i8 {}", (0, 100)),
        ("scf.for unsigned %i = %b127 to %b200 step %b127 : i8 {}", (127, 127)),
        ("scf.for unsigned %i = %b127 to %b200 step %b100 : i8 {}", (127, 127)),
    ],
)
def test_ranges_of_counters(loop: str, range: tuple[int | None, int | None]) -> None:
    ops = function_ops(CONSTANTS + loop, "%n: index, %b: i8")
    (found,) = (op for op in ops if isinstance(op, ForOp))
    assert found.induction_variable_range(found.induction_variable) == range


@pytest.mark.parametrize(
    ("loop", "sure"),
    [
        ("scf.for %i = %c0 to %c10 step %n {}", True),
        ("scf.for %i = %c0 to %c10 step %c0 {}", True),
        ("scf.for %i = %c0 to %n step %c3 {}", False),
        ("scf.for %i = %c10 to %c10 step %c3 {}", False),
        ("scf.for unsigned %i = %m1 to %c10 step %c3 {}", False),
        ("scf.for unsigned %i = %c10 to %m1 step %c3 {}", True),
        ("scf.for %i = %true to %false step %true : i1 {}", True),
        ("scf.for %i = %false to %true step %true : i1 {}", False),
        ("scf.parallel (%i, %j) = (%c0, %c3) to (%c10, %c3) step (%c3, %c3) {}", False),
        ("scf.parallel (%i, %j) = (%c0, %c0) to (%c10, %c3) step (%n, %c3) {}", True),
        ("scf.while : () -> () {\nscf.condition(%c)\n} do {\nscf.yield\n}", False),
    ],
)
def test_loops_that_are_sure_to_run(loop: str, sure: bool) -> None:
    ops = function_ops(CONSTANTS + loop, "%n: index, %c: i1")
    (found,) = (op for op in ops if isinstance(op, LoopLikeOpInterface))
    assert found.may_have_no_iterations != sure


@pytest.mark.parametrize(
    ("loop", "again", "at_once"),
    [
        ("scf.for %i = %c0 to %c3 step %c3 {}", True, False),  # as in the reference
        ("scf.parallel (%i) = (%c0) to (%c10) step (%c3) {}", True, True),
        ("scf.parallel (%i) = (%c0) to (%n) step (%c3) {}", True, True),
        ("scf.parallel (%i) = (%c0) to (%c3) step (%c3) {}", True, False),
        ("scf.forall (%i) in (%n) {}", True, True),
        ("scf.forall (%i) in (2) {}", True, True),
        ("scf.forall (%i, %j) in (1, 1) {}", False, False),
        ("scf.forall (%i, %j) in (0, %c10) {}", False, False),
    ],
)
def test_iterations_one_after_the_other_or_at_once(loop: str, again: bool, at_once: bool) -> None:
    ops = function_ops(CONSTANTS + loop, "%n: index")
    (found,) = (op for op in ops if isinstance(op, LoopLikeOpInterface))
    assert isinstance(found, RegionBranchOpInterface)
    assert found.is_repetitive_region(0) == again
    assert found.is_parallel == at_once


TENSOR = ir.RankedTensorType((4,), ir.F32)
BLOCK = ir.Block([ir.I1, ir.INDEX, TENSOR, ir.F64])
CONDITION, INDEX_VALUE, TENSOR_VALUE, NUMBER = BLOCK.arguments


def _yielding() -> ir.Block:
    block = ir.Block()
    block.append(YieldOp(values=[TENSOR_VALUE]))
    return block


def test_loops_have_the_types_of_their_inits() -> None:
    loop = ForOp(
        lower_bound=INDEX_VALUE,
        upper_bound=INDEX_VALUE,
        step=INDEX_VALUE,
        init_args=[TENSOR_VALUE, NUMBER],
    )
    assert loop.result_types == (TENSOR, ir.F64)
    nest = ParallelOp(
        lower_bound=[INDEX_VALUE],
        upper_bound=[INDEX_VALUE],
        step=[INDEX_VALUE],
        init_vals=[NUMBER],
    )
    assert nest.result_types == (ir.F64,)


def test_while_has_the_types_of_its_condition() -> None:
    before = ir.Block([TENSOR])
    before.append(ConditionOp(condition=CONDITION, args=[NUMBER]))
    loop = WhileOp(inits=[TENSOR_VALUE], before=before, after=ir.Block([ir.F64]))
    assert loop.result_types == (ir.F64,)


def test_branches_have_the_types_that_they_yield() -> None:
    choice = IfOp(condition=CONDITION, then_region=_yielding(), else_region=_yielding())
    assert choice.result_types == (TENSOR,)
    assert IfOp(condition=CONDITION).result_types == ()
    switch = IndexSwitchOp(
        arg=INDEX_VALUE, cases=[0], default_region=_yielding(), case_regions=[_yielding()]
    )
    assert switch.result_types == (TENSOR,)
