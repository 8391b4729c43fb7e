"""The generator of random programs: draws steps of a vocabulary by weight.

The smallest draw is always the simplest decision, so hypothesis (see `strategies`) can shrink
programs.
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
    """The parameters of one program."""

    weights: Mapping[str, float]
    """The weights of features; steps of other features are not taken."""
    size: int = 7
    """The approximate number of steps in a function."""
    depth: int = 2
    """The maximum depth of nested regions."""
    blocks: int = 1
    """The maximum number of blocks in a region."""
    functions: int = 1
    recency: float = 0.4
    """The probability that an operand is one of the last values."""
    thrift: float = 0.0
    """The probability that a value is not used again, so that more can be in place."""


class Scope(Generic[ValueT]):
    """The values that are usable at a point of the program."""

    def __init__(self, values: Iterable[ValueT] = ()) -> None:
        self.values = list(values)

    def copy(self, *more: ValueT) -> Self:
        """Return a nested scope."""
        return type(self)([*self.values, *more])

    def add(self, value: ValueT) -> ValueT:
        """Add a usable value; return it."""
        self.values.append(value)
        return value

    def remove(self, value: ValueT) -> None:
        """Remove a value from the usable ones."""
        self.values.remove(value)


@dataclass(frozen=True)
class Step(Generic[MakerT, ScopeT]):
    """A step: a function that adds a few operations to a program."""

    feature: str
    weight: float
    nested: bool
    """Whether it has regions to fill."""
    needs: Callable[[MakerT], bool] | None
    """A condition for taking it, if any."""
    write: Callable[[MakerT, ScopeT, int], None]


class Vocabulary(Generic[MakerT, ScopeT]):
    """A set of steps. `a | b` has the steps of both."""

    def __init__(self, steps: Iterable[Step[MakerT, ScopeT]] = ()) -> None:
        self.steps = list(steps)

    def __or__(self, other: Vocabulary[MakerT, ScopeT]) -> Vocabulary[MakerT, ScopeT]:
        return Vocabulary([*self.steps, *other.steps])

    def without(self, *names: str) -> Vocabulary[MakerT, ScopeT]:
        """Return the vocabulary without some steps, by the names of their functions."""
        assert {step.write.__name__ for step in self.steps} >= set(names)
        return Vocabulary(step for step in self.steps if step.write.__name__ not in names)

    @property
    def features(self) -> set[str]:
        """The features of all steps."""
        return {step.feature for step in self.steps}

    def step(
        self,
        feature: str,
        weight: float = 1,
        *,
        nested: bool = False,
        needs: Callable[[MakerT], bool] | None = None,
    ) -> Callable[[_Write[MakerT, ScopeT]], _Write[MakerT, ScopeT]]:
        """Decorator: register a function that adds a few operations.

        Its arguments are the maker, the scope, to which it adds its results, and the depth of
        regions that it may nest. The steps of a feature share its weight in proportion to theirs.
        A `nested` step is not taken at depth 0, and none if `needs` returns false.
        """

        def register(write: _Write[MakerT, ScopeT]) -> _Write[MakerT, ScopeT]:
            self.steps.append(Step(feature, weight, nested, needs, write))
            return write

        return register


class ProgramMaker(Generic[ValueT]):
    """A generator of programs, independent of their form."""

    def __init__(self, rng: random.Random, style: Style, vocabulary: Vocabulary[Any, Any]) -> None:
        self.rng = rng
        self._style = style
        weighted = [
            (step, step.weight * style.weights.get(step.feature, 0)) for step in vocabulary.steps
        ]
        self._weighted = [(step, weight) for step, weight in weighted if weight]

    def chance(self, probability: float) -> bool:
        """Return True with this probability; False is simpler."""
        return self.rng.random() >= 1 - probability

    def pick(
        self, scope: Scope[ValueT], fits: Callable[[ValueT], bool] | None = None
    ) -> ValueT | None:
        """Return a value that fits, preferably a late one, or None."""
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
        """Take one step."""
        step.write(self, scope, depth)
