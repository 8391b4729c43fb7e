"""The orders of passes that the docs recommend are those under which random programs are run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.random_programs.variants import ORDERS

PAGE = Path(__file__).parent.parent / "docs" / "use" / "buffers.md"
_HEAD = "| wanted | after `--one-shot-bufferize` |"


def as_pipeline(command: str) -> str:
    """Return the passes of a command line as the text of a pipeline."""
    steps = []
    for argument in shlex.split(command):
        name, _, options = argument.removeprefix("--").partition("=")
        flags = " ".join(
            option if "=" in option else f"{option}=true" for option in options.split()
        )
        steps.append(f"{name}{{{flags}}}" if flags else name)
    return ",".join(steps)


def test_the_docs_recommend_what_is_tried() -> None:
    table = PAGE.read_text().partition(_HEAD)[2].partition("\n\n")[0]
    commands = re.findall(r"`(--[^`]*)`", table)
    recommended = {as_pipeline(c) for c in commands if not c.startswith("--expand-realloc")}
    assert recommended == set(ORDERS.values())
