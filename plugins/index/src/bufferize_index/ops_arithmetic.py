"""Arithmetic of the index dialect, on numbers of the target's width.

See https://mlir.llvm.org/docs/Dialects/IndexOps.
"""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import LinearExpr, ValueBoundsOpInterface, constant_int
from bufferize_index.base import INDEX_DIALECT

_TRAITS: tuple[d.Trait, ...] = (d.Pure(), d.SameOperandsAndResultType())
_COMMUTATIVE_TRAITS: tuple[d.Trait, ...] = (d.Commutative(), *_TRAITS)
# Division by zero is undefined behaviour: no effect on memory, but not to be speculated.
_DIVISION_TRAITS: tuple[d.Trait, ...] = (d.NoMemoryEffect(), d.SameOperandsAndResultType())


class IndexBinaryOp(d.Operation):
    """Base of the ops on two indices."""

    lhs: d.Operand = d.operand(d.INDEX)
    rhs: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(d.INDEX)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs attr-dict"


@INDEX_DIALECT.op("add")
class AddOp(IndexBinaryOp, ValueBoundsOpInterface):
    """The sum, wrapping around."""

    traits = _COMMUTATIVE_TRAITS

    def linear_value(self, result: ir.OpResult) -> LinearExpr:
        return LinearExpr.of(self.lhs) + LinearExpr.of(self.rhs)


@INDEX_DIALECT.op("sub")
class SubOp(IndexBinaryOp, ValueBoundsOpInterface):
    """The difference, wrapping around."""

    def linear_value(self, result: ir.OpResult) -> LinearExpr:
        return LinearExpr.of(self.lhs) - LinearExpr.of(self.rhs)


@INDEX_DIALECT.op("mul")
class MulOp(IndexBinaryOp, ValueBoundsOpInterface):
    """The product, wrapping around."""

    traits = _COMMUTATIVE_TRAITS

    def linear_value(self, result: ir.OpResult) -> LinearExpr | None:
        for factor, other in ((self.lhs, self.rhs), (self.rhs, self.lhs)):
            if (number := constant_int(factor)) is not None:
                return LinearExpr.of(other).scaled(number)
        return None


@INDEX_DIALECT.op("divs")
class DivSOp(IndexBinaryOp):
    """The signed quotient, rounded towards zero."""

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("divu")
class DivUOp(IndexBinaryOp):
    """The unsigned quotient, rounded down."""

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("ceildivs")
class CeilDivSOp(IndexBinaryOp):
    """The signed quotient, rounded up."""

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("ceildivu")
class CeilDivUOp(IndexBinaryOp):
    """The unsigned quotient, rounded up."""

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("floordivs")
class FloorDivSOp(IndexBinaryOp):
    """The signed quotient, rounded down."""

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("rems")
class RemSOp(IndexBinaryOp):
    """What the signed division leaves, with the sign of the left operand."""

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("remu")
class RemUOp(IndexBinaryOp):
    """What the unsigned division leaves."""

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("maxs")
class MaxSOp(IndexBinaryOp):
    """The greater of two signed numbers."""

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("maxu")
class MaxUOp(IndexBinaryOp):
    """The greater of two unsigned numbers."""

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("mins")
class MinSOp(IndexBinaryOp):
    """The less of two signed numbers."""

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("minu")
class MinUOp(IndexBinaryOp):
    """The less of two unsigned numbers."""

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("shl")
class ShLOp(IndexBinaryOp):
    """The left operand shifted left by the right one."""


@INDEX_DIALECT.op("shrs")
class ShRSOp(IndexBinaryOp):
    """The left operand shifted right, filling with its sign."""


@INDEX_DIALECT.op("shru")
class ShRUOp(IndexBinaryOp):
    """The left operand shifted right, filling with zeros."""


@INDEX_DIALECT.op("and")
class AndOp(IndexBinaryOp):
    """The bits that both have."""

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("or")
class OrOp(IndexBinaryOp):
    """The bits that one of both has."""

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("xor")
class XOrOp(IndexBinaryOp):
    """The bits in which both differ."""

    traits = _COMMUTATIVE_TRAITS
