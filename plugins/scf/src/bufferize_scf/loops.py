"""What the models of loops and of terminators share."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.analysis import AnalysisState, Decision, Reason
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import (
    BufferizationState,
    InvocationStack,
    OneShotOptions,
    allocate_tensor_for_shaped_value,
    common_buffer_type,
    get_buffer,
    get_buffer_type,
    memref_cast,
)
from bufferize.interfaces import AliasingOpOperand
from bufferize.ir import BlockArgument, Operation, OpOperand, Rewriter, Type, Value


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
    init_type = get_buffer_type(init, options, state, invocation_stack)
    known = invocation_stack.known(argument)  # found on the way, around a loop further out
    if known is not None:
        return known
    mark = invocation_stack.mark()
    invocation_stack.remember((argument,), init_type)
    yielded_type = get_buffer_type(yielded, options, state, invocation_stack)
    problem = f"'{loop.name}' op init_arg and yielded value bufferize to inconsistent memory spaces"
    type = common_buffer_type(argument.type, init_type, yielded_type, problem, loop)
    if type is not init_type:
        invocation_stack.forget(mark)
    return type


def cast_buffers(
    rewriter: Rewriter,
    values: Sequence[Value],
    receivers: Sequence[Value],
    options: OneShotOptions,
    state: BufferizationState,
) -> list[Value]:
    """The buffers of `values`, cast to what the `receivers` are going to be."""
    buffers = [get_buffer(rewriter, value, options, state) for value in values]
    return [
        memref_cast(rewriter, buffer, get_buffer_type(receiver, options, state), buffer.location)
        for buffer, receiver in zip(buffers, receivers, strict=True)
    ]


def pass_on_a_copy(
    operand: OpOperand,
    rewriter: Rewriter,
    bufferization: BufferizationState,
    root: Value | None = None,
) -> None:
    """Make a copy of what the terminator of a loop's body passes on, and let it pass on that.

    `root` is the tensor from outside of the loop that would be passed on else, if that is why.
    """
    copy = allocate_tensor_for_shaped_value(
        rewriter,
        operand.owner.location,
        operand.value,
        bufferization.options,
        bufferization,
        cause=Decision(operand, False, Reason.LOOP, root=root),
    )
    rewriter.set_operand(operand, copy)


def not_equivalent(terminator: Operation, operand: str) -> DiagnosticError:
    """The error that a loop yields another buffer than it was given."""
    return DiagnosticError(
        error(
            f"{operand} is not equivalent to the corresponding iter bbArg",
            terminator.location.position(),
        ).note(
            "write into the carried tensor, or set allow-return-allocs-from-loops to let the loop "
            "yield new buffers"
        )
    )
