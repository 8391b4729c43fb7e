"""What scf's loops say of themselves as loops."""

from __future__ import annotations

import pytest

from bufferize.interfaces import LoopLikeOpInterface, RegionBranchOpInterface
from bufferize_scf.ops_loop import ForOp
from bufferize_testing.programs import function_ops

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
