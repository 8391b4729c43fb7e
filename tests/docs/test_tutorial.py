"""The tutorial shows the programs of examples/tutorial, and pictures of their analysis."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "start" / "tutorial.md"
PICTURES = PAGE.parent / "pictures"
PROGRAMS = sorted((ROOT / "examples" / "tutorial").glob("*.mlir"))


def test_the_program_is_on_the_page() -> None:
    program = (ROOT / "examples" / "tutorial" / "three_copies.mlir").read_text()
    assert f"```mlir\n{program}```\n" in PAGE.read_text()


def test_excerpts_are_of_what_is_printed() -> None:
    blocks = re.findall(r"^```(console|text)\n(.*?)^```$", PAGE.read_text(), flags=re.M | re.S)
    printed = "".join(text for language, text in blocks if language == "console").splitlines()
    excerpts = [text for language, text in blocks if language == "text"]
    assert len(excerpts) == 3
    assert all(line in printed for text in excerpts for line in text.splitlines())


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_pictures(
    program: Path,
    capsys: pytest.CaptureFixture[str],
    update_golden: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = PICTURES / f"{program.stem}.svg"
    script = ROOT / "examples" / "tutorial" / "alias_sets.py"
    monkeypatch.setattr("sys.argv", [str(script), str(program)])
    runpy.run_path(str(script), run_name="__main__")
    drawn = capsys.readouterr().out
    if update_golden:
        picture.write_text(drawn)
    assert picture.read_text() == drawn
    assert f"](pictures/{picture.name})" in PAGE.read_text()
