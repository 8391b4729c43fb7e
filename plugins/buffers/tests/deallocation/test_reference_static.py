"""`--buffer-deallocation` gives what mlir-opt 16 gives, on random programs and on those of `tests/filecheck`.

Both are canonicalized by mlir-opt; in random programs clones become copies before, as it takes some
clones away that are needed. The order of frees which stand next to each other does not count. What mlir-opt 16 gets wrong
the random programs leave out; `tests/differences` and `test_static.py` have it.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize_testing import OLDER_REFERENCE_TOOL, reference_outputs
from plugins.buffers.tests.buffer_programs import STATIC, BufferProgram, Scope

pytestmark = pytest.mark.reference(tool=OLDER_REFERENCE_TOOL)
COPIES = "--convert-bufferization-to-memref"
SIMPLIFIED = ("--canonicalize", "--cse")
WRITTEN = Path(__file__).parents[4] / "tests" / "filecheck" / "static_deallocation.mlir"
CHUNK = 50
FREED_BEFORE_USE = {35, 173}
"""Programs with a loop that may not run, whose result mlir-opt 16 takes not to be what it starts with."""


class OlderProgram(BufferProgram):
    """A program that mlir-opt 16 frees right.

    It has no calls. No block begins with its end, and behind a branch between blocks nothing is used
    that the blocks before have defined.
    """

    def __init__(self, seed: int, *, frees: bool) -> None:
        super().__init__(seed, frees=frees)
        self.defined_before: dict[int, tuple[Scope, dict[str, int]]] = {}

    def statements(self, scope: Scope, blocks: bool = False) -> None:
        self.lines.append('"test.here"() : () -> ()')
        counts = {type: len(names) for type, names in scope.buffers.items()}
        self.defined_before.setdefault(id(scope), (scope, counts))
        super().statements(scope, blocks)

    def call(self, scope: Scope) -> None:
        self.use(scope)

    def diamond(self, scope: Scope) -> None:
        super().diamond(scope)
        joined = scope.buffers[STATIC][-1]
        _, counts = self.defined_before[id(scope)]
        for type, names in scope.buffers.items():
            del names[counts[type] :]
        scope.buffers[STATIC].append(joined)
        self.lines.append('"test.here"() : () -> ()')


def ours(text: str) -> str:
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    pipeline_from_text("builtin.module(buffer-deallocation)", context).run(module, context)
    return older(bufferize.print_module(module))


def older(text: str) -> str:
    """A program as mlir-opt 16 reads it."""
    return text.replace("scf.reduce", "scf.yield")


def lines(text: str | None) -> list[str]:
    """The lines of a program, with frees in alphabetical order where they stand next to each other."""
    found: list[str] = []
    rows = (text or "").strip().splitlines()
    for is_free, group in groupby(rows, lambda row: "memref.dealloc " in row):
        run = list(group)
        found += sorted(run) if is_free else run
    return found


def compare(programs: list[str], *before: str) -> None:
    tool = OLDER_REFERENCE_TOOL
    theirs = reference_outputs([*map(older, programs)], "--buffer-deallocation", tool=tool)
    both = [*map(ours, programs), *(text or "" for text in theirs)]
    assert "" not in both
    simplified = reference_outputs(both, *before, *SIMPLIFIED, tool=tool)
    assert None not in simplified
    pairs = zip(simplified[: len(programs)], simplified[len(programs) :], strict=True)
    wrong = [
        f"{text}\nours:\n{one}\ntheirs:\n{other}"
        for text, (one, other) in zip(programs, pairs, strict=True)
        if lines(one) != lines(other)
    ]
    assert not wrong, f"{len(wrong)} differ, the shortest: {min(wrong, key=len)}"


def test_written_programs() -> None:
    programs = WRITTEN.read_text(encoding="utf-8").split("// -----\n")
    assert len(programs) > 40
    unranked = [text for text in programs if "memref<*" in text]  # it does not lower such clones
    # It clones several operands of one operation in any order, and clones before a branch what only
    # one of its blocks gets.
    left_out = ("@while_in_turns", "@straight_to_the_end")
    others = [text for text in programs if text not in unranked]
    others = [text for text in others if not any(name in text for name in left_out)]
    compare(others, COPIES)
    compare(unranked)


@pytest.mark.parametrize("frees", [False, True], ids=["leaves", "frees"])
@pytest.mark.parametrize("chunk", range(4))
def test_random_programs(chunk: int, frees: bool) -> None:
    seeds = set(range(chunk * CHUNK, (chunk + 1) * CHUNK)) - FREED_BEFORE_USE
    compare([OlderProgram(seed, frees=frees).text() for seed in sorted(seeds)], COPIES)
