"""Views of parts of buffers: strided views, and views of raw bytes."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.memref.dialect import (
    MEMREF,
    memref_type,
    verify_same_elements,
)
from bufferize.dialects.strided import (
    bounds_problem,
    rank_reduction_mask,
    strides_and_offset,
    subview_type,
    verify_dynamic_sizes,
    verify_offsets_sizes_strides,
)
from bufferize.interfaces import (
    OffsetSizeAndStrideOpInterface,
    ViewLikeOpInterface,
)


@MEMREF.op("view")
class ViewOp(d.Operation, ViewLikeOpInterface):
    """A contiguous buffer within a buffer of bytes."""

    __slots__ = ()

    source: d.Operand = d.operand(d.memref_of(d.I8, ranks=[1]))
    byte_shift: d.Operand = d.operand(d.INDEX)
    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    result: d.Result = d.result(d.ANY_MEMREF)
    traits = (d.Pure(),)
    assembly_format = """
        $source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict
        `:` type($source) `to` type($result)
    """
    result_name = "view"

    def verify_op(self) -> None:
        source, result = memref_type(self.source), memref_type(self.result)
        if not source.has_identity_layout:
            raise self.error(f"unsupported map for base memref type '{source}'")
        if not result.has_identity_layout:
            raise self.error(f"unsupported map for result memref type '{result}'")
        if source.memory_space is not result.memory_space:
            raise self.error(
                f"different memory spaces specified for base memref type '{source}' "
                f"and view memref type '{result}'"
            )
        verify_dynamic_sizes(self, result, self.sizes)


@MEMREF.op("subview")
class SubViewOp(d.Operation, ViewLikeOpInterface, OffsetSizeAndStrideOpInterface):
    """A view of every stride-th element from an offset on; extents of 1 may be dropped."""

    __slots__ = ()

    source: d.Operand = d.operand(d.ANY_MEMREF)
    offsets: d.VariadicOperand = d.variadic_operand(d.INDEX)
    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    strides: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_offsets: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_strides: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
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
        """Return for each dimension of the source whether the result lacks it."""
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

    def _type_error(self, expected: ir.MemRefType, what: str) -> Exception:
        return self.error(
            f"expected result type to be '{expected}' or a rank-reduced version. "
            f"(mismatch of result {what}), but got '{self.result.type}'"
        )

    def fold(self) -> list[ir.Value] | None:
        source, result = memref_type(self.source), memref_type(self.result)
        if source is not result or not result.has_static_shape():
            return None
        layout = strides_and_offset(result)
        if layout is None or ir.DYNAMIC in (*layout[0], layout[1]):
            return None
        return [self.source]


def dropped_dimensions(full: ir.MemRefType, reduced: ir.MemRefType) -> list[bool] | None:
    """Return which dimensions of the view type `full` the rank-reduced type `reduced` lacks.

    Those of extent 1 are, the first ones where there is a choice, but those that `reduced` has,
    with their strides. None if `reduced` cannot come from `full`. The reference goes by how many
    dimensions have a stride, so that it also drops one whose neighbors have other extents.
    """
    full_layout, reduced_layout = strides_and_offset(full), strides_and_offset(reduced)
    if full_layout is None or reduced_layout is None:
        return None
    left = list(zip(reduced.shape, reduced_layout[0], strict=True))
    dropped = []
    for dimension in reversed(list(zip(full.shape, full_layout[0], strict=True))):
        is_kept = bool(left) and left[-1] == dimension
        if is_kept:
            left.pop()
        elif dimension[0] != 1:
            return None
        dropped.append(not is_kept)
    return None if left else dropped[::-1]


def _same_layout(full: ir.MemRefType, reduced: ir.MemRefType, dropped: list[bool]) -> bool:
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
    static_offsets: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_strides: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
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
        assert isinstance(source, ir.BaseMemRefType)
        verify_offsets_sizes_strides(self, 1, result.rank)
        types = f"source type '{source}' and result memref type '{result}'"
        verify_same_elements(self, source, result, types)
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
        if found not in (ir.DYNAMIC, expected):
            number = "dynamic" if expected == ir.DYNAMIC else str(expected)
            raise self.error(
                f"expected result type with {word} = {number} instead of {found}{where}"
            )
