"""Accesses of a structured operation as strided views, with a dimension for each loop.

An indexing map whose results are linear in the loop indices, windows and diagonals among them, makes
every access of the loop nest an element of one view of the array: each loop has a stride, which is 0
for a loop that the map does not use. Maps with divisions and remainders are evaluated for all
indices at once and gather.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import as_strided

from bufferize import ir

Array: TypeAlias = "np.ndarray[Any, Any]"


class Linear(NamedTuple):
    """`Σ coefficients[d] * d + constant` over the loops d."""

    coefficients: tuple[int, ...]
    constant: int

    @property
    def loop(self) -> int | None:
        """The loop whose index the expression is, None for other expressions."""
        if self.constant or sum(map(abs, self.coefficients)) != 1:
            return None
        return self.coefficients.index(1) if 1 in self.coefficients else None

    def range(self, extents: Sequence[int]) -> tuple[int, int]:
        """Return the least and the greatest value, if no extent is 0."""
        reach = [c * (n - 1) for c, n in zip(self.coefficients, extents, strict=True)]
        return (
            self.constant + sum(r for r in reach if r < 0),
            self.constant + sum(r for r in reach if r > 0),
        )


def _linear(expr: ir.AffineExpr, loops: int) -> Linear | None:
    if isinstance(expr, ir.AffineConstantExpr):
        return Linear((0,) * loops, expr.value)
    if isinstance(expr, ir.AffineDimExpr):
        return Linear(tuple(int(d == expr.position) for d in range(loops)), 0)
    if not isinstance(expr, ir.AffineBinaryExpr):
        return None
    left, right = _linear(expr.lhs, loops), _linear(expr.rhs, loops)
    if left is None or right is None:
        return None
    if expr.kind is ir.AffineKind.ADD:
        pairs = zip(left.coefficients, right.coefficients, strict=True)
        return Linear(tuple(a + b for a, b in pairs), left.constant + right.constant)
    if expr.kind is ir.AffineKind.MUL:
        if any(left.coefficients):
            left, right = right, left
        if not any(left.coefficients):
            scale = left.constant
            return Linear(tuple(c * scale for c in right.coefficients), right.constant * scale)
    return None


@lru_cache(maxsize=1024)
def linear_results(map: ir.AffineMap) -> tuple[Linear, ...] | None:
    """Return the results as linear functions of the loops, None if one is not linear."""
    results = [_linear(expr, map.num_dims) for expr in map.results]
    known = tuple(result for result in results if result is not None)
    return known if len(known) == len(results) else None


@lru_cache(maxsize=1024)
def own_loops(map: ir.AffineMap) -> frozenset[int]:
    """Return the loops that are a result of the map, and appear nowhere else in it.

    Each element is accessed at one value of each of them at most.
    """
    plain = [expr.position for expr in map.results if isinstance(expr, ir.AffineDimExpr)]
    return frozenset(d for d in plain if sum(_uses(expr, d) for expr in map.results) == 1)


def _uses(expr: ir.AffineExpr, loop: int) -> bool:
    return any(isinstance(part, ir.AffineDimExpr) and part.position == loop for part in expr.walk())


def loop_extents(
    maps: Sequence[ir.AffineMap], shapes: Sequence[Sequence[int]], loops: int
) -> tuple[int, ...]:
    """Return the number of iterations of each loop, from operands indexed only by the loop.

    Raises ValueError if operands disagree, or none determines a loop.
    """
    extents: list[int | None] = [None] * loops
    for number, (map, shape) in enumerate(zip(maps, shapes, strict=True)):
        for dim, (expr, extent) in enumerate(zip(map.results, shape, strict=True)):
            if not isinstance(expr, ir.AffineDimExpr):
                continue
            known = extents[expr.position]
            if known is None:
                extents[expr.position] = extent
            elif known != extent:
                raise ValueError(
                    f"dimension {dim} of operand {number} has the extent {extent}, where the loop "
                    f"over it has {known} iterations"
                )
    found = tuple(extent for extent in extents if extent is not None)
    if len(found) != loops:
        raise ValueError(f"no operand tells the extent of loop {extents.index(None)}")
    return found


def check_bounds(map: ir.AffineMap, shape: Sequence[int], extents: Sequence[int]) -> str | None:
    """Return the problem with the accesses of a nonempty loop nest; None if there is none."""
    linear = linear_results(map)
    if linear is None:
        ranges = [(int(index.min()), int(index.max())) for index in _index_arrays(map, extents)]
    else:
        ranges = [result.range(extents) for result in linear]
    for dim, ((low, high), extent) in enumerate(zip(ranges, shape, strict=True)):
        if low < 0 or high >= extent:
            return f"dimension {dim} of extent {extent} is accessed at {low if low < 0 else high}"
    return None


def view(array: Array, map: ir.AffineMap, extents: Sequence[int], whole: bool = False) -> Array:
    """Return the elements that the loops access: a dimension for each loop.

    It is of extent 1 if the map does not use the loop, unless `whole` is asked for. The accesses are
    within bounds and no extent is 0. A view of the array where the map is linear, a copy where not.
    """
    linear = linear_results(map)
    if linear is None:
        found = array[_index_arrays(map, extents)]
        return np.broadcast_to(found, extents) if whole else found
    if map.is_identity():
        return array
    strides = [
        sum(r.coefficients[d] * n for r, n in zip(linear, array.strides, strict=True))
        for d in range(map.num_dims)
    ]
    shape = [
        extent if whole or any(result.coefficients[d] for result in linear) else 1
        for d, extent in enumerate(extents)
    ]
    # With the ellipsis, the result is an array even if its rank is 0.
    index: tuple[Any, ...] = (*[slice(result.constant, None) for result in linear], ...)
    first = array[index]
    return as_strided(first, shape, strides)


def _index_arrays(map: ir.AffineMap, extents: Sequence[int]) -> tuple[Array, ...]:
    """Return the value of each result of the map for all indices, as arrays to broadcast."""
    grid = np.ogrid[tuple(slice(extent) for extent in extents)] if extents else []
    return tuple(np.asarray(_evaluate(expr, grid)) for expr in map.results)


def _evaluate(expr: ir.AffineExpr, dims: Sequence[Array]) -> Any:
    if isinstance(expr, ir.AffineConstantExpr):
        return np.zeros((1,) * len(dims), np.int64) + expr.value
    if isinstance(expr, ir.AffineDimExpr):
        return dims[expr.position]
    assert isinstance(expr, ir.AffineBinaryExpr)
    left, right = _evaluate(expr.lhs, dims), _evaluate(expr.rhs, dims)
    if expr.kind is ir.AffineKind.ADD:
        return left + right
    if expr.kind is ir.AffineKind.MUL:
        return left * right
    if expr.kind is ir.AffineKind.FLOORDIV:
        return left // right
    if expr.kind is ir.AffineKind.CEILDIV:
        return -(-left // right)
    return left % right
