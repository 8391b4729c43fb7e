"""Freeing the new buffers that do not leave their block: `create-deallocs`."""

from __future__ import annotations

from bufferize.driver.state import BufferizationState
from bufferize.interfaces import (
    BranchOpInterface,
    EffectKind,
    has_effect,
    is_buffer_like,
    is_tensor_like,
)
from bufferize.ir import (
    Block,
    Builder,
    InsertionPoint,
    IsTerminator,
    Operation,
    ShapedType,
    Value,
)


def insert_deallocations(state: BufferizationState) -> None:
    """Free each buffer that was made at the end of its block, unless it may be used after that.

    What is returned, yielded or passed to another block stays allocated, as does a buffer that is
    freed already.
    """
    for buffer in state.new_buffers:
        block = buffer.parent_block
        if block is None or block.last_op is None or not block.last_op.has_trait(IsTerminator):
            continue
        if not _escapes(buffer, block):
            builder = Builder(InsertionPoint.before(block.last_op), buffer.location)
            state.options.create_dealloc(builder, buffer.location, buffer)
            state.statistics.num_buffer_dealloc += 1


def _escapes(buffer: Value, block: Block) -> bool:
    """Whether `buffer`, or what may share its memory, is used after the operations of `block`."""
    seen, work = {buffer}, [buffer]
    while work:
        value = work.pop()
        for use in value.uses:
            op = use.owner
            around = _operation_in(block, op)
            if around is None or around is block.last_op or has_effect(op, EffectKind.FREE):
                return True
            if any(
                isinstance(o.type, ShapedType) and o.type.element_type is value.type
                for o in op.operands
            ):
                return True  # kept in a buffer of buffers
            for alias in _possible_aliases(op):
                if alias not in seen:
                    seen.add(alias)
                    work.append(alias)
    return False


def _operation_in(block: Block, op: Operation) -> Operation | None:
    """The operation of `block` that is `op` or holds it."""
    around: Operation | None = op
    while around is not None and around.parent is not block:
        around = around.parent_op
    return around


def _possible_aliases(op: Operation) -> list[Value]:
    """All values that may share the memory of an operand of `op`."""
    values: list[Value] = list(op.results)
    holders = [op]
    if op.has_trait(IsTerminator):
        if isinstance(op, BranchOpInterface):
            values += [argument for block in op.successors for argument in block.arguments]
        elif op.parent_op is not None:
            values += op.parent_op.results
            holders.append(op.parent_op)
    for holder in holders:
        for region in holder.regions:
            values += [argument for block in region.blocks for argument in block.arguments]
    return [v for v in values if is_buffer_like(v.type) or is_tensor_like(v.type)]
