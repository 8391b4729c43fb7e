"""The extents of a structured operation's operands and loops."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.driver import BufferizationRewriter
from bufferize.ir import (
    AffineDimExpr,
    AffineExpr,
    AffineSymbolExpr,
    OpOperand,
    RankedTensorType,
    Value,
)
from bufferize_linalg.interface import LinalgOpInterface


def reify_structured(
    op: LinalgOpInterface, rewriter: BufferizationRewriter
) -> list[list[int | Value]]:
    """For each result its extents, building `tensor.dim` operations with `rewriter`.

    An extent follows from the extents of the inputs where these give all loop ranges that it needs;
    otherwise it is that of the init.
    """
    ranges = loop_ranges(op, op.dps_inputs)
    shapes: list[list[int | Value]] = []
    for init in op.dps_inits:
        type = init.value.type
        if not isinstance(type, RankedTensorType):
            continue
        map = op.matching_indexing_map(init)
        extents: list[int | Value] = []
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
    op: LinalgOpInterface, operands: Sequence[OpOperand]
) -> dict[int, tuple[Value, int]]:
    """For each loop the first dimension of one of the operands that has the same range."""
    ranges: dict[int, tuple[Value, int]] = {}
    for operand in operands:
        for dim, expr in enumerate(op.matching_indexing_map(operand).results):
            if isinstance(expr, AffineDimExpr):
                ranges.setdefault(expr.position, (operand.value, dim))
    return ranges


def _is_known(expr: AffineExpr, ranges: dict[int, tuple[Value, int]]) -> bool:
    return all(e.position in ranges for e in expr.walk() if isinstance(e, AffineDimExpr))


def _evaluate(
    expr: AffineExpr, ranges: dict[int, tuple[Value, int]], rewriter: BufferizationRewriter
) -> int | Value:
    """The value of `expr` for loops as long as `ranges` tells."""
    symbols: list[int | Value] = []
    replacements: list[AffineExpr] = []
    for loop in range(max(ranges, default=-1) + 1):
        replacements.append(AffineSymbolExpr(len(symbols)))
        used = any(isinstance(e, AffineDimExpr) and e.position == loop for e in expr.walk())
        if loop not in ranges or not used:
            symbols.append(0)
            continue
        symbols.append(rewriter.dim_size(*ranges[loop]))
    replaced = expr.replace(replacements, ())
    return rewriter.affine_apply(replaced, symbols)
