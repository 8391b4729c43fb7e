"""Models of tensor operations whose result is a new tensor."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    ReifiesResultShapes,
    allocate_tensor_for_shaped_value,
    constant_index,
    create,
    folded_affine_apply,
    get_buffer,
    identity_memref_type,
    memref_buffer_type,
    memref_dim,
    op_class_for,
    replace_op_with_bufferized_values,
    subview,
    to_buffer,
)
from bufferize.interfaces import AllocatesResult, BufferizableOpInterface, mix
from bufferize.ir import (
    DYNAMIC,
    INDEX,
    AffineDimExpr,
    AffineExpr,
    AffineSymbolExpr,
    Block,
    Builder,
    DenseArrayAttr,
    InsertionPoint,
    IntegerAttr,
    Location,
    MemRefType,
    Operation,
    OpResult,
    RankedTensorType,
    Region,
    Rewriter,
    Type,
    Value,
    dense_i32,
    dense_i64,
    i64_attr,
)
from bufferize_tensor.models_views import mixed_sizes_of, size_of


def ranked(value: Value) -> RankedTensorType:
    """The type of `value`, which is a ranked tensor."""
    assert isinstance(value.type, RankedTensorType)
    return value.type


def dynamic_sizes_for(type: RankedTensorType, values: Sequence[Value]) -> list[int | Value]:
    """The extents of `type` with `values` for the dynamic ones."""
    return mix(type.shape, values)


def _refuse_memory_space(op: Operation, options: OneShotOptions) -> None:
    type = ranked(op.results[0])
    position = op.location.position()
    if options.memory_space_for(type, position) is not None:
        raise DiagnosticError(error("memory space not implemented yet", position))


class EmptyModel(ReifiesResultShapes, BufferizableOpInterface):
    """tensor.empty becomes bufferization.alloc_tensor: a buffer without contents."""

    def bufferizes_to_allocation(self, op: Operation, value: Value) -> bool:
        return True

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
        tensor = allocate_tensor_for_shaped_value(
            rewriter, op.location, op.results[0], options, state, copy=False
        )
        rewriter.replace_op(op, (tensor,))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        return [dynamic_sizes_for(ranked(op.results[0]), op.operands)]


class FromElementsModel(AllocatesResult):
    """tensor.from_elements becomes an allocation and one store for each element."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        location = op.location
        tensor = allocate_tensor_for_shaped_value(
            rewriter, location, op.results[0], options, state, copy=False
        )
        type = memref_buffer_type(tensor, options, state)
        buffer = to_buffer(rewriter, tensor, type, location)
        shape = ranked(op.results[0]).shape
        if op.op_operands:
            constants = [
                constant_index(rewriter, i, location, state.context)
                for i in range(max(shape, default=0))
            ]
            for number, element in enumerate(op.operands):
                indices = [constants[i] for i in _position(number, shape)]
                create(rewriter, memref.StoreOp, (element, buffer, *indices), location=location)
        replace_op_with_bufferized_values(rewriter, op, (buffer,))


def _position(number: int, shape: Sequence[int]) -> list[int]:
    """The indices of element `number` in row-major order."""
    indices: list[int] = []
    for extent in reversed(shape):
        number, index = divmod(number, extent)
        indices.append(index)
    return indices[::-1]


def _map_over(
    rewriter: Rewriter,
    destination: Value,
    body: Block,
    location: Location,
    state: BufferizationState,
) -> Value:
    """A new linalg.map that fills the tensor `destination` with what `body` yields.

    The arguments of `body`, if it has any, are the indices of an element.
    """
    type = ranked(destination)
    index_class = op_class_for(state.context, "linalg.index", location)
    yield_class = op_class_for(state.context, "linalg.yield", location)
    map_class = op_class_for(state.context, "linalg.map", location)
    start = InsertionPoint.at_start(body)
    with rewriter.at(start):
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
    if body.parent is not None:
        body.parent.blocks.remove(body)
        body.parent = None
    return create(
        rewriter, map_class, (destination,), (type,), regions=(Region([body]),), location=location
    ).results[0]


class GenerateModel(ReifiesResultShapes, AllocatesResult):
    """tensor.generate becomes a linalg.map over an allocation."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        _refuse_memory_space(op, options)
        tensor = allocate_tensor_for_shaped_value(
            rewriter, op.location, op.results[0], options, state, copy=False
        )
        filled = _map_over(rewriter, tensor, op.regions[0].blocks[0], op.location, state)
        rewriter.replace_op(op, (filled,))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        return [dynamic_sizes_for(ranked(op.results[0]), op.operands)]


class SplatModel(ReifiesResultShapes, AllocatesResult):
    """tensor.splat becomes a linalg.map over an allocation."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        location = op.location
        tensor = allocate_tensor_for_shaped_value(
            rewriter, location, op.results[0], options, state, copy=False
        )
        _refuse_memory_space(op, options)
        yield_class = op_class_for(state.context, "tensor.yield", location)
        body = Block()
        body.append(yield_class.create((op.operand(0),), location=location))
        rewriter.replace_op(op, (_map_over(rewriter, tensor, body, location, state),))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        return [dynamic_sizes_for(ranked(op.results[0]), op.operands[1:])]


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
        source = op.operand(0)
        tensor = allocate_tensor_for_shaped_value(
            rewriter, op.location, op.results[0], options, state, copy=False
        )
        filled = _map_over(rewriter, tensor, op.regions[0].blocks[0], op.location, state)
        sizes = mixed_sizes_of(rewriter, source, op, state)
        low, _ = _padding(op)
        dynamic_low = [value for value in low if isinstance(value, Value)]
        dynamic_sizes = [value for value in sizes if isinstance(value, Value)]
        insert_class = op_class_for(state.context, "tensor.insert_slice", op.location)
        inserted = create(
            rewriter,
            insert_class,
            (source, filled, *dynamic_low, *dynamic_sizes),
            (filled.type,),
            properties={
                "operandSegmentSizes": dense_i32([1, 1, len(dynamic_low), len(dynamic_sizes), 0]),
                "static_offsets": dense_i64(n if isinstance(n, int) else DYNAMIC for n in low),
                "static_sizes": dense_i64(n if isinstance(n, int) else DYNAMIC for n in sizes),
                "static_strides": dense_i64([1] * len(sizes)),
            },
            location=op.location,
        )
        rewriter.replace_op(op, (inserted.result,))

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        source, low_high = op.operand(0), _padding(op)
        shape: list[int | Value] = []
        total = AffineDimExpr(0) + AffineSymbolExpr(0) + AffineSymbolExpr(1)
        for i, extent in enumerate(ranked(op.results[0]).shape):
            if extent != DYNAMIC:
                shape.append(extent)
                continue
            size = size_of(builder, source, i, op, state)
            padding = (low_high[0][i], low_high[1][i])
            shape.append(
                folded_affine_apply(
                    builder, total, padding, op.location, state.context, dims=(size,)
                )
            )
        return [shape]


def _padding(op: Operation) -> tuple[list[int | Value], list[int | Value]]:
    """The low and the high padding of a tensor.pad, for each dimension."""
    segments = op.properties["operandSegmentSizes"]
    low, high = op.properties["static_low"], op.properties["static_high"]
    assert isinstance(segments, DenseArrayAttr)
    assert isinstance(low, DenseArrayAttr)
    assert isinstance(high, DenseArrayAttr)
    split = 1 + segments.values[1]
    return mix(low.values, op.operands[1:split]), mix(high.values, op.operands[split:])


class ConcatModel(ReifiesResultShapes, AllocatesResult):
    """tensor.concat becomes an allocation and a copy of each input into a part of it."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        location, type = op.location, ranked(op.results[0])
        tensor = allocate_tensor_for_shaped_value(
            rewriter, location, op.results[0], options, state, copy=False
        )
        _refuse_memory_space(op, options)
        target_type = identity_memref_type(type)
        target = to_buffer(rewriter, tensor, target_type, location)
        dim = _concat_dim(op)
        offsets: list[int | Value] = [0] * len(type.shape)
        sizes = _buffer_sizes(rewriter, target, location, state)
        for operand in op.operands:
            source = get_buffer(rewriter, operand, options, state)
            size = _buffer_size(rewriter, source, dim, location, state)
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
        dim, result = _concat_dim(op), ranked(op.results[0])
        shape: list[int | Value] = list(result.shape)
        for i, extent in enumerate(result.shape):
            if extent != DYNAMIC:
                continue
            if i != dim:
                # One input of static extent tells it for all.
                known = [e for e in (ranked(v).shape[i] for v in op.operands) if e != DYNAMIC]
                if known:
                    shape[i] = known[0]
                else:
                    shape[i] = size_of(builder, op.operand(0), i, op, state)
                continue
            terms = [size_of(builder, operand, dim, op, state) for operand in op.operands]
            total: AffineExpr = AffineDimExpr(0)
            for position in range(1, len(terms)):
                total = total + AffineDimExpr(position)
            shape[i] = folded_affine_apply(
                builder, total, (), op.location, state.context, dims=terms
            )
        return [shape]


def _concat_dim(op: Operation) -> int:
    dim = op.properties["dim"]
    assert isinstance(dim, IntegerAttr)
    return dim.value


def _buffer_size(
    builder: Builder, buffer: Value, dim: int, location: Location, state: BufferizationState
) -> int | Value:
    assert isinstance(buffer.type, MemRefType)
    extent = buffer.type.shape[dim]
    return memref_dim(builder, buffer, dim, location, state) if extent == DYNAMIC else extent


def _buffer_sizes(
    builder: Builder, buffer: Value, location: Location, state: BufferizationState
) -> list[int | Value]:
    assert isinstance(buffer.type, MemRefType)
    return [
        _buffer_size(builder, buffer, dim, location, state) for dim in range(len(buffer.type.shape))
    ]
