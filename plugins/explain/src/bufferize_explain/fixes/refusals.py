"""Programs that bufferization refuses, and trials of changes after which it accepts them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import (
    Diagnostic,
    DiagnosticError,
    PluginError,
    Severity,
    VerifyError,
)
from bufferize.interfaces import function_around
from bufferize_explain.fixes.base import Budget, Fix, Subject
from bufferize_explain.fixes.cures import CURES
from bufferize_explain.fixes.own_copies import CopyCounter
from bufferize_explain.fixes.program import Program, quiet
from bufferize_explain.fixes.settings import OtherOptions
from bufferize_explain.forms import own_copies_text, summary


@dataclass(frozen=True)
class Cure:
    """A tried change after which the program is accepted, or refused for another reason."""

    fix: Fix
    flag: str | None
    """The complete command-line option, if there is one."""
    outcome: str
    """The copies that are made then, or the next refusal, in words."""
    is_complete: bool
    """Whether the program is bufferized then."""

    @property
    def is_safe(self) -> bool:
        """Whether it changes only the program, and its meaning for none of its users."""
        return self.fix.condition is None and not isinstance(self.fix, OtherOptions)

    def __str__(self) -> str:
        """Return the change, its condition and its outcome as a sentence."""
        text, condition = self.text, self.fix.condition
        text += "" if condition is None else f", if {condition}"
        text += "" if self.flag is None else f" (`{self.flag}`)"
        return f"{text}: then {self.outcome}"

    @property
    def text(self) -> str:
        """The change in words."""
        return self.fix.text

    def mend(self, program: Program) -> None:
        """Change the program's module, also by the passes that are to run first."""
        program = replace(program)
        self.fix.apply(program)
        for step in program.passes:
            step.run(program.module, program.context)


class Refused(DiagnosticError):
    """The error that bufferization refuses a program. Notes on it say which changes help."""

    def __init__(self, errors: Sequence[Diagnostic], tried: Sequence[Cure]) -> None:
        first, *others = errors
        cures = [cure for cure in tried if cure.is_complete] or tried
        notes = [Diagnostic(Severity.NOTE, f"help: {cure}") for cure in cures]
        super().__init__([replace(first, notes=[*first.notes, *notes]), *others])
        self.error = first
        """The first error, without these notes."""
        self.cures = list(cures)
        """The changes that help, the first tried first; if some are complete, only these."""
        self._tried = tried

    @property
    def remarks(self) -> list[tuple[str, str]]:
        """The notes on the first error and the changes that help, each with its label."""
        notes = [("note", note.message) for note in self.error.notes]
        return [*notes, *(("help", str(cure)) for cure in self.cures)]

    @property
    def function(self) -> str | None:
        """The name of the function that is refused; None if it is unknown, or not in a function."""
        function = None if self.error.op is None else function_around(self.error.op)
        return None if function is None else function.symbol_name

    @property
    def safe_cure(self) -> Cure | None:
        """The first change that means the same to all users of the program, complete or not."""
        return next((cure for cure in (*self.cures, *self._tried) if cure.is_safe), None)


def refused(program: Program, problem: DiagnosticError, budget: Budget) -> Refused:
    """Return the error for a program that is refused with `problem`, after trials of cures."""
    end = time.process_time() + budget.seconds
    subject = Subject(program, (), problem.diagnostics[0].op)
    left = budget.trials
    found: list[Cure] = []
    with quiet(program.context):
        for kind in CURES:
            if kind.is_general and any(cure.is_complete for cure in found):
                break
            for fix in kind.propose(subject) if left > 0 else ():
                if left <= 0 or time.process_time() > end:
                    break
                left -= 1
                cure = _tried(fix, program, problem)
                if cure is not None and (cure.is_complete or not kind.is_general):
                    found.append(cure)
    return Refused(problem.diagnostics, found)


def _tried(fix: Fix, program: Program, problem: DiagnosticError) -> Cure | None:
    """Return the outcome of a change; None if the program is still refused with `problem`."""
    changed = replace(program)
    counter = CopyCounter(AnalysisState(program.options, program.context))
    with ir.undone(changed.module):
        try:
            fix.apply(changed)
            counter.note_program(changed.module)
            copies = changed.measure(counter.note_result).copies
        except (PluginError, VerifyError):
            return None
        except DiagnosticError as other:
            before, after = problem.diagnostics[0], other.diagnostics[0]
            if (before.message, before.where) == (after.message, after.where):
                return None
            where = "" if after.where is None else f" at {after.where}"
            outcome = f"it is refused for another reason: {after.message}{where}"
            return Cure(fix, fix.flag, outcome, is_complete=False)
    own = own_copies_text(counter.others(copies))
    return Cure(fix, fix.flag, "; ".join(filter(None, [summary(copies), own])), is_complete=True)
