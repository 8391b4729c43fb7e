"""Resources: large data of attributes, stored as text in the metadata at the end of a file.

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F"
    }
  }
#-}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from bufferize.define.dialect_context import Resources
from bufferize.syntax.attribute_printer import keyword_or_string
from bufferize.syntax.scanner import STRING, ScanError, unquote

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput

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
"""Literals of resources, by section, owner (a dialect or a tool) and key."""


def read_resources(text: str, start: int) -> tuple[Sections, int]:
    """Return the resources in the `{-# … #-}` that starts at `start`, and its end.

    A literal is a string (a blob is one in hexadecimal) or a bool. Raises ScanError.
    """
    # Imported here: few files have resources, and lark takes longer to import than they to read.
    from lark import Lark
    from lark.exceptions import UnexpectedInput

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
    """Return lark's error, worded like the parser's other errors."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

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


def mentioned_resources(resources: Resources, keys: Iterable[str]) -> Resources:
    """Return the mentioned resources of the builtin dialect, and all of other dialects."""
    builtin = resources.get("builtin", {})
    return {
        "builtin": {key: builtin[key] for key in keys if key in builtin},
        **{dialect: entries for dialect, entries in resources.items() if dialect != "builtin"},
    }


def resources_text(sections: Mapping[str, Resources], limit: int | None) -> str:
    """Return the text `{-# section: … #-}` of all resources that are no longer than the limit."""
    if not any(entries for owners in sections.values() for entries in owners.values()):
        return ""
    texts = []
    for section, owners in sections.items():
        kept = {owner: _entries(entries, limit) for owner, entries in owners.items()}
        bodies = [f"    {o}: {{\n" + ",\n".join(e) + "\n    }" for o, e in kept.items() if e]
        if bodies:
            texts.append(f"  {section}: {{\n" + ",\n".join(bodies) + "\n  }")
    return "\n{-#\n" + ",\n".join(texts) + "\n#-}\n"


def _entries(entries: Mapping[str, str], limit: int | None) -> list[str]:
    return [
        f"      {keyword_or_string(key)}: {literal}"
        for key, literal in entries.items()
        if limit is None or len(literal) <= limit
    ]
