"""Casts, comparison and constants of the index dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import CastOpInterface
from bufferize_index.base import INDEX_DIALECT, CmpPredicateAttr

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


@INDEX_DIALECT.op("casts")
class CastSOp(IndexCastOp):
    """The number, with its sign."""


@INDEX_DIALECT.op("castu")
class CastUOp(IndexCastOp):
    """The number, without a sign."""


@INDEX_DIALECT.op("cmp")
class CmpOp(d.Operation):
    """Whether the predicate holds for two indices."""

    pred: d.Attr[CmpPredicateAttr, str] = d.attr(
        d.instance_of(CmpPredicateAttr, "index comparison predicate kind")
    )
    lhs: d.Operand = d.operand(d.INDEX)
    rhs: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(d.I1)
    traits = (d.Pure(),)
    assembly_format = "$pred `` `(` $lhs `,` $rhs `)` attr-dict"


@INDEX_DIALECT.op("sizeof")
class SizeOfOp(d.Operation):
    """How many bits an index has."""

    result: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "attr-dict"


@INDEX_DIALECT.op("constant")
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


@INDEX_DIALECT.op("bool.constant")
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
