"""The test whether a structured operation writes all elements of an init."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from bufferize import ir
from bufferize_linalg.structured import LinalgOpInterface


def writes_all_elements(op: LinalgOpInterface, init: ir.OpOperand) -> bool:
    """Return whether `op` is known to write every element of `init`.

    That holds if each dimension of `init` is indexed by loops of its own that reach all indices,
    and the other loops have at least one iteration. Indices are assumed to be in bounds.
    """
    operands = (*op.dps_inputs, *op.dps_inits)
    maps = op.indexing_maps_array[: len(operands)]
    return _writes_all(maps, tuple(map(_extents, operands)), init.index, op.num_loops)


def _extents(operand: ir.OpOperand) -> tuple[int, ...]:
    type = operand.value.type
    return (type.extents or ()) if isinstance(type, ir.ShapedType) else ()


@lru_cache(maxsize=1024)
def _writes_all(
    maps: tuple[ir.AffineMap, ...], shapes: tuple[tuple[int, ...], ...], init: int, num_loops: int
) -> bool:
    over_init: set[int] = set()
    computed: list[tuple[int, ir.AffineExpr]] = []
    for extent, expr in zip(shapes[init], maps[init].results, strict=True):
        if extent == 1:
            continue
        # A loop that indexes a dimension by itself has its extent, even a dynamic one.
        if isinstance(expr, ir.AffineDimExpr):
            loops = {expr.position}
        else:
            loops = _loops_in(expr)
            computed.append((extent, expr))
        if not over_init.isdisjoint(loops):
            return False
        over_init |= loops
    others = set(range(num_loops)) - over_init
    if not others and not computed:
        return True
    extents = _loop_extents(maps, shapes)
    return all(extents.get(loop, 0) > 0 for loop in others) and all(
        _has_all_indices(expr, extent, extents) for extent, expr in computed
    )


def _has_all_indices(expr: ir.AffineExpr, extent: int, extents: Mapping[int, int]) -> bool:
    values = values_without_gaps(expr, extents)
    return values is not None and values[0] <= 0 <= extent - 1 <= values[1]


def values_without_gaps(expr: ir.AffineExpr, extents: Mapping[int, int]) -> tuple[int, int] | None:
    """Return the least and the greatest value of `expr`, if it takes all values in between.

    Each dimension runs from 0 up to its extent. None if that is not known.
    """
    if isinstance(expr, ir.AffineConstantExpr):
        return expr.value, expr.value
    if isinstance(expr, ir.AffineDimExpr):
        extent = extents.get(expr.position, 0)
        return (0, extent - 1) if extent > 0 else None
    if not isinstance(expr, ir.AffineBinaryExpr):
        return None
    if expr.kind in (ir.AffineKind.ADD, ir.AffineKind.MUL):
        return _values_of_sum(expr, extents)
    values = values_without_gaps(expr.lhs, extents)
    if values is None or not isinstance(expr.rhs, ir.AffineConstantExpr) or expr.rhs.value <= 0:
        return None
    (first, last), divisor = values, expr.rhs.value
    if expr.kind is ir.AffineKind.FLOORDIV:
        return first // divisor, last // divisor
    if expr.kind is ir.AffineKind.CEILDIV:
        return -(-first // divisor), -(-last // divisor)
    if last - first + 1 >= divisor:
        return 0, divisor - 1
    return (first % divisor, last % divisor) if first // divisor == last // divisor else None


def _values_of_sum(expr: ir.AffineExpr, extents: Mapping[int, int]) -> tuple[int, int] | None:
    constant, factors = _terms(expr)
    first = last = constant
    loops: set[int] = set()
    # In this order, the terms so far fill the gaps between the steps of the next one.
    for term, factor in sorted(factors.items(), key=lambda item: abs(item[1])):
        own = _loops_in(term)
        values = None if term is expr else values_without_gaps(term, extents)
        if values is None or not loops.isdisjoint(own):
            return None
        loops |= own
        least, greatest = sorted(factor * value for value in values)
        if least != greatest and abs(factor) > last - first + 1:
            return None
        first, last = first + least, last + greatest
    return first, last


def _terms(expr: ir.AffineExpr) -> tuple[int, dict[ir.AffineExpr, int]]:
    """Return `expr` as a constant and terms with their factors."""
    constant, factors = 0, dict[ir.AffineExpr, int]()
    work = [(expr, 1)]
    while work:
        term, factor = work.pop()
        if isinstance(term, ir.AffineConstantExpr):
            constant += factor * term.value
        elif isinstance(term, ir.AffineBinaryExpr) and term.kind is ir.AffineKind.ADD:
            work += [(term.lhs, factor), (term.rhs, factor)]
        elif (
            isinstance(term, ir.AffineBinaryExpr)
            and term.kind is ir.AffineKind.MUL
            and isinstance(term.rhs, ir.AffineConstantExpr)
        ):
            work.append((term.lhs, factor * term.rhs.value))
        else:
            factors[term] = factors.get(term, 0) + factor
    return constant, factors


def _loops_in(expr: ir.AffineExpr) -> set[int]:
    return {e.position for e in expr.walk() if isinstance(e, ir.AffineDimExpr)}


def _loop_extents(
    maps: tuple[ir.AffineMap, ...], shapes: tuple[tuple[int, ...], ...]
) -> dict[int, int]:
    """Return the number of iterations of the loops that static extents determine."""
    return {
        expr.position: extent
        for map, shape in zip(maps, shapes, strict=True)
        for extent, expr in zip(shape, map.results, strict=True)
        if extent >= 0 and isinstance(expr, ir.AffineDimExpr)
    }
