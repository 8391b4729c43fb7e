"""Random programs with buffers of dynamic size compute the same with arenas as without.

BUFFERIZE_DYNAMIC_PROGRAMS=500 tries more of them than the sample.
"""

from __future__ import annotations

import io
import os
import re
import shutil

import pytest

import bufferize
from bufferize.ir import Operation
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine
from plugins.planner.tests.dynamic_programs import dynamic_program
from tests.random_programs.native import execute
from tests.run_programs import RUNNER

COUNT = int(os.environ.get("BUFFERIZE_DYNAMIC_PROGRAMS", "12"))
CONTEXT = bufferize.Context()


def planned(text: str, options: str) -> Operation:
    module = bufferize.parse(text, CONTEXT)
    pass_ = f"static-memory-planner-analysis{{dynamic {options}}}"
    pipeline_from_text(f"builtin.module({pass_})", CONTEXT).run(module, CONTEXT)
    assert bufferize.verify(module) == []
    return module


def printed(module: Operation) -> str:
    output = io.StringIO()
    Machine(module, CONTEXT, output=output).run("main", limit=1_000_000, leaks=True)
    return output.getvalue()


def without_aliases(text: str) -> str:
    """Return the text of a module with affine maps in place of their names."""
    for name, value in re.findall(r"^(#\w+) = (.*)\n", text, re.MULTILINE):
        text = text.replace(f"{name} = {value}\n", "")
        text = text.replace(f"{name}(", f"{value}(")
    return text


@pytest.mark.parametrize("algorithm", ["exact", "trivial"])
def test_planned_programs_compute_the_same(algorithm: str) -> None:
    """A buffer that is too small, or loses its bytes to another one, traps."""
    views = 0
    for seed in range(COUNT):
        text = dynamic_program(seed)
        module = planned(text, f"algorithm={algorithm} mark-views")
        assert printed(module) == printed(bufferize.parse(text, CONTEXT)), seed
        views += len(re.findall(r"memref\.view .*<\?xi8> to memref", str(module)))
    assert views >= COUNT


@pytest.mark.slow
@pytest.mark.reference
@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
def test_planned_programs_run_natively() -> None:
    """Nothing is left, freed twice, or written after it is freed; results are those of the interpreter."""
    texts = [dynamic_program(seed) for seed in range(20)]
    expected = [re.findall(r"-?\d+", printed(bufferize.parse(text, CONTEXT))) for text in texts]
    results = [without_aliases(str(planned(text, "algorithm=exact"))) for text in texts]
    outcomes = execute(results, checked=True)
    for outcome, numbers in zip(outcomes, expected, strict=True):
        assert (outcome.printed, outcome.failure) == ([*numbers, "0"], "")
