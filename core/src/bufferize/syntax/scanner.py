"""The tokens of MLIR as regular expressions, and the extent of bracketed text.

Everything here works on a text and a position in it, independent of types and operations.
"""

from __future__ import annotations

import re

MAX_NESTING = 500
"""The maximum depth to which brackets, types, attributes and regions may nest."""

TRIVIA = r"(?:[ \t\r\n]+|//[^\n\r]*)*"
WORD = r"[A-Za-z_][\w$.]*"
STRING = r'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"'
SYMBOL = rf"@(?:[A-Za-z_][\w$.-]*|{STRING})"
SUFFIX = r"(?:\d+|[A-Za-z$._-][\w$.-]*)"
VALUE = rf"%{SUFFIX}(?:#\d+)?"
NUMBER = r"0x[0-9a-fA-F]+|\d+(?:\.\d*(?:[eE][-+]?\d+)?)?"

skip_trivia = re.compile(TRIVIA, re.ASCII).match
match_word = re.compile(WORD, re.ASCII).match
match_string = re.compile(STRING).match
match_symbol = re.compile(SYMBOL, re.ASCII).match
match_number = re.compile(NUMBER, re.ASCII).match
match_integer = re.compile(r"-?(?:0x[0-9a-fA-F]+|\d+)(?!\.\d)", re.ASCII).match
match_any = re.compile(
    rf"{WORD}|{STRING}|{SYMBOL}|{VALUE}|[\^!#]{SUFFIX}|{NUMBER}|->|::|>=|==|\.\.\.|\{{-#|#-\}}|[^\0]",
    re.ASCII,
).match
"""The pattern of any one token, for error messages and for looking ahead."""


def _balanced(opening: str, closing: str, levels: int) -> str:
    """Return a pattern for text in brackets that nest at most `levels` deep.

    It fails on uncertain text (comments, deeper nesting, `>=`), which `bracket_end` reads. The loop
    is unrolled over disjoint first characters, so it never backtracks for long.
    """
    plain = rf'[^\{opening}\{closing}"/\0-]*'
    end = rf"\{closing}(?!=)" if closing == ">" else rf"\{closing}"
    pattern = ""
    for _ in range(levels):
        choices = rf"->|-(?!>)|{STRING}|/(?!/)" + (f"|{pattern}" if pattern else "")
        pattern = rf"\{opening}{plain}(?:(?:{choices}){plain})*{end}"
    return pattern


ANGLES = _balanced("<", ">", 4)
BRACES = _balanced("{", "}", 3)
SQUARES = _balanced("[", "]", 3)

SIMPLE_TYPE = r"[A-Za-z]\w*"
TYPE = rf"(?:(?:tensor|vector|memref|tuple|complex|![A-Za-z_$][\w$.]*){ANGLES}|![\w$.]+(?![\w$.<]|-(?!>))|{SIMPLE_TYPE}(?![\w$.<]))"
"""The pattern of types whose end a regular expression can find; no function types."""

match_type = re.compile(TYPE, re.ASCII).match
match_function_type = re.compile(
    rf"\([^()\0]*\)\s*->\s*(?:\([^()\0]*\)|(?:{TYPE}))", re.ASCII
).match
"""The pattern of function types without parentheses inside."""
match_attribute = re.compile(
    rf"{SQUARES}|(?:(?:array|affine_map|affine_set|strided){ANGLES}|dense{ANGLES}\s*:\s*(?:{TYPE}))",
    re.ASCII,
).match
"""The pattern of attributes in brackets whose end a regular expression can find."""
match_symbol_reference = re.compile(rf"{SYMBOL}(?:::{SYMBOL})*", re.ASCII).match
match_dialect_name = re.compile(r"[!#]([\w$][\w$.]*(?:-(?!>)[\w$.]*)*)", re.ASCII).match
match_braces = re.compile(BRACES).match
match_elements = re.compile(r'<(?:[^<>"/\0]*|\s*"0x[0-9a-fA-F]*"\s*)>').match
"""The pattern of the contents of `dense<…>`, of any length, without strings or comments."""
match_extent = re.compile(r"(?:(\d+|\?)|\[\s*(\d+)\s*\])\s*x", re.ASCII).match
match_extent_before_x = re.compile(r"(\d+|\?)(x(?=[\d?]))?", re.ASCII).match
match_unranked = re.compile(r"\*\s*x").match
match_operand = re.compile(rf"%({SUFFIX})(?:#(\d+))?", re.ASCII).match

_bracket = re.compile(r'->|>=|<=|[<>(){}\[\]"]|//[^\n\r]*|\0')
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_CLOSERS = frozenset(_CLOSING.values())


class ScanError(Exception):
    """The error that a text is not well formed; says what is wrong, and where."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


def bracket_end(text: str, start: int) -> int:
    """Return the position after the bracket that closes the one at `start`.

    Brackets of all kinds must match; strings, comments, `->`, `>=` and `<=` are stepped over. Raises
    ScanError where they do not match, where a string or the text ends, or beyond MAX_NESTING.
    """
    expected: list[str] = [_CLOSING[text[start]]]  # also where it looks like the start of `<=`
    opened: list[int] = [start]
    position = start + 1
    search = _bracket.search
    while True:
        match = search(text, position)
        if match is None:
            raise ScanError(f"'{text[start]}' is never closed", start)
        token = match.group()
        position = match.end()
        if token in _CLOSING:
            expected.append(_CLOSING[token])
            opened.append(match.start())
            if len(expected) > MAX_NESTING:
                raise ScanError(
                    f"nesting is deeper than the {MAX_NESTING} levels that are supported",
                    match.start(),
                )
        elif token in _CLOSERS:
            if not expected:  # what stands at the start is no bracket: `<=`
                raise ScanError(f"'{text[start]}' is never closed", start)
            if expected[-1] != token:
                raise ScanError(f"expected '{expected[-1]}', found '{token}'", match.start())
            expected.pop()
            opened.pop()
            if not expected:
                return position
        elif token == '"':
            string = match_string(text, match.start())
            if string is None:
                raise ScanError("expected '\"' in string literal", match.start())
            position = string.end()
        elif token == "\0":
            raise ScanError(f"'{text[opened[-1]]}' is never closed", opened[-1])


_escape = re.compile(r"\\(?:([nt\"\\])|([0-9a-fA-F]{2})|([^\n]?))")
_ESCAPES = {"n": b"\n", "t": b"\t", '"': b'"', "\\": b"\\"}


def unescape(literal: str, offset: int) -> str:
    r"""Return the content of a string literal: without quotes, `\n`, `\t`, `\"`, `\\`, `\HH` replaced.

    Bytes that are not UTF-8 become surrogate escapes. Raises ScanError for any other escape;
    `offset` is where the literal stands.
    """
    body = literal[1:-1]
    if "\\" not in body:
        return body
    result = bytearray()
    last = 0
    for match in _escape.finditer(body):
        simple, code, wrong = match.groups()
        if wrong is not None:
            raise ScanError("unknown escape in string literal", offset + 1 + match.start())
        result += body[last : match.start()].encode("utf-8", "surrogateescape")
        result += _ESCAPES[simple] if simple else bytes((int(code, 16),))
        last = match.end()
    result += body[last:].encode("utf-8", "surrogateescape")
    return result.decode("utf-8", "surrogateescape")


def small_integer(spelling: str, offset: int) -> int:
    """Return the value of a decimal or `0x` literal, such as an extent or a count.

    Raises ScanError beyond 63 bits.
    """
    # More digits than any of 63 bits has are not even read: CPython refuses thousands of them.
    value = int(spelling, 0 if spelling.startswith("0x") else 10) if len(spelling) < 40 else 1 << 63
    if value >= 1 << 63:
        raise ScanError("integer value too large", offset)
    return value


def unquote(name: str, offset: int) -> str:
    """Return the name of a symbol or key without its quotes, if it has any."""
    return unescape(name, offset) if name.startswith('"') else name
