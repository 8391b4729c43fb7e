"""`bufferize new-dialect`: a distribution to begin with, which installs, tests and bufferizes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bufferize import __version__
from bufferize.diagnostics import DiagnosticError
from bufferize.plugins import API_VERSION, Context
from bufferize_tools.files import write_output

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_TEMPLATES: Final = Path(__file__).parent / "templates" / "dialect"
_SUFFIX: Final = ".in"
"""What the templates' names end in, so that no tool takes them for what they become."""


def write_distribution(name: str, folder: str | None) -> int:
    """Write the distribution of a new dialect. Raises DiagnosticError where it cannot."""
    _check_name(name)
    distribution = f"{name.replace('_', '-')}-dialect"
    target = Path(folder or distribution)
    words = {
        "name": name,
        "distribution": distribution,
        "package": f"{name}_dialect",
        "requirement": _requirement(),
        "api": str(API_VERSION),
    }
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise DiagnosticError(f"'{target}' exists: name another folder with -o FOLDER")
    for template in sorted(_TEMPLATES.rglob(f"*{_SUFFIX}")):
        relative = str(template.relative_to(_TEMPLATES)).removesuffix(_SUFFIX)
        made = target / _filled(relative, words)
        try:
            made.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise DiagnosticError(f"cannot write '{made.parent}': {problem.strerror}") from None
        write_output(str(made), _filled(template.read_text(encoding="utf-8"), words))
    write_output("-", f"{target}: the dialect '{name}'; its README.md says how to go on\n")
    return 0


def _check_name(name: str) -> None:
    if _NAME.fullmatch(name) is None:
        raise DiagnosticError(
            f"'{name}' is no name for a dialect: it is made of a to z, 0 to 9 and _, a letter first"
        )
    context = Context(warn=False, strict=False)
    if name in context.dialect_names() or context.way_to_get("dialect", name) is not None:
        raise DiagnosticError(f"there is a dialect '{name}' already: choose another name")


def _requirement() -> str:
    """The versions of the core that have what the templates use."""
    major, minor, *_ = __version__.split(".")
    return f">={major}.{minor},<{major}.{int(minor) + 1}"


def _filled(text: str, words: Mapping[str, str]) -> str:
    for word, meaning in words.items():
        text = text.replace(f"@{word}@", meaning)
    return text
