"""A symbolic walk through a function, in program order: its allocations, copies and frees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.bufferization import DeallocOp
from bufferize.interfaces import (
    AllocationOpInterface,
    BranchOpInterface,
    CallOpInterface,
    ConditionalBranchOpInterface,
    CopyOpInterface,
    EffectKind,
    FunctionOpInterface,
    IfOpInterface,
    LoopLikeOpInterface,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    SelectLikeOpInterface,
    ViewLikeOpInterface,
    constant_int,
    is_buffer_like,
)
from bufferize_buffers.analysis.block_graph import headers_of_loops
from bufferize_buffers.analysis.effects import HEAP
from bufferize_buffers.analysis.later import is_parallel
from bufferize_buffers.statistics.extents import Extents
from bufferize_buffers.statistics.in_use import Buffer, Level, Mark, Path, Ref, State, Usage
from bufferize_buffers.statistics.loops import Iteration, Repetition
from bufferize_buffers.statistics.quantity import ONE, ZERO, Quantity, largest_ones

Walking = Generator[Any, Any, Any]
"""A part of a walk: a generator that yields nested parts, so that nesting needs no recursion."""


@dataclass(frozen=True)
class FunctionUsage:
    """An upper bound of the memory usage of one run of a function, in terms of its arguments."""

    usage: Usage = field(default_factory=Usage)
    peak: Quantity = ZERO
    """The most bytes on the heap at once, allocated by the function or its callees."""
    stack_peak: Quantity = ZERO
    leaked: Quantity = ZERO
    """The number of bytes that are never freed."""
    returned: Mapping[int, Quantity] = field(default_factory=dict)
    """For each result, by index, the bytes of new buffers that the caller has to free."""
    forwarded: Mapping[int, int] = field(default_factory=dict)
    """For each result, by index, the index of the argument that it is."""
    freed: frozenset[int] = frozenset()
    """The indices of the arguments that are freed."""
    not_counted: Mapping[str, int] = field(default_factory=dict)
    """For each name, the number of operations for which it is unknown how much they allocate."""


Callee = tuple[FunctionOpInterface, FunctionUsage] | str
"""A called function and its usage, or how to list the call as not counted."""


def run(part: Walking) -> Any:
    """Run a part of a walk and all parts nested in it; return its result."""
    parts, answer = [part], None
    while parts:
        try:
            parts.append(parts[-1].send(answer))
            answer = None
        except StopIteration as end:
            parts.pop()
            answer = end.value
    return answer


class Walk:
    """A walk through one function; `callees` has the callee of each call in it."""

    def __init__(
        self,
        function: FunctionOpInterface,
        extents: Extents,
        callees: Mapping[CallOpInterface, Callee],
    ) -> None:
        self.function = function
        self.extents = extents
        self.callees = callees
        self.state = State()
        self.freed: set[int] = set()
        self.not_counted: Counter[str] = Counter()
        self._dominance = ir.DominanceInfo()
        self._given: dict[ir.Operation, Mapping[object, Buffer]] = {}

    def function_usage(self) -> FunctionUsage:
        """Walk through the function and return the memory usage of one run."""
        state = self.state
        paths = run(self._region(self.function.function_body, self.function))
        refs = state.follow(paths) if paths else {}
        returned: dict[int, Quantity] = {}
        forwarded: dict[int, int] = {}
        arguments = {argument: argument.index for argument in self.function.body_arguments}
        kept = dict(state.live)
        for index, ref in refs.items():
            assert isinstance(index, int)
            own = ref.own
            if own in kept:
                del kept[own]
                returned[index] = own.size
            elif ref.name in arguments:
                forwarded[index] = arguments[ref.name]
        return FunctionUsage(
            state.usage,
            state.heap.peak,
            state.stack.peak,
            reduce(Quantity.__add__, (buffer.size for buffer in kept), ZERO),
            returned,
            forwarded,
            frozenset(self.freed),
            dict(sorted(self.not_counted.items())),
        )

    # Regions and blocks

    def _region(self, region: ir.Region, holder: ir.Operation) -> Walking:
        """Return the paths through a region, and go back to the state before it."""
        mark = self.state.mark()
        if len(region.blocks) == 1:
            block = region.blocks[0]
            yield self._block(block)
            paths = [self._path(mark, block, holder)]
        else:
            paths = yield self._blocks(region, holder, mark)
        self.state.go_back(mark)
        return paths

    def _block(self, block: ir.Block) -> Walking:
        for op in block.ops:
            if op.regions and not op.has_trait(ir.SymbolTrait):
                yield self._operation_with_regions(op)
            else:
                self._operation(op)

    def _path(self, mark: Mark, block: ir.Block, holder: ir.Operation) -> Path:
        """Return the path from `mark` to the end of a block in which control leaves the region."""
        state = self.state
        if holder.has_trait(d.AutomaticAllocationScope):
            state.stack = Level.after(mark.stack.current, state.stack.peaks)
        path = state.path_since(mark)
        last = block.last_op
        if last is None:
            return path
        if isinstance(holder, FunctionOpInterface):
            path.values.update(enumerate(last.operands))
        else:
            for _, values in exits(last):
                path.values.update(values)
        path.refs.update((name, state.ref(value)) for name, value in path.values.items())
        return path

    def _blocks(self, region: ir.Region, holder: ir.Operation, start: Mark) -> Walking:
        """Walk through the blocks of a region in dominance order, joining paths where they meet.

        Blocks of a loop are counted as often as the loop runs, which is an unknown.
        """
        state, tree = self.state, self._dominance.tree(region)
        headers = headers_of_loops(region)
        ends: dict[ir.Block, Mark] = {}
        starts: dict[ir.Block, Mark] = {}
        coming: dict[ir.Block, list[Path]] = {}
        found: list[Path] = []
        inside: dict[ir.Block, Usage] = {}
        left, risen, stacked = ZERO, list[Quantity](), list[Quantity]()
        for block in tree.preorder():
            above = tree.immediate_dominator(block)
            if above is not None:
                state.go_back(ends[above])
                refs = state.follow(coming.pop(block))
                state.refs.update((a, refs[a]) for a in block.arguments if a in refs)
            starts[block] = state.mark()
            header, before = headers.get(block), state.usage
            state.usage = Usage()
            yield self._block(block)
            if header is not None:
                known = [
                    inside[p]
                    for p in block.predecessors
                    if headers.get(p) is header and p in inside
                ]
                inside[block] = Usage.most(known) + state.usage
                state.usage = Usage()
            state.usage = before + state.usage
            ends[block] = state.mark()
            if not block.successors():
                found.append(self._path(start, block, holder))
            for successor, values in branches(block):
                if successor in starts:
                    risen = largest_ones([*state.heap.peaks, *risen])
                    stacked = largest_ones([*state.stack.peaks, *stacked])
                    stay = state.path_since(starts[successor]).added
                    runs = self.extents.runs(successor)
                    left += reduce(Quantity.__add__, (b.size for b in stay), ZERO) * runs
                    continue
                over = tree.immediate_dominator(successor)
                assert over is not None
                path = state.path_since(ends[over])
                path.values.update(values)
                path.refs.update((name, state.ref(value)) for name, value in values.items())
                path.condition = condition_of_branch(over, block, successor, tree.dominates)
                coming.setdefault(successor, []).append(path)
        again: dict[ir.Block, Usage] = {}
        for block, usage in inside.items():
            again[headers[block]] = Usage.most([usage, again.get(headers[block], Usage())])
        for header, usage in again.items():
            usage = usage.times(self.extents.runs(header))
            for path in found:
                path.usage += usage
        for path in found:
            path.heap = Level.after(path.heap.current, [*path.heap.peaks, *risen])
            path.stack = Level.after(path.stack.current, [*path.stack.peaks, *stacked])
            if left != ZERO:
                path.added[Buffer(left, None)] = None
                path.heap = Level(path.heap.current + left, path.heap.above)
        return found

    # Operations with regions

    def _operation_with_regions(self, op: ir.Operation) -> Walking:
        self._effects(op)
        edges = entries(op)
        if isinstance(op, LoopLikeOpInterface):
            yield self._loop(op, edges, self.extents.trips(op))
        elif isinstance(op, RegionBranchOpInterface) and not op.has_loop():
            if all(s.is_parent for r in op.regions for s in op.successor_regions(r)):
                yield self._choice(op, edges)
            else:
                yield self._loop(op, edges, ONE)
        else:
            yield self._loop(op, edges, self.extents.trips(op))

    def _choice(self, op: ir.Operation, edges: Sequence[RegionEdge]) -> Walking:
        """Walk through an operation that runs one of its regions, or none."""
        state = self.state
        mark = state.mark()
        paths: list[Path] = []
        condition = condition_of_choice(op)
        known = None if condition is None else constant_int(condition)
        for region, values in edges:
            holds = region is op.regions[0]
            if known not in (None, holds):
                continue
            refs = {name: state.ref(value) for name, value in values.items()}
            if region is None:
                own = [state.path_since(mark)]
                own[0].refs, own[0].values = refs, values
            else:
                state.refs.update(refs)
                own = yield self._region(region, op)
            if condition is not None:
                for path in own:
                    path.condition = condition, holds
            paths += own
        if paths:
            state.refs.update(state.follow(paths))

    def _loop(self, op: ir.Operation, edges: Sequence[RegionEdge], trips: Quantity) -> Walking:
        """Walk through an operation whose regions run repeatedly, each once per iteration."""
        state = self.state
        results: set[object] = {*op.results}
        skipped = next((values for region, values in edges if region is None), None)
        if trips == ZERO:
            state.refs.update((r, state.ref(v)) for r, v in (skipped or {}).items())
            return
        usage, not_counted = state.usage, self.not_counted.copy()
        known = self._given.get(op)
        iteration: Iteration = yield self._iteration(op, edges, trips, known or {})
        missing = iteration.missing() if trips != ONE and known is None else {}
        if missing:
            # If the loop around this one is walked through again, this one needs only one walk.
            self._given[op] = missing
            self.not_counted = not_counted
            iteration = yield self._iteration(op, edges, trips, missing)
        iteration.exits = {n: ref for n, ref in iteration.path.refs.items() if n in results}
        iteration.exit_values = {**iteration.path.values}
        surely_runs = trips.number is not None
        repetition = Repetition(state, iteration, trips, None if surely_runs else skipped)
        refs = repetition.run(is_parallel(op), op.has_trait(d.AutomaticAllocationScope))
        state.usage = usage + iteration.path.usage
        state.refs.update(refs)

    def _iteration(
        self,
        op: ir.Operation,
        edges: Sequence[RegionEdge],
        trips: Quantity,
        given: Mapping[object, Buffer],
    ) -> Walking:
        """Walk through one iteration, and go back to the state before it."""
        state = self.state
        start = state.mark()
        state.heap, state.stack = Level(state.heap.current), Level(state.stack.current)
        entered: dict[object, Ref] = {}
        for _, values in edges:
            entered.update((a, state.ref(v)) for a, v in values.items() if a not in op.results)
        given = {argument: b for argument, b in given.items() if not entered[argument].buffers}
        for argument, buffer in given.items():
            state.add(buffer)
            state.heap = state.heap.allocate(buffer.size)
            entered[argument] = Ref(argument, (buffer,))
        state.refs.update(entered)
        order = dict.fromkeys(region for region, _ in edges if region is not None)
        work, total, last = list(order), Usage(), None
        refs: dict[object, Ref] = {}
        values_at_end: dict[object, ir.Value] = {}
        while work:
            region = work.pop(0)
            state.usage = Usage()
            paths = yield self._region(region, op)
            if not paths:
                continue
            refs.update(state.follow(paths))
            following = successors(region)
            for path in paths:
                values_at_end.update(path.values)
            goes_on = [s for s in following if s is not None and s is not region]
            if goes_on and None in following:
                last = state.path_since(start)
                total += state.usage
            total += state.usage.times(trips)
            for successor in goes_on:
                if successor not in order:
                    order[successor] = None
                    work.append(successor)
                    arguments = successor.blocks[0].arguments if successor.blocks else ()
                    state.refs.update((a, refs[a]) for a in arguments if a in refs)
        path = state.path_since(start)
        path.refs, path.values, path.usage = refs, values_at_end, total
        state.go_back(start)
        return Iteration(entered, path, given, last)

    # Operations without regions

    def _operation(self, op: ir.Operation) -> None:
        state = self.state
        if isinstance(op, CallOpInterface):
            self._call(op)
        elif isinstance(op, ViewLikeOpInterface):
            state.refs[op.results[0]] = state.ref(op.view_source)
        else:
            self._effects(op)
            operands = [state.ref(v) for v in op.operands if is_buffer_like(v.type)]
            for result in op.results:
                if result not in state.refs and is_buffer_like(result.type):
                    is_choice = isinstance(op, SelectLikeOpInterface)
                    state.refs[result] = Ref.one_of(result, operands, is_choice)

    def _effects(self, op: ir.Operation) -> None:
        """Count the effects of the operation itself, without its regions."""
        effects = op.effects() if isinstance(op, MemoryEffectsOpInterface) else ()
        if not effects and not isinstance(op, AllocationOpInterface | CopyOpInterface):
            if not _is_known(op):
                self.not_counted[op.name] += 1
            return
        freed = [e.value for e in effects if e.kind is EffectKind.FREE and e.value is not None]
        new = [
            effect
            for effect in effects
            if effect.kind is EffectKind.ALLOCATE
            and effect.value is not None
            and is_buffer_like(effect.value.type)
        ]
        for effect in new:
            assert effect.value is not None
            self._allocate(op, effect.value, effect.resource == HEAP)
        if isinstance(op, CopyOpInterface):
            self._copy(op.copy_source, op.copy_target)
        elif new and freed:  # such as `memref.realloc`
            assert new[0].value is not None
            self._copy(freed[0], new[0].value)
        if isinstance(op, DeallocOp):
            self._free_on_conditions(op)
        else:
            for value in freed:
                self._free(value)

    def _allocate(self, op: ir.Operation, value: ir.Value, on_heap: bool) -> None:
        state, size = self.state, self.extents.allocated_bytes(value)
        state.refs[value] = Ref(value)
        if not on_heap or (isinstance(op, AllocationOpInterface) and op.is_automatic):
            state.stack = state.stack.allocate(size)
            return
        buffer = Buffer(size, value)
        state.refs[value] = Ref(value, (buffer,), True)
        state.add(buffer)
        state.heap = state.heap.allocate(size)
        state.usage += Usage(ONE, size)

    def _copy(self, source: ir.Value, target: ir.Value) -> None:
        if not (is_buffer_like(source.type) and is_buffer_like(target.type)):
            return
        sizes = [self.extents.bytes(value) for value in (source, target)]
        least = sizes[1] if sizes[0].is_at_least(sizes[1]) else sizes[0]
        self.state.usage += Usage(copies=ONE, copied_bytes=least)

    def _free(self, value: ir.Value) -> None:
        state, ref = self.state, self.state.ref(value)
        if isinstance(ref.name, ir.BlockArgument) and ref.name in self.function.body_arguments:
            self.freed.add(ref.name.index)
        own = ref.own
        if own in state.live:
            state.free(own)
        elif own is None and ref.is_complete:
            live = [buffer for buffer in ref.buffers if buffer in state.live]
            if live:
                state.free(_least(live))

    def _free_on_conditions(self, op: DeallocOp) -> None:
        state = self.state
        retained = {buffer for value in op.retained for buffer in state.ref(value).buffers}
        for value, condition in zip(op.memrefs, op.conditions, strict=True):
            own = state.ref(value).own
            if own in state.live and own not in retained and state.truth(condition, own):
                state.free(own)

    def _call(self, op: CallOpInterface) -> None:
        state = self.state
        found = self.callees.get(op, op.name)
        if isinstance(found, str):
            self.not_counted[found] += 1
            return
        function, called = found
        operands = [use.value for use in op.arg_operands]
        values = self.extents.values_of_arguments(function, operands)
        state.usage += called.usage.replaced(values)
        peak, leaked = called.peak.replaced(values), called.leaked.replaced(values)
        state.heap = state.heap.allocate(peak).free(peak)
        stack = called.stack_peak.replaced(values)
        state.stack = state.stack.allocate(stack).free(stack)
        for index in called.freed:
            self._free(operands[index])
        if leaked != ZERO:
            state.add(Buffer(leaked, None))
            state.heap = state.heap.allocate(leaked)
        for index, result in enumerate(op.results):
            if index in called.returned:
                buffer = Buffer(called.returned[index].replaced(values), result)
                state.add(buffer)
                state.heap = state.heap.allocate(buffer.size)
                state.refs[result] = Ref(result, (buffer,), True)
            elif index in called.forwarded:
                state.refs[result] = state.ref(operands[called.forwarded[index]])


def _is_known(op: ir.Operation) -> bool:
    """Return whether an operation without stated effects is known not to affect buffers."""
    if isinstance(op, MemoryEffectsOpInterface):
        return True
    traits = (d.NoMemoryEffect, d.Pure, d.RecursiveMemoryEffects, ir.IsTerminator)
    if any(map(op.has_trait, traits)):
        return True
    values = (*op.operands, *op.results)
    return op.is_registered and not any(is_buffer_like(value.type) for value in values)


def _least(buffers: Sequence[Buffer]) -> Buffer:
    """Return a buffer that is not known to be larger than any other one."""
    least = buffers[0]
    for buffer in buffers[1:]:
        if least.size.is_at_least(buffer.size):
            least = buffer
    return least


# Control flow, as operations describe it

RegionEdge = tuple[ir.Region | None, dict[object, ir.Value]]
"""A target region, or None for the end of the operation, and the value for each receiver."""


def entries(op: ir.Operation) -> list[RegionEdge]:
    """Return the targets of control at the start of an operation with regions."""
    if isinstance(op, RegionBranchOpInterface):
        found = [
            _edge(successor, op.entry_successor_operands(successor.region))
            for successor in op.successor_regions(None)
        ]
    elif isinstance(op, LoopLikeOpInterface):
        found = [(region, {}) for region in op.loop_regions] + [(None, {})]
    else:
        found = [(region, {}) for region in op.regions]
    if isinstance(op, LoopLikeOpInterface):
        for region, values in found:
            for init in op.init_operands:
                target = (
                    op.tied_loop_result(init) if region is None else op.tied_region_iter_arg(init)
                )
                if target is not None and (region is None or target.parent_region is region):
                    values.setdefault(target, init.value)
    return found


def exits(terminator: ir.Operation) -> list[RegionEdge]:
    """Return the targets of control at the end of a region."""
    op = terminator.parent_op
    if isinstance(op, RegionBranchOpInterface) and isinstance(
        terminator, RegionBranchTerminatorOpInterface
    ):
        return [
            _edge(successor, terminator.mutable_successor_operands(successor.region))
            for successor in terminator.terminator_successor_regions()
        ]
    if isinstance(op, LoopLikeOpInterface):
        yielded = [operand.value for operand in op.yielded_operands]
        return [
            (terminator.parent_region, _by_target(op.region_iter_args, yielded)),
            (None, _by_target(op.loop_results, yielded)),
        ]
    return [(None, {})]


def successors(region: ir.Region) -> set[ir.Region | None]:
    """Return the targets of control after a region, None for after the operation."""
    op = region.parent
    if isinstance(op, RegionBranchOpInterface):
        return {successor.region for successor in op.successor_regions(region)}
    return {region, None}


def branches(block: ir.Block) -> Iterator[tuple[ir.Block, dict[object, ir.Value]]]:
    """Return the successors of a block, each with the values passed to its arguments."""
    last = block.last_op
    for index, successor in enumerate(block.successors()):
        values: dict[object, ir.Value] = {}
        if isinstance(last, BranchOpInterface):
            arguments = successor.arguments[last.produced_operand_count(index) :]
            values = _by_target(arguments, (use.value for use in last.successor_operands(index)))
        yield successor, values


def condition_of_branch(
    start: ir.Block,
    end: ir.Block,
    target: ir.Block,
    dominates: Callable[[ir.Block, ir.Block], bool],
) -> tuple[ir.Value, bool] | None:
    """Return the condition on which `start` branches, and its value on the given path."""
    last = start.last_op
    if not isinstance(last, ConditionalBranchOpInterface):
        return None
    first, second = last.successors
    if first is second:
        return None
    for block, holds in ((first, True), (second, False)):
        if target is block if start is end else block is not target and dominates(block, end):
            return last.branch_condition, holds
    return None


def condition_of_choice(op: ir.Operation) -> ir.Value | None:
    """Return the condition under which only the first region of `op` runs.

    None if there is none.
    """
    if not isinstance(op, IfOpInterface):
        return None
    conditions = [value for value in op.operands if value.type is ir.I1]
    return conditions[0] if len(conditions) == 1 else None


def _edge(successor: RegionSuccessor, operands: Iterable[ir.OpOperand]) -> RegionEdge:
    return successor.region, _by_target(successor.inputs, (use.value for use in operands))


def _by_target(targets: Iterable[ir.Value], values: Iterable[ir.Value]) -> dict[object, ir.Value]:
    return dict(zip(targets, values, strict=False))
