"""Casts, comparison and constants of the index dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import ConstantLike, Operation, Pure
from bufferize.define.attr_constraints import BOOL_ATTR, INDEX_ATTR
from bufferize.define.constraint import instance_of, one_of
from bufferize.define.type_constraints import ANY_INTEGER, I1, INDEX
from bufferize.interfaces import CastOpInterface
from bufferize.ir import Attribute, IndexType, IntegerAttr, Value
from bufferize_index.base import INDEX_DIALECT, CmpPredicateAttr

_INTEGER_OR_INDEX = one_of(ANY_INTEGER, INDEX, description="integer or index")


class IndexCastOp(Operation, CastOpInterface):
    """Base of the casts between an index and an integer."""

    __slots__ = ()

    input: d.Operand = d.operand(_INTEGER_OR_INDEX)
    output: d.Result = d.result(_INTEGER_OR_INDEX)
    traits = (Pure(),)
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def verify_op(self) -> None:
        from_index, to_index = (isinstance(v.type, IndexType) for v in (self.input, self.output))
        self.verify_cast(from_index != to_index)


@INDEX_DIALECT.op("casts")
class CastSOp(IndexCastOp):
    """The number, with its sign."""

    __slots__ = ()


@INDEX_DIALECT.op("castu")
class CastUOp(IndexCastOp):
    """The number, without a sign."""

    __slots__ = ()


@INDEX_DIALECT.op("cmp")
class CmpOp(Operation):
    """Whether the predicate holds for two indices."""

    __slots__ = ()

    pred: d.Attr[CmpPredicateAttr, str] = d.attr(
        instance_of(CmpPredicateAttr, "index comparison predicate kind")
    )
    lhs: d.Operand = d.operand(INDEX)
    rhs: d.Operand = d.operand(INDEX)
    result: d.Result = d.result(I1)
    traits = (Pure(),)
    assembly_format = "$pred `` `(` $lhs `,` $rhs `)` attr-dict"


@INDEX_DIALECT.op("sizeof")
class SizeOfOp(Operation):
    """How many bits an index has."""

    __slots__ = ()

    result: d.Result = d.result(INDEX)
    traits = (Pure(),)
    assembly_format = "attr-dict"


@INDEX_DIALECT.op("constant")
class ConstantOp(Operation):
    """An index known at compile time."""

    __slots__ = ()

    value: d.Attr[IntegerAttr, int] = d.attr(INDEX_ATTR)
    result: d.Result = d.result(INDEX)
    traits = (ConstantLike(), Pure())
    assembly_format = "attr-dict $value"

    def fold(self) -> list[Value | Attribute]:
        return [self.value]

    def result_names(self) -> list[str]:
        return [f"idx{self.value.value}"]


@INDEX_DIALECT.op("bool.constant")
class BoolConstantOp(Operation):
    """A bit known at compile time."""

    __slots__ = ()

    value: d.Attr[IntegerAttr, bool] = d.attr(BOOL_ATTR)
    result: d.Result = d.result(I1)
    traits = (ConstantLike(), Pure())
    assembly_format = "attr-dict $value"

    def fold(self) -> list[Value | Attribute]:
        return [self.value]

    def result_names(self) -> list[str]:
        return ["true" if self.value.value else "false"]
