"""Strided views of buffers: memref.subview and memref.reinterpret_cast."""

from __future__ import annotations

from collections import Counter

from bufferize import define as d
from bufferize.dialects.memref.base import MEMREF, memref_type
from bufferize.dialects.slices import bounds_problem, verify_offsets_sizes_strides
from bufferize.dialects.strided import rank_reduction_mask, strides_and_offset, subview_type
from bufferize.interfaces import OffsetSizeAndStrideOpInterface, ViewLikeOpInterface
from bufferize.ir import DYNAMIC, BaseMemRefType, DenseArrayAttr, MemRefType, Value


@MEMREF.op("subview")
class SubViewOp(d.Operation, ViewLikeOpInterface, OffsetSizeAndStrideOpInterface):
    """A view of every stride-th element from an offset on; extents of 1 may be dropped."""

    __slots__ = ()

    source: d.Operand = d.operand(d.ANY_MEMREF)
    offsets: d.VariadicOperand = d.variadic_operand(d.INDEX)
    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    strides: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_offsets: d.Attr[DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_sizes: d.Attr[DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_strides: d.Attr[DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(d.ANY_MEMREF)
    traits = (d.Pure(),)
    assembly_format = """
        $source ``
        custom<DynamicIndexList>($offsets, $static_offsets)
        custom<DynamicIndexList>($sizes, $static_sizes)
        custom<DynamicIndexList>($strides, $static_strides)
        attr-dict `:` type($source) `to` type($result)
    """
    result_name = "subview"

    def dropped_dims(self) -> list[bool]:
        """For each dimension of the source whether the result has none for it."""
        source, result = memref_type(self.source), memref_type(self.result)
        full = subview_type(source, *self._static_values())
        dropped = None if full is None else dropped_dimensions(full, result)
        if dropped is None:
            raise ValueError(f"'{result}' is no rank-reduced version of '{full}'")
        return dropped

    def _static_values(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        return self.static_offsets.values, self.static_sizes.values, self.static_strides.values

    def verify_op(self) -> None:
        source, result = memref_type(self.source), memref_type(self.result)
        verify_offsets_sizes_strides(self, source.rank, source.rank)
        if source.memory_space is not result.memory_space:
            raise self.error(
                f"different memory spaces specified for base memref type '{source}' "
                f"and subview memref type '{result}'"
            )
        expected = subview_type(source, *self._static_values())
        if expected is None:
            raise self.error(f"base type '{source}' is not strided")
        if result.rank > expected.rank:
            raise self.error(
                "expected result rank to be smaller or equal to the source rank, "
                f"but got '{result}'"
            )
        if rank_reduction_mask(expected.shape, result.shape) is None:
            raise self._type_error(expected, "sizes")
        if expected.element_type is not result.element_type:
            raise self.error(
                f"expected result element type to be '{expected.element_type}', but got '{result}'"
            )
        dropped = dropped_dimensions(expected, result)
        if dropped is None or not _same_layout(expected, result, dropped):
            raise self._type_error(expected, "layout")
        problem = bounds_problem(source.shape, *self._static_values())
        if problem is not None:
            raise self.error(problem)

    def _type_error(self, expected: MemRefType, what: str) -> Exception:
        return self.error(
            f"expected result type to be '{expected}' or a rank-reduced version. "
            f"(mismatch of result {what}), but got '{self.result.type}'"
        )

    def fold(self) -> list[Value] | None:
        source, result = memref_type(self.source), memref_type(self.result)
        if source is not result or not result.has_static_shape():
            return None
        layout = strides_and_offset(result)
        if layout is None or DYNAMIC in (*layout[0], layout[1]):
            return None
        return [self.source]


def dropped_dimensions(full: MemRefType, reduced: MemRefType) -> list[bool] | None:
    """Which dimensions of the view type `full` are dropped in the rank-reduced type `reduced`.

    Among several of extent 1 their strides decide. None if `reduced` cannot come from `full`.
    """
    dropped = [extent == 1 for extent in full.shape]
    if full.rank == reduced.rank:
        return [False] * full.rank
    if sum(dropped) + reduced.rank == full.rank:
        return dropped
    full_layout, reduced_layout = strides_and_offset(full), strides_and_offset(reduced)
    if full_layout is None or reduced_layout is None:
        return None
    # A dimension may go as long as its stride is more frequent than it must be in the end.
    frequency, wanted = Counter(full_layout[0]), Counter(reduced_layout[0])
    for dim, stride in enumerate(full_layout[0]):
        if not dropped[dim]:
            continue
        if frequency[stride] > wanted[stride]:
            frequency[stride] -= 1
        elif frequency[stride] == wanted[stride]:
            dropped[dim] = False
        else:
            return None
    return dropped if sum(dropped) + reduced.rank == full.rank else None


def _same_layout(full: MemRefType, reduced: MemRefType, dropped: list[bool]) -> bool:
    full_layout, reduced_layout = strides_and_offset(full), strides_and_offset(reduced)
    if full_layout is None or reduced_layout is None:
        return False
    strides = [s for s, gone in zip(full_layout[0], dropped, strict=True) if not gone]
    return strides == reduced_layout[0] and full_layout[1] == reduced_layout[1]


@MEMREF.op("reinterpret_cast")
class ReinterpretCastOp(d.Operation, ViewLikeOpInterface, OffsetSizeAndStrideOpInterface):
    """The same memory with another offset, other sizes and other strides."""

    __slots__ = ()

    source: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    offsets: d.VariadicOperand = d.variadic_operand(d.INDEX)
    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    strides: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_offsets: d.Attr[DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_sizes: d.Attr[DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_strides: d.Attr[DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(d.STRIDED_MEMREF)
    traits = (d.MemRefsNormalizable(), d.Pure())
    assembly_format = """
        $source `to` `offset` `` `:`
        custom<DynamicIndexList>($offsets, $static_offsets)
        `` `,` `sizes` `` `:`
        custom<DynamicIndexList>($sizes, $static_sizes)
        `` `,` `strides` `` `:`
        custom<DynamicIndexList>($strides, $static_strides)
        attr-dict `:` type($source) `to` type($result)
    """
    result_name = "reinterpret_cast"

    def verify_op(self) -> None:
        source, result = self.source.type, memref_type(self.result)
        assert isinstance(source, BaseMemRefType)
        verify_offsets_sizes_strides(self, 1, result.rank)
        types = f"source type '{source}' and result memref type '{result}'"
        if source.memory_space is not result.memory_space:
            raise self.error(f"different memory spaces specified for {types}")
        if source.element_type is not result.element_type:
            raise self.error(f"different element types specified for {types}")
        for dim, (found, expected) in enumerate(
            zip(result.shape, self.static_sizes.values, strict=True)
        ):
            self._check("size", found, expected, f" in dim = {dim}")
        layout = strides_and_offset(result)
        assert layout is not None
        self._check("offset", layout[1], self.static_offsets.values[0], "")
        for dim, (found, expected) in enumerate(
            zip(layout[0], self.static_strides.values, strict=True)
        ):
            self._check("stride", found, expected, f" in dim = {dim}")

    def _check(self, word: str, found: int, expected: int, where: str) -> None:
        if found not in (DYNAMIC, expected):
            number = "dynamic" if expected == DYNAMIC else str(expected)
            raise self.error(
                f"expected result type with {word} = {number} instead of {found}{where}"
            )
