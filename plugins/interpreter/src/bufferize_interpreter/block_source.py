"""The Python source of one block: a line for each operation, which calls the function made for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bufferize.define import ReturnLike
from bufferize.ir import Block, IsTerminator, Operation, OpResult, Value, has_ssa_dominance
from bufferize_interpreter.traps import TrapKind, trap_at

if TYPE_CHECKING:
    from bufferize_interpreter.compiler import Compiler


class BlockSource:
    """Writes the Python source of one block."""

    def __init__(self, compiler: Compiler, block: Block, numbers: dict[Block, int] | None) -> None:
        self.compiler = compiler
        self.block = block
        self.numbers = numbers
        self.lines: list[str] = []
        self.ops: list[Operation] = []
        """The operation that each line belongs to."""
        self.locals: dict[Value, str] = {}
        self.names = compiler.scope(block)
        self.has_frame = False
        last = block.last_op
        self.hands_on = last is None or not last.has_trait(IsTerminator)
        """Whether the block hands on what each of its operations gives."""

    def compile(self) -> Callable[..., Any]:
        compiler, block = self.compiler, self.block
        first = block.first_op
        around = first if first is not None else block.parent_op
        assert around is not None
        self.ops = [around]
        arguments = [self._define(argument) for argument in block.arguments]
        header = f"def function({', '.join(arguments)}):"
        # A block alone is run by the operation around it, one of several by branches.
        runs = (block.parent_op if self.numbers is None else block.last_op) or around
        self._line("counts[number] = n = counts[number] + 1", runs)
        self._line("if n > limit: too_long()", runs)
        for argument in block.arguments:
            slot = compiler.slot(argument)
            if slot is not None:
                self._line(f"{self._frame()}[{slot}] = {self.locals[argument]}", around)
        given: list[str] = []
        for op in _in_order(block):
            given.append(self._operation(op))
        if self.hands_on:
            self._line(f"return ({''.join(f'{name}, ' for name in given)})", around)
        if self.has_frame:
            self.lines.insert(0, " frame = frames[0]")
            self.ops.insert(1, around)
        return compiler.made("\n".join([header, *self.lines]), self.names, self.ops)

    def _line(self, text: str, op: Operation) -> None:
        self.lines.append(" " + text)
        self.ops.append(op)

    def _frame(self) -> str:
        self.has_frame = True
        return "frame"

    def _define(self, value: Value) -> str:
        name = self.locals[value] = f"v{len(self.locals)}"
        return name

    def _use(self, value: Value) -> str:
        known = self.locals.get(value)
        if known is not None:
            return known
        return f"{self._frame()}[{self.compiler.slot(value)}]"

    def _operation(self, op: Operation) -> str:
        """Writes the lines of an operation; the name of what it gives."""
        compiler = self.compiler
        operands = [self._use(value) for value in op.operands]
        if op.has_trait(IsTerminator) and op is self.block.last_op:
            self._terminator(op, operands)
            return ""
        name = self._bind(op)
        compiler.check_first(self.names, name, op, self.hands_on)
        call = f"{name}({', '.join(operands)})"
        if len(op.results) == 0:
            given = f"g{len(self.lines)}"
            self._line(f"{given} = {call}", op)
            return given
        results = [self._define(result) for result in op.results]
        self._line(f"{', '.join(results)} = {call}", op)
        for result in op.results:
            slot = compiler.slot(result)
            if slot is not None:
                self._line(f"{self._frame()}[{slot}] = {self.locals[result]}", op)
        return results[0]

    def _terminator(self, op: Operation, operands: list[str]) -> None:
        compiler = self.compiler
        plain = op.has_trait(ReturnLike) and compiler.context.semantics(op.name) is None
        if plain:
            given = f"({''.join(f'{name}, ' for name in operands)})"
        else:
            given = f"{self._bind(op)}({', '.join(operands)})"
        if self.numbers is None:
            self._line(f"return {given}", op)
        elif not op.successors:
            self._line(f"return None, {given}", op)
        else:
            numbers = tuple(self.numbers[successor] for successor in op.successors)
            self._line(f"n, values = {given}", op)
            self._line(f"return {numbers}[n], values", op)

    def _bind(self, op: Operation) -> str:
        name = f"op{len(self.names)}"
        self.names[name] = self.compiler.operation(op)
        return name


def _in_order(block: Block) -> Iterable[Operation]:
    """The operations of a block in an order in which they can be executed.

    In a graph region one may use what a later one gives. Raises Trap where one is made of itself.
    """
    if block.parent is None or has_ssa_dominance(block.parent):
        return block.ops
    ordered: list[Operation] = []
    is_placed: dict[Operation, bool] = {}
    for last in block.ops:
        waiting = [last]
        while waiting:
            op = waiting[-1]
            if op in is_placed:
                if not is_placed[op]:
                    is_placed[op] = True
                    ordered.append(op)
                waiting.pop()
                continue
            is_placed[op] = False
            for maker in _makers(op, block):
                if is_placed.get(maker) is False:
                    raise trap_at(TrapKind.OTHER, "uses what is made of its own results", op)
                waiting.append(maker)
    return ordered


def _makers(op: Operation, block: Block) -> Iterator[Operation]:
    """The operations of `block` whose results `op`, or something in it, uses."""
    for inner in op.walk():
        for value in inner.operands:
            if isinstance(value, OpResult) and value.owner.parent is block:
                yield value.owner
