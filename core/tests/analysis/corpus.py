"""Programs to try the analysis on: those of this repository, and any that the environment names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import bufferize
from bufferize.ir import Operation

VARIABLE = "BUFFERIZE_CORPUS"
"""The environment variable with folders of .mlir files, separated as in PATH."""

NEWER = re.compile(r"\blinalg\.(un)?pack\b")
"""Operations that we have a model for, but the reference does not: newer versions of MLIR do."""

_REPOSITORY = Path(__file__).parents[3]
_SEPARATOR = re.compile(r"^// -----.*$", re.MULTILINE)


def folders() -> list[Path]:
    """Where the programs are."""
    named = os.environ.get(VARIABLE, "").split(os.pathsep)
    own = [_REPOSITORY / "examples" / "explain", _REPOSITORY / "tests" / "filecheck"]
    return own + [Path(folder) for folder in named if folder]


def programs(folder: Path) -> Iterator[tuple[str, str]]:
    """The name and the text of each program in `folder`; a file may hold several."""
    for path in sorted(folder.rglob("*.mlir")):
        for number, text in enumerate(_SEPARATOR.split(path.read_text(encoding="utf-8"))):
            yield f"{path.relative_to(folder)}#{number}", text


@cache
def context() -> bufferize.Context:
    """All plugins, and unregistered dialects."""
    result = bufferize.Context()
    result.allow_unregistered_dialects = True
    return result


def parsed(text: str) -> Operation:
    """The module of a text. Raises DiagnosticError."""
    return bufferize.parse(text, context())
