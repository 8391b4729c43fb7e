"""All that is found out about the copies of a program: what each format has to tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import SourceMap
from bufferize.interfaces import function_around
from bufferize.record import BufferRemark, Decision, Place, TensorCopy, place_of
from bufferize.syntax import OperationSpans
from bufferize_explain.aliases import AliasSet
from bufferize_explain.groups import OwnCopies


@dataclass(frozen=True)
class Explanation:
    """The copies of a program, and what else is to be said of it."""

    file: str
    """What the program is called."""
    copies: Sequence[TensorCopy]
    """Those that are to be shown, the most expensive first."""
    new: Sequence[TensorCopy] | None = None
    """Those of them that an earlier report does not have, if there is one."""
    in_place: Sequence[WrittenInPlace] = ()
    """What is written to without a copy."""
    buffers: Sequence[BufferRemark] = ()
    """What passes did after bufferization."""
    summaries: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    """What plugins say of the outcome."""
    own_copies: Sequence[OwnCopies] = ()
    """What the program itself copies."""
    sources: SourceMap = field(default_factory=SourceMap)
    """The texts of the program."""
    spans: OperationSpans = field(default_factory=OperationSpans)
    """Where operands and results are written in them."""
    alias_sets: Sequence[AliasSet] = ()
    """Which tensors may share a buffer."""
    outcome: Sequence[str] = ()
    """What plugins say of the outcome, in words."""


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
