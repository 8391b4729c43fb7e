"""What affine's loops say of themselves as loops."""

from __future__ import annotations

import pytest

from bufferize.interfaces import (
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
)
from bufferize_testing.programs import function_ops


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
