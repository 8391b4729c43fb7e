"""Comparison and selection of the arith dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr, bool_type_like
from bufferize.interfaces import SelectLikeOpInterface
from bufferize_arith.attributes import (
    ARITH,
    CMPF_PREDICATE,
    CMPI_PREDICATE,
)

_COMPARISON_TRAITS = (
    d.Pure(),
    d.SameTypeOperands(),
    d.TypesMatchWith(
        "lhs",
        "result",
        bool_type_like,
        "result type has i1 element type and same shape as operands",
    ),
    d.ElementwiseMappable(),
)


@ARITH.op("cmpi")
class CmpIOp(d.Operation):
    """Whether the predicate holds for two integers."""

    predicate: d.Attr[ir.IntegerAttr, str] = d.attr(CMPI_PREDICATE)
    lhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    result: d.Result = d.result(d.BOOL_LIKE)
    traits = _COMPARISON_TRAITS
    assembly_format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"


@ARITH.op("cmpf")
class CmpFOp(d.Operation):
    """Whether the predicate holds for two floats."""

    predicate: d.Attr[ir.IntegerAttr, str] = d.attr(CMPF_PREDICATE)
    lhs: d.Operand = d.operand(d.FLOAT_LIKE)
    rhs: d.Operand = d.operand(d.FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.BOOL_LIKE)
    traits = _COMPARISON_TRAITS
    assembly_format = (
        "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"
    )


class BooleanConditionOrMatchingShape(d.TypeTrait):
    """The first operand is i1 or has the shape of the result."""

    def verify(self, op: ir.Operation) -> None:
        condition, type = op.operand_types[0], op.result_types[0]
        if condition is ir.I1:
            return
        matches = (
            isinstance(condition, ir.ShapedType)
            and isinstance(type, ir.ShapedType)
            and condition.extents == type.extents
        )
        if not matches:
            raise op.error("failed to verify that condition is signless i1 or has matching shape")


@ARITH.op("select")
class SelectOp(d.Operation, SelectLikeOpInterface):
    """The second operand where the first is true, the third elsewhere."""

    condition: d.Operand = d.operand(d.BOOL_LIKE)
    true_value: d.Operand = d.operand(d.ANY_TYPE)
    false_value: d.Operand = d.operand(d.ANY_TYPE)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (
        d.Pure(),
        d.AllTypesMatch("true_value", "false_value", "result"),
        BooleanConditionOrMatchingShape(),
        d.ElementwiseMappable(),
    )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """`%condition, %true, %false : (condition-type,)? type`."""
        start = parser.offset
        operands = parser.parse_operand_list()
        state.attributes.update(parser.parse_optional_attr_dict())
        type = parser.parse_colon_type()
        if len(operands) != 3:
            raise parser.error("expected 3 operands", start)
        condition_type: ir.Type = ir.I1
        if parser.parse_optional_punctuation(","):
            condition_type, type = type, parser.parse_type()
        state.result_types.append(type)
        state.operands += parser.resolve_operands(operands, [condition_type, type, type])

    def print(self, printer: d.AsmPrinter) -> None:
        """As `parse` reads it; the type of the condition is left out where it is i1."""
        printer.write(" ")
        printer.print_operands(self.operands)
        printer.print_attr_dict(self)
        printer.write(" : ")
        if isinstance(self.condition.type, ir.ShapedType):
            printer.print_type(self.condition.type)
            printer.write(", ")
        printer.print_type(self.result.type)

    def verify_op(self) -> None:
        condition, type = self.condition.type, self.result.type
        if condition is not ir.I1 and bool_type_like(type) is not condition:
            raise self.error(
                "expected condition type to have the same shape as the result type, "
                f"expected '{bool_type_like(type)}', but got '{condition}'"
            )
