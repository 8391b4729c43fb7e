"""The bufferization models of the vector dialect."""

from __future__ import annotations

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.driver import BufferizableOpInterface, BufferizationRewriter, Model
from bufferize.interfaces import AliasingOpOperand, AliasingValue, BufferRelation, constant_int
from bufferize.models import DestinationStyle, ReadOnlyOperands, RegionTerminator
from bufferize_vector.ops_mask import MaskOp, YieldOp
from bufferize_vector.ops_memory import GatherOp, ScatterOp
from bufferize_vector.ops_transfer import TransferReadOp, TransferWriteOp


class ReadModel(ReadOnlyOperands[TransferReadOp | GatherOp]):
    """Model of vector.transfer_read and vector.gather, which read from their first operand."""

    def bufferize(self, op: TransferReadOp | GatherOp, rewriter: BufferizationRewriter) -> None:
        operands = [rewriter.buffer(value) for value in op.operands]
        new = rewriter.recreate(op, operands, op.result_types, properties=_without_alignment(op))
        rewriter.replace(op, new.results)


def _without_alignment(op: ir.Operation) -> dict[str, ir.Attribute]:
    """Return the properties of `op` except for the alignment, which MLIR also drops."""
    return {name: value for name, value in op.properties.items() if name != "alignment"}


class TransferWriteModel(DestinationStyle[TransferWriteOp]):
    """Model of vector.transfer_write, which writes to its second operand."""

    def bufferizes_to_memory_read(
        self, op: TransferWriteOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return not _overwrites_destination(op)


def _overwrites_destination(op: TransferWriteOp) -> bool:
    """Return whether every element of the destination is known to be written.

    In each dimension with more than one element, elements of the vector are consecutive.
    """
    destination = op.base.type
    assert isinstance(destination, ir.RankedTensorType)
    if op.is_masked or not all(constant_int(index) == 0 for index in op.indices):
        return False
    written = dict(zip(op.permutation_map.map.results, op.transferred_shape or (), strict=False))
    return all(
        extent == 1 or 0 <= extent <= written.get(ir.AffineDimExpr(dim), 0)
        for dim, extent in enumerate(destination.shape)
    )


class ScatterModel(BufferizableOpInterface[ScatterOp]):
    """Model of vector.scatter, which writes to its first operand."""

    def get_aliasing_values(
        self, op: ScatterOp, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        if operand.index != 0 or not op.results:
            return []
        return [AliasingValue(op.results[0], BufferRelation.EQUIVALENT)]

    def bufferize(self, op: ScatterOp, rewriter: BufferizationRewriter) -> None:
        operands = [rewriter.buffer(value) for value in op.operands]
        rewriter.recreate(op, operands, properties=_without_alignment(op))
        rewriter.replace(op, operands[:1] if op.results else [])


class MaskModel(BufferizableOpInterface[MaskOp]):
    """Model of vector.mask, which masks an operation on buffers."""

    def get_aliasing_op_operands(
        self, op: MaskOp, value: ir.Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        assert isinstance(value, ir.OpResult)
        yielded = op.regions[0].entry.terminator.op_operands[value.index]
        return [AliasingOpOperand(yielded, BufferRelation.EQUIVALENT)]

    def resolve_conflicts(
        self, op: MaskOp, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        super().resolve_conflicts(op, rewriter, state)
        # The body may hold one operation only, so there is no place for a copy.
        if any(isinstance(nested, AllocTensorOp) for nested in op.regions[0].entry.ops):
            problem = error("'vector.mask' op body must bufferize in-place", op)
            advice = "copy its tensor before the mask, with `bufferization.alloc_tensor() copy(…)`"
            raise DiagnosticError(problem.note(advice))

    def bufferize(self, op: MaskOp, rewriter: BufferizationRewriter) -> None:
        masked = op.regions[0].entry.first_op
        if masked is None or rewriter.state.model(masked) is None:
            return
        terminator = op.regions[0].entry.terminator
        own = [value.defining_op is masked for value in terminator.operands]
        # A buffer that the masked operation wrote to is defined outside of the mask.
        yielded = [v for v, kept in zip(terminator.operands, own, strict=True) if kept]
        outer = [v for v, kept in zip(terminator.operands, own, strict=True) if not kept]
        terminator.set_operands(yielded)
        rewriter.notify_modified(terminator)
        new = rewriter.recreate(op, op.operands, [value.type for value in yielded])
        results, outside = iter(new.results), iter(outer)
        rewriter.replace(op, [next(results) if kept else next(outside) for kept in own])


class YieldModel(RegionTerminator[YieldOp]):
    """Model of vector.yield, which yields results of the masked operation to vector.mask."""

    def get_aliasing_values(
        self, op: YieldOp, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        mask = op.parent_op
        if not isinstance(mask, MaskOp):
            return []  # refused when it is bufferized
        return [AliasingValue(mask.results[operand.index], BufferRelation.EQUIVALENT)]

    def bufferize(self, op: YieldOp, rewriter: BufferizationRewriter) -> None:
        mask = op.parent_op
        if not isinstance(mask, MaskOp):
            super().bufferize(op, rewriter)
            return
        masked = mask.regions[0].entry.first_op
        if masked is not None and rewriter.state.model(masked) is not None:
            rewriter.recreate(op, [rewriter.buffer(value) for value in op.operands])
            rewriter.erase_op(op)


MODELS: dict[str, Model] = {
    "vector.gather": ReadModel(),
    "vector.mask": MaskModel(),
    "vector.scatter": ScatterModel(),
    "vector.transfer_read": ReadModel(),
    "vector.transfer_write": TransferWriteModel(),
    "vector.yield": YieldModel(),
}
