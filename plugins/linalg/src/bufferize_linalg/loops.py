"""Structured operations on buffers become loops of the scf dialect."""

from __future__ import annotations

from bufferize import ir
from bufferize.dialects.memref import LoadOp, StoreOp
from bufferize.driver import CreatingRewriter, ModelContext
from bufferize_linalg.interface import LinalgOpInterface
from bufferize_linalg.ops_generic import IndexOp
from bufferize_linalg.shapes import loop_ranges


def linalg_to_loops(root: ir.Operation, context: ModelContext) -> int:
    """Puts nests of `scf.for` in the place of structured operations on buffers; how many times.

    Operations on tensors stay. Raises DiagnosticError where a dialect is missing that is needed:
    scf and arith, and affine if an index is more than the counter of a loop.
    """
    found = [op for op in root.walk() if isinstance(op, LinalgOpInterface) and _can_be_loops(op)]
    rewriter = CreatingRewriter(context)
    for op in found:
        rewriter.stand_before(op)
        _build(op, rewriter)
        rewriter.stand_before(op)
        rewriter.erase_op(op)
    return len(found)


def _can_be_loops(op: LinalgOpInterface) -> bool:
    """Whether all is buffers and scalars, and an operand tells the extent of each loop."""
    if op.results or not all(isinstance(init.value.type, ir.MemRefType) for init in op.dps_inits):
        return False
    return len(loop_ranges(op, op.op_operands)) == op.num_loops


def _build(op: LinalgOpInterface, rewriter: CreatingRewriter) -> None:
    extents = loop_ranges(op, op.op_operands)
    sizes = [rewriter.dim_size(*extents[loop]) for loop in range(op.num_loops)]
    bounds = [rewriter.index(size) if isinstance(size, int) else size for size in sizes]
    counters: list[ir.Value] = []
    if bounds:
        zero, one = rewriter.index(0), rewriter.index(1)
    for bound in bounds:
        block = ir.Block([ir.INDEX])
        rewriter.create(
            rewriter.op_class("scf.for"), (zero, bound, one), regions=[ir.Region([block])]
        )
        rewriter.set_insertion_point(ir.InsertionPoint.at_end(block))
        end = rewriter.create(rewriter.op_class("scf.yield"))
        rewriter.set_insertion_point(ir.InsertionPoint.before(end))
        counters.append(block.arguments[0])
    _build_body(op, counters, rewriter)


def _build_body(
    op: LinalgOpInterface, counters: list[ir.Value], rewriter: CreatingRewriter
) -> None:
    mapping = ir.IRMapping()
    places: dict[ir.OpOperand, list[ir.Value]] = {}
    for operand in op.op_operands:
        value = operand.value
        argument = op.matching_block_argument(operand)
        if isinstance(value.type, ir.MemRefType):
            if not argument.has_uses():
                continue
            indices = _indices(op.matching_indexing_map(operand), counters, rewriter)
            places[operand] = indices
            element = value.type.element_type
            value = rewriter.create(LoadOp, (value, *indices), (element,)).result
        mapping.values[argument] = value
    for inner in op.body.ops:
        if inner.next_op is None:
            break
        if isinstance(inner, IndexOp):
            mapping.values[inner.result] = counters[inner.dim.value]
            continue
        rewriter.clone(inner, mapping)
    for init, yielded in zip(op.dps_inits, op.body.terminator.operands, strict=True):
        place = places.get(init)
        if place is None:
            place = _indices(op.matching_indexing_map(init), counters, rewriter)
        rewriter.create(StoreOp, (mapping.value(yielded), init.value, *place))


def _indices(
    map: ir.AffineMap, counters: list[ir.Value], rewriter: CreatingRewriter
) -> list[ir.Value]:
    values: list[ir.Value] = []
    for expr in map.results:
        if isinstance(expr, ir.AffineDimExpr):
            values.append(counters[expr.position])
        elif isinstance(expr, ir.AffineConstantExpr):
            values.append(rewriter.index(expr.value))
        else:
            found = rewriter.affine_apply(expr, (), counters)
            values.append(rewriter.index(found) if isinstance(found, int) else found)
    return values
