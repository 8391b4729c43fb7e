"""A simple interpreter that counts what programs on buffers allocate, copy and have in use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bufferize.interfaces import LoopLikeOpInterface, constant_int
from bufferize.ir import DYNAMIC, Block, MemRefType, Operation, Region, Value

EXTENT = 3
"""What `test.extent` gives."""
AGAIN = 2
"""How often a loop runs that asks `test.again`."""


@dataclass(eq=False)
class Memory:
    """One buffer."""

    size: int
    is_live: bool = True


class Simulation:
    """A run of a function. What it is given is not counted, and it may free it as often as it likes."""

    def __init__(self, function: Operation, numbers: Sequence[int]) -> None:
        self.allocations = self.allocated = self.copies = self.copied = 0
        self.live = self.peak = 0
        self._agains: Counter[Operation | None] = Counter()
        self.values: dict[Value, Any] = {}
        self.memories: list[Memory] = []
        rest = iter(numbers)
        for argument in function.regions[0].blocks[0].arguments:
            given = isinstance(argument.type, MemRefType)
            self.values[argument] = Memory(0, False) if given else next(rest)
        self.returned = self._region(function.regions[0], None)[1]
        kept = {memory for memory in self.returned if isinstance(memory, Memory) and memory.is_live}
        self.leaked = self.live - sum(memory.size for memory in kept)

    def _region(
        self, region: Region, arguments: Sequence[Any] | None
    ) -> tuple[Operation | None, list[Any]]:
        """Runs a region; the operation that ends it, and its operands."""
        block: Block = region.blocks[0]
        while True:
            if arguments is not None:
                self.values.update(zip(block.arguments, arguments, strict=True))
            for op in block.ops:
                if op.successors:
                    break
                self._run(op)
            last = block.last_op
            if last is None or not last.successors:
                return last, self._operands(last) if last is not None else []
            values = self._operands(last)
            index = 0
            if last.name == "cf.cond_br":
                index = 0 if values.pop(0) else 1
                first = len(last.successors[0].arguments)
                values = values[first:] if index else values[:first]
            block, arguments = last.successors[index], values

    def _operands(self, op: Operation) -> list[Any]:
        return [self.values[value] for value in op.operands]

    def _run(self, op: Operation) -> None:
        handler = getattr(self, "_" + op.name.replace(".", "_"), None)
        if handler is not None:
            results = handler(op)
            self.values.update(zip(op.results, results or (), strict=True))
        elif op.name == "arith.constant":
            self.values[op.results[0]] = constant_int(op.results[0])

    # Buffers

    def _memref_alloc(self, op: Operation) -> list[Memory]:
        type = op.results[0].type
        assert isinstance(type, MemRefType)
        size, extents = 4, iter(self._operands(op))
        for extent in type.shape:
            size *= next(extents) if extent == DYNAMIC else extent
        memory = Memory(size)
        self.allocations += 1
        self.allocated += size
        self.live += size
        self.peak = max(self.peak, self.live)
        return [memory]

    def _memref_dealloc(self, op: Operation) -> None:
        (memory,) = self._operands(op)
        if memory.is_live:
            memory.is_live = False
            self.live -= memory.size

    def _memref_cast(self, op: Operation) -> list[Any]:
        return self._operands(op)

    def _memref_copy(self, op: Operation) -> None:
        type = op.operand(0).type
        assert isinstance(type, MemRefType)
        self.copies += 1
        self.copied += 4 * type.num_elements()

    def _arith_select(self, op: Operation) -> list[Any]:
        condition, first, second = self._operands(op)
        return [first if condition else second]

    def _func_call(self, op: Operation) -> list[Any]:
        return self._operands(op)

    def _test_extent(self, op: Operation) -> list[int]:
        return [EXTENT]

    def _test_again(self, op: Operation) -> list[int]:
        loop = op.parent_op
        self._agains[loop] += 1
        return [int(self._agains[loop] <= AGAIN)]

    # Control flow

    def _scf_if(self, op: Operation) -> list[Any]:
        region = op.regions[0 if self._operands(op)[0] else 1]
        return self._region(region, ())[1] if region.blocks else []

    def _scf_index_switch(self, op: Operation) -> list[Any]:
        case = {1: 1, 4: 2}.get(self._operands(op)[0], 0)
        return self._region(op.regions[case], ())[1]

    def _scf_execute_region(self, op: Operation) -> list[Any]:
        return self._region(op.regions[0], ())[1]

    def _scf_for(self, op: Operation) -> list[Any]:
        first, end, step, *carried = self._operands(op)
        for index in range(first, end, step):
            carried = self._region(op.regions[0], (index, *carried))[1]
        return carried

    def _affine_for(self, op: Operation) -> list[Any]:
        assert isinstance(op, LoopLikeOpInterface)
        assert op.static_trip_count is not None
        for index in range(op.static_trip_count):
            self._region(op.regions[0], (index,))
        return []

    def _scf_parallel(self, op: Operation) -> list[Any]:
        for index in range(*self._operands(op)):
            self._region(op.regions[0], (index,))
        return []

    def _scf_while(self, op: Operation) -> list[Any]:
        carried = self._operands(op)
        self._agains[op] = 0
        while True:
            goes_on, *values = self._region(op.regions[0], carried)[1]
            if not goes_on:
                return values
            carried = self._region(op.regions[1], values)[1]
