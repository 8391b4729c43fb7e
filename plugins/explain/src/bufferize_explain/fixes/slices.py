"""The fix for slices that are not inserted where they were extracted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from bufferize.analysis import AnalysisState
from bufferize.driver.building import dynamic_part
from bufferize.interfaces import (
    HyperrectangularSlice,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    SubsetOpInterface,
    constant_int,
)
from bufferize.ir import Value, dense_i32
from bufferize.record import Reason, TensorCopy, place_of
from bufferize_explain.fixes.base import Fix, Subject, grouped, listed
from bufferize_explain.fixes.program import Program

_LONGEST_CHAIN = 64
_GEOMETRY = ("static_offsets", "static_sizes", "static_strides")
_SEGMENTS = "operandSegmentSizes"
_Pair = tuple[SubsetExtractionOpInterface, SubsetInsertionOpInterface]


class EqualSlices(Fix):
    """Makes an insertion use the offsets, sizes and strides of the extraction."""

    kind = "equal-slices"
    condition = "both slices are meant to be the same part"

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        found = [c for c in subject.of(Reason.CONFLICT) if _pair(c, subject.state) is not None]
        for group in grouped(found, lambda copy: _pair(copy, subject.state)):
            yield cls(subject, group)

    @cached_property
    def _pairs(self) -> list[_Pair]:
        found = (_pair(copy, self.subject.state) for copy in self.copies)
        return list(dict.fromkeys(pair for pair in found if pair is not None))

    @property
    def text(self) -> str:
        taken = listed(place_of(extraction) for extraction, _ in self._pairs)
        put = listed(place_of(insertion) for _, insertion in self._pairs)
        return f"give {put} the same offsets, sizes and strides as {taken}"

    def apply(self, program: Program) -> None:
        for extraction, insertion in self._pairs:
            own = len(insertion.op_operands) - len(_dynamic(insertion))
            taken, given = extraction.accessed_slice(), _dynamic(extraction)
            assert taken is not None
            insertion.set_operands([*insertion.operands[:own], *given])
            for name in _GEOMETRY:
                insertion.properties[name] = extraction.properties[name]
            sizes = map(len, map(dynamic_part, (taken.offsets, taken.sizes, taken.strides)))
            insertion.properties[_SEGMENTS] = dense_i32([*[1] * own, *sizes])


def _dynamic(op: SubsetOpInterface) -> list[Value]:
    found = op.accessed_slice()
    assert found is not None
    return dynamic_part([*found.offsets, *found.sizes, *found.strides])


def _pair(copy: TensorCopy, state: AnalysisState) -> _Pair | None:
    """Return the extraction and the insertion, if their slices may be equal; else None."""
    decision = copy.decision
    if decision is None or decision.read is None or decision.write is None:
        return None
    read, write, insertion = decision.read, decision.write, decision.read.owner
    if not isinstance(insertion, SubsetInsertionOpInterface):
        return None
    if read is insertion.destination_operand:
        inserted = write  # the computation would be visible in the rest of the destination
    elif read is insertion.source_operand and write is insertion.destination_operand:
        inserted = read  # the insertion writes while it reads
    else:
        return None
    passed: set[Value] = set()

    def ends_search(value: Value) -> bool:
        passed.add(value)
        extracts = isinstance(value.defining_op, SubsetExtractionOpInterface)
        return extracts or len(passed) > _LONGEST_CHAIN

    for value in state.find_values_in_reverse_use_def_chain(inserted, ends_search):
        extraction = value.defining_op
        if (
            isinstance(extraction, SubsetExtractionOpInterface)
            and extraction.tensor_container is insertion.tensor_container
            and all(
                name in op.properties
                for name in (*_GEOMETRY, _SEGMENTS)
                for op in (extraction, insertion)
            )
            and _may_be_equal(extraction.accessed_slice(), insertion.accessed_slice())
        ):
            return extraction, insertion
    return None


def _may_be_equal(mine: HyperrectangularSlice | None, other: HyperrectangularSlice | None) -> bool:
    """Return whether two slices differ, but in no value that is constant in both."""
    if mine is None or other is None or len(mine.offsets) != len(other.offsets):
        return False
    if mine.is_equivalent_to(other):
        return False
    left = mine.offsets + mine.sizes + mine.strides
    right = other.offsets + other.sizes + other.strides
    constants = zip(map(constant_int, left), map(constant_int, right), strict=True)
    return not any(x != y for x, y in constants if x is not None and y is not None)
