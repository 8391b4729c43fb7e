"""The models of scf.while and of what ends its first region."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.analysis import AnalysisState
from bufferize.driver import (
    BufferizableOpInterface,
    BufferizationRewriter,
    BufferizationState,
    bufferize_arguments,
)
from bufferize.interfaces import AliasingOpOperand, AliasingValue, BufferRelation, is_tensor_like
from bufferize.ir import BlockArgument, OpOperand, OpResult, Type, Value
from bufferize.models import RegionTerminator
from bufferize.models.loops import (
    not_equivalent,
    only_aliasing_operand,
    pass_on_a_copy,
    pass_on_own_buffers,
)
from bufferize_scf.ops_loop import ConditionOp, WhileOp


class ConditionModel(RegionTerminator[ConditionOp]):
    """scf.condition passes buffers to the "after" region."""

    def get_aliasing_values(
        self, op: ConditionOp, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []

    def bufferize(self, op: ConditionOp, rewriter: BufferizationRewriter) -> None:
        loop = op.parent_op
        assert isinstance(loop, WhileOp)
        condition, *passed = op.operands
        buffers = rewriter.buffers_like(passed, loop.after.entry.arguments)
        rewriter.recreate(op, [condition, *buffers])
        rewriter.erase_op(op)


class WhileModel(BufferizableOpInterface[WhileOp]):
    """scf.while carries buffers through its "before" and "after" regions."""

    def get_aliasing_values(
        self, op: WhileOp, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        index = operand.index
        if index >= len(op.results) or operand.value.type != op.results[index].type:
            return []
        equivalent = all(index in _equivalent(*pair, state, [index]) for pair in _carried(op))
        relation = BufferRelation.EQUIVALENT if equivalent else BufferRelation.UNKNOWN
        return [AliasingValue(op.results[index], relation, equivalent)]

    def get_aliasing_op_operands(
        self, op: WhileOp, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if not isinstance(value, OpResult) or value.index >= len(op.op_operands):
            return []
        return only_aliasing_operand(op.op_operands[value.index], state)

    def is_writable(self, op: WhileOp, value: Value, state: AnalysisState) -> bool:
        # Either the initial value was copied, or it is used in place and so writable itself.
        return True

    def resolve_conflicts(
        self, op: WhileOp, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        super().resolve_conflicts(op, rewriter, state)
        if rewriter.options.copy_before_write or not state.writes_in_place:
            return
        # The analysis takes a result to alias nothing but its own initial value. Where that is not
        # sure to be the same buffer, a copy is passed on.
        before, after = (_equivalent(*pair, state) for pair in _carried(op))
        same = before & after
        for operand in op.condition_op.op_operands[1:]:
            if is_tensor_like(operand.value.type) and operand.index - 1 not in same:
                pass_on_a_copy(operand, rewriter)
        # The "before" region may write to all that the other one yields, those copies included.
        arguments = op.after.entry.arguments
        copies = [argument for i, argument in enumerate(arguments) if i not in same]
        own = {o: (*arguments[o.index : o.index + 1], *copies) for o in op.yielded_operands}
        pass_on_own_buffers(own, rewriter, state)

    def get_buffer_type(self, op: WhileOp, value: Value, state: BufferizationState) -> Type:
        assert isinstance(value, BlockArgument | OpResult)
        if isinstance(value, BlockArgument) and value.owner is op.before.entry:
            index = value.index
            return state.carried_buffer_type(
                op, value, op.operand(index), op.yield_op.operand(index)
            )
        return state.buffer_type(op.condition_op.operand(1 + value.index))

    def bufferize(self, op: WhileOp, rewriter: BufferizationRewriter) -> None:
        before, after = op.before.entry, op.after.entry
        inits = rewriter.buffers_like(op.operands, before.arguments)
        types = [rewriter.buffer_type(argument) for argument in after.arguments]
        bufferize_arguments(before, [init.type for init in inits], rewriter)
        bufferize_arguments(after, types, rewriter)
        rewriter.replace(op, rewriter.recreate(op, inits, types).results)

    def verify_analysis(self, op: WhileOp, state: AnalysisState) -> None:
        if state.allows_allocs_from_loops:
            return
        ends = ((op.condition_op, "Condition arg"), (op.yield_op, "Yield operand"))
        for (arguments, values), (terminator, what) in zip(_carried(op), ends, strict=True):
            same = _equivalent(arguments, values, state)
            for i, value in enumerate(values):
                if is_tensor_like(value.type) and i not in same:
                    raise not_equivalent(terminator, f"{what} #{i}")


_Pair = tuple[list[BlockArgument], Sequence[Value]]


def _carried(op: WhileOp) -> tuple[_Pair, _Pair]:
    """The arguments of each region, and what it passes on to the other one or to the results."""
    before, after = op.before.entry, op.after.entry
    passed = op.condition_op.operands[1:]  # the first is the condition itself
    return (before.arguments, passed), (after.arguments, op.yield_op.operands)


def _equivalent(
    arguments: list[BlockArgument],
    values: Sequence[Value],
    state: AnalysisState,
    positions: Sequence[int] | None = None,
) -> set[int]:
    """The positions where a tensor argument and the tensor passed on are the same buffer."""
    count = min(len(arguments), len(values))
    return {
        i
        for i in (range(count) if positions is None else positions)
        if i < count
        and is_tensor_like(arguments[i].type)
        and is_tensor_like(values[i].type)
        and state.are_equivalent_buffer_values(arguments[i], values[i])
    }
