"""Of which tensor a value is a part, and which part: what is taken from it by extractions.

Values that are one tensor updated again and again share an index space, a `Part`. All of them are
either the same buffer, element for element, or buffers of their own. So two accesses of elements
with different indices never meet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bufferize.analysis.state import AnalysisState
from bufferize.interfaces import (
    BufferRelation,
    CastOpInterface,
    DestinationStyleOpInterface,
    HyperrectangularSlice,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    SubsetOpInterface,
)
from bufferize.ir import Operation, OpOperand, OpResult, RankedTensorType, Value


@dataclass(slots=True, eq=False)
class Part:
    """An index space: that of a tensor, or that of a part of another `Part`."""

    value: Value
    """The first value with this index space."""
    parent: Part | None = None
    subset: SubsetOpInterface | None = None
    """What takes the part from the parent, or accesses it there."""
    slice: HyperrectangularSlice | None = None
    """Which part of the parent that is, where it is a slice."""
    depth: int = 0

    def part(self, value: Value, subset: SubsetOpInterface) -> Part:
        """A part of this one."""
        return Part(value, self, subset, subset.accessed_slice(), self.depth + 1)


class PartsOfTensors:
    """Finds the parts of operands. Answers are remembered: the IR must stay as it is."""

    def __init__(self, state: AnalysisState) -> None:
        self.state = state
        self._parts: dict[Value, Part] = {}
        self._accessed: dict[OpOperand, Part] = {}

    def of(self, value: Value) -> Part:
        """The part that `value` is."""
        known = self._parts
        path: dict[Value, None] = {}
        start: Value | None = value
        while start is not None and start not in known:
            if start in path:  # made from itself, in a graph: a part of nothing that is known
                known.update((each, Part(each)) for each in path)
                return known[value]
            path[start] = None
            start = self._source(start)
        part = known[start] if start is not None else None
        for later in reversed(path):
            op = later.defining_op
            if part is None:
                part = Part(later)
            elif isinstance(op, SubsetExtractionOpInterface):
                part = part.part(later, op)
            known[later] = part
        return known[value]

    def are_disjoint(self, a: Part, b: Part, varies: Callable[[Value], bool] | None = None) -> bool:
        """Whether two parts of one part are known to have no element in common.

        Values for which `varies` holds may be one thing in `a` and another in `b`. Of what is no
        slice, the operations that take or access the parts are asked, if nothing varies.
        """
        if a.slice is not None and b.slice is not None:
            return a.slice.is_disjoint_from(b.slice, varies or (lambda _: False))
        return (
            varies is None
            and a.subset is not None
            and b.subset is not None
            and a.subset.operates_on_disjoint_subset(
                b.subset, lambda v, w: self.of(v) is self.of(w)
            )
        )

    def read_by(self, operand: OpOperand) -> Part:
        """The part that the owner of `operand` reads. An insertion reads what it leaves as it is."""
        op = operand.owner
        if isinstance(op, SubsetExtractionOpInterface) and operand is op.source_operand:
            return self._accessed_by(op, operand)
        return self.of(operand.value)

    def written_by(self, operand: OpOperand) -> Part:
        """The part that the owner of `operand` writes."""
        op = operand.owner
        if isinstance(op, SubsetInsertionOpInterface) and operand is op.destination_operand:
            return self._accessed_by(op, operand)
        return self.of(operand.value)

    def parts_of_one(self, a: Part, b: Part) -> tuple[Part, Part] | None:
        """The parts of one part that hold `a` and `b`, where these are in different ones.

        None where they are not parts of one tensor, or where one of them holds the other one.
        """
        while a.parent is not None and a.depth > b.depth:
            a = a.parent
        while b.parent is not None and b.depth > a.depth:
            b = b.parent
        if a is b:
            return None
        while a.parent is not None and b.parent is not None:
            if a.parent is b.parent:
                return a, b
            a, b = a.parent, b.parent
        return None

    def _accessed_by(self, op: SubsetOpInterface, operand: OpOperand) -> Part:
        part = self._accessed.get(operand)
        if part is None:
            part = self._accessed[operand] = self.of(operand.value).part(operand.value, op)
        return part

    def _source(self, value: Value) -> Value | None:
        """The value that `value` is a part of, or has the indices of."""
        op = value.defining_op
        if op is None or self.state.model(op) is None:
            return None
        aliases = self.state.get_aliasing_op_operands(value)
        if len(aliases) != 1 or aliases[0].operand.owner is not op:
            return None
        operand = aliases[0].operand
        if isinstance(op, SubsetExtractionOpInterface):
            return operand.value if operand is op.source_operand else None
        if aliases[0].relation is not BufferRelation.EQUIVALENT or not aliases[0].is_definite:
            return None
        assert isinstance(value, OpResult)
        return operand.value if _keeps_indices(op, value, operand) else None


def _keeps_indices(op: Operation, result: OpResult, operand: OpOperand) -> bool:
    """Whether an index means the same element in `result` as in `operand`, where they are equivalent.

    Not so for reshapes, even to the same type, and so not for calls.
    """
    if isinstance(op, CastOpInterface):
        types = operand.value.type, result.type
        return all(isinstance(type, RankedTensorType) for type in types)
    return isinstance(op, DestinationStyleOpInterface) and op.tied_operand(result) is operand
