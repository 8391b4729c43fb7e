"""Storage specifiers: the sizes of the buffers in which a tensor, or a slice of one, is stored."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import ConditionallySpeculatable, constant_int
from bufferize_sparse_tensor.dialect import SPARSE_TENSOR, StorageSpecifierKindAttr
from bufferize_sparse_tensor.types import (
    ANY_SPARSE_TENSOR,
    ANY_SPARSE_TENSOR_SLICE,
    ANY_SPECIFIER,
    LEVEL,
    StorageSpecifierType,
    sparse,
)

_KIND = d.instance_of(StorageSpecifierKindAttr, "sparse tensor storage specifier kind")


@SPARSE_TENSOR.op("storage_specifier.init")
class StorageSpecifierInitOp(d.Operation):
    """A specifier with undefined numbers, or with a copy of another one's numbers."""

    source: d.OptionalOperand = d.optional_operand(ANY_SPECIFIER)
    result: d.Result = d.result(ANY_SPECIFIER)
    traits = (d.Pure(),)
    assembly_format = """
        attr-dict (`with` $source^)? `:` (`from` qualified(type($source))^ `to`)?
        qualified(type($result))
    """


class SpecifierAccessOp(d.Operation):
    """Base of the ops that read or write one number of a specifier."""

    specifier: d.Operand = d.operand(ANY_SPECIFIER)
    specifier_kind: d.Attr[StorageSpecifierKindAttr, str] = d.attr(_KIND, name="specifierKind")
    level: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(LEVEL)

    def verify_op(self) -> None:
        kind, level = self.specifier_kind, self.level
        assert isinstance(self.specifier.type, StorageSpecifierType)
        encoding = self.specifier.type.encoding
        if "val_mem_sz" in kind:
            if level is not None:
                raise self.plain_error("redundant level argument for querying value memory size")
            return
        if ("dim_offset" in kind or "dim_stride" in kind) and not encoding.is_slice:
            raise self.plain_error("requested slice data on non-slice tensor")
        if level is None:
            raise self.plain_error("missing level argument")
        if level.value >= encoding.lvl_rank:
            raise self.plain_error("requested level is out of bounds")
        if "pos_mem_sz" in kind and encoding.lvl_types[level.value].is_singleton:
            raise self.plain_error("requested position memory size on a singleton level")


@SPARSE_TENSOR.op("storage_specifier.get")
class GetStorageSpecifierOp(SpecifierAccessOp):
    """A number of a specifier."""

    result: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = (
        "$specifier ` ` $specifierKind (`at` $level^)? attr-dict `:` qualified(type($specifier))"
    )


@SPARSE_TENSOR.op("storage_specifier.set")
class SetStorageSpecifierOp(SpecifierAccessOp):
    """A specifier with one of its numbers replaced."""

    value: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(ANY_SPECIFIER)
    traits = (d.Pure(), d.AllTypesMatch("result", "specifier"))
    assembly_format = """
        $specifier ` ` $specifierKind (`at` $level^)? `with` $value attr-dict `:`
        qualified(type($result))
    """


class SliceNumberOp(d.Operation):
    """Base of the ops that return an offset or stride of a slice of a tensor."""

    slice: d.Operand = d.operand(ANY_SPARSE_TENSOR_SLICE)
    dim: d.Attr[ir.IntegerAttr, int] = d.attr(d.INDEX_ATTR)
    traits = (d.Pure(),)

    def verify_op(self) -> None:
        if self.dim.value >= sparse(self.slice.type).dim_rank:
            raise self.plain_error("requested dimension out of bound")


@SPARSE_TENSOR.op("slice.offset")
class ToSliceOffsetOp(SliceNumberOp):
    """The offset of a slice in a dimension."""

    offset: d.Result = d.result(d.INDEX)
    assembly_format = "$slice `at` $dim attr-dict `:` type($slice)"


@SPARSE_TENSOR.op("slice.stride")
class ToSliceStrideOp(SliceNumberOp):
    """The stride of a slice in a dimension."""

    stride: d.Result = d.result(d.INDEX)
    assembly_format = "$slice `at` $dim attr-dict `:` type($slice)"


@SPARSE_TENSOR.op("lvl")
class LvlOp(d.Operation, ConditionallySpeculatable):
    """The extent of a level."""

    source: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    index: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(d.INDEX)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "attr-dict $source `,` $index `:` type($source)"

    def is_speculatable(self) -> bool:
        level = constant_int(self.index)
        return level is not None and 0 <= level < sparse(self.source.type).lvl_rank

    def verify_op(self) -> None:
        level = constant_int(self.index)
        if level is not None and level >= sparse(self.source.type).lvl_rank:
            raise self.plain_error("Level index exceeds the rank of the input sparse tensor")
