"""Asking for the type of a value's buffer before the value is bufferized."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver.buffer_types import check_element_type
from bufferize.driver.custom_types import custom_buffer_type
from bufferize.interfaces import (
    BufferizableOpInterface,
    BufferRelation,
    is_tensor_like,
    owner_of_value,
)
from bufferize.ir import (
    BaseMemRefType,
    BlockArgument,
    Operation,
    OpResult,
    TensorType,
    Type,
    Value,
    has_ssa_dominance,
)

if TYPE_CHECKING:
    from bufferize.driver.options import OneShotOptions
    from bufferize.driver.state import BufferizationState

# At this many nested queries the operands behind a value are asked for in order first, so that a
# chain of any length does not exhaust Python's stack.
_NESTING = 40

# Further up than any place on a stack.
_NOWHERE = sys.maxsize


class KeptBufferTypes:
    """The types found for the buffers of values that many others ask for, until forgotten.

    These are block arguments, and results of operations with several regions: what each of the
    regions passes on gets the type of the result, which depends on all of them.
    """

    def __init__(self) -> None:
        self._types: dict[Value, Type] = {}
        # The block arguments by the operations that their blocks belonged to.
        self._of_op: dict[Operation, list[Value]] = {}

    def get(self, value: Value) -> Type | None:
        """The type of `value`'s buffer, if it was kept."""
        return self._types.get(value)

    def keep(self, value: Value, type: Type) -> None:
        """Keep the type of the buffer of `value`, if that is worth while."""
        if isinstance(value, BlockArgument):
            self._types[value] = type
            owner = value.owner.parent_op
            if owner is not None:
                self._of_op.setdefault(owner, []).append(value)
        elif isinstance(value, OpResult) and len(value.owner.regions) > 1:
            self._types[value] = type

    def forget(self, op: Operation) -> None:
        """Forget the types of the block arguments of `op`."""
        for argument in self._of_op.pop(op, ()):
            self._types.pop(argument, None)

    def clear(self) -> None:
        """Forget all."""
        self._types.clear()
        self._of_op.clear()


class InvocationStack(list[Value]):
    """The values whose buffer type is being computed, outermost first, and the types found so far.

    A value counts as on the stack as long as no type of it is known. What a loop carries has a type
    that depends on itself: it is assumed while the body of the loop is asked, and what was found by
    an assumption that proves wrong is forgotten. `lowest` tells how far down the stack a value was
    left out because it was there already; what was found meanwhile is forgotten when the block
    argument there, or the next below, has its type.
    """

    def __init__(self, kept: KeptBufferTypes) -> None:
        super().__init__()
        self.nesting = 0
        self.lowest = _NOWHERE
        self._kept = kept
        self._types: dict[Value, Type] = {}
        # What `_types` was given, in order.
        self._trail: list[Value] = []
        # The places of the values on the stack, the first where there are several.
        self._first: dict[Value, int] = {}

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, Value) or self.known(value) is not None:
            return False
        first = self._first.get(value)
        if first is None:
            return False
        self.lowest = min(self.lowest, first)
        return True

    def holds(self, value: Value) -> bool:
        """Whether `value` is on the stack, asked for nothing that a type depends on."""
        return value in self._first

    def known(self, value: Value) -> Type | None:
        """The type of `value`'s buffer, if it was found before or is assumed."""
        known = self._types.get(value)
        return self._kept.get(value) if known is None else known

    def mark(self) -> int:
        """A point in time to which `forget` can go back."""
        return len(self._trail)

    def remember(self, values: Iterable[Value], type: Type) -> None:
        """Note that the buffers of `values` have `type`, or assume so."""
        for value in values:
            self._types[value] = type
            self._trail.append(value)

    def forget(self, mark: int) -> None:
        """Forget what was found, or assumed, since `mark`."""
        for value in self._trail[mark:]:
            self._types.pop(value, None)
        del self._trail[mark:]

    def keep(self) -> None:
        """Keep the types found that are worth it."""
        for value in self._trail:
            self._kept.keep(value, self._types[value])

    def push(self, value: Value) -> None:
        """Begin with `value`."""
        self._first.setdefault(value, len(self))
        self.append(value)

    def pop_to(self, length: int) -> list[Value]:
        """End with all values after the first `length`, and return them."""
        ended = self[length:]
        del self[length:]
        for value in ended:
            if self._first.get(value, -1) >= length:
                del self._first[value]
        return ended


def get_buffer_type(
    value: Value,
    options: OneShotOptions,
    state: BufferizationState,
    invocation_stack: list[Value] | None = None,
) -> Type:
    """The type that the buffer of the tensor `value` has, or will have once it is bufferized.

    A value that is no tensor keeps its type. Models pass on the `invocation_stack` that they were
    given. Raises DiagnosticError where the type cannot be told, such as when the memory space
    cannot be inferred.
    """
    if not is_tensor_like(value.type):
        return value.type
    if invocation_stack is not None:
        return _get_buffer_type(value, options, state, cast(InvocationStack, invocation_stack))
    stack = InvocationStack(state.kept_buffer_types)
    result = _get_buffer_type(value, options, state, stack)
    if state.keeps_buffer_types and stack.lowest == _NOWHERE:
        stack.keep()
    return result


def _get_buffer_type(
    value: Value, options: OneShotOptions, state: BufferizationState, stack: InvocationStack
) -> Type:
    known = stack.known(value)
    if known is not None:
        return known
    mark = stack.mark()
    stack.nesting += 1
    if stack.nesting % _NESTING == 0:
        _prepare(value, options, state, stack)
    depth = len(stack)
    lowest, stack.lowest = stack.lowest, _NOWHERE
    try:
        result = _query(value, options, state, stack)
    except DiagnosticError:
        stack.forget(mark)
        raise
    finally:
        ended = stack.pop_to(depth)
        stack.nesting -= 1
    if depth <= stack.lowest < _NOWHERE and isinstance(ended[-1], BlockArgument):
        stack.forget(mark)
        stack.lowest = _NOWHERE
    stack.lowest = min(lowest, stack.lowest)
    stack.remember(ended, result)
    return result


def _query(
    value: Value, options: OneShotOptions, state: BufferizationState, stack: InvocationStack
) -> Type:
    """Follow equivalent operands for as long as models leave the answer to the default."""
    while True:
        if stack.holds(value) and not isinstance(value, BlockArgument):
            _refuse_cycle(value)
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
        _check_element_type(value, owner)
        value = forwarded
        known = stack.known(value)
        if known is not None:
            return known


def _refuse_cycle(value: Value) -> None:
    """Raise DiagnosticError where `value` is made from itself, as it can be in a graph region."""
    region = value.parent_region
    if region is not None and not has_ssa_dominance(region):
        message = "the buffer type of this value cannot be told: it is made from itself"
        raise DiagnosticError(error(message, value.location.position()))


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

    Goes back over results only: an argument's type may depend on values that come after it.
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
        if current is not value:
            _get_buffer_type(current, options, state, stack)


def _check_element_type(value: Value, owner: Operation | None) -> None:
    if isinstance(value.type, TensorType):
        check_element_type(value.type, owner.location.position() if owner is not None else None)


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
        return custom_buffer_type(type, state, position)
    return options.unknown_buffer_type(type, options.memory_space_for(type, position))


def default_buffer_type(
    value: Value, options: OneShotOptions, state: BufferizationState, stack: list[Value]
) -> Type:
    """What `get_buffer_type` of a model says by default.

    The type of the buffer of an equivalent operand if there is one, else what the options say of
    unknown types.
    """
    owner = owner_of_value(value)
    _check_element_type(value, owner)
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
