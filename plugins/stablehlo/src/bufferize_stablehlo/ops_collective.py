"""Collective operations of several processes, and communication between them and with the host."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_stablehlo.attributes import ChannelHandleAttr
from bufferize_stablehlo.dialect import STABLEHLO, CompatibleTypes, PairwiseSameElementTypes
from bufferize_stablehlo.types import (
    COUNT,
    DIMENSION,
    REPLICA_GROUPS,
    STATIC_TENSOR_OR_TOKEN,
    TENSOR,
    TENSOR_PER_AXIS,
    TOKEN,
    UI32_TENSOR,
)


@STABLEHLO.op("after_all")
class AfterAllOp(d.Operation):
    """A token that is ordered after the given tokens."""

    inputs: d.VariadicOperand = d.variadic_operand(TOKEN)
    result: d.Result = d.result(TOKEN)
    traits = (d.Pure(),)
    assembly_format = (
        "$inputs attr-dict `:` custom<VariadicSameOperandsAndResultType>(ref($inputs), "
        "type($inputs), type($result))"
    )


@STABLEHLO.op("all_gather")
class AllGatherOp(d.Operation):
    """The concatenation of the operands of all processes of a group."""

    operands: d.VariadicOperand = d.variadic_operand(TENSOR)
    all_gather_dim: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    replica_groups: d.Attr[ir.Attribute, ir.Attribute] = d.attr(REPLICA_GROUPS)
    channel_handle: d.OptionalAttr[ChannelHandleAttr, ChannelHandleAttr] = d.optional_attr(
        ChannelHandleAttr
    )
    use_global_device_ids: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    traits = (PairwiseSameElementTypes(),)


@STABLEHLO.op("all_reduce")
class AllReduceOp(d.Operation):
    """The reduction of the operands of all processes of a group."""

    operands: d.VariadicOperand = d.variadic_operand(TENSOR)
    replica_groups: d.Attr[ir.Attribute, ir.Attribute] = d.attr(REPLICA_GROUPS)
    channel_handle: d.OptionalAttr[ChannelHandleAttr, ChannelHandleAttr] = d.optional_attr(
        ChannelHandleAttr
    )
    use_global_device_ids: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    computation: d.Region = d.region(1)


@STABLEHLO.op("all_to_all")
class AllToAllOp(d.Operation):
    """Slices of the operands, exchanged among the processes of a group."""

    operands: d.VariadicOperand = d.variadic_operand(TENSOR)
    split_dimension: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    concat_dimension: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    split_count: d.Attr[ir.IntegerAttr, int] = d.attr(COUNT)
    replica_groups: d.Attr[ir.Attribute, ir.Attribute] = d.attr(REPLICA_GROUPS)
    channel_handle: d.OptionalAttr[ChannelHandleAttr, ChannelHandleAttr] = d.optional_attr(
        ChannelHandleAttr
    )
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    traits = (PairwiseSameElementTypes(),)


@STABLEHLO.op("collective_broadcast")
class CollectiveBroadcastOp(d.Operation):
    """The operand of the first process of a group, sent to all of them."""

    operands: d.VariadicOperand = d.variadic_operand(TENSOR)
    replica_groups: d.Attr[ir.Attribute, ir.Attribute] = d.attr(REPLICA_GROUPS)
    channel_handle: d.OptionalAttr[ChannelHandleAttr, ChannelHandleAttr] = d.optional_attr(
        ChannelHandleAttr
    )
    has_dynamic_root: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")


@STABLEHLO.op("collective_permute")
class CollectivePermuteOp(d.Operation):
    """Operands sent from one process to another."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    source_target_pairs: d.Attr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.attr(d.I64_ELEMENTS)
    channel_handle: d.OptionalAttr[ChannelHandleAttr, ChannelHandleAttr] = d.optional_attr(
        ChannelHandleAttr
    )
    result: d.Result = d.result(TENSOR)
    traits = (d.SameOperandsAndResultElementType(),)


@STABLEHLO.op("collective_reduce")
class CollectiveReduceOp(d.Operation):
    """The reduction of the operands of all processes of a group, at one of them."""

    operands: d.VariadicOperand = d.variadic_operand(TENSOR)
    replica_groups: d.Attr[ir.Attribute, ir.Attribute] = d.attr(REPLICA_GROUPS)
    channel_handle: d.OptionalAttr[ChannelHandleAttr, ChannelHandleAttr] = d.optional_attr(
        ChannelHandleAttr
    )
    use_global_device_ids: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    has_dynamic_root: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    computation: d.Region = d.region(1)


@STABLEHLO.op("create_token")
class CreateTokenOp(d.Operation):
    """A token that is ordered after no other token."""

    output: d.Result = d.result(TOKEN)
    traits = (d.Pure(),)
    assembly_format = "attr-dict `:` type(results)"


@STABLEHLO.op("cross-replica-sum")
class CrossReplicaSumOp(d.Operation):
    """The sum of the operands of all processes of a group."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    replica_groups: d.Attr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.attr(d.I64_ELEMENTS)
    result: d.Result = d.result(TENSOR)
    traits = (
        d.Pure(),
        CompatibleTypes(),
    )


@STABLEHLO.op("infeed")
class InfeedOp(d.Operation):
    """Data received from the host."""

    token: d.Operand = d.operand(TOKEN)
    infeed_config: d.Attr[ir.StringAttr, str] = d.default_attr(d.STR_ATTR, ir.StringAttr(""))
    layout: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.ARRAY_ATTR)
    outputs: d.VariadicResult = d.variadic_result(STATIC_TENSOR_OR_TOKEN, name="results")


@STABLEHLO.op("outfeed")
class OutfeedOp(d.Operation):
    """Data sent to the host."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR_PER_AXIS)
    token: d.Operand = d.operand(TOKEN)
    outfeed_config: d.Attr[ir.StringAttr, str] = d.default_attr(d.STR_ATTR, ir.StringAttr(""))
    result: d.Result = d.result(TOKEN)


@STABLEHLO.op("partition_id")
class PartitionIdOp(d.Operation):
    """The number of the partition that this process computes."""

    result: d.Result = d.result(UI32_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "attr-dict `:` type(results)"


@STABLEHLO.op("recv")
class RecvOp(d.Operation):
    """Data received through a channel."""

    token: d.Operand = d.operand(TOKEN)
    channel_handle: d.Attr[ChannelHandleAttr, ChannelHandleAttr] = d.attr(ChannelHandleAttr)
    is_host_transfer: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE, optional=True
    )
    source_target_pairs: d.OptionalAttr[ir.DenseElementsAttr, ir.DenseElementsAttr] = (
        d.optional_attr(d.I64_ELEMENTS)
    )
    outputs: d.VariadicResult = d.variadic_result(STATIC_TENSOR_OR_TOKEN, name="results")


@STABLEHLO.op("reduce_scatter")
class ReduceScatterOp(d.Operation):
    """The reduction of the operands of all processes of a group, of which each gets a slice."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    scatter_dimension: d.Attr[ir.IntegerAttr, int] = d.attr(DIMENSION)
    replica_groups: d.Attr[ir.Attribute, ir.Attribute] = d.attr(REPLICA_GROUPS)
    channel_handle: d.OptionalAttr[ChannelHandleAttr, ChannelHandleAttr] = d.optional_attr(
        ChannelHandleAttr
    )
    use_global_device_ids: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    result: d.Result = d.result(TENSOR)
    computation: d.Region = d.region(1)


@STABLEHLO.op("replica_id")
class ReplicaIdOp(d.Operation):
    """The number of the replica that this process computes."""

    result: d.Result = d.result(UI32_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "attr-dict `:` type(results)"


@STABLEHLO.op("send")
class SendOp(d.Operation):
    """Data sent through a channel."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR_PER_AXIS)
    token: d.Operand = d.operand(TOKEN)
    channel_handle: d.Attr[ChannelHandleAttr, ChannelHandleAttr] = d.attr(ChannelHandleAttr)
    is_host_transfer: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE, optional=True
    )
    source_target_pairs: d.OptionalAttr[ir.DenseElementsAttr, ir.DenseElementsAttr] = (
        d.optional_attr(d.I64_ELEMENTS)
    )
    result: d.Result = d.result(TOKEN)
