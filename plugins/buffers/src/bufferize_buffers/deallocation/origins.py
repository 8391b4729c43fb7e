"""Where buffers come from: the allocations, arguments and other values that each may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bufferize.interfaces import (
    BranchOpInterface,
    CallOpInterface,
    EffectKind,
    FunctionOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    SelectLikeOpInterface,
    ViewLikeOpInterface,
    has_effect,
)
from bufferize.ir import (
    Block,
    BlockArgument,
    Operation,
    OpOperand,
    OpResult,
    Value,
    strong_components,
)
from bufferize_buffers.deallocation.liveness import is_buffer

_Node = Value | Operation
"""A value, or a call, which stands between what it is given and what it may give back."""

_MOST_ORIGINS: Final = 256
"""Of a buffer with more origins it is not known any more which they are."""


@dataclass(frozen=True, eq=False)
class Origin:
    """What is known of one buffer."""

    base: Value
    """What it is a view of."""
    sources: frozenset[Value]
    """What it may be, or be a view of; empty if that is not known."""
    is_new: bool
    """Whether all sources are allocations."""
    is_new_or_argument: bool
    """Whether all sources are allocations or arguments of the function."""
    allocation: Operation | None
    """The operation that allocates the base."""
    argument_block: Block | None
    """The block whose argument the base is."""

    def is_same(self, other: Origin) -> bool:
        """Whether both are sure to be in one allocation."""
        return self.base is other.base or (len(self.sources) == 1 and self.sources == other.sources)


class Origins:
    """The origins of the buffers in an operation, as it is when this is made."""

    def __init__(self, root: Operation) -> None:
        self._flows: dict[_Node, list[_Node]] = {}
        self._ends: set[Value] = set()
        for op in root.walk():
            self._add(op)
        self._sources: dict[_Node, frozenset[Value] | None] = {}
        self._solve()
        self._allocated = {value for value in self._ends if is_allocated(value)}
        self._found: dict[Value, Origin] = {}

    def of(self, value: Value) -> Origin:
        """The origin of a buffer."""
        found = self._found.get(value)
        if found is None:
            base = base_of(value)
            found = self._found.get(base)
            if found is None:
                found = self._found[base] = self._origin(base)
            self._found[value] = found
        return found

    def _origin(self, base: Value) -> Origin:
        sources = self._sources.get(base) or frozenset()
        others = sources - self._allocated
        is_new = bool(sources) and not others
        is_new_or_argument = bool(sources) and all(map(_is_function_argument, others))
        return Origin(
            base,
            sources,
            is_new,
            is_new_or_argument,
            base.defining_op if base in self._allocated else None,
            base.owner if isinstance(base, BlockArgument) else None,
        )

    def _solve(self) -> None:
        """Finds the sources of all buffers: those that flow into each other have the same."""
        starts: list[_Node] = [*self._flows, *self._ends]
        for members in strong_components(starts, lambda value: self._flows.get(value, ())):
            found = self._united(members)
            self._sources.update(dict.fromkeys(members, found))

    def _united(self, members: Sequence[_Node]) -> frozenset[Value] | None:
        """The sources of values that flow into each other; None if there are too many."""
        found = {m for m in members if isinstance(m, Value) and m in self._ends}
        inner = set(members)
        for member in members:
            for source in self._flows.get(member, ()):
                if source not in inner:
                    others = self._sources[source]
                    if others is None:
                        return None
                    found |= others
                    if len(found) > _MOST_ORIGINS:
                        return None
        return frozenset(found)

    def _add(self, op: Operation) -> None:
        if isinstance(op, SelectLikeOpInterface):
            if is_buffer(op.results[0]):
                self._flow(op.selected_values, [op.results[0]] * 2)
        elif isinstance(op, ViewLikeOpInterface):
            self._flow([op.view_source], [op.results[0]])
        elif isinstance(op, BranchOpInterface):
            for index, block in enumerate(op.successors):
                start = op.produced_operand_count(index)
                self._flow(_values(op.successor_operands(index)), block.arguments[start:])
        elif isinstance(op, RegionBranchOpInterface):
            self._add_regions(op)
        elif isinstance(op, RegionBranchTerminatorOpInterface):
            pass  # added with the operation around it
        else:
            if isinstance(op, CallOpInterface):
                self._flows[op] = [value for value in op.operands if is_buffer(value)]
                for result in filter(is_buffer, op.results):
                    self._flows.setdefault(result, []).append(op)
            self._ends.update(filter(is_buffer, op.results))
            for region in op.regions:
                if region.blocks:
                    self._ends.update(filter(is_buffer, region.blocks[0].arguments))

    def _add_regions(self, op: RegionBranchOpInterface) -> None:
        for successor in op.successor_regions(None):
            self._enter(op.entry_successor_operands(successor.region), successor)
        for region in op.regions:
            successors = op.successor_regions(region)
            for block in region.blocks:
                last = block.last_op
                if isinstance(last, RegionBranchTerminatorOpInterface):
                    for successor in successors:
                        operands = last.mutable_successor_operands(successor.region)
                        self._enter(operands, successor)

    def _enter(self, operands: Sequence[OpOperand], successor: RegionSuccessor) -> None:
        self._flow(_values(operands), successor.inputs)

    def _flow(self, sources: Iterable[Value], targets: Iterable[Value]) -> None:
        for source, target in zip(sources, targets, strict=False):
            if is_buffer(source) and is_buffer(target):
                self._flows.setdefault(target, []).append(source)


def _values(operands: Iterable[OpOperand]) -> list[Value]:
    return [operand.value for operand in operands]


def base_of(value: Value) -> Value:
    """What `value` is a view of, at the end of all views."""
    op = value.defining_op
    while isinstance(op, ViewLikeOpInterface) and op.results[0] is value:
        value = op.view_source
        op = value.defining_op
    return value


def is_allocated(value: Value) -> bool:
    """Whether `value` is a whole allocation, as it was made."""
    return isinstance(value, OpResult) and has_effect(value.owner, EffectKind.ALLOCATE, value)


def _is_function_argument(value: Value) -> bool:
    if not isinstance(value, BlockArgument) or not value.owner.is_entry:
        return False
    return isinstance(value.owner.parent_op, FunctionOpInterface)
