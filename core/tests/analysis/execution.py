"""Executions of a program, one point at a time: what can happen after what.

Written from the IR alone, to check what the analysis says about order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bufferize.interfaces import FunctionOpInterface, RegionBranchOpInterface
from bufferize.ir import Block, BlockArgument, Operation, OpResult, Region, Value

Start = tuple[Operation, bool]
Point = Start | Block
"""The start (False) or the end (True) of an operation, or the entry of a block."""


class Executions:
    """The points of a program, and the steps from one to the next."""

    def __init__(self) -> None:
        self._next: dict[Point, list[Point]] = {}

    def next_points(self, point: Point) -> list[Point]:
        """Where control may be one step after `point`."""
        known = self._next.get(point)
        if known is None:
            known = self._next[point] = _next_points(point)
        return known

    def reachable(self, starts: Iterable[Point], barrier: Point | None = None) -> set[Point]:
        """The starts, and all points on the paths from them that do not come to `barrier`."""
        reached = set(starts)
        work = list(reached)
        while work:
            for point in self.next_points(work.pop()):
                if point != barrier and point not in reached:
                    reached.add(point)
                    work.append(point)
        return reached


def point_of_definition(value: Value) -> Point:
    """Where `value` gets its contents: the end of its operation, or the entry of its block."""
    if isinstance(value, OpResult):
        return value.owner, True
    assert isinstance(value, BlockArgument)
    return value.owner


def happens_within(op: Operation) -> Callable[[Point], bool]:
    """Whether a point is one of `op`, from its start to its end."""
    inside: dict[Operation | None, bool] = {None: False, op: True}

    def is_within(point: Point) -> bool:
        current = point.parent_op if isinstance(point, Block) else point[0]
        path = []
        while current not in inside:
            assert current is not None
            path.append(current)
            current = current.parent_op
        answer = inside[current]
        inside.update(dict.fromkeys(path, answer))
        return answer

    return is_within


def _next_points(point: Point) -> list[Point]:
    if isinstance(point, Block):
        return _first_of(point)
    op, is_over = point
    if not is_over:
        return _into_regions(op)
    if op.next_op is not None:
        return [(op.next_op, False)]
    if op.successors:
        return list(op.successors)
    return _out_of(op.parent_region)


def _first_of(block: Block) -> list[Point]:
    first = next(iter(block.ops), None)
    return _out_of(block.parent) if first is None else [(first, False)]


def _into_regions(op: Operation) -> list[Point]:
    if isinstance(op, RegionBranchOpInterface) and op.regions:
        return _successors(op, None)
    # Whatever an operation does with its regions that does not say so: none, any, again and again.
    return [*_entries(op), (op, True)]


def _out_of(region: Region | None) -> list[Point]:
    op = region.parent if region is not None else None
    if op is None or isinstance(op, FunctionOpInterface):
        return []
    if isinstance(op, RegionBranchOpInterface):
        return _successors(op, region)
    return [*_entries(op), (op, True)]


def _successors(op: RegionBranchOpInterface, point: Region | None) -> list[Point]:
    assert isinstance(op, Operation)
    found: list[Point] = []
    for successor in op.successor_regions(point):
        region = successor.region
        found.append((op, True) if region is None or not region.blocks else region.entry)
    return found


def _entries(op: Operation) -> list[Point]:
    return [region.entry for region in op.regions if region.blocks]
