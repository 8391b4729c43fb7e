"""Runs toy programs, with or without copies, to see whether they read the same.

A buffer has a few cells. An operand that is not used in place is given a copy; where all are, that is
what the program means. Which way an `if` goes and how often a loop runs is random.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Block, IntegerAttr, Operation, OpOperand, SymbolRefAttr, Value

from .toy import (
    PARTS,
    WINDOWS,
    BranchOp,
    CallOp,
    CastOp,
    ConstOp,
    CountOp,
    FillOp,
    GroupOp,
    IfOp,
    IndexOp,
    LoopOp,
    NewOp,
    PlusOp,
    PutOp,
    PutWindowOp,
    ReadOp,
    ReturnOp,
    SelectOp,
    TaskOp,
    UpdateOp,
    ViewOp,
    WaitOp,
    WindowOp,
    YieldOp,
    ZipOp,
)

CELLS = 64
STEPS = 300

Cell = int | None
"""What a cell holds; None where nothing has set it."""
Values = dict[Value, Any]
"""The buffer of each tensor, and the number that each index is."""


class OutOfStepsError(Exception):
    """A run was long enough."""


@dataclass
class Buffer:
    """Some of the cells of an allocation."""

    cells: list[Cell]
    places: Sequence[int]
    """Where in the allocation each of them is."""

    @staticmethod
    def new(cells: list[Cell]) -> Buffer:
        return Buffer(cells, range(len(cells)))

    def contents(self) -> list[Cell]:
        return [self.cells[place] for place in self.places]

    def part(self, offset: int, size: int, stride: int) -> Buffer:
        """Some quarters, as far as there are any.

        Views of views of views come to an end, and so does the run.
        """
        if 0 < len(self.places) < 4:
            raise OutOfStepsError
        quarters = [q for q in range(offset, offset + size * stride, stride) if 0 <= q < 4]
        length = len(self.places) // 4
        places = [self.places[quarter * length + i] for quarter in quarters for i in range(length)]
        return Buffer(self.cells, places)

    def map(self, function: Callable[[int, Cell], Cell]) -> None:
        """Set each cell, one after the other, from its number and what it holds."""
        for i, place in enumerate(self.places):
            self.cells[place] = function(i, self.cells[place])


class Machine:
    """One run of a program; `seed` decides which way it goes."""

    def __init__(
        self,
        root: Operation,
        seed: int,
        is_in_place: Callable[[OpOperand], bool],
        is_same_buffer: Callable[[Value, Value], bool],
    ) -> None:
        self.reads: list[list[Cell]] = []
        """The contents that were read, in order."""
        self._rng = random.Random(seed)
        self._is_in_place = is_in_place
        self._is_same_buffer = is_same_buffer
        self._functions = {
            op.symbol_name: op for op in root.walk() if isinstance(op, FunctionOpInterface)
        }
        self._names = {op: i for i, op in enumerate(root.walk())}
        self._constants: dict[Operation, Buffer] = {}
        self._tasks: list[tuple[Block, Values]] = []
        """The tasks that have not run, with the values that there were when they were created."""
        self._steps = 0

    def run(self, name: str) -> Machine:
        """Run a function on new buffers, up to its end or until it took long enough."""
        function = self._functions[name]
        arguments = [
            Buffer.new([hash((index, i)) for i in range(CELLS)])
            for index in range(len(function.body_arguments))
        ]
        try:
            for result in self._call(name, arguments):
                self.reads.append(result.contents())
            self._run_tasks()
        except OutOfStepsError:
            pass
        return self

    def _call(self, name: str, arguments: list[Buffer]) -> list[Buffer]:
        function = self._functions[name]
        if function.is_external:
            new = [hash((name, i)) for i in range(CELLS)]
            return [Buffer.new(list(new)) for _ in function.signature.results]
        values: Values = dict(zip(function.body_arguments, arguments, strict=True))
        return self._run_block(function.function_body.entry, values)

    def _run_block(self, block: Block, values: Values) -> list[Buffer]:
        while isinstance(branch := block.terminator, BranchOp):
            (buffer,) = self._run_ops(block, values)
            block = self._rng.choice(branch.successors)
            values[block.arguments[0]] = buffer
        return self._run_ops(block, values)

    def _run_ops(self, block: Block, values: Values) -> list[Buffer]:
        for op in block.ops:
            self._steps += 1
            if self._steps > STEPS:
                raise OutOfStepsError
            operands = [self._operand(operand, values) for operand in op.op_operands]
            if self._tasks and self._rng.random() < 0.2:
                self._run_task()
            if isinstance(op, ReturnOp | YieldOp | BranchOp):
                return operands
            values.update(zip(op.results, self._results(op, operands, values), strict=True))
        raise AssertionError("a block has a terminator")

    def _operand(self, operand: OpOperand, values: Values) -> Any:
        buffer = values[operand.value]
        if not isinstance(buffer, Buffer) or self._is_in_place(operand):
            return buffer
        return Buffer.new(buffer.contents())

    def _results(self, op: Operation, operands: list[Any], values: Values) -> list[Any]:
        name = self._names[op]
        if isinstance(op, CallOp):
            callee = op.get_attr("callee")
            assert isinstance(callee, SymbolRefAttr)
            self._steps += 2  # also a recursion without end comes to one
            return self._call(callee.root, operands)
        if isinstance(op, IfOp):
            return self._run_block(self._rng.choice(op.regions).entry, values)
        if isinstance(op, TaskOp):
            self._tasks.append((op.regions[0].entry, dict(values)))
            if self._rng.random() < 0.3:
                self._run_task()
            return []
        if isinstance(op, WaitOp | GroupOp):
            for region in op.regions:
                self._run_block(region.entry, values)
            self._run_tasks()
            return []
        if isinstance(op, NewOp):
            return [Buffer.new([None] * CELLS)]
        if isinstance(op, ConstOp):
            constant = Buffer.new([hash((name, i)) for i in range(CELLS)])
            return [self._constants.setdefault(op, constant)]
        if isinstance(op, ReadOp):
            self.reads.append(operands[0].contents())
            return []
        if isinstance(op, CastOp | SelectOp):
            return [self._rng.choice(operands)]
        if isinstance(op, LoopOp):
            return [self._run_loop(op, operands[0], values)]
        if isinstance(op, IndexOp):
            return [self._rng.randrange(3)]
        if isinstance(op, PlusOp):
            return [operands[0] + op.by]
        if isinstance(op, ViewOp):
            return [operands[0].part(*PARTS[_at(op)])]
        if isinstance(op, WindowOp):
            return [operands[0].part(operands[1], *WINDOWS[_at(op)])]
        if isinstance(op, PutWindowOp):
            operands[1].part(operands[2], *WINDOWS[_at(op)]).map(lambda i, _: _cell(operands[0], i))
            return [operands[1]]
        if isinstance(op, UpdateOp):
            operands[0].map(lambda _, cell: None if cell is None else hash((name, cell)))
        elif isinstance(op, FillOp):
            step = self._steps  # another iteration sets other contents
            operands[0].map(lambda i, _: hash((step, i)))
        elif isinstance(op, ZipOp):
            operands[1].map(lambda i, _: _cell(operands[0], i))
        else:
            assert isinstance(op, PutOp)
            operands[1].part(*PARTS[_at(op)]).map(lambda i, _: _cell(operands[0], i))
        return [operands[-1]]

    def _run_task(self) -> None:
        """Run one of the tasks that have not run."""
        block, values = self._tasks.pop(self._rng.randrange(len(self._tasks)))
        self._run_block(block, values)

    def _run_tasks(self) -> None:
        while self._tasks:
            self._run_task()

    def _run_loop(self, op: LoopOp, buffer: Buffer, values: Values) -> Buffer:
        body = op.regions[0].entry
        argument = body.arguments[-1]
        same = self._is_same_buffer(argument, body.terminator.operand(0))
        counted = op.counted if isinstance(op, CountOp) else range(self._rng.randrange(3))
        for number in counted:
            values[body.arguments[0]] = number
            values[argument] = buffer
            (buffer,) = self._run_block(body, values)
            if not same:
                buffer = Buffer.new(buffer.contents())
        return buffer


def _cell(buffer: Buffer, number: int) -> Cell:
    count = len(buffer.places)
    return buffer.cells[buffer.places[number % count]] if count else None


def _at(op: Operation) -> int:
    at = op.get_attr("at")
    assert isinstance(at, IntegerAttr)
    return at.value


def reads_the_same(
    root: Operation,
    name: str,
    seed: int,
    is_in_place: Callable[[OpOperand], bool],
    is_same_buffer: Callable[[Value, Value], bool],
) -> bool:
    """Whether a run without copies reads what it should, where that is defined."""
    expected = Machine(root, seed, lambda _: False, lambda a, b: False).run(name).reads
    found = Machine(root, seed, is_in_place, is_same_buffer).run(name).reads
    assert len(found) == len(expected)
    return all(
        cell is None or cell == other
        for should, is_ in zip(expected, found, strict=True)
        for cell, other in zip(should, is_, strict=True)
    )
