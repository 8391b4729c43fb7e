"""Critical aliases: values that may be a buffer which cannot be freed behind them by its own name."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import count

from bufferize.diagnostics import Diagnostic, PassError, error
from bufferize.ir import Block, BlockArgument, DominanceInfo, OpOperand, Value
from bufferize_buffers.deallocation.liveness import is_buffer
from bufferize_buffers.deallocation.preconditions import HIDES_CONTROL_FLOW
from bufferize_buffers.flow import BufferFlow, Node


class CriticalAliases:
    """The values that get a buffer of their own, whatever is handed on to them.

    A value is critical if control may come to it without the allocation of a buffer that it may be, or
    if the allocation is in the very block whose argument it is, as in a loop. What is critical is
    like an allocation for the values that it flows to: this is a fix point. The operands that are
    handed on to critical values are cloned; so all that one of them is handed on to is critical.

    Raises PassError for a critical value of which it is not known what is handed on to it.
    """

    def __init__(
        self, flow: BufferFlow, allocations: Iterable[Value], dominance: DominanceInfo
    ) -> None:
        self._flow = flow
        self._dominance = dominance
        self._handed_to: dict[OpOperand, list[Value]] = {}
        for value, uses in flow.handed.items():
            for use in uses:
                self._handed_to.setdefault(use, []).append(value)
        self.values: dict[Value, None] = {}
        """The critical values."""
        # The innermost block that allocates a buffer which the value may be. The others dominate it,
        # so that a value which is critical for one of them is for this one.
        self._allocated_in: dict[Node, Block] = {}
        self._number = count()
        self._work: list[tuple[int, int, Node]] = []
        for allocation in allocations:
            assert allocation.parent_block is not None
            self._put(allocation, allocation.parent_block)
        while self._work:
            node = heapq.heappop(self._work)[-1]
            for target in flow.targets(node):
                self._reach(target, self._allocated_in[node])
        problem = self._problem()
        if problem:
            raise PassError(problem)

    @property
    def uses(self) -> set[OpOperand]:
        """The operands that are handed on to critical values."""
        return {use for value in self.values for use in self._flow.handed[value]}

    def _reach(self, node: Node, block: Block) -> None:
        if node in self.values:
            return
        known = self._allocated_in.get(node)
        if isinstance(node, Value) and self._is_critical(node, block):
            self._mark(node)
        elif known is None or (
            known is not block and self._dominance.dominates_block(known, block)
        ):
            self._put(node, block)

    def _is_critical(self, value: Value, block: Block) -> bool:
        """Whether `value` needs a buffer of its own if it may be one that `block` allocates."""
        own = value.parent_block
        assert own is not None
        return not self._dominance.dominates_block(block, own) or (
            block is own and isinstance(value, BlockArgument)
        )

    def _mark(self, value: Value) -> None:
        """Makes `value` critical, and what else gets one of its operands."""
        work = [value]
        while work:
            current = work.pop()
            if current not in self.values:
                self.values[current] = None
                assert current.parent_block is not None
                self._put(current, current.parent_block)
                for use in self._flow.handed.get(current, ()):
                    work += self._handed_to[use]

    def _put(self, node: Node, block: Block) -> None:
        self._allocated_in[node] = block
        # What flows to others comes before them, so that few values are visited twice.
        entry = (self._flow.rank(node), next(self._number), node)
        heapq.heappush(self._work, entry)

    def _problem(self) -> Diagnostic | None:
        for node in self._allocated_in:
            for target in self._flow.targets(node):
                if not isinstance(target, Value) or target not in self.values:
                    continue
                uses = self._flow.handed.get(target, ())
                if all(use.value is not node for use in uses):
                    return error(HIDES_CONTROL_FLOW, target.defining_op or target.parent_op)
        for value in self.values:
            if not is_buffer(value):
                return error(
                    f"a value of type '{value.type}' may stand for different buffers, which cannot "
                    "be freed",
                    value.defining_op or value.parent_op,
                ).note("bufferize all tensors before")
        return None
