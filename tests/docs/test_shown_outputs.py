"""Blocks of `console` in the docs show what their commands print.

A line `$ command` stands before the output of each. Blocks of `bash` before it are run as well.
`pytest --update-golden` updates the outputs. Pages with tests of their own are left out.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
BLOCK = re.compile(r"^```(bash|console)\n(.*?)^```$", flags=re.M | re.S)
REFERENCE = ("mlir-opt-22", "mlir-runner-22")
TESTED_ELSEWHERE = ("explain.md", "upstream-bugs.md")
PAGES = [
    page
    for page in sorted((ROOT / "docs").rglob("*.md"))
    if "\n```console\n$ " in page.read_text() and page.name not in TESTED_ELSEWHERE
]


def can_run(commands: list[str]) -> bool:
    """Return whether the tools that commands need are installed, such as those of MLIR."""
    return all(tool not in line or shutil.which(tool) for line in commands for tool in REFERENCE)


def run(script: str, folder: Path) -> str:
    """Return what a script prints on stdout and stderr."""
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def shown(block: str, folder: Path) -> str:
    """Return a block with the outputs of its commands, run one after the other."""
    commands = [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]
    if not commands or not can_run(commands):
        return block
    return "".join(f"$ {command}\n{run(command, folder)}" for command in commands)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_outputs(page: Path, tmp_path: Path, update_golden: bool) -> None:
    for entry in ROOT.iterdir():
        (tmp_path / entry.name).symlink_to(entry)
    text = page.read_text()
    for language, block in BLOCK.findall(text):
        if language == "bash":
            run(block, tmp_path)
            continue
        new = shown(block, tmp_path)
        if update_golden:
            text = text.replace(f"```console\n{block}```", f"```console\n{new}```")
            page.write_text(text)
        else:
            assert block == new
