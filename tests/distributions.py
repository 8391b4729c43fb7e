"""The distributions of this repository: where they are, and what they declare."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORE = ROOT / "core"
PLUGINS = sorted(path.parent for path in (ROOT / "plugins").glob("*/pyproject.toml"))


def dependencies(folder: Path) -> list[str]:
    """Return the names of the distributions that the one in `folder` depends on."""
    # No `tomllib`: Python 3.10 has none.
    text = (folder / "pyproject.toml").read_text()
    (declared,) = re.findall(r"^dependencies = \[(.*?)\]", text, re.MULTILINE | re.DOTALL)
    return re.findall(r'"([\w-]+)', declared)


def first_party_dependencies(folder: Path) -> list[str]:
    """Return the folders' names of the distributions of this repository that one depends on."""
    return [
        name.removeprefix("bufferize-").replace("-", "_")
        for name in dependencies(folder)
        if name.startswith("bufferize-")
    ]
