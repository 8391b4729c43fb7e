"""Programs that mlir-opt bufferizes to wrong code, and bufferize does not.

`docs/reference/differences.md` explains them. Each program of `tests/differences` says what it
prints. Both tools run the passes named in `PASSES`, and One-Shot Bufferize if it has `OPTIONS`;
mlir-opt lowers both results, which are then run. Programs with regions that may run later, or by several
threads, are interpreted under so many `SCHEDULES`; what they print may come in any order.
"""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine
from bufferize_testing import reference_output
from tests.run_programs import RUNNER, printed

SCHEDULED = re.compile(r"^// SCHEDULES: (\d+)$", re.MULTILINE)
EVERY = sorted((Path(__file__).parent / "differences").glob("*.mlir"))
PROGRAMS = [path for path in EVERY if not SCHEDULED.search(path.read_text(encoding="utf-8"))]
pytestmark = pytest.mark.reference


@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_only_ours_computes_what_the_program_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ours, theirs, expected = both(text)
    assert printed(ours) == expected
    # Where this fails, mlir-opt has become right: the difference is none any more.
    assert printed(theirs) != expected


@pytest.mark.parametrize("path", sorted({*EVERY} - {*PROGRAMS}), ids=lambda path: path.stem)
def test_ours_is_right_under_all_schedules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    given = SCHEDULED.search(text)
    assert given is not None
    ours, theirs, expected = both(text)
    assert all(interpreted(ours, seed) == expected for seed in range(int(given[1])))
    assert any(interpreted(theirs, seed) != expected for seed in range(int(given[1])))


def interpreted(text: str, seed: int) -> list[str]:
    """Return the lines that a program prints under a schedule, sorted."""
    context = bufferize.Context()
    output = io.StringIO()
    machine = Machine(bufferize.parse(text, context), context, output=output)
    machine.run("main", seed=seed)
    return sorted(output.getvalue().split())


def both(text: str) -> tuple[str, str, list[str]]:
    """Return the program as both tools bufferize it, and the words that it must print."""
    notes = dict(re.findall(r"^// ([A-Z]+): (.*)$", text, flags=re.MULTILINE))
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    passes = notes.get("PASSES", "").split()
    if "OPTIONS" in notes:
        passes.append(f"one-shot-bufferize{{{notes['OPTIONS']}}}")
    pipeline = f"builtin.module({','.join(passes)})"
    pipeline_from_text(pipeline, context).run(module, context)
    theirs = reference_output(text, f"--pass-pipeline={pipeline}")
    return bufferize.print_module(module), theirs, notes["PRINTS"].split()


def test_the_documentation_lists_every_program(root: Path) -> None:
    page = (root / "docs" / "reference" / "differences.md").read_text(encoding="utf-8")
    assert [path.name for path in EVERY if path.name not in page] == []
