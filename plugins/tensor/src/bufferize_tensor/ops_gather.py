"""Gathering and scattering slices by tensors of indices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bufferize import define as d
from bufferize import ir
from bufferize_tensor.dialect import TENSOR, ranked

_INDICES = d.ranked_tensor_of(d.one_of(d.SIGNLESS_INTEGER, d.INDEX))


def _verify_dims(
    op: ir.Operation, dims: Sequence[int], rank: int, indices: Sequence[int], words: tuple[str, str]
) -> None:
    name, whole = words
    if not dims:
        raise op.error(f"{name} must be non-empty")
    if len(dims) > rank:
        raise op.error(f"{name} overflow {whole} rank")
    if not indices or indices[-1] != len(dims):
        raise op.error(f"{name} length must match the size of last dimension of indices")
    for dim in dims:
        if dim < 0:
            raise op.error(f"{name} value must be non-negative")
        if dim >= rank:
            raise op.error(f"{name} value must be smaller than {whole} rank")
    if any(a >= b for a, b in pairwise(dims)):
        raise op.error(f"{name} values must be strictly increasing")


def _slice_types(
    whole: ir.RankedTensorType, indices: ir.RankedTensorType, dims: Sequence[int]
) -> tuple[ir.RankedTensorType, ir.RankedTensorType]:
    """Return the type of all slices, with extents of 1 for indexed dimensions, and without."""
    batch = indices.shape[:-1]
    kept = [1 if i in dims else extent for i, extent in enumerate(whole.shape)]
    reduced = [extent for i, extent in enumerate(whole.shape) if i not in dims]
    element = whole.element_type
    return (
        ir.RankedTensorType((*batch, *kept), element),
        ir.RankedTensorType((*batch, *reduced), element),
    )


def _verify_slices(
    op: ir.Operation,
    word: str,
    actual: ir.RankedTensorType,
    expected: tuple[ir.RankedTensorType, ir.RankedTensorType],
) -> None:
    if all(
        (actual.shape, actual.element_type) != (type.shape, type.element_type) for type in expected
    ):
        raise op.error(
            f"{word} type mismatch: expected '{expected[0]}' or its rank-reduced variant "
            f"'{expected[1]}' (got: '{actual}')"
        )


@TENSOR.op("gather")
class GatherOp(d.Operation):
    """The slices of a tensor at the given indices."""

    source: d.Operand = d.operand(d.RANKED_TENSOR)
    indices: d.Operand = d.operand(_INDICES)
    gather_dims: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    unique: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    result: d.Result = d.result(d.RANKED_TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = """
        $source `[` $indices `]`
          `gather_dims` `(` $gather_dims `)`
          (`unique` $unique^)?
          attr-dict
        `:` functional-type(operands, results)
    """
    result_name = "gather"

    def verify_op(self) -> None:
        source, indices = ranked(self.source), ranked(self.indices)
        dims = self.gather_dims.values
        words = ("gather_dims", "source")
        _verify_dims(self, dims, len(source.shape), indices.shape, words)
        expected = _slice_types(source, indices, dims)
        _verify_slices(self, "result", ranked(self.result), expected)


@TENSOR.op("scatter")
class ScatterOp(d.Operation):
    """A tensor with the slices at the given indices replaced."""

    source: d.Operand = d.operand(d.RANKED_TENSOR)
    dest: d.Operand = d.operand(d.RANKED_TENSOR)
    indices: d.Operand = d.operand(_INDICES)
    scatter_dims: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    unique: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    result: d.Result = d.result(d.RANKED_TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = """
        $source `into` $dest `[` $indices `]`
          `scatter_dims` `(` $scatter_dims `)`
          (`unique` $unique^)?
          attr-dict
        `:` functional-type(operands, results)
    """
    result_name = "scatter"

    def verify_op(self) -> None:
        dest, indices = ranked(self.dest), ranked(self.indices)
        dims = self.scatter_dims.values
        words = ("scatter_dims", "dest")
        _verify_dims(self, dims, len(dest.shape), indices.shape, words)
        if self.unique is None:
            raise self.error("requires 'unique' attribute to be set")
        expected = _slice_types(dest, indices, dims)
        _verify_slices(self, "source", ranked(self.source), expected)
