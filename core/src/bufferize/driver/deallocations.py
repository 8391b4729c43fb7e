"""Freeing the new buffers that do not leave their block: `create-deallocs`."""

from __future__ import annotations

from bufferize.driver.bufferization_state import BufferizationState
from bufferize.interfaces import EffectKind, has_effect, possible_buffer_aliases
from bufferize.ir import Block, Builder, InsertionPoint, IsTerminator, Value
from bufferize.record import BufferAction


def insert_deallocations(state: BufferizationState) -> None:
    """Free each buffer that was made at the end of its block, unless it may be used after that.

    What is returned, yielded or passed to another block stays allocated, as does a buffer that is
    freed already.
    """
    log = state.context.buffer_log
    for buffer in state.new_buffers:
        block = buffer.parent_block
        if block is None or block.last_op is None or not block.last_op.has_trait(IsTerminator):
            continue
        if not _escapes(buffer, block):
            builder = Builder(InsertionPoint.before(block.last_op), buffer.location)
            state.options.create_dealloc(builder, buffer.location, buffer)
            state.statistics.num_buffer_dealloc += 1
            why = "it does not leave the block that allocates it"
            log.note(BufferAction.FREED, buffer, why, where=block.last_op)
        else:
            log.note(
                BufferAction.KEPT, buffer, "it may leave its block, so it has to be freed elsewhere"
            )


def _escapes(buffer: Value, block: Block) -> bool:
    """Whether `buffer`, or what may share its memory, is used after the operations of `block`."""
    seen, work = {buffer}, [buffer]
    while work:
        for use in work.pop().uses:
            around, aliases = block.find_ancestor_op(use.owner), possible_buffer_aliases(use)
            if around is None or around is block.last_op or aliases is None:
                return True
            if has_effect(use.owner, EffectKind.FREE):
                return True
            work += [alias for alias in aliases if alias not in seen]
            seen.update(aliases)
    return False
