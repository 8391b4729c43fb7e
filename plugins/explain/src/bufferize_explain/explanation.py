"""Copies that have cause and help in common, and what of a list of copies is to be shown."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import SourceMap
from bufferize.interfaces import function_around
from bufferize.record import (
    BufferRemark,
    Decision,
    Help,
    Place,
    TensorCopy,
    place_of,
    plural,
    size_text,
)
from bufferize.syntax import OperationSpans
from bufferize_explain.aliases import AliasSet

_SHOWN_ROOTS = 3


@dataclass(frozen=True)
class OwnCopies:
    """What operations of the program copy that are there to copy, as `tensor.insert_slice`."""

    op_name: str
    number: int
    known_bytes: int
    num_unknown: int
    """How many of them are of unknown cost."""

    @staticmethod
    def joined(found: Iterable[OwnCopies]) -> list[OwnCopies]:
        """Return those of several programs, one for each kind of operation."""
        numbers: dict[str, tuple[int, int, int]] = {}
        for own in found:
            number, known, unknown = numbers.get(own.op_name, (0, 0, 0))
            numbers[own.op_name] = (
                number + own.number,
                known + own.known_bytes,
                unknown + own.num_unknown,
            )
        return [OwnCopies(name, *sums) for name, sums in numbers.items()]


@dataclass(frozen=True)
class Group:
    """Copies, the most expensive first, that are made for one cause, and that the same helps against."""

    copies: tuple[TensorCopy, ...]

    @property
    def first(self) -> TensorCopy:
        """The most expensive one."""
        return self.copies[0]

    @property
    def help(self) -> tuple[Help, ...]:
        """What removes them."""
        return self.first.help

    @property
    def known_bytes(self) -> int:
        """What they cost together, as far as that is known."""
        return sum(copy.cost or 0 for copy in self.copies)

    @property
    def num_unknown(self) -> int:
        """How many of them are of unknown cost."""
        return sum(copy.cost is None for copy in self.copies)

    @property
    def roots(self) -> dict[Place, list[TensorCopy]]:
        """The values whose contents are copied, as far as these are known, the most expensive first."""
        found: dict[Place, list[TensorCopy]] = {}
        for copy in self.copies:
            root = copy.root or copy.definition
            if root is not None:
                found.setdefault(root, []).append(copy)
        return dict(sorted(found.items(), key=lambda entry: _weight(entry[1]), reverse=True))

    def heading(self) -> str:
        """Return how many copies of which size, and why."""
        first = self.first
        return f"{counted(self.copies)}: {first.why}"

    def remarks(self) -> list[tuple[str, str]]:
        """Return what more there is to be said, each with a word for it."""
        first, number = self.first, len(self.copies)
        found = [("largest" if number > 1 else "at", f"{first.place} ({first.cost_text()})")]
        roots = list(self.roots.items())
        texts = [f"{root} ({counted(copies)})" for root, copies in roots[:_SHOWN_ROOTS]]
        if len(roots) > _SHOWN_ROOTS:
            texts.append(f"{len(roots) - _SHOWN_ROOTS} more")
        if texts:
            found.append(("of", ", ".join(texts)))
        found += [("help", help.sentence(number)) for help in self.help]
        if first.needed is not None:
            found.append(("needed", first.needed))
        return found


def counted(copies: Collection[TensorCopy]) -> str:
    """Return how many copies there are, and their bytes."""
    number, unknown = len(copies), sum(copy.cost is None for copy in copies)
    known = sum(copy.cost or 0 for copy in copies)
    noun = plural(number, "new buffer")
    if all(copy.copies_contents for copy in copies):
        noun = "copy" if number == 1 else "copies"
    sizes = [size_text(known)] if known or unknown < number else []
    sizes += [f"{unknown} of unknown size"] if unknown else []
    return f"{number} {noun}: {', '.join(sizes)}"


def groups_of(copies: Iterable[TensorCopy]) -> list[Group]:
    """Return the copies by cause and help, the groups that cost most first."""
    found: dict[Hashable, list[TensorCopy]] = {}
    for copy in copies:
        key = (copy.copies_contents, copy.reason, copy.why, copy.help, copy.is_needed)
        found.setdefault(key, []).append(copy)
    groups = [Group(tuple(sorted(own, key=_cost, reverse=True))) for own in found.values()]
    return sorted(groups, key=lambda group: _weight(group.copies), reverse=True)


def _weight(copies: Collection[TensorCopy]) -> tuple[bool, int, int]:
    costs = [_cost(copy) for copy in copies]
    return costs[0][0], max(cost[1] for cost in costs), sum(cost[2] for cost in costs)


def _cost(copy: TensorCopy) -> tuple[bool, int, int]:
    return copy.copies_contents, copy.unknown_factors, copy.known_cost


@dataclass(frozen=True)
class Selection:
    """Which copies are to be shown."""

    min_bytes: int = 0
    """Those that cost less are not; what is not known may be any number."""
    functions: tuple[str, ...] = ()
    """Those in other functions are not, if any are named."""
    reasons: tuple[str, ...] = ()
    """Those made for other reasons are not, if any are named, by code."""

    def of(self, copies: Iterable[TensorCopy]) -> list[TensorCopy]:
        """Return the copies that are to be shown, in the same order."""
        return [
            copy
            for copy in copies
            if (copy.cost is None or copy.cost >= self.min_bytes)
            and (not self.functions or copy.function in self.functions)
            and (not self.reasons or copy.reason.value in self.reasons)
        ]


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
    """Return the operands that were decided to be in place and are written to, in that order.

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
