"""Functions that parse a text: a module, a type, an attribute; the spans of operands in a text."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bufferize import ir
from bufferize.diagnostics import ParseError, Position
from bufferize.ir.process import deep_recursion, no_collection
from bufferize.syntax.parser import Parser

if TYPE_CHECKING:
    from bufferize.define.dialect_context import DialectContext

T = TypeVar("T")


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
