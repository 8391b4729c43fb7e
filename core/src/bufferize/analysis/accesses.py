"""Reads and writes of tensors: which elements they access, and in which order.

A *read* of a tensor must see the contents that one of its *definitions* has set. A *write* by an
operand that is used in place changes the contents of a buffer, and with them those of every value in
the same alias set:

```mlir
%f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>  // definition of %f
%w = tensor.insert %v into %f[%i] : tensor<8xf32>                            // write
%x = tensor.extract %f[%i] : tensor<8xf32>                                   // read, of %f
```

`AccessOrder` answers how a read, its definitions and a write are placed in the program: in which
order, in which loops, in which subsets of a tensor. `conflicts.py` decides by these answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bufferize import ir
from bufferize.analysis.left_out import operands_passed_on
from bufferize.analysis.program_order import Deferral, ProgramOrder
from bufferize.analysis.queries import AnalysisState
from bufferize.define import ConstantLike
from bufferize.dialects.bufferization import DeallocTensorOp
from bufferize.interfaces import (
    BufferRelation,
    CastOpInterface,
    DestinationStyleOpInterface,
    EffectKind,
    FunctionOpInterface,
    HyperrectangularSlice,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    SubsetOpInterface,
    has_effect,
    is_tensor_like,
    owner_of_value,
)
from bufferize.ir import Block, BlockArgument, Operation, OpOperand, OpResult, Region, Value
from bufferize.ir.dominance import BlockGraph

# Uses


class Read:
    """An operand whose contents are read, by its owner or through a view of it."""

    __slots__ = ("deferrals", "definitions", "loops", "op", "operand")

    def __init__(
        self,
        operand: OpOperand,
        definitions: tuple[Value, ...],
        loops: tuple[Operation, ...],
        deferrals: tuple[Deferral, ...] = (),
    ) -> None:
        self.operand = operand
        self.op = operand.owner
        self.definitions = definitions
        self.loops = loops
        """The loops around the read that do not contain all definitions.

        An iteration of such a loop may read what another iteration has written.
        """
        self.deferrals = deferrals
        """The operations that may read later, and when: those around the read, or a call."""


class UseInProgress(Read):
    """An in-place operand that its owner uses through another SSA value for its whole duration.

    The other value is an argument of a region, or of a called function. Nothing else may write to
    the buffer in the meantime, whatever its contents are.
    """

    __slots__ = ()

    def __init__(self, operand: OpOperand) -> None:
        super().__init__(operand, (), ())


class Freed(UseInProgress):
    """An operand whose buffer its owner frees: nothing may write to it afterwards."""

    __slots__ = ()


class Write:
    """An operand whose buffer is written to, if it is used in place."""

    __slots__ = ("op", "operand", "sole_alias")

    def __init__(self, operand: OpOperand, sole_alias: Value | None) -> None:
        self.operand = operand
        self.op = operand.owner
        self.sole_alias = sole_alias
        """The only value that aliases the operand; None if there are none or several."""


def frees(operand: OpOperand) -> bool:
    """Return whether the owner of `operand` frees its buffer."""
    op = operand.owner
    return isinstance(op, DeallocTensorOp) or has_effect(op, EffectKind.FREE, operand.value)


def loops_between(
    state: AnalysisState, read: Operation, definitions: tuple[Value, ...]
) -> tuple[Operation, ...]:
    """Return, for each definition, the outermost loop that contains `read` but not the definition."""
    loops: dict[Operation, None] = {}
    innermost = state.enclosing_repetitive_region(read.parent_region)
    if innermost is None:
        return ()
    for definition in definitions:
        around = state.enclosing_repetitive_region(definition.parent_region)
        region: Region | None = innermost
        while region is not None and region is not around:
            following = state.enclosing_repetitive_region(region.parent_region)
            if following is around or following is None:
                if region.parent is not None:
                    loops[region.parent] = None
                break
            region = following
    return tuple(loops)


# Order

Origins = frozenset[Value] | None
# Beyond this number it is not known what a value is computed from.
_MOST_ORIGINS = 16
MOST_VALUES = 64
"""The number of values among which copies that keep buffers apart are looked for."""


class AccessOrder:
    """The order in which reads and writes below one root are executed. Answers are remembered.

    It is the first argument of every rule in `conflicts.py` and `subset_rules.py`.
    """

    def __init__(self, state: AnalysisState, order: ProgramOrder) -> None:
        self.state = state
        self.order = order
        self.subsets = SubsetsOfTensors(state)
        self._earliest: dict[Value, int] = {}
        self._origins: dict[Value, Origins] = {}
        self.copied: set[OpOperand] = set()
        """The operands that have been decided to be copied."""
        self.from_subset: dict[tuple[SubsetInsertionOpInterface, bool], dict[Value, bool]] = {}
        """For each insertion, whether a value comes from the subset that the insertion overwrites.

        The answers stay valid: equivalences are found only before and after operands are decided.
        """

    def can_use_order(self, read: Read, write: Write) -> bool:
        """Return whether the read and the write always run in their order in the program.

        They do not in a loop that contains both but not the definition.
        """
        contains = self.order.contains
        if any(contains(loop, write.op) for loop in read.loops):
            return False
        return not self.in_block_loop(read, write)

    def in_block_loop(self, read: Read, write: Write) -> bool:
        """Return whether blocks around the read and the write form a loop without the definition.

        MLIR looks only at the blocks of the two operations themselves, and so overwrites contents
        that a nested operation reads again in the next iteration.
        """
        return next(self._block_loops(read, write), None) is not None

    def _block_loops(self, read: Read, write: Write) -> Iterator[tuple[Region, Block]]:
        """Yield the regions whose blocks form a loop around both, each with the read's block."""
        region = self.order.region_of_blocks(write.op.parent_region)
        while region is not None:
            a, b = block_around(read.op, region), block_around(write.op, region)
            if a is not None and b is not None:
                barriers = [block_of(value, region) for value in read.definitions]
                if _is_block_loop(self.order.block_graph(region), a, b, barriers):
                    yield region, a
            region = self.order.region_of_blocks(region.parent_region)

    def is_never_followed_by(self, a: Operation, b: Operation) -> bool:
        """Return whether both are in blocks of one region, with no path from that of `a` to that of `b`."""
        region = self.order.region_of_blocks(a.parent_region)
        while region is not None:
            start, end = block_around(a, region), block_around(b, region)
            if start is not None and end is not None:
                graph = self.order.block_graph(region)
                return start is not end and not graph.is_reachable(start, end, None)
            region = self.order.region_of_blocks(region.parent_region)
        return False

    def varying(self, read: Read, write: Write) -> Callable[[Value], bool]:
        """Return a predicate: whether a value may differ between the read and the write.

        It may if they run in different iterations of a loop that contains both but not the
        definition, and the value is defined in that loop.
        """
        contains = self.order.contains
        loops = [loop for loop in read.loops if contains(loop, write.op)]
        block_loops = list(self._block_loops(read, write))

        def varies(value: Value) -> bool:
            region = value.parent_region
            around = region.parent if region is not None else None
            if around is not None and any(contains(loop, around) for loop in loops):
                return True
            return any(
                self.order.block_graph(blocks).is_reachable(block, home, None)
                for blocks, block in block_loops
                if (home := block_of(value, blocks)) is not None
            )

        return varies

    # Looking back along the use-def chain

    def origins(self, value: Value) -> Origins:
        """Return the ends of all chains of aliases back from `value`, and non-writable values on them.

        The buffer of `value` is, or is a part of, that of one of them, unless a copy comes between.
        None if there are too many, or if `value` is computed from itself.
        """
        known = self._origins
        entered: set[Value] = set()
        work = [value]
        while work:
            each = work[-1]
            if each in known:
                work.pop()
                continue
            operands = self._sources(each)
            sources = [operand.value for operand in operands]
            missing = [source for source in sources if source not in known]
            if missing and each not in entered:
                entered.add(each)
                work += missing
                continue
            found = [
                known.get(source) for source in sources
            ]  # None: `each` is computed from itself
            if self._is_origin(each, operands):
                found.append(frozenset((each,)))
            known[each] = found[0] if len(found) == 1 else _union(found)
        return known[value]

    def _sources(self, value: Value) -> list[OpOperand]:
        if self.state.model_of_value(value) is None:
            return operands_passed_on(value) or []
        return [alias.operand for alias in self.state.get_aliasing_op_operands(value)]

    def _is_origin(self, value: Value, sources: list[OpOperand]) -> bool:
        """Return whether `value` has a buffer of none of its sources, or must not be written to.

        The argument of a region has one unless an operand of the operation around is a source.
        """
        if not sources or not self.state.is_writable(value):
            return True
        if not isinstance(value, BlockArgument) or not value.owner.is_entry:
            return False
        around = value.parent_op
        return around is None or not any(s.value in around.operands for s in sources)

    def are_separate(self, a: Value, b: Value) -> bool:
        """Return whether `a` and `b` can never share memory, whatever is decided.

        Each is computed only from arguments of functions, allocations and constants, and they have
        none in common. Or one of them is computed only from allocations, and the other one also by
        operations that are left out, to which these allocations are not given.
        """
        first, second = self.origins(a), self.origins(b)
        if first is None or second is None or not first.isdisjoint(second):
            return False
        return all(map(self._is_own_buffer, first | second)) or any(
            all(map(self.is_allocation, new)) and all(map(self._is_own_or_left_out, others))
            for new, others in ((first, second), (second, first))
        )

    def _is_own_or_left_out(self, value: Value) -> bool:
        is_left_out = self.state.model_of_value(value) is None
        return operands_passed_on(value) is not None if is_left_out else self._is_own_buffer(value)

    def are_kept_apart(
        self, definition: Value, read: Value, written: Value, copied: Callable[[OpOperand], bool]
    ) -> bool:
        """Return whether copies keep `written` apart from the contents of `read`.

        These are where `definition` has set them, or in copies on the way from there to `read`. There
        is no way if a task reads what a loop carries on as `definition`: only that buffer counts.
        """
        first, second = self.buffers(written, copied), self.buffers(definition, copied)
        if not first or not second or not first.isdisjoint(second):
            return False
        steps, values = list[tuple[OpOperand, Value]](), [read]
        for value in values:
            if not self.state.value_bufferizes_to_memory_write(value):
                steps += [(source, value) for source in self._sources(value)]
                values += {s.value: None for s, _ in steps if s.value not in values}
            if len(values) > MOST_VALUES:
                return False
        holders = [definition]
        for holder in holders:
            holders += {v: None for s, v in steps if s.value is holder and v not in holders}
        # Only those that are copied can be in `first`.
        second.update(source for source, _ in steps if source.value in holders)
        return first.isdisjoint(second) and all(
            isinstance(b, OpOperand) or self._is_own_buffer(b) for b in first | second
        )

    def buffers(
        self, value: Value, copied: Callable[[OpOperand], bool]
    ) -> set[Value | OpOperand] | None:
        """Return the copies and the origins that `value` may have the buffer of; None if too many."""
        found: set[Value | OpOperand] = set()
        values = [value]
        for each in values:
            sources = self._sources(each)
            if self._is_origin(each, sources):
                found.add(each)
            copies = {s for s in sources if copied(s) and self.state.model(s.owner) is not None}
            found.update(copies)
            kept = (source.value for source in sources if source not in copies)
            values += {source: None for source in kept if source not in values}
            if len(values) > MOST_VALUES:
                return None
        return found

    def buffer_of(self, value: Value) -> Value | None:
        """Return the only origin of `value` if no other buffer may be the same; None otherwise."""
        origins = self.origins(value)
        if origins is None or len(origins) != 1:
            return None
        (only,) = origins
        return only if self._is_own_buffer(only) else None

    def _is_own_buffer(self, value: Value) -> bool:
        """Return whether no value has the buffer of `value` without being computed from it."""
        if isinstance(value, BlockArgument):
            return isinstance(value.parent_op, FunctionOpInterface) and value.owner.is_entry
        assert isinstance(value, OpResult)
        return self.is_allocation(value) or value.owner.has_trait(ConstantLike)

    def is_allocation(self, value: Value) -> bool:
        """Return whether `value` has a new buffer that its operation, not left out, allocates."""
        if not isinstance(value, OpResult):
            return False
        model = self.state.model(value.owner)
        return model is not None and model.bufferizes_to_allocation(value.owner, value)

    def is_before(self, value: Value, other: Value) -> bool:
        """Return whether `value` was computed before `other` existed.

        A search back along the use-def chain for `other` can stop at such a value.
        """
        owner, order = owner_of_value(value), self.order
        if owner is None or owner not in order.first:
            return False
        return order.end(owner) < self._earliest_descendant(other)

    def _earliest_descendant(self, value: Value) -> int:
        """Return the first position at which a value computed from `value` may be defined.

        It is the position of `value`, or of a loop that may pass it to the next iteration.
        """
        known = self._earliest.get(value)
        if known is not None:
            return known
        order = self.order
        if isinstance(value, OpResult):
            earliest = order.position(value.owner)
        else:
            block = value.parent_block
            earliest = order.block_span(block)[0] if block is not None else 0
        region = value.parent_region
        while region is not None and region.parent in order.first:
            op = region.parent
            if self._passes_back(region, op):
                earliest = order.position(op)
            # An isolated region uses no value from outside, such as from the graph of a module.
            region = None if op.has_trait(ir.IsolatedFromAbove) else op.parent_region
        self._earliest[value] = earliest
        return earliest

    def _passes_back(self, region: Region, op: Operation) -> bool:
        """Return whether a value in `region` of `op` may be computed from one that is defined below it."""
        if len(region.blocks) > 1 or op.has_trait(ir.GraphRegion):
            return True
        return any(
            op.is_proper_ancestor_of(alias.operand.owner)
            for argument in region.blocks[0].arguments
            if is_tensor_like(argument.type)
            for alias in self.state.get_aliasing_op_operands(argument)
        )


def _union(sets: list[Origins]) -> Origins:
    found = frozenset[Value]().union(*filter(None, sets))
    return None if None in sets or len(found) > _MOST_ORIGINS else found


def _is_block_loop(graph: BlockGraph, a: Block, b: Block, barriers: list[Block | None]) -> bool:
    """Return whether control can go from `a` to `b` and back without passing a barrier."""
    if not (graph.is_reachable(a, b, None) and graph.is_reachable(b, a, None)):
        return False
    return any(
        graph.is_reachable(a, b, barrier) and graph.is_reachable(b, a, barrier)
        for barrier in barriers
        if barrier is not a and barrier is not b
    )


def block_around(op: Operation, region: Region) -> Block | None:
    """Return the block of `region` that contains `op`, at any depth."""
    found = region.find_ancestor_op(op)
    return found.parent if found is not None else None


def block_of(value: Value, region: Region) -> Block | None:
    """Return the block of `region` in which `value` is defined, at any depth."""
    block = value.parent_block
    if block is None or block.parent is region:
        return block
    return block_around(block.parent_op, region) if block.parent_op is not None else None


# Subsets


@dataclass(slots=True, eq=False)
class Subset:
    """An index space: all elements of a tensor, or a subset of another `Subset`.

    The successive versions of a tensor that is updated have one index space. Two of them are either
    the same buffer, element for element, or separate buffers. So accesses of elements with
    different indices never touch the same memory.

    ```mlir
    %s = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>       // a subset of %t
    %u = tensor.insert %f into %s[%i] : tensor<4xf32>                              // the same subset
    %r = tensor.insert_slice %u into %t[4] [4] [1] : tensor<4xf32> into tensor<8xf32>  // all of %t
    ```
    """

    value: Value
    """The first value with this index space."""
    parent: Subset | None = None
    op: SubsetOpInterface | None = None
    """The operation that extracts the subset from the parent, or accesses it there."""
    slice: HyperrectangularSlice | None = None
    """The slice of the parent, if the subset is one."""
    depth: int = 0

    def subset_by(self, value: Value, op: SubsetOpInterface) -> Subset:
        """Return the subset of this one that `op` extracts or accesses."""
        return Subset(value, self, op, op.accessed_slice(), self.depth + 1)


class SubsetsOfTensors:
    """The map from each value to the subset of the tensor it was extracted from.

    Answers are remembered, so the IR must not change.
    """

    def __init__(self, state: AnalysisState) -> None:
        self.state = state
        self._subsets: dict[Value, Subset] = {}
        self._accessed: dict[OpOperand, Subset] = {}

    def of(self, value: Value) -> Subset:
        """Return the subset that `value` stands for."""
        known = self._subsets
        path: dict[Value, None] = {}
        start: Value | None = value
        while start is not None and start not in known:
            if start in path:  # computed from itself, in a graph region: of no known tensor
                known.update((each, Subset(each)) for each in path)
                return known[value]
            path[start] = None
            start = self._source(start)
        subset = known[start] if start is not None else None
        for later in reversed(path):
            op = later.defining_op
            if subset is None:
                subset = Subset(later)
            elif isinstance(op, SubsetExtractionOpInterface):
                subset = subset.subset_by(later, op)
            known[later] = subset
        return known[value]

    def are_disjoint(
        self, a: Subset, b: Subset, varies: Callable[[Value], bool] | None = None
    ) -> bool:
        """Return whether two subsets of one parent are known to have no element in common.

        Values for which `varies` holds may differ between `a` and `b`. If a subset is no slice, the
        accessing operations decide, unless something varies.
        """
        if a.slice is not None and b.slice is not None:
            return a.slice.is_disjoint_from(b.slice, varies or (lambda _: False))
        return (
            varies is None
            and a.op is not None
            and b.op is not None
            and a.op.operates_on_disjoint_subset(b.op, lambda v, w: self.of(v) is self.of(w))
        )

    def read_by(self, operand: OpOperand) -> Subset:
        """Return the subset that the owner of `operand` reads: all of it, for an insertion."""
        op = operand.owner
        if isinstance(op, SubsetExtractionOpInterface) and operand is op.source_operand:
            return self._accessed_by(op, operand)
        return self.of(operand.value)

    def written_by(self, operand: OpOperand) -> Subset:
        """Return the subset that the owner of `operand` writes."""
        op = operand.owner
        if isinstance(op, SubsetInsertionOpInterface) and operand is op.destination_operand:
            return self._accessed_by(op, operand)
        return self.of(operand.value)

    def subsets_of_one(self, a: Subset, b: Subset) -> tuple[Subset, Subset] | None:
        """Return the two different subsets of one parent that contain `a` and `b`.

        None if they are not subsets of one tensor, or if one of them contains the other.
        """
        while a.parent is not None and a.depth > b.depth:
            a = a.parent
        while b.parent is not None and b.depth > a.depth:
            b = b.parent
        if a is b:
            return None
        while a.parent is not None and b.parent is not None:
            if a.parent is b.parent:
                return a, b
            a, b = a.parent, b.parent
        return None

    def _accessed_by(self, op: SubsetOpInterface, operand: OpOperand) -> Subset:
        subset = self._accessed.get(operand)
        if subset is None:
            subset = self._accessed[operand] = self.of(operand.value).subset_by(operand.value, op)
        return subset

    def _source(self, value: Value) -> Value | None:
        """Return the value that `value` was extracted from, or that has the same indices."""
        op = value.defining_op
        if op is None or self.state.model(op) is None:
            return None
        aliases = self.state.get_aliasing_op_operands(value)
        if len(aliases) != 1 or aliases[0].operand.owner is not op:
            return None
        operand = aliases[0].operand
        if isinstance(op, SubsetExtractionOpInterface):
            return operand.value if operand is op.source_operand else None
        if aliases[0].relation is not BufferRelation.EQUIVALENT or not aliases[0].is_definite:
            return None
        assert isinstance(value, OpResult)
        return operand.value if _keeps_indices(op, value, operand) else None


def _keeps_indices(op: Operation, result: OpResult, operand: OpOperand) -> bool:
    """Return whether an index means the same element in `result` as in the equivalent `operand`.

    Not after a reshape, even to the same type, and so not after a call.
    """
    if isinstance(op, CastOpInterface):
        types = operand.value.type, result.type
        return all(isinstance(type, ir.RankedTensorType) for type in types)
    return isinstance(op, DestinationStyleOpInterface) and op.tied_operand(result) is operand
