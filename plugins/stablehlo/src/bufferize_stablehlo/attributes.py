"""Attributes of the stablehlo dialect that are neither enumerations nor dimension numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import (
    DYNAMIC,
    F64,
    ArrayAttr,
    Attribute,
    DenseElementsAttr,
    FloatAttr,
    Type,
    parameters,
)
from bufferize_stablehlo.base import STABLEHLO
from bufferize_stablehlo.dimension_numbers import dims_text, parse_dims
from bufferize_stablehlo.enums import ResultAccuracyModeAttr

if TYPE_CHECKING:
    from typing_extensions import Self


def _parse_name(parser: AsmParser, name: str) -> None:
    parser.parse_keyword(name)
    parser.parse_punctuation("=")


def _parse_number(parser: AsmParser, name: str) -> int:
    _parse_name(parser, name)
    return parser.parse_integer()


@STABLEHLO.attribute("channel_handle")
@parameters
class ChannelHandleAttr(Attribute):
    """`#stablehlo.channel_handle<handle = 1, type = 0>`: between whom something is sent."""

    handle: int
    type: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<handle = number, type = number>`."""
        parser.parse_punctuation("<")
        handle = _parse_number(parser, "handle")
        parser.parse_punctuation(",")
        type = _parse_number(parser, "type")
        parser.parse_punctuation(">")
        return cls(handle, type)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"<handle = {self.handle}, type = {self.type}>")


@STABLEHLO.attribute("output_operand_alias")
@parameters
class OutputOperandAliasAttr(Attribute):
    """`#stablehlo.output_operand_alias<…>`: which output has the memory of which operand."""

    output_tuple_indices: tuple[int, ...]
    operand_index: int
    operand_tuple_indices: tuple[int, ...]

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<output_tuple_indices = […], operand_index = n, operand_tuple_indices = […]>`."""
        parser.parse_punctuation("<")
        _parse_name(parser, "output_tuple_indices")
        output = parse_dims(parser)
        parser.parse_punctuation(",")
        index = _parse_number(parser, "operand_index")
        parser.parse_punctuation(",")
        _parse_name(parser, "operand_tuple_indices")
        operand = parse_dims(parser)
        parser.parse_punctuation(">")
        return cls(output, index, operand)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(
            f"<output_tuple_indices = {dims_text(self.output_tuple_indices)}, "
            f"operand_index = {self.operand_index}, "
            f"operand_tuple_indices = {dims_text(self.operand_tuple_indices)}>"
        )


@STABLEHLO.attribute("dot_algorithm")
@parameters
class DotAlgorithmAttr(Attribute):
    """`#stablehlo.dot_algorithm<lhs_precision_type = f32, …>`: how a dot product is computed."""

    lhs_precision_type: Type
    rhs_precision_type: Type
    accumulation_type: Type
    lhs_component_count: int
    rhs_component_count: int
    num_primitive_operations: int
    allow_imprecise_accumulation: bool

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<name = value, …>`, all of them in order."""
        values: list[Type | int | bool] = []
        names = list(cls.__dataclass_fields__)
        for index, name in enumerate(names):
            parser.parse_punctuation("," if index else "<")
            _parse_name(parser, name)
            if index < 3:
                values.append(parser.parse_type())
            elif name != names[-1]:
                values.append(parser.parse_integer())
            else:
                offset = parser.offset
                word = parser.parse_any_keyword()
                if word not in ("true", "false"):
                    raise parser.error("expected 'true' or 'false'", offset)
                values.append(word == "true")
        parser.parse_punctuation(">")
        return cls(**dict(zip(names, values, strict=True)))  # type: ignore[arg-type]

    def print_parameters(self, printer: AsmPrinter) -> None:
        for index, name in enumerate(self.__dataclass_fields__):
            value = getattr(self, name)
            text = str(value).lower() if isinstance(value, bool) else str(value)
            printer.write(f"{', ' if index else '<'}{name} = {text}")
        printer.write(">")


@STABLEHLO.attribute("result_accuracy")
@parameters
class ResultAccuracyAttr(Attribute):
    """`#stablehlo.result_accuracy<ulps = 3, mode = …>`: how exact a result must be."""

    atol: float
    rtol: float
    ulps: int
    mode: ResultAccuracyModeAttr

    def verify(self) -> str | None:
        if self.atol < 0 or self.rtol < 0 or self.ulps < 0:
            return "Negative tolerance"
        given = self.atol or self.rtol or self.ulps
        if given and self.mode is not ResultAccuracyModeAttr.of("TOLERANCE"):
            return (
                "Invalid tolerances for ResultAccuracyAttr with mode "
                f"{self.mode.keyword}, must be all zero."
            )
        return None

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<atol = x, rtol = x, ulps = n, mode = attribute>`; the numbers may be left out."""
        parser.parse_punctuation("<")
        tolerances = [0.0, 0.0]
        for index, name in enumerate(("atol", "rtol")):
            if parser.parse_optional_keyword(name):
                parser.parse_punctuation("=")
                tolerances[index] = parser.parse_float()
                parser.parse_punctuation(",")
        ulps = 0
        if parser.parse_optional_keyword("ulps"):
            parser.parse_punctuation("=")
            ulps = parser.parse_integer()
            parser.parse_punctuation(",")
        _parse_name(parser, "mode")
        mode = parser.parse_custom_attribute(ResultAccuracyModeAttr)
        parser.parse_punctuation(">")
        return cls(tolerances[0], tolerances[1], ulps, mode)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        for name, tolerance in (("atol", self.atol), ("rtol", self.rtol)):
            if tolerance:
                printer.write(f"{name} = ")
                printer.print_attribute_without_type(FloatAttr.of(tolerance, F64))
                printer.write(", ")
        if self.ulps:
            printer.write(f"ulps = {self.ulps}, ")
        printer.write("mode = ")
        printer.print_attribute(self.mode)
        printer.write(">")


@STABLEHLO.attribute("bounds")
@parameters
class TypeExtensionsAttr(Attribute):
    """`#stablehlo.bounds<3, ?>`: how large the extents of a tensor may be, as its encoding."""

    bounds: tuple[int, ...]

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<3, ?>`."""

        def parse_bound() -> int:
            return DYNAMIC if parser.parse_optional_punctuation("?") else parser.parse_integer()

        return cls(tuple(parser.parse_comma_separated_list("<", parse_bound)))

    def print_parameters(self, printer: AsmPrinter) -> None:
        texts = ("?" if bound == DYNAMIC else str(bound) for bound in self.bounds)
        printer.write(f"<{', '.join(texts)}>")


@STABLEHLO.attribute("sub_axis_info")
@parameters
class SubAxisInfoAttr(Attribute):
    """`#stablehlo.sub_axis_info(2)4`: a part of an axis of devices."""

    pre_size: int
    size: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`(pre_size)size`."""
        parser.parse_punctuation("(")
        pre_size = parser.parse_integer()
        parser.parse_punctuation(")")
        return cls(pre_size, parser.parse_integer())

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"({self.pre_size}){self.size}")


@STABLEHLO.attribute("axis_ref")
@parameters
class AxisRefAttr(Attribute):
    """`#stablehlo.axis_ref<name = "x">`: an axis of devices, or a part of it."""

    name: str
    sub_axis_info: SubAxisInfoAttr | None = None

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<name = string, sub_axis_info = (pre_size)size>`."""
        parser.parse_punctuation("<")
        _parse_name(parser, "name")
        name = parser.parse_string()
        part = None
        if parser.parse_optional_punctuation(","):
            _parse_name(parser, "sub_axis_info")
            part = parser.parse_custom_attribute(SubAxisInfoAttr)
        parser.parse_punctuation(">")
        return cls(name, part)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<name = ")
        printer.print_string(self.name)
        if self.sub_axis_info is not None:
            printer.write(", sub_axis_info = ")
            printer.print_custom_attribute(self.sub_axis_info)
        printer.write(">")


@STABLEHLO.attribute("mesh_axis")
@parameters
class MeshAxisAttr(Attribute):
    """`#stablehlo.mesh_axis<name = "x", size = 2>`: so many devices in a row."""

    name: str
    size: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<name = string, size = number>`."""
        parser.parse_punctuation("<")
        _parse_name(parser, "name")
        name = parser.parse_string()
        parser.parse_punctuation(",")
        size = _parse_number(parser, "size")
        parser.parse_punctuation(">")
        return cls(name, size)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<name = ")
        printer.print_string(self.name)
        printer.write(f", size = {self.size}>")


@STABLEHLO.attribute("mesh")
@parameters
class MeshAttr(Attribute):
    """`#stablehlo.mesh<axes=[<name = "x", size = 2>]>`: devices along several axes."""

    axes: tuple[MeshAxisAttr, ...]
    device_ids: DenseElementsAttr | None = None

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<axes=[axes], device_ids=elements>`."""
        parser.parse_punctuation("<")
        _parse_name(parser, "axes")
        axes = parser.parse_comma_separated_list(
            "[", lambda: parser.parse_custom_attribute(MeshAxisAttr)
        )
        ids: DenseElementsAttr | None = None
        if parser.parse_optional_punctuation(","):
            _parse_name(parser, "device_ids")
            offset = parser.offset
            given = parser.parse_attribute()
            if not isinstance(given, DenseElementsAttr):
                raise parser.error("expected the elements of a tensor of integers", offset)
            ids = given
        parser.parse_punctuation(">")
        return cls(tuple(axes), ids)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<axes=[")
        for index, axis in enumerate(self.axes):
            printer.write(", " if index else "")
            printer.print_custom_attribute(axis)
        printer.write("]")
        if self.device_ids is not None:
            printer.write(", device_ids=")
            printer.print_attribute(self.device_ids)
        printer.write(">")


@STABLEHLO.attribute("replica_group_mesh_axes")
@parameters
class ReplicaGroupMeshAxesAttr(Attribute):
    """`#stablehlo.replica_group_mesh_axes<mesh = @m, axes = […]>`: who works together."""

    mesh: Attribute
    axes: ArrayAttr

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<mesh = attribute, axes = [attributes]>`."""
        parser.parse_punctuation("<")
        _parse_name(parser, "mesh")
        mesh = parser.parse_attribute()
        parser.parse_punctuation(",")
        _parse_name(parser, "axes")
        offset = parser.offset
        axes = parser.parse_attribute()
        if not isinstance(axes, ArrayAttr):
            raise parser.error("expected a list of axes", offset)
        parser.parse_punctuation(">")
        return cls(mesh, axes)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<mesh = ")
        printer.print_attribute(self.mesh)
        printer.write(", axes = ")
        printer.print_attribute(self.axes)
        printer.write(">")
