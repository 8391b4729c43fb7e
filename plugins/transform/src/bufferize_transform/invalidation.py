"""Invalid handles: those whose payload may have been erased.

A transform that consumes a handle may change or erase its payload, and everything nested in it.
Other handles to that payload are invalid from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bufferize import ir
from bufferize.diagnostics import Diagnostic, Position, error
from bufferize_transform.interface import DefiniteFailure, TransformOpInterface
from bufferize_transform.state import TransformState, position_of
from bufferize_transform.types import OperationHandleType, ValueHandleType

_USED = "op uses a handle invalidated by a previously executed transform op"
_USED_EMPTY = (
    "op uses a handle associated with empty payload and invalidated by a previously executed "
    "transform op"
)
_NESTED = (
    "all handles to payload IR entities associated with this operand and entities nested in them"
)
_SAME = "handles to the same values as associated with it"


class _Note(NamedTuple):
    message: str
    position: Position | None


class Invalidation:
    """The invalid handles, each with the message for uses of it."""

    def __init__(self, state: TransformState) -> None:
        self._state = state
        self._invalid: dict[ir.Value, tuple[str, list[_Note]]] = {}

    def check_uses(self, op: TransformOpInterface) -> None:
        """Check that `op` uses no invalid handle, and record those that it invalidates.

        Raises DefiniteFailure for an invalid handle, and for a consumed handle with repeated
        payload.
        """
        consumed = set(op.consumed_operands())
        new: dict[ir.Value, tuple[str, list[_Note]]] = {}
        for operand in op.op_operands:
            problem = self._invalid.get(operand.value)
            if problem is None and not op.allows_repeated_handle_operands:
                problem = new.get(operand.value)
            if problem is not None:
                raise DefiniteFailure(_diagnostic(problem, op))
            if operand in consumed:
                self._note_consumption(operand, new)
        self._invalid.update(new)
        for operand in op.op_operands:
            if operand in consumed:
                self._check_repetitions(operand, op)

    def forget(self, handles: Iterable[ir.Value]) -> None:
        """Drop the facts about `handles`, which get new payload or are not used any more."""
        for handle in handles:
            self._invalid.pop(handle, None)

    def _check_repetitions(self, operand: ir.OpOperand, op: ir.Operation) -> None:
        if not isinstance(operand.value.type, OperationHandleType | ValueHandleType):
            return
        seen: set[ir.Operation | ir.Value] = set()
        for entity in self._state.payload(operand.value):
            if entity in seen:
                what = "op" if isinstance(entity, ir.Operation) else "value"
                problem = error(
                    f"a handle passed as operand #{operand.index} and consumed by this operation "
                    "points to a payload entity more than once",
                    op,
                )
                raise DefiniteFailure(
                    problem.note(f"repeated target {what}", entity.location.position())
                )
            seen.add(entity)

    def _note_consumption(
        self, operand: ir.OpOperand, new: dict[ir.Value, tuple[str, list[_Note]]]
    ) -> None:
        handle = operand.value
        if isinstance(handle.type, OperationHandleType):
            self._note_operations(operand, self._state.operations(handle), None, new)
        elif isinstance(handle.type, ValueHandleType):
            self._note_values(operand, self._state.values(handle), new)

    def _note_operations(
        self,
        operand: ir.OpOperand,
        consumed: Sequence[ir.Operation],
        through: ir.Value | None,
        new: dict[ir.Value, tuple[str, list[_Note]]],
    ) -> None:
        by = _consumer(operand, f" and invalidates {_NESTED}")
        if not consumed:
            new.setdefault(operand.value, (_USED_EMPTY, [_consumer(operand, "")]))
            return
        roots = set(consumed)
        value_note = []
        if through is not None:
            text = "consumed handle points to this payload value"
            value_note = [_Note(text, position_of(through))]
        for handle, payload in self._state.handles_in_reach():
            if handle in self._invalid or handle in new:
                continue
            for entity in payload:
                owner = entity if isinstance(entity, ir.Operation) else _owner(entity)
                root = _ancestor(owner, roots)
                if root is None or owner is None:
                    continue
                if isinstance(entity, ir.Operation):
                    notes = [
                        _Note("handle to invalidated ops", position_of(handle)),
                        by,
                        _Note("ancestor payload op", root.location.position()),
                        _Note("nested payload op", owner.location.position()),
                        *value_note,
                    ]
                else:
                    notes = [
                        _Note("invalidated handle", position_of(handle)),
                        by,
                        _Note(
                            "ancestor op associated with the consumed handle",
                            root.location.position(),
                        ),
                        _Note(_definition(entity), owner.location.position()),
                        _Note("payload value", position_of(entity)),
                    ]
                new[handle] = (_USED, notes)
                break

    def _note_values(
        self,
        operand: ir.OpOperand,
        consumed: Sequence[ir.Value],
        new: dict[ir.Value, tuple[str, list[_Note]]],
    ) -> None:
        by = _consumer(operand, f" and invalidates {_SAME}")
        wanted = set(consumed)
        for handle, payload in self._state.handles_in_reach():
            if handle in self._invalid or handle in new:
                continue
            value = next((entity for entity in payload if entity in wanted), None)
            if isinstance(value, ir.Value):
                notes = [
                    _Note("invalidated handle", position_of(handle)),
                    by,
                    _Note("payload value", position_of(value)),
                ]
                new[handle] = (_USED, notes)
        for value in consumed:
            definition = value.defining_op
            block = value.parent_block
            if definition is not None:
                self._note_operations(operand, [definition], value, new)
            elif block is not None and block.first_op is not None:
                self._note_operations(operand, list(block.ops), value, new)


def _consumer(operand: ir.OpOperand, what: str) -> _Note:
    return _Note(
        f"invalidated by this transform op that consumes its operand #{operand.index}{what}",
        operand.owner.location.position(),
    )


def _diagnostic(problem: tuple[str, list[_Note]], op: ir.Operation) -> Diagnostic:
    message, notes = problem
    diagnostic = error(message, op)
    for note in notes:
        diagnostic.note(note.message, note.position)
    return diagnostic


def _owner(value: ir.Value) -> ir.Operation | None:
    """Return the operation with `value` as result, or as block argument of its regions."""
    return value.defining_op or value.parent_op


def _ancestor(op: ir.Operation | None, roots: set[ir.Operation]) -> ir.Operation | None:
    """Return the innermost of `roots` that is `op` or contains it."""
    while op is not None and op not in roots:
        op = op.parent_op
    return op


def _definition(value: ir.Value) -> str:
    if isinstance(value, ir.OpResult):
        return f"op defining the value as result #{value.index}"
    assert isinstance(value, ir.BlockArgument)
    return f"op defining the value as {describe_argument(value, 'of')}"


def describe_argument(argument: ir.BlockArgument, preposition: str) -> str:
    """Return a description of a block argument: its number, block, region and operation."""
    region = argument.owner.parent
    assert region is not None
    return (
        f"block argument #{argument.index} {preposition} block "
        f"#{region.blocks.index(argument.owner)} in region #{region.index}"
    )
