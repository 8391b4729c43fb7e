"""The code blocks of the README and the docs run."""

from __future__ import annotations

from pathlib import Path

import pytest

check_md_file = pytest.importorskip("mktestdocs").check_md_file

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("language", ["python", "bash"])
@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_code_blocks_run(
    page: Path, language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # They name files of the checkout, and write some beside these.
    for entry in ROOT.iterdir():
        (tmp_path / entry.name).symlink_to(entry)
    monkeypatch.chdir(tmp_path)
    check_md_file(page, lang=language, memory=language == "python")
