"""What a fix is: one change, proposed for copies that have a cause in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from bufferize.analysis import AnalysisState
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.ir import OpOperand
from bufferize.record import Place, Reason, TensorCopy
from bufferize_explain.fixes.program import Program
from bufferize_explain.forms import by_cost

_MOST_GROUPS = 8


@dataclass(frozen=True)
class Subject:
    """A program, and its copies: what fixes are found for. It is not changed."""

    program: Program
    copies: Sequence[TensorCopy]
    """The most expensive first."""

    @cached_property
    def state(self) -> AnalysisState:
        """What models and IR alone tell of the program."""
        return BufferizationState(self.program.context, self.program.options).queries

    def of(self, *reasons: Reason) -> list[TensorCopy]:
        """Return the copies that are made for one of these reasons, decided about an operand."""
        return [c for c in self.copies if c.reason in reasons and c.decision is not None]


class Fix(ABC):
    """One change of a program, or of its options, that may make copies superfluous.

    A subclass finds copies that it may help against. Whether it does, and how much, is seen when it
    is tried; it need not be sure of anything but that the changed program means the same on its
    `condition`.
    """

    kind: ClassVar[str]
    """What sort of change it is."""
    is_general: ClassVar[bool] = False
    """Whether it is worth trying only where nothing else helps."""
    changes_options: ClassVar[bool] = False
    """Whether it changes what is given on the command line, not the program."""
    condition: str | None = None
    """What must hold for the program to mean the same to whoever uses it; None: nothing."""

    def __init__(self, subject: Subject, copies: Iterable[TensorCopy]) -> None:
        self.subject = subject
        self.copies = list(copies)
        """Those that it may help against."""

    @classmethod
    @abstractmethod
    def propose(cls, subject: Subject) -> Iterable[Fix]:
        """Return what is worth trying: few fixes, however many copies there are."""

    @property
    @abstractmethod
    def text(self) -> str:
        """What to do."""

    @property
    def flag(self) -> str | None:
        """What to give on the command line, whole, where it changes that."""
        if not self.changes_options:
            return None
        changed = replace(self.subject.program)
        self.apply(changed)
        return changed.flag(changed)

    @abstractmethod
    def apply(self, program: Program) -> None:
        """Change the program: what lies in it, its options, or what runs first."""

    def only(self, copies: Iterable[TensorCopy]) -> Fix:
        """Return the same change for some of the copies."""
        return type(self)(self.subject, copies)


def grouped(
    copies: Iterable[TensorCopy], key: Callable[[TensorCopy], Hashable]
) -> list[list[TensorCopy]]:
    """Return the copies of one key each, the most expensive first; the last group has all that are too many."""
    groups: dict[Hashable, list[TensorCopy]] = {}
    for copy in by_cost(copies):
        groups.setdefault(key(copy), []).append(copy)
    found = list(groups.values())
    rest = [copy for group in found[_MOST_GROUPS - 1 :] for copy in group]
    return [*found[: _MOST_GROUPS - 1], rest] if rest else found


def operand_of(copy: TensorCopy) -> OpOperand:
    """Return the operand that a copy was decided for."""
    assert copy.decision is not None
    return copy.decision.operand


def listed(places: Iterable[Place | None]) -> str:
    """Places as a phrase: two of them, and how many more there are."""
    texts = list(dict.fromkeys(str(place) for place in places if place is not None))
    if len(texts) > 2:
        return f"{texts[0]} and {len(texts) - 1} more"
    return " and ".join(texts)
