"""Reports of wrong code and crashes, one program each; `docs/contribute/reports.md` has the list.

The RUN lines of a program say what bufferize does, and run as those of `tests/filecheck` do. Other
notes say what mlir-opt does with the flags of the first RUN line, and what the program prints:

    // REFERENCE: crashes | hangs | refuses | bufferizes | is right | is wrong
    // PRINTS: 1 2 3

With PRINTS, both tools bufferize the program, and it is run: ours must print that, and mlir-opt's
if it `is right`.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from bufferize_interpreter.native import NativeError
from bufferize_testing.reference import run_reference
from tests.run_lines import run_tool
from tests.run_programs import printed

UNREGISTERED = "--allow-unregistered-dialect"  # mlir-opt always gets it, and takes it once
PROGRAMS = sorted((Path(__file__).parent / "reports").glob("*.mlir"))


def _notes(path: Path) -> dict[str, str]:
    found = re.findall(r"^// ([A-Z]+): (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(reversed(found))


def _flags(run_line: str) -> list[str]:
    words = shlex.split(run_line.partition(" | ")[0])
    return [word for word in words if word.startswith("-") and word != UNREGISTERED]


def _printed(text: str) -> list[str] | None:
    try:
        return printed(text)
    except NativeError:  # it cannot be lowered
        return None


def _reference_verdict(text: str, flags: list[str], expected: list[str] | None) -> str:
    try:
        done = run_reference(text, *flags, timeout=20)
    except subprocess.TimeoutExpired:
        return "hangs"
    if done.returncode not in (0, 1):
        return "crashes"
    if done.returncode == 1:
        return "refuses"
    if expected is None:
        return "bufferizes"
    return "is right" if _printed(done.stdout) == expected else "is wrong"


@pytest.mark.reference
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_reference_does_what_the_report_says(path: Path) -> None:
    notes = _notes(path)
    expected = notes["PRINTS"].split() if "PRINTS" in notes else None
    text = path.read_text(encoding="utf-8")
    assert _reference_verdict(text, _flags(notes["RUN"]), expected) == notes["REFERENCE"]


@pytest.mark.reference
@pytest.mark.parametrize(
    "path", [path for path in PROGRAMS if "PRINTS" in _notes(path)], ids=lambda path: path.stem
)
def test_ours_computes_what_the_program_says(path: Path) -> None:
    notes = _notes(path)
    status, text, errors = run_tool([str(path), UNREGISTERED, *_flags(notes["RUN"])])
    assert status == 0, errors
    assert printed(text) == notes["PRINTS"].split()


def test_the_documentation_lists_every_report(root: Path) -> None:
    page = (root / "docs" / "contribute" / "reports.md").read_text(encoding="utf-8")
    assert [path.name for path in PROGRAMS if path.name not in page] == []
