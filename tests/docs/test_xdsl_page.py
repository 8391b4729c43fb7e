"""The outputs of commands in docs/extend/xdsl.md are up to date."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs" / "extend" / "xdsl.md"
FIVE_MINUTES = PAGE.read_text().partition("\n## Five minutes\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"^```(bash|text)\n(.*?)^```$", FIVE_MINUTES, flags=re.M | re.S)


@pytest.mark.slow
def test_five_minutes(tmp_path: Path) -> None:
    pytest.importorskip("xdsl")
    assert [language for language, _ in BLOCKS] == ["bash", "text"] * 2
    for (_, commands), (_, printed) in zip(BLOCKS[::2], BLOCKS[1::2], strict=True):
        done = subprocess.run(
            ["bash", "-e", "-c", commands],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(printed)
    # The page shows the beginning of the explanation, and all of the module.
    assert done.stdout == printed
