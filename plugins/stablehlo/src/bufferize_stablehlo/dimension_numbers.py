"""Attributes that say which dimension of an operand is what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import Attribute, parameters
from bufferize_stablehlo.base import STABLEHLO

if TYPE_CHECKING:
    from typing_extensions import Self

StructT = TypeVar("StructT", bound="StructAttr")


def parse_dims(parser: AsmParser) -> tuple[int, ...]:
    """`[0, 1]`."""
    return tuple(parser.parse_comma_separated_list("[", parser.parse_integer))


def dims_text(dims: Iterable[int]) -> str:
    """`[0, 1]`."""
    return f"[{', '.join(map(str, dims))}]"


@parameters
class StructAttr(Attribute):
    """Base of the attributes `<name = [0, 1], …>`; what is empty or 0 is left out."""

    @classmethod
    def parse_parameters(cls: type[StructT], parser: AsmParser) -> StructT:
        """`<name = [dims], name = number, …>`, in any order; a comma may be last."""
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

    def print_parameters(self, printer: AsmPrinter) -> None:
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        texts = (
            f"{name} = {dims_text(value) if isinstance(value, tuple) else value}"
            for name, value in values.items()
            if value
        )
        printer.write(f"<{', '.join(texts)}>")


@STABLEHLO.attribute("scatter")
@parameters
class ScatterDimensionNumbersAttr(StructAttr):
    """`#stablehlo.scatter<update_window_dims = [1], …>`: where updates go."""

    update_window_dims: tuple[int, ...] = ()
    inserted_window_dims: tuple[int, ...] = ()
    input_batching_dims: tuple[int, ...] = ()
    scatter_indices_batching_dims: tuple[int, ...] = ()
    scatter_dims_to_operand_dims: tuple[int, ...] = ()
    index_vector_dim: int = 0


@STABLEHLO.attribute("gather")
@parameters
class GatherDimensionNumbersAttr(StructAttr):
    """`#stablehlo.gather<offset_dims = [1], …>`: where slices come from."""

    offset_dims: tuple[int, ...] = ()
    collapsed_slice_dims: tuple[int, ...] = ()
    operand_batching_dims: tuple[int, ...] = ()
    start_indices_batching_dims: tuple[int, ...] = ()
    start_index_map: tuple[int, ...] = ()
    index_vector_dim: int = 0


@STABLEHLO.attribute("dot")
@parameters
class DotDimensionNumbersAttr(StructAttr):
    """`#stablehlo.dot<lhs_contracting_dimensions = [1], …>`: along what products are summed."""

    lhs_batching_dimensions: tuple[int, ...] = ()
    rhs_batching_dimensions: tuple[int, ...] = ()
    lhs_contracting_dimensions: tuple[int, ...] = ()
    rhs_contracting_dimensions: tuple[int, ...] = ()


@STABLEHLO.attribute("conv")
@parameters
class ConvDimensionNumbersAttr(Attribute):
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
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """`<layouts>`, or `<raw name = …, …>`."""
        parser.parse_punctuation("<")
        is_raw = parser.parse_optional_keyword("raw")
        made = cls._parse_raw(parser) if is_raw else cls.parse_layouts(parser)
        parser.parse_punctuation(">")
        return made

    @classmethod
    def _parse_raw(cls, parser: AsmParser) -> Self:
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
    def parse_layouts(cls, parser: AsmParser) -> Self:
        """`[b, 0, f]x[0, i, o]->[b, 0, f]`."""
        given = _parse_layout(parser, "bf")
        parser.parse_keyword("x")
        kernel = _parse_layout(parser, "io")
        parser.parse_punctuation("->")
        return cls(*given, *kernel, *_parse_layout(parser, "bf"))

    def print_parameters(self, printer: AsmPrinter) -> None:
        """`<layouts>`."""
        printer.write(f"<{self.layouts_text()}>")

    def layouts_text(self) -> str:
        """Return the three layouts as one text: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""
        given, kernel, output = (
            _layout_text(letters, *layout)
            for letters, layout in zip(("bf", "io", "bf"), self._layouts(), strict=True)
        )
        return f"{given}x{kernel}->{output}"


def _parse_layout(parser: AsmParser, letters: str) -> tuple[int, int, tuple[int, ...]]:
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
