"""The site: every page is in the navigation and rendered, and the search finds its words."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
def test_search(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    pytest.importorskip("mkdocstrings")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    subprocess.run(
        [*command, "--site-dir", str(tmp_path)], cwd=ROOT, check=True, capture_output=True
    )
    index = json.loads((tmp_path / "search" / "search_index.json").read_text())
    texts = {entry["location"]: entry["text"] for entry in index["docs"]}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        path = page.relative_to(ROOT / "docs").with_suffix("")
        location = "" if page.name == "index.md" else f"{path}/"
        assert location in texts
        assert (tmp_path / location / "index.html").exists()
    found = [location for location, text in texts.items() if "Alias set" in text]
    assert any(location.startswith("use/glossary/") for location in found)


def test_no_page_has_two_versions_of_a_text() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("plugins/*/README.md")]
    assert [str(p) for p in pages if re.search("^(<{7}|>{7}) ", p.read_text(), re.M)] == []
