from __future__ import annotations

import pytest

from bufferize.dialects.strided import bounds_problem
from bufferize.ir import DYNAMIC


@pytest.mark.parametrize(
    ("shape", "offset", "size", "stride", "problem"),
    [
        (4, 0, 4, 1, None),
        (4, 1, 2, 2, None),
        (4, 3, 0, 1, None),
        (4, 4, 0, 1, "offset 0 is out-of-bounds: 4 >= 4"),
        (4, 1, 4, 1, "slice along dimension 0 runs out-of-bounds: 4 >= 4"),
        (4, 0, 3, 2, "slice along dimension 0 runs out-of-bounds: 4 >= 4"),
        (4, DYNAMIC, 9, 1, None),
        (4, 0, DYNAMIC, 1, None),
        (4, 0, 9, DYNAMIC, None),
        (DYNAMIC, 7, 9, 1, None),
    ],
)
def test_bounds(shape: int, offset: int, size: int, stride: int, problem: str | None) -> None:
    assert bounds_problem([shape], [offset], [size], [stride]) == problem
