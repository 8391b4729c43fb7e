"""What an intrinsic consists of, and what many of them share."""

from __future__ import annotations

from typing import NamedTuple

from bufferize import define as d
from bufferize import ir


class Intrinsic(NamedTuple):
    """An intrinsic: `name: kind` for each operand and attribute, after it `?`, `*` or `**`.

    These stand for an optional one, any number, and any number of lists. The kinds are those of
    `intrinsics`.
    """

    operands: str = ""
    attributes: str = ""
    result: str = ""
    traits: tuple[d.Trait, ...] = ()
    format: str | None = None
    """None for those that are written in generic form."""
    writes: str = ""
    """The operand that points to what is written, if nothing else happens to memory."""
    reads: str = ""


def _bits(type: ir.VectorType) -> int:
    return type.num_elements() * (ir.bit_width(type.element_type) or 0)


def _are_small(op: object) -> bool:
    return all(
        _bits(type) <= 1 << 17
        for type in (*op.operand_types, *op.result_types)  # type: ignore[attr-defined]
        if isinstance(type, ir.VectorType)
        and isinstance(type.element_type, ir.IntegerType | ir.FloatType)
    )


def _has_twice(op: object) -> bool:
    source, result = op.operand_types[0], op.result_types[0]  # type: ignore[attr-defined]
    return isinstance(result, ir.VectorType) and (
        result.num_elements() == 2 * source.num_elements()
    )


FUNCTIONAL = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
FASTMATH = "fastmathFlags: fastmath"
ACCESS = (
    "access_groups: access_groups?, alias_scopes: alias_scopes?, noalias_scopes: alias_scopes?, "
    "tbaa: tbaa?"
)
CALL_ATTRS = "arg_attrs: dictionaries?, res_attrs: dictionaries?"
PURE = (d.Pure(),)
SAME = (d.Pure(), d.SameOperandsAndResultType())
SMALL = d.OpPredicate(_are_small, "vectors are not bigger than 2^17 bits.")
NOT_FROM_FIXED = d.OpPredicate(
    lambda op: not op.result_types[0].is_scalable or op.operand_types[0].is_scalable,
    "it is not extracting scalable from fixed-length vectors.",
)
NOT_INTO_FIXED = d.OpPredicate(
    lambda op: not op.operand_types[1].is_scalable or op.operand_types[0].is_scalable,
    "it is not inserting scalable into fixed-length vectors.",
)
TWICE = d.OpPredicate(_has_twice, "result has twice as many elements as 'vec1'")
