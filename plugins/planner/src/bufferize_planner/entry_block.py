"""Lifetimes as MLIR's pass sees them: what a function's entry block allocates, until it is freed.

    %a = memref.alloc() : memref<4xf32>    // lives from 0 to before 4, also if nothing uses it
    scf.if %c {                            // 1
      %b = memref.alloc() : memref<4xf32>  // is not planned
      ...
    }
    "use"(%a)                              // 2
    memref.dealloc %a                      // 3

MLIR's pass goes by what frees a buffer alone. Here a buffer that is used after an operation that frees
it only sometimes lives until that use, and bytes are those in memory: a `memref<8xi1>` takes eight.

https://mlir.llvm.org/docs/Passes/#-static-memory-planner-analysis
"""

from __future__ import annotations

from collections.abc import Collection

from bufferize import ir
from bufferize.diagnostics import PassError, error
from bufferize.dialects.memref import AllocOp
from bufferize.interfaces import FunctionOpInterface
from bufferize_buffers.analysis.flow import BufferFlow
from bufferize_planner.buffers import Buffer
from bufferize_planner.lifetimes import (
    FunctionLifetimes,
    ModuleUses,
    PlannedAllocation,
    frees_of,
    keep_if_freed_with_others,
    keep_unneeded,
    planned_allocation,
    unclear_free,
)
from bufferize_planner.sizes import BufferSizes


def entry_block_lifetimes(
    function: FunctionOpInterface, uses: ModuleUses, dynamic: bool = False
) -> FunctionLifetimes:
    """Return the lifetimes of the buffers that the entry block of a function allocates.

    With `dynamic`, also those of a size that is bounded, or known when the function begins.

    Raises PassError if nothing frees one of them, or another block does, or if the function returns
    buffers.
    """
    if any(isinstance(type, ir.BaseMemRefType) for type in function.signature.results):
        raise PassError(
            error(
                "static-memory-planner does not support functions with memref return types",
                function,
            ).note("other algorithms, such as `exact`, plan what such a function does not return")
        )
    return _EntryBlock(function, uses, dynamic).run()


class _EntryBlock:
    def __init__(self, function: FunctionOpInterface, uses: ModuleUses, dynamic: bool) -> None:
        self._function = function
        self._sizes = BufferSizes(function, dynamic)
        self._uses = uses
        self._block = function.entry_block
        self._flow = BufferFlow(function)
        self._positions = {op: number for number, op in enumerate(self._block.ops)}

    def run(self) -> FunctionLifetimes:
        kept: dict[ir.Operation, str] = {}
        found: dict[ir.Value, PlannedAllocation] = {}
        for op in self._function.walk():
            if isinstance(op, AllocOp):
                planned = self._planned(op, len(found))
                if isinstance(planned, str):
                    kept[op] = planned
                else:
                    found[op.memref] = planned
        keep_unneeded(found, kept, self._sizes)
        keep_if_freed_with_others(found, kept, self._flow)
        every = list(found.values())
        return FunctionLifetimes(every, kept, list(self._positions), self._sizes.values)

    def _planned(self, op: AllocOp, number: int) -> PlannedAllocation | str:
        """Return an allocation with its lifetime, or why it stays. Raises PassError."""
        size = self._sizes.of(op)
        if isinstance(size, str):
            return size
        if op.parent is not self._block:
            return "it is not allocated in the entry block"
        aliases = self._flow.aliases(op.memref)
        frees = frees_of(aliases)
        if not frees:
            raise PassError(
                error("no dealloc found; run the deallocation pipeline before this pass", op).note(
                    "that is --buffer-deallocation-pipeline; other algorithms do not need it"
                )
            )
        if any(self._block.find_ancestor_op(free) is None for free in frees):
            raise PassError(
                error("unstructured control flow is not supported", op).note(
                    "other algorithms, such as `exact`, support it"
                )
            )
        unclear = unclear_free(aliases, self._flow, self._uses.freed_in_callees)
        if unclear is not None:
            return unclear
        buffer = Buffer(number, self._positions[op], self._end(aliases), size.number)
        return planned_allocation(op, buffer, frees, size)

    def _end(self, aliases: Collection[ir.Value]) -> int:
        """Return the position behind the last operation that uses or frees a buffer."""
        found = 0
        for user in (user for alias in aliases for user in alias.users):
            at = self._block.find_ancestor_op(user)
            found = max(found, len(self._positions) if at is None else self._positions[at] + 1)
        return found
