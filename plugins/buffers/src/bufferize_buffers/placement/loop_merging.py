"""`--buffer-loop-merging`: use one buffer where a loop carries one in and yields another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Final

from bufferize import ir
from bufferize.analysis import AnalysisOptions, AnalysisState
from bufferize.driver.bufferizable import ModelContext
from bufferize.interfaces import AllocationOpInterface, FunctionOpInterface, LoopLikeOpInterface
from bufferize.ir.process import deep_recursion
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.analysis.contents import Conflict, SharedContents
from bufferize_buffers.analysis.effects import freed_by, is_buffer, requirements
from bufferize_buffers.analysis.flow import BufferFlow
from bufferize_buffers.analysis.later import LaterUses
from bufferize_buffers.analysis.stored import StoredBuffers

_MOST_IN_PAIRS: Final = 8
"""The number of buffers of one loop, of which each two are tried if not all can be merged."""


@deep_recursion()
def merge_loop_buffers(
    root: ir.Operation,
    context: ModelContext,
    *,
    verify: bool = True,
    log: BufferLog = NO_BUFFER_LOG,
) -> None:
    """Replace the buffers that a loop in `root` may carry by the first one, if one is enough.

        %a = memref.alloca() : memref<i32>
        %b = memref.alloca() : memref<i32>                   // erased
        memref.store %v, %a[] : memref<i32>
        %r = scf.for %i = %lb to %ub step %s iter_args(%now = %a) -> (memref<i32>) {
          %x = memref.load %now[] : memref<i32>
          %y = arith.addi %x, %x : i32
          memref.store %y, %b[] : memref<i32>                // writes to %a
          scf.yield %b : memref<i32>                         // yields %a
        }

    Canonicalization then removes the loop's argument and result. The allocations must be equal, and
    on no path through the function may contents be lost that are read. Several frees become one.
    """
    if verify:
        ir.require_valid(root)
    hidden = StoredBuffers(root).values | LaterUses(root).values
    state = AnalysisState(AnalysisOptions(), context)
    for function in [op for op in root.walk() if isinstance(op, FunctionOpInterface)]:
        if not function.is_external:
            _LoopMerging(function, hidden, state, log).run()


class _LoopMerging:
    """The merging of buffers in one function."""

    def __init__(
        self,
        function: ir.Operation,
        hidden: set[ir.Value] | frozenset[ir.Value],
        state: AnalysisState,
        log: BufferLog,
    ) -> None:
        self._function = function
        self._hidden = hidden
        self._state = state
        self._log = log
        self._refused: set[tuple[ir.Operation, ...]] = set()

    def run(self) -> None:
        """Merge the buffers of all loops, of inner ones first."""
        carried = [
            argument
            for op in self._function.walk_post()
            if isinstance(op, LoopLikeOpInterface)
            for argument in op.region_iter_args
            if is_buffer(argument)
        ]
        if not carried:
            return
        is_changed = True
        while is_changed:
            self._number = {op: number for number, op in enumerate(self._function.walk())}
            self._made = {
                op.results[0] for op in self._number if isinstance(op, AllocationOpInterface)
            }
            self._flow = BufferFlow(self._function)
            merged: set[ir.Operation] = set()
            for argument in carried:
                merged.update(self._merge_some(argument, merged))
            is_changed = bool(merged)

    def _merge_some(
        self, argument: ir.Value, merged: set[ir.Operation]
    ) -> tuple[ir.Operation, ...]:
        """Merge two or more buffers that `argument` may be; return their allocations.

        None of `merged`, of which it is not known any more where their buffers are used.
        """
        origins = self._flow.origins(argument, self._made)
        ops = [v.owner for v in origins if isinstance(v, ir.OpResult) and v in self._made]
        if not merged.isdisjoint(ops):
            return ()
        ops.sort(key=self._number.__getitem__)
        for group in chain([tuple(ops)], combinations(ops[:_MOST_IN_PAIRS], 2)):
            if len(group) > 1 and group not in self._refused:
                try:
                    self._merge(group)
                except Conflict as conflict:
                    self._refused.add(group)
                    for op in group[1:]:
                        self._log.note(BufferAction.KEPT, op, str(conflict), where=group[0])
                else:
                    return group
        return ()

    def _merge(self, group: Sequence[ir.Operation]) -> None:
        """Replace all buffers by the first one; raise Conflict if that is not known to be right."""
        first, *others = group
        if not all(_are_equal(first, op) for op in others):
            raise Conflict("their types, extents or alignments are not known to be equal")
        frees = _frees(group)
        SharedContents(group, frees, self._flow, self._hidden, self._state, self._number).check()
        for op in frees:  # the last one stays
            if any(op.is_before_in_block(later) for later in frees if later.parent is not None):
                op.erase()
        for op in others:
            why = "the loop reads nothing of one buffer once it has written to the other one"
            self._log.note(BufferAction.REUSED, first, why, where=op)
            op.results[0].replace_all_uses_with(first.results[0])
            op.erase()


def _are_equal(first: ir.Operation, other: ir.Operation) -> bool:
    """Return whether the buffer of `first` exists when `other` is allocated, and is equal to it."""
    block = first.parent
    assert block is not None
    assert isinstance(first, AllocationOpInterface)
    around = block.find_ancestor_op(other)
    return (
        type(first) is type(other)
        and first.operands == other.operands
        and first.result_types == other.result_types
        and requirements(first) == requirements(other)
        and around is not None
        and first.is_before_in_block(around)
        and (around is other or not first.is_automatic)
    )


def _frees(group: Sequence[ir.Operation]) -> list[ir.Operation]:
    """Return the operations that free the buffers, all in the block that allocates them, or none.

    Raises Conflict if only some are freed, or elsewhere.
    """
    found = list(chain.from_iterable(map(_frees_of, group)))
    is_each_freed = all(len(list(_frees_of(op))) == 1 for op in group)
    block = group[0].parent
    if found and not (is_each_freed and all(op.parent is block for op in (*group, *found))):
        raise Conflict("they are not all freed once in the block that allocates them")
    return found


def _frees_of(op: ir.Operation) -> Iterator[ir.Operation]:
    return (user for user in op.results[0].users if freed_by(user) is op.results[0])
