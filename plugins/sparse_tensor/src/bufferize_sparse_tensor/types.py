"""The types of the sparse_tensor dialect, constraints on them, and the buffers of a tensor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bufferize import define as d
from bufferize import ir
from bufferize_sparse_tensor.attributes import LevelType, SparseTensorEncodingAttr
from bufferize_sparse_tensor.dialect import SPARSE_TENSOR


@SPARSE_TENSOR.type("storage_specifier")
@ir.parameters
class StorageSpecifierType(ir.Type):
    """`!sparse_tensor.storage_specifier<encoding>`: the sizes of a tensor's levels and buffers.

    Parts of the encoding that storage does not depend on are dropped.
    """

    encoding: SparseTensorEncodingAttr

    def __post_init__(self) -> None:
        object.__setattr__(self, "encoding", self.encoding.for_specifier())

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> StorageSpecifierType:
        """Parse `<encoding>`."""
        parser.parse_punctuation("<")
        encoding = parser.parse_custom_attribute(SparseTensorEncodingAttr)
        parser.parse_punctuation(">")
        return cls(encoding)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_attribute(self.encoding)
        printer.write(">")


@ir.parameters
class LevelRangeType(ir.Type):
    """Base of the types that refer to some levels of a tensor: `<encoding, lvls = 0 to 2>`."""

    encoding: SparseTensorEncodingAttr
    lo_lvl: int
    hi_lvl: int
    """The end of the range of levels, exclusive."""

    @property
    def lvl_types(self) -> tuple[LevelType, ...]:
        """The storage formats of these levels."""
        return self.encoding.lvl_types[self.lo_lvl : self.hi_lvl]

    @property
    def space_dim(self) -> int:
        """The number of these levels."""
        return self.hi_lvl - self.lo_lvl

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> LevelRangeType:
        """Parse `<encoding, lvls = lo to hi>`."""
        parser.parse_punctuation("<")
        encoding = parser.parse_custom_attribute(SparseTensorEncodingAttr)
        parser.parse_punctuation(",")
        parser.parse_keyword("lvls")
        parser.parse_punctuation("=")
        lo, hi = parse_level_range(parser)
        parser.parse_punctuation(">")
        return cls(encoding, lo, hi)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_attribute(self.encoding)
        printer.write(f", lvls = {level_range(self.lo_lvl, self.hi_lvl)}>")


@SPARSE_TENSOR.type("iter_space")
@ir.parameters
class IterSpaceType(LevelRangeType):
    """`!sparse_tensor.iter_space<encoding, lvls = 0 to 2>`: the coordinates that these levels
    store.
    """

    @property
    def iterator_type(self) -> IteratorType:
        """The type of an iterator over the space."""
        return IteratorType(self.encoding, self.lo_lvl, self.hi_lvl)


@SPARSE_TENSOR.type("iterator")
@ir.parameters
class IteratorType(LevelRangeType):
    """`!sparse_tensor.iterator<encoding, lvls = 0 to 2>`: a position in an iteration space."""


def parse_level_range(parser: d.AsmParser) -> tuple[int, int]:
    """Parse `0 to 2`, or `0` for `0 to 1`."""
    offset = parser.offset
    lo = parser.parse_integer()
    hi = parser.parse_integer() if parser.parse_optional_keyword("to") else lo + 1
    if lo >= hi:
        raise parser.error("expect larger level upper bound than lower bound", offset)
    return lo, hi


def level_range(lo: int, hi: int) -> str:
    """Print the syntax that `parse_level_range` accepts."""
    return str(lo) if hi == lo + 1 else f"{lo} to {hi}"


def encoding_of(type: ir.Type) -> SparseTensorEncodingAttr | None:
    """Return the encoding of a sparse tensor; None for other types."""
    encoding = type.encoding if isinstance(type, ir.RankedTensorType) else None
    return encoding if isinstance(encoding, SparseTensorEncodingAttr) else None


def sparse(type: ir.Type) -> SparseTensorEncodingAttr:
    """Return the encoding of a tensor that is known to be sparse."""
    encoding = encoding_of(type)
    assert encoding is not None
    return encoding


ANY_SPARSE_TENSOR: Final[d.Constraint[ir.Type]] = d.pred(
    lambda type: encoding_of(type) is not None, "sparse tensor of any type values"
)
ANY_SPARSE_TENSOR_SLICE: Final[d.Constraint[ir.Type]] = d.pred(
    lambda type: (encoding := encoding_of(type)) is not None and encoding.is_slice,
    "sparse tensor slice of any type values",
)
ANY_SPECIFIER = d.instance_of(StorageSpecifierType, "metadata")
ANY_ITER_SPACE = d.instance_of(IterSpaceType, "sparse iteration space")
ANY_ITERATOR = d.instance_of(IteratorType, "sparse iterator")


def memref_1d(element: d.Constraint[ir.Type], words: str) -> d.Constraint[ir.Type]:
    """Return the constraint of a strided buffer of rank 1 with elements under a constraint."""
    return d.pred(
        lambda type: (
            isinstance(type, ir.MemRefType) and type.rank == 1 and element.check(type.element_type)
        ),
        f"1D memref of {words} values",
    )


def strided_memref_1d(element: d.Constraint[ir.Type], words: str) -> d.Constraint[ir.Type]:
    """Return the constraint of a strided buffer of rank 1, with another wording."""
    return d.pred(memref_1d(element, words).check, f"strided memref of {words} values of rank 1")


LEVEL = d.pred(d.INDEX_ATTR.check, "level attribute", d.INDEX_ATTR)
ANY_MEMREF_1D = memref_1d(d.ANY_TYPE, "any type")


def fields(encoding: SparseTensorEncodingAttr) -> Iterator[ir.Type]:
    """Return the element types of the buffers of positions and coordinates, level by level."""
    positions, coordinates = _integer(encoding.pos_width), _integer(encoding.crd_width)
    for level, type in enumerate(encoding.lvl_types):
        if type.is_compressed:
            yield positions
        if type.format == "structured" or type.is_compressed or type.is_singleton:
            yield coordinates
        if level == encoding.coo_start:
            return  # one buffer holds the coordinates of all levels that follow


def storage_problem(
    tensor: ir.RankedTensorType, must_be_static: bool, values: ir.Type, levels: Sequence[ir.Type]
) -> str | None:
    """Return why `levels` and `values` cannot hold the storage of `tensor`, None if they can."""
    if must_be_static and ir.DYNAMIC in tensor.shape:
        return "the sparse-tensor must have static shape"
    encoding = sparse(tensor)
    num_coo = encoding.lvl_rank - encoding.coo_start
    if num_coo and levels:
        last = levels[-1]
        assert isinstance(last, ir.RankedTensorType)
        if last.rank != 2 or last.shape[-1] != num_coo:
            return "input/output trailing COO level-ranks don't match"
    expected = list(fields(encoding))
    if len(expected) != len(levels):
        return "inconsistent number of fields between input/output"
    expected.append(tensor.element_type)
    for type, element in zip((*levels, values), expected, strict=True):
        assert isinstance(type, ir.RankedTensorType)
        if type.element_type is not element:
            return "input/output element-types don't match"
    return None


def _integer(width: int) -> ir.Type:
    return ir.IntegerType(width) if width else ir.INDEX
