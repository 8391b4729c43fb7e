"""The model of a call, as far as it follows from what is known of the callee."""

from __future__ import annotations

from bufferize.analysis.function_summaries import called_function, function_summary
from bufferize.analysis.state import AnalysisState
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferizableOpInterface,
    CallOpInterface,
    is_tensor_like,
    position_among,
    unknown_aliasing_op_operands,
    unknown_aliasing_values,
)
from bufferize.ir import Operation, OpOperand, OpResult, Value


class CallsFunction(BufferizableOpInterface):
    """Calls the function that its `CallOpInterface` names; the worst is assumed of unknown ones."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        summary = function_summary(state, called_function(state, op))
        return summary is None or _argument_of(op, operand) in summary.read_args

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        summary = function_summary(state, called_function(state, op))
        return summary is None or _argument_of(op, operand) in summary.written_args

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        summary = function_summary(state, called_function(state, op))
        if summary is None:
            return unknown_aliasing_values(operand)
        argument = _argument_of(op, operand)
        if argument is None or argument not in summary.aliasing_results:
            return []
        relation, definite = summary.relation(argument)
        results = summary.aliasing_results[argument]
        return [AliasingValue(op.results[result], relation, definite) for result in results]

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        summary = function_summary(state, called_function(state, op))
        if (
            summary is None
            or not isinstance(op, CallOpInterface)
            or not isinstance(value, OpResult)
        ):
            return unknown_aliasing_op_operands(value)
        operands = op.arg_operands
        return [
            AliasingOpOperand(operands[argument], *summary.relation(argument))
            for argument in summary.aliasing_args.get(value.index, ())
            if is_tensor_like(operands[argument].value.type)
        ]

    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        """A result that is not sure to be an argument may be another tensor, and that has contents.

        The reference takes a result that may be an argument to have none but those.
        """
        summary = function_summary(state, called_function(state, op))
        return (
            summary is None
            or result.index not in summary.equivalent_args
            or super().result_bufferizes_to_memory_write(op, result, state)
        )

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        """Whether a result may be written to: it may be a constant of the callee."""
        callee = called_function(state, op)
        if callee is None or state.functions is None or not isinstance(value, OpResult):
            return True
        summary = function_summary(state, callee)
        if summary is None:
            return not state.functions.may_lend(callee)
        return value.index not in summary.locked_results


def _argument_of(op: Operation, operand: OpOperand) -> int | None:
    return position_among(operand, op.arg_operands) if isinstance(op, CallOpInterface) else None
