"""Scales and zero points: `2.0`, `2.0:10`, and lists of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import FloatAttr, FloatType


class Scale(NamedTuple):
    """A number is (stored - zero point) · scale."""

    scale: float
    zero_point: int = 0


class Scales(NamedTuple):
    """Scales in row-major order, with the shape of the nested lists that they are written in."""

    shape: tuple[int, ...]
    scales: tuple[Scale, ...]


def scale_problem(scale: float) -> str | None:
    """What is wrong with a scale, None if nothing is."""
    if scale > 0 and math.isfinite(scale):
        return None
    return f"illegal scale: {scale:e}"


def _range(type: FloatType) -> tuple[float, float]:
    """The smallest and the largest positive number of a float type, as far as Python has them."""
    if type.width > 64:
        return 0.0, math.inf
    smallest = next(v for bits in (0, 1) if (v := FloatAttr(bits, type).value) > 0)
    return smallest, FloatAttr(type.format.magnitude_limit - 1, type).value


def parse_scale(parser: AsmParser, type: FloatType) -> Scale:
    """`scale` or `scale:zero_point`, where the scale is a number of the expressed type."""
    offset = parser.offset
    scale = parser.parse_float()
    low, high = _range(type)
    if scale < low or scale > high:
        raise parser.error(
            f"scale {scale:e} out of expressed type range [{low:e}, {high:e}]", offset
        )
    return Scale(scale, parser.parse_integer() if parser.parse_optional_punctuation(":") else 0)


def parse_scales(parser: AsmParser, type: FloatType) -> Scales:
    """Nested lists `{{scale, …}, …}` of one shape."""
    parser.parse_punctuation("{")
    shape: tuple[int, ...] | None = None
    scales: list[Scale] = []
    count = 0
    while True:
        offset = parser.offset
        if parser.peek() == "{":
            inner = parse_scales(parser, type)
        else:
            inner = Scales((), (parse_scale(parser, type),))
        if shape not in (None, inner.shape):
            raise parser.error(
                "tensor literal is invalid; ranks are not consistent between elements", offset
            )
        shape = inner.shape
        scales += inner.scales
        count += 1
        if not parser.parse_optional_punctuation(","):
            break
    parser.parse_punctuation("}")
    return Scales((count, *shape), tuple(scales))


def print_scale(printer: AsmPrinter, scale: Scale, type: FloatType) -> None:
    """Write `scale:zero_point`, the scale rounded to the type, a zero point of 0 left out."""
    printer.print_attribute_without_type(FloatAttr.of(scale.scale, type))
    if scale.zero_point:
        printer.write(f":{scale.zero_point}")


def print_scales(printer: AsmPrinter, scales: Scales, type: FloatType) -> None:
    """Write scales in braces as deep as the shape: `{{0.5, 1.0}, {2.0, 4.0}}`."""
    _print_nested(printer, scales.shape, iter(scales.scales), type)


def _print_nested(
    printer: AsmPrinter, shape: Sequence[int], scales: Iterator[Scale], type: FloatType
) -> None:
    if not shape:
        print_scale(printer, next(scales), type)
        return
    printer.write("{")
    for index in range(shape[0]):
        printer.write(", " if index else "")
        _print_nested(printer, shape[1:], scales, type)
    printer.write("}")
