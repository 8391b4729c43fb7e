"""The model of scf.for."""

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
    pass_on_own_buffers,
)
from bufferize_scf.ops_loop import ForOp

# Lower bound, upper bound and step come before the initial values; the induction variable before
# the carried values.
_FIRST_INIT = 3
_FIRST_ITER_ARG = 1


def _iter_arg(op: Operation, index: int) -> BlockArgument:
    return op.regions[0].blocks[0].arguments[_FIRST_ITER_ARG + index]


def _yielded(op: Operation, index: int) -> Value:
    return op.regions[0].blocks[0].terminator.operand(index)


def _relation(op: Operation, index: int, state: AnalysisState) -> BufferRelation:
    """A result is its initial value's buffer, if what is yielded is the iteration's own buffer."""
    if state.are_equivalent_buffer_values(_iter_arg(op, index), _yielded(op, index)):
        return BufferRelation.EQUIVALENT
    return BufferRelation.UNKNOWN


class ForModel(BufferizableOpInterface):
    """scf.for carries buffers from one iteration to the next."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        # A loop that does not run hands its initial values on.
        assert isinstance(op, ForOp)
        return op.may_have_no_iterations or state.is_value_read(
            _iter_arg(op, operand.index - _FIRST_INIT)
        )

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        index = operand.index - _FIRST_INIT
        relation = _relation(op, index, state)
        return [AliasingValue(op.results[index], relation, relation is BufferRelation.EQUIVALENT)]

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if not isinstance(value, OpResult):
            return []
        return only_aliasing_operand(op.op_operands[_FIRST_INIT + value.index], state)

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
        if bufferization.options.copy_before_write or not state.writes_in_place:
            return
        # The analysis takes a result to alias nothing but its own initial value.
        terminator = op.regions[0].blocks[0].terminator
        rewriter.set_insertion_point(InsertionPoint.before(terminator))
        own = {
            operand: (_iter_arg(op, operand.index),)
            for operand in terminator.op_operands
            if is_tensor_like(op.results[operand.index].type)
        }
        pass_on_own_buffers(own, rewriter, state, bufferization)

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        if isinstance(value, OpResult):
            argument = _iter_arg(op, value.index)
            return get_buffer_type(argument, options, state, invocation_stack)
        assert isinstance(value, BlockArgument)
        index = value.index - _FIRST_ITER_ARG
        return iter_arg_buffer_type(
            op,
            value,
            op.operand(_FIRST_INIT + index),
            _yielded(op, index),
            options,
            state,
            invocation_stack,
        )

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        inits = cast_buffers(rewriter, op.operands[_FIRST_INIT:], op.results, options, state)
        types = [init.type for init in inits]
        body = op.regions[0].blocks[0]
        induction_variables = body.arguments[:_FIRST_ITER_ARG]
        bufferize_arguments(body, [*(v.type for v in induction_variables), *types], rewriter)
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            type(op),
            [*op.operands[:_FIRST_INIT], *inits],
            types,
            properties=op.properties,
            attributes=op.attributes,
            regions=take_regions(op),
        )

    def verify_analysis(self, op: Operation, state: AnalysisState) -> None:
        if state.allows_allocs_from_loops:
            return
        for result in op.results:
            if is_tensor_like(result.type) and (
                _relation(op, result.index, state) is not BufferRelation.EQUIVALENT
            ):
                raise not_equivalent(
                    op.regions[0].blocks[0].terminator, f"Yield operand #{result.index}"
                )
