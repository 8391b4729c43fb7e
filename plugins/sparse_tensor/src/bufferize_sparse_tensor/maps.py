"""Maps from the coordinates of dimensions to those of levels, and back."""

from __future__ import annotations

from bufferize import ir


def inverse(dim_to_lvl: ir.AffineMap) -> ir.AffineMap | None:
    """The map back of a permutation or of a map to blocks; None where it is not known."""
    if dim_to_lvl.num_symbols:
        return None
    results: tuple[ir.AffineExpr, ...]
    if dim_to_lvl.is_permutation():
        order = dim_to_lvl.dim_positions()
        assert order is not None
        results = tuple(ir.AffineDimExpr(order.index(dim)) for dim in range(len(order)))
    else:
        levels = _levels_of_blocks(dim_to_lvl)
        if levels is None:
            return None
        results = tuple(_coordinate(*levels[dim]) for dim in sorted(levels))
    return ir.AffineMap(dim_to_lvl.num_results, 0, results)


def block_sizes(dim_to_lvl: ir.AffineMap) -> list[int] | None:
    """Of each dimension the size of its blocks, 0 if it has none; None if none has any."""
    levels = _levels_of_blocks(dim_to_lvl)
    return None if levels is None else [levels[dim][2] for dim in sorted(levels)]


def _levels_of_blocks(map: ir.AffineMap) -> dict[int, tuple[int, int | None, int]] | None:
    """Of each dimension: its level, the level within a block, and the size of that, else 0."""
    found: dict[int, tuple[int, int | None, int]] = {}
    for level, result in enumerate(map.results):
        dim, kind, size = _dim_and_size(result)
        if dim is None:
            return None
        if kind is ir.AffineKind.MOD:
            outer, _, known = found.get(dim, (0, None, 0))
            if known != size:
                return None
            found[dim] = outer, level, size
        elif dim in found:
            return None
        else:
            found[dim] = level, None, size
    return found if any(inner is not None for _, inner, _ in found.values()) else None


def _dim_and_size(expr: ir.AffineExpr) -> tuple[int | None, ir.AffineKind | None, int]:
    """The dimension, and by what it is divided, if `expr` is `d`, `d floordiv n` or `d mod n`."""
    if isinstance(expr, ir.AffineDimExpr):
        return expr.position, None, 0
    if (
        isinstance(expr, ir.AffineBinaryExpr)
        and expr.kind in (ir.AffineKind.FLOORDIV, ir.AffineKind.MOD)
        and isinstance(expr.lhs, ir.AffineDimExpr)
        and isinstance(expr.rhs, ir.AffineConstantExpr)
        and expr.rhs.value > 0
    ):
        return expr.lhs.position, expr.kind, expr.rhs.value
    return None, None, 0


def _coordinate(outer: int, inner: int | None, size: int) -> ir.AffineExpr:
    whole = ir.AffineDimExpr(outer) * (size or 1)
    return whole if inner is None else whole + ir.AffineDimExpr(inner)
