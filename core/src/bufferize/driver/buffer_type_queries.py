"""Asking for the type of a value's buffer before the value is bufferized."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver.buffer_types import check_element_type, common_buffer_type
from bufferize.driver.custom_types import custom_buffer_type
from bufferize.interfaces import (
    BufferRelation,
    GuardedModel,
    is_tensor_like,
    owner_of_value,
)
from bufferize.ir import (
    BlockArgument,
    Operation,
    OpResult,
    TensorType,
    Type,
    Value,
    has_ssa_dominance,
)

if TYPE_CHECKING:
    from bufferize.driver.state import BufferizationState

# At this many nested queries the operands behind a value are asked for in order first, so that a
# chain of any length does not exhaust Python's stack.
_NESTING = 40

# Further up than any place on a stack.
_NOWHERE = sys.maxsize


class _KeptTypes:
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


class _Queries(list[Value]):
    """The values whose buffer type is being computed, outermost first, and the types found so far.

    A value counts as on the stack as long as no type of it is known. What a loop carries has a type
    that depends on itself: it is assumed while the body of the loop is asked, and what was found by
    an assumption that proves wrong is forgotten. `lowest` tells how far down the stack a value was
    left out because it was there already; what was found meanwhile is forgotten when the block
    argument there, or the next below, has its type.
    """

    def __init__(self, kept: _KeptTypes) -> None:
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


class BufferTypes:
    """The types of buffers, asked for before there are any; one query may lead to many others."""

    def __init__(self, state: BufferizationState) -> None:
        self._state = state
        self._kept = _KeptTypes()
        self._keeps = False
        self._queries: _Queries | None = None
        """Those that are being answered, if any are."""

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Compute the buffer types of block arguments and of branches once only.

        To be used while nothing changes that the types depend on: from the first operation
        bufferized to the last.
        """
        self._kept.clear()
        self._keeps = True
        try:
            yield
        finally:
            self._keeps = False
            self._kept.clear()

    def forget(self, op: Operation | None) -> None:
        """Compute the buffer types of the block arguments of `op` anew when they are next asked."""
        if op is not None:
            self._kept.forget(op)

    def of(self, value: Value) -> Type:
        """The type that the buffer of the tensor `value` has, or will have once it is bufferized.

        A value that is no tensor keeps its type. Raises DiagnosticError where the type cannot be
        told, such as when the memory space cannot be inferred.
        """
        if not is_tensor_like(value.type):
            return value.type
        if self._queries is not None:
            return self._answer(value, self._queries)
        queries = self._queries = _Queries(self._kept)
        try:
            result = self._answer(value, queries)
        finally:
            self._queries = None
        if self._keeps and queries.lowest == _NOWHERE:
            queries.keep()
        return result

    def is_asked_for(self, value: Value) -> bool:
        """Whether the type of the buffer of `value` is being computed, and not known yet."""
        return self._queries is not None and value in self._queries

    def of_carried(self, op: Operation, argument: BlockArgument, init: Value, next: Value) -> Type:
        """The buffer type of `argument`, which is `init` in the first iteration, then `next`.

        That of `init`, if that of `next` is the same, and else a fully dynamic one. The latter may
        depend on `argument` itself: it is taken to have the type of `init` then. To be asked by the
        model of the loop `op` only. Raises DiagnosticError where memory spaces differ.
        """
        queries = self._queries
        assert queries is not None
        init_type = self.of(init)
        known = queries.known(argument)  # found on the way, around a loop further out
        if known is not None:
            return known
        mark = queries.mark()
        queries.remember((argument,), init_type)
        problem = (
            f"'{op.name}' op init_arg and yielded value bufferize to inconsistent memory spaces"
        )
        types = (init_type, self.of(next))
        type = common_buffer_type(argument.type, types, problem, op, self._state)
        if type is not init_type:
            queries.forget(mark)
        return type

    def default(self, value: Value) -> Type:
        """What `get_buffer_type` of a model says by default.

        The type of the buffer of an equivalent operand if there is one, else what the options say
        of unknown types.
        """
        owner = owner_of_value(value)
        _check_element_type(value, owner)
        if isinstance(value, BlockArgument) and isinstance(value.type, TensorType):
            return self._state.options.unknown_buffer_type(value.type, None)
        operand = self._equivalent_operand(value)
        return self._unknown(value, owner) if operand is None else self.of(operand)

    def _answer(self, value: Value, queries: _Queries) -> Type:
        known = queries.known(value)
        if known is not None:
            return known
        mark = queries.mark()
        queries.nesting += 1
        if queries.nesting % _NESTING == 0:
            self._prepare(value, queries)
        depth = len(queries)
        lowest, queries.lowest = queries.lowest, _NOWHERE
        try:
            result = self._ask_models(value, queries)
        except DiagnosticError:
            queries.forget(mark)
            raise
        finally:
            ended = queries.pop_to(depth)
            queries.nesting -= 1
        if depth <= queries.lowest < _NOWHERE and isinstance(ended[-1], BlockArgument):
            queries.forget(mark)
            queries.lowest = _NOWHERE
        queries.lowest = min(lowest, queries.lowest)
        queries.remember(ended, result)
        return result

    def _ask_models(self, value: Value, queries: _Queries) -> Type:
        """Follow equivalent operands for as long as models leave the answer to the default."""
        while True:
            if queries.holds(value) and not isinstance(value, BlockArgument):
                _refuse_cycle(value)
            owner = owner_of_value(value)
            model = self._state.model(owner) if owner is not None else None
            if queries and queries[-1] is value and isinstance(model, GuardedModel):
                assert owner is not None
                raise model.error(owner, "get_buffer_type() asks for the type that it is to give")
            queries.push(value)
            if owner is None or model is None:
                return self._unknown(value, owner)
            if model.states_buffer_types:
                return model.get_buffer_type(owner, value, self._state)
            forwarded = self._equivalent_operand(value)
            if forwarded is None:
                return self.default(value)
            _check_element_type(value, owner)
            value = forwarded
            known = queries.known(value)
            if known is not None:
                return known

    def _equivalent_operand(self, value: Value) -> Value | None:
        if isinstance(value, BlockArgument):
            return None
        aliases = self._state.queries.get_aliasing_op_operands(value)
        if aliases and aliases[0].relation is BufferRelation.EQUIVALENT:
            return aliases[0].operand.value
        return None

    def _prepare(self, value: Value, queries: _Queries) -> None:
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
            if current in seen or isinstance(current, BlockArgument) or queries.holds(current):
                continue
            seen.add(current)
            if queries.known(current) is not None:
                continue
            work.append((current, True))
            owner = owner_of_value(current)
            if owner is not None and self._state.model(owner) is not None:
                aliases = self._state.queries.get_aliasing_op_operands(current)
                work.extend((alias.operand.value, False) for alias in aliases)
        for current in order:
            if current is not value:
                self._answer(current, queries)

    def _unknown(self, value: Value, owner: Operation | None) -> Type:
        """The buffer type of a tensor of which only the type is known.

        Raises DiagnosticError where the memory space must be inferred, or for a custom tensor type
        without a model.
        """
        type, options = value.type, self._state.options
        position = owner.location.position() if owner is not None else None
        if not isinstance(type, TensorType):
            return custom_buffer_type(type, self._state, position)
        return options.unknown_buffer_type(type, options.memory_space_for(type, position))


def _refuse_cycle(value: Value) -> None:
    """Raise DiagnosticError where `value` is made from itself, as it can be in a graph region."""
    region = value.parent_region
    if region is not None and not has_ssa_dominance(region):
        message = "the buffer type of this value cannot be told: it is made from itself"
        raise DiagnosticError(error(message, value.location.position()))


def _check_element_type(value: Value, owner: Operation | None) -> None:
    if isinstance(value.type, TensorType):
        check_element_type(value.type, owner.location.position() if owner is not None else None)
