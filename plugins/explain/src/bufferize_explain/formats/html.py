"""Copies as one HTML page, which needs nothing but a browser: the program, with its copies beside it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from bufferize_explain.explanation import Explanation
from bufferize_explain.formats.marked_source import MarkedSource, shown
from bufferize_explain.formats.page import Page, is_fixed, to_paste

_COLORS: Final = 8
_LINES: Final = 4
"""How many colours there are, and how many ways to underline, which tell alias sets apart."""
_CODE: Final = r"`(?P<code>[^`]+)`"


def write(explanation: Explanation) -> str:
    """Return the page. It fetches nothing, and runs no script but its own."""
    page = Page(explanation)
    style, script = _asset("page.css"), _asset("page.js")
    return (
        _environment()
        .get_template("page.html.jinja")
        .render(
            page=page,
            prose=_prose(explanation.file, page.source),
            look=_look,
            shown=shown,
            is_fixed=is_fixed,
            to_paste=to_paste,
            style=style,
            script=script,
            policy="default-src 'none'; base-uri 'none'; form-action 'none'; "
            f"style-src {_hash(style)}; script-src {_hash(script)}",
        )
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("bufferize_explain.formats", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _asset(name: str) -> Markup:
    file = resources.files("bufferize_explain.formats") / "assets" / name
    return Markup(file.read_text(encoding="utf-8"))


def _look(number: int) -> str:
    """Return the classes by which an alias set is told from its neighbours."""
    return f"s s{number % _COLORS} u{number // _COLORS % _LINES}"


def _hash(text: str) -> str:
    """Return how a content security policy names the text of an element."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _prose(file: str, source: MarkedSource) -> Callable[[str], Markup]:
    """Return what makes HTML of a sentence: places in the program become links, `…` becomes code."""
    pattern = re.compile(
        rf"{_CODE}|(?<![\w/]){re.escape(file)}:(?P<line>[0-9]+):(?P<column>[0-9]+)"
    )

    def piece(match: re.Match[str]) -> Markup:
        if match["code"]:
            return Markup("<code>{}</code>").format(shown(match["code"]))
        id = source.line_id(file, int(match["line"]))
        where = f"{match['line']}:{match['column']}"
        if id is None:
            return Markup("{}").format(shown(match.group()))
        return Markup('<a href="#{}">{}</a>').format(id, where)

    def prose(text: str) -> Markup:
        pieces, end = [], 0
        for match in pattern.finditer(text):
            pieces += [Markup.escape(shown(text[end : match.start()])), piece(match)]
            end = match.end()
        return Markup("").join([*pieces, Markup.escape(shown(text[end:]))])

    return prose
