"""Arithmetic, comparisons and casts of integers, floats and vectors of these."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    AllTypesMatch,
    Commutative,
    NoMemoryEffect,
    Operation,
    Pure,
    SameOperandsAndResultType,
    SameTypeOperands,
    Trait,
    TypesMatchWith,
)
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.attr_constraints import UNIT_ATTR
from bufferize.interfaces import ConditionallySpeculatable, constant_int
from bufferize.ir import I1, IntegerAttr, Type, UnitAttr
from bufferize_llvm.base import LLVM
from bufferize_llvm.constraints import (
    ANY_LLVM,
    BOOLS,
    FLOATS,
    INTEGERS,
    INTEGERS_OR_POINTERS,
    same_shape,
)
from bufferize_llvm.enums import (
    FCMP_PREDICATE,
    ICMP_PREDICATE,
    NO_FASTMATH,
    NO_FLAGS,
    OVERFLOW_FLAGS,
    FastmathFlagsAttr,
)

_PURE: tuple[Trait, ...] = (Pure(), SameOperandsAndResultType())
_COMMUTATIVE: tuple[Trait, ...] = (Commutative(), *_PURE)


class IntegerOp(Operation):
    """Base of the ops on two integers."""

    __slots__ = ()

    lhs: d.Operand = d.operand(INTEGERS)
    rhs: d.Operand = d.operand(INTEGERS)
    res: d.Result = d.result(INTEGERS)
    traits = _PURE
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($res)"


class OverflowingOp(IntegerOp):
    """Base of those that may promise not to overflow."""

    __slots__ = ()

    overflow_flags: d.Attr[IntegerAttr, int] = d.default_attr(
        OVERFLOW_FLAGS, NO_FLAGS, name="overflowFlags"
    )
    assembly_format = "$lhs `,` $rhs ($overflowFlags^)? attr-dict `:` type($res)"


class ExactOp(IntegerOp):
    """Base of those that may promise to drop nothing."""

    __slots__ = ()

    is_exact: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR, name="isExact")
    assembly_format = "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)"


@LLVM.op("add")
class AddOp(OverflowingOp):
    """The sum."""

    __slots__ = ()

    traits = _COMMUTATIVE


@LLVM.op("sub")
class SubOp(OverflowingOp):
    """The difference."""

    __slots__ = ()


@LLVM.op("mul")
class MulOp(OverflowingOp):
    """The product."""

    __slots__ = ()

    traits = _COMMUTATIVE


@LLVM.op("shl")
class ShlOp(OverflowingOp):
    """The left operand shifted left by the right one."""

    __slots__ = ()


class DivisionOp(ExactOp, ConditionallySpeculatable):
    """Base of the divisions, which nothing may execute in vain unless the divisor is known."""

    __slots__ = ()

    traits = (NoMemoryEffect(), SameOperandsAndResultType())


@LLVM.op("udiv")
class UDivOp(DivisionOp):
    """The unsigned quotient."""

    __slots__ = ()

    def is_speculatable(self) -> bool | None:
        return constant_int(self.rhs) not in (None, 0)


@LLVM.op("sdiv")
class SDivOp(DivisionOp):
    """The signed quotient, rounded towards zero."""

    __slots__ = ()

    def is_speculatable(self) -> bool | None:
        return constant_int(self.rhs) not in (None, 0, -1)


@LLVM.op("urem")
class URemOp(IntegerOp):
    """What the unsigned division leaves."""

    __slots__ = ()


@LLVM.op("srem")
class SRemOp(IntegerOp):
    """What the signed division leaves."""

    __slots__ = ()


@LLVM.op("and")
class AndOp(IntegerOp):
    """The bits that both have."""

    __slots__ = ()


@LLVM.op("or")
class OrOp(IntegerOp):
    """The bits that one of both has."""

    __slots__ = ()

    is_disjoint: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR, name="isDisjoint")
    assembly_format = "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)"


@LLVM.op("xor")
class XOrOp(IntegerOp):
    """The bits in which both differ."""

    __slots__ = ()


@LLVM.op("lshr")
class LShrOp(ExactOp):
    """The left operand shifted right, filling with zeros."""

    __slots__ = ()


@LLVM.op("ashr")
class AShrOp(ExactOp):
    """The left operand shifted right, filling with its sign."""

    __slots__ = ()


class FloatOp(Operation):
    """Base of the ops on two floats."""

    __slots__ = ()

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

    __slots__ = ()


@LLVM.op("fsub")
class FSubOp(FloatOp):
    """The difference."""

    __slots__ = ()


@LLVM.op("fmul")
class FMulOp(FloatOp):
    """The product."""

    __slots__ = ()


@LLVM.op("fdiv")
class FDivOp(FloatOp):
    """The quotient."""

    __slots__ = ()


@LLVM.op("frem")
class FRemOp(FloatOp):
    """What the division leaves."""

    __slots__ = ()


@LLVM.op("fneg")
class FNegOp(Operation):
    """The same with the other sign."""

    __slots__ = ()

    value: d.Operand = d.operand(FLOATS, name="operand")
    fastmath_flags: d.Attr[FastmathFlagsAttr, str] = d.default_attr(
        FastmathFlagsAttr, NO_FASTMATH, name="fastmathFlags"
    )
    res: d.Result = d.result(FLOATS)
    traits = _PURE
    assembly_format = "$operand attr-dict `:` type($res)"


def _bools(type: Type) -> Type:
    return same_shape(type, I1)


_COMPARISON = (
    Pure(),
    SameTypeOperands(),
    TypesMatchWith(
        "lhs", "res", _bools, "result type has i1 element type and same shape as operands"
    ),
)


class ComparisonOp(Operation):
    """Base of the comparisons: `"predicate" %lhs, %rhs : type`."""

    __slots__ = ()

    predicate: d.Attr[IntegerAttr, str]
    lhs: d.Operand
    rhs: d.Operand

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`"predicate" %lhs, %rhs {attributes} : type`."""
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

    def print(self, printer: AsmPrinter) -> None:
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
    """Compares integers or pointers."""

    __slots__ = ()

    predicate: d.Attr[IntegerAttr, str] = d.attr(ICMP_PREDICATE)
    lhs: d.Operand = d.operand(INTEGERS_OR_POINTERS)
    rhs: d.Operand = d.operand(INTEGERS_OR_POINTERS)
    res: d.Result = d.result(BOOLS)
    traits = _COMPARISON


@LLVM.op("fcmp")
class FCmpOp(ComparisonOp):
    """Compares floats."""

    __slots__ = ()

    predicate: d.Attr[IntegerAttr, str] = d.attr(FCMP_PREDICATE)
    lhs: d.Operand = d.operand(FLOATS)
    rhs: d.Operand = d.operand(FLOATS)
    fastmath_flags: d.Attr[FastmathFlagsAttr, str] = d.default_attr(
        FastmathFlagsAttr, NO_FASTMATH, name="fastmathFlags"
    )
    res: d.Result = d.result(BOOLS)
    traits = _COMPARISON


@LLVM.op("select")
class SelectOp(Operation):
    """One of two values."""

    __slots__ = ()

    condition: d.Operand = d.operand(BOOLS)
    true_value: d.Operand = d.operand(ANY_LLVM, name="trueValue")
    false_value: d.Operand = d.operand(ANY_LLVM, name="falseValue")
    fastmath_flags: d.Attr[FastmathFlagsAttr, str] = d.default_attr(
        FastmathFlagsAttr, NO_FASTMATH, name="fastmathFlags"
    )
    res: d.Result = d.result(ANY_LLVM)
    traits = (Pure(), AllTypesMatch("true_value", "false_value", "res"))
    assembly_format = "operands attr-dict `:` type($condition) `,` type($res)"


@LLVM.op("freeze")
class FreezeOp(Operation):
    """The same value, or any one in the place of one that is undefined."""

    __slots__ = ()

    val: d.Operand = d.operand(ANY_LLVM)
    res: d.Result = d.result(ANY_LLVM)
    traits = _PURE
    assembly_format = "$val attr-dict `:` type($val)"
