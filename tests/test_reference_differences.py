"""Programs that mlir-opt bufferizes to code that computes something else, and we do not.

`docs/differences.md` explains them. Each program of `tests/differences` says what it prints. It is
bufferized by either, lowered by mlir-opt, and run.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize.testing import reference_output

PROGRAMS = sorted((Path(__file__).parent / "differences").glob("*.mlir"))
RUNNER = "mlir-runner-22"
LOWERING = (
    "--convert-linalg-to-loops",
    "--convert-vector-to-scf",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-vector-to-llvm",
    "--convert-arith-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-index-to-llvm",
    "--reconcile-unrealized-casts",
)

pytestmark = pytest.mark.reference


def printed(text: str) -> list[str]:
    """What a program on buffers prints, line by line, as far as it comes."""
    runner = shutil.which(RUNNER)
    assert runner is not None
    folder = Path(runner).resolve().parent.parent / "lib"
    library = next(iter(sorted(folder.glob("libmlir_c_runner_utils.so*"))))
    command = [runner, "-e", "main", "-entry-point-result=void", f"-shared-libs={library}"]
    lowered = reference_output(text, *LOWERING)
    # Wrong code may write to read-only memory, and is stopped then.
    done = subprocess.run(command, input=lowered, capture_output=True, text=True, check=False)
    return done.stdout.split()


@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_only_ours_computes_what_the_program_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    notes = dict(re.findall(r"^// ([A-Z]+): (.*)$", text, flags=re.MULTILINE))
    context = bufferize.Context()
    module = bufferize.parse(text, context, str(path))
    pipeline = f"builtin.module(one-shot-bufferize{{{notes['OPTIONS']}}})"
    pipeline_from_text(pipeline, context).run(module, context)
    expected = notes["PRINTS"].split()
    assert printed(bufferize.print_module(module)) == expected
    # Where this fails, mlir-opt has become right: the difference is none any more.
    theirs = reference_output(text, f"--one-shot-bufferize={notes['OPTIONS']}")
    assert printed(theirs) != expected


def test_the_documentation_lists_every_program(root: Path) -> None:
    page = (root / "docs" / "differences.md").read_text(encoding="utf-8")
    assert [path.name for path in PROGRAMS if path.name not in page] == []
