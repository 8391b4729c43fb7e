"""Models of the operations that end scf regions."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    get_buffer,
    get_buffer_type,
    memref_cast,
    replace_op_with_new_bufferized_op,
)
from bufferize.interfaces import (
    AliasingValue,
    BufferRelation,
    ReadOnlyOperands,
    is_tensor_like,
)
from bufferize.ir import Operation, OpOperand, Rewriter, Value

# What a yielded buffer is cast to: the buffer type of the parent's result of the same number …
_RESULT_PARENTS = frozenset({"scf.for", "scf.if", "scf.index_switch"})
# … or of the argument of its first region. A scf.execute_region takes any type.
_PARENTS = _RESULT_PARENTS | {"scf.while", "scf.execute_region"}


class _TerminatorModel(ReadOnlyOperands):
    """Reads its operands, and never copies them: the copy would be made within the region."""

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True


class ConditionModel(_TerminatorModel):
    """scf.condition passes buffers to the "after" region."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        loop = op.parent_op
        assert loop is not None
        receivers = loop.regions[1].blocks[0].arguments
        values = [op.operand(0)]
        for value, receiver in zip(op.operands[1:], receivers, strict=True):
            if is_tensor_like(value.type):
                buffer = get_buffer(rewriter, value, options, state)
                expected = get_buffer_type(receiver, options, state)
                value = memref_cast(rewriter, buffer, expected, buffer.location)
            values.append(value)
        replace_op_with_new_bufferized_op(
            rewriter, op, type(op), values, (), properties=op.properties
        )


class YieldModel(_TerminatorModel):
    """scf.yield hands buffers to its parent."""

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        parent = op.parent_op
        assert parent is not None
        if parent.name == "scf.if":
            result = parent.results[operand.index]
            return [AliasingValue(result, BufferRelation.EQUIVALENT, False)]
        if parent.name == "scf.execute_region":
            result = parent.results[operand.index]
            return [AliasingValue(result, BufferRelation.EQUIVALENT)]
        return []

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        parent = op.parent_op
        assert parent is not None
        if parent.name not in _PARENTS:
            raise DiagnosticError(
                error(f"scf.yield in a {parent.name} cannot be bufferized", op.location.position())
            )
        values = []
        for i, value in enumerate(op.operands):
            if is_tensor_like(value.type):
                value = get_buffer(rewriter, value, options, state)
                receiver: Value | None = None
                if parent.name in _RESULT_PARENTS:
                    receiver = parent.results[i]
                elif parent.name == "scf.while":
                    receiver = parent.regions[0].blocks[0].arguments[i]
                if receiver is not None:
                    expected = get_buffer_type(receiver, options, state)
                    value = memref_cast(rewriter, value, expected, value.location)
            values.append(value)
        replace_op_with_new_bufferized_op(
            rewriter, op, type(op), values, (), properties=op.properties
        )
