"""Ops that threads of a group execute together, such as reductions, shuffles and barriers."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    ConditionallySpeculatable,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RegionBranchTerminatorOpInterface,
)
from bufferize_gpu.attributes import AllReduceOperationAttr, BroadcastTypeAttr, ShuffleModeAttr
from bufferize_gpu.dialect import GPU

INTEGER_OR_FLOAT: d.Constraint[ir.Type] = d.one_of(
    d.SIGNLESS_INTEGER, d.FLOAT, description="Integer or Float"
)
_SCALAR_OR_VECTOR: d.Constraint[ir.Type] = d.one_of(
    INTEGER_OR_FLOAT, d.vector_of(INTEGER_OR_FLOAT, ranks=[1], fixed=True)
)


def _verify_kind(
    op: d.Operation, kind: AllReduceOperationAttr, type: ir.Type, element: ir.Type
) -> None:
    if not kind.supports(element):
        raise op.error(f"`{kind.keyword}` reduction operation is not compatible with type '{type}'")


class ReduceOp(d.Operation):
    """Base of the reductions."""

    uniform: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    """Whether all threads of the group take part."""

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Mark a reduction at the top level of a launch as uniform, as all threads run it."""
        launch = self.parent_op
        if self.uniform is not None or launch is None or launch.name != "gpu.launch":
            return False
        if self.parent is not launch.regions[0].blocks[0]:
            return False
        self.uniform = ir.UNIT
        rewriter.notify_modified(self)
        return True


@GPU.op("all_reduce")
class AllReduceOp(ReduceOp):
    """A reduction of a value of each thread of the block, by a kind or by the body."""

    value: d.Operand = d.operand(INTEGER_OR_FLOAT)
    op: d.OptionalAttr[AllReduceOperationAttr, str] = d.optional_attr(AllReduceOperationAttr)
    result: d.Result = d.result(INTEGER_OR_FLOAT)
    body: d.Region = d.region()
    traits = (d.SameOperandsAndResultType(), d.IsolatedFromAbove())
    assembly_format = (
        "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? $body attr-dict "
        "`:` functional-type(operands, results)"
    )

    def verify_regions(self) -> None:
        blocks, type = self.body.blocks, self.result.type
        if bool(blocks) == (self.op is not None):
            raise self.error("expected either an op attribute or a non-empty body")
        if self.op is not None:
            _verify_kind(self, self.op, type, type)
            return
        arguments = blocks[0].arguments
        if len(arguments) != 2:
            raise self.error("expected two region arguments")
        if any(argument.type is not type for argument in arguments):
            raise self.error("incorrect region argument type")
        yields = [block.last_op for block in blocks if isinstance(block.last_op, YieldOp)]
        for op in yields:
            if len(op.op_operands) != 1:
                raise self.error("expected one gpu.yield operand")
            if op.operand(0).type is not type:
                raise self.error("incorrect gpu.yield type")
        if not yields:
            raise self.error("expected gpu.yield op in region")


_ONE = ir.IntegerAttr(1, ir.I32)


@GPU.op("subgroup_reduce")
class SubgroupReduceOp(ReduceOp):
    """A reduction of a value of each thread of the subgroup, or of each cluster of threads."""

    value: d.Operand = d.operand(_SCALAR_OR_VECTOR)
    op: d.Attr[AllReduceOperationAttr, str] = d.attr(AllReduceOperationAttr)
    cluster_size: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I32_ATTR)
    cluster_stride: d.OptionalAttr[ir.IntegerAttr, int] = d.default_attr(d.I32_ATTR, _ONE)
    result: d.Result = d.result(_SCALAR_OR_VECTOR)
    traits = (d.SameOperandsAndResultType(),)
    assembly_format = (
        "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? "
        "(`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? "
        "attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> None:
        type = self.result.type
        element = type.element_type if isinstance(type, ir.VectorType) else type
        _verify_kind(self, self.op, type, element)
        size, stride = self.cluster_size, _unsigned(self.cluster_stride)
        if size is not None and _unsigned(size).bit_count() != 1:
            raise self.error(f"cluster size {_unsigned(size)} is not a power of two")
        if stride != 1 and size is None:
            raise self.error("cluster stride can only be specified if cluster size is specified")
        if stride.bit_count() != 1:
            raise self.error(f"cluster stride {stride} is not a power of two")

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        """Return the operand if clusters have one thread."""
        size = self.cluster_size
        return [self.value] if size is not None and size.value == 1 else None


def _unsigned(number: ir.IntegerAttr | None) -> int:
    return 1 if number is None else number.value % (1 << 32)


@GPU.op("shuffle")
class ShuffleOp(d.Operation):
    """The value of another thread of the subgroup, and whether there is such a thread."""

    value: d.Operand = d.operand(_SCALAR_OR_VECTOR)
    offset: d.Operand = d.operand(d.I32)
    width: d.Operand = d.operand(d.I32)
    mode: d.Attr[ShuffleModeAttr, str] = d.attr(ShuffleModeAttr)
    shuffle_result: d.Result = d.result(_SCALAR_OR_VECTOR, name="shuffleResult")
    valid: d.Result = d.result(d.I1)
    traits = (d.Pure(), d.AllTypesMatch("value", "shuffleResult"))
    assembly_format = "$mode $value `,` $offset `,` $width attr-dict `:` type($value)"


@GPU.op("rotate")
class RotateOp(d.Operation):
    """The value of the thread `offset` further, cyclically among `width` threads."""

    value: d.Operand = d.operand(_SCALAR_OR_VECTOR)
    offset: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I32_ATTR, d.min_value(0)))
    width: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I32_ATTR, d.POWER_OF_2))
    rotate_result: d.Result = d.result(_SCALAR_OR_VECTOR, name="rotateResult")
    valid: d.Result = d.result(d.I1)
    traits = (d.Pure(), d.AllTypesMatch("value", "rotateResult"))
    assembly_format = "$value `,` $offset `,` $width attr-dict `:` type($value)"

    def verify_op(self) -> None:
        if self.offset.value >= self.width.value:
            raise self.error(f"offset must be in the range [0, {self.width.value})")


@GPU.op("subgroup_broadcast")
class SubgroupBroadcastOp(d.Operation, ConditionallySpeculatable):
    """The value of one thread, for all threads of the subgroup."""

    src: d.Operand = d.operand(d.ANY_TYPE)
    lane: d.OptionalOperand = d.optional_operand(d.I32)
    broadcast_type: d.Attr[BroadcastTypeAttr, str] = d.attr(BroadcastTypeAttr)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.NoMemoryEffect(), d.AllTypesMatch("result", "src"), d.ElementwiseMappable())
    assembly_format = "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($result)"

    def is_speculatable(self) -> bool:
        """Return False for "first active lane": it depends on where the op is executed."""
        return "specific_lane" in self.broadcast_type

    def verify_op(self) -> None:
        is_specific = "specific_lane" in self.broadcast_type
        if is_specific and self.lane is None:
            raise self.error("lane must be specified for `specific_lane` broadcast")
        if not is_specific and self.lane is not None:
            raise self.error("lane can only be specified for `specific_lane` broadcast")


@GPU.op("barrier")
class BarrierOp(d.Operation):
    """A barrier for all threads of the block."""

    assembly_format = "attr-dict"

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Remove the second of two consecutive barriers."""
        if not isinstance(self.next_op, BarrierOp):
            return False
        rewriter.erase_op(self)
        return True


@GPU.op("printf")
class PrintfOp(d.Operation, MemoryEffectsOpInterface):
    """The printing of a text from a device, for debugging."""

    format: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    args: d.VariadicOperand = d.variadic_operand(d.one_of(d.ANY_INTEGER, d.INDEX, d.FLOAT))
    traits = (d.WillReturn(),)
    assembly_format = "$format attr-dict (`,` $args^ `:` type($args))?"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]


@GPU.op("yield")
class YieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of a region of a gpu op, with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    traits = (d.Pure(), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($values^ `:` type($values))?"
