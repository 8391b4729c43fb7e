"""The loops and the folding of the affine dialect."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.interfaces import (
    EffectKind,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    are_equal_integers,
    has_effect,
    linear_form,
    memory_effects,
)
from bufferize.ir import IntegerAttr, verify
from bufferize_affine.ops_loop import ForOp, IfOp
from bufferize_affine.ops_parallel import ParallelOp
from bufferize_testing import fold_last, function_ops


@pytest.mark.parametrize(
    ("loop", "count"),
    [
        ("affine.for %i = 0 to 10 step 3 {}", 4),
        ("affine.for %i = 5 to 2 {}", 0),
        ("affine.for %i = 0 to min affine_map<() -> (10, 6)>() {}", 6),
        ("affine.for %i = max affine_map<() -> (1, 4)>() to 6 {}", 2),
        ("affine.for %i = 0 to %n {}", None),
        ("affine.parallel (%i, %j) = (0, 1) to (10, 4) step (3, 1) {}", 12),
        ("affine.parallel (%i) = (0) to (min(10, 4)) {}", None),
        ("affine.parallel (%i) = (0) to (%n) {}", None),
    ],
)
def test_static_trip_counts(loop: str, count: int | None) -> None:
    (found, _) = function_ops(loop, "%n: index")
    assert isinstance(found, LoopLikeOpInterface)
    assert found.static_trip_count == count


@pytest.mark.parametrize(
    ("loop", "at_once"),
    [
        ("affine.for %i = 0 to 2 {}", False),
        ("affine.parallel (%i) = (0) to (2) {}", True),
        ("affine.parallel (%i) = (0) to (%n) {}", True),
        ("affine.parallel (%i) = (0) to (1) {}", False),
    ],
)
def test_bodies_run_again(loop: str, at_once: bool) -> None:
    (found, _) = function_ops(loop, "%n: index")
    assert isinstance(found, RegionBranchOpInterface)
    assert isinstance(found, LoopLikeOpInterface)
    assert found.is_repetitive_region(0)
    assert found.is_parallel == at_once


def test_what_is_reduced_is_not_passed_on() -> None:
    ops = function_ops(
        '%r = affine.parallel (%i) = (0) to (2) reduce ("addf") -> (f32) {\n'
        "affine.yield %f : f32\n}",
        "%f: f32",
    )
    terminator = ops[0].regions[0].entry.terminator
    assert isinstance(terminator, RegionBranchTerminatorOpInterface)
    for successor in terminator.terminator_successor_regions():
        assert terminator.mutable_successor_operands(successor.region) == []
        assert successor.inputs == ()


_CONTEXT = bufferize.Context()


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0 floordiv 2)>(%c)[%c]", 17),
        ("affine.min affine_map<(d0) -> (d0, 3)>(%c)", 3),
        ("affine.max affine_map<(d0) -> (d0, 3)>(%c)", 5),
        ("affine.apply affine_map<() -> (7)>()", 7),
    ],
)
def test_constants(op: str, expected: int) -> None:
    _, folded = fold_last(f"%c = arith.constant 5 : index\n%0 = {op}")
    assert isinstance(folded, IntegerAttr)
    assert folded.value == expected


@pytest.mark.parametrize(
    "op",
    [
        "affine.apply affine_map<(d0) -> (d0 mod 0)>(%c)",
        "affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%c)[%n]",
        "affine.min affine_map<(d0)[s0] -> (d0, s0)>(%c)[%n]",
    ],
)
def test_no_constants(op: str) -> None:
    _, folded = fold_last(f"%c = arith.constant 5 : index\n%0 = {op}", "%n: index")
    assert folded is None


def test_identity_maps() -> None:
    ops, folded = fold_last(
        "%0 = affine.apply affine_map<(d0, d1) -> (d1)>(%a, %b)", "%a: index, %b: index"
    )
    assert folded is ops[0].operand(1)
    ops, folded = fold_last(
        "%0 = affine.apply affine_map<(d0)[s0] -> (s0)>(%a)[%b]", "%a: index, %b: index"
    )
    assert folded is ops[0].operand(1)


def test_equal_sums() -> None:
    ops = function_ops(
        "%0 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 + 1)>(%a, %b)\n"
        "%1 = affine.apply affine_map<(d0)[s0] -> (d0 + 1 + s0 * 2)>(%b)[%a]\n"
        "%2 = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%a)",
        "%a: index, %b: index",
    )
    first, second, third = (op.result for op in ops[:3])
    assert are_equal_integers(first, second)
    assert not are_equal_integers(first, third)
    assert linear_form(third).terms == {third: 1}


def test_loops() -> None:
    ops = function_ops(
        "%r = affine.for %i = 0 to %n iter_args(%x = %f) -> (f32) {\n"
        "affine.yield %x : f32\n}\n"
        "affine.parallel (%i, %j) = (0, max(%n, 2)) to (symbol(%n), 4) {\n}",
        "%n: index, %f: f32",
    )
    loop, nest = ops[:2]
    assert isinstance(loop, ForOp)
    assert loop.tied_loop_result(loop.init_operands[0]) is loop.results[0]
    assert loop.is_repetitive_region(0)
    assert isinstance(nest, ParallelOp)
    assert len(nest.loop_induction_variables) == 2
    assert len(nest.lower_bounds_operands) == 1
    assert len(nest.upper_bounds_operands) == 1


def test_if_may_run_neither_region() -> None:
    ops = function_ops("affine.if affine_set<(d0) : (d0 >= 0)>(%n) {\n}", "%n: index")
    branch = ops[0]
    assert isinstance(branch, IfOp)
    assert [s.region for s in branch.successor_regions(None)] == [branch.then_region, None]


def test_effects_of_accesses() -> None:
    ops = function_ops(
        "%0 = affine.load %m[%n] : memref<?xf32>\n"
        "affine.store %0, %m[%n] : memref<?xf32>\n"
        "%1 = affine.vector_load %m[%n] : memref<?xf32>, vector<4xf32>\n"
        "affine.vector_store %1, %m[%n] : memref<?xf32>, vector<4xf32>",
        "%m: memref<?xf32>, %n: index",
    )
    kinds = [EffectKind.READ, EffectKind.WRITE] * 2
    for op, kind in zip(ops, kinds, strict=False):
        effects = memory_effects(op)
        assert effects is not None
        assert [effect.kind for effect in effects] == [kind]
        assert has_effect(op, kind, ops[0].operand(0))


def test_dma_effects() -> None:
    ops = function_ops(
        "affine.dma_start %m[%n], %d[%n], %t[%n], %n"
        " : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>",
        "%m: memref<8xf32>, %d: memref<8xf32, 1>, %t: memref<1xi32>, %n: index",
    )
    effects = memory_effects(ops[0])
    assert effects is not None
    assert [effect.kind for effect in effects] == [
        EffectKind.READ,
        EffectKind.WRITE,
        EffectKind.READ,
    ]


def test_bound_operands_that_the_map_does_not_take_are_rejected() -> None:
    """Stricter than mlir-opt-22, whose custom form of this op cannot be read back."""
    text = """
    func.func @f() {
      "affine.for"() <{lowerBoundMap = affine_map<(d0) -> (0)>,
          operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index,
          upperBoundMap = affine_map<() -> (10)>}> ({
      ^bb0(%i: index):
        affine.yield
      }) : () -> ()
      return
    }
    """
    (problem,) = verify(bufferize.parse(text, _CONTEXT))
    assert problem.message == (
        "'affine.for' op expected as many lower bound operands as its map has inputs: 1, but got 0"
    )


def test_a_flag_that_is_false_is_no_flag() -> None:
    text = (
        '%0 = "affine.linearize_index"(%n) <{disjoint = false, operandSegmentSizes = '
        "array<i32: 1, 0>, static_basis = array<i64: 3>}> : (index) -> index"
    )
    ops = function_ops(text, "%n: index")
    module = ops[0].parent_op
    assert module is not None
    assert "affine.linearize_index [%arg0] by (3) : index" in bufferize.print_module(module)
