"""`--copy-removal`: copies between two buffers of which one would do, and allocations without a use."""

from __future__ import annotations

from bufferize.define import ParallelRegion
from bufferize.dialects.memref import AllocOp, DeallocOp
from bufferize.interfaces import (
    AllocationOpInterface,
    CopyOpInterface,
    EffectKind,
    LoopLikeOpInterface,
    MemoryEffectsOpInterface,
    has_effect,
)
from bufferize.ir import Attribute, Operation, Region, Value, require_valid
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.deallocation.liveness import is_buffer
from bufferize_buffers.sharing import SharedMemory


def remove_copies(root: Operation, *, verify: bool = True, log: BufferLog = NO_BUFFER_LOG) -> None:
    """Remove in `root` copies by which one of two buffers takes the place of the other.

    A buffer that is freed behind its copy takes the place of the copy. One to which a new buffer is
    copied, which is freed then, takes the place of the new one. Two arguments of a function are taken
    to be different memory unless a call gives it the same. Allocations go that are only freed.
    """
    if verify:
        require_valid(root)
    removal = _CopyRemoval(root, log)
    for op in list(root.walk()):
        if isinstance(op, CopyOpInterface):
            removal.visit(op)
    removal.drop_unused()


class _CopyRemoval:
    def __init__(self, root: Operation, log: BufferLog) -> None:
        self._log = log
        self._memory = SharedMemory(root)
        self._allocations: list[Operation] = []
        self._frees: dict[Value, list[Operation]] = {}
        for op in root.walk():
            if _is_heap_allocation(op):
                self._allocations.append(op)
            buffer = _freed_by(op)
            if buffer is not None:
                self._frees.setdefault(buffer, []).append(op)

    def visit(self, copy: CopyOpInterface) -> None:
        """Removes a copy if that changes nothing."""
        source, target = copy.copy_source, copy.copy_target
        if not is_buffer(source) or source.type is not target.type:
            return
        if source is target:
            self._erase(copy)
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
        """Removes allocations that are only freed."""
        for op in self._allocations:
            buffer = op.results[0]
            frees = self._frees.get(buffer, [])
            if op.parent is not None and len(frees) == sum(1 for _ in buffer.uses):
                for unused in (*frees, op):
                    unused.erase()

    def _free_behind(self, buffer: Value, copy: Operation) -> Operation | None:
        """What frees `buffer` behind `copy` in its block, if nothing else frees it by that name."""
        frees = self._frees.get(buffer, [])
        if len(frees) == 1 and frees[0].parent is copy.parent and copy.is_before_in_block(frees[0]):
            return frees[0]
        return None

    def _may_take_place_of_target(self, copy: CopyOpInterface, free: Operation) -> bool:
        """Whether the target is new, and not used before the copy."""
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
        """Whether the source is new, and the target there by then and not used up to the copy."""
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

    def _replace(self, old: Value, new: Value, copy: Operation, free: Operation) -> None:
        definition = old.defining_op
        assert definition is not None
        self._erase(free)
        if definition is not copy:
            self._erase(copy)
        old.replace_all_uses_with(new)
        self._memory.merge(old, new)
        self._erase(definition)

    def _erase(self, op: Operation) -> None:
        self._memory.forget(op)
        op.erase()


def _is_heap_allocation(op: Operation) -> bool:
    """Whether `op` allocates a buffer without contents, which must be freed."""
    return (
        isinstance(op, AllocationOpInterface) and not op.is_automatic and is_buffer(op.results[0])
    )


def _freed_by(op: Operation) -> Value | None:
    """The buffer that `op` frees, if it does nothing else."""
    if len(op.operands) != 1 or op.results or not has_effect(op, EffectKind.FREE, op.operand(0)):
        return None
    assert isinstance(op, MemoryEffectsOpInterface)
    return op.operand(0) if len(op.effects()) == 1 else None


def _serves_as_well(buffer: Operation | None, allocation: Operation) -> bool:
    """Whether the result of `buffer` has what an allocation asks for besides its type."""
    wanted = _requirements(allocation)
    return not wanted or (type(buffer) is type(allocation) and _requirements(buffer) == wanted)


def _requirements(op: Operation | None) -> dict[str, Attribute]:
    if op is None:
        return {}
    found = {**op.properties, **op.attributes}
    found.pop("operandSegmentSizes", None)
    return found


def _is_parallel_below(region: Region | None, around: Region | None) -> bool:
    """Whether `region` may run several times at once for one run of `around`."""
    while region is not None and region is not around:
        op = region.parent
        if op is None:
            return False
        if op.has_trait(ParallelRegion) or (isinstance(op, LoopLikeOpInterface) and op.is_parallel):
            return True
        region = op.parent_region
    return False
