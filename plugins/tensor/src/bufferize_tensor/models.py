"""The bufferization models of the tensor dialect, with the models of updates."""

from __future__ import annotations

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.dialects import memref
from bufferize.driver import BufferizationRewriter, Model
from bufferize.models import Contribution, DestinationStyle, ReadOnlyOperands
from bufferize_tensor.models_fills import (
    BitcastModel,
    ConcatModel,
    EmptyModel,
    FromElementsModel,
    GenerateModel,
    PadModel,
    SplatModel,
)
from bufferize_tensor.models_gather import GatherModel, ScatterModel
from bufferize_tensor.models_views import (
    CastModel,
    CollapseShapeModel,
    DimModel,
    ExpandShapeModel,
    ExtractSliceModel,
    RankModel,
    ReshapeModel,
)
from bufferize_tensor.ops_element import ExtractOp, InsertOp
from bufferize_tensor.ops_slice import InsertSliceOp, ParallelInsertSliceOp, SliceInsertionOp


class ExtractModel(ReadOnlyOperands[ExtractOp]):
    """Model of tensor.extract, which becomes memref.load."""

    buffer_op = memref.LoadOp


class InsertModel(DestinationStyle[InsertOp]):
    """Model of tensor.insert, which becomes memref.store."""

    buffer_op = memref.StoreOp


class InsertSliceModel(DestinationStyle[InsertSliceOp]):
    """Model of tensor.insert_slice, which becomes a copy into a view of the destination.

    The copy folds away if the source already is that view. A destination that is overwritten
    completely is not read.
    """

    def bufferizes_to_memory_read(
        self, op: InsertSliceOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0 or not op.overwrites_destination

    def bufferize(self, op: InsertSliceOp, rewriter: BufferizationRewriter) -> None:
        destination = rewriter.buffer(op.dest)
        _copy_into(destination, op, rewriter)
        rewriter.replace(op, [destination])

    def reify_result_shapes(
        self, op: InsertSliceOp, rewriter: BufferizationRewriter
    ) -> list[list[int | ir.Value]] | None:
        return [rewriter.dim_sizes(op.dest)]


def _copy_into(buffer: ir.Value, op: SliceInsertionOp, rewriter: BufferizationRewriter) -> None:
    """Copy the source to the slice of the destination's `buffer` that `op` writes."""
    assert isinstance(op.source.type, ir.RankedTensorType)
    source = rewriter.buffer(op.source)
    parts = (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    rewriter.copy(source, rewriter.subview(buffer, *parts, op.source.type.shape))


class ParallelInsertSliceModel(Contribution[ParallelInsertSliceOp]):
    """Model of tensor.parallel_insert_slice, which becomes a copy into the shared buffer."""

    def bufferizes_to_memory_read(
        self, op: ParallelInsertSliceOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0 or not op.overwrites_destination

    def contribute(
        self, op: ParallelInsertSliceOp, buffer: ir.Value, rewriter: BufferizationRewriter
    ) -> None:
        _copy_into(buffer, op, rewriter)


MODELS: dict[str, Model] = {
    "tensor.bitcast": BitcastModel(),
    "tensor.cast": CastModel(),
    "tensor.collapse_shape": CollapseShapeModel(),
    "tensor.concat": ConcatModel(),
    "tensor.dim": DimModel(),
    "tensor.empty": EmptyModel(),
    "tensor.expand_shape": ExpandShapeModel(),
    "tensor.extract": ExtractModel(),
    "tensor.extract_slice": ExtractSliceModel(),
    "tensor.from_elements": FromElementsModel(),
    "tensor.gather": GatherModel(),
    "tensor.generate": GenerateModel(),
    "tensor.insert": InsertModel(),
    "tensor.insert_slice": InsertSliceModel(),
    "tensor.pad": PadModel(),
    "tensor.parallel_insert_slice": ParallelInsertSliceModel(),
    "tensor.rank": RankModel(),
    "tensor.reshape": ReshapeModel(),
    "tensor.scatter": ScatterModel(),
    "tensor.splat": SplatModel(),
}
