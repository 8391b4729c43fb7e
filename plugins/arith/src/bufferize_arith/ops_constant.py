"""The constant op of the arith dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import AllTypesMatch, ConstantLike, Operation, Pure
from bufferize.define.attr_constraints import ELEMENTS_ATTR, TYPED_ATTR
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.ir import (
    I1,
    Attribute,
    DenseElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    Type,
    Value,
    VectorType,
)
from bufferize_arith.attributes import ARITH


@ARITH.op("constant")
class ConstantOp(Operation):
    """An integer, a float, or a vector or tensor of them, known at compile time."""

    __slots__ = ()

    value: d.Attr[Attribute, Attribute] = d.attr(TYPED_ATTR)
    result: d.Result = d.result(ANY_TYPE)
    traits = (ConstantLike(), Pure(), AllTypesMatch("value", "result"))
    assembly_format = "attr-dict $value"

    def verify_op(self) -> None:
        value, type = self.value, self.result.type
        if isinstance(type, IntegerType) and type.signedness is not Signedness.SIGNLESS:
            raise self.error("integer return type must be signless")
        if not isinstance(value, IntegerAttr | FloatAttr) and not ELEMENTS_ATTR.check(value):
            raise self.error("value must be an integer, float, or elements attribute")
        if (
            isinstance(type, VectorType)
            and type.is_scalable
            and not (isinstance(value, DenseElementsAttr) and value.is_splat)
        ):
            raise self.error(
                "intializing scalable vectors with elements attribute is not supported "
                "unless it's a vector splat"
            )

    def fold(self) -> list[Value | Attribute]:
        return [self.value]

    def result_names(self) -> list[str]:
        return [_constant_name(self.value, self.result.type)]


def _constant_name(value: Attribute, type: Type) -> str:
    if not isinstance(value, IntegerAttr):
        return "cst"
    if type is I1:
        return "true" if value.value else "false"
    if isinstance(type, IndexType):
        return f"c{value.value}"
    return f"c{value.value}_{type}"


def constant_integer(value: Value) -> int | None:
    """The number that an integer or index constant stands for, None for any other value."""
    op = value.defining_op
    if not isinstance(op, ConstantOp):
        return None
    return op.value.value if isinstance(op.value, IntegerAttr) else None
