"""The HTML format: a self-contained page with the program and its copies in the margin."""

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
"""The number of colors, and of underline styles, that distinguish alias sets."""
_CODE: Final = r"`(?P<code>[^`]+)`"


def write(explanation: Explanation) -> str:
    """Return the page, which loads nothing and runs only its own script."""
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
    """Return the CSS classes of an alias set, which differ from those of its neighbors."""
    return f"s s{number % _COLORS} u{number // _COLORS % _LINES}"


def _hash(text: str) -> str:
    """Return the hash of an element's text in a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _prose(file: str, source: MarkedSource) -> Callable[[str], Markup]:
    """Return a function that makes HTML of a sentence, with links to places and code in `…`."""
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
