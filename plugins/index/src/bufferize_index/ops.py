"""All ops of the index dialect: casts, comparison and constants, then arithmetic."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    CastOpInterface,
    ConditionallySpeculatable,
    LinearExpr,
    ValueBoundsOpInterface,
    constant_int,
)
from bufferize_index.dialect import INDEX as INDEX
from bufferize_index.dialect import CmpPredicateAttr

_INTEGER_OR_INDEX = d.one_of(d.ANY_INTEGER, d.INDEX, description="integer or index")


class IndexCastOp(d.Operation, CastOpInterface):
    """Base of the casts between an index and an integer."""

    input: d.Operand = d.operand(_INTEGER_OR_INDEX)
    output: d.Result = d.result(_INTEGER_OR_INDEX)
    traits = (d.Pure(),)
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def verify_op(self) -> None:
        from_index, to_index = (isinstance(v.type, ir.IndexType) for v in (self.input, self.output))
        self.verify_cast(from_index != to_index)


@INDEX.op("casts")
class CastSOp(IndexCastOp):
    """The number, with its sign."""


@INDEX.op("castu")
class CastUOp(IndexCastOp):
    """The number, without a sign."""


@INDEX.op("cmp")
class CmpOp(d.Operation):
    """A test of whether the predicate holds for two indices."""

    pred: d.Attr[CmpPredicateAttr, str] = d.attr(
        d.instance_of(CmpPredicateAttr, "index comparison predicate kind")
    )
    lhs: d.Operand = d.operand(d.INDEX)
    rhs: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(d.I1)
    traits = (d.Pure(),)
    assembly_format = "$pred `` `(` $lhs `,` $rhs `)` attr-dict"


@INDEX.op("sizeof")
class SizeOfOp(d.Operation):
    """The number of bits of an index."""

    result: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "attr-dict"


@INDEX.op("constant")
class ConstantOp(d.Operation):
    """An index known at compile time."""

    value: d.Attr[ir.IntegerAttr, int] = d.attr(d.INDEX_ATTR)
    result: d.Result = d.result(d.INDEX)
    traits = (d.ConstantLike(), d.Pure())
    assembly_format = "attr-dict $value"

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]

    def result_names(self) -> list[str]:
        return [f"idx{self.value.value}"]


@INDEX.op("bool.constant")
class BoolConstantOp(d.Operation):
    """A bit known at compile time."""

    value: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    result: d.Result = d.result(d.I1)
    traits = (d.ConstantLike(), d.Pure())
    assembly_format = "attr-dict $value"

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]

    def result_names(self) -> list[str]:
        return ["true" if self.value.value else "false"]


_TRAITS: tuple[d.Trait, ...] = (d.Pure(), d.SameOperandsAndResultType())
_COMMUTATIVE_TRAITS: tuple[d.Trait, ...] = (d.Commutative(), *_TRAITS)
# Division by zero is undefined behavior: no effect on memory, but not speculatable.
_DIVISION_TRAITS: tuple[d.Trait, ...] = (d.NoMemoryEffect(), d.SameOperandsAndResultType())


class IndexBinaryOp(d.Operation):
    """Base of the ops on two indices."""

    lhs: d.Operand = d.operand(d.INDEX)
    rhs: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(d.INDEX)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs attr-dict"


@INDEX.op("add")
class AddOp(IndexBinaryOp, ValueBoundsOpInterface):
    """The sum, wrapping around."""

    traits = _COMMUTATIVE_TRAITS

    def linear_value(self, result: ir.OpResult) -> LinearExpr:
        return LinearExpr.of(self.lhs) + LinearExpr.of(self.rhs)


@INDEX.op("sub")
class SubOp(IndexBinaryOp, ValueBoundsOpInterface):
    """The difference, wrapping around."""

    def linear_value(self, result: ir.OpResult) -> LinearExpr:
        return LinearExpr.of(self.lhs) - LinearExpr.of(self.rhs)


@INDEX.op("mul")
class MulOp(IndexBinaryOp, ValueBoundsOpInterface):
    """The product, wrapping around."""

    traits = _COMMUTATIVE_TRAITS

    def linear_value(self, result: ir.OpResult) -> LinearExpr | None:
        for factor, other in ((self.lhs, self.rhs), (self.rhs, self.lhs)):
            if (number := constant_int(factor)) is not None:
                return LinearExpr.of(other).scaled(number)
        return None


class _SignedDivision(ConditionallySpeculatable):
    """Base of the signed divisions: undefined by zero, and for the least number by -1."""

    def is_speculatable(self) -> bool:
        return constant_int(self.operand(1)) not in (None, 0, -1)


class _UnsignedDivision(ConditionallySpeculatable):
    """Base of the unsigned divisions, which are undefined by zero."""

    def is_speculatable(self) -> bool:
        return constant_int(self.operand(1)) not in (None, 0)


@INDEX.op("divs")
class DivSOp(IndexBinaryOp, _SignedDivision):
    """The signed quotient, rounded towards zero."""

    traits = _DIVISION_TRAITS


@INDEX.op("divu")
class DivUOp(IndexBinaryOp, _UnsignedDivision):
    """The unsigned quotient, rounded down."""

    traits = _DIVISION_TRAITS


@INDEX.op("ceildivs")
class CeilDivSOp(IndexBinaryOp, _SignedDivision):
    """The signed quotient, rounded up."""

    traits = _DIVISION_TRAITS


@INDEX.op("ceildivu")
class CeilDivUOp(IndexBinaryOp, _UnsignedDivision):
    """The unsigned quotient, rounded up."""

    traits = _DIVISION_TRAITS


@INDEX.op("floordivs")
class FloorDivSOp(IndexBinaryOp, _SignedDivision):
    """The signed quotient, rounded down."""

    traits = _DIVISION_TRAITS


@INDEX.op("rems")
class RemSOp(IndexBinaryOp, _SignedDivision):
    """The remainder of signed division, with the sign of the left operand."""

    traits = _DIVISION_TRAITS


@INDEX.op("remu")
class RemUOp(IndexBinaryOp, _UnsignedDivision):
    """The remainder of unsigned division."""

    traits = _DIVISION_TRAITS


@INDEX.op("maxs")
class MaxSOp(IndexBinaryOp):
    """The greater of two signed numbers."""

    traits = _COMMUTATIVE_TRAITS


@INDEX.op("maxu")
class MaxUOp(IndexBinaryOp):
    """The greater of two unsigned numbers."""

    traits = _COMMUTATIVE_TRAITS


@INDEX.op("mins")
class MinSOp(IndexBinaryOp):
    """The less of two signed numbers."""

    traits = _COMMUTATIVE_TRAITS


@INDEX.op("minu")
class MinUOp(IndexBinaryOp):
    """The less of two unsigned numbers."""

    traits = _COMMUTATIVE_TRAITS


@INDEX.op("shl")
class ShLOp(IndexBinaryOp):
    """The left operand shifted left by the right one."""


@INDEX.op("shrs")
class ShRSOp(IndexBinaryOp):
    """The left operand shifted right, filling with its sign."""


@INDEX.op("shru")
class ShRUOp(IndexBinaryOp):
    """The left operand shifted right, filling with zeros."""


@INDEX.op("and")
class AndOp(IndexBinaryOp):
    """The bits that both have."""

    traits = _COMMUTATIVE_TRAITS


@INDEX.op("or")
class OrOp(IndexBinaryOp):
    """The bits that one of both has."""

    traits = _COMMUTATIVE_TRAITS


@INDEX.op("xor")
class XOrOp(IndexBinaryOp):
    """The bits in which both differ."""

    traits = _COMMUTATIVE_TRAITS
