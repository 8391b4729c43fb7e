"""The memref types that tensors become."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bufferize.diagnostics import DiagnosticError, Position, error
from bufferize.driver.custom_types import common_custom_buffer_type
from bufferize.interfaces import MemRefElementType
from bufferize.ir import (
    DYNAMIC,
    Attribute,
    BaseMemRefType,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    OpaqueType,
    Operation,
    RankedTensorType,
    StridedLayoutAttr,
    TensorType,
    Type,
    UnrankedMemRefType,
    VectorType,
)

if TYPE_CHECKING:
    from bufferize.driver.state import BufferizationState

_ELEMENT_TYPES = (
    IntegerType,
    IndexType,
    FloatType,
    ComplexType,
    VectorType,
    BaseMemRefType,
    OpaqueType,  # of a dialect that is not there to be asked
    MemRefElementType,
)


def check_element_type(type: TensorType, position: Position | None) -> None:
    """Raise DiagnosticError, at `position`, unless a memref may hold the elements of `type`."""
    if not isinstance(type.element_type, _ELEMENT_TYPES):
        raise DiagnosticError(
            error(
                f"cannot bufferize value of type {type}: element type {type.element_type} is not "
                "a valid memref element type",
                position,
            )
        )


def identity_memref_type(type: TensorType, memory_space: Attribute | None = None) -> BaseMemRefType:
    """The memref type of `type` with the identity layout; unranked stays unranked."""
    if isinstance(type, RankedTensorType):
        return MemRefType(type.shape, type.element_type, None, memory_space)
    return UnrankedMemRefType(type.element_type, memory_space)


def fully_dynamic_memref_type(
    type: TensorType, memory_space: Attribute | None = None
) -> BaseMemRefType:
    """The memref type of `type` with a dynamic offset and dynamic strides."""
    if not isinstance(type, RankedTensorType):
        return UnrankedMemRefType(type.element_type, memory_space)
    layout = StridedLayoutAttr(DYNAMIC, (DYNAMIC,) * len(type.shape))
    return MemRefType(type.shape, type.element_type, layout, memory_space)


def common_buffer_type(
    tensor: Type, types: Iterable[Type], problem: str, op: Operation, state: BufferizationState
) -> Type:
    """The type that buffers of all `types` can be cast to; each holds a `tensor`.

    A fully dynamic one where they differ, or what the model of a custom tensor type says. Raises
    DiagnosticError, which says `problem` at `op`, where not even their memory spaces are the same.
    """
    result, *others = types
    for type in others:
        if type == result:
            continue
        if not isinstance(tensor, TensorType):
            result = common_custom_buffer_type(tensor, result, type, op, state)
        elif (
            isinstance(result, BaseMemRefType)
            and isinstance(type, BaseMemRefType)
            and result.memory_space == type.memory_space
        ):
            result = fully_dynamic_memref_type(tensor, type.memory_space)
        else:
            raise DiagnosticError(error(problem, op))
    return result


def without_layout(type: MemRefType) -> MemRefType:
    """`type` with the identity layout."""
    return MemRefType(type.shape, type.element_type, None, type.memory_space)
