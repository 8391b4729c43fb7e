"""The judgment whether a mutant is caught, by what, or else what it changes."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bufferize import Context
from bufferize.diagnostics import DiagnosticError
from tests.mutation_score.conditions import CodeMutant
from tests.mutation_score.declarations import ModelMutant
from tests.mutation_score.pool import Bufferized, Decisions, Run
from tests.random_programs.search import limited

AnyMutant = CodeMutant | ModelMutant
Tester = Callable[[AnyMutant], str]
"""A function that returns what a tester of models says against a mutant; "" for nothing."""

_AFTER_REFUSAL: Final = 6
"""The number of further runs that a refused mutant gets to show a wrong result."""


class Verdict(enum.Enum):
    """The verdicts on mutants."""

    CHECK = "caught by check"
    TESTER = "caught by the model tester"
    REFUSED = "refused loudly"
    CRASHED = "ends with a traceback"
    COPIES = "only costs copies"
    STRICTER = "can only cost copies"
    UNCHANGED = "changes nothing in the pool"
    EQUAL = "answers as before"
    UNREACHED = "not reached by the pool"
    SURVIVOR = "survives"


_FOR_TESTER: Final = (Verdict.SURVIVOR, Verdict.UNCHANGED)


@dataclass
class Judgement:
    """The evidence about a mutant."""

    mutant: str
    group: str
    verdict: Verdict
    run: str = ""
    """The run that showed it."""
    detail: str = ""
    runs: int = 0
    seconds: float = 0.0


@dataclass
class _Seen:
    """The behavior of a mutant so far."""

    wrong: tuple[str, str] | None = None
    refused: tuple[str, str] | None = None
    crashed: tuple[str, str] | None = None
    other: tuple[str, str] | None = None
    """Whether it changed the result of a program other than by more copies."""
    copies: tuple[str, str] | None = None
    runs: int = field(default=0)


class Judge:
    """The judge, which tries mutants first on the runs that have caught the most."""

    def __init__(
        self,
        runs: Sequence[Run],
        context: Context,
        seconds: float,
        first: Mapping[str, str] | None = None,
    ) -> None:
        self.runs = list(runs)
        self.context = context
        self.seconds = seconds
        """The limit of processor time for a mutant."""
        self.first = first or {}
        """The runs that are tried first, by the names of mutants."""

    def judged(self, mutant: AnyMutant, tester: Tester | None = None) -> Judgement:
        """Return the judgment of a mutant; the `tester` is asked if `check` finds nothing."""
        start = time.process_time()
        reached = [run for run in self.runs if run.reaches(mutant)]
        first = self.first.get(mutant.name)
        reached.sort(key=lambda run: (run.name != first, -run.hits, run.program.seconds))
        seen = self._try(mutant, reached, start + self.seconds)
        verdict, (run, detail) = _verdict(seen, mutant.is_stricter)
        if not reached and any(run.asks(mutant) for run in self.runs):
            verdict = Verdict.EQUAL
        elif not reached and verdict is Verdict.UNCHANGED:
            verdict = Verdict.UNREACHED
        if tester is not None and verdict in _FOR_TESTER:
            complaint = tester(mutant)
            if complaint:
                verdict, run, detail = Verdict.TESTER, "", complaint
        used = time.process_time() - start
        return Judgement(mutant.name, mutant.group, verdict, run, detail, seen.runs, used)

    def _try(self, mutant: AnyMutant, runs: Iterable[Run], end: float) -> _Seen:
        seen = _Seen()
        left: int | None = None
        for run in runs:
            if time.process_time() > end or left == 0:
                break
            seen.runs += 1
            self._try_one(mutant, run, seen)
            if seen.wrong is not None:
                run.hits += 1
                break
            if left is not None:
                left -= 1
            elif seen.refused or seen.crashed:
                left = _AFTER_REFUSAL
        return seen

    def _try_one(self, mutant: AnyMutant, run: Run, seen: _Seen) -> None:
        usual = run.usual
        if mutant.decides_only and (run.options.copy_before_write or self._same(mutant, run)):
            return
        try:
            with mutant.applied(self.context):
                found = run.bufferized(self.context)
        except Exception as problem:
            seen.crashed = seen.crashed or (run.name, f"{type(problem).__name__}: {problem}"[:200])
            return
        if found.module is None:
            if not usual.refusal:
                seen.refused = seen.refused or (run.name, found.refusal)
            return
        if found.text == usual.text:
            if found.decisions != usual.decisions:
                seen.copies = seen.copies or (run.name, "decides otherwise, to the same end")
            return
        try:
            wrong = run.program.problem_of(found.module, found.text)
            if not wrong and run.in_turns:
                wrong = run.program.problem_in_turns(found.module, self.context)
        except DiagnosticError as failure:  # what comes of it cannot be run
            seen.refused = seen.refused or (run.name, str(failure).splitlines()[0])
            return
        if wrong:
            seen.wrong = run.name, wrong
        elif _only_copies(usual, found):
            seen.copies = seen.copies or (run.name, "")
        else:
            seen.other = seen.other or (run.name, "")

    def _same(self, mutant: AnyMutant, run: Run) -> bool:
        """Return whether a mutant of the analysis finds the same as usual about a program."""
        try:
            with mutant.applied(self.context), limited():
                found = run.analyzed(self.context)
        except DiagnosticError:
            return bool(run.usual.refusal)
        except Exception:
            return False
        return not run.usual.refusal and found == (run.usual.decisions, run.usual.aliases)


def _only_copies(usual: Bufferized, found: Bufferized) -> bool:
    """Return whether more is copied than usual, and nothing less."""
    return _is_conservative(usual.decisions, found.decisions) and (
        found.decisions != usual.decisions or _copies_in(found.text) > _copies_in(usual.text)
    )


def _copies_in(text: str) -> int:
    return text.count("memref.alloc") + text.count("memref.copy")


def _is_conservative(usual: Decisions, found: Decisions) -> bool:
    """Return whether everything that is now in place was in place before."""
    return all(usual.get(operand, False) for operand, in_place in found.items() if in_place)


def _verdict(seen: _Seen, is_stricter: bool) -> tuple[Verdict, tuple[str, str]]:
    for verdict, where in (
        (Verdict.CHECK, seen.wrong),
        (Verdict.REFUSED, seen.refused),
        (Verdict.CRASHED, seen.crashed),
        (Verdict.SURVIVOR, seen.other),
        (Verdict.COPIES, seen.copies),
    ):
        if where is not None and not (is_stricter and verdict is Verdict.SURVIVOR):
            return verdict, where
    if is_stricter:
        return Verdict.STRICTER, ("", "")
    return Verdict.UNCHANGED, ("", "")
