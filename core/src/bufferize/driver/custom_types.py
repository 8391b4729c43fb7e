"""Buffers of custom tensor types: what the models of those types say, checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bufferize.diagnostics import DiagnosticError, PluginError, Position, error
from bufferize.interfaces import TensorTypeModel, is_buffer_like
from bufferize.ir import Builder, Location, Operation, Type, Value

if TYPE_CHECKING:
    from bufferize.driver.state import BufferizationState


def type_model(type: Type, state: BufferizationState, position: Position | None) -> TensorTypeModel:
    """The model of a custom tensor type. Raises DiagnosticError where no plugin gives one."""
    model = state.context.type_model(type)
    if model is None:
        message = f"no buffer type is known for values of type {type}"
        raise DiagnosticError(error(message, position))
    assert isinstance(model, TensorTypeModel)  # the context has checked it
    return model


def custom_buffer_type(type: Type, state: BufferizationState, position: Position | None) -> Type:
    """The buffer type of a custom tensor type of which nothing else is known.

    Raises DiagnosticError, at `position`, where no plugin gives one.
    """
    model = type_model(type, state, position)
    return _checked(model.get_buffer_type(type, state.options), model, "get_buffer_type")


def custom_boundary_type(type: Type, function: Operation, state: BufferizationState) -> Type:
    """The buffer type of a parameter or result of `function` of a custom tensor type.

    Raises DiagnosticError where no plugin gives one.
    """
    model = type_model(type, state, function.location.position())
    found = model.get_function_boundary_type(type, function, state.options)
    return _checked(found, model, "get_function_boundary_type")


def common_custom_buffer_type(
    type: Type, a: Type, b: Type, op: Operation, state: BufferizationState
) -> Type:
    """The type that buffers of types `a` and `b` can be cast to, as the model of `type` says.

    Raises DiagnosticError, at `op`, where there is none.
    """
    model = type_model(type, state, op.location.position())
    common = model.get_common_buffer_type(type, a, b)
    if common is None:
        message = f"'{op.name}' op needs one buffer type of {a} and {b}, which have none in common"
        raise DiagnosticError(error(message, op))
    return _checked(common, model, "get_common_buffer_type")


def custom_copy_type(
    type: Type, buffer_type: Type, state: BufferizationState, position: Position | None
) -> Type:
    """The type of a copy of a buffer, which holds a custom tensor type."""
    model = type_model(type, state, position)
    return _checked(model.get_copy_type(type, buffer_type), model, "get_copy_type")


def cast_custom_buffer(
    builder: Builder,
    buffer: Value,
    to: Type,
    tensor_type: Type,
    location: Location,
    state: BufferizationState,
) -> Value | None:
    """`buffer` as one of type `to`, None where its type's model knows no such cast."""
    model = type_model(tensor_type, state, location.position())
    cast = model.cast_buffer(tensor_type, builder, buffer, to, location)
    return None if cast is None else _of_type(cast, to, model, "cast_buffer")


def copy_custom_buffer(
    builder: Builder,
    buffer: Value,
    to: Type,
    tensor_type: Type,
    location: Location,
    state: BufferizationState,
) -> Value:
    """A new buffer of type `to` with the contents of `buffer`.

    Raises DiagnosticError where its type's model cannot copy.
    """
    model = type_model(tensor_type, state, location.position())
    copy = model.copy_buffer(tensor_type, builder, buffer, to, location, state.options)
    if copy is None:
        raise DiagnosticError(
            error(
                f"a value of type {tensor_type} has to be copied, from a buffer of type "
                f"{buffer.type} to one of type {to}, which the model of its type cannot do",
                location.position(),
            )
        )
    return _of_type(copy, to, model, "copy_buffer")


def _checked(found: Type, model: TensorTypeModel, method: str) -> Type:
    """`found`, if it is a buffer type at all. Raises PluginError otherwise."""
    if is_buffer_like(found):
        return found
    raise PluginError(f"{type(model).__name__}.{method} gives {found!r}, which is no buffer type")


def _of_type(value: Value, to: Type, model: TensorTypeModel, method: str) -> Value:
    given = repr(value)
    if isinstance(value, Value):
        inserted = value.parent_block is not None
        if value.type == to and inserted:
            return value
        given = f"a value of type {value.type}{'' if inserted else ' that is not inserted'}"
    raise PluginError(f"{type(model).__name__}.{method} gives {given} in place of one of type {to}")
