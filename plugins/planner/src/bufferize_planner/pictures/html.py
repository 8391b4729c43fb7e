"""A plan as an HTML page: the picture, which can be enlarged, and tables of the buffers."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from bufferize_planner.pictures.svg import plot
from bufferize_planner.report import ArenaReport

_PLACE: Final = 'tabindex="0" role="img" aria-label="buffers by time and offset"'


def html(title: str, reports: Sequence[ArenaReport], kept: Sequence[str]) -> str:
    """Return a page that loads nothing and runs only its own script."""
    style, script = _asset("page.css"), _asset("page.js")
    template = _environment().get_template("page.html.jinja")
    return template.render(
        title=title,
        reports=reports,
        kept=kept,
        picture=lambda report: Markup("".join(plot(report, _PLACE))),
        style=style,
        script=script,
        policy="default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"style-src {_hash(style)}; script-src {_hash(script)}",
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("bufferize_planner.pictures", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _asset(name: str) -> Markup:
    folder = resources.files("bufferize_planner.pictures") / "assets"
    return Markup((folder / name).read_text(encoding="utf-8"))


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
