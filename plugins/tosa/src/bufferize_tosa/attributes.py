"""The attributes of the tosa dialect: enumerations, zero points, and targets.

See https://mlir.llvm.org/docs/Dialects/TOSA.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.dialect import TOSA

if TYPE_CHECKING:
    from typing_extensions import Self

ZeroPointsT = TypeVar("ZeroPointsT", bound="ZeroPointsAttr")


@TOSA.attribute("nan_mode")
class NanPropagationModeAttr(d.EnumAttr):
    """`#tosa.nan_mode<IGNORE>`: whether a NaN among the operands makes the result one."""

    cases: ClassVar = {"PROPAGATE": 1, "IGNORE": 2}
    cpp_name: ClassVar = "::mlir::tosa::NanPropagationMode"


@TOSA.attribute("rounding_mode")
class RoundingModeAttr(d.EnumAttr):
    """`#tosa.rounding_mode<SINGLE_ROUND>`: how numbers are rounded when they are rescaled."""

    cases: ClassVar = {"SINGLE_ROUND": 1, "INEXACT_ROUND": 2, "DOUBLE_ROUND": 3}
    cpp_name: ClassVar = "::mlir::tosa::RoundingMode"


@TOSA.attribute("resize_mode")
class ResizeModeAttr(d.EnumAttr):
    """`#tosa.resize_mode<BILINEAR>`: how an image is interpolated between its elements."""

    cases: ClassVar = {"NEAREST_NEIGHBOR": 1, "BILINEAR": 2}
    cpp_name: ClassVar = "::mlir::tosa::ResizeMode"


@TOSA.attribute("block_size")
class BlockSizeAttr(d.EnumAttr):
    """`#tosa.block_size<BLOCK_SIZE_32>`: the number of elements that share a scale."""

    cases: ClassVar = {"BLOCK_SIZE_32": 32}
    cpp_name: ClassVar = "::mlir::tosa::BlockSize"


@TOSA.attribute("prof")
class ProfileAttr(d.EnumAttr):
    """`#tosa.prof<pro_int>`: a profile of TOSA."""

    cases: ClassVar = {"pro_int": 1, "pro_fp": 2, "none": 0}
    cpp_name: ClassVar = "::mlir::tosa::Profile"


@TOSA.attribute("ext")
class ExtensionAttr(d.EnumAttr):
    """`#tosa.ext<int16>`: an extension of TOSA."""

    cases: ClassVar = {
        "none": 0,
        "int16": 1,
        "int4": 2,
        "bf16": 3,
        "fp8e4m3": 4,
        "fp8e5m2": 5,
        "fft": 6,
        "variable": 7,
        "controlflow": 8,
        "doubleround": 9,
        "inexactround": 10,
        "dynamic": 11,
        "mxfp": 12,
        "int64": 13,
        "shape": 14,
    }
    cpp_name: ClassVar = "::mlir::tosa::Extension"


@TOSA.attribute("level")
class LevelAttr(d.EnumAttr):
    """`#tosa.level<"8k">`: how large tensors may be."""

    cases: ClassVar = {"none": 0, "8k": 1}
    cpp_name: ClassVar = "::mlir::tosa::Level"


@TOSA.attribute("specification_version")
class SpecificationVersionAttr(d.EnumAttr):
    """`#tosa.specification_version<"1.0">`: a version of the TOSA specification."""

    cases: ClassVar = {"1.0": 0, "1.1.draft": 1}
    cpp_name: ClassVar = "::mlir::tosa::SpecificationVersion"


NAN_MODE = d.instance_of(NanPropagationModeAttr, "Supported NaN propagation strategies")
ROUNDING_MODE = d.instance_of(RoundingModeAttr, "Supported rounding modes")
RESIZE_MODE = d.instance_of(ResizeModeAttr, "Supported resize/upsampling strategies")
BLOCK_SIZE = d.instance_of(BlockSizeAttr, "Block size for the block_scaled formats")
PROPAGATE = NanPropagationModeAttr.of("PROPAGATE")


@ir.parameters
class ZeroPointsAttr(ir.Attribute):
    """Base of the attributes `#tosa.mnemonic<name = number, …>`."""

    @classmethod
    def parse_parameters(cls: type[ZeroPointsT], parser: d.AsmParser) -> ZeroPointsT:
        """Parse `<name = number, …>`, in any order."""
        names: list[str] = list(cls.__dataclass_fields__)
        found: dict[str, Any] = {}
        parser.parse_punctuation("<")
        while len(found) < len(names):
            if found:
                parser.parse_punctuation(",")
            offset = parser.offset
            name = parser.parse_any_keyword()
            if name not in names or name in found:
                message = f"duplicate or unknown struct parameter name: {name}"
                raise parser.error(message, offset)
            parser.parse_punctuation("=")
            found[name] = parser.parse_integer()
        parser.parse_punctuation(">")
        return cls(**found)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        names: list[str] = list(self.__dataclass_fields__)
        printer.write(f"<{', '.join(f'{name} = {getattr(self, name)}' for name in names)}>")


@TOSA.attribute("unary_quant")
@ir.parameters
class UnaryOpQuantizationAttr(ZeroPointsAttr):
    """`#tosa.unary_quant<input_zp = 1, output_zp = 2>`: zero points of a unary op."""

    input_zp: int
    output_zp: int


@TOSA.attribute("conv_quant")
@ir.parameters
class ConvOpQuantizationAttr(ZeroPointsAttr):
    """`#tosa.conv_quant<input_zp = 1, weight_zp = 2>`: zero points of a convolution."""

    input_zp: int
    weight_zp: int


@TOSA.attribute("matmul_quant")
@ir.parameters
class MatMulOpQuantizationAttr(ZeroPointsAttr):
    """`#tosa.matmul_quant<a_zp = 1, b_zp = 2>`: zero points of a matrix product."""

    a_zp: int
    b_zp: int


@TOSA.attribute("pad_quant")
@ir.parameters
class PadOpQuantizationAttr(ZeroPointsAttr):
    """`#tosa.pad_quant<input_zp = 1>`: the zero point of the padding."""

    input_zp: int


EnumT = TypeVar("EnumT", bound=d.EnumAttr)


def _parse_named(parser: d.AsmParser, cls: type[EnumT]) -> EnumT:
    parser.parse_keyword(cls.mnemonic)
    parser.parse_punctuation("=")
    return cls.parse_case(parser)


def _parse_list(parser: d.AsmParser, name: str, cls: type[EnumT]) -> tuple[EnumT, ...]:
    parser.parse_keyword(name)
    parser.parse_punctuation("=")
    return tuple(parser.parse_comma_separated_list("[", lambda: cls.parse_case(parser)))


@TOSA.attribute("target_env")
@ir.parameters
class TargetEnvAttr(ir.Attribute):
    """`#tosa.target_env<specification_version = "1.0", level = …, …>`: the features of TOSA that a
    target supports.
    """

    specification_version: SpecificationVersionAttr
    level: LevelAttr
    profiles: tuple[ProfileAttr, ...]
    extensions: tuple[ExtensionAttr, ...]

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<specification_version = v, level = l, profiles = […], extensions = […]>`."""
        parser.parse_punctuation("<")
        version = _parse_named(parser, SpecificationVersionAttr)
        parser.parse_punctuation(",")
        level = _parse_named(parser, LevelAttr)
        parser.parse_punctuation(",")
        profiles = _parse_list(parser, "profiles", ProfileAttr)
        parser.parse_punctuation(",")
        extensions = _parse_list(parser, "extensions", ExtensionAttr)
        parser.parse_punctuation(">")
        return cls(version, level, profiles, extensions)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<specification_version = ")
        self.specification_version.print_case(printer)
        printer.write(", level = ")
        self.level.print_case(printer)
        for name, cases in (("profiles", self.profiles), ("extensions", self.extensions)):
            printer.write(f", {name} = [{', '.join(case.keyword for case in cases)}]")
        printer.write(">")
