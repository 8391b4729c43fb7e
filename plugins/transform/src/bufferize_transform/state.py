"""The mapping from the values of a script to payload while it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

from bufferize import ir
from bufferize.diagnostics import Position
from bufferize.driver import ModelContext
from bufferize_transform.interface import DefiniteFailure, Payload, definite
from bufferize_transform.types import (
    HandleType,
    OperationHandleType,
    ParameterType,
    ValueHandleType,
)

_Entity = ir.Operation | ir.Value
"""Payload that may be replaced while it is mapped to handles: operations or values."""
_GONE: Final = object()
_KINDS: Final[dict[type, type]] = {
    OperationHandleType: ir.Operation,
    ValueHandleType: ir.Value,
    ParameterType: ir.Attribute,
}


class TransformState:
    """The mapping from handles to payload, and the changes of the payload since the last update.

    `root` is the operation that is transformed, `context` that of its parser. A value of the
    script is mapped as long as the region that defines it runs.
    """

    def __init__(
        self, root: ir.Operation, context: ModelContext, *, expensive_checks: bool = True
    ) -> None:
        self.root = root
        self.context = context
        self.expensive_checks = expensive_checks
        """Whether to check that no used handle may have erased payload."""
        self.rewriter = ir.Rewriter()
        """The rewriter of the current transform, which tracks handles to replaced payload."""
        self._regions: list[ir.Region] = []
        self._payloads: dict[ir.Region, dict[ir.Value, list[Any]]] = {}
        self._handles: dict[_Entity | ir.Attribute, dict[ir.Value, None]] = {}
        self._replaced: dict[_Entity, _Entity | object] = {}

    # What handles stand for

    def payload(self, handle: ir.Value) -> list[Any]:
        """Return the payload of `handle`, of any kind. Raises DefiniteFailure if it was consumed."""
        found = self._known(handle)
        if found is None:
            message = "this handle was consumed, and it stands for nothing any more"
            raise definite(message, position_of(handle))
        if self._replaced:
            found = [entity for entity in map(self._current, found) if entity is not _GONE]
        return list(found)

    def operations(self, handle: ir.Value) -> list[ir.Operation]:
        """Return the operations of the payload of `handle`."""
        return cast("list[ir.Operation]", self.payload(handle))

    def values(self, handle: ir.Value) -> list[ir.Value]:
        """Return the values of the payload of `handle`."""
        return cast("list[ir.Value]", self.payload(handle))

    def parameters(self, handle: ir.Value) -> list[ir.Attribute]:
        """Return the attributes of the parameter `handle`."""
        return cast("list[ir.Attribute]", self.payload(handle))

    def set_payload(self, handle: ir.Value, payload: Payload) -> None:
        """Map `handle` to payload. Raises DefiniteFailure if its type does not allow it."""
        type = handle.type
        kind = next((kind for of, kind in _KINDS.items() if isinstance(type, of)), None)
        if kind is None or not isinstance(type, HandleType):
            raise definite(f"a value of type {type} is no handle", position_of(handle))
        wrong = next((entity for entity in payload if not isinstance(entity, kind)), None)
        if wrong is not None:
            message = f"a handle of type {type} cannot stand for {wrong!r}"
            raise definite(message, position_of(handle))
        problem = type.payload_problem(cast("Sequence[Any]", payload))
        if problem is not None:
            problem.position = position_of(handle)
            raise DefiniteFailure(problem)
        region = handle.parent_region
        assert region is not None
        self._forget(handle)
        self._payloads[region][handle] = list(payload)
        if not isinstance(type, ParameterType):
            for entity in payload:
                self._handles.setdefault(entity, {})[handle] = None

    def set_arguments(self, block: ir.Block, payloads: Sequence[Payload]) -> None:
        """Map the arguments of a block to `payloads`."""
        for argument, payload in zip(block.arguments, payloads, strict=True):
            self.set_payload(argument, payload)

    @contextmanager
    def running(self, region: ir.Region) -> Iterator[None]:
        """Context manager: values defined in `region` may be mapped to payload."""
        self._regions.append(region)
        self._payloads[region] = {}
        try:
            yield
        finally:
            for handle in list(self._payloads[region]):
                self._forget(handle)
            del self._payloads[region]
            self._regions.pop()

    def handles_in_reach(self) -> Iterator[tuple[ir.Value, list[Any]]]:
        """Return the handles that the current transform may use, with their payload.

        They are defined in the running regions, up to a region that is isolated from above.
        """
        for region in reversed(self._regions):
            for handle, payload in self._payloads[region].items():
                if not isinstance(handle.type, ParameterType):
                    yield handle, payload
            if region.parent is not None and region.parent.has_trait(ir.IsolatedFromAbove):
                return

    def consume(self, handle: ir.Value) -> None:
        """Unmap `handle`: it must not be used any more."""
        if self._known(handle) is not None:
            self._forget(handle)

    def handles_of(self, entity: _Entity) -> list[ir.Value]:
        """Return the handles whose payload includes `entity`."""
        return list(self._handles.get(entity, ()))

    # What happens to the payload

    def replace(self, entity: _Entity, replacement: _Entity | None) -> None:
        """Record that `replacement`, or nothing, replaces `entity` in the payload of handles."""
        handles = self._handles.get(entity)
        if handles and entity is not replacement:
            self._replaced[entity] = _GONE if replacement is None else replacement
            if replacement is not None:
                self._handles.setdefault(replacement, {}).update(handles)

    def is_replaced(self, entity: _Entity) -> bool:
        """Return whether a replacement of `entity` was recorded since the last update of handles."""
        return entity in self._replaced

    def settle(self) -> None:
        """Update the handles by the recorded replacements; called between two transforms."""
        changed = {h: None for entity in self._replaced for h in self._handles.pop(entity, ())}
        for handle in changed:
            payload = self._known(handle)
            if payload is not None:
                payload[:] = [e for e in map(self._current, payload) if e is not _GONE]
        self._replaced.clear()

    def _current(self, entity: Any) -> Any:
        while entity in self._replaced:
            entity = self._replaced[entity]
        return entity

    def _known(self, handle: ir.Value) -> list[Any] | None:
        region = handle.parent_region
        return None if region is None else self._payloads.get(region, {}).get(handle)

    def _forget(self, handle: ir.Value) -> None:
        region = handle.parent_region
        assert region is not None
        for entity in self._payloads[region].pop(handle, ()):
            handles = self._handles.get(entity)
            if handles is not None:
                handles.pop(handle, None)
                if not handles:
                    del self._handles[entity]


def position_of(value: ir.Value) -> Position | None:
    """Return the position of the definition of a value."""
    return value.location.position()
