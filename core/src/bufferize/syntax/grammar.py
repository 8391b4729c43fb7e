"""The lark parser for grammar.lark, and its errors in words."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Collection
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import lark
from lark.exceptions import UnexpectedToken

from bufferize.syntax.affine_actions import AffineActions
from bufferize.syntax.attribute_actions import AttributeActions
from bufferize.syntax.lexer import KEYWORDS, OPENERS, PUNCTUATION, Excerpt, MlirLexer
from bufferize.syntax.location_actions import LocationActions
from bufferize.syntax.scanner import ScanError
from bufferize.syntax.simple_types import is_integer_keyword
from bufferize.syntax.type_actions import TypeActions

STARTS = (
    "type",
    "attribute",
    "dense_literal",
    "affine_map",
    "integer_set",
    "expressions",
    "location",
)
"""The rules that a parse may start from."""


class _Actions(TypeActions, AttributeActions, AffineActions, LocationActions):
    """All rules' meanings together."""


def parse_excerpt(start: str, excerpt: Excerpt) -> Any:
    """What the excerpt means when read as the rule `start`. Raises ScanError."""
    try:
        return _parser().parse(excerpt, start)
    except UnexpectedToken as unexpected:
        raise _in_words(unexpected, excerpt) from None


@lru_cache(maxsize=1)
def _parser() -> lark.Lark:
    grammar = (files("bufferize.syntax") / "grammar.lark").read_text(encoding="utf-8")

    def build(cache: str | bool) -> lark.Lark:
        return lark.Lark(
            grammar,
            parser="lalr",
            lexer=MlirLexer,
            start=list(STARTS),
            maybe_placeholders=True,
            transformer=_callbacks(),
            cache=cache,
        )

    cache = _cache_file()
    if cache is None:
        return build(False)
    # Lark reports a cache that it cannot read or write; that is no concern of the user.
    logging.getLogger("lark").addHandler(logging.NullHandler())
    try:
        return build(cache)
    except Exception:  # whatever a broken cache leads to, the grammar itself is sound
        return build(False)


def _callbacks() -> SimpleNamespace:
    """The actions as lark calls them: with the list of what the rule matched."""

    def spread(action: Callable[..., Any]) -> Callable[[list[Any]], Any]:
        return lambda children: action(*children)

    actions = _Actions()
    names = [name for name in dir(actions) if not name.startswith("_")]
    return SimpleNamespace(**{name: spread(getattr(actions, name)) for name in names})


def _cache_file() -> str | None:
    """Where the parser's tables are kept between runs: building them takes longer than a run.

    None where the user has no directory of their own for it: a cache that others can write would
    let them run code.
    """
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    directory = Path(base) / "bufferize"
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = directory.stat()
        if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o022):
            return None
        if not os.access(directory, os.W_OK):
            return None
    except OSError:
        return None
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return str(directory / f"grammar-lark{lark.__version__}-python{python}.tables")


_TOKEN_NAMES = {
    **{kind: f"'{spelling}'" for spelling, kind in PUNCTUATION.items()},
    **{kind: f"'{spelling}'" for spelling, kind in KEYWORDS.items()},
    **{kind: f"'{spelling}<'" for spelling, kind in OPENERS.items()},
    "WORD": "identifier",
    "INTEGER": "integer",
    "FLOAT": "float",
    "STRING": "string",
    "SYMBOL": "symbol",
    "VALUE": "SSA value",
    "$END": "the end",
}
_TYPE_STARTS = frozenset(("TYPE", "_TENSOR", "_VECTOR", "_MEMREF", "_COMPLEX", "_TUPLE"))
# What may go on with nearly anything, and so says little about what was meant.
_CONTINUATIONS = frozenset(
    ("PLUS", "STAR", "FLOORDIV", "CEILDIV", "MOD", "_COLON", "_DOUBLE_COLON")
)


def _in_words(unexpected: UnexpectedToken, excerpt: Excerpt) -> ScanError:
    token = unexpected.token
    at_end = token.type == "$END"
    offset = excerpt.end if at_end else token.start_pos
    assert offset is not None
    if not at_end and is_integer_keyword(token) and "TYPE" in unexpected.expected:
        return ScanError("integer bitwidth is limited to 16777215 bits", offset)
    # `expected` also holds what the parser would only notice later to be wrong.
    wanted = _expectation(unexpected.accepts or unexpected.expected)
    if token.type == "WORD" and wanted in ("type", "attribute value"):
        kind = "type" if wanted == "type" else "attribute"
        return ScanError(f"expected {wanted}: there is no builtin {kind} '{token}'", offset)
    return ScanError(f"expected {wanted}", offset)


def _expectation(expected: Collection[str]) -> str:
    """The tokens that could have come, as few words as possible."""
    kinds = set(expected)
    if "RESOURCE" in kinds and "TYPE" in kinds:
        return "attribute value"
    if kinds >= _TYPE_STARTS:
        return "type"
    if {"UNKNOWN", "CALLSITE", "STRING"} <= kinds and "WORD" not in kinds:
        return "location"
    if {"WORD", "TRUE", "STRING"} <= kinds:
        return "attribute name"
    if {"WORD", "TRUE", "MINUS"} <= kinds:
        return "affine expression"
    if {"WORD", "TRUE"} <= kinds:
        return "bare identifier"
    if len(kinds) > 2:
        kinds -= _CONTINUATIONS | ({"MINUS"} if "PLUS" in kinds else set())
    return " or ".join(sorted(_TOKEN_NAMES.get(kind, kind.lower()) for kind in kinds))
