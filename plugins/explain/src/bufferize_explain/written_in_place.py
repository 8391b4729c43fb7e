"""What is written to in place: where bufferization could have made a copy, and did not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bufferize.analysis import AnalysisState
from bufferize.record import Decision
from bufferize.record.places import Place, place_of
from bufferize.interfaces import function_around


@dataclass(frozen=True)
class WrittenInPlace:
    """An operand that is written to, without a copy of it."""

    place: Place
    function: str | None


def written_in_place(decisions: Iterable[Decision], state: AnalysisState) -> list[WrittenInPlace]:
    """The operands that were decided to be in place and are written to, in that order.

    The IR must be as it was analysed.
    """
    found = []
    for decision in decisions:
        operand = decision.operand
        if decision.in_place and state.bufferizes_to_memory_write(operand):
            function = function_around(operand.owner.parent_op)
            name = None if function is None else function.symbol_name
            found.append(WrittenInPlace(place_of(operand), name))
    return found
