"""The attributes of the stablehlo dialect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from bufferize import define as d
from bufferize import ir
from bufferize_stablehlo.dialect import STABLEHLO

if TYPE_CHECKING:
    from typing_extensions import Self


@STABLEHLO.attribute("precision")
class PrecisionAttr(d.EnumAttr):
    """`#stablehlo<precision HIGHEST>`: the precision in which an operand is used."""

    cases: ClassVar = {"DEFAULT": 0, "HIGH": 1, "HIGHEST": 2}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::Precision"


@STABLEHLO.attribute("result_accuracy_mode")
class ResultAccuracyModeAttr(d.EnumAttr):
    """`#stablehlo.result_accuracy_mode<TOLERANCE>`: how a requested accuracy is specified."""

    cases: ClassVar = {"DEFAULT": 0, "HIGHEST": 1, "TOLERANCE": 2}
    cpp_name: ClassVar = "::mlir::stablehlo::ResultAccuracyMode"


@STABLEHLO.attribute("fft_type")
class FftTypeAttr(d.EnumAttr):
    """`#stablehlo<fft_type RFFT>`: a kind of Fourier transform."""

    cases: ClassVar = {"FFT": 0, "IFFT": 1, "RFFT": 2, "IRFFT": 3}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::FftType"


@STABLEHLO.attribute("comparison_direction")
class ComparisonDirectionAttr(d.EnumAttr):
    """`#stablehlo<comparison_direction EQ>`: a comparison of two numbers."""

    cases: ClassVar = {"EQ": 0, "NE": 1, "GE": 2, "GT": 3, "LE": 4, "LT": 5}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::ComparisonDirection"


@STABLEHLO.attribute("comparison_type")
class ComparisonTypeAttr(d.EnumAttr):
    """`#stablehlo<comparison_type FLOAT>`: how the bits of numbers are interpreted for a
    comparison.
    """

    cases: ClassVar = {"NOTYPE": 0, "FLOAT": 1, "TOTALORDER": 2, "SIGNED": 3, "UNSIGNED": 4}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::ComparisonType"


@STABLEHLO.attribute("transpose")
class TransposeAttr(d.EnumAttr):
    """`#stablehlo<transpose ADJOINT>`: whether a matrix is transposed."""

    cases: ClassVar = {"TRANSPOSE_INVALID": 0, "NO_TRANSPOSE": 1, "TRANSPOSE": 2, "ADJOINT": 3}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::Transpose"


@STABLEHLO.attribute("rng_distribution")
class RngDistributionAttr(d.EnumAttr):
    """`#stablehlo<rng_distribution NORMAL>`: how random numbers are distributed."""

    cases: ClassVar = {"UNIFORM": 1, "NORMAL": 2}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::RngDistribution"


@STABLEHLO.attribute("rng_algorithm")
class RngAlgorithmAttr(d.EnumAttr):
    """`#stablehlo<rng_algorithm PHILOX>`: a generator of random numbers."""

    cases: ClassVar = {"DEFAULT": 0, "THREE_FRY": 1, "PHILOX": 2}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::RngAlgorithm"


FFT_TYPE = d.instance_of(FftTypeAttr, "XLA fast fourier transform type.")
COMPARISON_DIRECTION = d.instance_of(
    ComparisonDirectionAttr, "Which comparison operation to perform."
)
COMPARISON_TYPE = d.instance_of(ComparisonTypeAttr, "Which comparison type to use.")
TRANSPOSE = d.instance_of(TransposeAttr, "Transpose options")
RNG_DISTRIBUTION = d.instance_of(RngDistributionAttr, "XLA PRNG distribution to be used.")
RNG_ALGORITHM = d.instance_of(RngAlgorithmAttr, "XLA PRNG algorithm to be used.")
API_VERSION = d.int_enum(
    "api_version",
    ir.I32,
    {
        "API_VERSION_UNSPECIFIED": 0,
        "API_VERSION_ORIGINAL": 1,
        "API_VERSION_STATUS_RETURNING": 2,
        "API_VERSION_STATUS_RETURNING_UNIFIED": 3,
        "API_VERSION_TYPED_FFI": 4,
    },
    "Custom call API version",
)


StructT = TypeVar("StructT", bound="StructAttr")


def parse_dims(parser: d.AsmParser) -> tuple[int, ...]:
    """Parse `[0, 1]`."""
    return tuple(parser.parse_comma_separated_list("[", parser.parse_integer))


def dims_text(dims: Iterable[int]) -> str:
    """Return dimensions in the form `[0, 1]`."""
    return f"[{', '.join(map(str, dims))}]"


@ir.parameters
class StructAttr(ir.Attribute):
    """Base of the attributes `<name = [0, 1], …>`; fields that are empty or 0 are left out."""

    @classmethod
    def parse_parameters(cls: type[StructT], parser: d.AsmParser) -> StructT:
        """Parse `<name = [dims], name = number, …>`, in any order; a comma may be last."""
        fields = cls.__dataclass_fields__
        found: dict[str, Any] = {}

        def parse_field() -> None:
            offset = parser.offset
            name = parser.parse_any_keyword()
            if name in found:
                raise parser.error(f"duplicated `{name}` entry", offset)
            if name not in fields:
                words = ", ".join(f"`{field}`" for field in fields)
                raise parser.error(f"expected one of: {words}", offset)
            parser.parse_punctuation("=")
            is_list = fields[name].type != "int"
            found[name] = parse_dims(parser) if is_list else parser.parse_integer()

        parser.parse_punctuation("<")
        while not parser.parse_optional_punctuation(">"):
            parse_field()
            if not parser.parse_optional_punctuation(","):
                parser.parse_punctuation(">")
                break
        return cls(**found)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        texts = (
            f"{name} = {dims_text(value) if isinstance(value, tuple) else value}"
            for name, value in values.items()
            if value
        )
        printer.write(f"<{', '.join(texts)}>")


@STABLEHLO.attribute("scatter")
@ir.parameters
class ScatterDimensionNumbersAttr(StructAttr):
    """`#stablehlo.scatter<update_window_dims = [1], …>`: how the dimensions of updates and operand
    correspond in a scatter.
    """

    update_window_dims: tuple[int, ...] = ()
    inserted_window_dims: tuple[int, ...] = ()
    input_batching_dims: tuple[int, ...] = ()
    scatter_indices_batching_dims: tuple[int, ...] = ()
    scatter_dims_to_operand_dims: tuple[int, ...] = ()
    index_vector_dim: int = 0


@STABLEHLO.attribute("gather")
@ir.parameters
class GatherDimensionNumbersAttr(StructAttr):
    """`#stablehlo.gather<offset_dims = [1], …>`: how the dimensions of slices and operand
    correspond in a gather.
    """

    offset_dims: tuple[int, ...] = ()
    collapsed_slice_dims: tuple[int, ...] = ()
    operand_batching_dims: tuple[int, ...] = ()
    start_indices_batching_dims: tuple[int, ...] = ()
    start_index_map: tuple[int, ...] = ()
    index_vector_dim: int = 0


@STABLEHLO.attribute("dot")
@ir.parameters
class DotDimensionNumbersAttr(StructAttr):
    """`#stablehlo.dot<lhs_contracting_dimensions = [1], …>`: the batching and contracting
    dimensions of a dot product.
    """

    lhs_batching_dimensions: tuple[int, ...] = ()
    rhs_batching_dimensions: tuple[int, ...] = ()
    lhs_contracting_dimensions: tuple[int, ...] = ()
    rhs_contracting_dimensions: tuple[int, ...] = ()


@STABLEHLO.attribute("conv")
@ir.parameters
class ConvDimensionNumbersAttr(ir.Attribute):
    """`#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`: the layouts of a convolution."""

    input_batch_dimension: int
    input_feature_dimension: int
    input_spatial_dimensions: tuple[int, ...]
    kernel_input_feature_dimension: int
    kernel_output_feature_dimension: int
    kernel_spatial_dimensions: tuple[int, ...]
    output_batch_dimension: int
    output_feature_dimension: int
    output_spatial_dimensions: tuple[int, ...]

    def verify(self) -> str | None:
        for first, second, spatial in self._layouts():
            places = [first, second, *spatial]
            if sorted(places) != list(range(len(places))):
                return f"dimensions {places} are not all those of an operand, each once"
        return None

    def _layouts(self) -> list[tuple[int, int, tuple[int, ...]]]:
        return [
            (
                self.input_batch_dimension,
                self.input_feature_dimension,
                self.input_spatial_dimensions,
            ),
            (
                self.kernel_input_feature_dimension,
                self.kernel_output_feature_dimension,
                self.kernel_spatial_dimensions,
            ),
            (
                self.output_batch_dimension,
                self.output_feature_dimension,
                self.output_spatial_dimensions,
            ),
        ]

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<layouts>` or, with all fields by name, `<raw name = …, …>`."""
        parser.parse_punctuation("<")
        is_raw = parser.parse_optional_keyword("raw")
        made = cls._parse_raw(parser) if is_raw else cls.parse_layouts(parser)
        parser.parse_punctuation(">")
        return made

    @classmethod
    def _parse_raw(cls, parser: d.AsmParser) -> Self:
        found: dict[str, Any] = {}

        def parse_field() -> None:
            offset = parser.offset
            name = parser.parse_any_keyword()
            if name not in cls.__dataclass_fields__ or name in found:
                raise parser.error(f"duplicate or unknown dimension '{name}'", offset)
            parser.parse_punctuation("=")
            is_list = name.endswith("spatial_dimensions")
            found[name] = parse_dims(parser) if is_list else parser.parse_integer()

        parser.parse_comma_separated_list(None, parse_field)
        for name in cls.__dataclass_fields__:
            if name not in found:
                found[name] = () if name.endswith("spatial_dimensions") else 0
        return cls(**found)

    @classmethod
    def parse_layouts(cls, parser: d.AsmParser) -> Self:
        """Parse `[b, 0, f]x[0, i, o]->[b, 0, f]`."""
        given = _parse_layout(parser, "bf")
        parser.parse_keyword("x")
        kernel = _parse_layout(parser, "io")
        parser.parse_punctuation("->")
        return cls(*given, *kernel, *_parse_layout(parser, "bf"))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print `<layouts>`."""
        printer.write(f"<{self.layouts_text()}>")

    def layouts_text(self) -> str:
        """Print the syntax that `parse_layouts` accepts."""
        given, kernel, output = (
            _layout_text(letters, *layout)
            for letters, layout in zip(("bf", "io", "bf"), self._layouts(), strict=True)
        )
        return f"{given}x{kernel}->{output}"


def _parse_layout(parser: d.AsmParser, letters: str) -> tuple[int, int, tuple[int, ...]]:
    offset = parser.offset

    def parse_dim() -> str:
        number = parser.parse_optional_integer()
        if number is not None:
            return str(number)
        letter = parser.parse_optional_any_keyword(list(letters))
        if letter is None:
            raise parser.error(f"expected one of '{letters[0]}', '{letters[1]}', or a number")
        return letter

    dims = parser.parse_comma_separated_list("[", parse_dim)
    places = {dim: place for place, dim in enumerate(dims)}
    spatial = [places.get(str(number)) for number in range(len(dims) - 2)]
    if len(places) != len(dims) or None in spatial or not set(letters) <= set(places):
        raise parser.error(
            f"expected '{letters[0]}', '{letters[1]}' and the numbers from 0 on, each once", offset
        )
    return places[letters[0]], places[letters[1]], tuple(n for n in spatial if n is not None)


def _layout_text(letters: str, first: int, second: int, spatial: Sequence[int]) -> str:
    names = {first: letters[0], second: letters[1]}
    names |= {place: str(number) for number, place in enumerate(spatial)}
    return f"[{', '.join(names[place] for place in sorted(names))}]"


def _parse_name(parser: d.AsmParser, name: str) -> None:
    parser.parse_keyword(name)
    parser.parse_punctuation("=")


def _parse_number(parser: d.AsmParser, name: str) -> int:
    _parse_name(parser, name)
    return parser.parse_integer()


@STABLEHLO.attribute("channel_handle")
@ir.parameters
class ChannelHandleAttr(ir.Attribute):
    """`#stablehlo.channel_handle<handle = 1, type = 0>`: the channel of a communication between
    processes.
    """

    handle: int
    type: int

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<handle = number, type = number>`."""
        parser.parse_punctuation("<")
        handle = _parse_number(parser, "handle")
        parser.parse_punctuation(",")
        type = _parse_number(parser, "type")
        parser.parse_punctuation(">")
        return cls(handle, type)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(f"<handle = {self.handle}, type = {self.type}>")


@STABLEHLO.attribute("output_operand_alias")
@ir.parameters
class OutputOperandAliasAttr(ir.Attribute):
    """`#stablehlo.output_operand_alias<…>`: an output that shares the memory of an operand."""

    output_tuple_indices: tuple[int, ...]
    operand_index: int
    operand_tuple_indices: tuple[int, ...]

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<output_tuple_indices = […], operand_index = n, operand_tuple_indices = […]>`."""
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

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(
            f"<output_tuple_indices = {dims_text(self.output_tuple_indices)}, "
            f"operand_index = {self.operand_index}, "
            f"operand_tuple_indices = {dims_text(self.operand_tuple_indices)}>"
        )


@STABLEHLO.attribute("dot_algorithm")
@ir.parameters
class DotAlgorithmAttr(ir.Attribute):
    """`#stablehlo.dot_algorithm<lhs_precision_type = f32, …>`: how a dot product is computed."""

    lhs_precision_type: ir.Type
    rhs_precision_type: ir.Type
    accumulation_type: ir.Type
    lhs_component_count: int
    rhs_component_count: int
    num_primitive_operations: int
    allow_imprecise_accumulation: bool

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<name = value, …>`, with all fields in order."""
        values: list[ir.Type | int | bool] = []
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

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        for index, name in enumerate(self.__dataclass_fields__):
            value = getattr(self, name)
            text = str(value).lower() if isinstance(value, bool) else str(value)
            printer.write(f"{', ' if index else '<'}{name} = {text}")
        printer.write(">")


@STABLEHLO.attribute("result_accuracy")
@ir.parameters
class ResultAccuracyAttr(ir.Attribute):
    """`#stablehlo.result_accuracy<ulps = 3, mode = …>`: the requested accuracy of a result."""

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
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<atol = x, rtol = x, ulps = n, mode = attribute>`; the numbers may be left out."""
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

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        for name, tolerance in (("atol", self.atol), ("rtol", self.rtol)):
            if tolerance:
                printer.write(f"{name} = ")
                printer.print_attribute_without_type(ir.FloatAttr.of(tolerance, ir.F64))
                printer.write(", ")
        if self.ulps:
            printer.write(f"ulps = {self.ulps}, ")
        printer.write("mode = ")
        printer.print_attribute(self.mode)
        printer.write(">")


@STABLEHLO.attribute("bounds")
@ir.parameters
class TypeExtensionsAttr(ir.Attribute):
    """`#stablehlo.bounds<3, ?>`: upper bounds of dynamic extents, as the encoding of a tensor."""

    bounds: tuple[int, ...]

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<3, ?>`."""

        def parse_bound() -> int:
            return ir.DYNAMIC if parser.parse_optional_punctuation("?") else parser.parse_integer()

        return cls(tuple(parser.parse_comma_separated_list("<", parse_bound)))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        texts = ("?" if bound == ir.DYNAMIC else str(bound) for bound in self.bounds)
        printer.write(f"<{', '.join(texts)}>")


@STABLEHLO.attribute("sub_axis_info")
@ir.parameters
class SubAxisInfoAttr(ir.Attribute):
    """`#stablehlo.sub_axis_info(2)4`: a part of an axis of devices."""

    pre_size: int
    size: int

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `(pre_size)size`."""
        parser.parse_punctuation("(")
        pre_size = parser.parse_integer()
        parser.parse_punctuation(")")
        return cls(pre_size, parser.parse_integer())

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(f"({self.pre_size}){self.size}")


@STABLEHLO.attribute("axis_ref")
@ir.parameters
class AxisRefAttr(ir.Attribute):
    """`#stablehlo.axis_ref<name = "x">`: an axis of devices, or a part of it."""

    name: str
    sub_axis_info: SubAxisInfoAttr | None = None

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<name = string, sub_axis_info = (pre_size)size>`."""
        parser.parse_punctuation("<")
        _parse_name(parser, "name")
        name = parser.parse_string()
        part = None
        if parser.parse_optional_punctuation(","):
            _parse_name(parser, "sub_axis_info")
            part = parser.parse_custom_attribute(SubAxisInfoAttr)
        parser.parse_punctuation(">")
        return cls(name, part)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<name = ")
        printer.print_string(self.name)
        if self.sub_axis_info is not None:
            printer.write(", sub_axis_info = ")
            printer.print_custom_attribute(self.sub_axis_info)
        printer.write(">")


@STABLEHLO.attribute("mesh_axis")
@ir.parameters
class MeshAxisAttr(ir.Attribute):
    """`#stablehlo.mesh_axis<name = "x", size = 2>`: an axis of a mesh, with its number of devices."""

    name: str
    size: int

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<name = string, size = number>`."""
        parser.parse_punctuation("<")
        _parse_name(parser, "name")
        name = parser.parse_string()
        parser.parse_punctuation(",")
        size = _parse_number(parser, "size")
        parser.parse_punctuation(">")
        return cls(name, size)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<name = ")
        printer.print_string(self.name)
        printer.write(f", size = {self.size}>")


@STABLEHLO.attribute("mesh")
@ir.parameters
class MeshAttr(ir.Attribute):
    """`#stablehlo.mesh<axes=[<name = "x", size = 2>]>`: a mesh of devices along several axes."""

    axes: tuple[MeshAxisAttr, ...]
    device_ids: ir.DenseElementsAttr | None = None

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<axes=[axes], device_ids=elements>`."""
        parser.parse_punctuation("<")
        _parse_name(parser, "axes")
        axes = parser.parse_comma_separated_list(
            "[", lambda: parser.parse_custom_attribute(MeshAxisAttr)
        )
        ids: ir.DenseElementsAttr | None = None
        if parser.parse_optional_punctuation(","):
            _parse_name(parser, "device_ids")
            offset = parser.offset
            given = parser.parse_attribute()
            if not isinstance(given, ir.DenseElementsAttr):
                raise parser.error("expected the elements of a tensor of integers", offset)
            ids = given
        parser.parse_punctuation(">")
        return cls(tuple(axes), ids)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
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
@ir.parameters
class ReplicaGroupMeshAxesAttr(ir.Attribute):
    """`#stablehlo.replica_group_mesh_axes<mesh = @m, axes = […]>`: groups of cooperating replicas."""

    mesh: ir.Attribute
    axes: ir.ArrayAttr

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> Self:
        """Parse `<mesh = attribute, axes = [attributes]>`."""
        parser.parse_punctuation("<")
        _parse_name(parser, "mesh")
        mesh = parser.parse_attribute()
        parser.parse_punctuation(",")
        _parse_name(parser, "axes")
        offset = parser.offset
        axes = parser.parse_attribute()
        if not isinstance(axes, ir.ArrayAttr):
            raise parser.error("expected a list of axes", offset)
        parser.parse_punctuation(">")
        return cls(mesh, axes)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<mesh = ")
        printer.print_attribute(self.mesh)
        printer.write(", axes = ")
        printer.print_attribute(self.axes)
        printer.write(">")
