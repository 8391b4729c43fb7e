"""Integer arithmetic of the arith dialect."""

from __future__ import annotations

from abc import abstractmethod

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    ConditionallySpeculatable,
    LinearExpr,
    ValueBoundsOpInterface,
    constant_int,
)
from bufferize_arith.attributes import ARITH, OVERFLOW_NONE, IntegerOverflowAttr
from bufferize_arith.ops_constant import constant_integer

_TRAITS: tuple[d.Trait, ...] = (d.Pure(), d.SameOperandsAndResultType(), d.ElementwiseMappable())
_COMMUTATIVE_TRAITS: tuple[d.Trait, ...] = (d.Commutative(), *_TRAITS)
# Division by zero is undefined behaviour: no effect on memory, but not to be speculated.
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
    """Base of the divisions: by zero, and of the least number by -1, they are undefined."""

    def is_speculatable(self) -> bool:
        return constant_integer(self.operand(1)) not in (None, 0, -1)


class OverflowOp(d.Operation):
    """Base of the ops that may promise not to overflow."""

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
        """What the result equals; None where it is not linear."""


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
class DivUIOp(ExactOp, _Division):
    """The unsigned quotient, rounded towards zero."""

    traits = _DIVISION_TRAITS


@ARITH.op("ceildivsi")
class CeilDivSIOp(IntegerBinaryOp, _Division):
    """The signed quotient, rounded up."""

    traits = _DIVISION_TRAITS


@ARITH.op("ceildivui")
class CeilDivUIOp(IntegerBinaryOp, _Division):
    """The unsigned quotient, rounded up."""

    traits = _DIVISION_TRAITS


@ARITH.op("floordivsi")
class FloorDivSIOp(IntegerBinaryOp):
    """The signed quotient, rounded down."""


@ARITH.op("remsi")
class RemSIOp(IntegerBinaryOp):
    """The signed remainder, with the sign of the left operand."""


@ARITH.op("remui")
class RemUIOp(IntegerBinaryOp):
    """The unsigned remainder."""


@ARITH.op("maxsi")
class MaxSIOp(IntegerBinaryOp):
    """The signed maximum."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("maxui")
class MaxUIOp(IntegerBinaryOp):
    """The unsigned maximum."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("minsi")
class MinSIOp(IntegerBinaryOp):
    """The signed minimum."""

    traits = _COMMUTATIVE_TRAITS


@ARITH.op("minui")
class MinUIOp(IntegerBinaryOp):
    """The unsigned minimum."""

    traits = _COMMUTATIVE_TRAITS


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
    """Base of the products that give both halves of the bits."""

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
