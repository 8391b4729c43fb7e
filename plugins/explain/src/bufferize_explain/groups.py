"""Copies in groups with a common cause, copies that a program asks for, and writes in place."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from bufferize.analysis import AnalysisState
from bufferize.interfaces import function_around
from bufferize.record import Decision, Help, Place, TensorCopy, place_of, plural, size_text

_SHOWN_ROOTS = 3


@dataclass(frozen=True)
class OwnCopies:
    """The copies that the program itself asks for, by operations such as `tensor.insert_slice`."""

    op_name: str
    number: int
    known_bytes: int
    num_unknown: int
    """The number of copies of unknown cost."""

    @staticmethod
    def joined(found: Iterable[OwnCopies]) -> list[OwnCopies]:
        """Add up those of several programs, by name of operation."""
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
    """Copies with the same reason and the same fixes, the most expensive first."""

    copies: tuple[TensorCopy, ...]

    @property
    def first(self) -> TensorCopy:
        """The most expensive copy."""
        return self.copies[0]

    @property
    def help(self) -> tuple[Help, ...]:
        """The fixes that remove the copies."""
        return self.first.help

    @property
    def known_bytes(self) -> int:
        """The sum of the known costs."""
        return sum(copy.cost or 0 for copy in self.copies)

    @property
    def num_unknown(self) -> int:
        """The number of copies of unknown cost."""
        return sum(copy.cost is None for copy in self.copies)

    @property
    def roots(self) -> dict[Place, list[TensorCopy]]:
        """The known values that are copied, with their copies, the most expensive first."""
        found: dict[Place, list[TensorCopy]] = {}
        for copy in self.copies:
            root = copy.root or copy.definition
            if root is not None:
                found.setdefault(root, []).append(copy)
        return dict(sorted(found.items(), key=lambda entry: _weight(entry[1]), reverse=True))

    def heading(self) -> str:
        """Return the number of copies, their size, and the reason."""
        first = self.first
        return f"{counted(self.copies)}: {first.why}"

    def remarks(self) -> list[tuple[str, str]]:
        """Return further remarks, each with its label."""
        first, number = self.first, len(self.copies)
        found = [("largest" if number > 1 else "at", f"{first.place} ({first.cost_text()})")]
        roots = list(self.roots.items())
        texts = [f"{root} ({counted(copies)})" for root, copies in roots[:_SHOWN_ROOTS]]
        if len(roots) > _SHOWN_ROOTS:
            texts.append(f"{len(roots) - _SHOWN_ROOTS} more")
        if texts:
            found.append(("of", ", ".join(texts)))
        found += [("help", help.sentence(number)) for help in self.help]
        if first.tried:
            found.append(("tried in vain", ", ".join(first.tried)))
        return found


def counted(copies: Collection[TensorCopy]) -> str:
    """Return the number of copies and their bytes as text."""
    number, unknown = len(copies), sum(copy.cost is None for copy in copies)
    known = sum(copy.cost or 0 for copy in copies)
    noun = plural(number, "new buffer")
    if all(copy.copies_contents for copy in copies):
        noun = "copy" if number == 1 else "copies"
    sizes = [size_text(known)] if known or unknown < number else []
    sizes += [f"{unknown} of unknown size"] if unknown else []
    return f"{number} {noun}: {', '.join(sizes)}"


def groups_of(copies: Iterable[TensorCopy]) -> list[Group]:
    """Group copies by reason and fixes, the most expensive groups first."""
    found: dict[Hashable, list[TensorCopy]] = {}
    for copy in copies:
        key = (copy.copies_contents, copy.reason, copy.why, copy.help, copy.tried)
        found.setdefault(key, []).append(copy)
    groups = [Group(tuple(sorted(own, key=_cost, reverse=True))) for own in found.values()]
    return sorted(groups, key=lambda group: _weight(group.copies), reverse=True)


def _weight(copies: Collection[TensorCopy]) -> tuple[bool, int, int]:
    costs = [_cost(copy) for copy in copies]
    return costs[0][0], max(cost[1] for cost in costs), sum(cost[2] for cost in costs)


def _cost(copy: TensorCopy) -> tuple[bool, int, int]:
    return copy.copies_contents, copy.unknown_factors, copy.known_cost


@dataclass(frozen=True)
class WrittenInPlace:
    """An operand that is written to in place."""

    place: Place
    function: str | None


def written_in_place(decisions: Iterable[Decision], state: AnalysisState) -> list[WrittenInPlace]:
    """Return the operands that are written to in place, in the order of their decisions.

    The IR must be unchanged since the analysis.
    """
    found = []
    for decision in decisions:
        operand = decision.operand
        if decision.in_place and state.bufferizes_to_memory_write(operand):
            function = function_around(operand.owner.parent_op)
            name = None if function is None else function.symbol_name
            found.append(WrittenInPlace(place_of(operand), name))
    return found
