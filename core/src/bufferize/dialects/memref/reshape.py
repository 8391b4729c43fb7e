"""Changes of a buffer's rank and of the order of its dimensions."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.memref.dialect import MEMREF, memref_type, read
from bufferize.dialects.strided import (
    collapsed_layout,
    expanded_type,
    reassociation_groups,
    strides_and_offset,
)
from bufferize.interfaces import (
    MemoryEffect,
    MemoryEffectsOpInterface,
    ReifyRankedShapedTypeOpInterface,
    ViewLikeOpInterface,
    mix,
)


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


class ReassociativeReshapeOp(d.Operation, ViewLikeOpInterface):
    """Base of the views in which groups of dimensions stand for one each, or the reverse."""

    __slots__ = ()

    src: d.Operand = d.operand(d.STRIDED_MEMREF)
    reassociation: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.REASSOCIATION)
    result: d.Result = d.result(d.STRIDED_MEMREF)
    traits = (d.Pure(),)

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

    __slots__ = ()

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

    __slots__ = ()

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
    """The same contiguous buffer in a shape that is itself in a buffer."""

    __slots__ = ()

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
    """`(d0, d1) -> (d1, d0)`: an affine map without `affine_map<>` around it."""

    @staticmethod
    def parse(parser: d.AsmParser) -> ir.AffineMapAttr:
        return ir.AffineMapAttr(parser.parse_affine_map())

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, map: ir.AffineMapAttr) -> None:
        printer.print_affine_map(map.map)


@MEMREF.op("transpose")
class TransposeOp(d.Operation, ViewLikeOpInterface):
    """A view with the dimensions in another order."""

    __slots__ = ()

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
        if (
            strides_and_offset(expected) != strides_and_offset(result)
            or expected.shape != result.shape
            or expected.element_type is not result.element_type
            or expected.memory_space is not result.memory_space
        ):
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
