"""Spaces of small programs, and their programs by number.

A space has kinds of operations, and a shape: straight-line code, or an operation with regions, with
places for operations in and around it. A program of a space starts with two tensors, one of which
must not be written. Each operation may use all earlier values of fitting types that are visible
where it stands. Up to two tensors are returned. Values are named in the order of their definitions,
so no program comes twice.

Programs are numbered. How many there are is known by a recurrence over the next choice, which also
leads from a number to its program. So a search can be resumed, and take every tenth program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import prod
from typing import NamedTuple

from tests.small_programs.programs import (
    DYNAMIC,
    MATRIX,
    PART,
    SHAPES,
    STARTS,
    WHOLE,
    Choice,
    Close,
    Define,
    Kind,
    Open,
    Operations,
    Program,
    Stage,
    Step,
    Use,
)


class _State(NamedTuple):
    """The state of a program that is being made, on which its possible continuations depend."""

    stage: int
    operations: int
    """The number of operations still to come."""
    visible: tuple[int, ...]
    """The number of visible values of each type."""
    outer: tuple[tuple[int, ...], ...]
    """The numbers of visible values at the start of each open region or block."""


@dataclass(frozen=True)
class Space:
    """The set of all programs of one shape with operations of these kinds."""

    name: str
    kinds: tuple[Kind, ...]
    shape: str = "straight"
    most_returned: int = 2
    _counts: dict[_State, int] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def types(self) -> tuple[str, ...]:
        found = dict.fromkeys(STARTS)
        for kind in self.kinds:
            found |= dict.fromkeys((*kind.operands, *([kind.result] if kind.result else [])))
        return tuple(found)

    @property
    def has_places(self) -> bool:
        """Whether operations may be on different elements."""
        return any(kind.places > 1 for kind in self.kinds)

    def count(self, operations: int) -> int:
        """Return how many programs have so many operations."""
        return self._count(self._start(operations))

    def program(self, operations: int, number: int) -> Program:
        """Return one of the programs with so many operations."""
        state = self._start(operations)
        if not 0 <= number < self._count(state):
            raise IndexError(f"{self.name} has no program {number} of {operations} operations")
        builder = _Builder(self.shape)
        while state.stage < len(self._stages):
            for ways, move, after in self._moves(state):
                rest = self._count(after)
                if number < ways * rest:
                    way, number = divmod(number, rest)
                    builder.add(move, way)
                    state = after
                    break
                number -= ways * rest
        return builder.finish(self._returns(sum(state.visible))[number])

    @property
    def _stages(self) -> tuple[Stage, ...]:
        return SHAPES[self.shape]

    def _start(self, operations: int) -> _State:
        return _State(0, operations, tuple(STARTS.count(type) for type in self.types), ())

    def _count(self, state: _State) -> int:
        known = self._counts.get(state)
        if known is None:
            if state.stage < len(self._stages):
                known = sum(ways * self._count(after) for ways, _, after in self._moves(state))
            else:
                known = 0 if state.operations else len(self._returns(sum(state.visible)))
            self._counts[state] = known
        return known

    def _moves(self, state: _State) -> Iterator[tuple[int, Kind | Stage, _State]]:
        """Yield what may come next: in how many ways, and the state afterwards."""
        stage, after = self._stages[state.stage], state._replace(stage=state.stage + 1)
        match stage:
            case Operations():
                if state.operations:
                    yield from self._operations(state)
                yield 1, stage, after
            case Choice(type):
                yield self._visible(state, type), stage, after
            case Use():
                yield 1, stage, after
            case Open(arguments):
                outer = (*state.outer, state.visible)
                yield 1, stage, self._with(after._replace(outer=outer), WHOLE, arguments)
            case Close():
                yield 1, stage, after._replace(visible=state.outer[-1], outer=state.outer[:-1])
            case Define(results):
                yield 1, stage, self._with(after, WHOLE, results)

    def _operations(self, state: _State) -> Iterator[tuple[int, Kind, _State]]:
        after = state._replace(operations=state.operations - 1)
        for kind in self.kinds:
            ways = kind.places * prod(self._visible(state, type) for type in kind.operands)
            if ways:
                yield (
                    ways,
                    kind,
                    after if kind.result is None else self._with(after, kind.result, 1),
                )

    def _visible(self, state: _State, type: str) -> int:
        return state.visible[self.types.index(type)]

    def _with(self, state: _State, type: str, added: int) -> _State:
        new = list(state.visible)
        new[self.types.index(type)] += added
        return state._replace(visible=tuple(new))

    def _returns(self, tensors: int) -> list[tuple[int, ...]]:
        """Return what may be returned, as indices of visible tensors."""
        return [
            chosen
            for size in range(self.most_returned + 1)
            for chosen in combinations(range(tensors), size)
        ]


class _Builder:
    """A program in the making."""

    def __init__(self, shape: str) -> None:
        self._shape = shape
        self._types = list(STARTS)
        self._visible = list(range(len(STARTS)))
        self._outer: list[list[int]] = []
        self._segments: list[tuple[Step, ...]] = []
        self._segment: list[Step] = []
        self._choices: list[int] = []
        self._defined: list[int] = []
        self._number = 0

    def add(self, move: Kind | Stage, way: int) -> None:
        """Make the next move, in one of its ways."""
        match move:
            case Kind():
                self._add_operation(move, way)
            case Operations():
                self._segments.append(tuple(self._segment))
                self._segment = []
            case Choice(type):
                self._choices.append(self._of_type(type)[way])
            case Open(arguments):
                self._outer.append(list(self._visible))
                self._defined += [self._define(WHOLE) for _ in range(arguments)]
            case Close():
                self._visible = self._outer.pop()
            case Define(results):
                self._defined += [self._define(WHOLE) for _ in range(results)]

    def _add_operation(self, kind: Kind, way: int) -> None:
        way, place = divmod(way, kind.places)
        operands = []
        for type in kind.operands:
            values = self._of_type(type)
            way, at = divmod(way, len(values))
            operands.append(values[at])
        result = -1 if kind.result is None else self._define(kind.result)
        self._segment.append(Step(kind, tuple(operands), place, result, self._number))
        self._number += 1

    def _of_type(self, type: str) -> list[int]:
        return [value for value in self._visible if self._types[value] == type]

    def _define(self, type: str) -> int:
        self._types.append(type)
        self._visible.append(len(self._types) - 1)
        return self._visible[-1]

    def finish(self, returned: tuple[int, ...]) -> Program:
        return Program(
            self._shape,
            tuple(self._types),
            tuple(self._segments),
            tuple(self._choices),
            tuple(self._defined),
            tuple(self._visible[index] for index in returned),
        )


EXTRACT = Kind("extract", (WHOLE,))
INSERT = Kind("insert", (WHOLE,), WHOLE)
EMPTY = Kind("empty", (), WHOLE)
FILL = Kind("fill", (WHOLE,), WHOLE)
ADD = Kind("add", (WHOLE, WHOLE), WHOLE)
REVERSE = Kind("reverse", (WHOLE, WHOLE), WHOLE)
SELECT = Kind("select", (WHOLE, WHOLE), WHOLE)
EXTRACT_SLICE = Kind("extract_slice", (WHOLE,), PART, places=2)
INSERT_SLICE = Kind("insert_slice", (PART, WHOLE), WHOLE, places=2)
OWN_SLICE = Kind("own_slice", (WHOLE,), PART)
"""The slice to which an iteration contributes."""
INSERT_PART = Kind("insert", (PART,), PART)
CALLS = (
    Kind("call reads", (WHOLE,)),
    Kind("call writes", (WHOLE,), WHOLE),
    Kind("call loses", (WHOLE,)),
    Kind("call passes", (WHOLE,), WHOLE),
    Kind("call picks", (WHOLE, WHOLE), WHOLE),
    Kind("call reads_after_write", (WHOLE, WHOLE), WHOLE),
)
_VIEWS = (
    Kind("expand_shape", (WHOLE,), MATRIX),
    Kind("collapse_shape", (MATRIX,), WHOLE),
    Kind("cast", (WHOLE,), DYNAMIC),
    Kind("cast", (DYNAMIC,), WHOLE),
)
_IN_REGIONS = {
    "forall": (INSERT, INSERT_PART, Kind("extract_slice", (WHOLE,), PART), OWN_SLICE),
    "two_carried": (INSERT,),
}
"""The kinds of operations in and around regions; the others have `extract` and `insert`."""

SPACES = {
    space.name: space
    for space in (
        Space("elements", (EXTRACT, INSERT, EMPTY, FILL, ADD, SELECT)),
        Space(
            "slices",
            (
                EXTRACT,
                INSERT,
                Kind("extract", (PART,)),
                INSERT_PART,
                EXTRACT_SLICE,
                INSERT_SLICE,
            ),
        ),
        Space("calls", (EXTRACT, INSERT, *CALLS)),
        Space(
            "shapes",
            (
                *(Kind("extract", (type,)) for type in (WHOLE, MATRIX, DYNAMIC)),
                *(Kind("insert", (type,), type) for type in (WHOLE, MATRIX, DYNAMIC)),
                *_VIEWS,
            ),
        ),
        Space(
            "mixed",
            (
                EXTRACT,
                INSERT,
                FILL,
                REVERSE,
                SELECT,
                Kind("extract_slice", (WHOLE,), PART),
                Kind("insert_slice", (PART, WHOLE), WHOLE),
                INSERT_PART,
                CALLS[1],
            ),
        ),
        Space(
            "vectors",
            (
                EXTRACT,
                INSERT,
                Kind("transfer_read", (WHOLE,), places=2),
                Kind("transfer_write", (WHOLE,), WHOLE, places=2),
            ),
        ),
        Space(
            "matrices",
            (
                EXTRACT,
                INSERT,
                *_VIEWS[:2],
                Kind("extract", (MATRIX,)),
                Kind("insert", (MATRIX,), MATRIX),
                Kind("extract_slice", (MATRIX,), PART, places=2),
                Kind("insert_slice", (PART, MATRIX), MATRIX, places=2),
                INSERT_PART,
            ),
        ),
        *(
            Space(shape, _IN_REGIONS.get(shape, (EXTRACT, INSERT)), shape, 1)
            for shape in SHAPES
            if shape != "straight"
        ),
    )
}
