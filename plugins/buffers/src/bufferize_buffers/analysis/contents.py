"""Whether one buffer can hold the contents of several: a walk through all that a function may do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.dialects.memref import AssumeAlignmentOp, LoadOp, StoreOp
from bufferize.interfaces import (
    CopyOpInterface,
    DeferredExecutionInterface,
    DestinationStyleOpInterface,
    EffectKind,
    FunctionOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RepeatedRegionsInterface,
    ViewLikeOpInterface,
    memory_effects,
)
from bufferize_buffers.analysis.effects import is_buffer, may_have_memory
from bufferize_buffers.analysis.flow import BufferFlow
from bufferize_buffers.analysis.later import is_concurrent

_OTHER: Final = -1
"""The buffers that are not in the group."""
_MOST_STATES: Final = 64


class Conflict(Exception):
    """The reason why one buffer is not known to be enough, in one sentence without a period."""


class _State(NamedTuple):
    """A state of the program: which buffer each name is, and which contents one buffer would hold.

    The buffers of the group are numbered in the order of their names. An operation that allocates
    in each iteration makes a new one each time.
    """

    names: frozenset[tuple[ir.Value, int]]
    written: frozenset[int]
    """The buffers of which an element may have been written. Others have undefined contents."""
    stale: frozenset[int]
    """The buffers some of whose contents would be overwritten by those of another one."""


class _Access(NamedTuple):
    """The buffers that an operation reads and writes, by operand."""

    reads: dict[ir.Value, int]
    writes: dict[ir.Value, int]
    overwritten: set[ir.Value]
    """The names of buffers of which it writes all elements."""


class SharedContents:
    """A group of allocations that may become one.

    The walk follows every path of the program, and knows on each which buffer a name is. Suppose
    that all buffers of the group were one. What is written to a buffer would then be lost when
    another one is written, so it must not be read afterwards:

        %r = scf.for %i = %lb to %ub step %s iter_args(%now = %a) -> (memref<8xf32>) {
          %v = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>    // %a, later %b
          vector.store %v, %b[%c0] : memref<8xf32>, vector<8xf32>      // the contents of %a are lost
          scf.yield %b : memref<8xf32>                                 // and not read any more
        }

    An operation, or a nest of loops, may read one buffer and write another one if it accesses one
    element of both in each step, no element in two steps, and reads it before it is written.
    """

    def __init__(
        self,
        group: Sequence[ir.Operation],
        frees: Collection[ir.Operation],
        flow: BufferFlow,
        hidden: Collection[ir.Value],
        state: AnalysisState,
        number: Mapping[ir.Operation, int],
    ) -> None:
        """Ignore `frees`. `hidden` are buffers that operations may use without being given them.

        `number` has the operations of the function in their order.
        """
        self._group = group
        self._frees = frees
        self._models = state
        names = {name: None for op in group for name in flow.aliases(op.results[0])}
        self._order = {name: number for number, name in enumerate(names)}
        if not all(map(is_buffer, names)):
            raise Conflict("it is used as a value of another type than a memref")
        if not flow.addressed.union(hidden).isdisjoint(names):
            raise Conflict("operations may use it that are not given it")
        parts = [n for n in names if not self._is_whole(n)]
        self._parts = set[ir.Value]().union(*map(flow.aliases, parts))
        """The names that may be views of a part."""
        self._cell: tuple[ir.Value, ...] | None = None
        """The indices of the only element that is looked at, in a nest of loops."""
        self._inside: dict[ir.Block, list[ir.Operation]] = {}
        """The operations in each block that have to do with the group, in order."""
        self._add_operations(number)

    def check(self) -> None:
        """Raise Conflict unless one buffer is known to be enough."""
        block = self._group[0].parent
        assert block is not None
        terminator = block.terminator
        ends = self._run(block, {_State(frozenset(), frozenset(), frozenset())})
        returned = [value for value in terminator.operands if value in self._order]
        if returned and not isinstance(block.parent_op, FunctionOpInterface):
            raise Conflict("it is used outside of the block that allocates it")
        for end in ends:
            buffers = {_buffer(value, end) for value in returned} - {_OTHER}
            if len(buffers) > 1:
                raise Conflict("the function returns it and another one")
            _check_contents(buffers, end)

    def _is_whole(self, name: ir.Value) -> bool:
        """Return whether `name` is a whole buffer if what it comes from is."""
        op = name.defining_op
        return op is None or op in self._group or isinstance(op, RegionBranchOpInterface)

    def _add_operations(self, number: Mapping[ir.Operation, int]) -> None:
        root = self._group[0].parent
        assert root is not None
        found: dict[ir.Operation, None] = {}
        for op in (*self._group, *(user for name in self._order for user in name.users)):
            around: ir.Operation | None = op
            while around is not None and around not in found:
                found[around] = None
                if around.parent is root:
                    break
                around = around.parent_op
            if around is None:
                raise Conflict("it is used outside of the block that allocates it")
        for op in sorted(found, key=number.__getitem__):
            if op.parent is not None:
                self._inside.setdefault(op.parent, []).append(op)

    # Control flow

    def _run(self, block: ir.Block, states: set[_State]) -> set[_State]:
        """Return the states before the terminator of `block`."""
        for op in self._inside.get(block, ()):
            if not op.has_trait(ir.IsTerminator):
                states = {after for before in states for after in self._step(op, before)}
            elif op.successors:
                raise Conflict("a branch passes it to a block")
            elif self._is_used_inside(op):
                raise Conflict("it is used in a region of which it is not known when it runs")
            if len(states) > _MOST_STATES:
                raise Conflict("there are too many ways in which the program may use it")
        return states

    def _step(self, op: ir.Operation, state: _State) -> set[_State]:
        if op in self._group:
            fresh = len(state.names)
            return {self._rename(state, {op.results[0]: fresh}, ())}
        if op in self._frees:
            return {state}
        if isinstance(op, AssumeAlignmentOp):
            raise Conflict("it is assumed to have an alignment that its allocation does not tell")
        if isinstance(op, ViewLikeOpInterface):
            return {self._rename(state, {op.results[0]: self._find(op.view_source, state)}, ())}
        passes_on = isinstance(op, RegionBranchOpInterface | LoopLikeOpInterface)
        passes_on = passes_on and not isinstance(op, RepeatedRegionsInterface)
        if not passes_on and not self._is_used_inside(op):
            return self._access(op, state)
        if self._cell is not None and self._visits_elements(op, self._cell):
            return {state} | self._run_body(op, state)
        try:
            return self._branch(op, state)
        except Conflict:
            cell = None if self._cell is not None else self._element_of(op)
            if cell is None:
                raise
        return {self._run_for_each_element(op, cell, state)}

    def _is_used_inside(self, op: ir.Operation) -> bool:
        """Return whether operations in the regions of `op` use the group."""
        return any(block in self._inside for region in op.regions for block in region.blocks)

    def _branch(self, op: ir.Operation, state: _State) -> set[_State]:
        """Return the states after an operation with regions."""
        if not isinstance(op, RegionBranchOpInterface) or is_concurrent(op):
            raise Conflict("it is used in a region of which it is not known when it runs")
        left: set[_State] = set()
        work: list[tuple[ir.Region, _State]] = []
        seen: set[tuple[ir.Region, _State]] = set()

        def go(region: ir.Region | None, after: _State) -> None:
            if region is None:
                left.add(after)
            elif (region, after) not in seen:
                seen.add((region, after))
                work.append((region, after))
            if len(seen) > _MOST_STATES:
                raise Conflict("there are too many ways in which the program may use it")

        for successor in op.successor_regions(None):
            uses = op.entry_successor_operands(successor.region)
            go(successor.region, self._pass(uses, successor.inputs, state, ()))
        while work:
            region, before = work.pop()
            if len(region.blocks) != 1:
                raise Conflict("it is used in a region with several blocks")
            terminator = region.blocks[0].terminator
            if not isinstance(terminator, RegionBranchTerminatorOpInterface):
                raise Conflict("it is not known what comes after a region that uses it")
            ended = self._names_in(op)
            for end in self._run(region.blocks[0], {before}):
                for successor in terminator.terminator_successor_regions():
                    uses = terminator.mutable_successor_operands(successor.region)
                    go(successor.region, self._pass(uses, successor.inputs, end, ended))
        return left

    def _pass(
        self,
        uses: Sequence[ir.OpOperand],
        inputs: Sequence[ir.Value],
        state: _State,
        ended: Collection[ir.Value],
    ) -> _State:
        """Return the state after operands were passed on and the names `ended` are no more."""
        passed = {
            name: self._find(use.value, state)
            for use, name in zip(uses, inputs, strict=True)
            if name in self._order
        }
        return self._rename(state, passed, ended)

    def _names_in(self, op: ir.Operation) -> list[ir.Value]:
        """Return the names defined in the regions of `op`."""
        return [
            n for n in self._order if n.parent_op is not None and op.is_ancestor_of(n.parent_op)
        ]

    def _find(self, value: ir.Value, state: _State) -> int:
        """Return the buffer that `value` is."""
        return _buffer(value, state) if value in self._order else _OTHER

    def _rename(
        self, state: _State, names: Mapping[ir.Value, int], ended: Collection[ir.Value]
    ) -> _State:
        """Return `state` with some names bound anew and others gone; number the buffers anew."""
        found = {name: buffer for name, buffer in state.names if name not in ended} | dict(names)
        number: dict[int, int] = {}
        for name in sorted(found, key=self._order.__getitem__):
            if found[name] != _OTHER:
                number.setdefault(found[name], len(number))
        return _State(
            frozenset((name, number.get(buffer, _OTHER)) for name, buffer in found.items()),
            frozenset(number[buffer] for buffer in state.written if buffer in number),
            frozenset(number[buffer] for buffer in state.stale if buffer in number),
        )

    # Nests of loops, element by element

    def _element_of(self, op: ir.Operation) -> tuple[ir.Value, ...] | None:
        """Return the indices of all accesses in the nest of loops `op`, if no two steps have the same.

        They are the indices of the first access: counters of the loops, and values from outside.
        """
        for inner in op.walk():
            if isinstance(inner, LoadOp | StoreOp) and inner.memref in self._order:
                cell = tuple(inner.indices)
                counters: set[ir.Value] = set()
                around: ir.Operation | None = inner.parent_op
                while around is not None and op.is_ancestor_of(around):
                    if isinstance(around, LoopLikeOpInterface):
                        own = around.loop_induction_variables
                        counters.update(own if set(cell).issuperset(own) else ())
                    around = around.parent_op
                is_known = all(i in counters or not _is_within(i, op) for i in cell)
                return cell if is_known and self._visits_elements(op, cell) else None
        return None

    def _visits_elements(self, op: ir.Operation, cell: tuple[ir.Value, ...]) -> bool:
        """Return whether each iteration of `op` has another `cell`, and passes no buffer on."""
        if not isinstance(op, LoopLikeOpInterface) or len(op.regions) != 1:
            return False
        counters = op.loop_induction_variables
        return (
            bool(counters)
            and set(cell).issuperset(counters)
            and len(op.regions[0].blocks) == 1
            and not isinstance(op, DeferredExecutionInterface)
            and self._order.keys().isdisjoint((*op.results, *op.regions[0].blocks[0].arguments))
            and self._order.keys().isdisjoint(op.regions[0].blocks[0].terminator.operands)
        )

    def _run_body(self, op: ir.Operation, state: _State) -> set[_State]:
        """Return the states after the one iteration of `op` that visits the element."""
        ended = self._names_in(op)
        ends = self._run(op.regions[0].blocks[0], {state})
        return {self._rename(end, {}, ended) for end in ends}

    def _run_for_each_element(
        self, op: ir.Operation, cell: tuple[ir.Value, ...], state: _State
    ) -> _State:
        """Return the state after a nest of loops that visits each element at most once."""
        self._cell = cell
        try:
            ends = self._run_body(op, state)
        finally:
            self._cell = None
        # Elements that are not visited stay as they are.
        return state._replace(
            written=state.written.union(*(end.written for end in ends)),
            stale=state.stale.union(*(end.stale for end in ends)),
        )

    # Accesses

    def _access(self, op: ir.Operation, state: _State) -> set[_State]:
        """Return the states after an operation without regions that use the group."""
        effects = memory_effects(op)
        if effects is None:
            raise Conflict("it is not known what an operation does with it")
        results = [result for result in op.results if result in self._order]
        if results:
            if effects or sum(may_have_memory(result.type) for result in op.results) > 1:
                raise Conflict("it is not known which buffer an operation returns")
            given = {self._find(v, state) for v in op.operands if may_have_memory(v.type)}
            return {self._rename(state, {results[0]: buffer}, ()) for buffer in given}
        read: list[ir.Value] = []
        written: list[ir.Value] = []
        for effect in effects:
            if effect.kind is EffectKind.ALLOCATE:
                continue
            if effect.value is None:
                raise Conflict("an operation that uses it may use any memory")
            if effect.value in self._order:
                if effect.kind is EffectKind.FREE:
                    raise Conflict("it is freed elsewhere than in the block that allocates it")
                (read if effect.kind is EffectKind.READ else written).append(effect.value)
        overwritten = self._overwritten(op)
        access = _Access(
            {name: _buffer(name, state) for name in read if name not in overwritten},
            {name: _buffer(name, state) for name in written},
            overwritten,
        )
        return {self._after(op, access, state)}

    def _overwritten(self, op: ir.Operation) -> set[ir.Value]:
        """Return the names of buffers that `op` writes as a whole and does not read."""
        found: set[ir.Value] = set()
        if isinstance(op, StoreOp) and (not op.indices or self._cell is not None):
            found.add(op.memref)
        elif isinstance(op, CopyOpInterface):
            found.update({op.copy_target} - {op.copy_source})
        elif isinstance(op, DestinationStyleOpInterface):
            model = self._models.model(op)
            for init in op.dps_inits if model is not None else ():
                assert model is not None
                is_only = sum(use.value is init.value for use in op.op_operands) == 1
                if is_only and not model.bufferizes_to_memory_read(op, init, self._models):
                    found.add(init.value)
        return found - self._parts

    def _after(self, op: ir.Operation, access: _Access, state: _State) -> _State:
        """Return the state after the accesses of `op`."""
        if self._cell is not None:
            is_element = isinstance(op, LoadOp | StoreOp) and tuple(op.indices) == self._cell
            if not is_element or not self._parts.isdisjoint(op.operands):
                raise Conflict("a loop reads and writes other elements of it than the current one")
        read = set(access.reads.values()) - {_OTHER}
        written = set(access.writes.values()) - {_OTHER}
        _check_contents(read, state)
        if not written:
            return state
        if len(written) > 1:
            raise Conflict("an operation writes it and another one")
        (target,) = written
        others = [name for name, buffer in access.reads.items() if buffer in read - written]
        if others and isinstance(op, CopyOpInterface):
            if self._parts.isdisjoint(op.operands):  # then both have the same contents
                return state._replace(written=state.written | written, stale=state.stale - written)
            raise Conflict("a part of it is copied to another one")
        if others and not self._is_element_wise(op, (*others, *access.writes)):
            raise Conflict("an operation reads it while it writes another one")
        stale = state.stale | (state.written - written)
        if all(name in access.overwritten for name, buffer in access.writes.items()):
            stale -= {target}
        return state._replace(written=state.written | written, stale=stale)

    def _is_element_wise(self, op: ir.Operation, names: Iterable[ir.Value]) -> bool:
        """Return whether each step of `op` reads an element of all `names`, and then may write it."""
        model = self._models.model(op)
        found = set(names)
        operands = [use for use in op.op_operands if use.value in found]
        return (
            model is not None
            and isinstance(op, DestinationStyleOpInterface)
            and self._parts.isdisjoint(found)
            and model.bufferizes_to_element_wise_access(op, self._models, operands)
        )


def _buffer(name: ir.Value, state: _State) -> int:
    for known, buffer in state.names:
        if known is name:
            return buffer
    raise Conflict("it is not known which buffer a value is")


def _check_contents(buffers: Iterable[int], state: _State) -> None:
    if not state.stale.isdisjoint(buffers):
        raise Conflict("it is read after another one is written")


def _is_within(value: ir.Value, op: ir.Operation) -> bool:
    return value.parent_op is not None and op.is_ancestor_of(value.parent_op)
