"""What the models of loops and of terminators share."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bufferize.analysis import AnalysisState, Decision, Reason
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import (
    BufferizationState,
    InvocationStack,
    OneShotOptions,
    allocate_tensor_for_shaped_value,
    cast_buffer,
    common_buffer_type,
    get_buffer,
    get_buffer_type,
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
    type = common_buffer_type(argument.type, init_type, yielded_type, problem, loop, state)
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
        cast_buffer(
            rewriter,
            buffer,
            get_buffer_type(receiver, options, state),
            value.type,
            buffer.location,
            state,
        )
        for value, buffer, receiver in zip(values, buffers, receivers, strict=True)
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


def pass_on_own_buffers(
    operands: Mapping[OpOperand, Collection[BlockArgument]],
    rewriter: Rewriter,
    state: AnalysisState,
    bufferization: BufferizationState,
) -> None:
    """Let the terminator of a loop's body pass on copies of what must not be passed on itself.

    `operands` are those that pass tensors on, each with the arguments of the body whose buffers it
    may pass on. The next iteration may write to all that it is given, so that must be no buffer from
    outside of the loop, and none that must not be written to; nor one buffer in two places, which
    the reference overlooks. Where nobody knows what shares memory, only what is sure to be such a
    buffer is passed on.
    """
    passed_on: dict[Value, Value] = {}
    for operand, own in operands.items():
        buffer = state.alias_class(operand.value)
        if buffer is None:
            same = (a for a in own if state.are_equivalent_buffer_values(a, operand.value))
            buffer = next(same, None)
            foreign = None if buffer is None else passed_on.get(buffer)
        else:
            foreign = passed_on.get(buffer) or _foreign_alias(operand, own, state)
        if buffer is None or foreign is not None:
            pass_on_a_copy(operand, rewriter, bufferization, foreign)
        else:
            passed_on[buffer] = operand.value


def _foreign_alias(
    operand: OpOperand, own: Collection[BlockArgument], state: AnalysisState
) -> Value | None:
    """A tensor that `operand` may share memory with, and that is no buffer of one iteration.

    It is defined outside of the body, as arguments other than `own` are, or must not be written to.
    """
    body = operand.owner.parent_region
    assert body is not None
    for alias in state.alias_class_members(operand.value):
        if alias in own:
            continue
        region = alias.parent_region
        if isinstance(alias, BlockArgument):
            if region is None or not body.is_proper_ancestor_of(region):
                return alias
        elif not body.is_ancestor_of(region):
            return alias
        if not state.is_writable(alias) and not _is_of_unknown_op(alias, state):
            return alias
    return None


def _is_of_unknown_op(value: Value, state: AnalysisState) -> bool:
    """Whether `value` is the result of an operation of which nothing is known.

    It stays an operation on tensors. Its result is taken for a tensor of its own, and the buffer of
    that is what `bufferization.to_buffer` gives, which may be written to.
    """
    op = value.defining_op
    return op is not None and state.context.model(op.name) is None


def not_equivalent(terminator: Operation, operand: str) -> DiagnosticError:
    """The error that a loop yields another buffer than it was given."""
    return DiagnosticError(
        error(
            f"{operand} is not equivalent to the corresponding iter bbArg",
            terminator,
        ).note(
            "write into the carried tensor, or set allow-return-allocs-from-loops to let the loop "
            "yield new buffers"
        )
    )
