"""The search through programs of a space by number, in several processes."""

from __future__ import annotations

import gc
import multiprocessing
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

import bufferize
from bufferize.analysis import AnalysisHeuristic
from tests.small_programs.decisions import (
    Decided,
    copied_in,
    decided,
    number_of_copies,
    texts_by_reference,
)
from tests.small_programs.programs import Program
from tests.small_programs.running import Runner
from tests.small_programs.simulation import Judge
from tests.small_programs.spaces import SPACES
from tests.small_programs.text import module_text

HOW: Final = ("decisions", "running")
"""Two ways to judge a program: by the operands that are copied, and by what it computes."""
BATCH: Final = 200
"""The number of programs that are bufferized as one module."""
KNOWING_SUBSETS: Final = "above the best with disjoint-subsets"
_BATCHES = 50
"""The number of batches after which a process is replaced, since types stay in memory."""


class Part(NamedTuple):
    """Programs of a space, by number, and how they are judged."""

    space: str
    operations: int
    numbers: range
    how: str = "decisions"
    compares: bool = False
    """Whether copies are compared with those of MLIR's own tool."""
    heuristic: AnalysisHeuristic | str = AnalysisHeuristic.BOTTOM_UP


class Finding(NamedTuple):
    """A program that is wrong, refused, or has more copies than are enough."""

    number: int
    what: str
    problem: str
    program: Program

    def __str__(self) -> str:
        return f"// program {self.number}, {self.what}: {self.problem}\n" + module_text(
            [self.program]
        )


@dataclass
class Tally:
    """The numbers of programs of each kind, and the programs that are wrong or copy more."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.findings += other.findings

    def found(self, *what: str) -> list[Finding]:
        """Return the findings of these kinds."""
        return [finding for finding in self.findings if finding.what in what]


class Searcher:
    """The judge of programs: a context and the pipelines, made once for each process."""

    def __init__(self) -> None:
        self.context = bufferize.Context()
        self.runner = Runner(self.context)

    def judge(self, part: Part) -> Tally:
        """Judge all programs of a part."""
        space = SPACES[part.space]
        tally = Tally()
        for start in range(0, len(part.numbers), BATCH):
            numbers = part.numbers[start : start + BATCH]
            programs = [space.program(part.operations, number) for number in numbers]
            tally.counts["programs"] += len(programs)
            if part.how == "running":
                self._run(numbers, programs, tally)
            else:
                self._decide(part, numbers, programs, tally)
        return tally

    def _run(self, numbers: Sequence[int], programs: list[Program], tally: Tally) -> None:
        found = self.runner.problems(programs)
        for number, program, problem in zip(numbers, programs, found, strict=True):
            if problem:
                tally.counts["wrong"] += 1
                tally.findings.append(Finding(number, "wrong", problem, program))

    def _decide(
        self, part: Part, numbers: Sequence[int], programs: list[Program], tally: Tally
    ) -> None:
        all_decided = decided(programs, self.context, part.heuristic)
        with_subsets = all_decided
        if SPACES[part.space].has_places:
            with_subsets = decided(programs, self.context, part.heuristic, disjoint_subsets=True)
        reference = texts_by_reference(programs) if part.compares else [None] * len(programs)
        for number, program, own, other, text in zip(
            numbers, programs, all_decided, with_subsets, reference, strict=True
        ):
            for what, problem in self._problems(program, own, other, text):
                tally.counts[what] += 1
                tally.findings.append(Finding(number, what, problem, program))

    def _problems(
        self, program: Program, own: Decided, with_subsets: Decided, reference: str | None
    ) -> Iterator[tuple[str, str]]:
        """Yield the problems of a program: the kind that it is counted as, and why."""
        judge = Judge(program.redirected)
        for found in dict.fromkeys((own, with_subsets)):
            if isinstance(found, str):
                yield "refused", found
                return
            if not judge.is_right(found):
                yield "wrong", f"copies only operands {sorted(found)}"
                return
        assert not isinstance(own, str)
        enough = judge.fewest_copies(max(len(own), len(with_subsets)))
        for what, found in (("above the best", own), (KNOWING_SUBSETS, with_subsets)):
            if enough < len(found):
                yield what, f"{len(found)} copies instead of {enough}"
        if reference is not None and number_of_copies(reference) < len(own):
            copied = copied_in(reference, self.context)
            if Judge(program).keeps_operands(copied):
                yield "above the reference", f"{len(own)} copies instead of {len(copied)}"


@cache
def _searcher() -> Searcher:
    return Searcher()


def _judge(part: Part) -> tuple[Part, Tally]:
    return part, _searcher().judge(part)


def _judge_and_collect(part: Part) -> tuple[Part, Tally]:
    """Judge a part in a process of its own, where programs are dropped as a whole."""
    done = _judge(part)
    gc.collect()
    gc.freeze()  # what is left stays, as types do: nobody need look at it again
    return done


def search(whole: Part, jobs: int) -> Iterator[tuple[Part, Tally]]:
    """Judge all programs of a part, batch by batch in order."""
    numbers = whole.numbers
    parts = (
        whole._replace(numbers=numbers[start : start + BATCH])
        for start in range(0, len(numbers), BATCH)
    )
    if jobs == 1:
        yield from map(_judge, parts)
        return
    fork = multiprocessing.get_context("fork")
    with fork.Pool(jobs, gc.disable, maxtasksperchild=_BATCHES) as pool:
        yield from pool.imap(_judge_and_collect, parts)
