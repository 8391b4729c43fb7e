"""Resources: the large data of attributes, which stands in the metadata at the end of a file."""

from __future__ import annotations

import re
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from bufferize.syntax.scanner import STRING, ScanError, unquote

_TERMINALS = {
    "COLON": "':'",
    "COMMA": "','",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "KEY": "keyword or string",
    "BOOL": "resource value: a string, 'true' or 'false'",
}

_plain = r'[^"#\0]*'
_metadata = re.compile(rf"\{{-#{_plain}(?:(?:{STRING}|#(?!-\}})){_plain})*#-\}}").match


def read_resources(text: str, start: int) -> tuple[dict[str, dict[str, str]], int]:
    """The dialects' resources in the `{-# … #-}` that starts there, and where it ends.

    A resource is its literal as it stands: a string (a blob is one in hexadecimal) or a bool.
    Raises ScanError.
    """
    match = _metadata(text, start)
    end = len(text) - 2 if match is None else match.end()
    parser = Lark.open("resources.lark", __file__, parser="lalr", maybe_placeholders=False)
    try:
        tree: Any = parser.parse(text[start:end])
    except UnexpectedInput as problem:
        raise _in_words(problem, start, end) from None
    found: dict[str, dict[str, str]] = {}
    for section in tree.children:
        name, *dialects = section.children
        if name not in ("dialect_resources", "external_resources"):
            message = f"unknown key '{name}' in file metadata dictionary"
            raise ScanError(message, start + name.start_pos)
        for dialect in dialects if name == "dialect_resources" else ():
            dialect_name, *resources = dialect.children
            kept = found.setdefault(unquote(dialect_name, start + dialect_name.start_pos), {})
            for resource in resources:
                key, literal = resource.children
                kept[unquote(key, start + key.start_pos)] = str(literal)
    return found, end


def _in_words(problem: UnexpectedInput, start: int, end: int) -> ScanError:
    """The error as the parser's others are."""
    offset = start + (problem.pos_in_stream or 0)
    wanted: set[str] = set()
    if isinstance(problem, UnexpectedToken):
        wanted = set(problem.accepts or problem.expected)
        if problem.token.type == "$END":
            offset = end
    elif isinstance(problem, UnexpectedCharacters):
        wanted = set(problem.allowed or ())
    if "_END" in wanted:
        return ScanError("expected '#-}'", offset)
    names = sorted({_TERMINALS[each] for each in wanted if each in _TERMINALS})
    return ScanError(f"expected {' or '.join(names)}", offset)
