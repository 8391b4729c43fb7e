"""The programs from which mutants are made."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterable
from pathlib import Path

from bufferize.syntax import split_input

ROOT = Path(__file__).parent.parent.parent
SEEDS = (
    ROOT / "tests" / "fuzz",
    ROOT / "tests" / "filecheck",
    ROOT / "tests" / "differences",
    ROOT / "tests" / "reports",
    ROOT / "core" / "tests",
    ROOT / "plugins",
)
"""The folders of this repository with programs, valid or not."""

MAX_LENGTH = 6000
"""The largest length of a program in characters: longer ones take too long, and hide mistakes."""

_GENERATED = 200
"""The number of generated programs."""

_COMMENT = re.compile(r"^\s*//.*\n?", re.MULTILINE)


def pieces(folders: Iterable[Path]) -> list[str]:
    """Return the programs of all .mlir files below the folders, without comments, and generated
    ones."""
    # By its path: the tests of the core are no package that others could import.
    generator = runpy.run_path(str(ROOT / "core/tests/analysis/reference_programs.py"))
    found = dict.fromkeys(generator["random_text"](seed) for seed in range(_GENERATED))
    for folder in folders:
        for path in sorted(folder.rglob("*.mlir")):
            for part in split_input(path.read_text(encoding="utf-8")):
                text = _COMMENT.sub("", part).strip() + "\n"
                if len(text) <= MAX_LENGTH:
                    found[text] = None
    return list(found)
