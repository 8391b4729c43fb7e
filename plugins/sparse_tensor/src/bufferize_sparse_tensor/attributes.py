"""Encodings: which elements of a tensor are stored, and how.

See https://mlir.llvm.org/docs/Dialects/SparseTensorOps/#sparsetensorencodingattr.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple

from bufferize import define as d
from bufferize import ir
from bufferize_sparse_tensor.dialect import SPARSE_TENSOR

UNKNOWN: Final = -1
"""The marker of an offset, size or stride of a slice that is only known at run time."""


@SPARSE_TENSOR.attribute("slice")
@ir.parameters
class DimSliceAttr(ir.Attribute):
    """`#sparse_tensor<slice(offset, size, stride)>`: the part of a dimension that a slice covers, in elements.

    A number is `UNKNOWN`, written `?`, where it is only known at run time.
    """

    offset: int = 0
    size: int = UNKNOWN
    stride: int = 1

    def verify(self) -> str | None:
        if self.offset < UNKNOWN:
            return "expect non-negative value or ? for slice offset"
        if self.size != UNKNOWN and self.size <= 0:
            return "expect positive value or ? for slice size"
        if self.stride != UNKNOWN and self.stride <= 0:
            return "expect positive value or ? for slice stride"
        return None

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> DimSliceAttr:
        """Parse `(offset, size, stride)`."""

        def parse_number() -> int:
            offset = parser.offset
            if parser.parse_optional_punctuation("?"):
                return UNKNOWN
            number = parser.parse_integer()
            if number < 0:
                raise parser.error(
                    "expect positive value or ? for slice offset/size/stride", offset
                )
            return number

        parser.parse_punctuation("(")
        offset = parse_number()
        parser.parse_punctuation(",")
        size = parse_number()
        parser.parse_punctuation(",")
        stride = parse_number()
        parser.parse_punctuation(")")
        return cls(offset, size, stride)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        numbers = ("?" if n == UNKNOWN else str(n) for n in (self.offset, self.size, self.stride))
        printer.write(f"({', '.join(numbers)})")


FORMATS: Final = ("dense", "batch", "compressed", "singleton", "loose_compressed", "structured")
PROPERTIES: Final = ("nonunique", "nonordered", "soa")
"""The properties that a level may have, in the order in which they are printed."""

_WITHOUT_PROPERTIES: Final = ("dense", "batch", "structured")


class LevelType(NamedTuple):
    """The storage format of a level, with its properties: `compressed(nonunique)`, `structured[2,
    4]`.
    """

    format: str
    """One of `FORMATS`."""
    properties: frozenset[str] = frozenset()
    sizes: tuple[int, ...] = ()
    """The numbers n and m of a structured level, which stores n out of m elements."""

    @property
    def problem(self) -> str | None:
        """The problem with the level type; None if there is none."""
        if self.format in _WITHOUT_PROPERTIES and self.properties:
            return "invalid level type: level format doesn't support the properties"
        return None

    @property
    def is_singleton(self) -> bool:
        """Whether each coordinate belongs to one coordinate of the previous level."""
        return self.format == "singleton"

    @property
    def is_soa(self) -> bool:
        """Whether the level's coordinates have a buffer of their own."""
        return "soa" in self.properties

    @property
    def is_unique(self) -> bool:
        """Whether no coordinate is stored twice."""
        return "nonunique" not in self.properties

    @property
    def is_compressed(self) -> bool:
        """Whether the level has positions, which tell where its coordinates are."""
        return self.format in ("compressed", "loose_compressed")

    def __str__(self) -> str:
        sizes = f"[{', '.join(map(str, self.sizes))}]" if self.sizes else ""
        named = ", ".join(each for each in PROPERTIES if each in self.properties)
        return f"{self.format}{sizes}{f'({named})' if named else ''}"


def problem_of_levels(levels: tuple[LevelType, ...]) -> str | None:
    """Return why levels cannot follow one another, None if they can."""
    for before, level in zip((None, *levels), levels, strict=False):
        if not level.is_singleton or (before is not None and before.is_singleton):
            if before is not None and level.is_singleton and before.is_soa != level.is_soa:
                return (
                    "expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS)."
                )
        elif before is None or not before.is_compressed:
            return "expected compressed or loose_compressed level before singleton level"
    batches = [level.format == "batch" for level in levels]
    if batches != sorted(batches, reverse=True):
        return "Batch lvlType can only be leading levels."
    if any(level.is_soa and not level.is_singleton for level in levels):
        return "SoA is only applicable to singleton lvlTypes."
    structured = next((i for i, level in enumerate(levels) if level.format == "structured"), None)
    if structured is not None:
        if structured != len(levels) - 1:
            return "expected n_out_of_m to be the last level type"
        if any(level.format != "dense" for level in levels[:structured]):
            return "expected all dense lvlTypes before a n_out_of_m level"
    return None


def inverse(dim_to_lvl: ir.AffineMap) -> ir.AffineMap | None:
    """Return the inverse of a permutation or of a map to blocks; None if it is unknown."""
    if dim_to_lvl.num_symbols:
        return None
    results: tuple[ir.AffineExpr, ...]
    if dim_to_lvl.is_permutation():
        order = dim_to_lvl.dim_positions()
        assert order is not None
        results = tuple(ir.AffineDimExpr(order.index(dim)) for dim in range(len(order)))
    else:
        levels = _levels_of_blocks(dim_to_lvl)
        if levels is None:
            return None
        results = tuple(_coordinate(*levels[dim]) for dim in sorted(levels))
    return ir.AffineMap(dim_to_lvl.num_results, 0, results)


def block_sizes(dim_to_lvl: ir.AffineMap) -> list[int] | None:
    """Return the block size of each dimension, or 0; None if no dimension has blocks."""
    levels = _levels_of_blocks(dim_to_lvl)
    return None if levels is None else [levels[dim][2] for dim in sorted(levels)]


def _levels_of_blocks(map: ir.AffineMap) -> dict[int, tuple[int, int | None, int]] | None:
    """Return the level of each dimension, and its level within a block with the size or 0."""
    found: dict[int, tuple[int, int | None, int]] = {}
    for level, result in enumerate(map.results):
        dim, kind, size = _dim_and_size(result)
        if dim is None:
            return None
        if kind is ir.AffineKind.MOD:
            outer, _, known = found.get(dim, (0, None, 0))
            if known != size:
                return None
            found[dim] = outer, level, size
        elif dim in found:
            return None
        else:
            found[dim] = level, None, size
    return found if any(inner is not None for _, inner, _ in found.values()) else None


def _dim_and_size(expr: ir.AffineExpr) -> tuple[int | None, ir.AffineKind | None, int]:
    """Return the dimension and its divisor, if `expr` is `d`, `d floordiv n` or `d mod n`."""
    if isinstance(expr, ir.AffineDimExpr):
        return expr.position, None, 0
    if (
        isinstance(expr, ir.AffineBinaryExpr)
        and expr.kind in (ir.AffineKind.FLOORDIV, ir.AffineKind.MOD)
        and isinstance(expr.lhs, ir.AffineDimExpr)
        and isinstance(expr.rhs, ir.AffineConstantExpr)
        and expr.rhs.value > 0
    ):
        return expr.lhs.position, expr.kind, expr.rhs.value
    return None, None, 0


def _coordinate(outer: int, inner: int | None, size: int) -> ir.AffineExpr:
    whole = ir.AffineDimExpr(outer) * (size or 1)
    return whole if inner is None else whole + ir.AffineDimExpr(inner)


def parse_map(parser: d.AsmParser) -> dict[str, Any]:
    """Return the fields `lvl_types`, `dim_to_lvl`, `dim_slices` and, if written, `lvl_to_dim`."""
    return _MapParser(parser).parse()


def print_map(
    printer: d.AsmPrinter,
    map: ir.AffineMap,
    levels: Sequence[LevelType],
    slices: Sequence[DimSliceAttr],
) -> None:
    """Print the syntax that `parse_map` accepts, without names of levels."""
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
    """The parser of a map, with the names that are declared so far and their meanings."""

    def __init__(self, parser: d.AsmParser) -> None:
        self.parser = parser
        self.symbols: list[str] = []
        self.level_names: list[str] = []
        self.dims: list[str] = []
        self.slices: list[DimSliceAttr | None] = []
        self.dim_exprs: list[ir.AffineExpr] = []
        self.num_levels = 0

    def parse(self) -> dict[str, Any]:
        """Return all of the map."""
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
            "dim_to_lvl": ir.AffineMap(len(self.dims), len(self.symbols), results),
        }
        if any(self.slices):
            found["dim_slices"] = tuple(each or DimSliceAttr() for each in self.slices)
        if self.dim_exprs and len(self.dim_exprs) == len(self.dims):
            found["lvl_to_dim"] = ir.AffineMap(len(levels), 0, tuple(self.dim_exprs))
        return found

    def _declare(self, names: list[str]) -> None:
        offset = self.parser.offset
        name = self.parser.parse_any_keyword()
        if name in (*self.symbols, *self.level_names, *self.dims):
            raise self.parser.error(f"redefinition of identifier '{name}'", offset)
        names.append(name)

    def _parse_dim(self) -> None:
        """Parse `d0`, `d0 = l0` or `d0 : #sparse_tensor<slice(…)>`."""
        parser = self.parser
        self._declare(self.dims)
        if parser.parse_optional_punctuation("="):
            self.dim_exprs.append(parser.parse_affine_expr(self.level_names, self.symbols))
        slice = None
        if parser.parse_optional_punctuation(":"):
            slice = parser.parse_custom_attribute(DimSliceAttr)
        self.slices.append(slice)

    def _parse_level(self) -> tuple[ir.AffineExpr, LevelType]:
        """Parse `d0 : dense` or `l0 = d0 : dense`."""
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
        """Parse `compressed(nonunique)`, `structured[2, 4]`."""
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


_WIDTHS: Final = (0, 8, 16, 32, 64)


@SPARSE_TENSOR.attribute("encoding")
@ir.parameters
class SparseTensorEncodingAttr(ir.VerifiableTensorEncoding):
    """`#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>`.

    Widths are in bits; 0 stands for the width of an index.
    """

    lvl_types: tuple[LevelType, ...]
    dim_to_lvl: ir.AffineMap | None = None
    """The map; None for the identity, in encodings that only describe storage."""
    pos_width: int = 0
    crd_width: int = 0
    explicit_val: ir.Attribute | None = None
    """The value of all stored elements, if they all have the same one."""
    implicit_val: ir.Attribute | None = None
    """The value of all other elements; 0 by default."""
    dim_slices: tuple[DimSliceAttr, ...] = ()

    stores_all_elements: ClassVar[bool] = False
    alias_name: ClassVar[str] = "sparse"

    @property
    def lvl_rank(self) -> int:
        """The number of levels."""
        return len(self.lvl_types)

    @property
    def map(self) -> ir.AffineMap:
        """The map from dimension coordinates to level coordinates."""
        return self.dim_to_lvl or ir.AffineMap.identity(self.lvl_rank)

    @property
    def dim_rank(self) -> int:
        """The number of dimensions."""
        return self.map.num_dims

    @property
    def is_slice(self) -> bool:
        """Whether the encoding is for a slice of a tensor."""
        return bool(self.dim_slices)

    @property
    def coo_start(self) -> int:
        """The first level with interleaved coordinates (COO); `lvl_rank` if there is none."""
        levels = self.lvl_types
        for level, type in enumerate(levels[:-1]):
            following = levels[level + 1 :]
            if (
                type.is_compressed
                and not type.is_unique
                and all(each.is_singleton and not each.is_soa for each in following)
            ):
                return level
        return len(levels)

    def level_shape(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Return the extents of the levels for these extents of dimensions; DYNAMIC if unknown."""
        last = [
            ir.AffineDimExpr(dim) if extent == ir.DYNAMIC else ir.AffineConstantExpr(extent - 1)
            for dim, extent in enumerate(shape)
        ]
        extents = []
        for result in self.map.results:
            largest = result.replace(last, ())
            if isinstance(largest, ir.AffineConstantExpr):
                extents.append(largest.value + 1)
            elif isinstance(largest, ir.AffineBinaryExpr) and largest.kind is ir.AffineKind.MOD:
                size = largest.rhs
                extents.append(
                    size.value if isinstance(size, ir.AffineConstantExpr) else ir.DYNAMIC
                )
            else:
                extents.append(ir.DYNAMIC)
        return tuple(extents)

    def for_specifier(self) -> SparseTensorEncodingAttr:
        """Return the encoding without the parts that a storage specifier does not depend on."""
        levels = (level._replace(properties=level.properties & {"soa"}) for level in self.lvl_types)
        return SparseTensorEncodingAttr(tuple(levels), dim_slices=self.dim_slices)

    # Verification

    def verify(self) -> str | None:
        if self.pos_width not in _WIDTHS:
            return f"unexpected position bitwidth: {self.pos_width}"
        if self.crd_width not in _WIDTHS:
            return f"unexpected coordinate bitwidth: {self.crd_width}"
        return problem_of_levels(self.lvl_types) or self._problem_of_map()

    def _problem_of_map(self) -> str | None:
        map, rank = self.dim_to_lvl, self.lvl_rank
        if map is not None and self.lvl_types and self.lvl_types[-1].format == "structured":
            problem = _problem_of_blocks(map, self.lvl_types[-1])
            if problem is not None:
                return problem
        if rank == 0:
            return "expected a non-empty array for lvlTypes"
        if map is not None:
            if map.num_results != rank:
                return f"level-rank mismatch between dimToLvl and lvlTypes: {map.num_results} != {rank}"
            if map.num_symbols == 0 and inverse(map) is None:
                return "failed to infer lvlToDim from dimToLvl"
            if map.num_dims > rank:
                return f"unexpected dimToLvl mapping from {map.num_dims} to {rank}"
        if self.dim_slices:
            if len(self.dim_slices) != self.dim_rank:
                return (
                    "dimension-rank mismatch between dimSlices and dimToLvl: "
                    f"{len(self.dim_slices)} != {self.dim_rank}"
                )
            if self.dim_rank != rank:
                return (
                    "dimSlices expected dimension-rank to match level-rank: "
                    f"{self.dim_rank} != {rank}"
                )
        return None

    def verify_encoding(self, shape: tuple[int, ...], element_type: ir.Type) -> str | None:
        problem = self.verify()
        if problem is not None:
            return problem
        if not shape:
            return "expected non-scalar sparse tensor"
        if self.dim_rank != len(shape):
            return (
                "dimension-rank mismatch between encoding and tensor shape: "
                f"{self.dim_rank} != {len(shape)}"
            )
        for name, value in (("explicit", self.explicit_val), ("implicit", self.implicit_val)):
            type = getattr(value, "type", None)
            if value is not None and type is not element_type:
                return (
                    f"{name} value type mismatch between encoding and tensor element type: "
                    f"'{type}' != '{element_type}'"
                )
        if self.implicit_val is not None and not _is_zero(self.implicit_val):
            return "implicit value must be zero"
        return None

    # Syntax

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> SparseTensorEncodingAttr:
        """Parse `<{ map = …, posWidth = …, … }>`."""
        found: dict[str, Any] = {}
        parser.parse_punctuation("<")
        parser.parse_punctuation("{")
        start = parser.offset
        while parser.peek() != "}":
            key = parser.parse_any_keyword()
            if key not in _KEYS:
                raise parser.error(f"unexpected key: {key}", start)
            parser.parse_punctuation("=")
            if key == "map":
                if "dim_to_lvl" in found:
                    raise parser.error("there is a map already")
                found |= parse_map(parser)
            else:
                found[_KEYS[key]] = _parse_number(parser, key)
            if not parser.parse_optional_punctuation(","):
                break
        parser.parse_punctuation("}")
        parser.parse_punctuation(">")
        given = found.pop("lvl_to_dim", None)
        found.setdefault("lvl_types", ())
        made = cls(**found)
        problem = made.verify()
        if problem is None and given is not None and given is not inverse(made.map):
            problem = "expected lvlToDim to be an inverse of dimToLvl"
        if problem is not None:
            raise parser.error(problem, start)
        return made

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<{ map = ")
        print_map(printer, self.map, self.lvl_types, self.dim_slices)
        for key, field in _KEYS.items():
            value = getattr(self, field) if key != "map" else None
            if value:
                printer.write(f", {key} = ")
                if isinstance(value, ir.Attribute):
                    printer.print_attribute(value)
                else:
                    printer.write(str(value))
        printer.write(" }>")


_KEYS: Final = {
    "map": "map",
    "posWidth": "pos_width",
    "crdWidth": "crd_width",
    "explicitVal": "explicit_val",
    "implicitVal": "implicit_val",
}
"""The field for each key."""


def _parse_number(parser: d.AsmParser, key: str) -> ir.Attribute | int:
    """Return the value of a key other than `map`."""
    offset = parser.offset
    value = parser.parse_attribute()
    if key.endswith("Width"):
        if not isinstance(value, ir.IntegerAttr):
            kind = "position" if key == "posWidth" else "coordinate"
            raise parser.error(f"expected an integral {kind} bitwidth", offset)
        return value.value
    if _number(value) is None:
        raise parser.error(f"expected a numeric value for {key}", offset)
    return value


def _number(value: ir.Attribute) -> complex | None:
    """Return the value of an integer attribute, None for any other attribute."""
    if isinstance(value, ir.IntegerAttr | ir.FloatAttr):
        return complex(value.value)
    parts = getattr(value, "real", None), getattr(value, "imaginary", None)
    if isinstance(parts[0], ir.FloatAttr) and isinstance(parts[1], ir.FloatAttr):
        return complex(parts[0].value, parts[1].value)  # an attribute of the complex dialect
    return None


def _is_zero(value: ir.Attribute) -> bool:
    return _number(value) == 0


def _problem_of_blocks(map: ir.AffineMap, structured: LevelType) -> str | None:
    """Return the problem with the blocks of a tensor whose last level is structured."""
    if map.num_dims == map.num_results:
        return None
    sizes = block_sizes(map)
    if sizes is None:
        return "expected 1xm block structure for n_out_of_m level"
    blocked = {size for size in sizes if size}
    if len(blocked) > 1:
        return "expected only one blocked level with the same coefficients"
    if blocked != {structured.sizes[1]}:
        return "expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level"
    return None
