"""The names that mlir-opt 22 knows: what is not here can be told from what is nowhere.

`python -m tests.reference_names` writes the file with them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

TOOL: Final = "mlir-opt-22"
"""The command."""
FILE: Final = Path(__file__).with_name("mlir_opt_22.json")
"""`passes` and `options`, each a sorted list of names; pipelines are passes."""


@cache
def reference_names() -> dict[str, frozenset[str]]:
    """The names of passes and of options."""
    read: dict[str, list[str]] = json.loads(FILE.read_text())
    return {kind: frozenset(names) for kind, names in read.items()}


def is_reference_pass(name: str) -> bool:
    """Whether mlir-opt has a pass or a pipeline of that name."""
    return name in reference_names()["passes"]


def is_reference_option(name: str) -> bool:
    """Whether mlir-opt has an option of that name."""
    return name in reference_names()["options"]
