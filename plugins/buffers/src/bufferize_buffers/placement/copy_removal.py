"""`--copy-removal`: use one buffer where one is copied to another, and remove unused allocations."""

from __future__ import annotations

from bufferize import ir
from bufferize.dialects.memref import AllocOp, DeallocOp
from bufferize.interfaces import (
    AllocationOpInterface,
    CopyOpInterface,
)
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.analysis.effects import freed_by, is_buffer, requirements
from bufferize_buffers.analysis.later import is_parallel
from bufferize_buffers.analysis.sharing import SharedMemory


def remove_copies(
    root: ir.Operation, *, verify: bool = True, log: BufferLog = NO_BUFFER_LOG
) -> None:
    """Remove copies in `root` after which one of the two buffers is only freed.

        %b = memref.alloc() : memref<4xf32>
        memref.copy %a, %b : ...                // %b is unused before: %a takes its place,
        memref.dealloc %a : memref<4xf32>       // and the free and the allocation go

    In the same way a copy goes from a new buffer to one that is unused until then, if the new
    buffer is freed afterwards. Two arguments of a function are assumed not to share memory unless
    some call passes the same memory twice. Allocations that are only freed are removed, too.
    """
    if verify:
        ir.require_valid(root)
    removal = _CopyRemoval(root, log)
    for op in list(root.walk()):
        if isinstance(op, CopyOpInterface):
            removal.visit(op)
    removal.drop_unused()


class _CopyRemoval:
    def __init__(self, root: ir.Operation, log: BufferLog) -> None:
        self._log = log
        self._memory = SharedMemory(root)
        self._allocations: list[ir.Operation] = []
        self._frees: dict[ir.Value, list[ir.Operation]] = {}
        for op in root.walk():
            if _is_heap_allocation(op):
                self._allocations.append(op)
            buffer = freed_by(op)
            if buffer is not None:
                self._frees.setdefault(buffer, []).append(op)

    def visit(self, copy: CopyOpInterface) -> None:
        """Remove a copy if one buffer can take the place of the other."""
        source, target = copy.copy_source, copy.copy_target
        if not is_buffer(source) or source.type is not target.type:
            return
        if source is target:
            self._erase(copy)
            return
        if self._memory.is_used_later(source) or self._memory.is_used_later(target):
            return
        free = self._free_behind(source, copy)
        if free is None or self._memory.is_used_between(source, copy, free):
            return
        if self._may_take_place_of_target(copy, free):
            why = "after it is copied it is only freed, and the new buffer is not used before the copy"
            self._log.note(BufferAction.REUSED, source, why, where=target)
            self._replace(target, source, copy, free)
            self._frees[source] = self._frees.pop(target, [])
        elif self._may_take_place_of_source(copy):
            why = "it is not used before a new buffer is copied to it, and that buffer is freed afterwards"
            self._log.note(BufferAction.REUSED, target, why, where=source)
            self._replace(source, target, copy, free)

    def drop_unused(self) -> None:
        """Remove allocations that are only freed."""
        for op in self._allocations:
            buffer = op.results[0]
            frees = self._frees.get(buffer, [])
            if op.parent is not None and len(frees) == sum(1 for _ in buffer.uses):
                for unused in (*frees, op):
                    unused.erase()

    def _free_behind(self, buffer: ir.Value, copy: ir.Operation) -> ir.Operation | None:
        """Return the free of `buffer` after `copy` in its block, if it is the only free."""
        frees = self._frees.get(buffer, [])
        if len(frees) == 1 and frees[0].parent is copy.parent and copy.is_before_in_block(frees[0]):
            return frees[0]
        return None

    def _may_take_place_of_target(self, copy: CopyOpInterface, free: ir.Operation) -> bool:
        """Return whether the target is new and unused before the copy, so that the source can replace it."""
        source, target = copy.copy_source.defining_op, copy.copy_target.defining_op
        if target is None:
            return False
        if target is not copy:
            if not _is_heap_allocation(target) or target.parent is not copy.parent:
                return False
            if self._memory.is_used_between(copy.copy_target, target, copy):
                return False
            if not _serves_as_well(source, target):
                return False
        # What frees the target must be able to free the source.
        return type(source) is type(target) or (
            isinstance(free, DeallocOp) and (target is copy or isinstance(target, AllocOp))
        )

    def _may_take_place_of_source(self, copy: CopyOpInterface) -> bool:
        """Return whether the target can take the place of the source.

        The source is new, and the target exists when it is allocated and is unused until the copy.
        """
        source, target = copy.copy_source.defining_op, copy.copy_target.defining_op
        if source is None or not _is_heap_allocation(source) or source.parent is not copy.parent:
            return False
        if (
            target is not None
            and target.parent is copy.parent
            and source.is_before_in_block(target)
        ):
            return False
        if target is copy or self._memory.is_used_between(copy.copy_target, source, copy):
            return False
        return _serves_as_well(target, source) and not _is_parallel_below(
            source.parent_region, copy.copy_target.parent_region
        )

    def _replace(
        self, old: ir.Value, new: ir.Value, copy: ir.Operation, free: ir.Operation
    ) -> None:
        definition = old.defining_op
        assert definition is not None
        self._erase(free)
        if definition is not copy:
            self._erase(copy)
        old.replace_all_uses_with(new)
        self._memory.merge(old, new)
        self._erase(definition)

    def _erase(self, op: ir.Operation) -> None:
        self._memory.forget(op)
        op.erase()


def _is_heap_allocation(op: ir.Operation) -> bool:
    """Return whether `op` allocates an uninitialized buffer that must be freed."""
    return (
        isinstance(op, AllocationOpInterface) and not op.is_automatic and is_buffer(op.results[0])
    )


def _serves_as_well(buffer: ir.Operation | None, allocation: ir.Operation) -> bool:
    """Return whether the result of `buffer` has the properties of `allocation`: its alignment."""
    wanted = requirements(allocation)
    return not wanted or (
        buffer is not None and type(buffer) is type(allocation) and requirements(buffer) == wanted
    )


def _is_parallel_below(region: ir.Region | None, around: ir.Region | None) -> bool:
    """Return whether `region` may run several times at once while `around` runs once."""
    while region is not None and region is not around:
        op = region.parent
        if op is None:
            return False
        if is_parallel(op):
            return True
        region = op.parent_region
    return False
