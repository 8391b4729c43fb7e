"""The types of elements that are stored as integers and stand for other numbers, and their scales.

See https://mlir.llvm.org/docs/Dialects/QuantDialect.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import QuantizedTypeInterface
from bufferize_quant.dialect import QUANT

MAX_WIDTH = 32

_unsigned = re.compile(r"u([0-9]+)", re.ASCII).fullmatch


class Storage(NamedTuple):
    """Integers of `width` bits, of which those from `minimum` to `maximum` are used."""

    width: int
    is_signed: bool
    minimum: int
    maximum: int

    @staticmethod
    def whole(width: int, is_signed: bool = True) -> Storage:
        """Return all integers of a width in bits."""
        low = -(1 << width >> 1) if is_signed else 0
        return Storage(width, is_signed, low, low + (1 << width) - 1)

    @property
    def type(self) -> ir.IntegerType:
        """The type of the integers; it has no sign, as in arithmetic."""
        return ir.IntegerType(self.width)

    def problem(self) -> str | None:
        """Return what is wrong with the width or the limits, None if nothing is."""
        if not 0 < self.width <= MAX_WIDTH:
            return f"illegal storage type size: {self.width}"
        whole = Storage.whole(self.width, self.is_signed)
        if not whole.minimum <= self.minimum < self.maximum <= whole.maximum:
            return f"illegal storage min and storage max: ({self.minimum}:{self.maximum})"
        return None

    def __str__(self) -> str:
        """Return `i8`, `u8`, or `i8<-127:127>` where not all integers are used."""
        name = f"{'i' if self.is_signed else 'u'}{self.width}"
        if self == Storage.whole(self.width, self.is_signed):
            return name
        return f"{name}<{self.minimum}:{self.maximum}>"


def parse_storage(parser: d.AsmParser) -> Storage:
    """Parse `i8`, `u8` or `i8<-127:127>`; `si8` and `ui8` are the same as the first two."""
    offset = parser.offset
    whole = _parse_whole(parser)
    if not 0 < whole.width <= MAX_WIDTH:
        raise parser.error(f"illegal storage type size: {whole.width}", offset)
    if not parser.parse_optional_punctuation("<"):
        return whole
    offset = parser.offset
    minimum = parser.parse_integer()
    if minimum < whole.minimum:
        raise parser.error(f"illegal storage type minimum: {minimum}", offset)
    parser.parse_punctuation(":")
    offset = parser.offset
    maximum = parser.parse_integer()
    if maximum > whole.maximum:
        raise parser.error(f"illegal storage type maximum: {maximum}", offset)
    parser.parse_punctuation(">")
    return whole._replace(minimum=minimum, maximum=maximum)


def _parse_whole(parser: d.AsmParser) -> Storage:
    offset = parser.offset
    type = parser.parse_optional_type()
    if isinstance(type, ir.IntegerType):
        return Storage.whole(type.width, type.signedness is not ir.Signedness.UNSIGNED)
    if type is not None:
        raise parser.error("storage type must be integral", offset)
    word = parser.parse_any_keyword()
    if not word.startswith("u"):
        raise parser.error("illegal storage type prefix", offset)
    match = _unsigned(word)
    # No width of more digits is allowed, and Python does not read numbers of thousands of them.
    if match is None or len(match[1]) > 4:
        raise parser.error("expected storage type width", offset)
    return Storage.whole(int(match[1]), is_signed=False)


class Scale(NamedTuple):
    """A number is (stored - zero point) · scale."""

    scale: float
    zero_point: int = 0


class Scales(NamedTuple):
    """Scales in row-major order, with the shape of the nested lists that they are written in."""

    shape: tuple[int, ...]
    scales: tuple[Scale, ...]


def scale_problem(scale: float) -> str | None:
    """Return what is wrong with a scale, None if nothing is."""
    if scale > 0 and math.isfinite(scale):
        return None
    return f"illegal scale: {scale:e}"


def _range(type: ir.FloatType) -> tuple[float, float]:
    """Return the smallest and the largest positive number of a float type, as far as Python has
    them.
    """
    if type.width > 64:
        return 0.0, math.inf
    smallest = next(v for bits in (0, 1) if (v := ir.FloatAttr(bits, type).value) > 0)
    return smallest, ir.FloatAttr(type.format.magnitude_limit - 1, type).value


def parse_scale(parser: d.AsmParser, type: ir.FloatType) -> Scale:
    """Parse `scale` or `scale:zero_point`, where the scale is a number of the expressed type."""
    offset = parser.offset
    scale = parser.parse_float()
    low, high = _range(type)
    if scale < low or scale > high:
        raise parser.error(
            f"scale {scale:e} out of expressed type range [{low:e}, {high:e}]", offset
        )
    return Scale(scale, parser.parse_integer() if parser.parse_optional_punctuation(":") else 0)


def parse_scales(parser: d.AsmParser, type: ir.FloatType) -> Scales:
    """Parse nested lists `{{scale, …}, …}` of one shape."""
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


def print_scale(printer: d.AsmPrinter, scale: Scale, type: ir.FloatType) -> None:
    """Write what `parse_scale` reads; the scale is rounded to the type."""
    printer.print_attribute_without_type(ir.FloatAttr.of(scale.scale, type))
    if scale.zero_point:
        printer.write(f":{scale.zero_point}")


def print_scales(printer: d.AsmPrinter, scales: Scales, type: ir.FloatType) -> None:
    """Write what `parse_scales` reads."""
    _print_nested(printer, scales.shape, iter(scales.scales), type)


def _print_nested(
    printer: d.AsmPrinter, shape: Sequence[int], scales: Iterator[Scale], type: ir.FloatType
) -> None:
    if not shape:
        print_scale(printer, next(scales), type)
        return
    printer.write("{")
    for index in range(shape[0]):
        printer.write(", " if index else "")
        _print_nested(printer, shape[1:], scales, type)
    printer.write("}")


class QuantizedType(ir.Type, QuantizedTypeInterface):
    """Base of the types of quantized elements."""

    storage: Storage | None = None
    """How the elements are stored, None if it is not known."""

    @property
    def storage_type(self) -> ir.IntegerType | None:
        return None if self.storage is None else self.storage.type


def _parse_float_type(parser: d.AsmParser) -> ir.FloatType:
    offset = parser.offset
    type = parser.parse_type()
    if not isinstance(type, ir.FloatType):
        raise parser.error(f"expected a floating-point type, got '{type}'", offset)
    return type


@QUANT.type("any")
@ir.parameters
class AnyQuantizedType(QuantizedType):
    """`!quant.any<i8:f32>`: it is not specified which number an integer stands for."""

    storage: Storage
    expressed_type: ir.FloatType | None = None

    def verify(self) -> str | None:
        return self.storage.problem()

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> AnyQuantizedType:
        """Parse `<storage>` or `<storage:type>`."""
        parser.parse_punctuation("<")
        storage = parse_storage(parser)
        has_type = parser.parse_optional_punctuation(":")
        expressed = _parse_float_type(parser) if has_type else None
        parser.parse_punctuation(">")
        return cls(storage, expressed)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write what `parse_parameters` reads."""
        expressed = "" if self.expressed_type is None else f":{self.expressed_type}"
        printer.write(f"<{self.storage}{expressed}>")


@QUANT.type("calibrated")
@ir.parameters
class CalibratedQuantizedType(QuantizedType):
    """`!quant.calibrated<f32<-0.5:1.5>>`: the range of the numbers, but not how they are stored."""

    expressed_type: ir.FloatType
    minimum: float
    maximum: float

    def verify(self) -> str | None:
        if self.minimum < self.maximum:
            return None
        return f"illegal min and max: ({self.minimum:e}:{self.maximum:e})"

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> CalibratedQuantizedType:
        """Parse `<type<minimum:maximum>>`."""
        parser.parse_punctuation("<")
        expressed = _parse_float_type(parser)
        parser.parse_punctuation("<")
        minimum = parser.parse_float()
        parser.parse_punctuation(":")
        maximum = parser.parse_float()
        parser.parse_punctuation(">")
        parser.parse_punctuation(">")
        return cls(expressed, minimum, maximum)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write what `parse_parameters` reads."""
        printer.write(f"<{self.expressed_type}<")
        printer.print_attribute_without_type(ir.FloatAttr.of(self.minimum, ir.F64))
        printer.write(":")
        printer.print_attribute_without_type(ir.FloatAttr.of(self.maximum, ir.F64))
        printer.write(">>")


@QUANT.type("uniform")
@ir.parameters
class UniformType(QuantizedType):
    """Base of the types `!quant.uniform`: a number is (stored - zero point) · scale."""

    storage: Storage
    expressed_type: ir.FloatType

    @property
    def all_scales(self) -> tuple[Scale, ...]:
        """Every scale with its zero point."""
        raise NotImplementedError

    def verify(self) -> str | None:
        problems = [self.storage.problem(), *(scale_problem(s.scale) for s in self.all_scales)]
        return next((problem for problem in problems if problem is not None), None)

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> UniformType:
        """Parse `<storage:type, scale>`, `<storage:type:axis, {…}>` or `<storage:type:{…}, {…}>`."""
        parser.parse_punctuation("<")
        storage = parse_storage(parser)
        parser.parse_punctuation(":")
        type = _parse_float_type(parser)
        made: UniformType
        if not parser.parse_optional_punctuation(":"):
            parser.parse_punctuation(",")
            made = UniformQuantizedType(storage, type, parse_scale(parser, type))
        elif parser.peek() == "{":
            blocks = tuple(
                parser.parse_comma_separated_list("{", lambda: _parse_block_size(parser))
            )
            parser.parse_punctuation(",")
            scales = parse_scales(parser, type)
            made = UniformQuantizedSubChannelType(storage, type, blocks, scales)
        else:
            axis = _parse_axis(parser)
            parser.parse_punctuation(",")
            scales = parse_scales(parser, type)
            made = UniformQuantizedPerAxisType(storage, type, axis, scales.scales)
        parser.parse_punctuation(">")
        return made

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write what `parse_parameters` reads."""
        raise NotImplementedError


def _parse_axis(parser: d.AsmParser) -> int:
    offset = parser.offset
    axis = parser.parse_integer()
    if not -(1 << 31) <= axis < 1 << 31:
        raise parser.error("integer value too large", offset)
    return axis


def _parse_block_size(parser: d.AsmParser) -> tuple[int, int]:
    axis = _parse_axis(parser)
    parser.parse_punctuation(":")
    return axis, parser.parse_integer()


@ir.parameters
class UniformQuantizedType(UniformType):
    """`!quant.uniform<i8:f32, 2.0:10>`: one scale for all elements."""

    scale: Scale
    has_one_scale = True

    @property
    def all_scales(self) -> tuple[Scale, ...]:
        return (self.scale,)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print `<storage:type, scale>`."""
        printer.write(f"<{self.storage}:{self.expressed_type}, ")
        print_scale(printer, self.scale, ir.F64)
        printer.write(">")


@ir.parameters
class UniformQuantizedPerAxisType(UniformType):
    """`!quant.uniform<i8:f32:1, {2.0:10, 3.0}>`: one scale for each index along an axis."""

    axis: int
    scales: tuple[Scale, ...]

    @property
    def all_scales(self) -> tuple[Scale, ...]:
        return self.scales

    def verify(self) -> str | None:
        if self.axis < 0:
            return f"illegal quantized dimension: {self.axis}"
        return super().verify()

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print `<storage:type:axis, {scales}>`."""
        printer.write(f"<{self.storage}:{self.expressed_type}:{self.axis}, {{")
        for index, scale in enumerate(self.scales):
            printer.write("," if index else "")
            print_scale(printer, scale, ir.F64)
        printer.write("}>")


@ir.parameters
class UniformQuantizedSubChannelType(UniformType):
    """`!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}}>`: one scale for each block.

    Scales and zero points are rounded to numbers of the expressed and of the stored type.
    """

    block_sizes: tuple[tuple[int, int], ...]
    """The axes along which blocks have a size; along others a block spans the whole tensor."""
    scales: Scales

    def __post_init__(self) -> None:
        bits = self.storage.width
        half = 1 << bits >> 1

        def rounded(scale: Scale) -> Scale:
            zero_point = (scale.zero_point + half) % (1 << bits) - half
            return Scale(ir.FloatAttr.of(scale.scale, self.expressed_type).value, zero_point)

        scales = tuple(map(rounded, self.scales.scales))
        object.__setattr__(self, "scales", Scales(self.scales.shape, scales))

    @property
    def all_scales(self) -> tuple[Scale, ...]:
        return self.scales.scales

    def verify(self) -> str | None:
        for axis, size in self.block_sizes:
            if axis < 0:
                return f"illegal quantized dimension: {axis}"
            if size <= 0:
                return f"illegal block size: {size}"
        shape, count = self.scales.shape, len(self.scales.scales)
        if prod(shape) != count:
            return f"scales of shape {list(shape)} are {prod(shape)}, but {count} are given"
        return super().verify()

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print `<storage:type:{axis:size, …}, {scales}>`."""
        blocks = ", ".join(f"{axis}:{size}" for axis, size in self.block_sizes)
        printer.write(f"<{self.storage}:{self.expressed_type}:{{{blocks}}}, ")
        print_scales(printer, self.scales, self.expressed_type)
        printer.write(">")
