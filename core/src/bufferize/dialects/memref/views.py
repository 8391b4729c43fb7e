"""Views of buffers with other strides, shapes, ranks and spaces, and ops that return metadata."""

from __future__ import annotations

__all__ = [
    "AssumeAlignmentOp", "CollapseShapeOp", "DimOp", "DistinctObjectsOp", "ExpandShapeOp",
    "ExtractAlignedPointerAsIndexOp", "ExtractStridedMetadataOp", "RankOp", "ReinterpretCastOp",
    "ReshapeOp", "SubViewOp", "TransposeOp", "ViewOp", "dropped_dimensions", "transposed_type",
]  # fmt: skip

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.memref.alloc import AllocLikeOp
from bufferize.dialects.memref.dialect import (
    MEMREF,
    memref_type,
    read,
    skip_casts,
    verify_same_elements,
)
from bufferize.dialects.strided import (
    bounds_problem,
    collapsed_layout,
    expanded_type,
    rank_reduction_mask,
    reassociation_groups,
    strides_and_offset,
    subview_type,
    verify_dynamic_sizes,
    verify_offsets_sizes_strides,
)
from bufferize.interfaces import (
    ConditionallySpeculatable,
    HyperrectangularSlice,
    MemoryEffect,
    MemoryEffectsOpInterface,
    OffsetSizeAndStrideOpInterface,
    ReifyRankedShapedTypeOpInterface,
    ShapedDimOpInterface,
    ViewLikeOpInterface,
    constant_int,
    mix,
)


@MEMREF.op("view")
class ViewOp(d.Operation, ViewLikeOpInterface):
    """A contiguous buffer within a buffer of bytes."""

    source: d.Operand = d.operand(d.memref_of(d.I8, ranks=[1]))
    byte_shift: d.Operand = d.operand(d.INDEX)
    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    result: d.Result = d.result(d.ANY_MEMREF)
    traits = (d.NoMemoryEffect(),)
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


class _StridedView(d.Operation, ViewLikeOpInterface, OffsetSizeAndStrideOpInterface):
    """Base: a view with an offset, sizes and strides, each static or an operand."""

    source: d.Operand = d.operand(d.ANY_MEMREF)
    offsets: d.VariadicOperand = d.variadic_operand(d.INDEX)
    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    strides: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_offsets: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_strides: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)


@MEMREF.op("subview")
class SubViewOp(_StridedView, ConditionallySpeculatable):
    """A view of elements at a stride, from an offset on; extents of 1 may be dropped."""

    result: d.Result = d.result(d.ANY_MEMREF)
    traits = (d.NoMemoryEffect(),)
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

    def is_speculatable(self) -> bool:
        parts = map(tuple, (self.mixed_offsets, self.mixed_sizes, self.mixed_strides))
        return HyperrectangularSlice(*parts).is_within(memref_type(self.source).shape)

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
        layouts = map(strides_and_offset, (expected, result))
        offsets = {layout[1] for layout in layouts if layout is not None}
        if dropped_dimensions(expected, result) is None or len(offsets) > 1:
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

    Dimensions of extent 1 are dropped, the first ones if there is a choice, unless `reduced` has
    them, with their strides. None if `reduced` cannot come from `full`. MLIR counts how many
    dimensions have a stride, so it may also drop one whose neighbors have other extents.
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


@MEMREF.op("reinterpret_cast")
class ReinterpretCastOp(_StridedView):
    """The same memory with another offset, other sizes and other strides."""

    source: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    result: d.Result = d.result(d.STRIDED_MEMREF)
    traits = (d.MemRefsNormalizable(), d.NoMemoryEffect())
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
        layout = strides_and_offset(result)
        assert layout is not None
        self._check("size", result.shape, self.static_sizes.values, " in dim = {}")
        self._check("offset", layout[1:], self.static_offsets.values, "")
        self._check("stride", layout[0], self.static_strides.values, " in dim = {}")

    def _check(self, word: str, found: d.Ints, expected: d.Ints, where: str) -> None:
        for dim, (actual, wanted) in enumerate(zip(found, expected, strict=True)):
            if actual not in (ir.DYNAMIC, wanted):
                number = "dynamic" if wanted == ir.DYNAMIC else str(wanted)
                text = f"{word} = {number} instead of {actual}{where.format(dim)}"
                raise self.error(f"expected result type with {text}")


def verify_reassociation(
    op: ir.Operation,
    collapsed: Sequence[int],
    expanded: Sequence[int],
    groups: Sequence[Sequence[int]],
) -> None:
    """Check that each group of dimensions of `expanded` makes one of `collapsed`."""
    if len(collapsed) != len(groups):
        raise op.error(
            f"invalid number of reassociation groups: found {len(groups)}, "
            f"expected {len(collapsed)}"
        )
    following = 0
    for index, group in enumerate(groups):
        size = 1
        for dim in group:
            if dim != following:
                raise op.error("reassociation indices must be contiguous")
            following += 1
            if dim >= len(expanded):
                raise op.error(f"reassociation index {dim} is out of bounds")
            size = ir.DYNAMIC if ir.DYNAMIC in (size, expanded[dim]) else size * expanded[dim]
        if (collapsed[index] == ir.DYNAMIC) != (size == ir.DYNAMIC):
            raise op.error(
                f"collapsed dim ({index}) must be dynamic if and only if reassociation group "
                "is dynamic"
            )
        if size != collapsed[index]:
            raise op.error(
                f"collapsed dim size ({collapsed[index]}) must equal reassociation group size "
                f"({size})"
            )
    if not collapsed:
        if any(extent != 1 for extent in expanded):
            raise op.error("rank 0 memrefs can only be extended/collapsed with/from ones")
    elif following != len(expanded):
        raise op.error(
            f"expanded rank ({len(expanded)}) inconsistent with number of reassociation indices "
            f"({following})"
        )


class ReassociativeReshapeOp(d.Operation, ViewLikeOpInterface, ConditionallySpeculatable):
    """Base of the views that collapse each group of dimensions to one, or expand one to a group."""

    src: d.Operand = d.operand(d.STRIDED_MEMREF)
    reassociation: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.REASSOCIATION)
    result: d.Result = d.result(d.STRIDED_MEMREF)
    traits = (d.NoMemoryEffect(),)

    def is_speculatable(self) -> bool:
        """Return whether the shape is static and contiguous; other extents or strides may not fit."""
        types = (memref_type(self.src), memref_type(self.result))
        return all(type.has_static_shape() and type.has_identity_layout for type in types)

    @property
    def view_source(self) -> ir.Value:
        return self.src

    @property
    def groups(self) -> list[list[int]]:
        """The dimensions of the higher rank for each dimension of the lower one."""
        return reassociation_groups(self.reassociation)


@MEMREF.op("expand_shape")
class ExpandShapeOp(ReassociativeReshapeOp, ReifyRankedShapedTypeOpInterface):
    """A view in which each dimension has become a group of dimensions."""

    output_shape: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_output_shape: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    assembly_format = """
        $src $reassociation `output_shape`
        custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:`
        type($src) `into` type($result)
    """
    result_name = "expand_shape"

    def verify_op(self) -> None:
        source, result = memref_type(self.src), memref_type(self.result)
        if source.rank > result.rank:
            raise self.error(
                f"has source rank {source.rank} and result rank {result.rank}. "
                f"This is not an expansion ({source.rank} > {result.rank})."
            )
        verify_reassociation(self, source.shape, result.shape, self.groups)
        expected = expanded_type(source, result.shape, self.groups)
        if expected is None:
            raise self.error("invalid source layout map")
        if expected is not result:
            raise self.error(f"expected expanded type to be '{expected}' but found '{result}'")
        shape = self.static_output_shape.values
        if len(shape) != result.rank:
            raise self.error(
                "expected number of static shape bounds to be equal to the output rank "
                f"({result.rank}) but found {len(shape)} inputs instead"
            )
        if len(self.output_shape) != shape.count(ir.DYNAMIC):
            raise self.error(
                "mismatch in dynamic dims in output_shape and static_output_shape: "
                f"static_output_shape has {shape.count(ir.DYNAMIC)} dynamic dims while "
                f"output_shape has {len(self.output_shape)} values"
            )
        for position, (found, given) in enumerate(zip(result.shape, shape, strict=True)):
            if found not in (ir.DYNAMIC, given):
                raise self.error(f"invalid output shape provided at pos {position}")

    def reify_result_shapes(self, builder: ir.Builder) -> list[list[int | ir.Value]]:
        return [mix(self.static_output_shape.values, self.output_shape)]


@MEMREF.op("collapse_shape")
class CollapseShapeOp(ReassociativeReshapeOp):
    """A view in which each group of contiguous dimensions has become one."""

    assembly_format = "$src $reassociation attr-dict `:` type($src) `into` type($result)"
    result_name = "collapse_shape"

    def verify_op(self) -> None:
        source, result = memref_type(self.src), memref_type(self.result)
        if source.rank < result.rank:
            raise self.error(
                f"has source rank {source.rank} and result rank {result.rank}. "
                f"This is not a collapse ({source.rank} < {result.rank})."
            )
        verify_reassociation(self, result.shape, source.shape, self.groups)
        layout = None
        if not source.has_identity_layout:
            layout = collapsed_layout(source, self.groups)
            if layout is None:
                raise self.error("invalid source layout map or collapsing non-contiguous dims")
        expected = ir.MemRefType(result.shape, source.element_type, layout, source.memory_space)
        if expected is not result:
            raise self.error(f"expected collapsed type to be '{expected}' but found '{result}'")


@MEMREF.op("reshape")
class ReshapeOp(d.Operation, ViewLikeOpInterface, MemoryEffectsOpInterface):
    """The same contiguous buffer with a shape that is read from another buffer."""

    source: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    shape: d.Operand = d.operand(d.memref_of(d.SIGNLESS_INTEGER_OR_INDEX, ranks=[1]))
    result: d.Result = d.result(d.ANY_MEMREF_OR_UNRANKED)
    assembly_format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"
    result_name = "reshape"

    def effects(self) -> list[MemoryEffect]:
        return [read(self, 1)]

    def verify_op(self) -> None:
        source, result = self.source.type, self.result.type
        assert isinstance(source, ir.ShapedType)
        assert isinstance(result, ir.ShapedType)
        if source.element_type is not result.element_type:
            raise self.error(
                "element types of source and destination memref types should be the same"
            )
        if isinstance(source, ir.MemRefType) and not source.has_identity_layout:
            raise self.error("source memref type should have identity affine map")
        if not isinstance(result, ir.MemRefType):
            return
        if not result.has_identity_layout:
            raise self.error("result memref type should have identity affine map")
        rank = memref_type(self.shape).shape[0]
        if rank == ir.DYNAMIC:
            raise self.error(
                "cannot use shape operand with dynamic length to reshape to statically-ranked "
                "memref type"
            )
        if rank != result.rank:
            raise self.error("length of shape operand differs from the result's memref rank")


@MEMREF.custom_directive("Permutation")
class PermutationDirective:
    """`(d0, d1) -> (d1, d0)`: an affine map without the `affine_map<>` around it."""

    @staticmethod
    def parse(parser: d.AsmParser) -> ir.AffineMapAttr:
        return ir.AffineMapAttr(parser.parse_affine_map())

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, map: ir.AffineMapAttr) -> None:
        printer.print_affine_map(map.map)


@MEMREF.op("transpose")
class TransposeOp(d.Operation, ViewLikeOpInterface):
    """A view with the dimensions in another order."""

    input: d.Operand = d.operand(d.STRIDED_MEMREF, name="in")
    permutation: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(d.AFFINE_MAP_ATTR)
    result: d.Result = d.result(d.STRIDED_MEMREF)
    traits = (d.Pure(),)
    assembly_format = """
        $in custom<Permutation>($permutation) attr-dict `:` type($in) `to` type($result)
    """
    result_name = "transpose"

    @property
    def view_source(self) -> ir.Value:
        return self.input

    def verify_op(self) -> None:
        source, result = memref_type(self.input), memref_type(self.result)
        order = self.permutation.map
        if not order.is_permutation():
            raise self.error("expected a permutation map")
        if order.num_dims != source.rank:
            raise self.error("expected a permutation map of same rank as the input")
        expected = transposed_type(source, order.dim_positions() or [])
        types = [(t.shape, t.element_type, t.memory_space) for t in (expected, result)]
        if strides_and_offset(expected) != strides_and_offset(result) or types[0] != types[1]:
            raise self.error(
                f"result type '{result}' is not equivalent to the canonical transposed input "
                f"type '{expected}'"
            )


def transposed_type(source: ir.MemRefType, order: Sequence[int]) -> ir.MemRefType:
    """Return the type of a strided buffer whose dimension i is dimension `order[i]` of `source`."""
    layout = strides_and_offset(source)
    assert layout is not None
    strides, offset = layout
    return ir.MemRefType(
        tuple(source.shape[dim] for dim in order),
        source.element_type,
        ir.StridedLayoutAttr(offset, tuple(strides[dim] for dim in order)),
        source.memory_space,
    )


@MEMREF.op("dim")
class DimOp(d.Operation, ShapedDimOpInterface):
    """One extent of a buffer."""

    source: d.Operand = d.operand(d.NON_0_RANKED_OR_UNRANKED_MEMREF)
    index: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(d.INDEX)
    traits = (d.MemRefsNormalizable(), d.NoMemoryEffect())
    assembly_format = "attr-dict $source `,` $index `:` type($source)"
    result_name = "dim"

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        index, type = constant_int(self.index), self.source.type
        if index is None or not isinstance(type, ir.MemRefType) or not 0 <= index < type.rank:
            return None
        if type.shape[index] != ir.DYNAMIC:
            return [ir.index_attr(type.shape[index])]
        source = self.source.defining_op
        if isinstance(source, AllocLikeOp):
            return [source.dynamic_sizes[type.shape[:index].count(ir.DYNAMIC)]]
        return None

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Take the dimension of the source of a cast instead of that of the cast."""
        return skip_casts(self, rewriter)


@MEMREF.op("rank")
class RankOp(d.Operation):
    """The number of dimensions of a buffer."""

    memref: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    result: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "$memref attr-dict `:` type($memref)"

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        type = self.memref.type
        return [ir.index_attr(type.rank)] if isinstance(type, ir.MemRefType) else None


def _metadata_types(state: d.OperationState) -> list[ir.Type]:
    source = state.operands[0].type
    assert isinstance(source, ir.MemRefType)
    base = ir.MemRefType((), source.element_type, None, source.memory_space)
    return [base, *[ir.INDEX] * (1 + 2 * source.rank)]


@MEMREF.op("extract_strided_metadata")
class ExtractStridedMetadataOp(d.Operation, ViewLikeOpInterface):
    """The base buffer of a view without its shape, and the view's offset, sizes and strides."""

    source: d.Operand = d.operand(d.STRIDED_MEMREF)
    base_buffer: d.Result = d.result(d.strided_memref_of(rank=0))
    offset: d.Result = d.result(d.INDEX)
    sizes: d.VariadicResult = d.variadic_result(d.INDEX)
    strides: d.VariadicResult = d.variadic_result(d.INDEX)
    traits = (d.Pure(), d.SameVariadicResultSize(), d.InferResultTypes(_metadata_types))
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"


@MEMREF.op("extract_aligned_pointer_as_index")
class ExtractAlignedPointerAsIndexOp(d.Operation):
    """The address of a buffer."""

    source: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    aligned_pointer: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"
    result_name = "intptr"


@MEMREF.op("assume_alignment")
class AssumeAlignmentOp(d.Operation, ViewLikeOpInterface, ReifyRankedShapedTypeOpInterface):
    """The same buffer, known to be aligned to a number of bytes."""

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    alignment: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I32_ATTR, d.POSITIVE))
    result: d.Result = d.result(d.ANY_MEMREF)
    traits = (d.NoMemoryEffect(), d.SameOperandsAndResultType())
    assembly_format = "$memref `,` $alignment attr-dict `:` type($memref)"
    result_name = "assume_align"

    @property
    def view_source(self) -> ir.Value:
        return self.memref

    def verify_op(self) -> None:
        if self.alignment.value.bit_count() != 1:
            raise self.error("alignment must be power of 2")

    def fold(self) -> list[ir.Value] | None:
        source = self.memref.defining_op
        if isinstance(source, AssumeAlignmentOp) and source.alignment is self.alignment:
            return [self.memref]
        return None


@MEMREF.op("distinct_objects")
class DistinctObjectsOp(d.Operation):
    """The same buffers, known not to overlap."""

    operands: d.VariadicOperand = d.variadic_operand(d.ANY_MEMREF)
    results: d.VariadicResult = d.variadic_result(d.ANY_MEMREF)
    # verify_op has the better message.
    traits = (
        d.NoMemoryEffect(),
        d.InferResultTypes(
            lambda state: [operand.type for operand in state.operands], lambda *_: True
        ),
    )
    assembly_format = "$operands attr-dict `:` type($operands)"

    def verify_op(self) -> None:
        if self.operand_types != self.result_types:
            raise self.error("operand types and result types must match")
        if not self.operands:
            raise self.error("expected at least one operand")
