"""All mutants, judged one by one."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bufferize import Context
from tests.mutation_score.conditions import code_mutants
from tests.mutation_score.declarations import Reach, model_mutants
from tests.mutation_score.judgement import AnyMutant, Judge, Judgement, Verdict
from tests.mutation_score.pool import Run, pool_texts, program_of, runs_of


@dataclass(frozen=True)
class Plan:
    """Which mutants are judged, and how."""

    only: str
    generated: int
    seconds: float


@cache
def context() -> Context:
    """The one of all plugins."""
    made = Context()
    made.handlers.append(lambda diagnostic: None)
    return made


def all_mutants() -> list[AnyMutant]:
    """Every mutant there is."""
    return [*code_mutants(), *model_mutants(context())]


def chosen_mutants(only: str) -> list[AnyMutant]:
    """The mutants with a text in their names or groups."""
    return [mutant for mutant in all_mutants() if only in mutant.name or only == mutant.group]


@cache
def pool(generated: int) -> tuple[Run, ...]:
    """The programs of the pool under all options."""
    known = context()
    reach = Reach(known)
    programs = (program_of(name, text, known) for name, text in pool_texts(generated))
    return tuple(
        run for program in programs if program is not None for run in runs_of(program, known, reach)
    )


def campaign(only: str, generated: int, seconds: float, jobs: int) -> Iterator[Judgement]:
    """Judges mutants, each in at most so many seconds of the processor."""
    plan = Plan(only, generated, seconds)
    numbers = range(len(chosen_mutants(only)))
    judge_of(plan)  # before processes are forked
    if jobs == 1:
        yield from map(_judged, [(plan, number) for number in numbers])
        return
    with multiprocessing.get_context("fork").Pool(jobs) as workers:
        yield from workers.imap_unordered(_judged, [(plan, number) for number in numbers])


@cache
def judge_of(plan: Plan) -> tuple[Judge, list[AnyMutant]]:
    """The judge of a plan, and the mutants."""
    start = time.process_time()
    runs = pool(plan.generated)
    print(f"pool: {len(runs)} runs, {time.process_time() - start:.0f} s", flush=True)
    return Judge(runs, context(), plan.seconds), chosen_mutants(plan.only)


def _judged(task: tuple[Plan, int]) -> Judgement:
    judge, mutants = judge_of(task[0])
    return judge.judged(mutants[task[1]])


def table(found: Sequence[Judgement]) -> str:
    """How many mutants of each group became what."""
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
