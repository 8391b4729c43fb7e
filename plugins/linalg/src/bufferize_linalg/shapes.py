"""The extents of a structured operation's operands and loops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bufferize.driver import dim_size, folded_affine_apply
from bufferize.ir import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineSymbolExpr,
    Builder,
    Operation,
    OpOperand,
    RankedTensorType,
    ShapedType,
    Value,
)
from bufferize_linalg.interface import LinalgOpInterface

if TYPE_CHECKING:
    from bufferize.driver import BufferizationState


def reify_structured(
    op: Operation, builder: Builder, state: BufferizationState
) -> list[list[int | Value]] | None:
    """For each result its extents, building `tensor.dim` operations at `builder`.

    An extent follows from the extents of the inputs where these give all loop ranges that it needs;
    otherwise it is that of the init.
    """
    assert isinstance(op, LinalgOpInterface)
    ranges = _loop_ranges(op)
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
                extents.append(_evaluate(op, expr, ranges, builder, state))
            else:
                extents.append(dim_size(builder, init.value, dim, op.location, state))
        shapes.append(extents)
    return shapes


def writes_all_elements(op: LinalgOpInterface, init: OpOperand) -> bool:
    """Whether `op` is known to write every element of `init`.

    That is where some of its loops, each on its own, run over the dimensions of `init`, and the
    other loops run at all.
    """
    over_init: set[int] = set()
    for extent, expr in _accesses(op, init):
        if isinstance(expr, AffineDimExpr) and expr.position not in over_init:
            over_init.add(expr.position)
        elif extent != 1 or not isinstance(expr, AffineConstantExpr):
            return False
    return all(loop in over_init or _runs(op, loop) for loop in range(op.num_loops))


def _runs(op: LinalgOpInterface, loop: int) -> bool:
    """Whether a loop is known to have iterations."""
    return any(
        extent > 0 and isinstance(expr, AffineDimExpr) and expr.position == loop
        for operand in (*op.dps_inputs, *op.dps_inits)
        for extent, expr in _accesses(op, operand)
    )


def _accesses(op: LinalgOpInterface, operand: OpOperand) -> Iterator[tuple[int, AffineExpr]]:
    """For each dimension of `operand` its extent, and its index in terms of the loops."""
    type = operand.value.type
    extents = type.extents if isinstance(type, ShapedType) else None
    return zip(extents or (), op.matching_indexing_map(operand).results, strict=True)


def _loop_ranges(op: LinalgOpInterface) -> dict[int, tuple[Value, int]]:
    """For each loop the first dimension of an input that has the same range."""
    ranges: dict[int, tuple[Value, int]] = {}
    for operand in op.dps_inputs:
        for dim, expr in enumerate(op.matching_indexing_map(operand).results):
            if isinstance(expr, AffineDimExpr):
                ranges.setdefault(expr.position, (operand.value, dim))
    return ranges


def _is_known(expr: AffineExpr, ranges: dict[int, tuple[Value, int]]) -> bool:
    return all(e.position in ranges for e in expr.walk() if isinstance(e, AffineDimExpr))


def _evaluate(
    op: Operation,
    expr: AffineExpr,
    ranges: dict[int, tuple[Value, int]],
    builder: Builder,
    state: BufferizationState,
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
        symbols.append(dim_size(builder, *ranges[loop], op.location, state))
    replaced = expr.replace(replacements, ())
    return folded_affine_apply(builder, replaced, symbols, op.location, state.context)
