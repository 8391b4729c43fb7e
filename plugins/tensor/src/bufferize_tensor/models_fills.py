"""Models of tensor operations whose result is a new tensor."""

from __future__ import annotations

from itertools import product

from bufferize.analysis import AnalysisState
from bufferize.dialects import memref
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    ReifiesResultShapes,
    allocate_tensor_for_shaped_value,
    constant_index,
    create,
    dim_size,
    dim_sizes,
    dynamic_part,
    folded_affine_apply,
    get_buffer,
    identity_memref_type,
    memref_buffer_type,
    op_class_for,
    replace_op_with_bufferized_values,
    static_part,
    subview,
    to_buffer,
)
from bufferize.interfaces import AllocatesResult
from bufferize.ir import (
    DYNAMIC,
    INDEX,
    AffineDimExpr,
    AffineExpr,
    AffineSymbolExpr,
    Block,
    Builder,
    InsertionPoint,
    Location,
    Operation,
    OpResult,
    Region,
    Rewriter,
    Type,
    Value,
    dense_i64,
    i64_attr,
)
from bufferize_tensor.ops_region import PadOp
from bufferize_tensor.ops_reshape import ConcatOp
from bufferize_tensor.ops_slice import InsertSliceOp
from bufferize_tensor.shapes import ranked


def _allocated(
    op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
) -> Value:
    """A new tensor like the result of `op`, without contents, that has a buffer of its own."""
    return allocate_tensor_for_shaped_value(
        rewriter, op.location, op.results[0], options, state, copy=False
    )


class EmptyModel(AllocatesResult):
    """tensor.empty becomes bufferization.alloc_tensor: a buffer without contents."""

    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        return False

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        if not op.has_uses():
            rewriter.erase_op(op)
            return
        rewriter.replace_op(op, (_allocated(op, rewriter, options, state),))


class FromElementsModel(AllocatesResult):
    """tensor.from_elements becomes an allocation and one store for each element."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        location = op.location
        tensor = _allocated(op, rewriter, options, state)
        type = memref_buffer_type(tensor, options, state)
        buffer = to_buffer(rewriter, tensor, type, location)
        shape = ranked(op.results[0]).shape
        if op.op_operands:
            constants = [
                constant_index(rewriter, i, location, state.context)
                for i in range(max(shape, default=0))
            ]
            for element, indices in zip(
                op.operands, product(*(range(n) for n in shape)), strict=True
            ):
                where = [constants[i] for i in indices]
                create(rewriter, memref.StoreOp, (element, buffer, *where), location=location)
        replace_op_with_bufferized_values(rewriter, op, (buffer,))


def _map_over(
    rewriter: Rewriter,
    destination: Value,
    region: Region,
    location: Location,
    state: BufferizationState,
) -> Value:
    """A new linalg.map that fills the tensor `destination` with what the block of `region` yields.

    It takes the block, whose arguments, if there are any, are the indices of an element.
    """
    type, body = ranked(destination), region.blocks[0]
    index_class = op_class_for(state.context, "linalg.index", location)
    yield_class = op_class_for(state.context, "linalg.yield", location)
    map_class = op_class_for(state.context, "linalg.map", location)
    with rewriter.at(InsertionPoint.at_start(body)):
        for dim, argument in enumerate(list(body.arguments)):
            index = create(
                rewriter,
                index_class,
                (),
                (INDEX,),
                properties={"dim": i64_attr(dim)},
                location=location,
            )
            rewriter.replace_all_uses_with(argument, index.result)
    while body.arguments:
        body.erase_argument(len(body.arguments) - 1)
    body.add_argument(type.element_type, location)
    terminator = body.terminator
    with rewriter.at(InsertionPoint.before(terminator)):
        create(rewriter, yield_class, terminator.operands, location=terminator.location)
    rewriter.erase_op(terminator)
    taken = Region()
    taken.take_body(region)
    return create(
        rewriter, map_class, (destination,), (type,), regions=(taken,), location=location
    ).results[0]


class GenerateModel(AllocatesResult):
    """tensor.generate becomes a linalg.map over an allocation."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        tensor = _allocated(op, rewriter, options, state)
        filled = _map_over(rewriter, tensor, op.regions[0], op.location, state)
        rewriter.replace_op(op, (filled,))


class SplatModel(AllocatesResult):
    """tensor.splat becomes a linalg.map over an allocation."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        location = op.location
        tensor = _allocated(op, rewriter, options, state)
        yield_class = op_class_for(state.context, "tensor.yield", location)
        body = Block()
        body.append(yield_class.create((op.operand(0),), location=location))
        filled = _map_over(rewriter, tensor, Region([body]), location, state)
        rewriter.replace_op(op, (filled,))


class PadModel(ReifiesResultShapes, AllocatesResult):
    """tensor.pad becomes an allocation, a linalg.map over it, and an insertion of the source."""

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        source = memref_buffer_type(op.operand(0), options, state, invocation_stack)
        return identity_memref_type(ranked(op.results[0]), source.memory_space)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, PadOp)
        tensor = _allocated(op, rewriter, options, state)
        filled = _map_over(rewriter, tensor, op.region, op.location, state)
        sizes = dim_sizes(rewriter, op.source, op.location, state)
        inserted = InsertSliceOp.build(
            source=op.source,
            dest=filled,
            offsets=op.low,
            sizes=dynamic_part(sizes),
            strides=(),
            static_offsets=op.static_low,
            static_sizes=dense_i64(static_part(sizes)),
            static_strides=dense_i64([1] * len(sizes)),
            result_types=[filled.type],
            location=op.location,
        )
        rewriter.insert(inserted)
        rewriter.replace_op(op, (inserted.result,))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        assert isinstance(op, PadOp)
        shape: list[int | Value] = list(ranked(op.result).shape)
        total = AffineDimExpr(0) + AffineSymbolExpr(0) + AffineSymbolExpr(1)
        for i, padding in enumerate(zip(op.mixed_low, op.mixed_high, strict=True)):
            if shape[i] == DYNAMIC:
                size = dim_size(builder, op.source, i, op.location, state)
                shape[i] = folded_affine_apply(
                    builder, total, padding, op.location, state.context, dims=(size,)
                )
        return [shape]


class ConcatModel(ReifiesResultShapes, AllocatesResult):
    """tensor.concat becomes an allocation and a copy of each input into a part of it."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, ConcatOp)
        location, dim = op.location, op.dim.value
        tensor = _allocated(op, rewriter, options, state)
        type = memref_buffer_type(tensor, options, state)
        target = to_buffer(rewriter, tensor, type, location)
        sizes = dim_sizes(rewriter, target, location, state)
        offsets: list[int | Value] = [0] * len(sizes)
        for operand in op.inputs:
            source = get_buffer(rewriter, operand, options, state)
            size = dim_size(rewriter, source, dim, location, state)
            sizes[dim] = size
            view = subview(
                rewriter, target, offsets, sizes, [1] * len(sizes), location, ranked(operand).shape
            )
            options.create_memcpy(rewriter, location, source, view)
            total = AffineSymbolExpr(0) + AffineSymbolExpr(1)
            offsets[dim] = folded_affine_apply(
                rewriter, total, (offsets[dim], size), location, state.context
            )
        replace_op_with_bufferized_values(rewriter, op, (target,))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        assert isinstance(op, ConcatOp)
        shape: list[int | Value] = list(ranked(op.result).shape)
        dim = op.dim.value
        # One input of static extent tells it for all, but along the dimension of concatenation.
        for i, inferred in enumerate(op.inferred_shape()):
            if i != dim and shape[i] == DYNAMIC and inferred != DYNAMIC:
                shape[i] = inferred
            elif i != dim and shape[i] == DYNAMIC:
                shape[i] = dim_size(builder, op.inputs[0], i, op.location, state)
        if shape[dim] == DYNAMIC:  # its operations come last, as in MLIR
            terms = [dim_size(builder, v, dim, op.location, state) for v in op.inputs]
            total: AffineExpr = AffineDimExpr(0)
            for position in range(1, len(terms)):
                total = total + AffineDimExpr(position)
            shape[dim] = folded_affine_apply(
                builder, total, (), op.location, state.context, dims=terms
            )
        return [shape]
