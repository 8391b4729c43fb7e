"""The types of the sparse_tensor dialect, and constraints on types."""

from __future__ import annotations

from typing import Final

from bufferize import define as d
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.constraint import Constraint, instance_of, pred
from bufferize.ir import MemRefType, RankedTensorType, Type, parameters
from bufferize_sparse_tensor.base import SPARSE_TENSOR
from bufferize_sparse_tensor.encoding import SparseTensorEncodingAttr
from bufferize_sparse_tensor.levels import LevelType


@SPARSE_TENSOR.type("storage_specifier")
@parameters
class StorageSpecifierType(Type):
    """`!sparse_tensor.storage_specifier<encoding>`: the sizes of a tensor's levels and buffers.

    Of the encoding only what storage depends on is kept.
    """

    encoding: SparseTensorEncodingAttr

    def __post_init__(self) -> None:
        object.__setattr__(self, "encoding", self.encoding.for_specifier())

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> StorageSpecifierType:
        """`<encoding>`."""
        parser.parse_punctuation("<")
        encoding = parser.parse_custom_attribute(SparseTensorEncodingAttr)
        parser.parse_punctuation(">")
        return cls(encoding)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        printer.print_attribute(self.encoding)
        printer.write(">")


@parameters
class LevelRangeType(Type):
    """Base of what is about some levels of a tensor: `<encoding, lvls = 0 to 2>`."""

    encoding: SparseTensorEncodingAttr
    lo_lvl: int
    hi_lvl: int
    """The first level that is not meant any more."""

    @property
    def lvl_types(self) -> tuple[LevelType, ...]:
        """How these levels are stored."""
        return self.encoding.lvl_types[self.lo_lvl : self.hi_lvl]

    @property
    def space_dim(self) -> int:
        """How many levels are meant."""
        return self.hi_lvl - self.lo_lvl

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> LevelRangeType:
        """`<encoding, lvls = lo to hi>`."""
        parser.parse_punctuation("<")
        encoding = parser.parse_custom_attribute(SparseTensorEncodingAttr)
        parser.parse_punctuation(",")
        parser.parse_keyword("lvls")
        parser.parse_punctuation("=")
        lo, hi = parse_level_range(parser)
        parser.parse_punctuation(">")
        return cls(encoding, lo, hi)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        printer.print_attribute(self.encoding)
        printer.write(f", lvls = {level_range(self.lo_lvl, self.hi_lvl)}>")


@SPARSE_TENSOR.type("iter_space")
@parameters
class IterSpaceType(LevelRangeType):
    """`!sparse_tensor.iter_space<encoding, lvls = 0 to 2>`: the coordinates that are stored there."""

    @property
    def iterator_type(self) -> IteratorType:
        """The type of what goes through the space."""
        return IteratorType(self.encoding, self.lo_lvl, self.hi_lvl)


@SPARSE_TENSOR.type("iterator")
@parameters
class IteratorType(LevelRangeType):
    """`!sparse_tensor.iterator<encoding, lvls = 0 to 2>`: one place in such a space."""


def parse_level_range(parser: AsmParser) -> tuple[int, int]:
    """`0 to 2`, or `0` for `0 to 1`."""
    offset = parser.offset
    lo = parser.parse_integer()
    hi = parser.parse_integer() if parser.parse_optional_keyword("to") else lo + 1
    if lo >= hi:
        raise parser.error("expect larger level upper bound than lower bound", offset)
    return lo, hi


def level_range(lo: int, hi: int) -> str:
    """Return the text of the levels from `lo` to below `hi`: `2 to 4`, or `2` for a single one."""
    return str(lo) if hi == lo + 1 else f"{lo} to {hi}"


def encoding_of(type: Type) -> SparseTensorEncodingAttr | None:
    """The encoding of a sparse tensor; None for other types."""
    encoding = type.encoding if isinstance(type, RankedTensorType) else None
    return encoding if isinstance(encoding, SparseTensorEncodingAttr) else None


def sparse(type: Type) -> SparseTensorEncodingAttr:
    """The encoding of a tensor that is known to be sparse."""
    encoding = encoding_of(type)
    assert encoding is not None
    return encoding


ANY_SPARSE_TENSOR: Final[Constraint[Type]] = pred(
    lambda type: encoding_of(type) is not None, "sparse tensor of any type values"
)
ANY_SPARSE_TENSOR_SLICE: Final[Constraint[Type]] = pred(
    lambda type: (encoding := encoding_of(type)) is not None and encoding.is_slice,
    "sparse tensor slice of any type values",
)
ANY_SPECIFIER = instance_of(StorageSpecifierType, "metadata")
ANY_ITER_SPACE = instance_of(IterSpaceType, "sparse iteration space")
ANY_ITERATOR = instance_of(IteratorType, "sparse iterator")


def memref_1d(element: Constraint[Type], words: str) -> Constraint[Type]:
    """A buffer of rank 1 with strides, of such elements."""
    return pred(
        lambda type: (
            isinstance(type, MemRefType) and type.rank == 1 and element.check(type.element_type)
        ),
        f"1D memref of {words} values",
    )


def strided_memref_1d(element: Constraint[Type], words: str) -> Constraint[Type]:
    """The same, in other words."""
    return pred(memref_1d(element, words).check, f"strided memref of {words} values of rank 1")


LEVEL = pred(d.INDEX_ATTR.check, "level attribute", d.INDEX_ATTR)
ANY_MEMREF_1D = memref_1d(d.ANY_TYPE, "any type")
