"""Random programs: each pass gives what mlir-opt's gives, once mlir-opt has simplified both."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize_testing import reference_outputs
from plugins.buffers.tests.buffer_programs import BufferProgram, realloc_program

pytestmark = pytest.mark.reference
NUMBER = 100


def ours(text: str, name: str) -> str:
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    pipeline_from_text(f"builtin.module({name})", context).run(module, context)
    return bufferize.print_module(module)


def compare(programs: list[str], name: str) -> None:
    pipeline = f"--pass-pipeline=builtin.module(func.func({name}))"
    theirs = reference_outputs(programs, pipeline)
    assert None not in theirs
    mine = [ours(text, name) for text in programs]
    both = reference_outputs([*mine, *map(str, theirs)], "--canonicalize", "--cse")
    changed = reference_outputs(programs, "--canonicalize", "--cse")
    assert None not in both
    wrong = [
        f"{text}\nours:\n{one}\ntheirs:\n{other}"
        for text, one, other in zip(
            programs, both[: len(programs)], both[len(programs) :], strict=True
        )
        if one != other
    ]
    assert not wrong, f"{len(wrong)} differ, the shortest: {min(wrong, key=len)}"
    assert changed != both[: len(programs)]


@pytest.mark.parametrize("block_loops", [False, True], ids=["structured", "loops of blocks"])
@pytest.mark.parametrize("name", ["buffer-hoisting", "buffer-loop-hoisting"])
def test_hoisting(name: str, block_loops: bool) -> None:
    regions = name != "buffer-loop-hoisting"  # mlir-opt moves nothing out of scf.execute_region
    programs = [
        BufferProgram(seed, block_loops=block_loops, regions=regions).text()
        for seed in range(NUMBER)
    ]
    compare(programs, name)


@pytest.mark.parametrize("frees", [False, True])
def test_promotion(frees: bool) -> None:
    # In loops mlir-opt has the stack grow in each iteration.
    seeds = range(1000, 1000 + NUMBER)
    programs = [BufferProgram(seed, frees=frees, loops=False).text() for seed in seeds]
    compare(programs, "promote-buffers-to-stack")


def test_liveness() -> None:
    programs = [BufferProgram(2000 + seed, frees=True).text() for seed in range(2 * NUMBER)]
    compare(programs, "optimize-allocation-liveness")


@pytest.mark.parametrize("emit_deallocs", ["false", "true"])
def test_reallocation(emit_deallocs: str) -> None:
    programs = [realloc_program(seed) for seed in range(NUMBER)]
    compare(programs, f"expand-realloc{{emit-deallocs={emit_deallocs}}}")
