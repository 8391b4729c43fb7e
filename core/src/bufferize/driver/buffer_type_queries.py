"""Asking for the type of a value's buffer before the value is bufferized."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver.buffer_types import is_memref_element_type
from bufferize.interfaces import BufferizableOpInterface, BufferRelation, owner_of_value
from bufferize.ir import (
    BaseMemRefType,
    BlockArgument,
    Operation,
    OpResult,
    TensorType,
    Type,
    Value,
)

if TYPE_CHECKING:
    from bufferize.driver.options import OneShotOptions
    from bufferize.driver.state import BufferizationState

# At this many nested queries the operands behind a value are asked for in order first, so that a
# chain of any length does not exhaust Python's stack.
_NESTING = 40

# Further up than any place on a stack.
_NOWHERE = sys.maxsize


class InvocationStack(list[Value]):
    """The values whose buffer type is being computed, outermost first.

    A loop-carried value may be found again while its own type is computed; what its users' types
    are then depends on how often it is on the stack. So results are kept per block argument on the
    stack, and each argument starts anew. `lowest` tells how far down the stack something was found
    again: what lies above it is not sure to have the same type elsewhere.
    """

    def __init__(self, settled: dict[Value, Type] | None = None) -> None:
        super().__init__()
        self.settled: dict[Value, Type] = {} if settled is None else settled
        """The types of block arguments that depend on nothing that is on a stack."""
        self.nesting = 0
        self.lowest = _NOWHERE
        self._counts: dict[Value, int] = {}
        self._first: dict[Value, int] = {}
        self._owners: dict[Operation, int] = {}
        self._known: list[dict[Value, Type]] = [{}]

    def __contains__(self, value: object) -> bool:
        first = self._first.get(value) if isinstance(value, Value) else None
        if first is None:
            return False
        self.lowest = min(self.lowest, first)
        return True

    def count(self, value: Value) -> int:
        """How often `value` is on the stack."""
        count = self._counts.get(value, 0)
        if count > 1:
            self.lowest = min(self.lowest, self._first[value])
        return count

    def for_value(self, value: Value) -> InvocationStack:
        """The stack with which to ask for the type of `value`, a loop's initial value.

        It is an empty one, if no operation around `value` has a block argument on this stack: then
        the type depends on nothing that is being computed.
        """
        op = owner_of_value(value)
        if isinstance(value, OpResult):
            op = op.parent_op if op is not None else None
        while op is not None:
            if op in self._owners:
                return self
            op = op.parent_op
        fresh = InvocationStack(self.settled)
        fresh.nesting = self.nesting
        return fresh

    def holds(self, value: Value) -> bool:
        """Whether `value` is on the stack, asked for nothing that a type depends on."""
        return value in self._counts

    def known(self, value: Value) -> Type | None:
        """The type of `value`'s buffer, if it was computed before in the same circumstances."""
        return self._known[-1].get(value)

    def remember(self, values: Iterable[Value], type: Type) -> None:
        """Keep the type of the buffers of `values`."""
        self._known[-1].update(dict.fromkeys(values, type))

    def push(self, value: Value) -> None:
        """Begin with `value`."""
        self._first.setdefault(value, len(self))
        self.append(value)
        self._counts[value] = self._counts.get(value, 0) + 1
        if isinstance(value, BlockArgument):
            self._known.append({})
            owner = value.owner.parent_op
            if owner is not None:
                self._owners[owner] = self._owners.get(owner, 0) + 1

    def pop_to(self, length: int) -> list[Value]:
        """End with all values after the first `length`, and return them."""
        ended = self[length:]
        del self[length:]
        for value in ended:
            count = self._counts[value] - 1
            if count:
                self._counts[value] = count
            else:
                del self._counts[value], self._first[value]
            if isinstance(value, BlockArgument):
                self._known.pop()
                self._leave(value.owner.parent_op)
        return ended

    def _leave(self, owner: Operation | None) -> None:
        if owner is not None:
            self._owners[owner] -= 1
            if not self._owners[owner]:
                del self._owners[owner]


def get_buffer_type(
    value: Value,
    options: OneShotOptions,
    state: BufferizationState,
    invocation_stack: list[Value] | None = None,
) -> Type:
    """The type that the buffer of the tensor `value` has, or will have once it is bufferized.

    Models pass on the `invocation_stack` that they were given. Raises DiagnosticError where the
    type cannot be told, such as when the memory space cannot be inferred.
    """
    if invocation_stack is None:
        stack = InvocationStack(state.loop_buffer_types if state.keeps_loop_buffer_types else None)
    else:
        stack = cast(InvocationStack, invocation_stack)
    known = stack.known(value)
    if known is None and not stack.holds(value):
        known = stack.settled.get(value)
    if known is not None:
        return known
    stack.nesting += 1
    if stack.nesting % _NESTING == 0:
        _prepare(value, options, state, stack)
    depth = len(stack)
    lowest, stack.lowest = stack.lowest, _NOWHERE
    try:
        result = _query(value, options, state, stack)
    finally:
        ended = stack.pop_to(depth)
        stack.nesting -= 1
    stack.remember(ended, result)
    if stack.lowest >= depth:
        stack.lowest = lowest
        arguments = [v for v in ended if isinstance(v, BlockArgument)]
        stack.settled.update(dict.fromkeys(arguments, result))
    else:
        stack.lowest = min(lowest, stack.lowest)
    return result


def _query(
    value: Value, options: OneShotOptions, state: BufferizationState, stack: InvocationStack
) -> Type:
    """Follow equivalent operands for as long as models leave the answer to the default."""
    while True:
        stack.push(value)
        owner = owner_of_value(value)
        model = state.model(owner) if owner is not None else None
        if owner is None or model is None:
            return unknown_buffer_type(value, owner, options, state)
        if type(model).get_buffer_type is not BufferizableOpInterface.get_buffer_type:
            return model.get_buffer_type(owner, value, options, state, stack)
        forwarded = _equivalent_operand(value, state)
        if forwarded is None:
            return default_buffer_type(value, options, state, stack)
        check_element_type(value, owner)
        value = forwarded
        known = stack.known(value)
        if known is not None:
            return known


def _equivalent_operand(value: Value, state: BufferizationState) -> Value | None:
    if isinstance(value, BlockArgument):
        return None
    aliases = state.analysis.get_aliasing_op_operands(value)
    if aliases and aliases[0].relation is BufferRelation.EQUIVALENT:
        return aliases[0].operand.value
    return None


def _prepare(
    value: Value, options: OneShotOptions, state: BufferizationState, stack: InvocationStack
) -> None:
    """Compute the types behind `value`, those that depend on nothing first.

    Goes back over results only: a block argument's type is another matter (see InvocationStack).
    """
    order: list[Value] = []
    seen: set[Value] = set()
    work: list[tuple[Value, bool]] = [(value, False)]
    while work:
        current, done = work.pop()
        if done:
            order.append(current)
            continue
        if current in seen or isinstance(current, BlockArgument) or stack.holds(current):
            continue
        seen.add(current)
        if stack.known(current) is not None:
            continue
        work.append((current, True))
        owner = owner_of_value(current)
        if owner is not None and state.model(owner) is not None:
            aliases = state.analysis.get_aliasing_op_operands(current)
            work.extend((alias.operand.value, False) for alias in aliases)
    for current in order:
        if current is value:
            continue
        depth = len(stack)
        try:
            result = _query(current, options, state, stack)
        finally:
            stack.pop_to(depth)
        stack.remember((current,), result)


def check_element_type(value: Value, owner: Operation | None) -> None:
    """Raise DiagnosticError unless a memref may hold the elements of the tensor `value`."""
    type = value.type
    if isinstance(type, TensorType) and not is_memref_element_type(type.element_type):
        raise DiagnosticError(
            error(
                f"cannot bufferize value of type {type}: element type {type.element_type} is not "
                "a valid memref element type",
                owner.location.position() if owner is not None else None,
            )
        )


def unknown_buffer_type(
    value: Value, owner: Operation | None, options: OneShotOptions, state: BufferizationState
) -> Type:
    """The buffer type of a tensor of which only the type is known.

    Raises DiagnosticError where the memory space must be inferred, or for a custom tensor type
    without a model.
    """
    type = value.type
    position = owner.location.position() if owner is not None else None
    if not isinstance(type, TensorType):
        return state.custom_buffer_type(type, position)
    return options.unknown_buffer_type(type, options.memory_space_for(type, position))


def default_buffer_type(
    value: Value, options: OneShotOptions, state: BufferizationState, stack: list[Value]
) -> Type:
    """What `get_buffer_type` of a model says by default.

    The type of the buffer of an equivalent operand if there is one, else what the options say of
    unknown types.
    """
    owner = owner_of_value(value)
    check_element_type(value, owner)
    if isinstance(value, BlockArgument) and isinstance(value.type, TensorType):
        return options.unknown_buffer_type(value.type, None)
    operand = _equivalent_operand(value, state)
    if operand is not None:
        return get_buffer_type(operand, options, state, stack)
    return unknown_buffer_type(value, owner, options, state)


def memref_buffer_type(
    value: Value,
    options: OneShotOptions,
    state: BufferizationState,
    invocation_stack: list[Value] | None = None,
) -> BaseMemRefType:
    """`get_buffer_type` for a value whose buffer is sure to be a memref."""
    type = get_buffer_type(value, options, state, invocation_stack)
    assert isinstance(type, BaseMemRefType)
    return type
