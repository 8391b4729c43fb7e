"""What makes random programs: steps of a vocabulary, drawn by weight until a program is large enough.

Decisions are drawn so that the smallest draw is the simplest one. With a source of random numbers
from hypothesis (see `strategies`) programs therefore become small.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Generic, TypeVar

from typing_extensions import Self

ValueT = TypeVar("ValueT")
MakerT = TypeVar("MakerT", bound="ProgramMaker[Any]")
ScopeT = TypeVar("ScopeT", bound="Scope[Any]")
_Write = Callable[[MakerT, ScopeT, int], None]


@dataclass(frozen=True)
class Style:
    """What is typical of one program."""

    weights: Mapping[str, float]
    """How often steps of a feature are taken; those of others are not."""
    size: int = 7
    """About how many steps a function takes."""
    depth: int = 2
    """How deep regions are nested."""
    blocks: int = 1
    """The most blocks that a region has."""
    functions: int = 1
    recency: float = 0.4
    """How often an operand is one of the last values, and not any."""
    thrift: float = 0.0
    """How often a value is not used again, so that more can be in place."""


class Scope(Generic[ValueT]):
    """The values that may be used at a place."""

    def __init__(self, values: Iterable[ValueT] = ()) -> None:
        self.values = list(values)

    def copy(self, *more: ValueT) -> Self:
        """Return a scope inside this one, with more values."""
        return type(self)([*self.values, *more])

    def add(self, value: ValueT) -> ValueT:
        """Let a value be used from here on."""
        self.values.append(value)
        return value

    def remove(self, value: ValueT) -> None:
        """Let a value not be used any more."""
        self.values.remove(value)


@dataclass(frozen=True)
class Step(Generic[MakerT, ScopeT]):
    """One way to go on with a program."""

    feature: str
    weight: float
    nested: bool
    """Whether it has regions to fill."""
    needs: Callable[[MakerT], bool] | None
    """Whether it can be taken, where it cannot always be."""
    write: Callable[[MakerT, ScopeT, int], None]


class Vocabulary(Generic[MakerT, ScopeT]):
    """The steps that programs are made of. `a | b` has the steps of both."""

    def __init__(self, steps: Iterable[Step[MakerT, ScopeT]] = ()) -> None:
        self.steps = list(steps)

    def __or__(self, other: Vocabulary[MakerT, ScopeT]) -> Vocabulary[MakerT, ScopeT]:
        return Vocabulary([*self.steps, *other.steps])

    def without(self, *names: str) -> Vocabulary[MakerT, ScopeT]:
        """Return the same without some steps, by the names of their functions."""
        assert {step.write.__name__ for step in self.steps} >= set(names)
        return Vocabulary(step for step in self.steps if step.write.__name__ not in names)

    @property
    def features(self) -> set[str]:
        """What can be weighted."""
        return {step.feature for step in self.steps}

    def step(
        self,
        feature: str,
        weight: float = 1,
        *,
        nested: bool = False,
        needs: Callable[[MakerT], bool] | None = None,
    ) -> Callable[[_Write[MakerT, ScopeT]], _Write[MakerT, ScopeT]]:
        """Register a function that appends a few operations.

        It is given the maker, the scope, to which it adds what may be used afterwards, and how deep
        regions may be nested in what it writes. Those of a feature share its weight as theirs say.
        One that is `nested` is not taken where no regions may be, nor where `needs` says no.
        """

        def register(write: _Write[MakerT, ScopeT]) -> _Write[MakerT, ScopeT]:
            self.steps.append(Step(feature, weight, nested, needs, write))
            return write

        return register


class ProgramMaker(Generic[ValueT]):
    """Draws what a program is made of, whatever it is written in."""

    def __init__(self, rng: random.Random, style: Style, vocabulary: Vocabulary[Any, Any]) -> None:
        self.rng = rng
        self._style = style
        weighted = [
            (step, step.weight * style.weights.get(step.feature, 0)) for step in vocabulary.steps
        ]
        self._weighted = [(step, weight) for step, weight in weighted if weight]

    def chance(self, probability: float) -> bool:
        """True so often; False is simpler."""
        return self.rng.random() >= 1 - probability

    def pick(
        self, scope: Scope[ValueT], fits: Callable[[ValueT], bool] | None = None
    ) -> ValueT | None:
        """Return a value that fits, rather a late one, if there is any."""
        values = scope.values if fits is None else [v for v in scope.values if fits(v)]
        if not values:
            return None
        if self.chance(self._style.recency):
            value = values[-self.rng.randint(1, min(3, len(values)))]
        else:
            value = self.rng.choice(values)
        if len(values) > 1 and self._style.thrift and self.chance(self._style.thrift):
            scope.remove(value)
        return value

    def steps(self, scope: Scope[ValueT], size: int, depth: int) -> None:
        """Take up to `size` steps, which nest regions up to `depth`."""
        possible = [
            (step, weight)
            for step, weight in self._weighted
            if (depth > 0 or not step.nested) and (step.needs is None or step.needs(self))
        ]
        limits = list(accumulate(weight for _, weight in possible))
        if not possible:
            return
        for _ in range(self.rng.randint((size + 1) // 2, size)):
            step, _ = possible[bisect_right(limits, self.rng.random() * limits[-1])]
            self.taken(step, scope, depth)

    def taken(self, step: Step[Any, Any], scope: Scope[ValueT], depth: int) -> None:
        """Take a step."""
        step.write(self, scope, depth)
