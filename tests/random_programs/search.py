"""The search: finds those of many programs that print something else once they are bufferized."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from bufferize import Context, parse, print_module
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize.ir.copying import clone
from bufferize.passes import PassManager, pipeline_from_text
from bufferize.syntax import PrintOptions
from bufferize_testing.generation import FEATURES, LATER, TENSORS
from bufferize_testing.generation.programs import random_program
from tests.random_programs.evaluation import Undefined
from tests.random_programs.in_turns import in_turns, write_out_reductions
from tests.random_programs.interpreted import Interpretation, Meaningless
from tests.random_programs.meaning import expected
from tests.random_programs.native import Outcome, execute
from tests.random_programs.variants import (
    INTERPRETED,
    NOT_FREED,
    REFUSALS,
    VARIANTS,
    Variant,
    freed_variants_for,
    variants_for,
)

_SECONDS = 20
"""The processor time after which a pipeline counts as endless."""


HOW = ("native", "freed", "interpreted", "scheduled")
"""Ways to run programs: natively, natively with all buffers freed and checked, or interpreted, with
regions that run later, under several schedules.
"""
SCHEDULES = 4
"""The number of schedules under which each program is run."""

_LOWERING_CRASH = "mlir-opt crashes"
"""The message of mlir-opt if it crashes itself."""


@dataclass(frozen=True)
class Batch:
    """The programs of some seeds, and how they are run."""

    seeds: range
    features: Sequence[str] = ()
    variants: int = 6
    names: Sequence[str] = ()
    """The variants to draw from; empty for all."""
    how: str = "native"
    """How programs are run: one of `HOW`."""


@dataclass(frozen=True)
class Finding:
    """A program that is bufferized to wrong code, or not at all."""

    seed: int
    text: str
    variant: Variant
    problem: str
    how: str = "native"


@dataclass
class Tally:
    """The counters of a search."""

    counts: Counter[str] = field(default_factory=Counter)
    variants: Counter[str] = field(default_factory=Counter)
    """The number of programs that each variant was tried on."""
    findings: list[Finding] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.counts.update(other.counts)
        self.variants.update(other.variants)
        self.findings += other.findings


class Refused(Exception):
    """The error that a program is not bufferized for a known reason."""


class Left(Exception):
    """The error that tensors are left, so that the program cannot be run."""


class Bufferizer:
    """A runner of pipelines on programs."""

    def __init__(self) -> None:
        self.context = Context()
        self.context.handlers.append(lambda diagnostic: None)  # what a budget leaves
        self.interpretation = Interpretation(self.context)
        self._pipelines: dict[str, PassManager] = {}
        self._verification = pipeline_from_text("builtin.module()", self.context)

    def parse(self, text: str) -> Operation:
        return parse(text, self.context)

    def bufferized(self, module: Operation, variant: Variant) -> str:
        """Return the text of a bufferized program. Raises Refused, Left, or any other exception."""
        if variant.pipeline not in self._pipelines:
            text = f"builtin.module({variant.pipeline})"
            manager = self._pipelines[variant.pipeline] = pipeline_from_text(text, self.context)
            manager.verify_each = False  # what comes of it is verified, and that is enough here
        copy = clone(module)
        try:
            with limited():
                self._pipelines[variant.pipeline].run(copy, self.context)
                self._verification.run(copy, self.context)
        except DiagnosticError as error:
            if any(refusal in str(error) for refusal in (*REFUSALS, *NOT_FREED)):
                raise Refused from error
            raise
        write_out_reductions(copy, self.context)
        if variant.in_turns:
            in_turns(copy, self.context)
        text = print_module(copy, PrintOptions(local_scope=True))
        if "tensor<" in text:
            raise Left
        return text


@contextmanager
def limited() -> Iterator[None]:
    """Limit the processor time of a `with` block."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("a pipeline takes too long")

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def problem_of(wanted: Sequence[str], variant: Variant, outcome: Outcome) -> str:
    """Return what is wrong with the output of a program; "" for nothing."""
    if _LOWERING_CRASH in outcome.failure:
        return ""
    if outcome.failure:
        return outcome.failure
    same = wanted == outcome.printed
    if variant.in_turns:
        same = sorted(wanted) == sorted(outcome.printed)
    return "" if same else f"prints {' '.join(outcome.printed)}, must print {' '.join(wanted)}"


def search(batch: Batch, bufferizer: Bufferizer) -> Tally:
    """Judge programs, each under some variants."""
    if batch.how in ("interpreted", "scheduled"):
        return _interpreted(batch, bufferizer)
    return _native(batch, bufferizer)


def _native(batch: Batch, bufferizer: Bufferizer) -> Tally:
    """Compare native outputs with the meaning of the programs."""
    tally = Tally()
    freed = batch.how == "freed"
    draw = freed_variants_for if freed else variants_for
    jobs: dict[str, list[tuple[int, str, list[str], Variant]]] = {}
    for seed in batch.seeds:
        text = random_program(seed, batch.features).text
        tally.counts["programs"] += 1
        module = bufferizer.parse(text)
        try:
            wanted = [*expected(module), *["0"] * freed]
        except Undefined:
            tally.counts["dropped"] += 1
            continue
        for variant in draw(text, seed, batch.variants, batch.names):
            tally.counts["pairs"] += 1
            tally.variants[variant.name] += 1
            try:
                buffers = bufferizer.bufferized(module, variant)
            except Refused:
                tally.counts["refused"] += 1
            except Left:
                tally.counts["left"] += 1
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
                tally.findings.append(Finding(seed, text, variant, problem, batch.how))
            else:
                jobs.setdefault(buffers, []).append((seed, text, wanted, variant))
    tally.counts["runs"] += len(jobs)
    outcomes = execute(list(jobs), checked=freed)
    for outcome, pairs in zip(outcomes, jobs.values(), strict=True):
        tally.counts["not lowered"] += _LOWERING_CRASH in outcome.failure
        for seed, text, wanted, variant in pairs:
            if problem := problem_of(wanted, variant, outcome):
                tally.findings.append(Finding(seed, text, variant, problem, batch.how))
    return tally


def scheduled_program(seed: int, features: Sequence[str] = ()) -> str:
    """Return a program of some features with regions that run later, of one dialect or of several."""
    later = random.Random(seed).choice([["async"], ["gpu"], ["omp"], sorted(LATER.features)])
    drawn = random.Random(-seed).sample(FEATURES, 2)
    vocabulary = TENSORS | LATER
    return random_program(seed, [*features, *later, *drawn], vocabulary=vocabulary).text


def _interpreted(batch: Batch, bufferizer: Bufferizer) -> Tally:
    """Compare the interpreter's outputs before and after.

    Nothing may be wrong or left allocated.
    """
    tally = Tally()
    variants = [VARIANTS[name] for name in batch.names or INTERPRETED]
    is_scheduled = batch.how == "scheduled"
    for seed in batch.seeds:
        text = (
            scheduled_program(seed, batch.features)
            if is_scheduled
            else (random_program(seed, batch.features).text)
        )
        tally.counts["programs"] += 1
        latest = variants[0]
        try:
            with limited():
                module = bufferizer.parse(text)
                for latest, verdict, is_shared in bufferizer.interpretation.verdicts(
                    module, variants, seed, SCHEDULES if is_scheduled else 1
                ):
                    tally.counts["pairs"] += 1
                    tally.variants[latest.name] += 1
                    tally.counts[verdict.became] += 1
                    tally.counts["freed"] += verdict.is_freed
                    tally.counts["decided as another"] += is_shared
                    if verdict.problem and not is_shared:
                        if not is_scheduled:
                            expected(module)  # of which some is undefined for other reasons
                        tally.findings.append(
                            Finding(seed, text, latest, verdict.problem, batch.how)
                        )
        except (Meaningless, Undefined):
            tally.counts["dropped"] += 1
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            tally.findings.append(Finding(seed, text, latest, problem, batch.how))
    return tally
