"""Scripts, run: what they report is what their comments expect, and what they make is as in mlir-opt."""

from __future__ import annotations

from pathlib import Path

import pytest

from bufferize_testing import reference_outputs, run_reference
from bufferize_tools import opt

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.mlir"))
SEPARATOR = "// -----\n"
CRASHES = "definite_in_matchers"
"""Definite failures of matchers, of which mlir-opt 22 crashes; one by one it reports them at times."""
FLAGS = ("--split-input-file", "--allow-unregistered-dialect", "--transform-interpreter")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_diagnostics(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert opt.main([str(path), *FLAGS, "--verify-diagnostics"]) == 0, capfd.readouterr().err


@pytest.mark.reference
@pytest.mark.parametrize(
    "path", [path for path in SCRIPTS if path.stem != CRASHES], ids=lambda path: path.stem
)
def test_the_reference_reports_the_same(path: Path) -> None:
    done = run_reference(path.read_text(), *FLAGS[::2], "--verify-diagnostics")
    assert done.returncode == 0, done.stderr


@pytest.mark.reference
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_reference_makes_the_same(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Of parts that say `// REFERENCE: …` it makes something else."""
    parts = path.read_text().split(SEPARATOR)
    opt.main([str(path), *FLAGS])
    printed = capfd.readouterr().out
    ours = printed.split(SEPARATOR) if printed else [""] * len(parts)
    theirs = reference_outputs(parts, "--transform-interpreter")
    for part, mine, other in zip(parts, ours, theirs, strict=True):
        assert (mine.strip() == (other or "").strip()) is ("// REFERENCE: " not in part), part
