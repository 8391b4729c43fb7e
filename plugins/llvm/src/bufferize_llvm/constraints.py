"""Constraints on the types and attributes of the llvm dialect's ops, with MLIR's wording."""

from __future__ import annotations

from typing import Any

from bufferize import define as d
from bufferize import ir
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

ANY_LLVM: d.Constraint[ir.Type] = d.pred(is_compatible, "LLVM dialect-compatible type")
FLOAT: d.Constraint[ir.Type] = d.pred(is_float, "floating point LLVM type")
POINTER = d.instance_of(PointerType, "LLVM pointer type")
DEFAULT_POINTER = d.exactly(PointerType(), "LLVM pointer in address space 0")
STRUCT = d.instance_of(StructType, "LLVM structure type")
TOKEN = d.instance_of(TokenType, "LLVM token type")
FUNCTION = d.instance_of(LLVMFunctionType, "LLVM function type")
LOADABLE: d.Constraint[ir.Type] = d.pred(is_loadable, "LLVM type with size")
AGGREGATE: d.Constraint[ir.Type] = d.pred(
    lambda t: isinstance(t, StructType | ArrayType), "LLVM aggregate type"
)
NON_AGGREGATE: d.Constraint[ir.Type] = d.pred(
    lambda t: is_compatible(t) and not isinstance(t, StructType | ArrayType),
    "LLVM-compatible non-aggregate type",
)
PRIMITIVE: d.Constraint[ir.Type] = d.pred(
    lambda t: is_compatible(t) and not isinstance(t, VoidType | LLVMFunctionType),
    "primitive LLVM type",
)
VECTOR = d.instance_of(ir.VectorType, "LLVM dialect-compatible vector type", also=is_vector)
FIXED_VECTOR: d.Constraint[ir.Type] = d.pred(
    lambda t: not (isinstance(t, ir.VectorType) and t.is_scalable),
    "LLVM dialect-compatible fixed-length vector type",
)


def vector_of(element: d.Constraint[Any]) -> d.Constraint[ir.Type]:
    """Return the constraint on a vector whose elements satisfy `element`."""
    check = element.check
    return d.pred(
        lambda t: is_vector(t) and check(t.element_type),
        f"LLVM dialect-compatible vector of {element.description}",
    )


def scalar_or_vector_of(element: d.Constraint[Any]) -> d.Constraint[ir.Type]:
    """Return the constraint on a scalar, or a vector of scalars, that satisfies `element`."""
    return d.one_of(element, vector_of(element))


INTEGERS = scalar_or_vector_of(d.SIGNLESS_INTEGER)
FLOATS = scalar_or_vector_of(FLOAT)
POINTERS = scalar_or_vector_of(POINTER)
BOOLS = scalar_or_vector_of(d.I1)
INTEGERS_OR_POINTERS: d.Constraint[ir.Type] = d.one_of(INTEGERS, POINTERS)
ATOMIC: d.Constraint[ir.Type] = d.one_of(FLOAT, POINTER, d.SIGNLESS_INTEGER, FIXED_VECTOR)
EXCHANGEABLE: d.Constraint[ir.Type] = d.one_of(d.SIGNLESS_INTEGER, POINTER)

ACCESS_GROUPS = d.array_of(AccessGroupAttr, "LLVM dialect access group metadata array")
ALIAS_SCOPES = d.array_of(AliasScopeAttr, "LLVM dialect alias scope array")
TBAA_TAGS = d.array_of(TBAATagAttr, "LLVM dialect TBAA tag metadata array")
VARIABLE_EXPRESSIONS = d.array_of(
    DIGlobalVariableExpressionAttr, "an array of variable expressions"
)


def same_shape(type: ir.Type, element: ir.Type) -> ir.Type:
    """Return `element`, or a vector of it with the shape of `type` if that is a vector."""
    if isinstance(type, ir.VectorType):
        return ir.VectorType(type.shape, element, type.scalable_dims)
    return element
