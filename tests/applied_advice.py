"""Does advice on copies do what it says? Each help is applied, and what is gone is counted.

    python -m tests.applied_advice FOLDER-OR-FILE...

The changed program is written as text and read again, so that nothing of the trial is left. It ends
with status 1 where a help does not remove what it says.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import bufferize
from bufferize.ir import undone
from bufferize_explain.fixes import Fix, Program, advise

OPTIONS = bufferize.OneShotOptions(bufferize_function_boundaries=True)
MARKER = "// -----"


def _context() -> bufferize.Context:
    context = bufferize.Context(warn=False)
    context.allow_unregistered_dialects = True
    context.handlers.append(lambda _: None)
    return context


@dataclass
class Outcome:
    """The outcome of advice on some programs."""

    programs: int = 0
    entries: Counter[str] = field(default_factory=Counter)
    """The number of copies with help, tried in vain, or too small to try what is general."""
    applied: int = 0
    problems: list[str] = field(default_factory=list)

    def add(self, name: str, text: str) -> None:
        """Follow the advice on one program, unless it is refused to begin with."""
        context = _context()
        try:
            module = bufferize.parse(text, context, name)
            advice = advise(module, OPTIONS, context)
        except bufferize.DiagnosticError:
            return
        self.programs += bool(advice.copies)
        for copy in advice.copies:
            self.entries["help" if copy.help else "tried in vain" if copy.tried else "small"] += 1
        for tried in advice.tried:
            self.applied += 1
            left = num_copies_after(tried.fix, module, context)
            said = len(advice.copies) - tried.help.num_removed + tried.help.num_added
            if left != said:
                self.problems.append(
                    f"{name}: {said} copies should be left, not {left}: {tried.help}"
                )

    def __str__(self) -> str:
        entries = ", ".join(f"{number} {known}" for known, number in sorted(self.entries.items()))
        return (
            f"{self.programs} programs with copies: {entries}; {self.applied} remedies applied, "
            f"{len(self.problems)} problems"
        )


def num_copies_after(fix: Fix, module: bufferize.ir.Operation, context: bufferize.Context) -> int:
    """Return how many copies and new buffers the changed program has, read again from its text."""
    with undone(module):
        program = Program(module, OPTIONS, context)
        fix.apply(program)
        text = bufferize.print_module(module)
    context = _context()
    module = bufferize.parse(text, context)
    for step in program.passes:
        step.run(module, context)
    return len(bufferize.one_shot_bufferize(module, replace(program.options), context).copies)


def programs_in(paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Yield the programs in files and folders, each with a name."""
    for path in paths:
        for file in sorted(path.rglob("*.mlir")) if path.is_dir() else [path]:
            for number, text in enumerate(file.read_text().split(MARKER)):
                yield f"{file.name}#{number}", text


def main(argv: Sequence[str]) -> int:
    outcome = Outcome()
    for name, text in programs_in([Path(argument) for argument in argv]):
        outcome.add(name, text)
    for problem in outcome.problems:
        print(problem)
    print(outcome)
    return 1 if outcome.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
