"""Models of the operations that end scf regions."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    replace_op_with_new_bufferized_op,
)
from bufferize.interfaces import (
    AliasingValue,
    BufferRelation,
    RegionTerminator,
)
from bufferize.ir import Operation, OpOperand, Rewriter, Value
from bufferize_scf.loops import cast_buffers

_YIELD_PARENTS = frozenset(
    {"scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"}
)


class ConditionModel(RegionTerminator):
    """scf.condition passes buffers to the "after" region."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        loop = op.parent_op
        assert loop is not None
        condition, *passed = op.operands
        receivers = loop.regions[1].blocks[0].arguments
        values = [condition, *cast_buffers(rewriter, passed, receivers, options, state)]
        replace_op_with_new_bufferized_op(
            rewriter, op, type(op), values, (), properties=op.properties
        )


class YieldModel(RegionTerminator):
    """scf.yield hands buffers to its parent."""

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        parent = op.parent_op
        assert parent is not None
        # The reference forgets the switch: it lets its result be written to, whatever is yielded.
        if parent.name in ("scf.if", "scf.index_switch"):
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
        if parent.name not in _YIELD_PARENTS:
            raise DiagnosticError(
                error(f"scf.yield in a {parent.name} cannot be bufferized", op.location.position())
            )
        receivers: Sequence[Value] = parent.results
        if parent.name == "scf.while":
            receivers = parent.regions[0].blocks[0].arguments
        elif parent.name == "scf.execute_region":
            receivers = op.operands  # its results become what it yields
        values = cast_buffers(rewriter, op.operands, receivers, options, state)
        replace_op_with_new_bufferized_op(
            rewriter, op, type(op), values, (), properties=op.properties
        )
