"""What the models of loops share."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import (
    BufferizationState,
    InvocationStack,
    OneShotOptions,
    fully_dynamic_memref_type,
    get_buffer,
    get_buffer_type,
    memref_cast,
)
from bufferize.interfaces import AliasingOpOperand, is_tensor_like
from bufferize.ir import (
    BaseMemRefType,
    BlockArgument,
    Operation,
    OpOperand,
    Rewriter,
    TensorType,
    Type,
    Value,
)


def only_aliasing_operand(operand: OpOperand, state: AnalysisState) -> list[AliasingOpOperand]:
    """`operand` as all that its result may alias: no other operand has to be asked."""
    return [
        AliasingOpOperand(operand, alias.relation, alias.is_definite)
        for alias in state.get_aliasing_values(operand)
    ]


def iter_arg_buffer_type(
    loop: Operation,
    argument: BlockArgument,
    init: Value,
    yielded: Value,
    options: OneShotOptions,
    state: BufferizationState,
    invocation_stack: list[Value],
) -> Type:
    """The buffer type of a value that a loop carries.

    That of its initial value, if the yielded value's is the same, and else a fully dynamic one.
    The yielded value's type may depend on the argument itself: it is taken to have the initial
    value's type then. Raises DiagnosticError where memory spaces differ.
    """
    assert isinstance(invocation_stack, InvocationStack)
    init_type = get_buffer_type(init, options, state, invocation_stack.for_value(init))
    if invocation_stack.count(argument) >= 2:
        return init_type
    yielded_type = yielded.type
    if is_tensor_like(yielded_type):
        yielded_type = get_buffer_type(yielded, options, state, invocation_stack)
    if init_type == yielded_type:
        return init_type
    if (
        not isinstance(init_type, BaseMemRefType)
        or not isinstance(yielded_type, BaseMemRefType)
        or init_type.memory_space != yielded_type.memory_space
    ):
        raise DiagnosticError(
            error(
                f"'{loop.name}' op init_arg and yielded value bufferize to inconsistent memory "
                "spaces",
                loop.location.position(),
            )
        )
    assert isinstance(argument.type, TensorType)
    return fully_dynamic_memref_type(argument.type, init_type.memory_space)


def init_buffers(
    rewriter: Rewriter,
    inits: Sequence[Value],
    receivers: Sequence[Value],
    options: OneShotOptions,
    state: BufferizationState,
) -> list[Value]:
    """The buffers of the initial values, cast to what the `receivers` are going to be."""
    buffers = [
        get_buffer(rewriter, init, options, state) if is_tensor_like(init.type) else init
        for init in inits
    ]
    return [
        memref_cast(rewriter, buffer, get_buffer_type(receiver, options, state), buffer.location)
        if is_tensor_like(receiver.type)
        else buffer
        for buffer, receiver in zip(buffers, receivers, strict=True)
    ]
