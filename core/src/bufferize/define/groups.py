"""Which operands (or results, regions, successors) of an operation belong to which field."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import accumulate, islice, pairwise
from operator import attrgetter
from typing import Any, Generic, TypeVar

from bufferize.define.fields import Arity, Field, Getter
from bufferize.ir import DenseArrayAttr

FieldT = TypeVar("FieldT", bound=Field)


class Groups(Generic[FieldT]):
    """The fields of one kind in a class, and how an operation's values are dealt to them.

    With one field that is not single, it takes what the others leave. With several, the attribute
    `segments` tells the size of each, or without one all of them have equally many values.
    """

    __slots__ = ("_bounds", "fields", "kind", "maximum", "minimum", "open", "segments", "slot")

    def __init__(
        self, kind: str, slot: str, fields: Sequence[FieldT], segments: str | None = None
    ) -> None:
        self.kind = kind
        self.slot = slot
        """The slot of an operation that holds all of the values."""
        self.fields = tuple(fields)
        self.segments = segments
        """The name of the attribute with the sizes, if there is one."""
        self.open = [i for i, field in enumerate(fields) if field.arity is not Arity.SINGLE]
        """The fields that may have any number of values."""
        self.minimum = len(self.fields) - len(self.open)
        self.maximum = sys.maxsize if self.open else self.minimum
        self._bounds: dict[object, list[tuple[int, int]]] = {}
        for index, field in enumerate(fields):
            field.index = index
            field.get = self._getter(field)

    def bounds(self, op: Any) -> list[tuple[int, int]]:
        """Where the values of each field start and end."""
        if self.segments is None:
            sizes: Any = len(getattr(op, self.slot))
        else:
            sizes = op.properties.get(self.segments)
        found = self._bounds.get(sizes)
        if found is None:
            found = self._bounds[sizes] = self._find_bounds(sizes)
        return found

    def _find_bounds(self, given: object) -> list[tuple[int, int]]:
        sizes: Sequence[int] = ()
        if isinstance(given, DenseArrayAttr):
            sizes = given.values
        elif isinstance(given, int):
            rest = (given - self.minimum) // max(len(self.open), 1)
            sizes = [1 if field.arity is Arity.SINGLE else rest for field in self.fields]
        starts = [0, *accumulate(sizes)]
        bounds = list(pairwise(starts))
        # Fields that a wrong attribute leaves out are empty.
        return bounds + [(starts[-1], starts[-1])] * (len(self.fields) - len(bounds))

    def _getter(self, field: FieldT) -> Getter:
        """A function from an operation to the values of a field."""
        index, bounds, slot = field.index, self.bounds, attrgetter(self.slot)
        place = self._fixed_place(index) if field.arity is Arity.SINGLE else None
        part: slice | None = None
        if self.open == [index] and self.segments is None:
            part = slice(index, (index + 1 - len(self.fields)) or None)  # what the others leave
        if self.kind == "operand":
            if place is not None:
                return lambda op: op.op_operands[place].value

            def values(op: Any) -> tuple[Any, ...]:
                operands = op.op_operands[part or slice(*bounds(op)[index])]
                return tuple([operand.value for operand in operands])
        else:
            if place is not None:
                if self.kind == "result":  # the most frequent one
                    return lambda op: op.results[place]
                return lambda op: slot(op)[place]

            def values(op: Any) -> tuple[Any, ...]:
                return tuple(slot(op)[part or slice(*bounds(op)[index])])

        if field.arity is Arity.SINGLE:
            return lambda op: values(op)[0]
        if field.arity is Arity.OPTIONAL:
            return lambda op: next(iter(values(op)), None)
        segments = getattr(field, "segments", None)
        if segments is None:
            return values

        def parts(op: Any) -> tuple[tuple[Any, ...], ...]:
            sizes = op.properties.get(segments)
            rest = iter(values(op))
            lengths = sizes.values if isinstance(sizes, DenseArrayAttr) else ()
            return tuple([tuple(islice(rest, length)) for length in lengths])

        return parts

    def _fixed_place(self, index: int) -> int | None:
        """The place of a single value, counted from the start or else from the end, if fixed."""
        if not self.open or index < self.open[0]:
            return index
        return index - len(self.fields) if self.segments is None and len(self.open) == 1 else None
