"""The bufferization models of the func dialect."""

from __future__ import annotations

from bufferize.analysis import (
    AnalysisState,
    CallsFunction,
    called_function,
    return_ops,
)
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.bufferization import BUFFER_LAYOUT, WRITABLE
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    UnstructuredControlFlowModel,
    bufferize_block_signature,
    cast_or_copy_buffer,
    custom_boundary_type,
    get_buffer,
    get_buffer_type,
    replace_op_with_new_bufferized_op,
    to_buffer,
)
from bufferize.interfaces import (
    BufferizableOpInterface,
    FunctionOpInterface,
    NeedsNoRewriting,
    ReadOnlyOperands,
    is_tensor_like,
)
from bufferize.ir import (
    Attribute,
    BlockArgument,
    FunctionType,
    InsertionPoint,
    IntegerAttr,
    MemRefType,
    Operation,
    OpOperand,
    OpResult,
    Rewriter,
    TensorType,
    Type,
    Value,
)


def _boundary_type(
    function: Operation,
    type: Type,
    layout: Attribute | None,
    options: OneShotOptions,
    state: BufferizationState,
) -> Type:
    """The buffer type of a parameter or result; a tensor may be given a layout."""
    if not is_tensor_like(type):
        return type
    if isinstance(type, TensorType):
        buffer_type: Type = options.function_boundary_buffer_type(type, function)
    else:
        buffer_type = custom_boundary_type(type, function, state)
    if layout is None:
        return buffer_type
    if not isinstance(buffer_type, MemRefType):
        raise DiagnosticError(
            error(
                f"'{BUFFER_LAYOUT}' is not supported on unranked tensors"
                if isinstance(type, TensorType)
                else f"'{BUFFER_LAYOUT}' is not supported on values of type {type}",
                function.location.position(),
            )
        )
    laid_out = MemRefType(
        buffer_type.shape, buffer_type.element_type, layout, buffer_type.memory_space
    )
    problem = laid_out.verify()
    if problem is not None:
        message = f"'{BUFFER_LAYOUT}' does not fit a value of type {type}: {problem}"
        raise DiagnosticError(error(message, function.location.position()))
    return laid_out


def _argument_type(
    function: Operation, index: int, options: OneShotOptions, state: BufferizationState
) -> Type:
    assert isinstance(function, FunctionOpInterface)
    type = function.signature.inputs[index]
    layout = function.get_arg_attr(index, BUFFER_LAYOUT)
    return _boundary_type(function, type, layout, options, state)


class FuncModel(UnstructuredControlFlowModel):
    """func.func takes and returns buffers.

    Every argument may be written to: callers copy what they still need.
    """

    def has_tensor_semantics(self, op: Operation) -> bool:
        assert isinstance(op, FunctionOpInterface)
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

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        assert isinstance(value, BlockArgument)
        assert isinstance(op, FunctionOpInterface)
        if not value.owner.is_entry:
            return True  # what it aliases may be read-only, which the analysis finds
        writable = op.get_arg_attr(value.index, WRITABLE)
        return not isinstance(writable, IntegerAttr) or bool(writable.value)

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(value, BlockArgument)
        if value.owner.is_entry:
            return _argument_type(op, value.index, options, state)
        return super().get_buffer_type(op, value, options, state, invocation_stack)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, FunctionOpInterface)
        signature = op.signature
        inputs = [_argument_type(op, i, options, state) for i in range(len(signature.inputs))]
        results = [_boundary_type(op, type, None, options, state) for type in signature.results]
        if not op.is_external:
            for block in op.function_body.blocks:
                bufferize_block_signature(block, rewriter, options, state)
            for terminator in return_ops(op):
                if len(terminator.op_operands) != len(results):
                    message = f"'{terminator.name}' op does not return what '{op.name}' declares"
                    raise DiagnosticError(error(message, terminator.location.position()))
                rewriter.set_insertion_point(InsertionPoint.before(terminator))
                for operand, type in zip(terminator.op_operands, results, strict=True):
                    if is_tensor_like(operand.value.type):
                        buffer = to_buffer(rewriter, operand.value, type, terminator.location)
                        rewriter.set_operand(operand, buffer)
        op.set_signature(FunctionType(tuple(inputs), tuple(results)))


class CallModel(CallsFunction):
    """func.call passes buffers, cast or copied to the types that the callee takes."""

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(value, OpResult)
        function = _callee(op, state)
        assert isinstance(function, FunctionOpInterface)
        type = function.signature.results[value.index]
        return _boundary_type(function, type, None, options, state)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        function = _callee(op, state)
        assert isinstance(function, FunctionOpInterface)
        types = [get_buffer_type(result, options, state) for result in op.results]
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            type(op),
            [self._passed(o, function, rewriter, options, state) for o in op.op_operands],
            types,
            properties=op.properties,
            attributes=op.attributes,
        )

    def _passed(
        self,
        operand: OpOperand,
        function: Operation,
        rewriter: Rewriter,
        options: OneShotOptions,
        state: BufferizationState,
    ) -> Value:
        """The buffer of `operand`, as the callee takes it."""
        buffer = get_buffer(rewriter, operand.value, options, state)
        type = _argument_type(function, operand.index, options, state)
        converted = cast_or_copy_buffer(rewriter, buffer, type, options, state, operand)
        if converted is None:
            raise DiagnosticError(
                error(
                    f"cannot pass a buffer of type {buffer.type} as {type}",
                    operand.owner.location.position(),
                )
            )
        return converted


def _callee(op: Operation, state: BufferizationState) -> Operation:
    function = called_function(state.analysis, op)
    if function is None:
        raise DiagnosticError(
            error(
                f"'{op.name}' op does not call a known function, so its buffers are not known",
                op.location.position(),
            )
        )
    return function


class ReturnModel(NeedsNoRewriting, ReadOnlyOperands):
    """func.return is bufferized together with its function."""


MODELS: dict[str, BufferizableOpInterface] = {
    "func.call": CallModel(),
    "func.func": FuncModel(),
    "func.return": ReturnModel(),
}
