"""Where the memory that a `bufferization.dealloc` frees is accessed, under whatever name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from bufferize.dialects.bufferization import DeallocOp
from bufferize.interfaces import (
    BufferDeallocationOpInterface,
    CallOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    memory_effects,
)
from bufferize.ir import (
    I1,
    Block,
    BlockArgument,
    IsTerminator,
    Operation,
    OpResult,
    Region,
    ShapedType,
    Type,
    Value,
)
from bufferize_buffers.deallocation.liveness import is_buffer
from bufferize_buffers.deallocation.origins import base_of, is_allocated
from bufferize_buffers.flow import BufferFlow, Node, may_have_memory

NEVER: Final = -1
_MOST_NAMES: Final = 256
"""Of memory with more names it is not known any more where it is accessed."""


class _Name(NamedTuple):
    """A value, or what stands between values."""

    node: Node
    is_before: bool
    """Whether it is that of a run of the region before the one at hand."""


class Part(NamedTuple):
    """Some of what a `bufferization.dealloc` frees, and what it retains of that."""

    memrefs: list[Value]
    conditions: list[Value]
    retained: list[Value]


class Accesses:
    """The accesses to the buffers of a program, as it is when this is made.

    The frees in it are those of `place_deallocations`: what a function returns is the caller's, and
    nobody owns what has been defined around an operation with regions. Operations have numbers, in the
    order of the text.
    """

    def __init__(self, root: Operation) -> None:
        self.number: dict[Operation, int] = {}
        self._start: dict[Block, int] = {}
        self._places: dict[Value, list[int]] = {}
        self._last_list: dict[Value, int] = {}
        self._loaded: set[Value] = set()
        siblings: dict[Value, Value] = {}
        owned: set[Value] = set()
        for number, op in enumerate(root.walk()):
            self.number[op] = number
            if op.parent is not None:
                self._start.setdefault(op.parent, number)
            self._add(op, number)
            if isinstance(op, CallOpInterface):
                given = [result for result in op.results if may_have_memory(result.type)]
                siblings.update(zip(given, [*given[1:], *given[:1]], strict=True))
                if _returns_what_the_caller_owns(op):
                    owned.update(given)
        self._flow = flow = BufferFlow(root, owned)
        self._siblings = siblings
        """What calls return, each with the next result of the call: all may be one, owned as each."""
        self._owned = owned
        """What calls return that is new to the function."""
        self._sources = flow.sources()
        self._hidden = flow.kept | flow.addressed | self._loaded
        self._is_hidden = flow.summary(self._hidden.__contains__, bool.__or__)
        self._last = flow.summary(self._last_place, max)

    def _add(self, op: Operation, number: int) -> None:
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

    def _last_place(self, value: Value) -> int:
        places = self._places.get(value)
        return places[-1] if places else NEVER

    def before_free(self, part: Part, op: DeallocOp) -> int | None:
        """The number of the last access, before `op`, to what a part frees; NEVER if its block has none.

        None where it is not known, or where the memory must not be used anew: another deallocation
        still compares addresses with it.
        """
        number, block = self.number[op], _block(op)
        if len(part.memrefs) == 1 and not part.retained:
            base = base_of(part.memrefs[0])
            is_alone = base in self._owned and self._siblings[base] is base
            is_alone = is_alone or is_allocated(base)
            if is_alone and not self._is_hidden(base):
                last = self._last(base)
                if last < number:
                    return last if last >= self._start[block] else NEVER
        names = self.names(part, op.parent_region)
        if names is None or any(self._last_list.get(name, NEVER) > number for name in names):
            return None
        return self.before(names, block, number)

    def before(self, names: Iterable[Value], block: Block, limit: int) -> int:
        """The number below `limit` of the last access under one of `names` in `block`, or NEVER."""
        start, last = self._start[block], NEVER
        for name in names:
            places = self._places.get(name, ())
            index = bisect_left(places, limit)
            if index and places[index - 1] >= start:
                last = max(last, places[index - 1])
        return last

    def parts(self, op: DeallocOp) -> list[Part]:
        """What `op` frees, apart where it is never the same memory."""
        if len(op.memrefs) == 1:
            return [Part(list(op.memrefs), list(op.conditions), list(op.retained))]
        own = set(op.memrefs).union(op.retained)
        groups: dict[Value, Value] = {}
        unknown: Value | None = None
        for buffer in op.memrefs:
            names = self._names((buffer,), op.retained, op.parent_region)
            if names is None:
                unknown = buffer if unknown is None else unknown
                _unite(groups, buffer, unknown)
            else:
                for name in own.intersection(names):
                    _unite(groups, buffer, name)
        if unknown is not None:
            for buffer in op.retained:
                _unite(groups, buffer, unknown)
        found: dict[Value, Part] = {}
        for buffer, condition in zip(op.memrefs, op.conditions, strict=True):
            part = found.setdefault(_group(groups, buffer), Part([], [], []))
            part.memrefs.append(buffer)
            part.conditions.append(condition)
        for buffer in op.retained:
            if _group(groups, buffer) in found:
                found[_group(groups, buffer)].retained.append(buffer)
        return list(found.values())

    def names(self, part: Part, region: Region | None) -> set[Value] | None:
        """The values that may be what is freed in `region`, as far as it is; None if that is not known.

        Of what is one of the buffers that are retained, nothing is freed.
        """
        names = self._names(part.memrefs, part.retained, region)
        return None if names is None else names.difference(part.retained)

    def _names(
        self, freed: Iterable[Value], retained: Collection[Value], region: Region | None
    ) -> set[Value] | None:
        """The values that may be what is freed, or is retained instead; None if that is not known.

        What has come from a run of `region` before has other names now: arguments of the region.
        """
        ends = set(retained)

        def sources(name: _Name) -> list[_Name]:
            is_before = name.is_before or _is_entry_argument(name.node, region)
            found = [_Name(source, is_before) for source in self._owned_sources(name.node)]
            if name.node in self._siblings:
                found.append(_Name(self._siblings[name.node], name.is_before))
            return found

        def targets(name: _Name) -> list[_Name]:
            if name.node in ends and not name.is_before:
                return []
            return [
                _Name(target, name.is_before and not _is_entry_argument(target, region))
                for target in self._flow.targets(name.node)
            ]

        origins = _reached((_Name(buffer, False) for buffer in freed), sources)
        if origins is None:
            return None
        # An operation of which nothing is known makes no buffer of its own.
        found = _reached((name for name in origins if isinstance(name.node, Value)), targets)
        if found is None or any(name.node in self._hidden for name in found):
            return None
        return {n.node for n in found if isinstance(n.node, Value) and not n.is_before}

    def _owned_sources(self, node: Node) -> list[Node]:
        """What a buffer that somebody owns may have been before."""
        return [s for s in self._sources.get(node, ()) if _may_bring_ownership(s, node)]


def _reached(
    starts: Iterable[_Name], following: Callable[[_Name], Iterable[_Name]]
) -> dict[_Name, None] | None:
    """All that is reached, with the starts; None if that is too much."""
    found = dict.fromkeys(starts)
    work = list(found)
    while work and len(found) <= _MOST_NAMES:
        for name in following(work.pop()):
            if name not in found:
                found[name] = None
                work.append(name)
    return None if work else found


def _is_entry_argument(node: Node, region: Region | None) -> bool:
    return isinstance(node, BlockArgument) and node.owner.is_entry and node.owner.parent is region


def _group(groups: dict[Value, Value], value: Value) -> Value:
    """The value that stands for all that `value` has been united with."""
    path = [value]
    while (following := groups.get(path[-1], path[-1])) is not path[-1]:
        path.append(following)
    groups.update(dict.fromkeys(path, path[-1]))
    return path[-1]


def _unite(groups: dict[Value, Value], a: Value, b: Value) -> None:
    groups[_group(groups, a)] = _group(groups, b)


def _is_without_access(op: Operation) -> bool:
    """Whether `op` gives other names to buffers, or tells their shape, and no more."""
    return not op.regions and not op.has_trait(IsTerminator) and memory_effects(op) == []


def _holds_buffers(type: Type) -> bool:
    return isinstance(type, ShapedType) and may_have_memory(type.element_type)


def _returns_what_the_caller_owns(op: CallOpInterface) -> bool:
    """Whether `op` calls a function that returns no i1 values with buffers, but copies."""
    if isinstance(op, BufferDeallocationOpInterface):
        return False
    buffers = sum(map(is_buffer, op.results))
    flags = sum(result.type is I1 for result in op.results)
    return flags < buffers


def _may_bring_ownership(source: Node, target: Node) -> bool:
    """Whether somebody may own `target` who, or whose predecessor, owned it as `source`."""
    holder: Operation | None = None
    if isinstance(target, OpResult):
        holder = target.owner
    elif isinstance(target, BlockArgument) and target.owner.is_entry:
        holder = target.owner.parent_op
    if isinstance(holder, BufferDeallocationOpInterface):
        return True
    if isinstance(holder, CallOpInterface):
        return False
    if isinstance(holder, RegionBranchOpInterface | LoopLikeOpInterface):
        return not isinstance(source, Value) or holder.is_ancestor_of(_parent_op(source))
    return True


def _parent_op(value: Value) -> Operation | None:
    """The operation in whose regions `value` is defined."""
    block = value.parent_block
    return None if block is None else block.parent_op


def _block(op: Operation) -> Block:
    assert op.parent is not None
    return op.parent
