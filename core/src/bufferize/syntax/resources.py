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


SECTIONS = ("dialect_resources", "external_resources")

Sections = dict[str, dict[str, dict[str, str]]]
"""By section and owner (a dialect, or a tool): each resource's literal as it stands, by key."""


def read_resources(text: str, start: int) -> tuple[Sections, int]:
    """The resources in the `{-# … #-}` that starts there, and where it ends.

    A literal is a string (a blob is one in hexadecimal) or a bool. Raises ScanError.
    """
    match = _metadata(text, start)
    end = len(text) - 2 if match is None else match.end()
    parser = Lark.open("resources.lark", __file__, parser="lalr", maybe_placeholders=False)
    try:
        tree: Any = parser.parse(text[start:end])
    except UnexpectedInput as problem:
        raise _in_words(problem, start, end) from None
    found: Sections = {}
    for section in tree.children:
        name, *owners = section.children
        if name not in SECTIONS:
            message = f"unknown key '{name}' in file metadata dictionary"
            raise ScanError(message, start + name.start_pos)
        for owner in owners:
            owner_name, *resources = owner.children
            owned = found.setdefault(str(name), {})
            kept = owned.setdefault(unquote(owner_name, start + owner_name.start_pos), {})
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
