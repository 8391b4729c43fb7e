"""Small programs as data: straight-line code, or an operation with regions and what is around it.

What a program computes follows from `execute` and what each kind of operation does. The evaluator
does that on lists, the simulator on buffers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeVar

WHOLE = "tensor<2xi32>"
PART = "tensor<1xi32>"
MATRIX = "tensor<1x2xi32>"
DYNAMIC = "tensor<?xi32>"

STARTS = (WHOLE, WHOLE)
"""The types of the start values: an argument that is writable, and one that is not."""
READ_ONLY = 1
"""The number of the value that must not be written to."""
CONTENTS = ([1, 2], [30, 40])
"""The contents of the start values."""


@dataclass(frozen=True)
class Kind:
    """A kind of operations: the types of the tensors that it takes, and what it defines.

    It comes once for each of its `places`, such as the offset of a slice.
    """

    name: str
    operands: tuple[str, ...]
    result: str | None = None
    places: int = 1


class Step(NamedTuple):
    """An operation of a program: `operands` and `result` are numbers of values."""

    kind: Kind
    operands: tuple[int, ...]
    place: int
    result: int
    """-1 for an operation without a result."""
    number: int
    """Its number in the program, in the order of the text."""

    def written(self, iteration: int) -> int:
        """Return the number that it writes, another one in each iteration of a loop around it."""
        return 1000 * (self.number + 1) + 100 * iteration


class Operations(NamedTuple):
    """A place for any number of operations."""


class Choice(NamedTuple):
    """A tensor that the shape takes, such as the operand of a terminator."""


class Open(NamedTuple):
    """The start of a region or block with arguments; what it defines is not seen after its end."""

    arguments: int = 0


class Close(NamedTuple):
    """The end of a region or block."""


class Define(NamedTuple):
    """Results."""

    results: int = 1


Stage = Operations | Choice | Open | Close | Define
_OPERATIONS, _CHOICE, _CLOSE = Operations(), Choice(), Close()


def _region(arguments: int = 0) -> tuple[Stage, ...]:
    return Open(arguments), _OPERATIONS, _CHOICE, _CLOSE


_BRANCHES = (_OPERATIONS, *_region(), *_region(), Define(), _OPERATIONS)
SHAPES: dict[str, tuple[Stage, ...]] = {
    "straight": (_OPERATIONS,),
    "if": _BRANCHES,
    "diamond": _BRANCHES,
    "for": (_OPERATIONS, _CHOICE, *_region(1), Define(), _OPERATIONS),
    "while": (_OPERATIONS, _CHOICE, *_region(1), *_region(1), Define(), _OPERATIONS),
    # The first block of the loop dominates what follows it, so its values stay visible.
    "blocks": (_OPERATIONS, _CHOICE, Open(1), _OPERATIONS, *_region(), _OPERATIONS),
}
"""What each shape consists of, in textual order."""

LOOPS = ("for", "while", "blocks")


class Inputs(NamedTuple):
    """The condition of branches and selections, and the number of iterations of loops."""

    condition: bool
    trips: int


@dataclass(frozen=True)
class Program:
    """A program: its operations, and the tensors taken where a shape takes one, in textual order."""

    shape: str
    types: tuple[str, ...]
    """The types of all tensors."""
    segments: tuple[tuple[Step, ...], ...]
    """The operations in each place for operations of the shape."""
    choices: tuple[int, ...]
    """The tensors that the shape takes, such as the one that a loop starts with."""
    defined: tuple[int, ...]
    """The tensors that the shape defines, such as the result of a loop."""
    returns: tuple[int, ...]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for segment in self.segments for step in segment)

    @cached_property
    def inputs(self) -> list[Inputs]:
        """Inputs that lead to all paths."""
        branches = self.shape in ("if", "diamond") or any(
            step.kind.name in ("select", "call picks") for step in self.steps
        )
        conditions = (True, False) if branches else (True,)
        return [Inputs(*i) for i in product(conditions, (0, 1, 3) if self.shape in LOOPS else (0,))]

    @cached_property
    def sites(self) -> Sites:
        """The operands that are tensors, numbered in textual order."""
        steps, choices, site = [], [], 0
        segments = iter(self.segments)
        for stage in SHAPES[self.shape]:
            if isinstance(stage, Operations):
                for step in next(segments):
                    steps.append(site)
                    site += len(step.operands)
            elif isinstance(stage, Choice):
                choices.append(site)
                site += 1
        return Sites(steps, choices, site, site + len(self.returns))


class Sites(NamedTuple):
    """The numbers of the first operand of each operation, of each choice, and of the return."""

    steps: list[int]
    choices: list[int]
    returns: int
    total: int


T = TypeVar("T")


def execute(
    program: Program,
    inputs: Inputs,
    values: dict[int, T],
    do: Callable[[Step, int], None],
    passed: Callable[[int], T],
) -> None:
    """Execute a program: `do` each operation in an iteration, and define what is `passed`.

    `values` has the start values; `passed` returns what is passed on where the shape takes a tensor.
    """
    defined = program.defined

    def run(segment: int, iteration: int = 0) -> None:
        for step in program.segments[segment]:
            do(step, iteration)

    run(0)
    if program.shape in ("if", "diamond"):
        branch = 0 if inputs.condition else 1
        run(1 + branch)
        values[defined[0]] = passed(branch)
    elif program.shape == "for":
        carried = passed(0)
        for iteration in range(inputs.trips):
            values[defined[0]] = carried
            run(1, iteration)
            carried = passed(1)
        values[defined[1]] = carried
    elif program.shape == "while":
        carried = passed(0)
        for iteration in range(inputs.trips + 1):
            values[defined[0]] = carried
            run(1, iteration)
            carried = passed(1)
            if iteration < inputs.trips:
                values[defined[1]] = carried
                run(2, iteration)
                carried = passed(2)
        values[defined[2]] = carried
    elif program.shape == "blocks":
        carried = passed(0)
        for iteration in range(inputs.trips + 1):
            values[defined[0]] = carried
            run(1, iteration)
            if iteration < inputs.trips:
                run(2, iteration)
                carried = passed(1)
    if program.shape != "straight":
        run(len(program.segments) - 1)
