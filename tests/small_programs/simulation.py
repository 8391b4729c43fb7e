"""Small programs on buffers, under any decisions on which operands are copied.

Buffers are given by hand, as each operation wants them, so this knows nothing of the analysis. It
says whether decisions are right, and which are the best.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from itertools import combinations
from typing import NamedTuple

from tests.small_programs.evaluation import (
    INSERTING,
    READING,
    WRITING,
    Elements,
    Meaning,
    agrees,
    evaluate,
    plus,
)
from tests.small_programs.programs import CONTENTS, READ_ONLY, Execution, Inputs, Program, Step

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
    simulation = _Simulation(program, inputs, copied)
    simulation.run()
    first = program.sites.returns
    returned = [simulation.used(value, first + n) for n, value in enumerate(program.returns)]
    results = [view.read() for view in returned]
    return Meaning(simulation.seen, simulation.computed, results, simulation.overwritten)


class _Simulation(Execution[View]):
    """A run on buffers: a result is a part of the buffer of an operand."""

    def __init__(self, program: Program, inputs: Inputs, copied: Copied) -> None:
        super().__init__(program, inputs, {n: View([*e], 0, 2) for n, e in enumerate(CONTENTS)})
        self.copied = copied
        self.read_only = self.values[READ_ONLY].buffer
        self.seen: list[int | None] = []
        self.computed: list[Elements] = []
        self.overwritten: list[Elements] = []

    def used(self, value: int, site: int) -> View:
        """Return what an operand uses: the buffer of its value, or a copy."""
        view = self.values[value]
        return View(view.read(), 0, view.size) if site in self.copied else view

    def write(self, view: View, index: int, element: int | None) -> None:
        if view.buffer is self.read_only:
            raise WrittenError
        view.buffer[view.start + index] = element

    def do(self, step: Step, iteration: int) -> None:
        first = self.program.sites.steps[step.number]
        views = [self.used(value, first + n) for n, value in enumerate(step.operands)]
        if step.kind.name in READING:
            self.computed.append(views[-1].read())
        elif step.kind.name in INSERTING:
            self.overwritten.append(views[-1].read())
        result = self._result(step, views, iteration)
        if step.result >= 0:
            self.values[step.result] = result
        if step.kind.name in WRITING:
            self.computed.append(result.read())

    def _result(self, step: Step, views: list[View], iteration: int) -> View:
        """Return the result of an operation, most often its last operand after a write to it."""
        place = step.place
        written = step.written(iteration)
        match step.kind.name:
            case "extract" | "transfer_read" | "call reads":
                self.seen.append(views[0].read()[place])
            case "insert" | "transfer_write" | "call writes":
                self.write(views[0], place, written)
            case "empty":
                return View([None, None], 0, 2)
            case "fill":
                for index in range(2):
                    self.write(views[0], index, written)
            case "add":
                for index in range(2):
                    both = plus(views[0].read()[index], views[1].read()[index])
                    self.write(views[1], index, both)
            case "reverse":
                for index in range(2):
                    self.write(views[1], index, views[0].read()[1 - index])
            case "select" | "call picks":
                return views[0] if self.inputs.condition else views[1]
            case "extract_slice":
                return View(views[0].buffer, views[0].start + place, 1)
            case "own_slice":
                return View(views[0].buffer, views[0].start + iteration, 1)
            case "insert_slice":
                self.contribute(views[0], views[1], place)
            case "call loses":
                self.write(views[0], 0, written)
                self.seen.append(views[0].read()[0])
            case "call reads_after_write":
                self.write(views[1], 0, written)
                self.seen.append(views[0].read()[0])
        return views[-1]

    def passed(self, choice: int) -> View:
        program = self.program
        return self.used(program.choices[choice], program.sites.choices[choice])

    def contribute(self, element: View, into: View, place: int) -> View:
        self.write(into, place, element.read()[0])
        return into


class Judge:
    """Judges decisions about one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.expected = [(inputs, evaluate(program, inputs)) for inputs in program.inputs]

    def is_right(self, copied: Copied) -> bool:
        """Return whether the program computes what it means if these operands are copied."""
        return self._agrees(copied, lambda meaning: meaning._replace(overwritten=[]))

    def keeps_operands(self, copied: Copied) -> bool:
        """Return whether, besides, elements are as they should be until they are overwritten.

        Other decisions are right only for want of a use, which is no merit of them:

            %a = tensor.insert %x into %t[%i]  // not used
            %b = tensor.insert %y into %t[%i]  // the same element, which %a has changed
        """
        return self._agrees(copied, lambda meaning: meaning)

    def _agrees(self, copied: Copied, seen: Callable[[Meaning], Meaning]) -> bool:
        try:
            return all(
                agrees(seen(meaning), seen(simulate(self.program, inputs, copied)))
                for inputs, meaning in self.expected
            )
        except WrittenError:
            return False

    def fewest_copies(self, most: int) -> int:
        """Return how many copies keep all operands, if less than `most` do; otherwise `most`."""
        sites = self.program.sites
        reads = {
            sites.steps[step.number]
            for step in self.program.steps
            if step.kind.name in ("extract", "transfer_read", "call reads")
        }
        # To copy what is only read, or what is returned, helps no program.
        candidates = [site for site in range(sites.returns) if site not in reads]
        for number in range(most):
            if any(self.keeps_operands(frozenset(c)) for c in combinations(candidates, number)):
                return number
        return most
