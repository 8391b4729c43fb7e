"""Mutants: made from a seed and a number, run, shrunk, and written to files."""

from __future__ import annotations

import random
import re
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bufferize.diagnostics import DiagnosticError, OptionError, VerifyError
from bufferize.ir import verify
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Context
from bufferize.syntax import PrintOptions, parse_module, print_module
from tests.fuzz.corpus import random_pipeline
from tests.fuzz.operations import mutated_ir
from tests.fuzz.tokens import TokenPool, mutated_text

OK = "ok"
INVALID = "invalid"
"""The outcome that a mutant does not parse or verify."""
REFUSED = "refused"
"""The outcome that a pass refuses a mutant."""
LATE = "late"

_GENERIC = PrintOptions(generic=True)
_AMBIGUOUS = "scf.reduce  {"
"""Attributes of a scf.reduce without regions, which parse as a region, in mlir-opt, too."""
_NOTHING = "builtin.module()"
_NAMES = re.compile(r"'[^']*'|[0-9]+")
_HEADER = re.compile(r"\A// PIPELINE: (.*)\n(?:// .*\n)*")


@dataclass(frozen=True)
class Mutant:
    """A program and a pipeline to run on it."""

    text: str
    pipeline: str


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run: OK, INVALID, REFUSED, or the failure `kind`.

    Failures of the same kind probably have the same cause.
    """

    kind: str
    details: str = ""

    @property
    def is_late(self) -> bool:
        """Whether a pass made invalid IR, which the verifier has noticed."""
        return self.kind.startswith(LATE)

    @property
    def is_failure(self) -> bool:
        return self.kind not in (OK, INVALID, REFUSED) and not self.is_late


class Maker:
    """The maker of the mutants of a corpus."""

    def __init__(self, pieces: Sequence[str], seed: int) -> None:
        context = new_context()
        # All is loaded before worker processes are forked off.
        for name in context.pass_names():
            context.pass_class(name)
        for name in context.dialect_names():
            context.op_class(f"{name}.x")
            context.model(f"{name}.x")
        self.pieces = pieces
        self.valid = [p for p in pieces if judge(Mutant(p, _NOTHING), context).kind == OK]
        self.seed = seed
        self.pool = TokenPool(pieces)

    def mutant(self, number: int, context: Context) -> Mutant:
        """Return a mutant, the same for the same seed, number and corpus."""
        rng = random.Random(f"{self.seed}/{number}")
        pipeline = random_pipeline(rng, context)
        # Most mutants are invalid, and never get to a pass: often another one is tried instead.
        for _ in range(rng.choice((0, 2, 4))):
            mutant = Mutant(self._mutated(rng, context), pipeline)
            if judge(replace(mutant, pipeline=_NOTHING), context).kind != INVALID:
                return mutant
        return Mutant(self._mutated(rng, context), pipeline)

    def _mutated(self, rng: random.Random, context: Context) -> str:
        piece = rng.choice(self.valid if rng.random() < 0.9 else self.pieces)
        if rng.random() < 0.6:
            return mutated_ir(piece, self.pool, rng, context)
        return mutated_text(piece, self.pool, rng)


def new_context() -> Context:
    """Return a context that accepts ops of all dialects and does not print warnings."""
    context = Context()
    context.allow_unregistered_dialects = True
    context.handlers.append(lambda _diagnostic: None)
    return context


def judge(mutant: Mutant, context: Context) -> Outcome:
    """Run the pipeline on the program and return the outcome; no exception escapes."""
    try:
        return _judge(mutant, context)
    except Exception as problem:
        frames = traceback.extract_tb(problem.__traceback__)
        ours = [frame for frame in frames if "/bufferize" in frame.filename]
        where = f" in {Path(ours[-1].filename).name}:{ours[-1].name}" if ours else ""
        details = "".join(traceback.format_exception(problem)[-30:])
        return Outcome(f"{type(problem).__name__}{where}", details)


def _judge(mutant: Mutant, context: Context) -> Outcome:
    runs = False
    try:
        module = parse_module(mutant.text, context)
        manager = pipeline_from_text(mutant.pipeline, context)
        problems = verify(module, context.op_attribute_problem)
        if problems:
            raise VerifyError(problems)
        runs = True
        manager.run(module, context)
    except DiagnosticError as problem:
        placed = any(diagnostic.position for diagnostic in problem.diagnostics)
        if not placed and not isinstance(problem, OptionError) and "loc(" not in mutant.text:
            return Outcome(f"no position: {_anonymous(problem)}", str(problem))
        if not runs:
            return Outcome(INVALID)
        if isinstance(problem, VerifyError):
            return Outcome(f"{LATE}: {_anonymous(problem)}", str(problem))
        return Outcome(REFUSED)
    for options in (_GENERIC, PrintOptions()):
        text = print_module(module, options, context.resources_of(module))
        if _AMBIGUOUS in text:
            continue
        try:
            read = parse_module(text, context)
            again = print_module(read, options, context.resources_of(read))
        except DiagnosticError as problem:
            return Outcome(f"the result does not read: {_anonymous(problem)}", text)
        if again != text:
            return Outcome("the result reads as another one", f"{text}\n{again}")
    return Outcome(OK)


def _anonymous(problem: DiagnosticError) -> str:
    """Return the message without names and numbers, which do not change the kind of a failure."""
    return _NAMES.sub("_", problem.diagnostics[0].message)[:150]


def saved(mutant: Mutant, outcome: Outcome, number: int) -> str:
    """Return the text of a file that `loaded` reads."""
    notes = [f"mutant {number}: {outcome.kind}", *outcome.details.splitlines()]
    return "".join(
        [f"// PIPELINE: {mutant.pipeline}\n", *(f"// {note}\n" for note in notes), mutant.text]
    )


def loaded(text: str) -> Mutant:
    """Return the mutant in a file. Raises ValueError if it does not state a pipeline."""
    header = _HEADER.match(text)
    if header is None:
        raise ValueError("no line '// PIPELINE: ...' at the start")
    return Mutant(text[header.end() :], header.group(1))


_TOKENS = re.compile(r"\s*(?:->|[%@#!^\"]?[\w.$-]+\"?|\S|$)")


def shrunk(mutant: Mutant, kind: str, run: Callable[[Mutant], Outcome], seconds: float) -> Mutant:
    """Return a mutant with less text and the same kind of failure, found within the time limit."""
    end = time.monotonic() + seconds

    def fails(parts: Sequence[str]) -> bool:
        if time.monotonic() > end:
            return False
        return run(replace(mutant, text="".join(parts))).kind == kind

    parts = _minimal(mutant.text.splitlines(keepends=True), fails)
    parts = _minimal(_TOKENS.findall("".join(parts)), fails)
    return replace(mutant, text="".join(parts))


def _minimal(parts: Sequence[str], fails: Callable[[Sequence[str]], bool]) -> list[str]:
    """Return the parts that cannot be removed, after trying ever smaller runs of them."""
    kept = list(parts)
    size = max(1, len(kept) // 2)
    while True:
        place, changed = 0, False
        while place < len(kept):
            fewer = kept[:place] + kept[place + size :]
            if fails(fewer):
                kept, changed = fewer, True
            else:
                place += size
        if size == 1 and not changed:
            return kept
        size = max(1, size // 2)
