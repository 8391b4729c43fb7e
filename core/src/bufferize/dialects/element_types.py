"""Computations on the types of elementwise ops."""

from __future__ import annotations

from bufferize.ir import (
    I1,
    MemRefType,
    RankedTensorType,
    ShapedType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)


def with_element_type(type: Type, element_type: Type) -> Type:
    """A shaped type with another element type; any other type becomes `element_type`."""
    if isinstance(type, VectorType):
        return VectorType(type.shape, element_type, type.scalable_dims)
    if isinstance(type, RankedTensorType):
        return RankedTensorType(type.shape, element_type, type.encoding)
    if isinstance(type, UnrankedTensorType):
        return UnrankedTensorType(element_type)
    if isinstance(type, MemRefType):
        return MemRefType(type.shape, element_type, type.layout, type.memory_space)
    if isinstance(type, UnrankedMemRefType):
        return UnrankedMemRefType(element_type, type.memory_space)
    if isinstance(type, ShapedType):
        raise TypeError(f"cannot change the element type of {type}")
    return element_type


def bool_type_like(type: Type) -> Type:
    """`i1`, or the shaped type of `i1` with the shape of `type`."""
    return with_element_type(type, I1)
