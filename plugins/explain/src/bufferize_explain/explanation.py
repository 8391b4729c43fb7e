"""The content of a report on copies: everything it shows, and the selection of copies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bufferize.diagnostics import SourceMap
from bufferize.record import BufferRemark, TensorCopy
from bufferize.syntax import OperationSpans
from bufferize_explain.aliases import AliasSet
from bufferize_explain.fixes import BufferAdvice, Refused
from bufferize_explain.groups import OwnCopies, WrittenInPlace


@dataclass(frozen=True)
class Selection:
    """A filter for the copies to show."""

    min_bytes: int = 0
    """The least cost; an unknown cost is always enough."""
    functions: tuple[str, ...] = ()
    """The names of the functions; empty for all."""
    reasons: tuple[str, ...] = ()
    """The codes of the reasons; empty for all."""

    def of(self, copies: Iterable[TensorCopy]) -> list[TensorCopy]:
        """Return the copies to show, in the same order."""
        return [
            copy
            for copy in copies
            if (copy.cost is None or copy.cost >= self.min_bytes)
            and (not self.functions or copy.function in self.functions)
            and (not self.reasons or copy.reason.value in self.reasons)
        ]


@dataclass(frozen=True)
class Explanation:
    """Everything that a report on a program shows."""

    file: str
    """The name of the program."""
    copies: Sequence[TensorCopy]
    """The copies to show, the most expensive first."""
    new: Sequence[TensorCopy] | None = None
    """The copies that the baseline does not have; None without a baseline."""
    in_place: Sequence[WrittenInPlace] = ()
    """The operands that are written to in place."""
    buffers: Sequence[BufferRemark] = ()
    """The actions of passes on buffers after bufferization."""
    summaries: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    """The summaries of instrumentations, as JSON."""
    own_copies: Sequence[OwnCopies] = ()
    """The copies that the program itself asks for."""
    sources: SourceMap = field(default_factory=SourceMap)
    """The source texts of the program."""
    spans: OperationSpans = field(default_factory=OperationSpans)
    """The ranges of operands and results in the sources."""
    alias_sets: Sequence[AliasSet] = ()
    """The sets of tensors that may share a buffer."""
    memory: BufferAdvice = field(default_factory=BufferAdvice)
    """The allocations to show, the largest first, and what removes them."""
    outcome: Sequence[str] = ()
    """The summaries of instrumentations, as text."""
    refusals: Sequence[Refused] = ()
    """The refusals of bufferization, one at most for each program of the input."""
