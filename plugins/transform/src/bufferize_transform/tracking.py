"""The tracking of handles while patterns and other rewrites replace their payload."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import Diagnostic, Severity, error
from bufferize.interfaces import CastOpInterface
from bufferize_transform.dialect import SILENCE_TRACKING_FAILURES
from bufferize_transform.interface import TransformOpInterface
from bufferize_transform.state import TransformState, position_of

_NOT_FOUND = (
    "tracking listener failed to find replacement op during application of this transform op"
)


class TrackingListener(ir.Listener):
    """A listener that records in the state how a transform replaces payload.

    A replaced operation is tracked to the one of the same name that defines its replacement values.
    If there is none, and a handle to the operation is used later, that is a failure.
    """

    def __init__(self, state: TransformState, transform: TransformOpInterface) -> None:
        self._state = state
        self._transform = transform
        self._consumed = {operand.value for operand in transform.consumed_operands()}
        self._failed: list[Diagnostic] = []
        self._replaced: list[Diagnostic] = []

    @property
    def failures(self) -> list[Diagnostic]:
        """A failure for each operation whose replacement was not found."""
        if self._failed:
            self._failed[-1].notes += self._replaced
            self._replaced = []
        return self._failed

    def operation_replaced(self, op: ir.Operation, values: Sequence[ir.Value]) -> None:
        state = self._state
        for result, value in zip(op.results, values, strict=True):
            state.replace(result, value)
        needed = next(filter(self._is_needed, state.handles_of(op)), None)
        if needed is None:
            return
        replacement, casts, why_not = _replacement(op, values)
        if replacement is None:
            self._note_failure(op, values, casts, why_not, needed)
        state.replace(op, replacement)

    def operation_erased(self, op: ir.Operation) -> None:
        for nested in op.walk():
            for result in nested.results:
                self._state.replace(result, None)
            if not self._state.is_replaced(nested):
                self._state.replace(nested, None)

    def _is_needed(self, handle: ir.Value) -> bool:
        """Return whether a handle is used after this transform."""
        if handle in self._consumed:
            return False
        return any(_happens_before(self._transform, user) for user in handle.users)

    def _note_failure(
        self,
        op: ir.Operation,
        values: Sequence[ir.Value],
        casts: Sequence[ir.Operation],
        why_not: str,
        handle: ir.Value,
    ) -> None:
        if SILENCE_TRACKING_FAILURES in self._transform.attributes:
            return
        failure = error(_NOT_FOUND, self._transform)
        for cast in casts:
            failure.note("using output of 'CastOpInterface' op", cast)
        failure.note(why_not, self._transform)
        failure.note(
            "replacement is required because this handle must be updated", position_of(handle)
        )
        prefix = f"[{len(self._failed)}]"
        self._failed.append(failure)
        places = [("replaced op", op.location.position())]
        places += [(f"replacement value {i}", position_of(v)) for i, v in enumerate(values)]
        for words, position in places:
            self._replaced.append(Diagnostic(Severity.NOTE, f"{prefix} {words}", position))


def _replacement(
    op: ir.Operation, values: Sequence[ir.Value]
) -> tuple[ir.Operation | None, list[ir.Operation], str]:
    """Return the operation that replaces `op`, and the casts in between, or the reason for none.

    It is one operation that defines all the values, maybe through casts. It has the same name, or
    it is a constant.
    """
    casts: list[ir.Operation] = []
    current = list(values)
    while current:
        owners = {value.owner if isinstance(value, ir.OpResult) else None for value in current}
        found = owners.pop()
        if owners or found is None:
            return None, casts, "replacement values belong to different ops"
        if not isinstance(found, CastOpInterface):
            if found.name == op.name or found.has_trait(d.ConstantLike):
                return found, casts, ""
            break
        casts.append(found)
        current = list(found.operands)
    return None, casts, "ran out of suitable replacement values"


def _happens_before(first: ir.Operation, second: ir.Operation) -> bool:
    """Return whether `second` is executed after `first`, and not within it."""
    inner: ir.Operation | None = first
    while inner is not None:
        if inner.is_proper_ancestor_of(second):
            return False
        around: ir.Operation | None = second
        while around is not None and around.parent is not inner.parent:
            around = around.parent_op
        if around is not None and inner.parent is not None:
            return inner.is_before_in_block(around)
        inner = inner.parent_op
    return False
