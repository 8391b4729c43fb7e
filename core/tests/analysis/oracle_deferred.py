"""Regions that run later, by brute force: writes that come before their reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from bufferize.interfaces import (
    BranchOpInterface,
    CallOpInterface,
    DeferredExecutionInterface,
    DestinationStyleOpInterface,
    FunctionOpInterface,
    LoopLikeOpInterface,
    is_tensor_like,
)
from bufferize.ir import BlockArgument, Operation, OpOperand, OpResult, Region, Value

from .oracle_order import (
    around,
    block_around,
    exclusive,
    happens_before,
    is_inside,
    pre_order,
    reaches,
    regions_around,
)

if TYPE_CHECKING:  # the state asks this module, which asks it back
    from .oracle import OracleState


class LaterUse(NamedTuple):
    """A use of the buffer of `value` at some time after `by` is run."""

    value: Value
    operand: OpOperand
    by: Operation
    definitions: list[Value]


def deferring(op: Operation) -> list[Operation]:
    """Return the operations around `op` whose regions run later."""
    return [
        outer
        for outer in around(op)[1:]
        if isinstance(outer, DeferredExecutionInterface) and outer.completed_by() is not outer
    ]


def may_run_during(op: Operation, later: Operation) -> bool:
    """Return whether `op`, outside of `later`, may run before the region of `later` has ended."""
    if is_inside(op, later) or op is later:
        return False
    end = later.completed_by() if isinstance(later, DeferredExecutionInterface) else None
    if end is None:
        return True
    if is_inside(later, end):
        return op is end or is_inside(op, end)
    assert end.parent is not None
    (start,) = [o for o in around(later) if o.parent is end.parent]
    there = [o for o in around(op) if o.parent is end.parent]
    ops = list(end.parent.ops)
    return bool(there) and there[0] in ops[ops.index(start) : ops.index(end)]


def later_uses(state: OracleState, root: Operation) -> Iterator[LaterUse]:
    """Yield the uses below `root` that may happen after the operations that follow them."""
    for op in pre_order(root):
        for operand in op.op_operands:
            if not is_tensor_like(operand.value.type):
                continue
            for by in deferring(op) if state.is_read(operand) else ():
                yield LaterUse(operand.value, operand, by, state.find_definitions(operand))
            if state.calls.uses_later(op, operand):
                yield LaterUse(operand.value, operand, op, [operand.value])
    for by in pre_order(root):
        is_call = isinstance(by, CallOpInterface) and any(
            state.calls.uses_later(by, o) for o in by.op_operands
        )
        if is_call or by in [d for op in pre_order(by)[1:] for d in deferring(op)]:
            yield from _uses_around(by, pre_order(by))


def _uses_around(by: Operation, users: list[Operation]) -> Iterator[LaterUse]:
    """Yield uses of the tensors that loops around `by` carry, which may be those of `users`."""
    uses = [
        operand
        for op in users
        for operand in op.op_operands
        if is_tensor_like(operand.value.type) and not _is_within(operand.value, by)
    ]
    for loop in around(by)[1:]:
        if isinstance(loop, FunctionOpInterface):
            return
        arguments = [
            argument
            for region in loop.regions
            for block in region.blocks
            for argument in block.arguments
            if is_tensor_like(argument.type)
        ]
        used = [use for use in uses if _is_within(use.value, loop)]
        if used and arguments and may_run_during(loop, by):
            for value in (*arguments, *loop.results):
                if is_tensor_like(value.type):
                    yield LaterUse(value, used[0], by, [value])


def _is_within(value: Value, op: Operation) -> bool:
    assert value.parent_op is not None
    return value.parent_op is op or is_inside(value.parent_op, op)


def outlasts_function(op: Operation) -> bool:
    """Return whether nothing in its function waits for `op`."""
    return not isinstance(op, DeferredExecutionInterface) or op.completed_by() is None


def is_overwritten_later(state: OracleState, use: LaterUse, write: OpOperand) -> bool:
    """Return whether `write` may overwrite the buffer before the later `use`."""
    writer = write.owner
    if not may_run_during(writer, use.by):
        return False
    again = _may_come_again(state, use.operand, write)
    if not again and exclusive(use.operand.owner, writer):
        return False
    return any(again or not _is_over_before(writer, d) for d in use.definitions)


def _is_over_before(writer: Operation, definition: Value) -> bool:
    if isinstance(definition, BlockArgument):
        first = definition.owner.first_op
        return definition.owner.parent_op is writer or (
            first is not None and happens_before(writer, first)
        )
    assert isinstance(definition, OpResult)
    op = definition.owner
    return op is writer or is_inside(writer, op) or happens_before(writer, op)


def _may_come_again(state: OracleState, read: OpOperand, write: OpOperand) -> bool:
    """Return whether `write` may run again, in the same buffer, in a later iteration than `read`."""
    for region in regions_around(write.owner.parent_region):
        here, there = (block_around(o.owner.parent, region) for o in (read, write))
        if here is None:
            continue
        assert there is not None
        if reaches(here, there, None):
            return True
        if state.is_repetitive_region(region):
            return not _is_new_each_time(state, write, region)
    return False


def _is_new_each_time(state: OracleState, write: OpOperand, region: Region) -> bool:
    """Return whether each run of the region allocates the written buffer."""

    def is_outside(value: Value) -> bool:
        return region not in regions_around(value.parent_region)

    for value in state.find_values_in_reverse_use_def_chain(write, is_outside):
        op = value.defining_op
        model = state.model(op) if op is not None else None
        if is_outside(value) or op is None or model is None:
            return False
        if not model.bufferizes_to_allocation(op, value):
            return False
    return True


def passed_on(operand: OpOperand) -> list[Value]:
    """The tensors that may be the buffer of `operand`, as its owner stays on tensors."""
    op, outer = operand.owner, operand.owner.parent_op
    if isinstance(op, DestinationStyleOpInterface):
        return []
    if isinstance(op, BranchOpInterface):
        argument = op.successor_block_argument(operand)
        values: list[Value] = [] if argument is None else [argument]
    elif carried := _carried_on(operand):
        values = carried
    else:
        regions = [*op.regions]
        values = [*op.results, *(a for block in op.successors for a in block.arguments)]
        if op.parent is not None and op.parent.last_op is op:
            if outer is not None and not isinstance(outer, FunctionOpInterface):
                values += outer.results
                regions += outer.regions
        values += [a for region in regions if region.blocks for a in region.entry.arguments]
    return [value for value in values if is_tensor_like(value.type)]


def _carried_on(operand: OpOperand) -> list[Value]:
    """The values that a loop says it makes of `operand`: one that it is given, or that it yields."""
    found = set[Value]()
    for loop in (operand.owner, operand.owner.parent_op):
        if isinstance(loop, LoopLikeOpInterface):
            for init, end, values in loop.forwarded_operands:
                if operand is init or operand is end:
                    found.update(values)
            break
    return [*found]
