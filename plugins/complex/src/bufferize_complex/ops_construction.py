"""Making complex numbers."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import AllTypesMatch, ConstantLike, Operation, Pure, TypesMatchWith
from bufferize.define.attr_constraints import ARRAY_ATTR
from bufferize.define.type_constraints import ANY_COMPLEX, ANY_TYPE, FLOAT
from bufferize.ir import (
    ArrayAttr,
    Attribute,
    ComplexType,
    FloatAttr,
    FloatType,
    IntegerAttr,
    IntegerType,
    Type,
    Value,
    bit_width,
)
from bufferize_complex.base import COMPLEX, COMPLEX_OF_FLOAT
from bufferize_complex.ops_arithmetic import element_type


@COMPLEX.op("constant")
class ConstantOp(Operation):
    """A complex number known at compile time, as an array of its two parts."""

    __slots__ = ()

    value: d.Attr[ArrayAttr, d.Items] = d.attr(ARRAY_ATTR)
    complex: d.Result = d.result(ANY_COMPLEX)
    traits = (ConstantLike(), Pure())
    assembly_format = "$value attr-dict `:` type($complex)"
    result_name = "cst"

    def verify_op(self) -> None:
        parts = self.value.elements
        if len(parts) != 2:
            raise self.error(
                "requires 'value' to be a complex constant, represented as array of two values"
            )
        expected = element_type(self.complex.type)
        types = [part.type for part in parts if isinstance(part, FloatAttr | IntegerAttr)]
        if len(types) != 2:
            raise self.error("requires attribute's elements to be float or integer attributes")
        if any(type is not expected for type in types):
            raise self.error(
                f"requires attribute's element types ('{types[0]}', '{types[1]}') to match "
                f"the element type of the op's return type ('{expected}')"
            )

    def fold(self) -> list[Value | Attribute]:
        return [self.value]


@COMPLEX.op("create")
class CreateOp(Operation):
    """The complex number of two parts."""

    __slots__ = ()

    real: d.Operand = d.operand(FLOAT)
    imaginary: d.Operand = d.operand(FLOAT)
    complex: d.Result = d.result(COMPLEX_OF_FLOAT)
    traits = (
        Pure(),
        AllTypesMatch("real", "imaginary"),
        TypesMatchWith(
            "complex", "real", element_type, "complex element type matches real operand type"
        ),
        TypesMatchWith(
            "complex",
            "imaginary",
            element_type,
            "complex element type matches imaginary operand type",
        ),
    )
    assembly_format = "$real `,` $imaginary attr-dict `:` type($complex)"


@COMPLEX.op("bitcast")
class BitcastOp(Operation):
    """The bits of a complex number as a float or integer, or the other way."""

    __slots__ = ()

    input: d.Operand = d.operand(ANY_TYPE, name="operand")
    result: d.Result = d.result(ANY_TYPE)
    traits = (Pure(),)
    assembly_format = "$operand attr-dict `:` type($operand) `to` type($result)"

    def verify_op(self) -> None:
        source, target = self.input.type, self.result.type
        if not _is_number(source):
            raise self.error("operand must be int/float/complex")
        if not _is_number(target):
            raise self.error("result must be int/float/complex")
        if isinstance(source, ComplexType) == isinstance(target, ComplexType):
            if source is not target:
                raise self.error("requires that either input or output has a complex type")
        elif bit_width(source) != bit_width(target):
            raise self.error("casting bitwidths do not match")

    def fold(self) -> list[Value] | None:
        return [self.input] if self.input.type is self.result.type else None


def _is_number(type: Type) -> bool:
    return isinstance(type, IntegerType | FloatType | ComplexType)
