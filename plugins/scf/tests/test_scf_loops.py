"""What scf's loops say of themselves as loops."""

from __future__ import annotations

import pytest

from bufferize.interfaces import LoopLikeOpInterface, RegionBranchOpInterface
from bufferize.testing.programs import function_ops

CONSTANTS = """\
%c0 = arith.constant 0 : index
%c3 = arith.constant 3 : index
%c10 = arith.constant 10 : index
"""


@pytest.mark.parametrize(
    ("loop", "count"),
    [
        ("scf.for %i = %c0 to %c10 step %c3 {}", 4),
        ("scf.for %i = %c10 to %c0 step %c3 {}", 0),
        ("scf.for %i = %c0 to %c10 step %c0 {}", None),
        ("scf.for %i = %c0 to %n step %c3 {}", None),
        ("scf.for unsigned %i = %c0 to %c10 step %c3 {}", None),
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
