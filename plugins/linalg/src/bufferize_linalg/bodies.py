"""What the named operations compute for one element: the bodies that `table` refers to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from bufferize import ir
from bufferize_linalg.scalars import BodyBuilder, random_number
from bufferize_linalg.table import BINARY, UNARY

Body: TypeAlias = Callable[[BodyBuilder, bool], ir.Value]
"""Builds the body and returns what it yields; the flag: inputs are cast as unsigned integers."""


def multiply_add(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    """`out + lhs * rhs`, in the type of the output."""
    lhs, rhs, out = builder.block.arguments
    product = builder.binary(
        "mul",
        builder.cast(out.type, lhs, unsigned),
        builder.cast(out.type, rhs, unsigned),
    )
    return builder.binary("add", out, product)


def quantized_multiply_add(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    """`out + (lhs - lhs_zero_point) * (rhs - rhs_zero_point)`."""
    lhs, rhs, lhs_zero, rhs_zero, out = builder.block.arguments

    def shifted(value: ir.Value, zero: ir.Value) -> ir.Value:
        value = builder.cast(out.type, value, unsigned)
        return builder.binary("sub", value, builder.cast(out.type, zero, unsigned))

    left = shifted(lhs, lhs_zero)
    right = shifted(rhs, rhs_zero)
    return builder.binary("add", out, builder.binary("mul", left, right))


def cast(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    """The input in the type of the output."""
    return builder.cast(builder.output_type, builder.block.arguments[0], unsigned)


def first(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    """The first input as it is."""
    return builder.block.arguments[0]


def _random(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    return random_number(builder)


def _unary(kind: str) -> Body:
    return lambda builder, unsigned: builder.unary(kind, builder.block.arguments[0])


def _binary(kind: str) -> Body:
    return lambda builder, unsigned: builder.binary(kind, *builder.block.arguments[:2])


def _select(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    return builder.select(*builder.block.arguments[:3])


def _pool(kind: str) -> Body:
    """Combines each element of a window with the output; the kernel gives only the shape."""
    cast_unsigned = kind.endswith("_unsigned")

    def body(builder: BodyBuilder, unsigned: bool) -> ir.Value:
        image, _, out = builder.block.arguments
        return builder.binary(kind, out, builder.cast(out.type, image, cast_unsigned))

    return body


ELEMENTWISE: Final[dict[str, Body]] = {
    **{kind: _unary(kind) for kind in UNARY},
    **{kind: _binary(kind) for kind in BINARY},
    "select": _select,
}
"""The bodies of elementwise operations, by kind."""

BODIES: Final[dict[str, Body]] = {
    **ELEMENTWISE,
    "multiply_add": multiply_add,
    "quantized_multiply_add": quantized_multiply_add,
    "cast": cast,
    "first": first,
    "random": _random,
    **{
        f"pool_{kind}": _pool(kind)
        for kind in ("add", "max_signed", "max_unsigned", "min_signed", "min_unsigned")
    },
}
"""All bodies, by the name that `table` uses."""
