"""Linalg operations on buffers as nests of loops."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import ir
from bufferize.dialects.memref import LoadOp, StoreOp
from bufferize.driver import CreatingRewriter, ModelContext
from bufferize_linalg.ops_generic import IndexOp
from bufferize_linalg.ops_relayout import PackOp, RelayoutOp
from bufferize_linalg.structured import LinalgOpInterface, loop_ranges

_LESS = ir.IntegerAttr(6, ir.IntegerType(64))
"""The predicate `ult` of `arith.cmpi`."""


def linalg_to_loops(root: ir.Operation, context: ModelContext) -> int:
    """Replace structured operations on buffers by nests of `scf.for`. Returns the number.

    So are `pack` and `unpack`. Operations on tensors stay. Raises DiagnosticError if a needed
    dialect is missing: scf and arith, and affine if an index of a structured operation is more than
    the counter of a loop.
    """
    found = [op for op in root.walk() if _can_be_loops(op)]
    rewriter = CreatingRewriter(context)
    for op in found:
        rewriter.stand_before(op)
        if isinstance(op, RelayoutOp):
            _build_relayout(op, rewriter)
        elif isinstance(op, LinalgOpInterface):
            _build(op, rewriter)
        rewriter.stand_before(op)
        rewriter.erase_op(op)
    return len(found)


def _can_be_loops(op: ir.Operation) -> bool:
    """Return whether there are no tensors, and the operands determine all loop extents."""
    if isinstance(op, RelayoutOp):
        return not op.results
    if not isinstance(op, LinalgOpInterface):
        return False
    if op.results or not all(isinstance(init.value.type, ir.MemRefType) for init in op.dps_inits):
        return False
    return len(loop_ranges(op, op.op_operands)) == op.num_loops


def _build(op: LinalgOpInterface, rewriter: CreatingRewriter) -> None:
    extents = loop_ranges(op, op.op_operands)
    sizes = [rewriter.dim_size(*extents[loop]) for loop in range(op.num_loops)]
    _build_body(op, _loop_nest(sizes, rewriter), rewriter)


def _loop_nest(sizes: Sequence[int | ir.Value], rewriter: CreatingRewriter) -> list[ir.Value]:
    """Create loops from 0 to these sizes, and move into the innermost. Returns their counters."""
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
    return counters


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


def _build_relayout(op: RelayoutOp, rewriter: CreatingRewriter) -> None:
    """Build loops over the destination, each element of which is copied or padding."""
    counters = _loop_nest(rewriter.dim_sizes(op.dest), rewriter)
    builder = _RelayoutBuilder(op, rewriter)
    if isinstance(op, PackOp):
        element = builder.packed_element(op, counters)
    else:
        element = builder.load(builder.packed_indices(counters))
    rewriter.create(StoreOp, (element, op.dest, *counters))


class _RelayoutBuilder:
    """A builder of what one iteration of `pack` or `unpack` computes: indices and the element."""

    def __init__(self, op: RelayoutOp, rewriter: CreatingRewriter) -> None:
        self.op = op
        self.rewriter = rewriter
        dynamic = iter(op.dynamic_tiles)
        self.tiles = {
            dim: next(dynamic) if tile == ir.DYNAMIC else rewriter.index(tile)
            for dim, tile in zip(
                op.inner_dims_pos.values, op.static_inner_tiles.values, strict=True
            )
        }

    def compute(self, name: str, *operands: ir.Value) -> ir.Value:
        """Create an operation of arith on indices."""
        op_class = self.rewriter.op_class(f"arith.{name}")
        return self.rewriter.create(op_class, operands, (operands[0].type,)).results[0]

    def load(self, indices: Sequence[ir.Value]) -> ir.Value:
        """Load an element of the source."""
        source = self.op.source
        element = ir.element_type_or_self(source.type)
        return self.rewriter.create(LoadOp, (source, *indices), (element,)).result

    def packed_indices(self, unpacked: Sequence[ir.Value]) -> list[ir.Value]:
        """Return the indices in tiles of an element that has these in the tensor as a whole."""
        outer = [
            self.compute("divui", unpacked[dim], self.tiles[dim])
            if dim in self.tiles
            else unpacked[dim]
            for dim in self.op.outer_dims(len(unpacked))
        ]
        inner = [self.compute("remui", unpacked[dim], tile) for dim, tile in self.tiles.items()]
        return [*outer, *inner]

    def unpacked_indices(self, packed: Sequence[ir.Value]) -> list[ir.Value]:
        """Return the indices in the tensor as a whole of an element that has these in tiles."""
        rank = len(packed) - len(self.tiles)
        outer = dict(zip(self.op.outer_dims(rank), packed[:rank], strict=True))
        for (dim, tile), index in zip(self.tiles.items(), packed[rank:], strict=True):
            outer[dim] = self.compute("addi", self.compute("muli", outer[dim], tile), index)
        return [outer[dim] for dim in range(rank)]

    def packed_element(self, op: PackOp, counters: Sequence[ir.Value]) -> ir.Value:
        """Return the element of a packed tensor, which is padding beyond the extents of the source."""
        indices = self.unpacked_indices(counters)
        padding, rewriter = op.padding_value, self.rewriter
        if padding is None:
            return self.load(indices)
        inside: ir.Value | None = None
        for dim in self.tiles:
            size = rewriter.dim_size(op.source, dim)
            bound = rewriter.index(size) if isinstance(size, int) else size
            compare = rewriter.op_class("arith.cmpi")
            is_less = rewriter.create(
                compare, (indices[dim], bound), (ir.I1,), properties={"predicate": _LESS}
            ).results[0]
            inside = is_less if inside is None else self.compute("andi", inside, is_less)
        if inside is None:
            return self.load(indices)
        blocks = ir.Block(), ir.Block()
        choice = rewriter.create(
            rewriter.op_class("scf.if"),
            (inside,),
            (padding.type,),
            regions=[ir.Region([block]) for block in blocks],
        )
        for block, value in zip(blocks, (None, padding), strict=True):
            rewriter.set_insertion_point(ir.InsertionPoint.at_end(block))
            rewriter.create(rewriter.op_class("scf.yield"), (value or self.load(indices),))
        rewriter.set_insertion_point(ir.InsertionPoint.after(choice))
        return choice.results[0]
