"""What a small program computes on buffers, if any of its operands are copied and the others not.

Buffers are given by hand, as each operation wants them, so this knows nothing of the analysis. It
says whether decisions are right, and which are the best.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import combinations
from typing import NamedTuple

from tests.small_programs.evaluation import WRITING, Elements, Meaning, agrees, evaluate, plus
from tests.small_programs.programs import CONTENTS, READ_ONLY, Inputs, Program, Step, execute

Copied = Set[int]
"""The operands that are copied, by their numbers."""


class WrittenError(Exception):
    """A write to the buffer that must not be written to."""


class View(NamedTuple):
    """A part of a buffer: elements from a start on."""

    buffer: Elements
    start: int
    size: int

    def read(self) -> Elements:
        return self.buffer[self.start : self.start + self.size]


def simulate(program: Program, inputs: Inputs, copied: Copied) -> Meaning:
    """Return what a program computes if these operands are copied.

    Raises WrittenError.
    """
    values = {n: View(list(elements), 0, 2) for n, elements in enumerate(CONTENTS)}
    read_only = values[READ_ONLY].buffer
    seen: list[int | None] = []
    computed: list[Elements] = []
    sites = program.sites

    def used(value: int, site: int) -> View:
        view = values[value]
        return View(view.read(), 0, view.size) if site in copied else view

    def write(view: View, index: int, element: int | None) -> None:
        if view.buffer is read_only:
            raise WrittenError
        view.buffer[view.start + index] = element

    def do(step: Step, iteration: int) -> None:
        first = sites.steps[step.number]
        views = [used(value, first + n) for n, value in enumerate(step.operands)]
        written = step.written(iteration)
        match step.kind.name:
            case "extract" | "call reads":
                seen.append(views[0].read()[0])
            case "insert" | "call writes":
                write(views[0], 0, written)
            case "empty":
                views = [View([None, None], 0, 2)]
            case "fill":
                for index in range(2):
                    write(views[0], index, written)
            case "add":
                for index in range(2):
                    write(views[1], index, plus(views[0].read()[index], views[1].read()[index]))
            case "reverse":
                for index in range(2):
                    write(views[1], index, views[0].read()[1 - index])
            case "select" | "call picks":
                views = views[:1] if inputs.condition else views[1:]
            case "extract_slice":
                views = [View(views[0].buffer, views[0].start + step.place, 1)]
            case "insert_slice":
                write(views[1], step.place, views[0].read()[0])
            case "call loses":
                write(views[0], 0, written)
                seen.append(views[0].read()[0])
            case "call reads_after_write":
                write(views[1], 0, written)
                seen.append(views[0].read()[0])
        if step.result >= 0:
            values[step.result] = views[-1]
        if step.kind.name in WRITING:
            computed.append(views[-1].read())

    execute(program, inputs, values, do, lambda c: used(program.choices[c], sites.choices[c]))
    returned = [used(value, sites.returns + n) for n, value in enumerate(program.returns)]
    return Meaning(seen, computed, [view.read() for view in returned])


class Judge:
    """Judges decisions about one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.expected = [(inputs, evaluate(program, inputs)) for inputs in program.inputs]

    def is_right(self, copied: Copied) -> bool:
        """Return whether the program computes what it means if these operands are copied."""
        try:
            return all(
                agrees(meaning, simulate(self.program, inputs, copied))
                for inputs, meaning in self.expected
            )
        except WrittenError:
            return False

    def fewest_copies(self, most: int) -> int:
        """Return how many copies are enough, if less than `most` are; otherwise `most`."""
        sites = self.program.sites
        reads = {
            sites.steps[step.number]
            for step in self.program.steps
            if step.kind.name in ("extract", "call reads")
        }
        # To copy what is only read, or what is returned, helps no program.
        candidates = [site for site in range(sites.returns) if site not in reads]
        for number in range(most):
            if any(self.is_right(frozenset(c)) for c in combinations(candidates, number)):
                return number
        return most
