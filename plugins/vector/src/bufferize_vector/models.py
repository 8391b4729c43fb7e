"""The bufferization models of the vector dialect."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.driver import (
    BecomesBufferOp,
    BufferizationState,
    OneShotOptions,
    constant_int,
    create,
    get_buffer,
    replace_op_with_bufferized_values,
    replace_op_with_new_bufferized_op,
    take_regions,
)
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferizableOpInterface,
    BufferRelation,
    DestinationStyle,
    ReadOnlyOperands,
    RegionTerminator,
)
from bufferize.ir import (
    AffineDimExpr,
    Attribute,
    Operation,
    OpOperand,
    OpResult,
    RankedTensorType,
    Rewriter,
    Value,
)
from bufferize_vector.ops_transfer import TransferWriteOp

_MASK = "vector.mask"


class ReadModel(ReadOnlyOperands):
    """vector.transfer_read and vector.gather read from a buffer, their first operand."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            type(op),
            (buffer, *op.operands[1:]),
            op.result_types,
            properties=_without_alignment(op),
        )


def _without_alignment(op: Operation) -> dict[str, Attribute]:
    """The properties of `op` but for the alignment, which MLIR does not carry over either."""
    return {name: value for name, value in op.properties.items() if name != "alignment"}


class TransferWriteModel(BecomesBufferOp, DestinationStyle):
    """vector.transfer_write writes to a buffer, its second operand."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        assert isinstance(op, TransferWriteOp)
        return not _overwrites_destination(op)


def _overwrites_destination(op: TransferWriteOp) -> bool:
    """Whether every element of the destination is known to be written.

    In each dimension that has more than one, elements of the vector follow each other.
    """
    destination = op.base.type
    assert isinstance(destination, RankedTensorType)
    if op.is_masked or not all(constant_int(index) == 0 for index in op.indices):
        return False
    written = dict(zip(op.permutation_map.map.results, op.transferred_shape or (), strict=False))
    return all(
        extent == 1 or 0 <= extent <= written.get(AffineDimExpr(dim), 0)
        for dim, extent in enumerate(destination.shape)
    )


class ScatterModel(BufferizableOpInterface):
    """vector.scatter writes to a buffer, its first operand."""

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        if operand.index != 0 or not op.results:
            return []
        return [AliasingValue(op.results[0], BufferRelation.EQUIVALENT)]

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        create(
            rewriter,
            type(op),
            (buffer, *op.operands[1:]),
            properties=_without_alignment(op),
            location=op.location,
        )
        replace_op_with_bufferized_values(rewriter, op, (buffer,) if op.results else ())


class MaskModel(BufferizableOpInterface):
    """vector.mask predicates an operation on buffers."""

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        assert isinstance(value, OpResult)
        yielded = op.regions[0].blocks[0].terminator.op_operands[value.index]
        return [AliasingOpOperand(yielded, BufferRelation.EQUIVALENT)]

    def resolve_conflicts(
        self,
        op: Operation,
        rewriter: Rewriter,
        state: AnalysisState,
        bufferization: BufferizationState,
    ) -> None:
        super().resolve_conflicts(op, rewriter, state, bufferization)
        # The body may hold one operation only, so there is no place for a copy.
        if any(isinstance(nested, AllocTensorOp) for nested in op.regions[0].blocks[0].ops):
            raise DiagnosticError(
                error("'vector.mask' op body must bufferize in-place", op.location.position())
            )

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        masked = op.regions[0].blocks[0].first_op
        if masked is None or state.model(masked) is None:
            return
        terminator = op.regions[0].blocks[0].terminator
        own = [value.defining_op is masked for value in terminator.operands]
        # A buffer that the masked operation wrote to is defined outside of the mask.
        yielded = [v for v, kept in zip(terminator.operands, own, strict=True) if kept]
        outer = [v for v, kept in zip(terminator.operands, own, strict=True) if not kept]
        with rewriter.modify(terminator):
            terminator.set_operands(yielded)
        new = create(
            rewriter,
            type(op),
            op.operands,
            [value.type for value in yielded],
            properties=op.properties,
            regions=take_regions(op),
            location=op.location,
        )
        results, outside = iter(new.results), iter(outer)
        replace_op_with_bufferized_values(
            rewriter, op, [next(results) if kept else next(outside) for kept in own]
        )


class YieldModel(RegionTerminator):
    """vector.yield hands what the masked operation made to the vector.mask around it."""

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        parent = op.parent_op
        assert parent is not None
        if parent.name != _MASK:
            return []  # refused when it is bufferized
        return [AliasingValue(parent.results[operand.index], BufferRelation.EQUIVALENT)]

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        parent, block = op.parent_op, op.parent
        assert parent is not None
        assert block is not None
        if parent.name != _MASK:
            raise DiagnosticError(
                error(
                    f"vector.yield in a {parent.name} cannot be bufferized",
                    op.location.position(),
                )
            )
        masked = block.first_op
        if masked is None or state.model(masked) is None:
            return
        values = [get_buffer(rewriter, value, options, state) for value in op.operands]
        replace_op_with_new_bufferized_op(rewriter, op, type(op), values, ())


MODELS: dict[str, BufferizableOpInterface] = {
    "vector.gather": ReadModel(),
    _MASK: MaskModel(),
    "vector.scatter": ScatterModel(),
    "vector.transfer_read": ReadModel(),
    "vector.transfer_write": TransferWriteModel(),
    "vector.yield": YieldModel(),
}
