"""What affine's loops say of themselves as loops."""

from __future__ import annotations

import pytest

from bufferize.interfaces import LoopLikeOpInterface
from bufferize.testing.programs import function_ops


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
