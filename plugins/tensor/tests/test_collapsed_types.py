"""Types of buffers with groups of dimensions collapsed."""

from __future__ import annotations

from bufferize.ir import DYNAMIC, F32, MemRefType, StridedLayoutAttr
from bufferize_tensor.models_views import collapsed_type, is_guaranteed_collapsible

D = DYNAMIC


def memref(*shape: int, strides: tuple[int, ...] | None = None, offset: int = 0) -> MemRefType:
    layout = None if strides is None else StridedLayoutAttr(offset, strides)
    return MemRefType(shape, F32, layout)


def test_collapse_contiguous() -> None:
    assert collapsed_type(memref(2, 3, 4), [[0, 1], [2]]) == memref(6, 4)
    assert collapsed_type(memref(2, D), [[0, 1]]) == memref(D)
    assert is_guaranteed_collapsible(memref(2, D), [[0, 1]])


def test_collapse_strided() -> None:
    padded = memref(2, 3, 4, strides=(24, 8, 1))
    assert collapsed_type(padded, [[0, 1], [2]]) == memref(6, 4, strides=(8, 1))
    assert collapsed_type(padded, [[0], [1, 2]]) is None
    dynamic = memref(2, 3, strides=(D, 1), offset=D)
    assert not is_guaranteed_collapsible(dynamic, [[0, 1]])
    assert collapsed_type(dynamic, [[0, 1]]) == memref(6, strides=(1,), offset=D)


def test_collapse_skips_unit_dimensions() -> None:
    assert collapsed_type(memref(4, 1, strides=(2, 77)), [[0, 1]]) == memref(4, strides=(2,))
