from __future__ import annotations

import pytest

from bufferize.dialects.strided import (
    are_cast_compatible,
    expanded_type,
    is_guaranteed_cast,
    rank_reduction_mask,
    row_major_strides,
    saturating_mul,
    strides_and_offset,
    subview_type,
)
from bufferize.ir import (
    DYNAMIC,
    F32,
    I64,
    AffineDimExpr,
    AffineMap,
    AffineMapAttr,
    AffineSymbolExpr,
    IntegerAttr,
    MemRefType,
    StridedLayoutAttr,
    UnrankedMemRefType,
)

D = DYNAMIC


def memref(*shape: int, strides: tuple[int, ...] | None = None, offset: int = 0) -> MemRefType:
    layout = None if strides is None else StridedLayoutAttr(offset, strides)
    return MemRefType(shape, F32, layout)


def test_row_major_strides() -> None:
    assert row_major_strides((2, 3, 4)) == [12, 4, 1]
    assert row_major_strides((2, D, 4)) == [D, 4, 1]
    assert row_major_strides(()) == []


def test_zero_times_dynamic_is_zero() -> None:
    assert saturating_mul(0, D) == 0
    assert saturating_mul(D, 2) == D


def test_strides_of_layouts() -> None:
    assert strides_and_offset(memref(4, 8)) == ([8, 1], 0)
    assert strides_and_offset(memref(4, 8, strides=(16, 2), offset=3)) == ([16, 2], 3)


def test_strides_of_affine_map() -> None:
    d0, d1 = AffineDimExpr(0), AffineDimExpr(1)
    layout = AffineMapAttr(AffineMap(2, 0, (d0 * 10 + d1 * 2 + 7,)))
    assert strides_and_offset(MemRefType((4, 5), F32, layout)) == ([10, 2], 7)
    symbolic = AffineMapAttr(AffineMap(1, 1, (AffineDimExpr(0) + AffineSymbolExpr(0),)))
    assert strides_and_offset(MemRefType((4,), F32, symbolic)) == ([1], D)
    scaled = AffineMapAttr(AffineMap(1, 1, (AffineDimExpr(0) * AffineSymbolExpr(0),)))
    assert strides_and_offset(MemRefType((4,), F32, scaled)) == ([D], 0)


def test_no_strides_of_other_maps() -> None:
    tiled = AffineMapAttr(AffineMap(1, 0, (AffineDimExpr(0) // 4, AffineDimExpr(0) % 4)))
    assert strides_and_offset(MemRefType((8,), F32, tiled)) is None
    modulo = AffineMapAttr(AffineMap(1, 0, (AffineDimExpr(0) % 4,)))
    assert strides_and_offset(MemRefType((8,), F32, modulo)) is None


@pytest.mark.parametrize(
    ("original", "reduced", "mask"),
    [
        ((1, 4), (4,), [True, False]),
        ((1, 1, 4), (1, 4), [False, True, False]),
        ((4, 1), (4, 1), [False, False]),
        ((4, 2), (4,), None),
        ((4,), (4, 4), None),
    ],
)
def test_rank_reduction_mask(
    original: tuple[int, ...], reduced: tuple[int, ...], mask: list[bool] | None
) -> None:
    assert rank_reduction_mask(original, reduced) == mask


def test_subview_type() -> None:
    view = subview_type(memref(8, 16), (2, D), (4, 4), (1, 2))
    assert view == memref(4, 4, strides=(16, 2), offset=D)
    assert subview_type(memref(8, 16), (2, 0), (4, 4), (1, 1)) == memref(
        4, 4, strides=(16, 1), offset=32
    )


def test_subview_type_with_reduced_rank() -> None:
    view = subview_type(memref(8, 16), (2, 1), (1, 4), (1, 1), (4,))
    assert view == memref(4, strides=(1,), offset=33)
    assert subview_type(memref(8, 16), (0, 0), (2, 4), (1, 1), (4,)) is None


def test_subview_type_of_equal_rank_follows_the_sizes() -> None:
    view = subview_type(memref(D, 16), (0, 0), (D, 4), (1, 1), (8, 4))
    assert view == memref(D, 4, strides=(16, 1))


def test_expand() -> None:
    assert expanded_type(memref(6), (2, 3), [[0, 1]]) == memref(2, 3)
    strided = memref(6, strides=(5,), offset=D)
    assert expanded_type(strided, (2, 3), [[0, 1]]) == memref(2, 3, strides=(15, 5), offset=D)
    assert expanded_type(strided, (2, D), [[0, 1]]) == memref(2, D, strides=(D, 5), offset=D)


def test_cast_compatibility() -> None:
    dynamic = memref(D, strides=(D,), offset=D)
    assert are_cast_compatible(memref(4), dynamic)
    assert are_cast_compatible(dynamic, memref(4))
    assert not are_cast_compatible(memref(4), memref(5))
    assert not are_cast_compatible(memref(4), memref(4, strides=(2,)))
    assert not are_cast_compatible(memref(4), memref(2, 2))
    assert not are_cast_compatible(memref(4), F32)
    spaced = MemRefType((4,), F32, None, IntegerAttr(1, I64))
    assert not are_cast_compatible(memref(4), spaced)


def test_cast_of_unranked() -> None:
    unranked = UnrankedMemRefType(F32)
    assert are_cast_compatible(unranked, memref(4))
    assert are_cast_compatible(memref(4), unranked)
    assert not are_cast_compatible(unranked, unranked)


def test_guaranteed_casts_lose_information_only() -> None:
    dynamic = memref(4, strides=(D,), offset=D)
    assert is_guaranteed_cast(memref(4), dynamic)
    assert not is_guaranteed_cast(dynamic, memref(4))
    assert not is_guaranteed_cast(memref(4, strides=(1,), offset=D), memref(4))
