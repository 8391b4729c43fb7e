"""Result types of elementwise ops, and `#arith.fastmath`, which several dialects share.

The arith dialect registers the attribute; math and complex use it without needing arith.
"""

from __future__ import annotations

from typing import ClassVar, Final

from bufferize import define as d
from bufferize import ir


def with_element_type(type: ir.Type, element_type: ir.Type) -> ir.Type:
    """Return a shaped type with another element type; any other type becomes `element_type`."""
    if isinstance(type, ir.VectorType):
        return ir.VectorType(type.shape, element_type, type.scalable_dims)
    if isinstance(type, ir.RankedTensorType):
        return ir.RankedTensorType(type.shape, element_type, type.encoding)
    if isinstance(type, ir.UnrankedTensorType):
        return ir.UnrankedTensorType(element_type)
    if isinstance(type, ir.MemRefType):
        return ir.MemRefType(type.shape, element_type, type.layout, type.memory_space)
    if isinstance(type, ir.UnrankedMemRefType):
        return ir.UnrankedMemRefType(element_type, type.memory_space)
    if isinstance(type, ir.ShapedType):
        raise TypeError(f"cannot change the element type of {type}")
    return element_type


def bool_type_like(type: ir.Type) -> ir.Type:
    """Return `i1`, or the shaped type of `i1` with the shape of `type`."""
    return with_element_type(type, ir.I1)


class FastMathAttr(d.BitEnumAttr):
    """`#arith.fastmath<...>`: what a floating-point op may assume."""

    dialect_name: ClassVar = "arith"
    mnemonic: ClassVar = "fastmath"
    cases: ClassVar = {
        "none": 0,
        "reassoc": 1,
        "nnan": 2,
        "ninf": 4,
        "nsz": 8,
        "arcp": 16,
        "contract": 32,
        "afn": 64,
        "fast": 127,
    }
    cpp_name: ClassVar = "::mlir::arith::FastMathFlags"
    separator: ClassVar = ","


FASTMATH_NONE: Final = FastMathAttr(0)
"""No assumption at all."""
