"""Where the elements of strided buffers lie."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.dialects.strided import row_major_strides, strides_and_offset
from bufferize.ir import DYNAMIC, MemRefType


def layout_for(type: MemRefType, shape: Sequence[int]) -> tuple[list[int], int]:
    """Strides and offset, in elements, of a buffer of `shape` that is of `type`.

    What the type leaves open is row-major, around what it fixes: no two elements share a place.
    Raises ValueError if its layout is not strided.
    """
    wanted = strides_and_offset(type)
    if wanted is None:
        raise ValueError(f"the layout of {type} is not strided")
    strides, offset = wanted
    inner = 1 + sum(
        (extent - 1) * stride
        for extent, stride in zip(shape, strides, strict=True)
        if stride != DYNAMIC and extent > 0
    )
    if DYNAMIC not in strides or _are_innermost(strides):
        inner = 1
    chosen = [
        inner * own if stride == DYNAMIC else stride
        for stride, own in zip(strides, row_major_strides(shape), strict=True)
    ]
    return chosen, 0 if offset == DYNAMIC else offset


def _are_innermost(strides: Sequence[int]) -> bool:
    """Whether the strides that are fixed are those of row-major, as 1 is for the last dimension."""
    return all(stride == DYNAMIC for stride in strides[:-1]) and strides[-1:] in ([1], [DYNAMIC])


def span_of(offset: int, sizes: Sequence[int], strides: Sequence[int]) -> tuple[int, int]:
    """The first position that a view has and the one behind its last; (0, 0) for no elements."""
    if 0 in sizes:
        return 0, 0
    low = high = offset
    for size, stride in zip(sizes, strides, strict=True):
        reach = (size - 1) * stride
        if reach < 0:
            low += reach
        else:
            high += reach
    return low, high + 1
