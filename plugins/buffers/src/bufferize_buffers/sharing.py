"""Which values may share memory, whatever way it came to them, and where in a block it is used."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator

from bufferize.define import NoMemoryEffect, Pure, RecursiveMemoryEffects
from bufferize.interfaces import (
    CallOpInterface,
    EffectKind,
    FunctionOpInterface,
    LoopLikeOpInterface,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    ViewLikeOpInterface,
)
from bufferize.ir import Block, Operation, SymbolRefAttr, SymbolTables, Value
from bufferize_buffers.flow import BufferFlow, Node, may_have_memory
from bufferize_buffers.liveness import allocated_by

# What else may be the memory of a class.
_NOTHING, _ARGUMENT, _ANYTHING = 0, 1, 2
_Positions = dict[Block, list[int]]


class SharedMemory:
    """Classes of values that may share memory, with their uses, as the program is when this is made.

    Each allocation is memory of its own. Two arguments of a function are taken to be different memory,
    unless a call is seen to give it the same; what comes from elsewhere may be anything but what only
    this program has allocated. `merge` and `forget` keep track of replaced values and erased operations.
    """

    def __init__(self, root: Operation) -> None:
        ops = list(root.walk())
        self._number = {op: number for number, op in enumerate(ops)}
        self._parent: dict[Node, Node] = {}
        self._origin: dict[Node, int] = {}
        self._positions: dict[Node, _Positions] = {}
        # Uses of what may be anything, and of that or an argument.
        self._outside: _Positions = {}
        self._shared: _Positions = {}
        self._classify(root, ops)
        self._join_arguments(ops)
        for op in ops:
            self._add_uses(op)

    def is_used_between(self, value: Value, first: Operation, last: Operation) -> bool:
        """Whether an operation between two of one block may use memory of `value`, whatever its name."""
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

    def merge(self, a: Node, b: Node) -> None:
        """From now on `a` and `b` are one class."""
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

    def forget(self, op: Operation) -> None:
        """The operation is about to be erased."""
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

    def _classify(self, root: Operation, ops: Iterable[Operation]) -> None:
        flow = BufferFlow(root)
        sources = flow.sources()
        for target, given in sources.items():
            for source in given:
                self.merge(source, target)
        for op in ops:
            for value in _defined_by(op):
                if may_have_memory(value.type):
                    origin = _origin_of(value, value in sources)
                    if value in flow.kept or value in flow.addressed:
                        origin |= _ANYTHING
                    found = self._find(value)
                    self._origin[found] = self._origin.get(found, _NOTHING) | origin

    def _join_arguments(self, ops: Iterable[Operation]) -> None:
        """Of functions that may be given the same memory twice."""
        tables = SymbolTables()
        calls: list[tuple[CallOpInterface, FunctionOpInterface]] = []
        for op in ops:
            name = op.callable_for_callee if isinstance(op, CallOpInterface) else None
            callee = tables.lookup(op, name) if isinstance(name, SymbolRefAttr) else None
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
        classes = {self._find(value) for value in values}
        origins = [self._origin.get(found, _NOTHING) for found in classes]
        return len(classes) < len(values) or (
            any(origin & _ANYTHING for origin in origins) and sum(map(bool, origins)) > 1
        )

    def _add_uses(self, op: Operation) -> None:
        classes = {self._find(value) for value in op.operands if may_have_memory(value.type)}
        origin = _NOTHING
        for found in classes:
            origin |= self._origin.get(found, _NOTHING)
        if _may_use_anything(op):
            origin |= _ANYTHING
        if not classes and not origin:
            return
        for around in _with_ancestors(op):
            block, number = around.parent, self._number[around]
            assert block is not None
            for found in classes:
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


def _defined_by(op: Operation) -> Iterator[Value]:
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.arguments


def _origin_of(value: Value, is_given: bool) -> int:
    """What `value` may be besides what flows to it."""
    op = value.defining_op
    if op is None:
        block = value.parent_block
        assert block is not None
        if isinstance(block.parent_op, FunctionOpInterface) and block.is_entry:
            return _ARGUMENT
        return _NOTHING if is_given else _ANYTHING
    if value in allocated_by(op):
        return _NOTHING
    is_handed_on = (
        isinstance(op, ViewLikeOpInterface | RegionBranchOpInterface | LoopLikeOpInterface)
        or op.has_trait(Pure)
        or op.has_trait(NoMemoryEffect)
    )
    return _NOTHING if is_given and is_handed_on else _ANYTHING


def _may_use_anything(op: Operation) -> bool:
    """Whether `op` itself may use memory that none of its operands names."""
    if isinstance(op, MemoryEffectsOpInterface):
        return any(e.value is None and e.kind is not EffectKind.ALLOCATE for e in op.effects())
    return not (
        op.has_trait(Pure) or op.has_trait(NoMemoryEffect) or op.has_trait(RecursiveMemoryEffects)
    )


def _with_ancestors(op: Operation) -> Iterator[Operation]:
    around: Operation | None = op
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
