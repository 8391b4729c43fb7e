"""Getting the buffer of a tensor, and replacing tensor operations by buffer operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from bufferize.analysis.log import Decision, Reason
from bufferize.diagnostics import DiagnosticError, PluginError, error
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.dialects.memref import CastOp, DimOp, symbol_count
from bufferize.dialects.strided import are_cast_compatible, is_guaranteed_cast
from bufferize.driver.buffer_type_queries import get_buffer_type
from bufferize.driver.buffer_types import without_layout
from bufferize.driver.building import constant_index, create, tensor_dim
from bufferize.driver.custom_types import cast_custom_buffer, copy_custom_buffer
from bufferize.interfaces import is_tensor_like
from bufferize.ir import (
    DYNAMIC,
    INDEX,
    Attribute,
    Builder,
    InsertionPoint,
    Location,
    MemRefType,
    Operation,
    OpOperand,
    RankedTensorType,
    Region,
    Rewriter,
    TensorType,
    Type,
    UnrankedMemRefType,
    Value,
)

if TYPE_CHECKING:
    from bufferize.driver.options import OneShotOptions
    from bufferize.driver.state import BufferizationState

OperationT = TypeVar("OperationT", bound=Operation)


def get_buffer(
    rewriter: Rewriter, value: Value, options: OneShotOptions, state: BufferizationState
) -> Value:
    """The buffer of the tensor `value`; a value that is no tensor is its own.

    That is what the value's `to_tensor` was made from, or else a new `to_buffer` right after the
    definition. Raises DiagnosticError where the buffer's type cannot be told.
    """
    if not is_tensor_like(value.type):
        return value
    definition = value.defining_op
    if isinstance(definition, ToTensorOp):
        return definition.operand(0)
    buffer_type = get_buffer_type(value, options, state)
    with rewriter.at(InsertionPoint.after_value(value)):
        return to_buffer(rewriter, value, buffer_type, value.location)


def to_buffer(builder: Builder, tensor: Value, type: Type, location: Location) -> Value:
    """A new `bufferization.to_buffer`."""
    return create(builder, ToBufferOp, (tensor,), (type,), location=location).result


def to_tensor(builder: Builder, buffer: Value, type: Type, location: Location) -> Value:
    """A new `bufferization.to_tensor`."""
    return create(builder, ToTensorOp, (buffer,), (type,), location=location).result


def replace_op_with_bufferized_values(
    rewriter: Rewriter, op: Operation, values: Sequence[Value]
) -> None:
    """Replace every result of `op`, a tensor result by the `to_tensor` of the buffer given."""
    replacements = []
    for result, value in zip(op.results, values, strict=True):
        if is_tensor_like(result.type):
            with rewriter.at(InsertionPoint.after(op)):
                value = to_tensor(rewriter, value, result.type, value.location)
        replacements.append(value)
    rewriter.replace_op(op, replacements)


def replace_op_with_new_bufferized_op(
    rewriter: Rewriter,
    op: Operation,
    op_class: type[OperationT],
    operands: Sequence[Value],
    result_types: Sequence[Type],
    *,
    properties: dict[str, Attribute] | None = None,
    attributes: dict[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
) -> OperationT:
    """Create an operation on buffers at the rewriter's place and let it replace `op`."""
    new = create(
        rewriter,
        op_class,
        operands,
        result_types,
        properties=properties,
        attributes=attributes,
        regions=regions,
        location=op.location,
    )
    replace_op_with_bufferized_values(rewriter, op, new.results)
    return new


def memref_cast(builder: Builder, buffer: Value, type: Type, location: Location) -> Value:
    """A new `memref.cast`, or `buffer` where it has the type already."""
    if buffer.type == type:
        return buffer
    return create(builder, CastOp, (buffer,), (type,), location=location).result


def cast_buffer(
    builder: Builder,
    buffer: Value,
    type: Type,
    tensor_type: Type,
    location: Location,
    state: BufferizationState,
) -> Value:
    """`buffer`, which holds a `tensor_type`, cast to `type`, or as it is where it has that already.

    Raises PluginError where the model of a custom tensor type promised a cast that it cannot make.
    """
    if isinstance(tensor_type, TensorType) or buffer.type == type:
        return memref_cast(builder, buffer, type, location)
    cast = cast_custom_buffer(builder, buffer, type, tensor_type, location, state)
    if cast is None:
        raise PluginError(
            f"the model of {tensor_type} gives {type} as a buffer type that one of type "
            f"{buffer.type} can be cast to, but knows no such cast"
        )
    return cast


def cast_or_copy_buffer(
    rewriter: Rewriter,
    buffer: Value,
    type: Type,
    options: OneShotOptions,
    state: BufferizationState,
    operand: OpOperand,
) -> Value | None:
    """`buffer`, which is that of the tensor `operand`, as one of `type`: cast, or else copied.

    None where neither is possible. Raises DiagnosticError as `cast_or_reallocate`, and where the
    model of a custom tensor type cannot copy.
    """
    tensor_type, location = operand.value.type, operand.owner.location
    if buffer.type == type:
        return buffer
    if isinstance(tensor_type, TensorType):
        if isinstance(buffer.type, MemRefType) and isinstance(type, MemRefType):
            return cast_or_reallocate(rewriter, buffer, type, options, state, operand)
        return None
    cast = cast_custom_buffer(rewriter, buffer, type, tensor_type, location, state)
    if cast is not None:
        return cast
    _note_layout_copy(operand, tensor_type, buffer.type, type, state)
    return copy_custom_buffer(rewriter, buffer, type, tensor_type, location, state)


def cast_or_reallocate(
    rewriter: Rewriter,
    buffer: Value,
    type: MemRefType,
    options: OneShotOptions,
    state: BufferizationState,
    operand: OpOperand,
) -> Value | None:
    """`buffer` as a buffer of `type`: by a cast that cannot fail, or else by a copy.

    The report gives the copy as one for `operand`, whose buffer it is. None where neither is
    possible, because elements or rank differ. Raises DiagnosticError where no new buffer can have
    the strides that `type` asks for.
    """
    source = buffer.type
    assert isinstance(source, MemRefType)
    if source.element_type != type.element_type or len(source.shape) != len(type.shape):
        return None
    location = buffer.location
    if _is_castable(source, type):
        return create(rewriter, CastOp, (buffer,), (type,), location=location).result
    # What is allocated has known strides.
    new_type = without_layout(type) if symbol_count(type) else type
    if new_type != type and not _is_castable(new_type, type):
        raise DiagnosticError(
            error(
                f"cannot make a buffer of type '{type}' from one of type '{source}': nothing tells "
                "the strides that a new buffer would need",
                location.position(),
            )
        )
    sizes = [
        memref_dim(rewriter, buffer, i, location, state)
        for i, extent in enumerate(type.shape)
        if extent == DYNAMIC
    ]
    copy = options.create_alloc(rewriter, location, new_type, sizes)
    state.new_buffers.append(copy)
    options.create_memcpy(rewriter, location, buffer, copy)
    tensor_type = RankedTensorType(type.shape, type.element_type)
    _note_layout_copy(operand, tensor_type, source, type, state)
    return memref_cast(rewriter, copy, type, location)


def _is_castable(source: MemRefType, target: MemRefType) -> bool:
    """Whether there is a cast from `source` to `target` that cannot fail."""
    return are_cast_compatible(source, target) and is_guaranteed_cast(source, target)


def _note_layout_copy(
    operand: OpOperand, tensor_type: Type, given: Type, needed: Type, state: BufferizationState
) -> None:
    """Tell the report that a buffer is copied because one of another type is needed."""
    cause = Decision(operand, False, Reason.LAYOUT)
    detail = f"a buffer of type '{needed}' is needed, which one of type '{given}' is not"
    state.copies.note(cause, tensor_type, state.analysis, detail)


def memref_dim(
    builder: Builder, buffer: Value, dimension: int, location: Location, state: BufferizationState
) -> Value:
    """A new `memref.dim` and the constant that it needs."""
    index = constant_index(builder, dimension, location, state.context)
    return create(builder, DimOp, (buffer, index), (INDEX,), location=location).result


def dim_size(
    builder: Builder, value: Value, dimension: int, location: Location, state: BufferizationState
) -> int | Value:
    """An extent of a ranked tensor or memref: a number, or a new dim operation if it is dynamic."""
    type = value.type
    assert isinstance(type, RankedTensorType | MemRefType)
    extent = type.shape[dimension]
    if extent != DYNAMIC:
        return extent
    if isinstance(type, MemRefType):
        return memref_dim(builder, value, dimension, location, state)
    return tensor_dim(builder, value, dimension, location, state.context)


def dim_sizes(
    builder: Builder, value: Value, location: Location, state: BufferizationState
) -> list[int | Value]:
    """All extents of a ranked tensor or memref, each as `dim_size` gives it."""
    assert isinstance(value.type, RankedTensorType | MemRefType)
    return [dim_size(builder, value, i, location, state) for i in range(len(value.type.shape))]


def dynamic_dim_sizes(
    builder: Builder, value: Value, location: Location, state: BufferizationState
) -> list[Value]:
    """New dim operations for the dynamic extents of a ranked tensor or memref."""
    sizes = dim_sizes(builder, value, location, state)
    return [size for size in sizes if isinstance(size, Value)]


def fold_to_buffer_of_to_tensor(
    rewriter: Rewriter, op: Operation, options: OneShotOptions, state: BufferizationState
) -> bool:
    """Replace `to_buffer(to_tensor(x))` by x, cast or copied to the type that is asked for.

    The rewriter stands at `op`. False where `op` is not fed by a `to_tensor`, other than one of its
    own result, or where no cast or copy leads from one type to the other. Raises DiagnosticError
    where that would need a copy of an unranked buffer.
    """
    definition = op.operand(0).defining_op
    if not isinstance(definition, ToTensorOp) or definition.operand(0) is op.result:
        return False
    buffer, type = definition.operand(0), op.result.type
    replacement: Value | None = buffer
    if buffer.type != type:
        operand = op.op_operands[0]
        if not isinstance(operand.value.type, TensorType) or (
            isinstance(buffer.type, MemRefType) and isinstance(type, MemRefType)
        ):
            replacement = cast_or_copy_buffer(rewriter, buffer, type, options, state, operand)
        elif isinstance(buffer.type, UnrankedMemRefType) and isinstance(type, MemRefType):
            replacement = None
        elif are_cast_compatible(buffer.type, type):
            replacement = memref_cast(rewriter, buffer, type, op.location)
        else:
            raise DiagnosticError(
                error(
                    f"'{op.name}' op cannot make a buffer of type '{type}' from one of type "
                    f"'{buffer.type}': a buffer of unknown rank cannot be copied",
                    op,
                )
            )
    if replacement is None:
        return False
    rewriter.replace_op(op, (replacement,))
    return True
