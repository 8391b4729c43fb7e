"""The model of scf.while."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    bufferize_arguments,
    get_buffer_type,
    replace_op_with_new_bufferized_op,
    take_regions,
)
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferizableOpInterface,
    BufferRelation,
    is_tensor_like,
)
from bufferize.ir import (
    Block,
    BlockArgument,
    InsertionPoint,
    Operation,
    OpOperand,
    OpResult,
    Rewriter,
    Type,
    Value,
)
from bufferize_scf.loops import (
    cast_buffers,
    iter_arg_buffer_type,
    not_equivalent,
    only_aliasing_operand,
    pass_on_a_copy,
    pass_on_own_buffers,
)


def _before(op: Operation) -> Block:
    return op.regions[0].blocks[0]


def _after(op: Operation) -> Block:
    return op.regions[1].blocks[0]


def _condition_args(op: Operation) -> tuple[Value, ...]:
    """What scf.condition passes on; its first operand is the condition itself."""
    return _before(op).terminator.operands[1:]


def _equivalent(
    arguments: list[BlockArgument], values: tuple[Value, ...], state: AnalysisState
) -> set[int]:
    """The positions where a tensor argument and the tensor passed on are the same buffer."""
    return {
        i
        for i, (argument, value) in enumerate(zip(arguments, values, strict=False))
        if is_tensor_like(argument.type)
        and is_tensor_like(value.type)
        and state.are_equivalent_buffer_values(argument, value)
    }


class WhileModel(BufferizableOpInterface):
    """scf.while carries buffers through its "before" and "after" regions."""

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        index = operand.index
        if index >= len(op.results) or operand.value.type != op.results[index].type:
            return []
        equivalent = self._is_equivalent(op, index, state)
        relation = BufferRelation.EQUIVALENT if equivalent else BufferRelation.UNKNOWN
        return [AliasingValue(op.results[index], relation, equivalent)]

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if not isinstance(value, OpResult) or value.index >= len(op.op_operands):
            return []
        return only_aliasing_operand(op.op_operands[value.index], state)

    def _is_equivalent(self, op: Operation, index: int, state: AnalysisState) -> bool:
        """Whether result `index` is the buffer of the initial value of the same number."""
        before, after = _before(op).arguments, _after(op).arguments
        if index >= len(before) or before[index].type != op.results[index].type:
            return False
        return state.are_equivalent_buffer_values(
            before[index], _before(op).terminator.operand(1 + index)
        ) and state.are_equivalent_buffer_values(after[index], _after(op).terminator.operand(index))

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        # Either the initial value was copied, or it is used in place and so writable itself.
        return True

    def resolve_conflicts(
        self,
        op: Operation,
        rewriter: Rewriter,
        state: AnalysisState,
        bufferization: BufferizationState,
    ) -> None:
        super().resolve_conflicts(op, rewriter, state, bufferization)
        if bufferization.options.copy_before_write:
            return
        # The analysis takes a result to alias nothing but its own initial value. Where that is not
        # sure to be the same buffer, a copy is passed on.
        terminator = _before(op).terminator
        same = _equivalent(_before(op).arguments, _condition_args(op), state)
        same &= _equivalent(_after(op).arguments, _after(op).terminator.operands, state)
        rewriter.set_insertion_point(InsertionPoint.before(terminator))
        for operand in terminator.op_operands[1:]:
            if is_tensor_like(operand.value.type) and operand.index - 1 not in same:
                pass_on_a_copy(operand, rewriter, bufferization)
        if not state.writes_in_place:
            return
        # The "before" region may write to all that the other one yields, those copies included.
        arguments = _after(op).arguments
        copies = [argument for i, argument in enumerate(arguments) if i not in same]
        own = {
            operand: (*arguments[operand.index : operand.index + 1], *copies)
            for operand in _after(op).terminator.op_operands
            if is_tensor_like(operand.value.type)
        }
        rewriter.set_insertion_point(InsertionPoint.before(_after(op).terminator))
        pass_on_own_buffers(own, rewriter, state, bufferization)

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        if isinstance(value, BlockArgument) and value.owner is _before(op):
            yielded = _after(op).terminator.operand(value.index)
            return iter_arg_buffer_type(
                op, value, op.operand(value.index), yielded, options, state, invocation_stack
            )
        assert isinstance(value, BlockArgument | OpResult)
        passed = _condition_args(op)[value.index]
        return get_buffer_type(passed, options, state, invocation_stack)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        before, after = _before(op), _after(op)
        inits = cast_buffers(rewriter, op.operands, before.arguments, options, state)
        types = [get_buffer_type(argument, options, state) for argument in after.arguments]
        bufferize_arguments(before, [init.type for init in inits], rewriter)
        bufferize_arguments(after, types, rewriter)
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            type(op),
            inits,
            types,
            properties=op.properties,
            regions=take_regions(op),
        )

    def verify_analysis(self, op: Operation, state: AnalysisState) -> None:
        if state.allows_allocs_from_loops:
            return
        for block, values, what in (
            (_before(op), _condition_args(op), "Condition arg"),
            (_after(op), _after(op).terminator.operands, "Yield operand"),
        ):
            same = _equivalent(block.arguments, values, state)
            for i, value in enumerate(values):
                if is_tensor_like(value.type) and i not in same:
                    raise not_equivalent(block.terminator, f"{what} #{i}")
