"""`docs/contribute/documents.md` lists every MLIR example of the two documents, each with a test that is there.

The documents are not part of the repository: `BUFFERIZE_SHARED` in the environment says where they are,
by default beside the checkout.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.test_docs_map import has_label

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "contribute" / "documents.md"
SHARED = Path(os.environ.get("BUFFERIZE_SHARED", ROOT.parent / "shared"))
DOCUMENTS = {"Bufferization on MLIR": "002_*.txt", "Bufferization": "003_*.txt"}


def rows(title: str) -> list[tuple[list[int], str]]:
    """Yield the lines and the tests that the page has for a document."""
    section = re.split(rf"^## {title}$", PAGE.read_text(), flags=re.M)[1].partition("\n## ")[0]
    found = re.findall(r"^\| ([\d, ]+) \| .+ \| (.+) \|$", section, flags=re.M)
    return [([int(line) for line in lines.split(",")], tests) for lines, tests in found]


@pytest.mark.parametrize("title", DOCUMENTS)
def test_every_test_that_is_named_is_there(title: str) -> None:
    for _, tests in rows(title):
        for entry in tests.split("; "):
            path, *labels = re.findall(r"`([^`]+)`", entry)
            text = (ROOT / path).read_text()
            assert labels, entry
            assert [label for label in labels if not has_label(text, label)] == [], path


@pytest.mark.parametrize("title", DOCUMENTS)
def test_every_example_is_listed(title: str) -> None:
    paths = list((SHARED / "seeds").glob(DOCUMENTS[title]))
    if not paths:
        pytest.skip(f"the document is not there: {SHARED / 'seeds' / DOCUMENTS[title]}")
    (path,) = paths
    starts = re.findall(r"^(\d+)```mlir$", path.read_text(), flags=re.M)
    listed = [line for lines, _ in rows(title) for line in lines]
    assert sorted(listed) == sorted(map(int, starts))
