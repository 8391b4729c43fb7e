"""Common subexpression elimination erases nothing that mlir-opt keeps.

An operation without one of its effects would be erased silently. The programs are the syntax tests
of the dialects, where most results have no use.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from bufferize_testing import reference_outputs
from tests.run_lines import run_tool

ROOT = Path(__file__).parent.parent
FILES = sorted(
    path
    for folder in (ROOT / "core", ROOT / "plugins")
    for path in folder.glob("**/golden/**/*.mlir")
    if path.name in ("printed.mlir", "accepted.mlir")
)
FLAGS = ("--cse", "--mlir-print-op-generic", "--allow-unregistered-dialect")
ERASED_SOONER = {
    "bufferization.dealloc": "it may free nothing",
    "vector.scatter": "on a tensor, it touches no memory",
}
"""Operations that are erased although mlir-opt keeps them, and why that is right."""


@pytest.mark.reference
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_the_reference_keeps_is_kept(path: Path, tmp_path: Path) -> None:
    parts = re.split(r"^// -----.*\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    file = tmp_path / "part.mlir"
    for part, theirs in zip(parts, reference_outputs(parts, *FLAGS), strict=True):
        if theirs is None:
            continue
        file.write_text(part, encoding="utf-8")
        status, ours, errors = run_tool([str(file), *FLAGS])
        assert (status, errors) == (0, "")
        missing = operations(theirs) - operations(ours)
        assert missing.keys() <= ERASED_SOONER.keys(), ours


def operations(text: str) -> Counter[str]:
    """Return how many operations of each name a program in generic form has."""
    return Counter(re.findall(r'(?:= |^ *)"(\w+\.[\w.]+)"\(', text, flags=re.MULTILINE))
