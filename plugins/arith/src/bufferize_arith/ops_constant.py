"""The constant op of the arith dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_arith.attributes import ARITH


@ARITH.op("constant")
class ConstantOp(d.Operation):
    """An integer, a float, or a vector or tensor of them, known at compile time."""

    value: d.Attr[ir.Attribute, ir.Attribute] = d.attr(d.TYPED_ATTR)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.ConstantLike(), d.Pure(), d.AllTypesMatch("value", "result"))
    assembly_format = "attr-dict $value"

    def verify_op(self) -> None:
        value, type = self.value, self.result.type
        if isinstance(type, ir.IntegerType) and type.signedness is not ir.Signedness.SIGNLESS:
            raise self.error("integer return type must be signless")
        if not isinstance(value, ir.IntegerAttr | ir.FloatAttr) and not d.ELEMENTS_ATTR.check(
            value
        ):
            raise self.error("value must be an integer, float, or elements attribute")
        if (
            isinstance(type, ir.VectorType)
            and type.is_scalable
            and not (isinstance(value, ir.DenseElementsAttr) and value.is_splat)
        ):
            raise self.error(
                "intializing scalable vectors with elements attribute is not supported "
                "unless it's a vector splat"
            )

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]

    def result_names(self) -> list[str]:
        return [_constant_name(self.value, self.result.type)]


def _constant_name(value: ir.Attribute, type: ir.Type) -> str:
    if not isinstance(value, ir.IntegerAttr):
        return "cst"
    if type is ir.I1:
        return "true" if value.value else "false"
    if isinstance(type, ir.IndexType):
        return f"c{value.value}"
    return f"c{value.value}_{type}"


def constant_integer(value: ir.Value) -> int | None:
    """The number that an integer or index constant stands for, None for any other value."""
    op = value.defining_op
    if not isinstance(op, ConstantOp):
        return None
    return op.value.value if isinstance(op.value, ir.IntegerAttr) else None
