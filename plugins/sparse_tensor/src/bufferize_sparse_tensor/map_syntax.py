"""How the map of an encoding is written: `(d0, d1) -> (d0 : dense, d1 : compressed)`.

Coordinates of levels may be named, to say how those of dimensions follow from them:
`{l0, l1} (d0 = l0, d1 = l1) -> (l0 = d0 : dense, l1 = d1 : compressed)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import AffineExpr, AffineMap
from bufferize_sparse_tensor.levels import FORMATS, PROPERTIES, LevelType
from bufferize_sparse_tensor.slices import DimSliceAttr


def parse_map(parser: AsmParser) -> dict[str, Any]:
    """The fields `lvl_types`, `dim_to_lvl` and `dim_slices`, and `lvl_to_dim` if it is written."""
    return _MapParser(parser).parse()


def print_map(
    printer: AsmPrinter,
    map: AffineMap,
    levels: Sequence[LevelType],
    slices: Sequence[DimSliceAttr],
) -> None:
    """Write `(d0, d1) -> (d0 : dense, d1 : compressed)`; levels have no names."""
    if map.num_symbols:
        printer.write(f"[{', '.join(f's{number}' for number in range(map.num_symbols))}]")
    printer.write("(")
    for dim in range(map.num_dims):
        printer.write(f"{', ' if dim else ''}d{dim}")
        if slices:
            printer.write(" : ")
            printer.print_attribute(slices[dim])
    printer.write(") -> (")
    texts = (f"{result} : {level}" for result, level in zip(map.results, levels, strict=True))
    printer.write(", ".join(texts) + ")")


class _MapParser:
    """The names that are declared so far, and what they stand for."""

    def __init__(self, parser: AsmParser) -> None:
        self.parser = parser
        self.symbols: list[str] = []
        self.level_names: list[str] = []
        self.dims: list[str] = []
        self.slices: list[DimSliceAttr | None] = []
        self.dim_exprs: list[AffineExpr] = []
        self.num_levels = 0

    def parse(self) -> dict[str, Any]:
        """All of the map."""
        parser = self.parser
        parse_list = parser.parse_comma_separated_list
        parse_list("[", lambda: self._declare(self.symbols), optional=True)
        parse_list("{", lambda: self._declare(self.level_names), optional=True)
        parse_list("(", self._parse_dim)
        parser.parse_punctuation("->")
        start = parser.offset
        levels = parse_list("(", self._parse_level)
        declared = len(self.level_names)
        if declared and len(levels) != declared:
            raise parser.error(
                "Level-rank mismatch between forward-declarations and specifiers. "
                f"Declared {declared} level-variables; but got {len(levels)} level-specifiers.",
                start,
            )
        results = tuple(expr for expr, _ in levels)
        found: dict[str, Any] = {
            "lvl_types": tuple(type for _, type in levels),
            "dim_to_lvl": AffineMap(len(self.dims), len(self.symbols), results),
        }
        if any(self.slices):
            found["dim_slices"] = tuple(each or DimSliceAttr() for each in self.slices)
        if self.dim_exprs and len(self.dim_exprs) == len(self.dims):
            found["lvl_to_dim"] = AffineMap(len(levels), 0, tuple(self.dim_exprs))
        return found

    def _declare(self, names: list[str]) -> None:
        offset = self.parser.offset
        name = self.parser.parse_any_keyword()
        if name in (*self.symbols, *self.level_names, *self.dims):
            raise self.parser.error(f"redefinition of identifier '{name}'", offset)
        names.append(name)

    def _parse_dim(self) -> None:
        """`d0`, `d0 = l0` or `d0 : #sparse_tensor<slice(…)>`."""
        parser = self.parser
        self._declare(self.dims)
        if parser.parse_optional_punctuation("="):
            self.dim_exprs.append(parser.parse_affine_expr(self.level_names, self.symbols))
        slice = None
        if parser.parse_optional_punctuation(":"):
            slice = parser.parse_custom_attribute(DimSliceAttr)
        self.slices.append(slice)

    def _parse_level(self) -> tuple[AffineExpr, LevelType]:
        """`d0 : dense` or `l0 = d0 : dense`."""
        parser = self.parser
        if self.level_names:
            self._parse_level_name()
        self.num_levels += 1
        expr = parser.parse_affine_expr(self.dims, self.symbols)
        parser.parse_punctuation(":")
        return expr, self._parse_level_type()

    def _parse_level_name(self) -> None:
        parser, offset = self.parser, self.parser.offset
        name = parser.parse_any_keyword()
        if name not in self.level_names:
            raise parser.error(f"use of undeclared identifier '{name}'", offset)
        declared = self.level_names.index(name)
        if declared != self.num_levels:
            raise parser.error(
                f"Level-variable ordering mismatch. The variable '{name}' was forward-declared as "
                f"the {_ordinal(declared)} level; but is bound by the "
                f"{_ordinal(self.num_levels)} specification.",
                offset,
            )
        parser.parse_punctuation("=")

    def _parse_level_type(self) -> LevelType:
        """`compressed(nonunique)`, `structured[2, 4]`."""
        parser, offset = self.parser, self.parser.offset
        format = parser.parse_any_keyword()
        sizes: list[int] = []
        if format == "structured":
            sizes = parser.parse_comma_separated_list("[", self._parse_size, optional=True)
            if len(sizes) != 2:
                raise parser.error("expected exactly 2 structured sizes", offset)
            if sizes[0] > sizes[1]:
                raise parser.error("expected n <= m in n_out_of_m")
        properties = parser.parse_comma_separated_list("(", self._parse_property, optional=True)
        if format not in FORMATS:
            raise parser.error(f"unknown level format: {format}", offset)
        made = LevelType(format, frozenset(properties), tuple(sizes))
        if made.problem is not None:
            raise parser.error(made.problem, offset)
        return made

    def _parse_size(self) -> int:
        offset = self.parser.offset
        size = self.parser.parse_optional_integer()
        if size is None:
            raise self.parser.error("expected valid integer for structured size")
        if size < 0:
            raise self.parser.error("expected structured size to be >= 0", offset)
        return size

    def _parse_property(self) -> str:
        offset = self.parser.offset
        word = self.parser.parse_any_keyword()
        if word not in PROPERTIES:
            raise self.parser.error(f"unknown level property: {word}", offset)
        return word


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"
