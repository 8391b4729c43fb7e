"""The memref types that tensors become."""

from __future__ import annotations

from bufferize.diagnostics import DiagnosticError, Position, error
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
    RankedTensorType,
    StridedLayoutAttr,
    TensorType,
    UnrankedMemRefType,
    VectorType,
)

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


def without_layout(type: MemRefType) -> MemRefType:
    """`type` with the identity layout."""
    return MemRefType(type.shape, type.element_type, None, type.memory_space)
