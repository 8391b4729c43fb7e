"""The campaign: all mutants, judged one by one."""

from __future__ import annotations

import multiprocessing
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from bufferize import Context
from tests.mutation_score.conditions import code_mutants
from tests.mutation_score.declarations import Reach, model_mutants
from tests.mutation_score.judgement import AnyMutant, Judge, Judgement, Verdict
from tests.mutation_score.pool import Run, pool_texts, program_of, runs_of
from tests.mutation_score.results import caught, survivors
from tests.mutation_score.testers import ModelTester

GENERATED: Final = 3
"""The number of programs that are generated for each feature."""


@dataclass(frozen=True)
class Plan:
    """The mutants to judge, and how."""

    only: str
    generated: int
    seconds: float
    missing: bool = False
    """Whether only mutants that are listed as open are judged."""
    programs: str = ""
    """A regular expression: only programs with matching names are tried."""

    @property
    def is_partial(self) -> bool:
        """Whether programs are left out that are usually tried."""
        return bool(self.programs) or self.generated < GENERATED


@cache
def context() -> Context:
    """Return the context of all plugins."""
    made = Context()
    made.handlers.append(lambda diagnostic: None)
    return made


def all_mutants() -> list[AnyMutant]:
    """Return every mutant."""
    return [*code_mutants(), *model_mutants(context())]


def chosen_mutants(only: str, missing: bool = False) -> list[AnyMutant]:
    """Return the mutants whose names or groups contain a text, all or only open ones."""
    judged = {*caught(), *(name for name, why in survivors().items() if not why.startswith("open"))}
    return [
        mutant
        for mutant in all_mutants()
        if (only in mutant.name or only == mutant.group) and not (missing and mutant.name in judged)
    ]


def pool(plan: Plan) -> tuple[Run, ...]:
    """Return the programs of the pool under all options."""
    known = context()
    reach = Reach(known)
    programs = (
        program_of(name, text, known)
        for name, text in pool_texts(plan.generated)
        if re.search(plan.programs, name)
    )
    return tuple(
        run for program in programs if program is not None for run in runs_of(program, known, reach)
    )


def campaign(plan: Plan, jobs: int) -> Iterator[Judgement]:
    """Judge mutants, each within a limit of processor time."""
    numbers = range(len(judge_of(plan)[1]))  # made before processes are forked
    if jobs == 1:
        yield from map(_judged, [(plan, number) for number in numbers])
        return
    with multiprocessing.get_context("fork").Pool(jobs) as workers:
        yield from workers.imap_unordered(_judged, [(plan, number) for number in numbers])


@cache
def judge_of(plan: Plan) -> tuple[Judge, list[AnyMutant], ModelTester]:
    """Return the judge of a plan, the mutants, and the tester of models."""
    start = time.process_time()
    runs = pool(plan)
    print(f"pool: {len(runs)} runs, {time.process_time() - start:.0f} s", flush=True)
    first = {mutant: run for mutant, (_, run) in caught().items()}
    tester = ModelTester({run.program: None for run in runs}, context())
    mutants = chosen_mutants(plan.only, plan.missing)
    return Judge(runs, context(), plan.seconds, first), mutants, tester


def _judged(task: tuple[Plan, int]) -> Judgement:
    judge, mutants, tester = judge_of(task[0])
    return judge.judged(mutants[task[1]], tester)


def table(found: Sequence[Judgement]) -> str:
    """Return a table of the verdicts on the mutants of each group."""
    groups = list(dict.fromkeys(judgement.group for judgement in found))
    counts = Counter((judgement.group, judgement.verdict) for judgement in found)
    lines = [
        f"| mutants | all | {' | '.join(verdict.value for verdict in Verdict)} |",
        "| --- " * (len(Verdict) + 2) + "|",
    ]
    for group in [*groups, "all"]:
        own = [sum(counts[g, v] for g in groups if group in (g, "all")) for v in Verdict]
        lines.append(f"| {group} | {sum(own)} | {' | '.join(map(str, own))} |")
    return "\n".join(lines)
