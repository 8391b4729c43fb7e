"""Functions that parse a text: a module (and the places of operands), a type, an attribute."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bufferize import ir
from bufferize.define.asm import UnresolvedOperand
from bufferize.diagnostics import ParseError, Position
from bufferize.ir.process import deep_recursion, no_collection
from bufferize.syntax.parser import Parser
from bufferize.syntax.scanner import SUFFIX, VALUE

if TYPE_CHECKING:
    from bufferize.define.dialect_context import DialectContext

T = TypeVar("T")

_value = re.compile(VALUE, re.ASCII).match
_group = re.compile(rf"%{SUFFIX}(?::(\d+))?", re.ASCII)


def run_parser(parser: Parser, parse: Callable[[], T], what: str | None) -> T:
    """Call `parse` of a parser. Unless `what` is None, nothing may follow in the text."""
    with deep_recursion(), no_collection():
        try:
            result = parse()
        except RecursionError:
            raise parser.error("the text nests too deeply") from None
    if what is not None and not parser.at_end():
        raise parser.error(f"expected the end of the {what}, found '{parser.peek()}'")
    return result


def parse_module(
    text: str, context: DialectContext, filename: str = "<input>", *, implicit_module: bool = True
) -> ir.Operation:
    """Parse the `builtin.module` that a text contains. Raises ParseError.

    Where the text is not one module, a module is put around its operations. Without an implicit
    module the text must be one operation, of any kind. Nothing is verified.
    """
    parser = Parser(text, context, filename)
    return run_parser(parser, lambda: parser.parse_module(implicit_module), None)


def parse_type(text: str, context: DialectContext, filename: str = "<type>") -> ir.Type:
    """Parse the type that a text contains. Raises ParseError."""
    parser = Parser(text, context, filename)
    return run_parser(parser, parser.parse_type, "type")


def parse_attribute(
    text: str, context: DialectContext, filename: str = "<attribute>", type: ir.Type | None = None
) -> ir.Attribute:
    """Parse the attribute that a text contains. Raises ParseError.

    A literal has the given type, or else `: type` of its own.
    """
    parser = Parser(text, context, filename)
    return run_parser(parser, lambda: parser.parse_attribute(type), "attribute")


def parse_affine_map(text: str, context: DialectContext, filename: str = "<map>") -> ir.AffineMap:
    """Parse the map in `affine_map<(…) -> (…)>` or `(…) -> (…)`. Raises ParseError."""
    parser = Parser(text, context, filename)
    if not text.lstrip().startswith("affine_map"):
        return run_parser(parser, parser.parse_affine_map, "affine map")
    attribute = run_parser(parser, parser.parse_attribute, "affine map")
    if not isinstance(attribute, ir.AffineMapAttr):
        raise ParseError(f"'{text}' is no affine map")
    return attribute.map


def split_input(text: str, marker: str = "// -----") -> list[str]:
    """Split a text at its markers, at any position in a line.

    Each part starts with white space, so that its lines and columns are those of the whole text.
    A marker that ends the text ends the last part. Raises ValueError for an empty marker.
    """
    if not marker:
        raise ValueError("empty marker")
    parts: list[str] = []
    start = 0
    while (end := text.find(marker, start)) >= 0:
        parts.append(_indent(text, start) + text[start:end])
        start = end + len(marker)
    if start < len(text) or not parts:
        parts.append(_indent(text, start) + text[start:])
    return parts


def _indent(text: str, end: int) -> str:
    """Return white space with as many lines and columns as the text before `end`."""
    return "\n" * text.count("\n", 0, end) + " " * (end - text.rfind("\n", 0, end) - 1)


# Where operands and results are written


class Span(NamedTuple):
    """A range of characters in one line."""

    position: Position
    width: int


class OperationSpans:
    """The spans of operands and results, by the position of their operation.

    Operations that share a position, as those with a `loc(…)` may, have no spans.
    """

    def __init__(self) -> None:
        self._operands: dict[Position, list[Span | None]] = {}
        self._results: dict[Position, list[Span | None]] = {}
        self._extents: dict[Position, tuple[int, int]] = {}
        self._shared: set[Position] = set()

    def operand(self, position: Position, index: int) -> Span | None:
        """Return the span of operand `index` of the operation at `position`."""
        return self._find(self._operands, position, index)

    def result(self, position: Position, index: int) -> Span | None:
        """Return the span of the name of result `index` of the operation at `position`."""
        return self._find(self._results, position, index)

    def extent(self, position: Position) -> tuple[int, int] | None:
        """Return the offsets of the start and end of the operation at `position`.

        It starts with the names of its results, and ends where the next token starts.
        """
        return None if position in self._shared else self._extents.get(position)

    def _find(
        self, table: dict[Position, list[Span | None]], position: Position, index: int
    ) -> Span | None:
        spans = table.get(position, ()) if position not in self._shared else ()
        return spans[index] if index < len(spans) else None

    def add(
        self,
        op: ir.Operation,
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
    """Return the offset at which each operand is written, or None.

    `used` are the offsets in the text where values are mentioned.

    Of equal operands the first is the one that is written first.
    """
    offsets: dict[Hashable, list[int]] = {}
    for offset, value in sorted(used, key=lambda use: -use[0]):
        offsets.setdefault(value, []).append(offset)
    return [found.pop() if (found := offsets.get(operand)) else None for operand in operands]


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

    def _generic_operands(
        self, names: list[str], types: tuple[ir.Type, ...], names_offset: int, type_offset: int
    ) -> list[ir.Value]:
        values = super()._generic_operands(names, types, names_offset, type_offset)
        saved, self.offset = self.offset, names_offset
        operands = self.parse_operand_list("(")
        self.offset = saved
        self._used += zip([operand.offset for operand in operands], values, strict=True)
        return values

    def _name_results(self, results: str, op: ir.Operation, offset: int) -> None:
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
