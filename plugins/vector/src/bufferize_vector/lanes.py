"""Which elements a transfer moves: the part of the vector that lies within the source's bounds.

A transfer is a box: along each dimension of the vector the lanes from 0 on lie within bounds, up to
some number. So it is an assignment between a slice of the vector and a view of the source.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from bufferize import ir

Array: TypeAlias = "np.ndarray[Any, Any]"


@lru_cache(maxsize=512)
def source_dims(map: ir.AffineMap) -> tuple[int | None, ...]:
    """For each dimension of the vector that of the source, None where it is broadcast."""
    return tuple(
        expr.position if isinstance(expr, ir.AffineDimExpr) else None for expr in map.results
    )


class Box(NamedTuple):
    """What lies within bounds."""

    lanes: tuple[slice, ...]
    """The part of the vector."""
    part: tuple[slice, ...]
    """The part of the source, with all dimensions of the source."""
    order: tuple[int, ...]
    """The dimensions of the source in the order of the vector's, then those of extent 1."""
    shape: tuple[int, ...]
    """The shape of the source's part as the vector sees it: 1 along broadcast dimensions."""

    def of_source(self, source: Array) -> Array:
        """The view of the source that is assigned from or to the lanes."""
        rest = source.shape[len(self.part) :]
        trailing = range(len(self.part), source.ndim)
        index: tuple[Any, ...] = (*self.part, ...)
        part = source[index].transpose(*self.order, *trailing)
        seen: Array = part.reshape((*self.shape, *rest))
        return seen


def box(
    shape: Sequence[int],
    indices: Sequence[int],
    dims: Sequence[int | None],
    extents: Sequence[int],
) -> Box:
    """The lanes of a vector of `extents` at `indices` of a source of `shape` that are in bounds.

    Raises IndexError for an index that is negative, or of a dimension that is not transferred and
    beyond its extent.
    """
    lengths = {dim: n for dim, n in zip(dims, extents, strict=True) if dim is not None}
    part: list[slice] = []
    for dim, (extent, index) in enumerate(zip(shape, indices, strict=True)):
        if index < 0 or (dim not in lengths and index >= extent):
            raise IndexError(f"index {index} in dimension {dim} of extent {extent}")
        length = lengths.get(dim, 1)
        part.append(slice(min(index, extent), min(index + length, extent)))
    seen = [1 if dim is None else part[dim].stop - part[dim].start for dim in dims]
    lanes = [
        slice(0, n if dim is None else count)
        for dim, n, count in zip(dims, extents, seen, strict=True)
    ]
    transferred = [dim for dim in dims if dim is not None]
    others = [dim for dim in range(len(shape)) if dim not in lengths]
    return Box(tuple(lanes), tuple(part), (*transferred, *others), tuple(seen))


def mask_of_lanes(mask: Array, dims: Sequence[int | None]) -> Array:
    """The mask of a transfer, whose dimensions are in the source's order, in the vector's order.

    It has extent 1 along broadcast dimensions.
    """
    transferred = [dim for dim in dims if dim is not None]
    if not transferred:
        return mask.reshape((1,) * len(dims))
    order = sorted(transferred)
    moved = mask.transpose([order.index(dim) for dim in transferred])
    extents = iter(moved.shape)
    lanes: Array = moved.reshape([1 if dim is None else next(extents) for dim in dims])
    return lanes
