"""Where the memory that a `bufferization.dealloc` frees is accessed, under whatever name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from bufferize.dialects.bufferization import DeallocOp
from bufferize.interfaces import (
    BufferDeallocationOpInterface,
    CallOpInterface,
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
    a region owns nothing that is defined around it. Operations have numbers, in the order of the text.
    """

    def __init__(self, root: Operation) -> None:
        self.number: dict[Operation, int] = {}
        self._start: dict[Block, int] = {}
        self._places: dict[Value, list[int]] = {}
        self._last_list: dict[Value, int] = {}
        self._loaded: set[Value] = set()
        own: set[Value] = set()
        self._next_given: dict[Value, Value] = {}
        """What operations give of their own, each with the next result: all may be one."""
        for number, op in enumerate(root.walk()):
            self.number[op] = number
            if op.parent is not None:
                self._start.setdefault(op.parent, number)
            self._add(op, number)
            if isinstance(op, BufferDeallocationOpInterface | CallOpInterface):
                given = [result for result in op.results if may_have_memory(result.type)]
                self._next_given.update(zip(given, [*given[1:], *given[:1]], strict=True))
                if _returns_what_the_caller_owns(op):
                    own.update(given)
        self._flow = flow = BufferFlow(root, own)
        self._own = own
        """What calls give to the function, and is nothing that they were given."""
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
            is_given = base in self._own and self._next_given[base] is base
            if (is_given or is_allocated(base)) and not self._is_hidden(base):
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
        names = self._names(part.memrefs, set(part.retained), region)
        return None if names is None else names.difference(part.retained)

    def _names(
        self, freed: Iterable[Value], ends: Collection[Value], region: Region | None
    ) -> set[Value] | None:
        """The values that may be what is freed; None if that is not known.

        What is a name only of what is one of `ends` is left out. What has come from a run of `region`
        before has other names now: arguments of the region.
        """
        holder = None if region is None else region.parent

        def sources(name: _Name) -> list[_Name]:
            is_before = name.is_before or _is_entry_argument(name.node, region)
            found = [
                _Name(source, is_before)
                for source in self._sources.get(name.node, ())
                if _may_bring_ownership(source, name.node, holder)
            ]
            if name.node in self._next_given:
                found.append(_Name(self._next_given[name.node], name.is_before))
            return found

        def targets(name: _Name) -> list[_Name]:
            if name.node in ends and not name.is_before:
                return []
            following = self._flow.targets(name.node)
            found = [_Name(target, name.is_before) for target in following]
            if name.is_before:  # the next run is the one at hand, or one before it, too
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
        return {n.node for n in found if isinstance(n.node, Value) and not n.is_before}


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


def _returns_what_the_caller_owns(op: Operation) -> bool:
    """Whether `op` calls a function that returns no i1 values with buffers, but copies."""
    if not isinstance(op, CallOpInterface) or isinstance(op, BufferDeallocationOpInterface):
        return False
    buffers = sum(map(is_buffer, op.results))
    flags = sum(result.type is I1 for result in op.results)
    return flags < buffers


def _may_bring_ownership(source: Node, target: Node, holder: Operation | None) -> bool:
    """Whether memory that is owned in a region of `holder` as `target` may have come from `source`.

    Such memory is allocated while `holder` runs, so it is nothing that `holder` is given, unless an
    operation says itself what it owns. Within `holder`, who owns memory may hand it on by any name.
    """
    return (
        holder is None
        or _is_within(source, holder)
        or not _is_within(target, holder)
        or _says_what_is_owned(target)
    )


def _is_within(node: Node, holder: Operation) -> bool:
    return not isinstance(node, Value) or holder.is_ancestor_of(_parent_op(node))


def _may_be_new(node: Node) -> bool:
    """Whether somebody may own `node` who owned nothing before that it has been."""
    return isinstance(node, OpResult) and (
        isinstance(node.owner, CallOpInterface) or is_allocated(node)
    )


def _says_what_is_owned(node: Node) -> bool:
    """Whether an operation gives `node` that says itself what is owned, whatever it was before."""
    op: Operation | None = None
    if isinstance(node, OpResult):
        op = node.owner
    elif isinstance(node, BlockArgument) and node.owner.is_entry:
        op = node.owner.parent_op
    return isinstance(op, BufferDeallocationOpInterface)


def _parent_op(value: Value) -> Operation | None:
    """The operation in whose regions `value` is defined."""
    block = value.parent_block
    return None if block is None else block.parent_op


def _block(op: Operation) -> Block:
    assert op.parent is not None
    return op.parent
