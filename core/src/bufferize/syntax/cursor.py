"""The cursor over the text: punctuation, keywords, numbers, strings and lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from bufferize.define.asm import UnresolvedOperand
from bufferize.diagnostics import Diagnostic, Lines, ParseError, Position, error
from bufferize.ir import DYNAMIC
from bufferize.syntax.scanner import (
    MAX_NESTING,
    STRING,
    ScanError,
    bracket_end,
    match_any,
    match_extent,
    match_extent_before_x,
    match_integer,
    match_operand,
    match_string,
    match_symbol,
    match_word,
    skip_trivia,
    small_integer,
    unescape,
    unquote,
)

if TYPE_CHECKING:
    from bufferize.define.dialect_context import DialectContext

P = ParamSpec("P")
T = TypeVar("T")

DELIMITERS = {"(": ")", "[": "]", "{": "}", "<": ">"}


_string_or_comment = re.compile(rf"{STRING}|//")


def _comment_start(line: str) -> int:
    """Return the index where the comment of a line starts, or the length of the line."""
    for match in _string_or_comment.finditer(line):
        if match.group() == "//":
            return match.start()
    return len(line)


class Cursor:
    """A text and a position in it, which is always the start of a token or the end of the text.

    There is no list of tokens: `4xf32` is one token or three, depending on where it is, and one regular
    expression can take a whole type at once. A method of three lines that takes one token is called
    many times for each operation, so some repeat the code of another instead of calling it.
    """

    __slots__ = ("_depth", "_lines", "context", "filename", "offset", "text")

    offset: int
    """The start of the next token."""

    def __init__(self, text: str, context: DialectContext, filename: str) -> None:
        # The NUL ends the text: looking one character ahead never fails. The line end before it
        # ends a comment.
        self.text = text + "\n\0"
        self.context = context
        self.filename = filename
        self._lines: Lines | None = None
        self._depth = 0
        self.go_to(0)

    # Positions and errors

    @property
    def lines(self) -> Lines:
        """The offsets where the lines of the text start."""
        if self._lines is None:
            self._lines = Lines(self.filename, self.text)
        return self._lines

    def position(self, offset: int) -> Position:
        """Return a place in the text for a diagnostic."""
        offset = max(0, min(offset, len(self.text) - 2))
        return Position(self.filename, *self.lines.line_and_column(offset))

    def error(
        self, message: str, offset: int | None = None, notes: Collection[Diagnostic] = ()
    ) -> ParseError:
        where = self.position(self.offset if offset is None or offset < 0 else offset)
        return ParseError(error(message, where, notes))

    def required(self, found: T | None, what: str) -> T:
        """Return what was parsed; if nothing was, raise the error that `what` is expected."""
        if found is None:
            raise self.expected(what)
        return found

    def expected(self, what: str) -> ParseError:
        """Return an error to raise if something else comes next than `what`.

        If the next token is on a later line, the error is at the end of the text before.
        """
        text, offset = self.text, self.offset
        while True:
            line_start = text.rfind("\n", 0, offset) + 1
            before = text[line_start:offset]
            before = before[: _comment_start(before)]
            if before.strip():
                offset = line_start + len(before.rstrip())
                break
            if line_start == 0:
                offset = self.offset
                break
            offset = line_start - 1
        line_start = text.rfind("\n", 0, self.offset) + 1
        if offset >= line_start:
            offset = self.offset
        return self.error(f"expected {what}", offset)

    def scanned(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `read` and return its result. Raises its ScanError as a ParseError."""
        try:
            return read(*args, **kwargs)
        except ScanError as failure:
            raise self.error(failure.message, failure.offset) from None

    def enter(self) -> None:
        """Enter one more level of nesting; `leave` must follow. Raises ParseError if too deep."""
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise self.error(f"nesting is deeper than the {MAX_NESTING} levels that are supported")

    def leave(self) -> None:
        """Leave one level of nesting."""
        self._depth -= 1

    def nested(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Parse the brackets that start here with `read`, and return its result.

        If `read` fails and the brackets do not match, the error is about the brackets.
        """
        opening = self.offset
        try:
            self.enter()
            return read(*args, **kwargs)
        except ParseError:
            if self.text[opening] in DELIMITERS:
                self.bracket_end(opening)
            raise
        finally:
            self.leave()

    def bracket_end(self, opening: int) -> int:
        """Return the offset after the bracket that closes the one at `opening`."""
        return self.scanned(bracket_end, self.text, opening)

    # Moving

    def go_to(self, offset: int) -> None:
        """Move to the first token from `offset` on."""
        text = self.text
        character = text[offset]
        if character == " ":
            offset += 1
            character = text[offset]
        if character in " \n\t\r/":
            match = skip_trivia(text, offset)
            assert match is not None  # it may be empty
            offset = match.end()
        self.offset = offset

    def at_end(self) -> bool:
        """Return whether no token is left."""
        return self.offset >= len(self.text) - 1

    def peek(self) -> str:
        match = match_any(self.text, self.offset)
        return match.group() if match is not None else ""

    # Punctuation and words

    def parse_optional_punctuation(self, punctuation: str) -> bool:
        offset = self.offset
        text = self.text
        if text[offset] == punctuation:
            offset += 1
            if punctuation == "-" and text[offset] == ">":
                return False
        elif len(punctuation) > 1 and text.startswith(punctuation, offset):
            offset += len(punctuation)
        else:
            return False
        # A copy of `go_to`: this runs too often for one more call.
        character = text[offset]
        if character == " ":
            offset += 1
            character = text[offset]
        if character in " \n\t\r/":
            match = skip_trivia(text, offset)
            assert match is not None
            offset = match.end()
        self.offset = offset
        return True

    def parse_punctuation(self, punctuation: str) -> None:
        if not self.parse_optional_punctuation(punctuation):
            raise self.expected(f"'{punctuation}'")

    def parse_optional_any_keyword(self, allowed: Collection[str] | None = None) -> str | None:
        match = match_word(self.text, self.offset)
        if match is None:
            return None
        word = match.group()
        if allowed is not None and word not in allowed:
            return None
        self.go_to(match.end())
        return word

    def parse_any_keyword(self) -> str:
        return self.required(self.parse_optional_any_keyword(), "valid keyword")

    def parse_optional_keyword(self, keyword: str) -> bool:
        if not self.text.startswith(keyword, self.offset):
            return False
        match = match_word(self.text, self.offset)
        if match is None or match.end() - self.offset != len(keyword):
            return False
        self.go_to(match.end())
        return True

    def parse_keyword(self, keyword: str) -> None:
        if not self.parse_optional_keyword(keyword):
            raise self.expected(f"'{keyword}'")

    def parse_keyword_or_string(self) -> str:
        word = self.parse_optional_any_keyword()
        if word is None:
            word = self.parse_optional_string()
        return self.required(word, "keyword or string")

    # Literals

    def parse_optional_integer(self, *, unsigned: bool = False) -> int | None:
        match = match_integer(self.text, self.offset)
        if match is None:
            return None
        spelling = match.group()
        try:
            value = int(spelling, 16 if "0x" in spelling else 10)
        except ValueError:  # CPython reads no decimals of many thousand digits
            raise self.error("integer value too large") from None
        if not -(1 << 63) <= value < 1 << (64 if unsigned else 63):
            raise self.error("integer value too large")
        self.go_to(match.end())
        return value % (1 << 64) if unsigned else value

    def parse_integer(self, *, unsigned: bool = False) -> int:
        return self.required(self.parse_optional_integer(unsigned=unsigned), "integer value")

    def parse_optional_string(self) -> str | None:
        if self.text[self.offset] != '"':
            return None
        match = match_string(self.text, self.offset)
        if match is None:
            raise self.error("expected '\"' in string literal")
        value = self.scanned(unescape, match.group(), self.offset)
        self.go_to(match.end())
        return value

    def parse_string(self) -> str:
        return self.required(self.parse_optional_string(), "string literal")

    def parse_optional_symbol_name(self) -> str | None:
        if self.text[self.offset] != "@":
            return None
        match = match_symbol(self.text, self.offset)
        if match is None:
            raise self.error("@ identifier expected to start with letter or '_'")
        name = self.scanned(unquote, match.group()[1:], self.offset + 1)
        self.go_to(match.end())
        return name

    def parse_symbol_name(self) -> str:
        return self.required(
            self.parse_optional_symbol_name(), "valid '@'-identifier for symbol name"
        )

    def parse_dimension_list(
        self, allow_dynamic: bool = True, with_trailing_x: bool = True
    ) -> list[int]:
        start = self.offset
        if with_trailing_x:
            extents, scalable = self.parse_shape()
            if any(scalable):
                raise self.error("expected a dimension without brackets", start)
        else:
            extents = self._parse_extents_between_x()
        if DYNAMIC in extents and not allow_dynamic:
            raise self.error("expected static shape", start)
        return extents

    def parse_shape(self) -> tuple[list[int], list[bool]]:
        """Parse `4x?x[8]x`: the extents, and which of them are in brackets."""
        start = self.offset
        extents: list[int] = []
        scalable: list[bool] = []
        while (match := match_extent(self.text, self.offset)) is not None:
            plain, bracketed = match.groups()
            extents.append(self._extent(plain or bracketed, start))
            scalable.append(plain is None)
            self.go_to(match.end())
        return extents, scalable

    def _parse_extents_between_x(self) -> list[int]:
        extents: list[int] = []
        more: str | None = "x"
        while more:
            match = match_extent_before_x(self.text, self.offset)
            if match is None:
                raise self.expected("integer or '?' in dimension list")
            spelling, more = match.groups()
            extents.append(self._extent(spelling, self.offset))
            self.offset = match.end()
        self.go_to(self.offset)
        return extents

    def _extent(self, spelling: str, offset: int) -> int:
        return DYNAMIC if spelling == "?" else self.scanned(small_integer, spelling, offset)

    # Operands as written

    def parse_optional_operand(self, allow_result_number: bool = True) -> UnresolvedOperand | None:
        offset = self.offset
        match = match_operand(self.text, offset)
        if match is None:
            return None
        name, number = match.groups()
        if number is not None and not allow_result_number:
            raise self.error("result number not allowed in argument list", match.start(2) - 1)
        self.go_to(match.end())
        return UnresolvedOperand(name, self._number(number, offset), offset)

    def _number(self, spelling: str | None, offset: int) -> int:
        return 0 if spelling is None else self.scanned(small_integer, spelling, offset)

    def parse_operand(self, allow_result_number: bool = True) -> UnresolvedOperand:
        operand = self.parse_optional_operand(allow_result_number)
        if operand is None:
            raise self.expected("SSA operand")
        return operand

    # Lists

    def parse_comma_separated_list(
        self, delimiter: str | None, parse_element: Callable[[], T], optional: bool = False
    ) -> list[T]:
        take = self.parse_optional_punctuation
        if delimiter is None:
            elements = [parse_element()]
            while take(","):
                elements.append(parse_element())
            return elements
        if not take(delimiter):
            if optional:
                return []
            raise self.expected(f"'{delimiter}'")
        closing = DELIMITERS[delimiter]
        if take(closing):
            return []
        elements = [parse_element()]
        while take(","):
            elements.append(parse_element())
        if not take(closing):
            raise self.expected(f"',' or '{closing}'")
        return elements
