"""Arithmetic and comparisons of integers, floats and vectors of these."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import ConditionallySpeculatable, constant_int
from bufferize_llvm.constraints import (
    ANY_LLVM,
    BOOLS,
    FLOATS,
    INTEGERS,
    INTEGERS_OR_POINTERS,
    same_shape,
)
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import (
    FCMP_PREDICATE,
    ICMP_PREDICATE,
    NO_FASTMATH,
    NO_FLAGS,
    OVERFLOW_FLAGS,
    FastmathFlagsAttr,
)

_PURE: tuple[d.Trait, ...] = (d.Pure(), d.SameOperandsAndResultType())
_COMMUTATIVE: tuple[d.Trait, ...] = (d.Commutative(), *_PURE)


class IntegerOp(d.Operation):
    """Base of the ops on two integers."""

    lhs: d.Operand = d.operand(INTEGERS)
    rhs: d.Operand = d.operand(INTEGERS)
    res: d.Result = d.result(INTEGERS)
    traits = _PURE
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($res)"


class OverflowingOp(IntegerOp):
    """Base of the integer ops that may be marked not to overflow."""

    overflow_flags: d.Attr[ir.IntegerAttr, int] = d.default_attr(
        OVERFLOW_FLAGS, NO_FLAGS, name="overflowFlags"
    )
    assembly_format = "$lhs `,` $rhs ($overflowFlags^)? attr-dict `:` type($res)"


class ExactOp(IntegerOp):
    """Base of the integer ops that may be marked exact: no bits or remainder are lost."""

    is_exact: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR, name="isExact")
    assembly_format = "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)"


@LLVM.op("add")
class AddOp(OverflowingOp):
    """The sum."""

    traits = _COMMUTATIVE


@LLVM.op("sub")
class SubOp(OverflowingOp):
    """The difference."""


@LLVM.op("mul")
class MulOp(OverflowingOp):
    """The product."""

    traits = _COMMUTATIVE


@LLVM.op("shl")
class ShlOp(OverflowingOp):
    """The left operand shifted left by the right one."""


_DIVISION: tuple[d.Trait, ...] = (d.NoMemoryEffect(), d.SameOperandsAndResultType())


class _UnsignedDivision(ConditionallySpeculatable):
    """Base of the unsigned divisions, which are undefined by zero."""

    def is_speculatable(self) -> bool:
        return constant_int(self.operand(1)) not in (None, 0)


class _SignedDivision(ConditionallySpeculatable):
    """Base of the signed divisions, which are undefined by zero, and for the least number by -1."""

    def is_speculatable(self) -> bool:
        return constant_int(self.operand(1)) not in (None, 0, -1)


@LLVM.op("udiv")
class UDivOp(ExactOp, _UnsignedDivision):
    """The unsigned quotient."""

    traits = _DIVISION


@LLVM.op("sdiv")
class SDivOp(ExactOp, _SignedDivision):
    """The signed quotient, rounded towards zero."""

    traits = _DIVISION


@LLVM.op("urem")
class URemOp(IntegerOp, _UnsignedDivision):
    """The unsigned remainder."""

    traits = _DIVISION


@LLVM.op("srem")
class SRemOp(IntegerOp, _SignedDivision):
    """The signed remainder."""

    traits = _DIVISION


@LLVM.op("and")
class AndOp(IntegerOp):
    """The bitwise and."""


@LLVM.op("or")
class OrOp(IntegerOp):
    """The bitwise or."""

    is_disjoint: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR, name="isDisjoint")
    assembly_format = "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)"


@LLVM.op("xor")
class XOrOp(IntegerOp):
    """The bitwise exclusive or."""


@LLVM.op("lshr")
class LShrOp(ExactOp):
    """The left operand shifted right, filling with zeros."""


@LLVM.op("ashr")
class AShrOp(ExactOp):
    """The left operand shifted right, filling with its sign."""


class FloatOp(d.Operation):
    """Base of the ops on two floats."""

    lhs: d.Operand = d.operand(FLOATS)
    rhs: d.Operand = d.operand(FLOATS)
    fastmath_flags: d.Attr[FastmathFlagsAttr, str] = d.default_attr(
        FastmathFlagsAttr, NO_FASTMATH, name="fastmathFlags"
    )
    res: d.Result = d.result(FLOATS)
    traits = _PURE
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($res)"


@LLVM.op("fadd")
class FAddOp(FloatOp):
    """The sum."""


@LLVM.op("fsub")
class FSubOp(FloatOp):
    """The difference."""


@LLVM.op("fmul")
class FMulOp(FloatOp):
    """The product."""


@LLVM.op("fdiv")
class FDivOp(FloatOp):
    """The quotient."""


@LLVM.op("frem")
class FRemOp(FloatOp):
    """The remainder."""


@LLVM.op("fneg")
class FNegOp(d.Operation):
    """The operand with the opposite sign."""

    value: d.Operand = d.operand(FLOATS, name="operand")
    fastmath_flags: d.Attr[FastmathFlagsAttr, str] = d.default_attr(
        FastmathFlagsAttr, NO_FASTMATH, name="fastmathFlags"
    )
    res: d.Result = d.result(FLOATS)
    traits = _PURE
    assembly_format = "$operand attr-dict `:` type($res)"


def _bools(type: ir.Type) -> ir.Type:
    return same_shape(type, ir.I1)


_COMPARISON = (
    d.Pure(),
    d.SameTypeOperands(),
    d.TypesMatchWith(
        "lhs", "res", _bools, "result type has i1 element type and same shape as operands"
    ),
)


class ComparisonOp(d.Operation):
    """Base of the comparisons: `"predicate" %lhs, %rhs : type`."""

    predicate: d.Attr[ir.IntegerAttr, str]
    lhs: d.Operand
    rhs: d.Operand

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `"predicate" %lhs, %rhs {attributes} : type`."""
        offset = parser.offset
        word = parser.parse_string()
        cases = FCMP_PREDICATE if cls is FCmpOp else ICMP_PREDICATE
        if word not in cases.cases:
            raise parser.error(
                f"'{word}' is an incorrect value of the 'predicate' attribute", offset
            )
        state.properties["predicate"] = cases.attr(word)
        lhs = parser.parse_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_operand()
        state.attributes.update(parser.parse_optional_attr_dict())
        offset = parser.offset
        type = parser.parse_colon_type()
        if not ANY_LLVM.check(type):
            raise parser.error("expected LLVM dialect-compatible type", offset)
        state.operands += parser.resolve_operands([lhs, rhs], [type, type])
        state.result_types.append(_bools(type))

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        cases = FCMP_PREDICATE if isinstance(self, FCmpOp) else ICMP_PREDICATE
        printer.write(f' "{cases.keyword(self.predicate)}" ')
        printer.print_operands((self.lhs, self.rhs))
        elided = ["predicate"]
        if self.get_attr("fastmathFlags") is NO_FASTMATH:
            elided.append("fastmathFlags")
        printer.print_attr_dict(self, elided)
        printer.write(" : ")
        printer.print_type(self.lhs.type)


@LLVM.op("icmp")
class ICmpOp(ComparisonOp):
    """A comparison of integers or pointers."""

    predicate: d.Attr[ir.IntegerAttr, str] = d.attr(ICMP_PREDICATE)
    lhs: d.Operand = d.operand(INTEGERS_OR_POINTERS)
    rhs: d.Operand = d.operand(INTEGERS_OR_POINTERS)
    res: d.Result = d.result(BOOLS)
    traits = _COMPARISON


@LLVM.op("fcmp")
class FCmpOp(ComparisonOp):
    """A comparison of floats."""

    predicate: d.Attr[ir.IntegerAttr, str] = d.attr(FCMP_PREDICATE)
    lhs: d.Operand = d.operand(FLOATS)
    rhs: d.Operand = d.operand(FLOATS)
    fastmath_flags: d.Attr[FastmathFlagsAttr, str] = d.default_attr(
        FastmathFlagsAttr, NO_FASTMATH, name="fastmathFlags"
    )
    res: d.Result = d.result(BOOLS)
    traits = _COMPARISON


@LLVM.op("select")
class SelectOp(d.Operation):
    """One of two values."""

    condition: d.Operand = d.operand(BOOLS)
    true_value: d.Operand = d.operand(ANY_LLVM, name="trueValue")
    false_value: d.Operand = d.operand(ANY_LLVM, name="falseValue")
    fastmath_flags: d.Attr[FastmathFlagsAttr, str] = d.default_attr(
        FastmathFlagsAttr, NO_FASTMATH, name="fastmathFlags"
    )
    res: d.Result = d.result(ANY_LLVM)
    traits = (d.Pure(), d.AllTypesMatch("true_value", "false_value", "res"))
    assembly_format = "operands attr-dict `:` type($condition) `,` type($res)"


@LLVM.op("freeze")
class FreezeOp(d.Operation):
    """The operand, or an arbitrary but fixed value if it is undefined."""

    val: d.Operand = d.operand(ANY_LLVM)
    res: d.Result = d.result(ANY_LLVM)
    traits = _PURE
    assembly_format = "$val attr-dict `:` type($val)"
