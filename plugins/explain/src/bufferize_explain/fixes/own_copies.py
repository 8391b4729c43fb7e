"""Counting the copies that a program itself asks for, by `tensor.insert_slice` and the like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import prod
from typing import TypeVar

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import Position
from bufferize.driver.copy_log import LoopFinder
from bufferize.interfaces import CopyOpInterface
from bufferize.record import TensorCopy
from bufferize_explain.groups import OwnCopies

T = TypeVar("T")


@dataclass
class CopyCounter:
    """A counter of the copies in a bufferized program that bufferization did not add.

    A copy is attributed by its location: bufferization gives new operations the location of the
    operation that it rewrites.
    """

    state: AnalysisState
    names: dict[Position, str] = field(default_factory=dict)
    found: list[tuple[Position | None, int | None]] = field(default_factory=list)
    """The position and the total bytes of each copy in the bufferized program."""

    def note_program(self, module: ir.Operation) -> None:
        """Record the positions of all operations, before bufferization."""
        for op in module.walk():
            position = op.location.position()
            if position is not None and not op.has_trait(ir.IsTerminator):
                self.names[position] = op.name

    def note_result(self, module: ir.Operation) -> None:
        """Record the copies in the bufferized module."""
        loops = LoopFinder()
        for op in module.walk():
            if isinstance(op, CopyOpInterface):
                counts = [loop.trip_count for loop in loops.around(op, self.state)]
                size = _size(op.copy_target.type)
                known = [count for count in counts if count is not None]
                cost = None if size is None or len(known) < len(counts) else prod(known, start=size)
                self.found.append((op.location.position(), cost))

    def others(self, copies: Iterable[TensorCopy]) -> list[OwnCopies]:
        """Return the copies other than `copies`, by name of operation, the most expensive first."""
        left = Counter((copy.place.position, copy.cost) for copy in copies if copy.copies_contents)
        rest = [each for each in self.found if not _take(left, each)]
        # Casts may make more of the shape known than the type does.
        places = Counter(position for position, _ in left.elements())
        others = [
            (None if position is None else self.names.get(position), cost)
            for position, cost in rest
            if cost is not None or not _take(places, position)
        ]
        # A copy for another layout may have the position of no operation.
        elsewhere = Counter(cost for _, cost in left.elements())
        costs: dict[str, list[int | None]] = {}
        for name, cost in others:
            if name is not None or not _take(elsewhere, cost):
                costs.setdefault(name or "unknown", []).append(cost)
        found = [
            OwnCopies(name, len(own), sum(cost or 0 for cost in own), own.count(None))
            for name, own in costs.items()
        ]
        return sorted(found, key=lambda own: (own.num_unknown, own.known_bytes), reverse=True)


def _take(left: Counter[T], item: T) -> bool:
    """Remove one `item`; return whether there was one."""
    if not left[item]:
        return False
    left[item] -= 1
    return True


def _size(type: object) -> int | None:
    if not isinstance(type, ir.MemRefType) or ir.DYNAMIC in type.shape:
        return None
    element = ir.memory_bytes(type.element_type)
    return None if element is None else prod(type.shape, start=element)
