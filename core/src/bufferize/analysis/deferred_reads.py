"""Conflicts of writes with reads in regions that may run later, such as tasks; see `conflicts.py`.

The region of a task may run as soon as the task is created, and until something waits for it. All
writes outside of the region, from the one to the other, are concurrent with its reads. If nothing
waits for the task, these are all writes of the function:

```mlir
omp.task {
  %x = tensor.extract %t[%i] : tensor<8xf32>        // read: %t
  omp.terminator
}
%r = tensor.insert %f into %t[%i] : tensor<8xf32>   // write: %t, a conflict
```

Writes in such a region to a tensor from outside of it are never in place, as in the region of a
parallel loop.
"""

from __future__ import annotations

from itertools import count

from bufferize.analysis.accesses import MOST_VALUES, AccessOrder, Read, Write, block_around
from bufferize.analysis.left_out import may_keep, values_passed_on
from bufferize.analysis.program_order import ProgramOrder, Span
from bufferize.analysis.queries import AnalysisState
from bufferize.interfaces import (
    CallOpInterface,
    inside_mutually_exclusive_regions,
    is_buffer_like,
    is_tensor_like,
    possible_buffer_aliases,
    uses_of_buffers,
)
from bufferize.ir import BlockArgument, OpOperand, Region, Value


def overwritten_meanwhile(rules: AccessOrder, read: Read, write: Write) -> Value | None:
    """Return a definition of `read` that a concurrent `write` may overwrite; None if there is none."""
    order, position = rules.order, rules.order.position(write.op)
    if not any(
        start <= position <= end and not order.contains(op, write.op)
        for op, (start, end) in read.deferrals
    ):
        return None
    may_follow = _may_run_again(rules, read, write)
    if not may_follow and inside_mutually_exclusive_regions(read.op, write.op):
        return None
    return next((d for d in read.definitions if may_follow or not _sets(rules, write, d)), None)


def span_of_buffers(use: OpOperand, order: ProgramOrder, state: AnalysisState) -> Span | None:
    """Return the positions of all uses of what the owner of the tensor `use` makes of its buffer.

    None if it makes nothing but tensors. `to_buffer` makes a buffer. What is left out may make one, or
    something else that refers to it.
    """
    op, block = use.owner, use.owner.parent
    if state.model(op) is None:
        if may_keep(op, state):
            return order.all
        made = [value for value in values_passed_on(use) if not is_tensor_like(value.type)]
        if op.next_op is None and op.parent_op is not None:  # it may end a region
            block = op.parent_op.parent
    else:
        is_made_inside = op.regions or isinstance(op, CallOpInterface)
        made = [v for v in op.results if is_buffer_like(v.type) and not is_made_inside]
    if not made or block is None:
        return order.deferred.get(op)
    steps = count()

    def aliases_of(use: OpOperand) -> list[Value] | None:
        if next(steps) == MOST_VALUES:
            return None
        if state.model(use.owner) is None or not is_tensor_like(use.value.type):
            return None if may_keep(use.owner, state) else possible_buffer_aliases(use)
        if state.bufferizes_to_memory_write(use):  # to a copy, as the buffer is not writable
            return []
        made: list[Value] = [result for result in use.owner.results if is_buffer_like(result.type)]
        return made + [alias.value for alias in state.get_aliasing_values(use)]

    uses = uses_of_buffers(made, block, aliases_of)
    if uses is None:
        return order.all
    owners = [op, *(use.owner for use in uses)]
    spans = [order.deferred[owner] for owner in owners if owner in order.deferred]
    for owner in owners:
        spans.append(order.span(block.find_ancestor_op(owner) or op))
        spans += [span for _, span in order.deferred_around(owner)]
    return min(start for start, _ in spans), max(end for _, end in spans)


def _sets(rules: AccessOrder, write: Write, definition: Value) -> bool:
    """Return whether `write` ends before `definition` gets its contents."""
    order = rules.order
    if isinstance(definition, BlockArgument):
        first = definition.owner.first_op
        # A loop writes to its own argument only in its body, where each write counts by itself.
        return definition.owner.parent_op is write.op or (
            first is not None and order.happens_before(write.op, first)
        )
    op = definition.defining_op
    assert op is not None
    return order.happens_before(write.op, op) or order.contains(op, write.op)


def _may_run_again(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether `write` may run in a later iteration than `read`, on the same buffer."""
    region = write.op.parent_region
    while region is not None:
        here = block_around(read.op, region)
        if here is not None:
            there = block_around(write.op, region)
            assert there is not None
            if rules.order.block_graph(region).is_reachable(here, there, None):
                return True
            if rules.state.is_repetitive_region(region):
                return not _is_allocated_in(region, write.operand, rules)
        region = region.parent_region
    return False


def _is_allocated_in(region: Region, operand: OpOperand, rules: AccessOrder) -> bool:
    """Return whether each run of `region` allocates a buffer of its own for `operand`."""
    state = rules.state

    def is_outside(value: Value) -> bool:
        return not region.is_ancestor_of(value.parent_region)

    return all(
        not is_outside(value) and rules.is_allocation(value)
        for value in state.find_values_in_reverse_use_def_chain(operand, is_outside)
    )
