"""Small programs as data: straight-line code, or an operation with regions and what is around it.

What a program computes follows from its `Execution` and what each kind of operation does. The evaluator
does that on lists, the simulator on buffers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Generic, NamedTuple, TypeVar

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

    type: str = WHOLE


class Use(NamedTuple):
    """An operand that is the argument of the region that was opened last."""


class Open(NamedTuple):
    """The start of a region or block with arguments; what it defines is not seen after its end."""

    arguments: int = 0


class Close(NamedTuple):
    """The end of a region or block."""


class Define(NamedTuple):
    """Results."""

    results: int = 1


Stage = Operations | Choice | Use | Open | Close | Define
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
    # The default branch is the first region.
    "index_switch": (_OPERATIONS, *_region(), *_region(), *_region(), Define(), _OPERATIONS),
    "two_carried": (
        *(_OPERATIONS, _CHOICE, _CHOICE),
        *(Open(2), _OPERATIONS, _CHOICE, _CHOICE, _CLOSE),
        *(Define(2), _OPERATIONS),
    ),
    # Each iteration contributes one element, from a tensor of one element.
    "forall": (
        *(_OPERATIONS, _CHOICE),
        *(Open(1), _OPERATIONS, Choice(PART), Use(), _CLOSE),
        *(Define(), _OPERATIONS),
    ),
}
"""The stages of each shape, in textual order."""

LOOPS = ("for", "while", "blocks", "two_carried")


class Inputs(NamedTuple):
    """The condition of branches and selections, and the number of iterations of loops.

    A switch takes the branch of the number; two iterations that have no order come in the order of
    the text if the condition holds, or the other way around.
    """

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
        branches = self.shape in ("if", "diamond", "forall") or any(
            step.kind.name in ("select", "call picks") for step in self.steps
        )
        conditions = (True, False) if branches else (True,)
        trips: tuple[int, ...] = (0,)
        if self.shape in LOOPS:
            trips = (0, 1, 3)
        elif self.shape == "index_switch":
            trips = (0, 1, 2)
        return [Inputs(*given) for given in product(conditions, trips)]

    @cached_property
    def sites(self) -> Sites:
        """Return the numbers of the tensor operands, in textual order."""
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
            elif isinstance(stage, Use):
                site += 1
        return Sites(steps, choices, site, site + len(self.returns))

    @cached_property
    def redirected(self) -> Program:
        """Return the program with the reads that bufferization redirects to the tensor before a loop.

        Each iteration of `forall` sees the output as it was before the loop. If it takes more than
        the part to which it contributes, it takes that from the tensor outside.
        """
        if self.shape != "forall":
            return self
        outside = {self.defined[0]: self.choices[0]}
        inside = tuple(
            step
            if step.kind.name == "own_slice"
            else step._replace(operands=tuple(outside.get(o, o) for o in step.operands))
            for step in self.segments[1]
        )
        return replace(self, segments=(self.segments[0], inside, self.segments[2]))


class Sites(NamedTuple):
    """The numbers of the first operand of each operation, of each choice, and of the return."""

    steps: list[int]
    choices: list[int]
    returns: int
    total: int


T = TypeVar("T")


class Execution(ABC, Generic[T]):
    """A run of a program: its operations in the order that its shape gives.

    A subclass says what the operations do, with `values` of its own.
    """

    def __init__(self, program: Program, inputs: Inputs, values: dict[int, T]) -> None:
        self.program = program
        self.inputs = inputs
        self.values = values

    @abstractmethod
    def do(self, step: Step, iteration: int) -> None:
        """Do an operation in an iteration of the loop around it."""

    @abstractmethod
    def passed(self, choice: int) -> T:
        """Return the tensor that the shape takes as `choice`."""

    @abstractmethod
    def contribute(self, element: T, into: T, place: int) -> T:
        """Return a tensor to which an iteration contributes an element."""

    def run(self) -> None:
        self._segment(0)
        if self.program.shape != "straight":
            getattr(self, f"_{self.program.shape}")()
            self._segment(len(self.program.segments) - 1)

    def _segment(self, number: int, iteration: int = 0) -> None:
        for step in self.program.segments[number]:
            self.do(step, iteration)

    def _branch(self, branch: int) -> None:
        self._segment(1 + branch)
        self.values[self.program.defined[0]] = self.passed(branch)

    def _if(self) -> None:
        self._branch(0 if self.inputs.condition else 1)

    _diamond = _if

    def _index_switch(self) -> None:
        self._branch(self.inputs.trips + 1 if self.inputs.trips < 2 else 0)

    def _for(self) -> None:
        count = len(self.program.defined) // 2
        arguments, results = self.program.defined[:count], self.program.defined[count:]
        carried = [self.passed(choice) for choice in range(count)]
        for iteration in range(self.inputs.trips):
            self.values.update(zip(arguments, carried, strict=True))
            self._segment(1, iteration)
            carried = [self.passed(count + choice) for choice in range(count)]
        self.values.update(zip(results, carried, strict=True))

    _two_carried = _for

    def _while(self) -> None:
        before, after, result = self.program.defined
        carried = self.passed(0)
        for iteration in range(self.inputs.trips + 1):
            self.values[before] = carried
            self._segment(1, iteration)
            carried = self.passed(1)
            if iteration < self.inputs.trips:
                self.values[after] = carried
                self._segment(2, iteration)
                carried = self.passed(2)
        self.values[result] = carried

    def _blocks(self) -> None:
        (argument,) = self.program.defined
        carried = self.passed(0)
        for iteration in range(self.inputs.trips + 1):
            self.values[argument] = carried
            self._segment(1, iteration)
            if iteration < self.inputs.trips:
                self._segment(2, iteration)
                carried = self.passed(1)

    def _forall(self) -> None:
        argument, result = self.program.defined
        output = self.values[argument] = self.passed(0)
        for iteration in (0, 1) if self.inputs.condition else (1, 0):
            self._segment(1, iteration)
            output = self.contribute(self.passed(1), output, iteration)
        self.values[result] = output
