"""A parser that notes where operands and results are written, to point at them in reports."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bufferize import ir
from bufferize.define.asm import UnresolvedOperand
from bufferize.define.dialect_context import DialectContext
from bufferize.syntax import OperationSpans, Parser, Span, operand_offsets
from bufferize.syntax.reading import run_parser
from bufferize.syntax.scanner import SUFFIX, VALUE

_value = re.compile(VALUE, re.ASCII).match
_group = re.compile(rf"%{SUFFIX}(?::(\d+))?", re.ASCII)


class _SpanParser(Parser):
    """A parser that notes where operands and results are written, which the IR does not hold."""

    __slots__ = ("_ignored", "_named", "_used", "spans", "text_positions")

    def __init__(
        self,
        text: str,
        context: DialectContext,
        filename: str,
        spans: OperationSpans,
        text_positions: bool,
    ) -> None:
        super().__init__(text, context, filename)
        self.spans = spans
        self.text_positions = text_positions
        self._ignored: list[ir.Location] = []
        # The operands so far of the operation that is being read.
        self._used: list[tuple[int, ir.Value]] = []
        # The operation whose results were named last, and the spans of these names.
        self._named: tuple[ir.Operation | None, list[Span | None]] = (None, [])

    def parse_module(self, implicit_module: bool = True) -> ir.Operation:
        module = super().parse_module(implicit_module)
        for location in self._ignored:  # their aliases must be defined all the same
            self.resolve_location(location)
        return module

    def parse_optional_location(self) -> ir.Location | None:
        location = super().parse_optional_location()
        if location is None or not self.text_positions:
            return location
        self._ignored.append(location)
        return None

    def parse_operation(self, block: ir.Block) -> None:
        outer, self._used = self._used, []
        start = self.offset
        super().parse_operation(block)
        assert block.last_op is not None
        self._keep(block.last_op, start)
        self._used = outer

    def _keep(self, op: ir.Operation, start: int) -> None:
        offsets = operand_offsets(self._used, op.operands)
        operands = [None if offset is None else self._span(offset) for offset in offsets]
        named, results = self._named
        self.spans.add(op, operands, results if named is op else [], (start, self.offset))

    def _span(self, offset: int) -> Span | None:
        match = _value(self.text, offset)
        return None if match is None else Span(self.position(offset), len(match.group()))

    def resolve_operand(self, operand: UnresolvedOperand, type: ir.Type) -> ir.Value:
        value = super().resolve_operand(operand, type)
        self._used.append((operand.offset, value))
        return value

    def resolve_operands(
        self, operands: Sequence[UnresolvedOperand], types: Sequence[ir.Type]
    ) -> list[ir.Value]:
        values = super().resolve_operands(operands, types)
        self._used += zip([operand.offset for operand in operands], values, strict=True)
        return values

    def resolve_generic_operands(
        self, names: list[str], types: tuple[ir.Type, ...], names_offset: int, type_offset: int
    ) -> list[ir.Value]:
        values = super().resolve_generic_operands(names, types, names_offset, type_offset)
        saved, self.offset = self.offset, names_offset
        operands = self.parse_operand_list("(")
        self.offset = saved
        self._used += zip([operand.offset for operand in operands], values, strict=True)
        return values

    def name_results(self, results: str, op: ir.Operation, offset: int) -> None:
        super().name_results(results, op, offset)
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
    context: DialectContext,
    spans: OperationSpans,
    filename: str = "<input>",
    *,
    text_positions: bool = False,
) -> ir.Operation:
    """Parse a module as `parse_module` does, and note in `spans` where operands are written.

    It takes longer. With `text_positions` locations are those in this text, not those in `loc(…)`.
    """
    parser = _SpanParser(text, context, filename, spans, text_positions)
    return run_parser(parser, parser.parse_module, None)
