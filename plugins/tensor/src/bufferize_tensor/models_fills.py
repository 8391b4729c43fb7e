"""Models of tensor operations whose result is a new tensor."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.dialects.builtin import UnrealizedConversionCastOp
from bufferize.driver import (
    BufferizationRewriter,
    BufferizationState,
    CreatingRewriter,
    dynamic_part,
    identity_memref_type,
    static_part,
)
from bufferize.models import AllocatesResult
from bufferize_tensor.dialect import ranked
from bufferize_tensor.ops_element import (
    BitcastOp,
    CastOp,
    EmptyOp,
    FromElementsOp,
    SplatOp,
)
from bufferize_tensor.ops_region import GenerateOp, PadOp, YieldOp
from bufferize_tensor.ops_reshape import ConcatOp
from bufferize_tensor.ops_slice import InsertSliceOp


class EmptyModel(AllocatesResult[EmptyOp]):
    """Model of tensor.empty, which becomes bufferization.alloc_tensor."""

    def result_bufferizes_to_memory_write(
        self, op: EmptyOp, result: ir.OpResult, state: AnalysisState
    ) -> bool:
        return False

    def bufferize(self, op: EmptyOp, rewriter: BufferizationRewriter) -> None:
        if not op.has_uses():
            rewriter.erase_op(op)
            return
        rewriter.replace(op, [rewriter.allocate_tensor(op.result, copy=False)])


class FromElementsModel(AllocatesResult[FromElementsOp]):
    """Model of tensor.from_elements, which becomes an allocation and a store per element."""

    def fill(self, op: FromElementsOp, buffer: ir.Value, rewriter: BufferizationRewriter) -> None:
        if not op.op_operands:
            return
        shape = ranked(op.result).shape
        constants = [rewriter.index(i) for i in range(max(shape, default=0))]
        places = product(*(constants[:extent] for extent in shape))
        for element, where in zip(op.operands, places, strict=True):
            rewriter.create(memref.StoreOp, (element, buffer, *where))


def body_of_fill(region: ir.Region, element_type: ir.Type, rewriter: CreatingRewriter) -> ir.Region:
    """Turn the body of `tensor.generate` or `tensor.pad` into one for a linalg op that fills a tensor.

    The block is moved to the region returned; its arguments, the indices of an element, become
    `linalg.index`. It has one argument, the element before, instead.
    """
    body = region.entry
    index_class, yield_class = map(rewriter.op_class, ("linalg.index", "linalg.yield"))
    with rewriter.at(ir.InsertionPoint.at_start(body)):
        for dim, argument in enumerate(list(body.arguments)):
            index = rewriter.create(
                index_class, (), (ir.INDEX,), properties={"dim": ir.i64_attr(dim)}
            )
            rewriter.replace_all_uses_with(argument, index.results[0])
    while body.arguments:
        body.erase_argument(len(body.arguments) - 1)
    body.add_argument(element_type, rewriter.location)
    terminator = body.terminator
    with rewriter.at(ir.InsertionPoint.before(terminator)):
        rewriter.create(yield_class, terminator.operands, location=terminator.location)
    rewriter.erase_op(terminator)
    taken = ir.Region()
    taken.take_body(region)
    return taken


def _map_over(
    rewriter: BufferizationRewriter, destination: ir.Value, region: ir.Region
) -> ir.Value:
    """Return a new linalg.map that fills `destination` with the values that `region` yields."""
    type, map_class = ranked(destination), rewriter.op_class("linalg.map")
    body = body_of_fill(region, type.element_type, rewriter)
    return rewriter.create(map_class, (destination,), (type,), regions=(body,)).results[0]


def insert_source_of_pad(op: PadOp, filled: ir.Value, rewriter: CreatingRewriter) -> InsertSliceOp:
    """Insert the source of a `tensor.pad` into the tensor that has the padding."""
    return insert_slice(op.source, filled, op.mixed_low, rewriter.dim_sizes(op.source), rewriter)


def insert_slice(
    source: ir.Value,
    dest: ir.Value,
    offsets: Sequence[int | ir.Value],
    sizes: Sequence[int | ir.Value],
    rewriter: CreatingRewriter,
) -> InsertSliceOp:
    """Create a `tensor.insert_slice` without gaps between the elements."""
    inserted = InsertSliceOp.build(
        source=source,
        dest=dest,
        offsets=dynamic_part(offsets),
        sizes=dynamic_part(sizes),
        strides=(),
        static_offsets=ir.dense_i64(static_part(offsets)),
        static_sizes=ir.dense_i64(static_part(sizes)),
        static_strides=ir.dense_i64([1] * len(sizes)),
        result_types=[dest.type],
        location=rewriter.location,
    )
    return rewriter.insert(inserted)


class GenerateModel(AllocatesResult[GenerateOp]):
    """Model of tensor.generate, which becomes a linalg.map over an allocation."""

    def bufferize(self, op: GenerateOp, rewriter: BufferizationRewriter) -> None:
        tensor = rewriter.allocate_tensor(op.result, copy=False)
        rewriter.replace(op, [_map_over(rewriter, tensor, op.body)])


class SplatModel(AllocatesResult[SplatOp]):
    """Model of tensor.splat, which becomes a linalg.map over an allocation."""

    def bufferize(self, op: SplatOp, rewriter: BufferizationRewriter) -> None:
        tensor = rewriter.allocate_tensor(op.result, copy=False)
        body = ir.Block()
        body.append(YieldOp.create((op.operand(0),), location=op.location))
        rewriter.replace(op, [_map_over(rewriter, tensor, ir.Region([body]))])


class BitcastModel(AllocatesResult[BitcastOp]):
    """Model of tensor.bitcast, which becomes a linalg.map over an allocation.

    No operation on memrefs gives a buffer another element type, so the elements are converted one by
    one: by `arith.bitcast`, and to and from elements without a sign, which it takes, by
    `builtin.unrealized_conversion_cast`. This one goes away when types lose their signs.
    """

    def bufferize(self, op: BitcastOp, rewriter: BufferizationRewriter) -> None:
        source, type = op.source, op.dest.type
        if not isinstance(type, ir.RankedTensorType):
            problem = error(f"'{op.name}' op with an unranked result cannot be bufferized", op)
            advice = "give it a ranked result, and cast that with `tensor.cast`"
            raise DiagnosticError(problem.note(advice))
        assert isinstance(source.type, ir.TensorType)
        element_type = source.type.element_type
        if source.type.extents != type.shape:
            like = ir.RankedTensorType(type.shape, element_type)
            source = rewriter.create(CastOp, (source,), (like,)).dest
            rewriter.set_operand(op.op_operands[0], source)  # it has the extents of the result
        tensor = rewriter.allocate_tensor(op.dest, copy=False)
        body = ir.Block([element_type, type.element_type])
        with rewriter.at(ir.InsertionPoint.at_end(body)):
            bits = _bitcast(body.arguments[0], type.element_type, rewriter)
            rewriter.create(rewriter.op_class("linalg.yield"), (bits,))
        map_class, region = rewriter.op_class("linalg.map"), ir.Region([body])
        new = rewriter.create(map_class, (source, tensor), (type,), regions=(region,))
        rewriter.replace(op, new.results)

    def reify_result_shapes(
        self, op: BitcastOp, rewriter: CreatingRewriter
    ) -> list[list[int | ir.Value]] | None:
        if not isinstance(op.source.type, ir.RankedTensorType):
            return None
        return [rewriter.dim_sizes(op.source)]


def _bitcast(value: ir.Value, wanted: ir.Type, rewriter: CreatingRewriter) -> ir.Value:
    """Convert a number to another type of the same bits."""
    steps: list[tuple[type[ir.Operation], ir.Type]] = [
        (UnrealizedConversionCastOp, _without_sign(value.type)),
        (rewriter.op_class("arith.bitcast"), _without_sign(wanted)),
        (UnrealizedConversionCastOp, wanted),
    ]
    for op_class, step in steps:
        if step is not value.type:
            value = rewriter.create(op_class, (value,), (step,)).results[0]
    return value


def _without_sign(type: ir.Type) -> ir.Type:
    return ir.IntegerType(type.width) if isinstance(type, ir.IntegerType) else type


class PadModel(AllocatesResult[PadOp]):
    """Model of tensor.pad, which becomes a filled allocation and an insertion of the source."""

    def get_buffer_type(self, op: PadOp, value: ir.Value, state: BufferizationState) -> ir.Type:
        return identity_memref_type(ranked(op.result), state.memref_type(op.source).memory_space)

    def bufferize(self, op: PadOp, rewriter: BufferizationRewriter) -> None:
        tensor = rewriter.allocate_tensor(op.result, copy=False)
        filled = _map_over(rewriter, tensor, op.region)
        if 0 in ranked(op.source).shape:
            rewriter.replace(op, [filled])  # and tensor.insert_slice has no slice at the end
        else:
            rewriter.replace(op, [insert_source_of_pad(op, filled, rewriter).result])

    def reify_result_shapes(
        self, op: PadOp, rewriter: CreatingRewriter
    ) -> list[list[int | ir.Value]]:
        shape: list[int | ir.Value] = list(ranked(op.result).shape)
        total = ir.AffineDimExpr(0) + ir.AffineSymbolExpr(0) + ir.AffineSymbolExpr(1)
        for i, padding in enumerate(zip(op.mixed_low, op.mixed_high, strict=True)):
            if shape[i] == ir.DYNAMIC:
                size = rewriter.dim_size(op.source, i)
                shape[i] = rewriter.affine_apply(total, padding, dims=(size,))
        return [shape]


class ConcatModel(AllocatesResult[ConcatOp]):
    """Model of tensor.concat, which becomes an allocation and a copy of each input into it."""

    def fill(self, op: ConcatOp, buffer: ir.Value, rewriter: BufferizationRewriter) -> None:
        dim, sizes = op.dim.value, rewriter.dim_sizes(buffer)
        offsets: list[int | ir.Value] = [0] * len(sizes)
        ones = [1] * len(sizes)
        total = ir.AffineSymbolExpr(0) + ir.AffineSymbolExpr(1)
        for operand in op.inputs:
            if 0 in ranked(operand).shape:
                continue  # no elements; and memref.subview has no slice at the end
            source = rewriter.buffer(operand)
            sizes[dim] = rewriter.dim_size(source, dim)
            view = rewriter.subview(buffer, offsets, sizes, ones, ranked(operand).shape)
            rewriter.copy(source, view)
            offsets[dim] = rewriter.affine_apply(total, (offsets[dim], sizes[dim]))

    def reify_result_shapes(
        self, op: ConcatOp, rewriter: CreatingRewriter
    ) -> list[list[int | ir.Value]]:
        shape: list[int | ir.Value] = list(ranked(op.result).shape)
        dim = op.dim.value
        # One input of static extent tells it for all, but along the dimension of concatenation.
        for i, inferred in enumerate(op.inferred_shape()):
            if i != dim and shape[i] == ir.DYNAMIC and inferred != ir.DYNAMIC:
                shape[i] = inferred
            elif i != dim and shape[i] == ir.DYNAMIC:
                shape[i] = rewriter.dim_size(op.inputs[0], i)
        if shape[dim] == ir.DYNAMIC:  # its operations come last, as in MLIR
            terms = [rewriter.dim_size(v, dim) for v in op.inputs]
            total: ir.AffineExpr = ir.AffineDimExpr(0)
            for position in range(1, len(terms)):
                total = total + ir.AffineDimExpr(position)
            shape[dim] = rewriter.affine_apply(total, (), dims=terms)
        return [shape]
