"""Random programs on buffers: each pass, and the pipeline, gives what mlir-opt gives.

Both results are canonicalized by mlir-opt. Where it crashes, or refuses what it need not, there is
nothing to compare; these are few. The order of constants does not count, nor that of frees which stand
next to each other.
"""

from __future__ import annotations

from itertools import groupby

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize_testing import reference_outputs
from tests.lowered_deallocations import without_helpers

from .programs import program

pytestmark = pytest.mark.reference

OWNERSHIP = "ownership-based-buffer-deallocation"
DYNAMIC = "{private-function-dynamic-ownership=true}"
WAYS = {
    "ownership": (OWNERSHIP,),
    "dynamic-ownership": (OWNERSHIP + DYNAMIC,),
    # mlir-opt simplifies better what has been canonicalized, as it is in its pipeline.
    "simplification": (OWNERSHIP, "buffer-deallocation-simplification"),
    "dynamic-simplification": (OWNERSHIP + DYNAMIC, "buffer-deallocation-simplification"),
    "pipeline": ("buffer-deallocation-pipeline",),
    "dynamic-pipeline": (f"buffer-deallocation-pipeline{DYNAMIC}",),
    "lowering": (OWNERSHIP, "bufferization-lower-deallocations"),
    "to-memref": (OWNERSHIP, "convert-bufferization-to-memref"),
}
CHUNK = 110
CHUNKS = 2
LEAST_COMPARED = 100


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_reference_gives_the_same(way: str, chunk: int) -> None:
    seeds = range(chunk * CHUNK, (chunk + 1) * CHUNK)
    written = reference_outputs([program(seed) for seed in seeds], "--canonicalize")
    assert None not in written, "a program is not valid"
    programs = [text for text in written if text is not None]
    ours: list[str] = []
    theirs: list[str | None] = list(programs)
    current = programs
    for step in WAYS[way]:
        theirs = run_theirs(theirs, step)
        ours = [run_ours(text, step) for text in current]
        current = canonical(ours)
    expected = canonical([text or "module {}" for text in theirs])
    compared = [i for i, text in enumerate(theirs) if text is not None]
    assert len(compared) >= LEAST_COMPARED
    differences = {
        seeds[i]: ours[i] for i in compared if ordered(current[i]) != ordered(expected[i])
    }
    assert differences == {}


def run_ours(text: str, step: str) -> str:
    """What a pass of ours makes of a program."""
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    pipeline_from_text(f"builtin.module({step})", context).run(module, context)
    return bufferize.print_module(module)


def run_theirs(programs: list[str | None], step: str) -> list[str | None]:
    """What mlir-opt makes of programs; None where it fails."""
    pipeline = f"--pass-pipeline=builtin.module({step},canonicalize,cse)"
    if step.startswith("buffer-deallocation-pipeline"):
        options = step.removeprefix("buffer-deallocation-pipeline").strip("{}")
        pipeline = f"--buffer-deallocation-pipeline={options}"
    given = [text or "module {}" for text in programs]
    made = reference_outputs(given, pipeline)
    return [None if before is None else after for before, after in zip(programs, made, strict=True)]


def canonical(programs: list[str]) -> list[str]:
    """The programs as mlir-opt canonicalizes them, which takes any valid one."""
    made = reference_outputs(programs, *["--canonicalize", "--cse"] * 2)
    assert None not in made
    return [text for text in made if text is not None]


def ordered(text: str) -> list[str]:
    """The lines, constants and frees that stand next to each other sorted."""
    found: list[str] = []
    for kind, lines in groupby(without_helpers(text).splitlines(), _kind):
        run = list(lines)
        found += run if kind is None else sorted(run)
    return found


def _kind(line: str) -> str | None:
    if " = arith.constant " in line:
        return "constant"
    return "free" if line.strip().startswith("bufferization.dealloc (") else None
