"""The roots of buffers, and which of them need a counter of references.

A block or an operation gets a buffer from several places, of which each is known to own it, to
borrow it, or neither. What is passed to one place, and what that place gets, is of one kind:

    %r = scf.if %c -> (memref<4xf32>) {          %s = scf.if %c -> (memref<4xf32>) {
      %a = memref.alloc() : memref<4xf32>          %b = memref.alloc() : memref<4xf32>
      scf.yield %a : memref<4xf32>                 scf.yield %b : memref<4xf32>
    } else {                                     } else {
      scf.yield %x : memref<4xf32>                 %d = memref.alloc() : memref<4xf32>
    }                                              scf.yield %d : memref<4xf32>
                                                 }
    // %a and %r are counted: %x is borrowed     // %b, %d and %s are owned
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum

from bufferize import ir
from bufferize.analysis.alias_sets import AliasSets
from bufferize.interfaces import (
    BranchOpInterface,
    CallOpInterface,
    FunctionOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    SelectLikeOpInterface,
)
from bufferize_buffers.analysis.effects import base_of, heap_allocations, is_buffer
from bufferize_buffers.analysis.liveness import Liveness
from bufferize_buffers.deallocation.control_flow import is_passed
from bufferize_buffers.deallocation.preconditions import MANUAL

Uses = Sequence[ir.OpOperand]


class Kind(Enum):
    """How a buffer is freed."""

    BORROWED = "not by this function"
    OWNED = "by the only block that owns it"
    COUNTED = "with the last reference"


def is_new(value: ir.Value) -> bool:
    """Return whether the block in which `value` is defined owns it then: it is allocated, or the
    result of a call.
    """
    op = value.defining_op
    return op is not None and (
        (value in heap_allocations(op) and MANUAL not in op.attributes)
        or (isinstance(op, CallOpInterface) and not isinstance(op, RegionBranchOpInterface))
    )


def is_received(value: ir.Value) -> bool:
    """Return whether control flow passes a buffer to `value`."""
    if isinstance(value, ir.BlockArgument):
        return is_passed(value)
    return isinstance(value.defining_op, RegionBranchOpInterface)


class CountedBuffers:
    """The roots of the buffers of a function, and how each is freed.

    The root of a buffer is the value of which it is a view: one that is allocated, returned by a
    call, or passed by control flow, or a choice between several roots. A buffer that the function
    never frees has none.
    """

    def __init__(
        self,
        function: FunctionOpInterface,
        regions: Sequence[ir.Region],
        given: Callable[[ir.Operation], Sequence[ir.OpOperand]],
        is_counted: Callable[[ir.Value], bool],
        is_kept: Callable[[ir.Value], bool],
        *,
        returns_counters: bool,
    ) -> None:
        """Find the roots in the `regions` of `function`, outer ones last.

        `given` has the operands of a call that are passed with a counter; `is_counted` says
        whether an argument of the function, or the result of a call, comes with one; `is_kept`
        whether a buffer must not be freed; `returns_counters` whether the function returns a
        counter with each buffer.
        """
        self._function = function
        self._given = given
        self._comes_counted = is_counted
        self._is_kept = is_kept
        self._returns_counters = returns_counters
        self._roots: dict[ir.Value, ir.Value | None] = {}
        self._sets = AliasSets()
        self._counted: set[ir.Value] = set()
        self._borrowed: set[ir.Value] = set()
        self._targets: dict[tuple[ir.Operation, int], ir.Value] = {}
        for region in reversed(regions):
            self._visit(region)
        self._kinds: dict[ir.Value, Kind] = {}
        self._classify()

    def root(self, buffer: ir.Value) -> ir.Value | None:
        """Return the root of a buffer; None if the function never frees it."""
        base = base_of(buffer)
        if base not in self._roots:
            self._roots[base] = self._root(base)
        return self._roots[base]

    def kind(self, value: ir.Value) -> Kind:
        """Return how a root, or a value that control flow passes a buffer to, is freed."""
        return self._kinds.get(self._sets.find(value), Kind.BORROWED)

    def is_choice(self, root: ir.Value) -> bool:
        """Return whether a root is one of several others."""
        return not (is_new(root) or is_received(root) or isinstance(root, ir.BlockArgument))

    def chosen(self, base: ir.Value) -> list[ir.Value]:
        """Return the buffers that the result of an operation may be; empty if they are unknown."""
        op = base.defining_op
        if op is None:
            return []
        if isinstance(op, SelectLikeOpInterface):
            return list(op.selected_values)
        return [
            value
            for value in op.operands
            if isinstance(value.type, ir.BaseMemRefType)
            and value.type.element_type is not base.type
        ]

    def _root(self, base: ir.Value) -> ir.Value | None:
        if is_new(base) or is_received(base):
            return None if self._is_kept(base) else base
        if isinstance(base, ir.BlockArgument):
            return base if self._comes_counted(base) else None
        op = base.defining_op
        if op is None or base in heap_allocations(op):
            return None
        roots = {self.root(value) for value in self.chosen(base)}
        if len(roots) < 2:
            return roots.pop() if roots else None
        for root in roots:
            self._join(base, root)
        return base

    def _join(self, value: ir.Value, root: ir.Value | None) -> None:
        if root is None:
            self._borrowed.add(value)
        else:
            self._sets.union(value, root)

    def _classify(self) -> None:
        """Decide on the kind of each set of values that are passed to each other."""
        members = {self._sets.find(r) for r in self._roots.values() if r is not None}
        counted = set(map(self._sets.find, self._counted))
        borrowed = set(map(self._sets.find, self._borrowed))
        owned = {self._sets.find(r) for r in self._roots.values() if r is not None and is_new(r)}
        for name in members | counted:
            if name in counted or (name in owned and name in borrowed):
                self._kinds[name] = Kind.COUNTED
            elif name in owned:
                self._kinds[name] = Kind.OWNED

    # What is passed

    def _visit(self, region: ir.Region) -> None:
        liveness = Liveness(region)
        for block in region.blocks:
            for root in self._live_roots(block, liveness):
                if self.is_choice(root):
                    self._counted.add(root)
            for argument in block.arguments:
                if is_buffer(argument):
                    self._mark(argument)
            for op in block.ops:
                for value in op.results:
                    if is_buffer(value):
                        self._mark(value)
                if isinstance(op, RegionBranchOpInterface):
                    for successor in op.successor_regions(None):
                        uses = op.entry_successor_operands(successor.region)
                        self._pass(uses, successor.inputs, None, ())
                for use in self._given(op):
                    self._count(use.value)
                for successor_uses, inputs, live in self._edges(op, liveness):
                    self._pass(successor_uses, inputs, region, live)
                if op is block.last_op and block.parent_op is self._function:
                    self._return(op)

    def _mark(self, value: ir.Value) -> None:
        self.root(value)
        if self._comes_counted(value):
            self._counted.add(value)

    def _live_roots(self, block: ir.Block, liveness: Liveness) -> list[ir.Value]:
        """Return the roots in the region of `block` that are live at its start."""
        found = [self.root(v) for v in liveness.live_in(block)]
        return [
            r for r in dict.fromkeys(found) if r is not None and r.parent_region is block.parent
        ]

    def _edges(
        self, op: ir.Operation, liveness: Liveness
    ) -> Iterator[tuple[Uses, Sequence[ir.Value], Collection[ir.Value]]]:
        """Yield the edges from the end of a block: operands, what gets them, and the live roots."""
        if isinstance(op, BranchOpInterface):
            for index, block in enumerate(op.successors):
                arguments = block.arguments[op.produced_operand_count(index) :]
                yield op.successor_operands(index), arguments, self._live_roots(block, liveness)
        elif isinstance(op, RegionBranchTerminatorOpInterface):
            if op.parent_op is not self._function:
                for successor in op.terminator_successor_regions():
                    yield op.mutable_successor_operands(successor.region), successor.inputs, ()

    def _pass(
        self,
        uses: Uses,
        targets: Sequence[ir.Value],
        region: ir.Region | None,
        live: Collection[ir.Value],
    ) -> None:
        """Join `targets` with the roots that they get on an edge from a block of `region`.

        The edge hands ownership on where a root of this region is passed once and not `live`.
        """
        pairs = [(u, t) for u, t in zip(uses, targets, strict=False) if is_buffer(t)]
        counts = Counter(self.root(use.value) for use, _ in pairs)
        for use, target in pairs:
            root = self.root(use.value)
            self._join(target, root)
            # An operand that is passed to several targets comes with one counter, or none.
            self._sets.union(self._targets.setdefault((use.owner, use.index), target), target)
            if root is not None:
                is_moved = root.parent_region is region and counts[root] == 1 and root not in live
                if not is_moved or self.is_choice(root):
                    self._counted.add(root)

    def _return(self, op: ir.Operation) -> None:
        for use in op.op_operands:
            root = self.root(use.value) if is_buffer(use.value) else None
            if root is not None and (self._returns_counters or self.is_choice(root)):
                self._counted.add(root)

    def _count(self, value: ir.Value) -> None:
        root = self.root(value)
        if root is not None:
            self._counted.add(root)
