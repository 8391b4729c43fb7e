"""Which operands (or results) of an operation belong to which field."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

from bufferize.define.fields import Arity, Field, Getter, OperandField, ValueField
from bufferize.ir import Attribute, DenseArrayAttr

OPERAND_SEGMENTS = "operandSegmentSizes"
RESULT_SEGMENTS = "resultSegmentSizes"


class Groups:
    """The operand fields of a class, or its result fields, and how values are dealt to them.

    With one field that is not single, it takes what the others leave. With several, an attribute
    tells the size of each, or (`same_size`) all of them have equally many values.
    """

    __slots__ = ("_known_bounds", "fields", "minimum", "open", "same_size", "segments", "values")

    def __init__(
        self,
        fields: Sequence[ValueField],
        values: str,
        segments: str,
        sized: bool,
        same_size: bool,
    ) -> None:
        self.fields = tuple(fields)
        self.values = values
        """The slot of an operation that holds all of the values."""
        self.open = [f.index for f in fields if f.arity is not Arity.SINGLE]
        """The fields that may have any number of values."""
        self.minimum = len(self.fields) - len(self.open)
        self.same_size = same_size and len(self.open) > 1
        several = len(self.open) > 1 and not same_size
        self.segments = segments if sized or several else None
        """The name of the attribute with the sizes, if there is one."""
        self._known_bounds: dict[Attribute | None, list[tuple[int, int]]] = {}

    def sizes(self, op: Any) -> Sequence[int]:
        """How many values each field has."""
        if self.segments is not None:
            attribute = op.properties.get(self.segments)
            if isinstance(attribute, DenseArrayAttr):
                return attribute.values
            return (0,) * len(self.fields)
        if not self.open:
            return (1,) * len(self.fields)
        total = (len(getattr(op, self.values)) - self.minimum) // len(self.open)
        return [1 if f.arity is Arity.SINGLE else total for f in self.fields]

    def bounds(self, op: Any, index: int) -> tuple[int, int]:
        """Where the values of a field start and end."""
        if self.segments is None:
            return self._bounds_of(self.sizes(op))[index]
        attribute = op.properties.get(self.segments)
        bounds = self._known_bounds.get(attribute)
        if bounds is None:
            bounds = self._known_bounds[attribute] = self._bounds_of(self.sizes(op))
        return bounds[index]

    def _bounds_of(self, sizes: Sequence[int]) -> list[tuple[int, int]]:
        starts = [0, *accumulate(sizes)]
        bounds = list(pairwise(starts))
        # Fields that a wrong attribute leaves out are empty.
        return bounds + [(starts[-1], starts[-1])] * (len(self.fields) - len(bounds))

    def getter(self, field: ValueField) -> Getter:
        """A function from an operation to the values of a field."""
        is_operand = isinstance(field, OperandField)
        if isinstance(field, OperandField) and field.segments is not None:
            return self._nested_getter(field, field.segments)
        if field.arity is Arity.SINGLE:
            return self._single_getter(field, is_operand)
        index, bounds = field.index, self.bounds
        if field.arity is Arity.OPTIONAL:

            def optional(op: Any) -> Any:
                start, stop = bounds(op, index)
                if start == stop:
                    return None
                return op.op_operands[start].value if is_operand else op.results[start]

            return optional
        if not is_operand:

            def results(op: Any) -> Any:
                start, stop = bounds(op, index)
                return op.results[start:stop]

            return results
        if self.segments is None and len(self.open) == 1:
            after = len(self.fields) - index - 1
            start = index

            def rest(op: Any) -> Any:
                operands = op.op_operands
                return tuple([o.value for o in operands[start : len(operands) - after]])

            return rest

        def variadic(op: Any) -> Any:
            start, stop = bounds(op, index)
            return tuple([o.value for o in op.op_operands[start:stop]])

        return variadic

    def _single_getter(self, field: ValueField, is_operand: bool) -> Getter:
        index = field.index
        first_open = self.open[0] if self.open else len(self.fields)
        if self.segments is None:
            # The place is fixed, counted from the start or else from the end.
            if index > first_open:
                if len(self.open) > 1:
                    return self._sized_single_getter(index, is_operand)
                index -= len(self.fields)
            if is_operand:
                return lambda op: op.op_operands[index].value
            return lambda op: op.results[index]
        if index < first_open:
            if is_operand:
                return lambda op: op.op_operands[index].value
            return lambda op: op.results[index]
        return self._sized_single_getter(index, is_operand)

    def _sized_single_getter(self, index: int, is_operand: bool) -> Getter:
        bounds = self.bounds
        if is_operand:
            return lambda op: op.op_operands[bounds(op, index)[0]].value
        return lambda op: op.results[bounds(op, index)[0]]

    def _nested_getter(self, field: OperandField, segments: str) -> Getter:
        index, bounds = field.index, self.bounds

        def nested(op: Any) -> Any:
            start, stop = bounds(op, index)
            values = [o.value for o in op.op_operands[start:stop]]
            attribute = op.properties.get(segments)
            parts: list[tuple[Any, ...]] = []
            position = 0
            for size in attribute.values if isinstance(attribute, DenseArrayAttr) else ():
                parts.append(tuple(values[position : position + size]))
                position += size
            return tuple(parts)

        return nested


def list_getter(field: Field, slot: str, count: int, single: bool) -> Getter:
    """Reads a region or successor field: the variadic one is the last and takes the rest."""
    index = field.index
    if single:
        return lambda op: getattr(op, slot)[index]
    after = count - index - 1

    def variadic(op: Any) -> Any:
        values = getattr(op, slot)
        return tuple(values[index : len(values) - after])

    return variadic
