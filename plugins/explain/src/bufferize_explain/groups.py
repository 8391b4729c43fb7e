"""Copies that have cause and help in common, and what of a list of copies is to be shown."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from bufferize.record import Help, Place, TensorCopy, plural, size_text

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
        """Those of several programs, one for each kind of operation."""
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
        """How many copies of which size, and why."""
        first = self.first
        return f"{counted(self.copies)}: {first.why}"

    def remarks(self) -> list[tuple[str, str]]:
        """What more there is to be said, each with a word for it."""
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
    """How many copies there are, and their bytes."""
    number, unknown = len(copies), sum(copy.cost is None for copy in copies)
    known = sum(copy.cost or 0 for copy in copies)
    noun = plural(number, "new buffer")
    if all(copy.copies_contents for copy in copies):
        noun = "copy" if number == 1 else "copies"
    sizes = [size_text(known)] if known or unknown < number else []
    sizes += [f"{unknown} of unknown size"] if unknown else []
    return f"{number} {noun}: {', '.join(sizes)}"


def groups_of(copies: Iterable[TensorCopy]) -> list[Group]:
    """The copies by cause and help, the groups that cost most first."""
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
        """The copies that are to be shown, in the same order."""
        return [
            copy
            for copy in copies
            if (copy.cost is None or copy.cost >= self.min_bytes)
            and (not self.functions or copy.function in self.functions)
            and (not self.reasons or copy.reason.value in self.reasons)
        ]
