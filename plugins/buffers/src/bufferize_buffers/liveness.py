"""The last use of a buffer, under whatever name."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.interfaces import EffectKind, MemoryEffectsOpInterface, has_effect
from bufferize.ir import Block, Operation, Value
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.flow import BufferFlow

_NEVER = -1


class LastUses:
    """The last uses of all buffers among `ops`, as the program is when this is made."""

    def __init__(self, ops: Sequence[Operation], flow: BufferFlow) -> None:
        self._flow = flow
        self._ops = ops
        self._number = {op: number for number, op in enumerate(ops)}
        self._last = flow.summary(lambda value: self._last_user(value, None), max)

    def in_block(
        self, buffer: Value, block: Block, but: Operation | None = None
    ) -> Operation | None:
        """The operation of `block` with the last use of the memory of `buffer`, except by `but`.

        None where there is no use, or where the last one of all is outside of the block.
        """
        targets = self._flow.targets(buffer)
        number = max([self._last_user(buffer, but), *map(self._last, targets)])
        return None if number == _NEVER else block.find_ancestor_op(self._ops[number])

    def _last_user(self, value: Value, but: Operation | None) -> int:
        numbers = [self._number[user] for user in value.users if user is not but]
        return max(numbers, default=_NEVER)


def free_after_last_use(root: Operation, log: BufferLog = NO_BUFFER_LOG) -> None:
    """Moves what frees a buffer in the block that allocates it up behind the last use there.

    A buffer that two operations may free, or that is stored in another buffer or named by its address,
    stays as it is.
    """
    flow = BufferFlow(root)
    last_uses = LastUses(list(root.walk()), flow)
    found_elsewhere = flow.kept | flow.addressed
    is_kept = flow.summary(found_elsewhere.__contains__, bool.__or__)
    for op in list(root.walk()):
        for buffer in allocated_by(op):
            free = only_free(buffer)
            if free is None or free.parent is not op.parent or is_kept(buffer):
                log.note(BufferAction.KEPT, buffer, _why_not_earlier(free, op))
                continue
            assert op.parent is not None
            last = last_uses.in_block(buffer, op.parent, free)
            if last is not None and last.is_before_in_block(free):
                log.note(BufferAction.FREED, buffer, "this is its last use", where=last)
                free.move_after(last)


def _why_not_earlier(free: Operation | None, op: Operation) -> str:
    if free is None:
        return "no operation frees it alone, or more than one does"
    if free.parent is not op.parent:
        return "it is not freed in the block that allocates it"
    return "it is stored in another buffer, so any operation may use it"


def allocated_by(op: Operation) -> list[Value]:
    """The results of `op` that it allocates."""
    if not op.results or not isinstance(op, MemoryEffectsOpInterface):
        return []
    new = {effect.value for effect in op.effects() if effect.kind is EffectKind.ALLOCATE}
    return [result for result in op.results if result in new]


def only_free(buffer: Value) -> Operation | None:
    """The operation that frees `buffer` and does nothing else, if no other one may free it."""
    frees = {user for user in buffer.users if has_effect(user, EffectKind.FREE, buffer)}
    if len(frees) != 1:
        return None
    (op,) = frees
    assert isinstance(op, MemoryEffectsOpInterface)
    return op if len(op.operands) == len(op.effects()) == 1 and not op.results else None
