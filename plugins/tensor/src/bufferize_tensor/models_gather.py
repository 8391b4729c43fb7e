"""Models of tensor.gather and tensor.scatter, which become loops over the places in the indices."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.driver import BufferizableOpInterface, BufferizationRewriter, CreatingRewriter
from bufferize.interfaces import AliasingValue, BufferRelation
from bufferize.models import AllocatesResult
from bufferize_tensor.dialect import ranked
from bufferize_tensor.ops_gather import GatherOp, ScatterOp


class GatherModel(AllocatesResult[GatherOp]):
    """Model of tensor.gather, which copies the slices of the source to a new buffer."""

    def fill(self, op: GatherOp, buffer: ir.Value, rewriter: BufferizationRewriter) -> None:
        source, indices = rewriter.buffer(op.source), rewriter.buffer(op.indices)
        _copy_slices(source, indices, op.gather_dims.values, buffer, rewriter, gather=True)

    def reify_result_shapes(
        self, op: GatherOp, rewriter: BufferizationRewriter
    ) -> list[list[int | ir.Value]]:
        batch, dims = rewriter.dim_sizes(op.indices)[:-1], op.gather_dims.values
        shape: list[int | ir.Value] = [*batch]
        is_reduced = ranked(op.result).rank != len(batch) + ranked(op.source).rank
        for dim in range(ranked(op.source).rank):
            if dim not in dims:
                shape.append(rewriter.dim_size(op.source, dim))
            elif not is_reduced:
                shape.append(1)
        return [shape]


class ScatterModel(BufferizableOpInterface[ScatterOp]):
    """Model of tensor.scatter, which copies the slices of the source into the destination.

    The iterations may run in any order: `unique` says that no two of them write to the same slice.
    """

    def bufferizes_to_memory_write(
        self, op: ScatterOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return operand is op.op_operands[1]

    def get_aliasing_values(
        self, op: ScatterOp, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        if operand is not op.op_operands[1]:
            return []
        return [AliasingValue(op.result, BufferRelation.EQUIVALENT)]

    def bufferize(self, op: ScatterOp, rewriter: BufferizationRewriter) -> None:
        if op.result.type is not op.dest.type:  # which the verifier lets pass, as that of MLIR does
            message = (
                f"'{op.name}' op cannot be bufferized: its result is of type '{op.result.type}', "
                f"and its destination of type '{op.dest.type}'"
            )
            problem = error(message, op)
            raise DiagnosticError(problem.note("cast the destination first, with `tensor.cast`"))
        source, dest, indices = map(rewriter.buffer, op.operands)
        _copy_slices(dest, indices, op.scatter_dims.values, source, rewriter, gather=False)
        rewriter.replace(op, [dest])


def _copy_slices(
    whole: ir.Value,
    indices: ir.Value,
    dims: Sequence[int],
    slices: ir.Value,
    rewriter: BufferizationRewriter,
    *,
    gather: bool,
) -> None:
    """Copy the slices of the buffer `whole` at `indices` to `slices`, or back if not `gather`.

    The loop over the places in `indices` has one copy of a slice, or of an element:

    ```mlir
    scf.parallel (%i) = (%c0) to (%c3) step (%c1) {
      %index = memref.load %indices[%i, %c0] : memref<3x1xindex>
      %from = memref.subview %whole[%index, 0] [1, 4] [1, 1] : memref<8x4xf32> to …
      %to = memref.subview %slices[%i, 0] [1, 4] [1, 1] : memref<3x4xf32> to …
      memref.copy %from, %to : …
    }
    ```
    """
    type, listed, index_type = whole.type, slices.type, indices.type
    assert isinstance(type, ir.MemRefType)
    assert isinstance(listed, ir.MemRefType)
    assert isinstance(index_type, ir.MemRefType)
    rest = [dim for dim in range(type.rank) if dim not in dims]
    if any(type.shape[dim] == 0 for dim in rest):
        return  # no elements; and memref.subview has no slices of them
    sizes = {dim: rewriter.dim_size(whole, dim) for dim in rest}
    numbers = [rewriter.index(number) for number in range(len(dims))]
    batch = rewriter.dim_sizes(indices)[:-1]
    counters, body = _parallel_loop(batch, rewriter)
    with rewriter.at(body):
        at: dict[int, ir.Value] = {}
        for dim, number in zip(dims, numbers, strict=True):
            place = (indices, *counters, number)
            index = rewriter.create(memref.LoadOp, place, (index_type.element_type,)).result
            if index_type.element_type is not ir.INDEX:
                cast = rewriter.op_class("arith.index_cast")
                index = rewriter.create(cast, (index,), (ir.INDEX,)).results[0]
            at[dim] = index
        if not rest:
            zeros = [rewriter.index(0) for _ in range(listed.rank - len(batch))]
            places = [(whole, *(at[dim] for dim in dims)), (slices, *counters, *zeros)]
            source, target = places if gather else places[::-1]
            element = rewriter.create(memref.LoadOp, source, (type.element_type,)).result
            rewriter.create(memref.StoreOp, (element, *target))
            return
        shape = [type.shape[dim] for dim in rest]
        one_slice = rewriter.subview(
            whole,
            [at.get(dim, 0) for dim in range(type.rank)],
            [sizes.get(dim, 1) for dim in range(type.rank)],
            [1] * type.rank,
            shape,
        )
        is_reduced = listed.rank == len(batch) + len(rest)
        kept = rest if is_reduced else range(type.rank)
        listed_slice = rewriter.subview(
            slices,
            [*counters, *[0] * len(kept)],
            [*[1] * len(batch), *(sizes.get(dim, 1) for dim in kept)],
            [1] * listed.rank,
            shape,
        )
        if gather:
            rewriter.copy(one_slice, listed_slice)
        else:
            rewriter.copy(listed_slice, one_slice)


def _parallel_loop(
    extents: Sequence[int | ir.Value], rewriter: CreatingRewriter
) -> tuple[Sequence[ir.Value], ir.InsertionPoint]:
    """Create a loop over these extents; return its counters, and the point in its body.

    There is none for no extents, which is one iteration.
    """
    rank = len(extents)
    if not rank:
        assert rewriter.insertion_point is not None
        return (), rewriter.insertion_point
    zero, one = rewriter.index(0), rewriter.index(1)
    ends = [rewriter.index(n) if isinstance(n, int) else n for n in extents]
    block = ir.Block([ir.INDEX] * rank)
    block.append(rewriter.op_class("scf.reduce").create(location=rewriter.location))
    rewriter.create(
        rewriter.op_class("scf.parallel"),
        (*[zero] * rank, *ends, *[one] * rank),
        properties={"operandSegmentSizes": ir.dense_i32([rank, rank, rank, 0])},
        regions=(ir.Region([block]),),
    )
    return block.arguments, ir.InsertionPoint.before(block.terminator)
