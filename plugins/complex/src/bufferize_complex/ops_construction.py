"""Making complex numbers."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_complex.base import COMPLEX, COMPLEX_OF_FLOAT
from bufferize_complex.ops_arithmetic import element_type


@COMPLEX.op("constant")
class ConstantOp(d.Operation):
    """A complex number known at compile time, as an array of its two parts."""

    value: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.ARRAY_ATTR)
    complex: d.Result = d.result(d.ANY_COMPLEX)
    traits = (d.ConstantLike(), d.Pure())
    assembly_format = "$value attr-dict `:` type($complex)"
    result_name = "cst"

    def verify_op(self) -> None:
        parts = self.value.elements
        if len(parts) != 2:
            raise self.error(
                "requires 'value' to be a complex constant, represented as array of two values"
            )
        expected = element_type(self.complex.type)
        types = [part.type for part in parts if isinstance(part, ir.FloatAttr | ir.IntegerAttr)]
        if len(types) != 2:
            raise self.error("requires attribute's elements to be float or integer attributes")
        if any(type is not expected for type in types):
            raise self.error(
                f"requires attribute's element types ('{types[0]}', '{types[1]}') to match "
                f"the element type of the op's return type ('{expected}')"
            )

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]


@COMPLEX.op("create")
class CreateOp(d.Operation):
    """The complex number of two parts."""

    real: d.Operand = d.operand(d.FLOAT)
    imaginary: d.Operand = d.operand(d.FLOAT)
    complex: d.Result = d.result(COMPLEX_OF_FLOAT)
    traits = (
        d.Pure(),
        d.AllTypesMatch("real", "imaginary"),
        d.TypesMatchWith(
            "complex", "real", element_type, "complex element type matches real operand type"
        ),
        d.TypesMatchWith(
            "complex",
            "imaginary",
            element_type,
            "complex element type matches imaginary operand type",
        ),
    )
    assembly_format = "$real `,` $imaginary attr-dict `:` type($complex)"


@COMPLEX.op("bitcast")
class BitcastOp(d.Operation):
    """The bits of a complex number as a float or integer, or the other way."""

    input: d.Operand = d.operand(d.ANY_TYPE, name="operand")
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(),)
    assembly_format = "$operand attr-dict `:` type($operand) `to` type($result)"

    def verify_op(self) -> None:
        source, target = self.input.type, self.result.type
        if not _is_number(source):
            raise self.error("operand must be int/float/complex")
        if not _is_number(target):
            raise self.error("result must be int/float/complex")
        if isinstance(source, ir.ComplexType) == isinstance(target, ir.ComplexType):
            if source is not target:
                raise self.error("requires that either input or output has a complex type")
        elif ir.bit_width(source) != ir.bit_width(target):
            raise self.error("casting bitwidths do not match")

    def fold(self) -> list[ir.Value] | None:
        return [self.input] if self.input.type is self.result.type else None


def _is_number(type: ir.Type) -> bool:
    return isinstance(type, ir.IntegerType | ir.FloatType | ir.ComplexType)
