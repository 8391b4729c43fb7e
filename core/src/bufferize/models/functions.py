"""Ready-made models of functions, calls and returns, which pass buffers."""

from __future__ import annotations

__all__ = ["Calls", "Function", "Return"]

from typing import TypeVar

from bufferize import ir
from bufferize.analysis import AnalysisState, called_function, function_summary, return_ops
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.bufferization import BUFFER_LAYOUT, WRITABLE
from bufferize.driver.boundaries import bufferize_block_signature
from bufferize.driver.bufferizable import BufferizableOpInterface
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.driver.rewriter import BufferizationRewriter
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    CallOpInterface,
    FunctionOpInterface,
    OpT,
    is_tensor_like,
    position_among,
    unknown_aliasing_op_operands,
    unknown_aliasing_values,
)
from bufferize.ir import OpOperand, OpResult, Type, Value
from bufferize.models.control_flow import UnstructuredControlFlow
from bufferize.models.presets import NeedsNoRewriting, ReadOnlyOperands

CallT = TypeVar("CallT", bound=CallOpInterface)
FunctionT = TypeVar("FunctionT", bound=FunctionOpInterface)


class Function(UnstructuredControlFlow[FunctionT]):
    """A function, which takes and returns buffers.

    Every argument may be written to: callers copy the tensors that they still need.
    """

    def has_tensor_semantics(self, op: FunctionT) -> bool:
        signature = op.signature
        return (
            any(map(is_tensor_like, signature.inputs))
            or any(map(is_tensor_like, signature.results))
            or any(
                is_tensor_like(argument.type)
                for block in op.function_body.blocks
                for argument in block.arguments
            )
        )

    def is_writable(self, op: FunctionT, value: Value, state: AnalysisState) -> bool:
        assert isinstance(value, ir.BlockArgument)
        if not value.owner.is_entry:
            return True  # the analysis finds out whether its aliases are
        writable = op.get_arg_attr(value.index, WRITABLE)
        return not isinstance(writable, ir.IntegerAttr) or bool(writable.value)

    def get_buffer_type(self, op: FunctionT, value: Value, state: BufferizationState) -> Type:
        assert isinstance(value, ir.BlockArgument)
        if value.owner.is_entry:
            return _argument_type(op, value.index, state)
        return super().get_buffer_type(op, value, state)

    def bufferize(self, op: FunctionT, rewriter: BufferizationRewriter) -> None:
        signature, state = op.signature, rewriter.state
        inputs = [_argument_type(op, i, state) for i in range(len(signature.inputs))]
        results = [_boundary_type(op, type, None, state) for type in signature.results]
        if not op.is_external:
            for block in op.function_body.blocks:
                bufferize_block_signature(block, rewriter)
            for terminator in return_ops(op):
                if len(terminator.op_operands) != len(results):
                    message = f"'{terminator.name}' op does not return what '{op.name}' declares"
                    raise DiagnosticError(error(message, terminator))
                rewriter.set_insertion_point(ir.InsertionPoint.before(terminator))
                for operand, type in zip(terminator.op_operands, results, strict=True):
                    if is_tensor_like(operand.value.type):
                        buffer = rewriter.to_buffer(operand.value, type, terminator.location)
                        rewriter.set_operand(operand, buffer)
        op.set_signature(ir.FunctionType(tuple(inputs), tuple(results)))


class Return(NeedsNoRewriting[OpT], ReadOnlyOperands[OpT]):
    """The return of a function, which is bufferized together with the function."""


class Calls(BufferizableOpInterface[CallT]):
    """A call, which passes buffers, cast or copied to the types that the callee takes.

    Its effects are those of the summary of the callee; without one, the worst is assumed.
    """

    def bufferizes_to_memory_read(
        self, op: CallT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        summary = function_summary(state, called_function(state, op))
        return summary is None or _argument_of(op, operand) in summary.read_args

    def bufferizes_to_memory_write(
        self, op: CallT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        summary = function_summary(state, called_function(state, op))
        return summary is None or _argument_of(op, operand) in summary.written_args

    def get_aliasing_values(
        self, op: CallT, operand: OpOperand, state: AnalysisState
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
        self, op: CallT, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        summary = function_summary(state, called_function(state, op))
        if summary is None or not isinstance(value, OpResult):
            return unknown_aliasing_op_operands(value)
        operands = op.arg_operands
        return [
            AliasingOpOperand(operands[argument], *summary.relation(argument))
            for argument in summary.aliasing_args.get(value.index, ())
            if is_tensor_like(operands[argument].value.type)
        ]

    def result_bufferizes_to_memory_write(
        self, op: CallT, result: OpResult, state: AnalysisState
    ) -> bool:
        """Return True unless the result is known to be an argument: it may be a new tensor.

        MLIR assumes that a result that may be an argument has no other contents.
        """
        summary = function_summary(state, called_function(state, op))
        return (
            summary is None
            or result.index not in summary.equivalent_args
            or super().result_bufferizes_to_memory_write(op, result, state)
        )

    def is_writable(self, op: CallT, value: Value, state: AnalysisState) -> bool:
        """Return whether a result may be written to; it may not if it may be a constant of the callee."""
        callee = called_function(state, op)
        if callee is None or state.functions is None or not isinstance(value, OpResult):
            return True
        summary = function_summary(state, callee)
        if summary is None:
            return callee not in state.functions.returning_non_writable
        return value.index not in summary.non_writable_results

    def get_buffer_type(self, op: CallT, value: Value, state: BufferizationState) -> Type:
        assert isinstance(value, OpResult)
        function = _callee(op, state)
        return _boundary_type(function, function.signature.results[value.index], None, state)

    def bufferize(self, op: CallT, rewriter: BufferizationRewriter) -> None:
        function = _callee(op, rewriter.state)
        types = [rewriter.buffer_type(result) for result in op.results]
        operands = list(op.operands)
        for operand in op.op_operands:
            operands[operand.index] = _passed(op, operand, function, rewriter)
        new = rewriter.recreate(op, operands, types, keeps_attributes=True)
        rewriter.replace(op, new.results)


def _argument_of(op: CallOpInterface, operand: OpOperand) -> int | None:
    return position_among(operand, op.arg_operands)


def _callee(op: CallOpInterface, state: BufferizationState) -> FunctionOpInterface:
    function = called_function(state.queries, op)
    if function is None:
        message = f"'{op.name}' op does not call a known function, so its buffers are not known"
        raise DiagnosticError(error(message, op))
    return function


def _passed(
    op: CallOpInterface,
    operand: OpOperand,
    function: FunctionOpInterface,
    rewriter: BufferizationRewriter,
) -> Value:
    """Return the buffer of `operand`, with the type that the callee takes."""
    argument = _argument_of(op, operand)
    if argument is None or not is_tensor_like(operand.value.type):
        return operand.value
    buffer = rewriter.buffer(operand.value)
    type = _argument_type(function, argument, rewriter.state)
    converted = rewriter.cast_or_copy(buffer, type, operand)
    if converted is None:
        raise DiagnosticError(error(f"cannot pass a buffer of type {buffer.type} as {type}", op))
    return converted


def _argument_type(function: FunctionOpInterface, index: int, state: BufferizationState) -> Type:
    layout = function.get_arg_attr(index, BUFFER_LAYOUT)
    return _boundary_type(function, function.signature.inputs[index], layout, state)


def _boundary_type(
    function: FunctionOpInterface,
    type: Type,
    layout: ir.Attribute | None,
    state: BufferizationState,
) -> Type:
    """Return the buffer type of a parameter or result; a tensor may have a `layout`."""
    if not is_tensor_like(type):
        return type
    if isinstance(type, ir.TensorType):
        buffer_type: Type = state.options.function_boundary_buffer_type(type, function)
    else:
        model = state.type_model(type, function.location.position())
        buffer_type = model.get_function_boundary_type(type, function, state.options)
    if layout is None:
        return buffer_type
    if not isinstance(buffer_type, ir.MemRefType):
        what = "unranked tensors" if isinstance(type, ir.TensorType) else f"values of type {type}"
        raise DiagnosticError(error(f"'{BUFFER_LAYOUT}' is not supported on {what}", function))
    laid_out = ir.MemRefType(
        buffer_type.shape, buffer_type.element_type, layout, buffer_type.memory_space
    )
    problem = laid_out.verify()
    if problem is not None:
        message = f"'{BUFFER_LAYOUT}' does not fit a value of type {type}: {problem}"
        raise DiagnosticError(error(message, function))
    return laid_out
