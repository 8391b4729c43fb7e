"""Encodings: which elements of a tensor are stored, and how.

See https://mlir.llvm.org/docs/Dialects/SparseTensorOps/#sparsetensorencodingattr.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import (
    DYNAMIC,
    AffineBinaryExpr,
    AffineConstantExpr,
    AffineDimExpr,
    AffineKind,
    AffineMap,
    Attribute,
    FloatAttr,
    IntegerAttr,
    Type,
    VerifiableTensorEncoding,
    parameters,
)
from bufferize_sparse_tensor.base import SPARSE_TENSOR
from bufferize_sparse_tensor.levels import LevelType, problem_of_levels
from bufferize_sparse_tensor.map_syntax import parse_map, print_map
from bufferize_sparse_tensor.maps import block_sizes, inverse
from bufferize_sparse_tensor.slices import DimSliceAttr

_WIDTHS: Final = (0, 8, 16, 32, 64)


@SPARSE_TENSOR.attribute("encoding")
@parameters
class SparseTensorEncodingAttr(VerifiableTensorEncoding):
    """`#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>`.

    Widths are in bits; 0 stands for as many as an index has.
    """

    lvl_types: tuple[LevelType, ...]
    dim_to_lvl: AffineMap | None = None
    """None for the identity, in what only says how storage is laid out."""
    pos_width: int = 0
    crd_width: int = 0
    explicit_val: Attribute | None = None
    """The value of all elements that are stored, if it is one."""
    implicit_val: Attribute | None = None
    """The value of all other elements; 0 where it is not given."""
    dim_slices: tuple[DimSliceAttr, ...] = ()

    stores_all_elements: ClassVar[bool] = False
    alias_name: ClassVar[str] = "sparse"

    @property
    def lvl_rank(self) -> int:
        """The number of levels."""
        return len(self.lvl_types)

    @property
    def map(self) -> AffineMap:
        """From the coordinates of dimensions to those of levels."""
        return self.dim_to_lvl or AffineMap.identity(self.lvl_rank)

    @property
    def dim_rank(self) -> int:
        """The number of dimensions."""
        return self.map.num_dims

    @property
    def is_slice(self) -> bool:
        """Whether it describes a part of a tensor."""
        return bool(self.dim_slices)

    @property
    def coo_start(self) -> int:
        """The first level of those whose coordinates are stored side by side; `lvl_rank` if none."""
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
        """The extents of the levels of a tensor with these extents; DYNAMIC where not known."""
        last = [
            AffineDimExpr(dim) if extent == DYNAMIC else AffineConstantExpr(extent - 1)
            for dim, extent in enumerate(shape)
        ]
        extents = []
        for result in self.map.results:
            largest = result.replace(last, ())
            if isinstance(largest, AffineConstantExpr):
                extents.append(largest.value + 1)
            elif isinstance(largest, AffineBinaryExpr) and largest.kind is AffineKind.MOD:
                size = largest.rhs
                extents.append(size.value if isinstance(size, AffineConstantExpr) else DYNAMIC)
            else:
                extents.append(DYNAMIC)
        return tuple(extents)

    def for_specifier(self) -> SparseTensorEncodingAttr:
        """What of it matters to a storage specifier."""
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

    def verify_encoding(self, shape: tuple[int, ...], element_type: Type) -> str | None:
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
    def parse_parameters(cls, parser: AsmParser) -> SparseTensorEncodingAttr:
        """`<{ map = …, posWidth = …, … }>`."""
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

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<{ map = ")
        print_map(printer, self.map, self.lvl_types, self.dim_slices)
        for key, field in _KEYS.items():
            value = getattr(self, field) if key != "map" else None
            if value:
                printer.write(f", {key} = ")
                if isinstance(value, Attribute):
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
"""Key -> the field that it gives."""


def _parse_number(parser: AsmParser, key: str) -> Attribute | int:
    """The value of a key other than `map`."""
    offset = parser.offset
    value = parser.parse_attribute()
    if key.endswith("Width"):
        if not isinstance(value, IntegerAttr):
            kind = "position" if key == "posWidth" else "coordinate"
            raise parser.error(f"expected an integral {kind} bitwidth", offset)
        return value.value
    if _number(value) is None:
        raise parser.error(f"expected a numeric value for {key}", offset)
    return value


def _number(value: Attribute) -> complex | None:
    """The number that an attribute is, None if it is none."""
    if isinstance(value, IntegerAttr | FloatAttr):
        return complex(value.value)
    parts = getattr(value, "real", None), getattr(value, "imaginary", None)
    if isinstance(parts[0], FloatAttr) and isinstance(parts[1], FloatAttr):
        return complex(parts[0].value, parts[1].value)  # an attribute of the complex dialect
    return None


def _is_zero(value: Attribute) -> bool:
    return _number(value) == 0


def _problem_of_blocks(map: AffineMap, structured: LevelType) -> str | None:
    """What is wrong with the blocks of a tensor whose last level is structured."""
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
