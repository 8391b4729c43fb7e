"""Types of elements that are stored as integers and stand for numbers.

See https://mlir.llvm.org/docs/Dialects/QuantDialect.
"""

from __future__ import annotations

from math import prod

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.interfaces import QuantizedTypeInterface
from bufferize.ir import F64, FloatAttr, FloatType, IntegerType, Type, parameters
from bufferize_quant.base import QUANT
from bufferize_quant.scales import (
    Scale,
    Scales,
    parse_scale,
    parse_scales,
    print_scale,
    print_scales,
    scale_problem,
)
from bufferize_quant.storage import Storage, parse_storage


class QuantizedType(Type, QuantizedTypeInterface):
    """Base of the types of quantized elements."""

    storage: Storage | None = None
    """How they are stored, None if it is not known."""

    @property
    def storage_type(self) -> IntegerType | None:
        return None if self.storage is None else self.storage.type


def _parse_float_type(parser: AsmParser) -> FloatType:
    offset = parser.offset
    type = parser.parse_type()
    if not isinstance(type, FloatType):
        raise parser.error(f"expected a floating-point type, got '{type}'", offset)
    return type


@QUANT.type("any")
@parameters
class AnyQuantizedType(QuantizedType):
    """`!quant.any<i8:f32>`: nobody says which number an integer stands for."""

    storage: Storage
    expressed_type: FloatType | None = None

    def verify(self) -> str | None:
        return self.storage.problem()

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> AnyQuantizedType:
        """`<storage>` or `<storage:type>`."""
        parser.parse_punctuation("<")
        storage = parse_storage(parser)
        has_type = parser.parse_optional_punctuation(":")
        expressed = _parse_float_type(parser) if has_type else None
        parser.parse_punctuation(">")
        return cls(storage, expressed)

    def print_parameters(self, printer: AsmPrinter) -> None:
        expressed = "" if self.expressed_type is None else f":{self.expressed_type}"
        printer.write(f"<{self.storage}{expressed}>")


@QUANT.type("calibrated")
@parameters
class CalibratedQuantizedType(QuantizedType):
    """`!quant.calibrated<f32<-0.5:1.5>>`: which numbers there are; not how they are stored."""

    expressed_type: FloatType
    minimum: float
    maximum: float

    def verify(self) -> str | None:
        if self.minimum < self.maximum:
            return None
        return f"illegal min and max: ({self.minimum:e}:{self.maximum:e})"

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> CalibratedQuantizedType:
        """`<type<minimum:maximum>>`."""
        parser.parse_punctuation("<")
        expressed = _parse_float_type(parser)
        parser.parse_punctuation("<")
        minimum = parser.parse_float()
        parser.parse_punctuation(":")
        maximum = parser.parse_float()
        parser.parse_punctuation(">")
        parser.parse_punctuation(">")
        return cls(expressed, minimum, maximum)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"<{self.expressed_type}<")
        printer.print_attribute_without_type(FloatAttr.of(self.minimum, F64))
        printer.write(":")
        printer.print_attribute_without_type(FloatAttr.of(self.maximum, F64))
        printer.write(">>")


@QUANT.type("uniform")
@parameters
class UniformType(QuantizedType):
    """Base of the types `!quant.uniform`: a number is (stored - zero point) · scale."""

    storage: Storage
    expressed_type: FloatType

    @property
    def all_scales(self) -> tuple[Scale, ...]:
        """Every scale with its zero point."""
        raise NotImplementedError

    def verify(self) -> str | None:
        problems = [self.storage.problem(), *(scale_problem(s.scale) for s in self.all_scales)]
        return next((problem for problem in problems if problem is not None), None)

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> UniformType:
        """`<storage:type, scale>`, `<storage:type:axis, {…}>` or `<storage:type:{…}, {…}>`."""
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

    def print_parameters(self, printer: AsmPrinter) -> None:
        raise NotImplementedError


def _parse_axis(parser: AsmParser) -> int:
    offset = parser.offset
    axis = parser.parse_integer()
    if not -(1 << 31) <= axis < 1 << 31:
        raise parser.error("integer value too large", offset)
    return axis


def _parse_block_size(parser: AsmParser) -> tuple[int, int]:
    axis = _parse_axis(parser)
    parser.parse_punctuation(":")
    return axis, parser.parse_integer()


@parameters
class UniformQuantizedType(UniformType):
    """`!quant.uniform<i8:f32, 2.0:10>`: one scale for all elements."""

    scale: Scale
    has_one_scale = True

    @property
    def all_scales(self) -> tuple[Scale, ...]:
        return (self.scale,)

    def print_parameters(self, printer: AsmPrinter) -> None:
        """`<storage:type, scale>`."""
        printer.write(f"<{self.storage}:{self.expressed_type}, ")
        print_scale(printer, self.scale, F64)
        printer.write(">")


@parameters
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

    def print_parameters(self, printer: AsmPrinter) -> None:
        """`<storage:type:axis, {scales}>`."""
        printer.write(f"<{self.storage}:{self.expressed_type}:{self.axis}, {{")
        for index, scale in enumerate(self.scales):
            printer.write("," if index else "")
            print_scale(printer, scale, F64)
        printer.write("}>")


@parameters
class UniformQuantizedSubChannelType(UniformType):
    """`!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}}>`: one scale for each block.

    Scales and zero points are rounded to numbers of the expressed and of the stored type.
    """

    block_sizes: tuple[tuple[int, int], ...]
    """Of some axes the number of elements in a block; along others a block is the whole tensor."""
    scales: Scales

    def __post_init__(self) -> None:
        bits = self.storage.width
        half = 1 << bits >> 1

        def rounded(scale: Scale) -> Scale:
            zero_point = (scale.zero_point + half) % (1 << bits) - half
            return Scale(FloatAttr.of(scale.scale, self.expressed_type).value, zero_point)

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

    def print_parameters(self, printer: AsmPrinter) -> None:
        """`<storage:type:{axis:size, …}, {scales}>`."""
        blocks = ", ".join(f"{axis}:{size}" for axis, size in self.block_sizes)
        printer.write(f"<{self.storage}:{self.expressed_type}:{{{blocks}}}, ")
        print_scales(printer, self.scales, self.expressed_type)
        printer.write(">")
