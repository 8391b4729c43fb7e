"""Which values may share memory, in any way, and where in a block this memory is used."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    CallOpInterface,
    EffectKind,
    FunctionOpInterface,
    LoopLikeOpInterface,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    ViewLikeOpInterface,
)
from bufferize_buffers.analysis.effects import allocated_by, may_have_memory, values_defined_by
from bufferize_buffers.analysis.flow import BufferFlow, Node
from bufferize_buffers.analysis.later import LaterUses
from bufferize_buffers.analysis.stored import StoredBuffers

# What else the values of an alias set may be: nothing, an argument of the function, or anything.
_NOTHING, _ARGUMENT, _ANYTHING = 0, 1, 2
_Positions = dict[ir.Block, list[int]]


class SharedMemory:
    """Alias sets of values that may share memory, with their uses, at the time of construction.

    Each allocation is new memory. Two arguments of a function are assumed not to share memory,
    unless some call passes the same memory twice. Values of unknown origin may be anything except
    an allocation that is never stored. `merge` and `forget` update the sets when values are
    replaced and operations erased.
    """

    def __init__(self, root: ir.Operation) -> None:
        ops = list(root.walk())
        self._number = {op: number for number, op in enumerate(ops)}
        self._parent: dict[Node, Node] = {}
        self._origin: dict[Node, int] = {}
        self._positions: dict[Node, _Positions] = {}
        self._outside: _Positions = {}
        """The uses of unknown memory."""
        self._shared: _Positions = {}
        """The uses of unknown memory and of arguments."""
        self._used_later = LaterUses(root).values
        self._build_sets(root, ops)
        self._join_arguments(ops)
        for op in ops:
            self._add_uses(op)

    def is_used_between(self, value: ir.Value, first: ir.Operation, last: ir.Operation) -> bool:
        """Return whether an operation between `first` and `last` may use the memory of `value`, by
        any name.

        Both are in one block, and do not count themselves.
        """
        block = first.parent
        assert block is not None
        found = self._find(value)
        lists = [self._positions.get(found, {})]
        if self._origin.get(found, _NOTHING) & _ANYTHING:
            lists.append(self._shared)
        elif self._origin.get(found, _NOTHING):
            lists.append(self._outside)
        start, end = self._number[first], self._number[last]
        for positions in lists:
            numbers = positions.get(block, [])
            at = bisect_right(numbers, start)
            if at < len(numbers) and numbers[at] < end:
                return True
        return False

    def is_used_later(self, buffer: ir.Value) -> bool:
        """Return whether a region that runs later may use the memory of `buffer`."""
        return self._find(buffer) in map(self._find, self._used_later)

    def merge(self, a: Node, b: Node) -> None:
        """Merge the alias sets of `a` and `b`."""
        one, other = self._find(a), self._find(b)
        if one is other:
            return
        if len(self._positions.get(one, ())) < len(self._positions.get(other, ())):
            one, other = other, one
        origins = self._origin.get(one, _NOTHING), self._origin.get(other, _NOTHING)
        origin = origins[0] | origins[1]
        for found, old in zip((one, other), origins, strict=True):
            if origin != old:
                self._expose(self._positions.get(found, {}), origin)
        self._parent[other] = one
        self._origin[one] = origin
        positions = self._positions.setdefault(one, {})
        for block, numbers in self._positions.pop(other, {}).items():
            _insert(positions.setdefault(block, []), numbers)

    def forget(self, op: ir.Operation) -> None:
        """Remove the uses by `op`, which is about to be erased."""
        assert op.parent is not None
        number = self._number[op]
        lists = [self._outside, self._shared]
        lists += [self._positions.get(self._find(value), {}) for value in op.operands]
        for positions in lists:
            numbers = positions.get(op.parent, [])
            at = bisect_left(numbers, number)
            if at < len(numbers) and numbers[at] == number:
                del numbers[at]

    def _find(self, value: Node) -> Node:
        path = []
        while value in self._parent:
            path.append(value)
            value = self._parent[value]
        for passed in path[:-1]:
            self._parent[passed] = value
        return value

    def _build_sets(self, root: ir.Operation, ops: Iterable[ir.Operation]) -> None:
        flow = BufferFlow(root)
        sources = flow.sources()
        found_elsewhere = flow.stored | StoredBuffers(root).values | flow.addressed
        for target, given in sources.items():
            for source in given:
                self.merge(source, target)
        for op in ops:
            for value in values_defined_by(op):
                if may_have_memory(value.type):
                    origin = _origin_of(value, value in sources)
                    if value in found_elsewhere:
                        origin |= _ANYTHING
                    found = self._find(value)
                    self._origin[found] = self._origin.get(found, _NOTHING) | origin

    def _join_arguments(self, ops: Iterable[ir.Operation]) -> None:
        """Merge the arguments of each function to which a call may pass the same memory."""
        tables = ir.SymbolTables()
        calls: list[tuple[CallOpInterface, FunctionOpInterface]] = []
        for op in ops:
            name = op.callable_for_callee if isinstance(op, CallOpInterface) else None
            callee = tables.lookup(op, name) if isinstance(name, ir.SymbolRefAttr) else None
            if isinstance(op, CallOpInterface) and isinstance(callee, FunctionOpInterface):
                if not callee.is_external:
                    calls.append((op, callee))
        joined: set[FunctionOpInterface] = set()
        is_changed = True
        while is_changed:
            is_changed = False
            for call, callee in calls:
                if callee not in joined and self._gives_twice(call):
                    joined.add(callee)
                    is_changed = True
                    arguments = [a for a in callee.body_arguments if may_have_memory(a.type)]
                    for argument in arguments[1:]:
                        self.merge(arguments[0], argument)

    def _gives_twice(self, call: CallOpInterface) -> bool:
        values = [use.value for use in call.arg_operands if may_have_memory(use.value.type)]
        alias_sets = {self._find(value) for value in values}
        origins = [self._origin.get(found, _NOTHING) for found in alias_sets]
        return len(alias_sets) < len(values) or (
            any(origin & _ANYTHING for origin in origins) and sum(map(bool, origins)) > 1
        )

    def _add_uses(self, op: ir.Operation) -> None:
        alias_sets = {self._find(value) for value in op.operands if may_have_memory(value.type)}
        origin = _NOTHING
        for found in alias_sets:
            origin |= self._origin.get(found, _NOTHING)
        if _may_use_anything(op):
            origin |= _ANYTHING
        if not alias_sets and not origin:
            return
        for around in _with_ancestors(op):
            block, number = around.parent, self._number[around]
            assert block is not None
            for found in alias_sets:
                _append(self._positions.setdefault(found, {}).setdefault(block, []), number)
            if origin:
                _append(self._shared.setdefault(block, []), number)
            if origin & _ANYTHING:
                _append(self._outside.setdefault(block, []), number)

    def _expose(self, positions: _Positions, origin: int) -> None:
        for block, numbers in positions.items():
            _insert(self._shared.setdefault(block, []), numbers)
            if origin & _ANYTHING:
                _insert(self._outside.setdefault(block, []), numbers)


def _origin_of(value: ir.Value, is_given: bool) -> int:
    """Return the memory that `value` may be, apart from values that flow to it: a set of flags."""
    op = value.defining_op
    if op is None:
        block = value.parent_block
        assert block is not None
        if isinstance(block.parent_op, FunctionOpInterface) and block.is_entry:
            return _ARGUMENT
        return _NOTHING if is_given else _ANYTHING
    if value in allocated_by(op):
        return _NOTHING
    is_passed = (
        isinstance(op, ViewLikeOpInterface | RegionBranchOpInterface | LoopLikeOpInterface)
        or op.has_trait(d.Pure)
        or op.has_trait(d.NoMemoryEffect)
    )
    return _NOTHING if is_given and is_passed else _ANYTHING


def _may_use_anything(op: ir.Operation) -> bool:
    """Return whether `op` itself may use memory other than that of its operands."""
    if isinstance(op, MemoryEffectsOpInterface):
        return any(e.value is None and e.kind is not EffectKind.ALLOCATE for e in op.effects())
    return not (
        op.has_trait(d.Pure)
        or op.has_trait(d.NoMemoryEffect)
        or op.has_trait(d.RecursiveMemoryEffects)
    )


def _with_ancestors(op: ir.Operation) -> Iterator[ir.Operation]:
    around: ir.Operation | None = op
    while around is not None and around.parent is not None:
        yield around
        around = around.parent_op


def _append(numbers: list[int], number: int) -> None:
    if not numbers or numbers[-1] != number:
        numbers.append(number)


def _insert(numbers: list[int], others: Iterable[int]) -> None:
    for number in others:
        at = bisect_left(numbers, number)
        if at == len(numbers) or numbers[at] != number:
            insort(numbers, number)
