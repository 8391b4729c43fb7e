"""Ops on slices of tensors."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.strided import rank_reduction_mask
from bufferize.interfaces import (
    ConditionallySpeculatable,
    DestinationStyleOpInterface,
    EquivalenceFn,
    InParallelOpInterface,
    LoopLikeOpInterface,
    OffsetSizeAndStrideOpInterface,
    ParallelCombiningOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    constant_int,
)
from bufferize_tensor.dialect import (
    TENSOR,
    StatesExtents,
    ranked,
    verify_rank_reduced,
    verify_slice,
)

_LISTS = """
    custom<DynamicIndexList>($offsets, $static_offsets)
    custom<DynamicIndexList>($sizes, $static_sizes)
    custom<DynamicIndexList>($strides, $static_strides)
    attr-dict `:` """

_MOST_DESTINATIONS = 64
"""The number of destinations that are followed to find the source of a shape."""


def slice_type(sizes: tuple[int, ...], source: ir.RankedTensorType) -> ir.RankedTensorType:
    """Return the type of a slice with these sizes, without any rank reduction."""
    return ir.RankedTensorType(sizes, source.element_type, source.encoding)


def _same_slice(one: OffsetSizeAndStrideOpInterface, other: OffsetSizeAndStrideOpInterface) -> bool:
    return (
        one.mixed_offsets == other.mixed_offsets
        and one.mixed_sizes == other.mixed_sizes
        and one.mixed_strides == other.mixed_strides
    )


def _dropped_dims(sizes: tuple[int, ...], slice: ir.RankedTensorType) -> list[bool]:
    return rank_reduction_mask(sizes, slice.shape) or [False] * len(sizes)


def _is_whole(op: OffsetSizeAndStrideOpInterface) -> bool:
    return all(offset == 0 for offset in op.mixed_offsets) and op.has_unit_stride


def _source_of_shape(tensor: ir.Value) -> ir.Value:
    """Return the first destination that `tensor` was computed from, a tensor of the same shape.

    A destination that the iterations of a parallel loop share has the shape that it had before.
    """
    for _ in range(_MOST_DESTINATIONS):
        init = None
        if isinstance(tensor, ir.OpResult) and isinstance(
            tensor.owner, DestinationStyleOpInterface
        ):
            init = tensor.owner.tied_operand(tensor)
        elif isinstance(tensor, ir.BlockArgument):
            loop, end = tensor.parent_op, tensor.owner.last_op
            if isinstance(loop, LoopLikeOpInterface) and isinstance(end, InParallelOpInterface):
                init = loop.tied_init(tensor)
        if init is None:
            break
        tensor = init.value
    return tensor


@TENSOR.op("extract_slice")
class ExtractSliceOp(
    d.Operation,
    OffsetSizeAndStrideOpInterface,
    SubsetExtractionOpInterface,
    StatesExtents,
    ConditionallySpeculatable,
):
    """A slice of a tensor, by offsets, sizes and strides; extents of 1 may be dropped."""

    source: d.Operand = d.operand(d.RANKED_TENSOR)
    offsets: d.VariadicOperand = d.variadic_operand(d.INDEX)
    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    strides: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_offsets: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_strides: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(d.RANKED_TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = f"$source `` {_LISTS} type($source) `to` type($result)"
    result_name = "extracted_slice"

    def is_speculatable(self) -> bool:
        part = self.accessed_slice()
        return part is not None and part.is_within(ranked(self.source).shape)

    def verify_op(self) -> None:
        source = ranked(self.source)
        verify_slice(self, source.shape)
        expected = slice_type(self.static_sizes.values, source)
        verify_rank_reduced(self, expected, ranked(self.result))

    def dropped_dims(self) -> list[bool]:
        """Return for each dimension of the source whether the result lacks it."""
        return _dropped_dims(self.static_sizes.values, ranked(self.result))

    @property
    def result_extents(self) -> list[int | ir.Value]:
        dropped = self.dropped_dims()
        return [s for s, gone in zip(self.mixed_sizes, dropped, strict=True) if not gone]

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        source, result = ranked(self.source), ranked(self.result)
        if source is result and source.has_static_shape() and _is_whole(self):
            return [self.source]
        maker = self.source.defining_op
        if isinstance(maker, InsertSliceOp) and maker.source.type is result:
            if _same_slice(self, maker):
                return [maker.source]
        return None


class SliceInsertionOp(d.Operation, OffsetSizeAndStrideOpInterface, SubsetInsertionOpInterface):
    """Base of the ops that insert a tensor into a slice of another one."""

    source: d.Operand = d.operand(d.RANKED_TENSOR)
    dest: d.Operand = d.operand(d.RANKED_TENSOR)
    offsets: d.VariadicOperand = d.variadic_operand(d.INDEX)
    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    strides: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_offsets: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_strides: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    assembly_format = f"$source `into` $dest `` {_LISTS} type($source) `into` type($dest)"

    def verify_op(self) -> None:
        dest = ranked(self.dest)
        verify_slice(self, dest.shape)
        expected = slice_type(self.static_sizes.values, dest)
        verify_rank_reduced(self, expected, ranked(self.source))

    def dropped_dims(self) -> list[bool]:
        """Return for each dimension of the destination whether the source lacks it."""
        return _dropped_dims(self.static_sizes.values, ranked(self.source))

    @property
    def overwrites_destination(self) -> bool:
        """Whether the slice is known to be the whole destination."""
        source, dest = ranked(self.source), ranked(self.dest)
        return (
            all(offset == 0 for offset in map(constant_int, self.mixed_offsets))
            and all(stride == 1 for stride in map(constant_int, self.mixed_strides))
            and (
                list(map(constant_int, self.mixed_sizes)) == list(dest.shape)
                or (source is dest and _source_of_shape(self.source) is _source_of_shape(self.dest))
            )
        )

    @property
    def values_needed_to_build_subset_extraction(self) -> list[ir.Value]:
        return [*self.offsets, *self.sizes, *self.strides, self.dest]

    def build_subset_extraction(self, builder: ir.Builder) -> ir.Value:
        extraction = ExtractSliceOp(
            source=self.dest,
            offsets=self.offsets,
            sizes=self.sizes,
            strides=self.strides,
            static_offsets=self.static_offsets,
            static_sizes=self.static_sizes,
            static_strides=self.static_strides,
            result=self.source.type,
        )
        return builder.insert(extraction).result


@TENSOR.op("insert_slice")
class InsertSliceOp(SliceInsertionOp, DestinationStyleOpInterface, ConditionallySpeculatable):
    """A tensor with one slice replaced by another tensor."""

    result: d.Result = d.result(d.RANKED_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        d.TypesMatchWith("dest", "result", lambda t: t, "expected result type to match dest type"),
    )
    result_name = "inserted_slice"

    def is_speculatable(self) -> bool:
        """Return whether the slice is known to be within the destination and of the source's shape."""
        part = self.accessed_slice()
        is_static = ranked(self.source).has_static_shape()
        return is_static and part is not None and part.is_within(ranked(self.dest).shape)

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return [self.op_operands[1]]

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        source, dest = ranked(self.source), ranked(self.dest)
        if source is dest and source.has_static_shape() and _is_whole(self):
            return [self.source]
        maker = self.source.defining_op
        if isinstance(maker, ExtractSliceOp) and maker.source is self.dest:
            if _same_slice(self, maker):
                return [self.dest]
        return None


@TENSOR.op("parallel_insert_slice")
class ParallelInsertSliceOp(SliceInsertionOp, ParallelCombiningOpInterface):
    """The contribution of one iteration of a parallel loop: a slice of a shared tensor."""

    traits = (d.WillReturn(),)

    @property
    def updated_destinations(self) -> list[ir.OpOperand]:
        return [self.op_operands[1]]

    @property
    def destination_operand(self) -> ir.OpOperand:
        return self.op_operands[1]

    @property
    def updated_destination(self) -> ir.OpResult | None:
        return self.tied_op_result

    def is_equivalent_subset(self, candidate: ir.Value, equivalent: EquivalenceFn) -> bool:
        """Return whether `candidate` is the slice, or the destination if the slice is all of it."""
        return super().is_equivalent_subset(candidate, equivalent) or (
            equivalent(self.dest, candidate) and self.overwrites_destination
        )

    @property
    def tied_op_result(self) -> ir.OpResult | None:
        """The result of the parallel loop that the destination is tied to."""
        loop, dest = self.iterating_parent, self.dest
        if loop is None or not isinstance(dest, ir.BlockArgument):
            return None
        # The shared tensors are the last arguments of the loop's body, one for each result.
        index = dest.index - (len(dest.owner.arguments) - len(loop.results))
        return loop.results[index] if 0 <= index < len(loop.results) else None

    def verify_op(self) -> None:
        parent = self.parent_op
        if not isinstance(parent, InParallelOpInterface):
            found = "none" if parent is None else f"'{parent.name}'"
            raise self.error(f"expected InParallelOpInterface parent, got: {found}")
        super().verify_op()
