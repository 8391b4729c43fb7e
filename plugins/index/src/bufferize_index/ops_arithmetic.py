"""Arithmetic of the index dialect, on numbers of the target's width.

See https://mlir.llvm.org/docs/Dialects/IndexOps.
"""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    Commutative,
    NoMemoryEffect,
    Operation,
    Pure,
    SameOperandsAndResultType,
    Trait,
)
from bufferize.define.type_constraints import INDEX
from bufferize.interfaces import LinearExpr, ValueBoundsOpInterface, constant_int
from bufferize.ir import OpResult
from bufferize_index.base import INDEX_DIALECT

_TRAITS: tuple[Trait, ...] = (Pure(), SameOperandsAndResultType())
_COMMUTATIVE_TRAITS: tuple[Trait, ...] = (Commutative(), *_TRAITS)
# Division by zero is undefined behaviour: no effect on memory, but not to be speculated.
_DIVISION_TRAITS: tuple[Trait, ...] = (NoMemoryEffect(), SameOperandsAndResultType())


class IndexBinaryOp(Operation):
    """Base of the ops on two indices."""

    __slots__ = ()

    lhs: d.Operand = d.operand(INDEX)
    rhs: d.Operand = d.operand(INDEX)
    result: d.Result = d.result(INDEX)
    traits = _TRAITS
    assembly_format = "$lhs `,` $rhs attr-dict"


@INDEX_DIALECT.op("add")
class AddOp(IndexBinaryOp, ValueBoundsOpInterface):
    """The sum, wrapping around."""

    __slots__ = ()

    traits = _COMMUTATIVE_TRAITS

    def linear_value(self, result: OpResult) -> LinearExpr:
        return LinearExpr.of(self.lhs) + LinearExpr.of(self.rhs)


@INDEX_DIALECT.op("sub")
class SubOp(IndexBinaryOp, ValueBoundsOpInterface):
    """The difference, wrapping around."""

    __slots__ = ()

    def linear_value(self, result: OpResult) -> LinearExpr:
        return LinearExpr.of(self.lhs) - LinearExpr.of(self.rhs)


@INDEX_DIALECT.op("mul")
class MulOp(IndexBinaryOp, ValueBoundsOpInterface):
    """The product, wrapping around."""

    __slots__ = ()

    traits = _COMMUTATIVE_TRAITS

    def linear_value(self, result: OpResult) -> LinearExpr | None:
        for factor, other in ((self.lhs, self.rhs), (self.rhs, self.lhs)):
            if (number := constant_int(factor)) is not None:
                return LinearExpr.of(other).scaled(number)
        return None


@INDEX_DIALECT.op("divs")
class DivSOp(IndexBinaryOp):
    """The signed quotient, rounded towards zero."""

    __slots__ = ()

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("divu")
class DivUOp(IndexBinaryOp):
    """The unsigned quotient, rounded down."""

    __slots__ = ()

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("ceildivs")
class CeilDivSOp(IndexBinaryOp):
    """The signed quotient, rounded up."""

    __slots__ = ()

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("ceildivu")
class CeilDivUOp(IndexBinaryOp):
    """The unsigned quotient, rounded up."""

    __slots__ = ()

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("floordivs")
class FloorDivSOp(IndexBinaryOp):
    """The signed quotient, rounded down."""

    __slots__ = ()

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("rems")
class RemSOp(IndexBinaryOp):
    """What the signed division leaves, with the sign of the left operand."""

    __slots__ = ()

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("remu")
class RemUOp(IndexBinaryOp):
    """What the unsigned division leaves."""

    __slots__ = ()

    traits = _DIVISION_TRAITS


@INDEX_DIALECT.op("maxs")
class MaxSOp(IndexBinaryOp):
    """The greater of two signed numbers."""

    __slots__ = ()

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("maxu")
class MaxUOp(IndexBinaryOp):
    """The greater of two unsigned numbers."""

    __slots__ = ()

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("mins")
class MinSOp(IndexBinaryOp):
    """The less of two signed numbers."""

    __slots__ = ()

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("minu")
class MinUOp(IndexBinaryOp):
    """The less of two unsigned numbers."""

    __slots__ = ()

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("shl")
class ShLOp(IndexBinaryOp):
    """The left operand shifted left by the right one."""

    __slots__ = ()


@INDEX_DIALECT.op("shrs")
class ShRSOp(IndexBinaryOp):
    """The left operand shifted right, filling with its sign."""

    __slots__ = ()


@INDEX_DIALECT.op("shru")
class ShRUOp(IndexBinaryOp):
    """The left operand shifted right, filling with zeros."""

    __slots__ = ()


@INDEX_DIALECT.op("and")
class AndOp(IndexBinaryOp):
    """The bits that both have."""

    __slots__ = ()

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("or")
class OrOp(IndexBinaryOp):
    """The bits that one of both has."""

    __slots__ = ()

    traits = _COMMUTATIVE_TRAITS


@INDEX_DIALECT.op("xor")
class XOrOp(IndexBinaryOp):
    """The bits in which both differ."""

    __slots__ = ()

    traits = _COMMUTATIVE_TRAITS
