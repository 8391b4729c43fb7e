"""The extents of a structured operation's operands and loops."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import ir
from bufferize.driver import BufferizationRewriter
from bufferize_linalg.interface import LinalgOpInterface


def reify_structured(
    op: LinalgOpInterface, rewriter: BufferizationRewriter
) -> list[list[int | ir.Value]]:
    """For each result its extents, building `tensor.dim` operations with `rewriter`.

    An extent follows from the extents of the inputs where these give all loop ranges that it needs;
    otherwise it is that of the init.
    """
    ranges = loop_ranges(op, op.dps_inputs)
    shapes: list[list[int | ir.Value]] = []
    for init in op.dps_inits:
        type = init.value.type
        if not isinstance(type, ir.RankedTensorType):
            continue
        map = op.matching_indexing_map(init)
        extents: list[int | ir.Value] = []
        for dim, (extent, expr) in enumerate(zip(type.shape, map.results, strict=True)):
            if extent >= 0:
                extents.append(extent)
            elif _is_known(expr, ranges):
                extents.append(_evaluate(expr, ranges, rewriter))
            else:
                extents.append(rewriter.dim_size(init.value, dim))
        shapes.append(extents)
    return shapes


def loop_ranges(
    op: LinalgOpInterface, operands: Sequence[ir.OpOperand]
) -> dict[int, tuple[ir.Value, int]]:
    """For each loop the first dimension of one of the operands that has the same range."""
    ranges: dict[int, tuple[ir.Value, int]] = {}
    for operand in operands:
        for dim, expr in enumerate(op.matching_indexing_map(operand).results):
            if isinstance(expr, ir.AffineDimExpr):
                ranges.setdefault(expr.position, (operand.value, dim))
    return ranges


def _is_known(expr: ir.AffineExpr, ranges: dict[int, tuple[ir.Value, int]]) -> bool:
    return all(e.position in ranges for e in expr.walk() if isinstance(e, ir.AffineDimExpr))


def _evaluate(
    expr: ir.AffineExpr, ranges: dict[int, tuple[ir.Value, int]], rewriter: BufferizationRewriter
) -> int | ir.Value:
    """The value of `expr` for loops as long as `ranges` tells."""
    symbols: list[int | ir.Value] = []
    replacements: list[ir.AffineExpr] = []
    for loop in range(max(ranges, default=-1) + 1):
        replacements.append(ir.AffineSymbolExpr(len(symbols)))
        used = any(isinstance(e, ir.AffineDimExpr) and e.position == loop for e in expr.walk())
        if loop not in ranges or not used:
            symbols.append(0)
            continue
        symbols.append(rewriter.dim_size(*ranges[loop]))
    replaced = expr.replace(replacements, ())
    return rewriter.affine_apply(replaced, symbols)
