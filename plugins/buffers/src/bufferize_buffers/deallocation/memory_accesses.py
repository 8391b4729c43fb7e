"""The accesses to the memory that a `bufferization.dealloc` frees, under any of its names."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from bufferize import ir
from bufferize.dialects.bufferization import DeallocOp
from bufferize.interfaces import (
    BufferDeallocationOpInterface,
    CallOpInterface,
    memory_effects,
)
from bufferize_buffers.analysis.block_graph import blocks_in_order
from bufferize_buffers.analysis.effects import base_of, is_allocated, is_buffer, may_have_memory
from bufferize_buffers.analysis.flow import BufferFlow, Node
from bufferize_buffers.analysis.later import LaterUses
from bufferize_buffers.analysis.stored import StoredBuffers

NEVER: Final = -1
_MOST_NAMES: Final = 256
"""The number of names beyond which the accesses to memory are taken to be unknown."""


class _Name(NamedTuple):
    """A node of `BufferFlow`, in this run of a region or in an earlier one."""

    node: Node
    is_before: bool
    """Whether the name is for an earlier run of the region."""


class DeallocPart(NamedTuple):
    """A part of a `bufferization.dealloc` whose memory no other part frees."""

    memrefs: list[ir.Value]
    conditions: list[ir.Value]
    retained: list[ir.Value]


class MemoryAccesses:
    """The accesses to the buffers of a program, at the time of construction.

    Its deallocations are assumed to come from `place_deallocations`: callers own the buffers that
    functions return, and a region owns nothing that is defined outside. Operations are numbered in
    the order of the text.
    """

    def __init__(self, root: ir.Operation) -> None:
        self.number: dict[ir.Operation, int] = {}
        self._start: dict[ir.Block, int] = {}
        self._places: dict[ir.Value, list[int]] = {}
        self._last_list: dict[ir.Value, int] = {}
        self._loaded: set[ir.Value] = set()
        own: set[ir.Value] = set()
        self._with_loops: set[ir.Region | None] = set()
        """The regions with loops of blocks."""
        for number, op in enumerate(root.walk()):
            self.number[op] = number
            self._with_loops.update(r for r in op.regions if not blocks_in_order(r)[1])
            if op.parent is not None:
                self._start.setdefault(op.parent, number)
            self._add(op, number)
            if _returns_what_the_caller_owns(op):
                own.update(result for result in op.results if may_have_memory(result.type))
        self._flow = flow = BufferFlow(root, own)
        self._own = own
        """The results of calls that the function owns, so that they are no operands."""
        self._sources = flow.sources()
        stored = flow.stored | StoredBuffers(root).values
        self._hidden = stored | flow.addressed | self._loaded | LaterUses(root).values
        self._is_hidden = flow.summary(self._hidden.__contains__, bool.__or__)
        self._last = flow.summary(self._last_place, max)

    def _add(self, op: ir.Operation, number: int) -> None:
        buffers = {value for value in op.operands if may_have_memory(value.type)}
        if isinstance(op, DeallocOp):
            if len(op.memrefs) + len(op.retained) == 1:
                return
            self._last_list.update(dict.fromkeys(buffers, number))
        elif buffers and _is_without_access(op):
            return
        if any(_holds_buffers(value.type) for value in buffers):
            self._loaded.update(op.results)
        for value in buffers:
            self._places.setdefault(value, []).append(number)

    def _last_place(self, value: ir.Value) -> int:
        places = self._places.get(value)
        return places[-1] if places else NEVER

    def before_free(self, part: DeallocPart, op: DeallocOp) -> int | None:
        """Return the number of the last access before `op` to the memory that `part` frees.

        NEVER if its block has none.

        None if it is unknown, or if the memory must not be reused yet because a later deallocation
        still compares addresses with it.
        """
        number, block = self.number[op], _block(op)
        if len(part.memrefs) == 1 and not part.retained:
            base = base_of(part.memrefs[0])
            is_given = base in self._own and self._flow.next_result[base] is base
            if (is_given or is_allocated(base)) and not self._is_hidden(base):
                last = self._last(base)
                if last < number:
                    return last if last >= self._start[block] else NEVER
        names = self.names(part, op.parent_region)
        if names is None or any(self._last_list.get(name, NEVER) > number for name in names):
            return None
        return self.before(names, block, number)

    def before(self, names: Iterable[ir.Value], block: ir.Block, limit: int) -> int:
        """Return the last access before `limit` to one of `names` in `block`, or NEVER."""
        start, last = self._start[block], NEVER
        for name in names:
            places = self._places.get(name, ())
            index = bisect_left(places, limit)
            if index and places[index - 1] >= start:
                last = max(last, places[index - 1])
        return last

    def parts(self, op: DeallocOp) -> list[DeallocPart]:
        """Return the buffers that `op` frees, grouped by possible aliases."""
        if len(op.memrefs) == 1:
            return [DeallocPart(list(op.memrefs), list(op.conditions), list(op.retained))]
        own = set(op.memrefs).union(op.retained)
        groups: dict[ir.Value, ir.Value] = {}
        unknown: ir.Value | None = None
        for buffer in op.memrefs:
            names = self._names((buffer,), (), op.parent_region)
            if names is None:
                unknown = buffer if unknown is None else unknown
                _unite(groups, buffer, unknown)
            else:
                for name in own.intersection(names):
                    _unite(groups, buffer, name)
        if unknown is not None:
            for buffer in op.retained:
                _unite(groups, buffer, unknown)
        found: dict[ir.Value, DeallocPart] = {}
        for buffer, condition in zip(op.memrefs, op.conditions, strict=True):
            part = found.setdefault(_group(groups, buffer), DeallocPart([], [], []))
            part.memrefs.append(buffer)
            part.conditions.append(condition)
        for buffer in op.retained:
            if _group(groups, buffer) in found:
                found[_group(groups, buffer)].retained.append(buffer)
        return list(found.values())

    def names(self, part: DeallocPart, region: ir.Region | None) -> set[ir.Value] | None:
        """Return the values that may be the memory freed in `region`; None if they are unknown.

        The retained buffers are not among them: if they are that memory, it is not freed. But in
        a loop of blocks the memory may be what they were in an earlier round.
        """
        ends = set() if region in self._with_loops else set(part.retained)
        names = self._names(part.memrefs, ends, region)
        return None if names is None else names.difference(part.retained)

    def _names(
        self, freed: Iterable[ir.Value], ends: Collection[ir.Value], region: ir.Region | None
    ) -> set[ir.Value] | None:
        """Return the values that may be the freed memory; None if they are unknown.

        Values reached only through one of `ends` are left out. So are values of an earlier run of
        `region`: in this run, that memory has the names of the region's arguments.
        """
        holder = None if region is None else region.parent

        def sources(name: _Name) -> list[_Name]:
            is_before = name.is_before or _is_entry_argument(name.node, region)
            found = [
                _Name(source, is_before)
                for source in self._sources.get(name.node, ())
                if _may_bring_ownership(source, name.node, holder)
            ]
            if name.node in self._flow.next_result:
                found.append(_Name(self._flow.next_result[name.node], name.is_before))
            return found

        def targets(name: _Name) -> list[_Name]:
            if name.node in ends and not name.is_before:
                return []
            following = self._flow.targets(name.node)
            found = [_Name(target, name.is_before) for target in following]
            if name.is_before:  # the next run may be the current one
                found += [_Name(t, False) for t in following if _is_entry_argument(t, region)]
            return found

        starts = {_Name(buffer, False): None for buffer in freed}
        origins = _reached(starts, sources)
        if origins is None:
            return None
        anything = any(_says_what_is_owned(name.node) for name in origins)
        starts |= {name: None for name in origins if anything or _may_be_new(name.node)}
        found = _reached(starts, targets)
        if found is None or any(name.node in self._hidden for name in found):
            return None
        return {n.node for n in found if isinstance(n.node, ir.Value) and not n.is_before}


def _reached(
    starts: Iterable[_Name], following: Callable[[_Name], Iterable[_Name]]
) -> dict[_Name, None] | None:
    """Return all nodes reached from `starts`, including these.

    None if it is more than `_MOST_NAMES`.
    """
    found = dict.fromkeys(starts)
    work = list(found)
    while work and len(found) <= _MOST_NAMES:
        for name in following(work.pop()):
            if name not in found:
                found[name] = None
                work.append(name)
    return None if work else found


def _is_entry_argument(node: Node, region: ir.Region | None) -> bool:
    return (
        isinstance(node, ir.BlockArgument) and node.owner.is_entry and node.owner.parent is region
    )


def _group(groups: dict[ir.Value, ir.Value], value: ir.Value) -> ir.Value:
    """Return the representative of the set of `value`."""
    path = [value]
    while (following := groups.get(path[-1], path[-1])) is not path[-1]:
        path.append(following)
    groups.update(dict.fromkeys(path, path[-1]))
    return path[-1]


def _unite(groups: dict[ir.Value, ir.Value], a: ir.Value, b: ir.Value) -> None:
    groups[_group(groups, a)] = _group(groups, b)


def _is_without_access(op: ir.Operation) -> bool:
    """Return whether `op` only renames buffers or reads their shape."""
    return not op.regions and not op.has_trait(ir.IsTerminator) and memory_effects(op) == []


def _holds_buffers(type: ir.Type) -> bool:
    return isinstance(type, ir.ShapedType) and may_have_memory(type.element_type)


def _returns_what_the_caller_owns(op: ir.Operation) -> bool:
    """Return whether `op` calls a function whose results the caller owns unconditionally."""
    if not isinstance(op, CallOpInterface) or isinstance(op, BufferDeallocationOpInterface):
        return False
    buffers = sum(map(is_buffer, op.results))
    flags = sum(result.type is ir.I1 for result in op.results)
    return flags < buffers


def _may_bring_ownership(source: Node, target: Node, holder: ir.Operation | None) -> bool:
    """Return whether memory that a region of `holder` owns as `target` may come from `source`.

    Such memory was allocated while `holder` runs, so it does not come from outside, unless an
    operation says itself what it owns. Within `holder`, the owner may pass memory on under any
    name.
    """
    return (
        holder is None
        or _is_within(source, holder)
        or not _is_within(target, holder)
        or _says_what_is_owned(target)
    )


def _is_within(node: Node, holder: ir.Operation) -> bool:
    return not isinstance(node, ir.Value) or holder.is_ancestor_of(_parent_op(node))


def _may_be_new(node: Node) -> bool:
    """Return whether ownership may begin at `node`: a call or an allocation returns it."""
    return isinstance(node, ir.OpResult) and (
        isinstance(node.owner, CallOpInterface) or is_allocated(node)
    )


def _says_what_is_owned(node: Node) -> bool:
    """Return whether an operation that decides itself which buffers are owned defines `node`."""
    op: ir.Operation | None = None
    if isinstance(node, ir.OpResult):
        op = node.owner
    elif isinstance(node, ir.BlockArgument) and node.owner.is_entry:
        op = node.owner.parent_op
    return isinstance(op, BufferDeallocationOpInterface)


def _parent_op(value: ir.Value) -> ir.Operation | None:
    """Return the operation in whose regions `value` is defined."""
    block = value.parent_block
    return None if block is None else block.parent_op


def _block(op: ir.Operation) -> ir.Block:
    assert op.parent is not None
    return op.parent
