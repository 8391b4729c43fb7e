"""Records the names that mlir-opt 22 knows: `python -m tests.reference_names`."""

from __future__ import annotations

import json
import re
import subprocess

from bufferize_tools.providers import FILE, TOOL

_NAME = r"--?([A-Za-z0-9][\w.-]*)"


def names_in_help() -> dict[str, list[str]]:
    """Return the names of passes and pipelines, and those of all other options, even hidden ones."""
    # Passes and pipelines have a section of their own, in which they are indented by six.
    passes = _names("--help", 6)
    return {"options": sorted(_names("--help-list-hidden", 2) - passes), "passes": sorted(passes)}


def _names(flag: str, indent: int) -> set[str]:
    done = subprocess.run([TOOL, flag], capture_output=True, text=True, check=True)
    found = re.findall(rf"^ {{{indent}}}{_NAME}", done.stdout, re.MULTILINE)
    return set(found)


if __name__ == "__main__":
    FILE.write_text(json.dumps(names_in_help(), indent=0) + "\n")
