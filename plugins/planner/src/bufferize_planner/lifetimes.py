"""Lifetimes of the buffers of a function: what a plan needs to know of them.

Times are positions of operations, in the order of the program; what branches exclude comes one after
the other, so that their buffers share memory:

    %a = memref.alloc() : memref<4xf32>             // lives from 1 to before 5
    linalg.fill ins(%f) outs(%a)                    // 1
    scf.if %c {                                     // 2
      %b = memref.alloc() : memref<4xf32>           // 3
      memref.copy %a, %b                            // 4
    } else {
      %d = memref.alloc() : memref<4xf32>           // 5: may lie where %a was
      ...

A buffer lives from its first to its last use by any name. One that is used in a loop, but allocated
outside of it, lives as long as the loop runs.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import repeat

from bufferize import ir
from bufferize.interfaces import (
    AllocationOpInterface,
    CallOpInterface,
    EffectKind,
    FunctionOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    ViewLikeOpInterface,
    function_around,
    has_effect,
    memory_effects,
)
from bufferize_buffers.analysis.block_graph import blocks_in_order
from bufferize_buffers.analysis.effects import calls_in, freed_by, with_callees
from bufferize_buffers.analysis.flow import BufferFlow, Node
from bufferize_buffers.analysis.later import LaterUses, is_concurrent
from bufferize_buffers.analysis.stored import StoredBuffers
from bufferize_planner.buffers import Buffer
from bufferize_planner.entry_values import EntryValues
from bufferize_planner.sizes import BufferSizes, Size, bytes_of_element


@dataclass(frozen=True, eq=False)
class PlannedAllocation:
    """An allocation that a plan may replace, with the operations that free it."""

    op: AllocationOpInterface
    buffer: Buffer
    """The lifetime and the number of bytes; the id is the number of the allocation in the function."""
    memory_space: ir.Attribute | None
    frees: list[ir.Operation]
    """The operations that free it; each of them frees only buffers that are planned."""
    size: Size
    """The size; that of `buffer` is its number."""


@dataclass(frozen=True, eq=False)
class FunctionLifetimes:
    """The allocations of a function: those that can be planned, and why the others cannot."""

    planned: list[PlannedAllocation]
    kept: dict[ir.Operation, str]
    """Why each of the other allocations stays as it is."""
    ops: Sequence[ir.Operation]
    """The operation at each time."""
    values: EntryValues | None = None
    """The values from which sizes are computed at run time; None without such sizes."""


class ModuleUses:
    """What happens to buffers outside of the function that allocates them, for a whole module."""

    def __init__(self, root: ir.Operation) -> None:
        self.outliving = LaterUses(root).values | StoredBuffers(root).values
        """The values that are stored in other buffers, or used in regions that may run later."""
        self.freed_in_callees = _freed_in_callees(root)
        """The values that are passed to functions that may free them."""


def lifetimes(
    function: FunctionOpInterface, uses: ModuleUses, dynamic: bool = False
) -> FunctionLifetimes:
    """Return the lifetimes of the buffers that a function allocates, in the module of these uses.

    With `dynamic`, also those of a size that is bounded, or known when the function begins.
    """
    return _Lifetimes(function, uses, dynamic).run()


class _Lifetimes:
    def __init__(self, function: FunctionOpInterface, uses: ModuleUses, dynamic: bool) -> None:
        self._function = function
        self._sizes = BufferSizes(function, dynamic)
        self._flow = BufferFlow(function)
        self._freed_in_callees = uses.freed_in_callees
        self._outside = uses.outliving | self._flow.stored
        self._start: dict[ir.Operation, int] = {}
        self._end: dict[ir.Operation, int] = {}
        """The positions of each operation: the first, and the last of what it holds."""
        self._has_cycle: dict[ir.Region, bool] = {}
        self._number(function.regions[0])

    def _number(self, region: ir.Region) -> None:
        """Give positions to the operations of a region, its blocks in the order of their edges."""
        blocks, is_acyclic = blocks_in_order(region)
        self._has_cycle[region] = not is_acyclic
        for block in blocks:
            for op in block.ops:
                self._start[op] = len(self._start)
                if not isinstance(op, FunctionOpInterface):
                    for inner in op.regions:
                        self._number(inner)
                self._end[op] = len(self._start) - 1

    def run(self) -> FunctionLifetimes:
        kept: dict[ir.Operation, str] = {}
        found: dict[ir.Value, PlannedAllocation] = {}
        for op in self._start:
            if isinstance(op, AllocationOpInterface) and not op.is_automatic:
                planned = self._planned(op, len(found))
                if isinstance(planned, str):
                    kept[op] = planned
                else:
                    found[op.results[0]] = planned
        keep_unneeded(found, kept, self._sizes)
        keep_if_freed_with_others(found, kept, self._flow)
        every = list(found.values())
        return FunctionLifetimes(every, kept, list(self._start), self._sizes.values)

    def _planned(self, op: AllocationOpInterface, number: int) -> PlannedAllocation | str:
        """Return an allocation with its lifetime, or why it cannot be planned."""
        size = self._sizes.of(op)
        if isinstance(size, str):
            return size
        aliases = self._flow.aliases(op.results[0])
        reason = self._reason_to_keep(op, aliases)
        if reason is not None:
            return reason
        frees = sorted(frees_of(aliases), key=self._start.__getitem__)
        lower, upper = self._lifetime(op, aliases, set(frees))
        return planned_allocation(op, Buffer(number, lower, upper, size.number), frees, size)

    # What cannot be planned

    def _reason_to_keep(self, op: ir.Operation, aliases: set[ir.Value]) -> str | None:
        if not aliases.isdisjoint(self._flow.returned):
            return "the function returns it"
        if not aliases.isdisjoint(self._outside):
            return "it is stored in another buffer, or used in a region that may run later"
        if not aliases.isdisjoint(self._flow.addressed):
            return "its address is taken"
        reason = unclear_free(aliases, self._flow, self._freed_in_callees)
        if reason is not None:
            return reason
        for region in _regions_around(op, self._function):
            holder = region.parent
            assert holder is not None
            if holder is not self._function and holder.has_trait(ir.IsolatedFromAbove):
                return "it is in a region that uses nothing from outside"
            if is_concurrent(holder):
                return "several of it may be in use at the same time"
            passed = [
                alias
                for alias in aliases
                if isinstance(alias, ir.BlockArgument) and alias.owner.parent is region
            ]
            again = self._has_cycle[region] and _comes_again(_ancestor(op, region).parent)
            if passed and (again or not self._flow.carried.isdisjoint(passed)):
                return "it may still be in use when it is allocated again"
        return None

    # How long buffers live

    def _lifetime(
        self, op: ir.Operation, aliases: set[ir.Value], frees: set[ir.Operation]
    ) -> tuple[int, int]:
        """Return the position of the first use of a buffer, and the one behind the last use."""
        around = {region: _ancestor(op, region) for region in _regions_around(op, self._function)}
        lower, upper = len(self._start), 0
        for user in {user for alias in aliases for user in alias.users} - frees:
            for first, last in self._extent(user, around):
                lower, upper = min(lower, first), max(upper, last)
        if lower > upper:  # no uses
            lower = upper = self._start[op]
        return lower, upper + 1

    def _extent(
        self, user: ir.Operation, around: dict[ir.Region, ir.Operation]
    ) -> Iterator[tuple[int, int]]:
        """Yield the positions at which a buffer must be there for one use of it.

        `around` has the regions around the allocation, each with the operation that holds it there.
        """
        first, last = self._start[user], self._end[user]
        at = user
        while at.parent_region not in around:
            region, holder = at.parent_region, at.parent_op
            assert region is not None
            assert holder is not None
            if _may_repeat(holder) or self._has_cycle[region]:
                first, last = self._start[holder], self._end[holder]
            at = holder
        yield first, last
        region = at.parent_region
        assert region is not None
        start, end = around[region].parent, at.parent
        if self._has_cycle[region] and start is not end:
            for block in _blocks_between(start, end):
                yield self._start[next(iter(block.ops))], self._end[block.terminator]


def planned_allocation(
    op: AllocationOpInterface, buffer: Buffer, frees: list[ir.Operation], size: Size
) -> PlannedAllocation:
    """Return an allocation with the alignment that it asks for and that its elements need."""
    type = op.results[0].type
    assert isinstance(type, ir.MemRefType)
    asked = getattr(op, "alignment", None)
    alignment = asked.value if isinstance(asked, ir.IntegerAttr) else 1
    element = bytes_of_element(type)
    assert isinstance(element, int)
    buffer = replace(buffer, alignment=math.lcm(alignment, element & -element))
    return PlannedAllocation(op, buffer, type.memory_space, frees, size)


def frees_of(aliases: Collection[ir.Value]) -> list[ir.Operation]:
    """Return the operations that free a buffer by one of its names, and do nothing else."""
    return [user for alias in aliases for user in alias.users if freed_by(user) is alias]


def unclear_free(
    aliases: Collection[ir.Value], flow: BufferFlow, freed_in_callees: Set[ir.Value]
) -> str | None:
    """Return why it is not known what frees a buffer; None if it is known."""
    for alias in aliases:
        if alias in flow.freed and not all(map(_only_frees, alias.users, repeat(alias))):
            return "what frees it does something else as well"
        if alias in freed_in_callees:
            return "a function that is called may free it"
    return None


def keep_unneeded(
    found: dict[ir.Value, PlannedAllocation], kept: dict[ir.Operation, str], sizes: BufferSizes
) -> None:
    """Keep allocations of a size at run time for which a function may pay without coming to them."""
    for op in sizes.unneeded({each.op: each.size for each in found.values()}):
        del found[op.results[0]]
        kept[op] = "it is not always allocated, and its size has no bound"


def keep_if_freed_with_others(
    found: dict[ir.Value, PlannedAllocation], kept: dict[ir.Operation, str], flow: BufferFlow
) -> None:
    """Keep allocations that are freed by an operation that may free something unplanned."""
    sources = flow.sources()
    frees = {free for each in found.values() for free in each.frees}
    origins = {free: _origins(free.operand(0), sources) for free in frees}
    while True:
        wrong = [
            value
            for value, each in found.items()
            if any(origin not in found for free in each.frees for origin in origins[free])
        ]
        if not wrong:
            return
        for value in wrong:
            kept[found.pop(value).op] = "what frees it may free another buffer instead"


def _blocks_between(start: ir.Block | None, end: ir.Block | None) -> list[ir.Block]:
    """Return the blocks on paths from one to another, both included."""
    assert start is not None
    assert end is not None
    found = [start, end]
    for block in found[1:]:
        work = [block]
        while work:
            for before in work.pop().predecessors:
                if before not in found:
                    found.append(before)
                    work.append(before)
    return found


def _comes_again(block: ir.Block | None) -> bool:
    """Return whether control may come back to a block from its end."""
    assert block is not None
    seen: set[ir.Block] = set()
    work = [block]
    while work:
        for following in work.pop().successors():
            if following not in seen:
                seen.add(following)
                work.append(following)
    return block in seen


def _regions_around(op: ir.Operation, function: ir.Operation) -> Iterator[ir.Region]:
    """Yield the regions around an operation, from the innermost to the one of the function."""
    region = op.parent_region
    while region is not None:
        yield region
        holder = region.parent
        if holder is function or holder is None:
            return
        region = holder.parent_region


def _ancestor(op: ir.Operation, region: ir.Region) -> ir.Operation:
    """Return the operation of a region that is or holds `op`."""
    found = region.find_ancestor_op(op)
    assert found is not None
    return found


def _may_repeat(holder: ir.Operation) -> bool:
    """Return whether a region of an operation may run more than once, or it is not known how often."""
    if isinstance(holder, LoopLikeOpInterface):
        return True
    return not isinstance(holder, RegionBranchOpInterface) or holder.has_loop()


def _origins(value: ir.Value, sources: dict[Node, list[Node]]) -> list[Node]:
    """Return the values from which `value` comes, and which come from no other or may be new."""
    found: dict[Node, None] = {value: None}
    work: list[Node] = [value]
    while work:
        for source in sources.get(work.pop(), ()):
            if source not in found:
                found[source] = None
                work.append(source)
    return [node for node in found if node not in sources or _may_be_new(node)]


def _may_be_new(node: Node) -> bool:
    """Return whether a value may be a buffer that an operation makes, such as the result of a call."""
    if not isinstance(node, ir.Value):
        return False
    if isinstance(node, ir.BlockArgument):
        region = node.owner.parent
        is_entry = region is not None and node.owner is region.blocks[0]
        return is_entry and not isinstance(node.owner.parent_op, RegionBranchOpInterface)
    op = node.defining_op
    if isinstance(op, ViewLikeOpInterface | RegionBranchOpInterface):
        return False
    effects = None if op is None else memory_effects(op)
    return effects is None or any(each.kind is EffectKind.ALLOCATE for each in effects)


def _freed_in_callees(root: ir.Operation) -> set[ir.Value]:
    """Return the values that are passed to functions that may free them."""
    roots = with_callees(root)
    functions = [op for each in roots for op in each.walk() if isinstance(op, FunctionOpInterface)]
    flows = {each: BufferFlow(each) for each in functions if not each.is_external}
    passed: dict[ir.Operation, set[ir.Value]] = {each: set() for each in flows}
    if not any(flow.freed for flow in flows.values()):
        return set()
    calls: dict[ir.Operation, list[tuple[CallOpInterface, ir.Operation | None]]] = {
        each: [] for each in flows
    }
    for call, callee in (pair for each in roots for pair in calls_in(each)):
        caller = function_around(call)
        if caller is not None:
            calls[caller].append((call, callee))
    frees: dict[ir.Operation | None, set[int]] = {}
    is_changed = True
    while is_changed:
        is_changed = False
        for caller, flow in flows.items():
            for call, callee in calls[caller]:
                freed = frees.get(callee, ())
                passed[caller] |= {u.value for i, u in enumerate(call.arg_operands) if i in freed}
            found = {
                i
                for i, argument in enumerate(caller.body_arguments)
                if not flow.aliases(argument).isdisjoint(flow.freed | passed[caller])
            }
            is_changed |= found != frees.get(caller, set())
            frees[caller] = found
    return set().union(*passed.values())


def _only_frees(user: ir.Operation, value: ir.Value) -> bool:
    """Return whether an operation does nothing to a value, or nothing but free it."""
    return freed_by(user) is value or not has_effect(user, EffectKind.FREE, value)
