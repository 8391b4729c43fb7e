"""Constraints on the types and attributes of the llvm dialect's ops, with MLIR's wording."""

from __future__ import annotations

from typing import Any

from bufferize import define as d
from bufferize.define import Constraint, array_of, instance_of, one_of, pred
from bufferize.define.type_constraints import SIGNLESS_INTEGER
from bufferize.ir import Type, VectorType
from bufferize_llvm.attributes import AliasScopeAttr, TBAATagAttr
from bufferize_llvm.debug_info import DIGlobalVariableExpressionAttr
from bufferize_llvm.loop_annotations import AccessGroupAttr
from bufferize_llvm.types import (
    ArrayType,
    LLVMFunctionType,
    PointerType,
    StructType,
    TokenType,
    VoidType,
    is_compatible,
    is_float,
    is_loadable,
    is_vector,
)

ANY_LLVM: Constraint[Type] = pred(is_compatible, "LLVM dialect-compatible type")
FLOAT: Constraint[Type] = pred(is_float, "floating point LLVM type")
POINTER = instance_of(PointerType, "LLVM pointer type")
DEFAULT_POINTER = d.exactly(PointerType(), "LLVM pointer in address space 0")
STRUCT = instance_of(StructType, "LLVM structure type")
TOKEN = instance_of(TokenType, "LLVM token type")
FUNCTION = instance_of(LLVMFunctionType, "LLVM function type")
LOADABLE: Constraint[Type] = pred(is_loadable, "LLVM type with size")
AGGREGATE: Constraint[Type] = pred(
    lambda t: isinstance(t, StructType | ArrayType), "LLVM aggregate type"
)
NON_AGGREGATE: Constraint[Type] = pred(
    lambda t: is_compatible(t) and not isinstance(t, StructType | ArrayType),
    "LLVM-compatible non-aggregate type",
)
PRIMITIVE: Constraint[Type] = pred(
    lambda t: is_compatible(t) and not isinstance(t, VoidType | LLVMFunctionType),
    "primitive LLVM type",
)
VECTOR = instance_of(VectorType, "LLVM dialect-compatible vector type", also=is_vector)
FIXED_VECTOR: Constraint[Type] = pred(
    lambda t: not (isinstance(t, VectorType) and t.is_scalable),
    "LLVM dialect-compatible fixed-length vector type",
)


def vector_of(element: Constraint[Any]) -> Constraint[Type]:
    """A vector of such elements."""
    check = element.check
    return pred(
        lambda t: is_vector(t) and check(t.element_type),
        f"LLVM dialect-compatible vector of {element.description}",
    )


def scalar_or_vector_of(element: Constraint[Any]) -> Constraint[Type]:
    """An element or a vector of such elements."""
    return one_of(element, vector_of(element))


INTEGERS = scalar_or_vector_of(SIGNLESS_INTEGER)
FLOATS = scalar_or_vector_of(FLOAT)
POINTERS = scalar_or_vector_of(POINTER)
BOOLS = scalar_or_vector_of(d.I1)
INTEGERS_OR_POINTERS: Constraint[Type] = one_of(INTEGERS, POINTERS)
ATOMIC: Constraint[Type] = one_of(FLOAT, POINTER, SIGNLESS_INTEGER, FIXED_VECTOR)
EXCHANGEABLE: Constraint[Type] = one_of(SIGNLESS_INTEGER, POINTER)

ACCESS_GROUPS = array_of(AccessGroupAttr, "LLVM dialect access group metadata array")
ALIAS_SCOPES = array_of(AliasScopeAttr, "LLVM dialect alias scope array")
TBAA_TAGS = array_of(TBAATagAttr, "LLVM dialect TBAA tag metadata array")
VARIABLE_EXPRESSIONS = array_of(DIGlobalVariableExpressionAttr, "an array of variable expressions")


def same_shape(type: Type, element: Type) -> Type:
    """The type with another element type: a vector as long, or else the element type itself."""
    if isinstance(type, VectorType):
        return VectorType(type.shape, element, type.scalable_dims)
    return element
