"""Comparison and selection of the arith dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    AllTypesMatch,
    ElementwiseMappable,
    Operation,
    Pure,
    SameTypeOperands,
    TypesMatchWith,
    TypeTrait,
)
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.type_constraints import (
    ANY_TYPE,
    BOOL_LIKE,
    FLOAT_LIKE,
    SIGNLESS_INTEGER_LIKE,
)
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr, bool_type_like
from bufferize.interfaces import SelectLikeOpInterface
from bufferize.ir import I1, IntegerAttr, ShapedType, Type
from bufferize.ir import Operation as IrOperation
from bufferize_arith.attributes import (
    ARITH,
    CMPF_PREDICATE,
    CMPI_PREDICATE,
)

_COMPARISON_TRAITS = (
    Pure(),
    SameTypeOperands(),
    TypesMatchWith(
        "lhs",
        "result",
        bool_type_like,
        "result type has i1 element type and same shape as operands",
    ),
    ElementwiseMappable(),
)


@ARITH.op("cmpi")
class CmpIOp(Operation):
    """Whether the predicate holds for two integers."""

    __slots__ = ()

    predicate: d.Attr[IntegerAttr, str] = d.attr(CMPI_PREDICATE)
    lhs: d.Operand = d.operand(SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(SIGNLESS_INTEGER_LIKE)
    result: d.Result = d.result(BOOL_LIKE)
    traits = _COMPARISON_TRAITS
    assembly_format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"


@ARITH.op("cmpf")
class CmpFOp(Operation):
    """Whether the predicate holds for two floats."""

    __slots__ = ()

    predicate: d.Attr[IntegerAttr, str] = d.attr(CMPF_PREDICATE)
    lhs: d.Operand = d.operand(FLOAT_LIKE)
    rhs: d.Operand = d.operand(FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(BOOL_LIKE)
    traits = _COMPARISON_TRAITS
    assembly_format = (
        "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"
    )


class BooleanConditionOrMatchingShape(TypeTrait):
    """The first operand is i1 or has the shape of the result."""

    __slots__ = ()

    def verify(self, op: IrOperation) -> None:
        condition, type = op.operand_types[0], op.result_types[0]
        if condition is I1:
            return
        matches = (
            isinstance(condition, ShapedType)
            and isinstance(type, ShapedType)
            and condition.extents == type.extents
        )
        if not matches:
            raise op.error("failed to verify that condition is signless i1 or has matching shape")


@ARITH.op("select")
class SelectOp(Operation, SelectLikeOpInterface):
    """The second operand where the first is true, the third elsewhere."""

    __slots__ = ()

    condition: d.Operand = d.operand(BOOL_LIKE)
    true_value: d.Operand = d.operand(ANY_TYPE)
    false_value: d.Operand = d.operand(ANY_TYPE)
    result: d.Result = d.result(ANY_TYPE)
    traits = (
        Pure(),
        AllTypesMatch("true_value", "false_value", "result"),
        BooleanConditionOrMatchingShape(),
        ElementwiseMappable(),
    )

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`%condition, %true, %false : (condition-type,)? type`."""
        start = parser.offset
        operands = parser.parse_operand_list()
        state.attributes.update(parser.parse_optional_attr_dict())
        type = parser.parse_colon_type()
        if len(operands) != 3:
            raise parser.error("expected 3 operands", start)
        condition_type: Type = I1
        if parser.parse_optional_punctuation(","):
            condition_type, type = type, parser.parse_type()
        state.result_types.append(type)
        state.operands += parser.resolve_operands(operands, [condition_type, type, type])

    def print(self, printer: AsmPrinter) -> None:
        """Write operands and type; the type of the condition is left out if it is i1."""
        printer.write(" ")
        printer.print_operands(self.operands)
        printer.print_attr_dict(self)
        printer.write(" : ")
        if isinstance(self.condition.type, ShapedType):
            printer.print_type(self.condition.type)
            printer.write(", ")
        printer.print_type(self.result.type)

    def verify_op(self) -> None:
        condition, type = self.condition.type, self.result.type
        if condition is not I1 and bool_type_like(type) is not condition:
            raise self.error(
                "expected condition type to have the same shape as the result type, "
                f"expected '{bool_type_like(type)}', but got '{condition}'"
            )
