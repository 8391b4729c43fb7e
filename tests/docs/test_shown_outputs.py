"""What the pages show that commands print, in blocks of `console`, is what they print.

A line `$ command` stands before the output of each. `pytest --update-golden` writes the outputs anew.
docs/use/explain.md has tests of its own.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
BLOCK = re.compile(r"^```console\n(\$ .*?)^```$", flags=re.M | re.S)
PAGES = [
    page
    for page in sorted((ROOT / "docs").rglob("*.md"))
    if BLOCK.search(page.read_text()) and page.name != "explain.md"
]


def shown(block: str, folder: Path) -> str:
    """A block with what its commands print, run one after the other."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    text = ""
    for command in commands:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command.removeprefix("$ ")],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        text += f"{command}\n{done.stdout}"
    return text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_outputs(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    for entry in ROOT.iterdir():
        (tmp_path / entry.name).symlink_to(entry)
    text = page.read_text()
    blocks = BLOCK.findall(text)
    new = [shown(block, tmp_path) for block in blocks]
    if request.config.getoption("--update-golden"):
        for block, printed in zip(blocks, new, strict=True):
            text = text.replace(f"```console\n{block}```", f"```console\n{printed}```")
        page.write_text(text)
        blocks = BLOCK.findall(text)
    assert blocks == new
