"""The programs of `tests/filecheck` in mlir-opt: each RUN line must give the same there.

Results are compared once mlir-opt has canonicalized both, but for the order of constants; analyses as
they are. RUN lines with passes or options that mlir-opt does not have are left out. A part of a file in
which a comment says `// REFERENCE: …` must give something else with at least one of the RUN lines.
"""

from __future__ import annotations

import functools
import re
import shlex
from itertools import groupby
from pathlib import Path

import pytest

from bufferize_testing import reference_outputs, run_reference
from tests.lowered_deallocations import without_helpers
from tests.run_lines import run_tool

FOLDER = Path(__file__).parent / "filecheck"
FILES = sorted(FOLDER.glob("*.mlir"))
SEPARATOR = "// -----\n"
NOT_FOR_COMPARISON = ("%s", "2>&1", "--split-input-file", "--allow-unregistered-dialect")
pytestmark = pytest.mark.reference


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_reference_gives_the_same(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    parts = text.split(SEPARATOR) if "--split-input-file" in text else [text]
    differences: dict[int, str] = {}
    compared = [flags for flags in run_flags(text) if can_be_compared(flags)]
    for flags in compared:
        differences |= compare(parts, flags, tmp_path / path.name)
    marked = {number for number, part in enumerate(parts) if "// REFERENCE: " in part}
    assert {n: d for n, d in differences.items() if n not in marked} == {}
    if compared:
        sure = {number for number in marked if "REFERENCE: at times" not in parts[number]}
        assert sure - set(differences) == set(), "no difference where one is announced"


def run_flags(text: str) -> list[tuple[str, ...]]:
    """Return for each RUN line the flags that transform the program."""
    commands = [
        line.partition(" | ")[0] for line in re.findall(r"^// RUN: (.*)$", text, flags=re.M)
    ]
    words = [shlex.split(command.removeprefix("not "))[1:] for command in commands]
    return [
        tuple(
            word
            for word in line
            if word not in NOT_FOR_COMPARISON and not word.startswith("--verify-diagnostics")
        )
        for line in words
    ]


@functools.cache
def can_be_compared(flags: tuple[str, ...]) -> bool:
    """Return whether both tools accept the flags, even for an empty program.

    If an operand has several conflicts, mlir-opt shows a random one.
    """
    if any("print-conflicts" in flag for flag in flags):
        return False
    return run_tool(["/dev/null", *flags])[0] == run_reference("", *flags).returncode == 0


def our_output(text: str, flags: tuple[str, ...], file: Path) -> str | None:
    """Return what bufferize-opt prints for a program, or None if it is refused."""
    file.write_text(text, encoding="utf-8")
    status, printed, _ = run_tool([str(file), "--allow-unregistered-dialect", *flags])
    return printed if status == 0 else None


def compare(parts: list[str], flags: tuple[str, ...], file: Path) -> dict[int, str]:
    """Yield the parts of which mlir-opt makes something else, and what."""
    theirs = reference_outputs(parts, *flags)
    ours = [our_output(text, flags, file) for text in parts]
    only_analysis = any("test-analysis-only" in flag for flag in flags)
    passes = ["--mlir-print-op-generic"] if only_analysis else ["--canonicalize", "--cse"]
    both = reference_outputs([text or "module {}" for text in (*ours, *theirs)], *passes)
    differences = {}
    for number, (mine, their) in enumerate(zip(ours, theirs, strict=True)):
        is_same = lines(both[number]) == lines(both[len(parts) + number])
        is_same = is_same and (mine is None) == (their is None)
        if not is_same:
            differences[number] = f"{shlex.join(flags)}\nours:\n{mine}\ntheirs:\n{their}"
    return differences


def lines(text: str | None) -> list[str]:
    """Return the lines of a program, with adjacent constants in a canonical order."""
    found: list[str] = []
    for is_constant, group in groupby(
        without_helpers(text or "").splitlines(), lambda x: " = arith.constant " in x
    ):
        run = list(group)
        found += sorted(run) if is_constant else run
    return found
