"""All ops of the arith dialect: constants, integers, floats, comparisons, then casts."""

from __future__ import annotations

from abc import abstractmethod

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr, bool_type_like
from bufferize.interfaces import (
    CastOpInterface,
    ConditionallySpeculatable,
    LinearExpr,
    SelectLikeOpInterface,
    ValueBoundsOpInterface,
    constant_int,
)
from bufferize.ir.dense import splat_element
from bufferize_arith.dialect import (
    ARITH as ARITH,
)
from bufferize_arith.dialect import (
    CMPF_PREDICATE,
    CMPI_PREDICATE,
    OVERFLOW_NONE,
    ROUNDING_MODE,
    IntegerOverflowAttr,
)

# Constants.


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
    """Return the value of an integer or index constant, None if `value` is not one."""
    op = value.defining_op
    if not isinstance(op, ConstantOp):
        return None
    return op.value.value if isinstance(op.value, ir.IntegerAttr) else None


def index_constant(builder: ir.Builder, value: int, location: ir.Location) -> ir.Value:
    """Insert an `arith.constant` of index type at the builder's insertion point."""
    return builder.insert(ConstantOp(value=ir.index_attr(value), location=location)).result


# Integers.

_TRAITS: tuple[d.Trait, ...] = (d.Pure(), d.SameOperandsAndResultType(), d.ElementwiseMappable())
_COMMUTATIVE_TRAITS: tuple[d.Trait, ...] = (d.Commutative(), *_TRAITS)
# Division by zero is undefined behavior: no effect on memory, but not speculatable.
_DIVISION_TRAITS: tuple[d.Trait, ...] = (
    d.NoMemoryEffect(),
    d.SameOperandsAndResultType(),
    d.ElementwiseMappable(),
)


class IntegerBinaryOp(d.Operation):
    """Base of the ops on two integers or indices (or vectors or tensors of them)."""

    lhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    result: d.Result = d.result(d.SIGNLESS_INTEGER_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"


class _Division(ConditionallySpeculatable):
    """Base of the divisions: undefined by zero and, if signed, for the least number by -1."""

    is_signed = True

    def is_speculatable(self) -> bool:
        op = self.operand(1).defining_op
        value = op.value if isinstance(op, ConstantOp) else None
        if isinstance(value, ir.DenseElementsAttr) and value.is_splat:
            divisor = splat_element(value)
        else:
            divisor = value.value if isinstance(value, ir.IntegerAttr) else 0
        type = ir.element_type_or_self(self.operand(1).type)
        minus_one = (1 << (ir.bit_width(type) or 64)) - 1
        assert isinstance(divisor, int)
        return divisor != 0 and not (self.is_signed and divisor & minus_one == minus_one)


class _UnsignedDivision(_Division):
    """Base of the unsigned divisions."""

    is_signed = False


class OverflowOp(d.Operation):
    """Base of the ops with overflow flags: the result is poison if a promised overflow happens."""

    lhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    overflow_flags: d.Attr[IntegerOverflowAttr, str] = d.default_attr(
        IntegerOverflowAttr, OVERFLOW_NONE, name="overflowFlags"
    )
    result: d.Result = d.result(d.SIGNLESS_INTEGER_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"


class ExactOp(d.Operation):
    """Base of the ops that may promise not to lose a remainder."""

    lhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    is_exact: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR, name="isExact")
    result: d.Result = d.result(d.SIGNLESS_INTEGER_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"


class _LinearOp(OverflowOp, ValueBoundsOpInterface):
    def linear_value(self, result: ir.OpResult) -> LinearExpr | None:
        # Integers of few bits may wrap around where an offset does not.
        return self.linear_index() if isinstance(result.type, ir.IndexType) else None

    @abstractmethod
    def linear_index(self) -> LinearExpr | None:
        """Return a linear expression that equals the result; None if it is not linear."""


@ARITH.op("addi")
class AddIOp(_LinearOp):
    """The sum, wrapping around."""

    traits = _COMMUTATIVE_TRAITS

    def linear_index(self) -> LinearExpr:
        return LinearExpr.of(self.lhs) + LinearExpr.of(self.rhs)


@ARITH.op("subi")
class SubIOp(_LinearOp):
    """The difference, wrapping around."""

    def linear_index(self) -> LinearExpr:
        return LinearExpr.of(self.lhs) - LinearExpr.of(self.rhs)


@ARITH.op("muli")
class MulIOp(_LinearOp):
    """The product, wrapping around."""

    traits = _COMMUTATIVE_TRAITS

    def linear_index(self) -> LinearExpr | None:
        for factor, other in ((self.lhs, self.rhs), (self.rhs, self.lhs)):
            if (number := constant_int(factor)) is not None:
                return LinearExpr.of(other).scaled(number)
        return None

    def result_names(self) -> list[str] | None:
        for factor, other in ((self.lhs, self.rhs), (self.rhs, self.lhs)):
            op = other.defining_op
            if op is not None and op.name == "vector.vscale":
                number = constant_integer(factor)
                return None if number is None else [f"c{number}_vscale"]
        return None


@ARITH.op("shli")
class ShLIOp(OverflowOp):
    """The left operand shifted left by the right one."""


@ARITH.op("shrsi")
class ShRSIOp(ExactOp):
    """The left operand shifted right, filling with its sign."""


@ARITH.op("shrui")
class ShRUIOp(ExactOp):
    """The left operand shifted right, filling with zeros."""


@ARITH.op("divsi")
class DivSIOp(ExactOp, _Division):
    """The signed quotient, rounded towards zero."""

    traits = _DIVISION_TRAITS


@ARITH.op("divui")
class DivUIOp(ExactOp, _UnsignedDivision):
    """The unsigned quotient, rounded towards zero."""

    traits = _DIVISION_TRAITS


@ARITH.op("ceildivsi")
class CeilDivSIOp(IntegerBinaryOp, _Division):
    """The signed quotient, rounded up."""

    traits = _DIVISION_TRAITS


@ARITH.op("ceildivui")
class CeilDivUIOp(IntegerBinaryOp, _UnsignedDivision):
    """The unsigned quotient, rounded up."""

    traits = _DIVISION_TRAITS


@ARITH.op("floordivsi")
class FloorDivSIOp(IntegerBinaryOp, _Division):
    """The signed quotient, rounded down."""


@ARITH.op("remsi")
class RemSIOp(IntegerBinaryOp, _Division):
    """The signed remainder, with the sign of the left operand."""


@ARITH.op("remui")
class RemUIOp(IntegerBinaryOp, _UnsignedDivision):
    """The unsigned remainder."""


class _ExtremumOp(IntegerBinaryOp, ValueBoundsOpInterface):
    """Base of the ops that return one of two integers, which a constant may bound."""

    traits = _COMMUTATIVE_TRAITS

    def value_range(self, result: ir.OpResult) -> tuple[int | None, int | None]:
        known = [constant_int(value) for value in self.operands]
        constant = next((number for number in known if number is not None), None)
        if constant is None or result.type is ir.I1:  # whose `true` is 1 or -1
            return None, None
        return self.range_with(constant)

    @abstractmethod
    def range_with(self, constant: int) -> tuple[int | None, int | None]:
        """Return the range of the result if `constant` is one of the operands."""


@ARITH.op("maxsi")
class MaxSIOp(_ExtremumOp):
    """The signed maximum."""

    def range_with(self, constant: int) -> tuple[int | None, int | None]:
        return constant, None


@ARITH.op("maxui")
class MaxUIOp(IntegerBinaryOp):
    """The unsigned maximum."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("minsi")
class MinSIOp(_ExtremumOp):
    """The signed minimum."""

    def range_with(self, constant: int) -> tuple[int | None, int | None]:
        return None, constant


@ARITH.op("minui")
class MinUIOp(_ExtremumOp):
    """The unsigned minimum."""

    def range_with(self, constant: int) -> tuple[int | None, int | None]:
        return (0, constant) if constant >= 0 else (None, None)


@ARITH.op("andi")
class AndIOp(IntegerBinaryOp):
    """The bitwise and."""

    traits = (d.Idempotent(), *_COMMUTATIVE_TRAITS)


@ARITH.op("ori")
class OrIOp(IntegerBinaryOp):
    """The bitwise or."""

    traits = (d.Idempotent(), *_COMMUTATIVE_TRAITS)


@ARITH.op("xori")
class XOrIOp(IntegerBinaryOp):
    """The bitwise exclusive or."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("addui_extended")
class AddUIExtendedOp(d.Operation):
    """The sum and whether it overflowed, all unsigned."""

    lhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    sum: d.Result = d.result(d.SIGNLESS_INTEGER_LIKE)
    overflow: d.Result = d.result(d.BOOL_LIKE)
    traits = (
        d.Pure(),
        d.Commutative(),
        d.AllTypesMatch("lhs", "rhs", "sum"),
        d.ElementwiseMappable(),
    )
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"


class ExtendedMultiplicationOp(d.Operation):
    """Base of the products that return both halves of the bits."""

    lhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    low: d.Result = d.result(d.SIGNLESS_INTEGER_LIKE)
    high: d.Result = d.result(d.SIGNLESS_INTEGER_LIKE)
    traits = (
        d.Pure(),
        d.Commutative(),
        d.AllTypesMatch("lhs", "rhs", "low", "high"),
        d.ElementwiseMappable(),
    )
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs)"


@ARITH.op("mulsi_extended")
class MulSIExtendedOp(ExtendedMultiplicationOp):
    """The low and the high half of the signed product."""


@ARITH.op("mului_extended")
class MulUIExtendedOp(ExtendedMultiplicationOp):
    """The low and the high half of the unsigned product."""


# Floats.


class FloatBinaryOp(d.Operation):
    """Base of the ops on two floats (or vectors or tensors of them)."""

    lhs: d.Operand = d.operand(d.FLOAT_LIKE)
    rhs: d.Operand = d.operand(d.FLOAT_LIKE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


@ARITH.op("addf")
class AddFOp(FloatBinaryOp):
    """The sum."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("subf")
class SubFOp(FloatBinaryOp):
    """The difference."""


@ARITH.op("mulf")
class MulFOp(FloatBinaryOp):
    """The product."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("divf")
class DivFOp(FloatBinaryOp):
    """The quotient."""


@ARITH.op("remf")
class RemFOp(FloatBinaryOp):
    """The remainder of the division, with the sign of the left operand."""


@ARITH.op("maximumf")
class MaximumFOp(FloatBinaryOp):
    """The maximum; NaN if an operand is NaN, and -0.0 is less than 0.0."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("minimumf")
class MinimumFOp(FloatBinaryOp):
    """The minimum; NaN if an operand is NaN, and -0.0 is less than 0.0."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("maxnumf")
class MaxNumFOp(FloatBinaryOp):
    """The maximum; if one operand is NaN, the other one."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("minnumf")
class MinNumFOp(FloatBinaryOp):
    """The minimum; if one operand is NaN, the other one."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("negf")
class NegFOp(d.Operation):
    """The operand with the opposite sign."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="operand")
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    result: d.Result = d.result(d.FLOAT_LIKE)
    traits = _TRAITS
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


# Comparisons and selection.

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
    """A test of whether the predicate holds for two integers."""

    predicate: d.Attr[ir.IntegerAttr, str] = d.attr(CMPI_PREDICATE)
    lhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    rhs: d.Operand = d.operand(d.SIGNLESS_INTEGER_LIKE)
    result: d.Result = d.result(d.BOOL_LIKE)
    traits = _COMPARISON_TRAITS
    assembly_format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"


@ARITH.op("cmpf")
class CmpFOp(d.Operation):
    """A test of whether the predicate holds for two floats."""

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
    """Trait: the first operand is i1 or has the shape of the result."""

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
        """Read `%condition, %true, %false : (condition-type,)? type`."""
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
        """Print the syntax that `parse` accepts; a condition type of i1 is left out."""
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


# Casts.


INDEX_CAST_TYPE = d.one_of(
    d.SIGNLESS_INTEGER_LIKE,
    d.memref_of(d.SIGNLESS_INTEGER_OR_INDEX),
    description="signless-integer-like or memref of signless-integer",
)
_INTEGER_OR_FLOAT = d.one_of(d.SIGNLESS_INTEGER, d.FLOAT)
BITCAST_TYPE = d.one_of(
    d.like(_INTEGER_OR_FLOAT),
    d.memref_of(_INTEGER_OR_FLOAT),
    description="signless-integer-or-float-like or memref of signless-integer or float",
)


class SameInputOutputTensorDims(d.TypeTrait):
    """Trait: tensor operand and result are ranked and have the same extents."""

    def verify(self, op: ir.Operation) -> None:
        source, target = op.operand(0).type, op.results[0].type
        if not isinstance(source, ir.TensorType) and not isinstance(target, ir.TensorType):
            return
        if (
            not isinstance(source, ir.RankedTensorType)
            or not isinstance(target, ir.RankedTensorType)
            or source.shape != target.shape
        ):
            raise op.error("failed to verify that input and output have the same tensor dimensions")


def _width(type: ir.Type) -> int:
    return ir.bit_width(type) or 0


def _is_integer(type: ir.Type) -> bool:
    return isinstance(type, ir.IntegerType)


def _is_float(type: ir.Type) -> bool:
    return isinstance(type, ir.FloatType)


def _widens_integer(source: ir.Type, target: ir.Type) -> bool:
    return _is_integer(source) and _is_integer(target) and _width(source) < _width(target)


def _narrows_integer(source: ir.Type, target: ir.Type) -> bool:
    return _is_integer(source) and _is_integer(target) and _width(source) > _width(target)


def _widens_float(source: ir.Type, target: ir.Type) -> bool:
    return _is_float(source) and _is_float(target) and _width(source) < _width(target)


def _narrows_float(source: ir.Type, target: ir.Type) -> bool:
    return _is_float(source) and _is_float(target) and _width(source) > _width(target)


def _index_and_integer(source: ir.Type, target: ir.Type) -> bool:
    return (isinstance(source, ir.IndexType) and _is_integer(target)) or (
        _is_integer(source) and isinstance(target, ir.IndexType)
    )


def _same_width(source: ir.Type, target: ir.Type) -> bool:
    return _width(source) == _width(target)


class ArithCastOp(d.Operation, CastOpInterface):
    """Base of the casts, which convert element by element."""

    traits = (
        d.Pure(),
        SameInputOutputTensorDims(),
        d.SameOperandsAndResultShape(),
        d.ElementwiseMappable(),
    )
    assembly_format = "$in attr-dict `:` type($in) `to` type($out)"

    @staticmethod
    def elements_fit(source: ir.Type, target: ir.Type) -> bool:
        """Return whether the element types can be cast, if the constraints allow more."""
        return True

    def verify_op(self) -> None:
        source, target = self.operand(0).type, self.results[0].type
        self.verify_cast(are_cast_compatible(type(self), source, target))


def are_cast_compatible(cast: type[ArithCastOp], source: ir.Type, target: ir.Type) -> bool:
    """Return whether `cast` takes `source` to `target`."""
    if isinstance(source, ir.ShapedType) != isinstance(target, ir.ShapedType):
        return False
    if isinstance(source, ir.TensorType) and isinstance(target, ir.TensorType):
        if getattr(source, "encoding", None) is not getattr(target, "encoding", None):
            return False
    return cast.elements_fit(ir.element_type_or_self(source), ir.element_type_or_self(target))


class _ExtIOp(ArithCastOp):
    input: d.Operand = d.operand(d.FIXED_WIDTH_INTEGER_LIKE, name="in")
    out: d.Result = d.result(d.FIXED_WIDTH_INTEGER_LIKE)
    elements_fit = staticmethod(_widens_integer)


@ARITH.op("extui")
class ExtUIOp(_ExtIOp):
    """An integer made wider with zeros."""


@ARITH.op("extsi")
class ExtSIOp(_ExtIOp):
    """An integer made wider with copies of its sign."""


@ARITH.op("trunci")
class TruncIOp(ArithCastOp):
    """An integer made narrower."""

    input: d.Operand = d.operand(d.FIXED_WIDTH_INTEGER_LIKE, name="in")
    overflow_flags: d.Attr[IntegerOverflowAttr, str] = d.default_attr(
        IntegerOverflowAttr, OVERFLOW_NONE, name="overflowFlags"
    )
    out: d.Result = d.result(d.FIXED_WIDTH_INTEGER_LIKE)
    elements_fit = staticmethod(_narrows_integer)
    assembly_format = "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"


@ARITH.op("extf")
class ExtFOp(ArithCastOp):
    """A float in a wider format."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(d.FLOAT_LIKE)
    elements_fit = staticmethod(_widens_float)
    assembly_format = "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"


@ARITH.op("truncf")
class TruncFOp(ArithCastOp):
    """A float in a narrower format."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    roundingmode: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(ROUNDING_MODE)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(d.FLOAT_LIKE)
    elements_fit = staticmethod(_narrows_float)
    assembly_format = (
        "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
    )


class _IntegerToFloatOp(ArithCastOp):
    input: d.Operand = d.operand(d.FIXED_WIDTH_INTEGER_LIKE, name="in")
    out: d.Result = d.result(d.FLOAT_LIKE)


@ARITH.op("uitofp")
class UIToFPOp(_IntegerToFloatOp):
    """An unsigned integer converted to a float."""


@ARITH.op("sitofp")
class SIToFPOp(_IntegerToFloatOp):
    """A signed integer converted to a float."""


class _FloatToIntegerOp(ArithCastOp):
    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    out: d.Result = d.result(d.FIXED_WIDTH_INTEGER_LIKE)


@ARITH.op("fptoui")
class FPToUIOp(_FloatToIntegerOp):
    """A float rounded towards zero to an unsigned integer."""


@ARITH.op("fptosi")
class FPToSIOp(_FloatToIntegerOp):
    """A float rounded towards zero to a signed integer."""


class _IndexCastOp(ArithCastOp):
    input: d.Operand = d.operand(INDEX_CAST_TYPE, name="in")
    out: d.Result = d.result(INDEX_CAST_TYPE)
    elements_fit = staticmethod(_index_and_integer)


@ARITH.op("index_cast")
class IndexCastOp(_IndexCastOp):
    """An index as an integer or the reverse, sign-extended or truncated."""


@ARITH.op("index_castui")
class IndexCastUIOp(_IndexCastOp):
    """An index as an integer or the reverse, zero-extended or truncated."""


@ARITH.op("bitcast")
class BitcastOp(ArithCastOp):
    """The same bits as a value of another type of the same width."""

    input: d.Operand = d.operand(BITCAST_TYPE, name="in")
    out: d.Result = d.result(BITCAST_TYPE)
    elements_fit = staticmethod(_same_width)

    def fold(self) -> list[ir.Value] | None:
        return [self.operand(0)] if self.operand(0).type is self.results[0].type else None


class ScalingCastOp(d.Operation, CastOpInterface):
    """Base of the casts of blocks that share a scale, as in the OCP microscaling formats."""

    traits = (d.Pure(), SameInputOutputTensorDims(), d.ElementwiseMappable())

    @staticmethod
    def elements_fit(source: ir.Type, target: ir.Type) -> bool:
        """Return whether one element type can be cast to another."""
        raise NotImplementedError

    def verify_op(self) -> None:
        source, scale = (operand.type for operand in self.operands)
        target = self.results[0].type
        elements = (ir.element_type_or_self(source), ir.element_type_or_self(target))
        if isinstance(source, ir.ShapedType) != isinstance(
            target, ir.ShapedType
        ) or not self.elements_fit(*elements):
            raise self.error(
                f"operand types '{source}', '{scale}' and result type '{target}' "
                "are cast incompatible"
            )


@ARITH.op("scaling_extf")
class ScalingExtFOp(ScalingCastOp):
    """A float in a wider format, multiplied by its scale."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    scale: d.Operand = d.operand(d.FLOAT_LIKE)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(d.FLOAT_LIKE)
    elements_fit = staticmethod(_widens_float)
    assembly_format = (
        "$in `,` $scale (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($in) `,` type($scale) `to` type($out)"
    )


@ARITH.op("scaling_truncf")
class ScalingTruncFOp(ScalingCastOp):
    """A float in a narrower format, divided by its scale."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    scale: d.Operand = d.operand(d.FLOAT_LIKE)
    roundingmode: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(ROUNDING_MODE)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(d.FLOAT_LIKE)
    elements_fit = staticmethod(_narrows_float)
    assembly_format = (
        "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($in) `,` type($scale) `to` type($out)"
    )
