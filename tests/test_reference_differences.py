"""Programs that mlir-opt bufferizes to wrong code, and bufferize does not.

`docs/reference/differences.md` explains them. Each program of `tests/differences` says what it
prints. Both tools run the passes named in `PASSES`, and One-Shot Bufferize if it has `OPTIONS`;
mlir-opt lowers both results, which are then run.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize_testing import reference_output
from tests.run_programs import RUNNER, printed

PROGRAMS = sorted((Path(__file__).parent / "differences").glob("*.mlir"))
pytestmark = pytest.mark.reference


@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_only_ours_computes_what_the_program_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    notes = dict(re.findall(r"^// ([A-Z]+): (.*)$", text, flags=re.MULTILINE))
    context = bufferize.Context()
    module = bufferize.parse(text, context, str(path))
    passes = notes.get("PASSES", "").split()
    if "OPTIONS" in notes:
        passes.append(f"one-shot-bufferize{{{notes['OPTIONS']}}}")
    pipeline = f"builtin.module({','.join(passes)})"
    pipeline_from_text(pipeline, context).run(module, context)
    expected = notes["PRINTS"].split()
    assert printed(bufferize.print_module(module)) == expected
    # Where this fails, mlir-opt has become right: the difference is none any more.
    theirs = reference_output(text, f"--pass-pipeline={pipeline}")
    assert printed(theirs) != expected


def test_the_documentation_lists_every_program(root: Path) -> None:
    page = (root / "docs" / "reference" / "differences.md").read_text(encoding="utf-8")
    assert [path.name for path in PROGRAMS if path.name not in page] == []
