"""Where the operands and results of operations are written in a text."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bufferize.define.asm import UnresolvedOperand
from bufferize.diagnostics import Position
from bufferize.ir import Block, Location, Operation, Type, Value
from bufferize.syntax.parser import Parser, run_parser
from bufferize.syntax.scanner import SUFFIX, VALUE

if TYPE_CHECKING:
    from bufferize.define.context import Context

_value = re.compile(VALUE, re.ASCII).match
_group = re.compile(rf"%{SUFFIX}(?::(\d+))?", re.ASCII)


class Span(NamedTuple):
    """Some characters of one line."""

    position: Position
    width: int


class OperationSpans:
    """The spans of operands and results, by the place of their operation.

    Nothing is known of operations that share a place, as those with a `loc(…)` may.
    """

    def __init__(self) -> None:
        self._operands: dict[Position, list[Span | None]] = {}
        self._results: dict[Position, list[Span | None]] = {}
        self._extents: dict[Position, tuple[int, int]] = {}
        self._shared: set[Position] = set()

    def operand(self, position: Position, index: int) -> Span | None:
        """Operand `index` of the operation at `position`."""
        return self._find(self._operands, position, index)

    def result(self, position: Position, index: int) -> Span | None:
        """Result `index` of the operation at `position`, where its name is written."""
        return self._find(self._results, position, index)

    def extent(self, position: Position) -> tuple[int, int] | None:
        """The offsets in the text where the operation at `position` starts, with the names of its
        results, and where what follows it does."""
        return None if position in self._shared else self._extents.get(position)

    def _find(
        self, table: dict[Position, list[Span | None]], position: Position, index: int
    ) -> Span | None:
        spans = table.get(position, ()) if position not in self._shared else ()
        return spans[index] if index < len(spans) else None

    def add(
        self,
        op: Operation,
        operands: list[Span | None],
        results: list[Span | None],
        extent: tuple[int, int],
    ) -> None:
        """Note the spans of an operation that was just read."""
        position = op.location.position()
        if position is None:
            return
        if position in self._operands:
            self._shared.add(position)
        self._operands[position] = operands
        self._results[position] = results
        self._extents[position] = extent


def operand_offsets(
    used: Iterable[tuple[int, Hashable]], operands: Iterable[Hashable]
) -> list[int | None]:
    """Where each operand is written, if it is, of the places in a text where values are used.

    Of equal operands the first is the one that is written first.
    """
    offsets: dict[Hashable, list[int]] = {}
    for offset, value in sorted(used, key=lambda use: -use[0]):
        offsets.setdefault(value, []).append(offset)
    return [found.pop() if (found := offsets.get(operand)) else None for operand in operands]


class _SpanParser(Parser):
    """Keeps where each operand is written, which the IR does not hold."""

    __slots__ = ("_ignored", "_named", "_used", "spans", "text_positions")

    def __init__(
        self,
        text: str,
        context: Context,
        filename: str,
        spans: OperationSpans,
        text_positions: bool,
    ) -> None:
        super().__init__(text, context, filename)
        self.spans = spans
        self.text_positions = text_positions
        self._ignored: list[Location] = []
        # The operands so far of the operation that is being read.
        self._used: list[tuple[int, Value]] = []
        # The operation whose results were named last, and these names.
        self._named: tuple[Operation | None, list[Span | None]] = (None, [])

    def parse_module(self, implicit_module: bool = True) -> Operation:
        module = super().parse_module(implicit_module)
        for location in self._ignored:  # it must be right all the same
            self.resolve_location(location)
        return module

    def parse_optional_location(self) -> Location | None:
        location = super().parse_optional_location()
        if location is None or not self.text_positions:
            return location
        self._ignored.append(location)
        return None

    def parse_operation(self, block: Block) -> None:
        outer, self._used = self._used, []
        start = self.offset
        super().parse_operation(block)
        assert block.last_op is not None
        self._keep(block.last_op, start)
        self._used = outer

    def _keep(self, op: Operation, start: int) -> None:
        offsets = operand_offsets(self._used, op.operands)
        operands = [None if offset is None else self._span(offset) for offset in offsets]
        named, results = self._named
        self.spans.add(op, operands, results if named is op else [], (start, self.offset))

    def _span(self, offset: int) -> Span | None:
        match = _value(self.text, offset)
        return None if match is None else Span(self.position(offset), len(match.group()))

    def resolve_operand(self, operand: UnresolvedOperand, type: Type) -> Value:
        value = super().resolve_operand(operand, type)
        self._used.append((operand.offset, value))
        return value

    def resolve_operands(
        self, operands: Sequence[UnresolvedOperand], types: Sequence[Type]
    ) -> list[Value]:
        values = super().resolve_operands(operands, types)
        self._used += zip([operand.offset for operand in operands], values, strict=True)
        return values

    def _generic_operands(
        self, names: list[str], types: tuple[Type, ...], names_offset: int, type_offset: int
    ) -> list[Value]:
        values = super()._generic_operands(names, types, names_offset, type_offset)
        saved, self.offset = self.offset, names_offset
        operands = self.parse_operand_list("(")
        self.offset = saved
        self._used += zip([operand.offset for operand in operands], values, strict=True)
        return values

    def _name_results(self, results: str, op: Operation, offset: int) -> None:
        super()._name_results(results, op, offset)
        self._named = (
            op,
            [
                Span(self.position(offset + match.start()), len(match.group()))
                for match in _group.finditer(results)
                for _ in range(int(match.group(1) or 1))
            ],
        )


def parse_module_with_spans(
    text: str,
    context: Context,
    spans: OperationSpans,
    filename: str = "<input>",
    *,
    text_positions: bool = False,
) -> Operation:
    """As `parse_module`, which is faster; what the text consists of is added to `spans`.

    With `text_positions` all is located where this text has it, whatever a `loc(…)` says.
    """
    parser = _SpanParser(text, context, filename, spans, text_positions)
    return run_parser(parser, parser.parse_module, None)
