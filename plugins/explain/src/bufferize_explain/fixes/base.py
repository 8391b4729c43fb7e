"""The base class of fixes: changes of a program, proposed for copies with a common cause."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from bufferize.analysis import AnalysisState, called_function
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.interfaces import CallOpInterface, EffectKind, MemoryEffectsOpInterface
from bufferize.ir import Operation, OpOperand
from bufferize.record import Place, Reason, TensorCopy
from bufferize_explain.fixes.program import Program
from bufferize_explain.forms import by_cost
from bufferize_transforms import Endings, may_not_return

_MOST_GROUPS = 8


@dataclass(frozen=True)
class Budget:
    """The limits on trials; a trial takes about as long as bufferization."""

    trials: int = 24
    seconds: float = 10.0
    """Processor time; a trial in progress is finished."""


@dataclass(frozen=True)
class Subject:
    """A program and its copies, for which fixes are proposed."""

    program: Program
    copies: Sequence[TensorCopy]
    """The copies, the most expensive first."""
    refused: Operation | None = None
    """The operation because of which the program is refused, if it is."""

    @cached_property
    def state(self) -> AnalysisState:
        """Queries of the program that need no analysis, only models and IR."""
        return BufferizationState(self.program.context, self.program.options).queries

    @cached_property
    def endings(self) -> Endings:
        """The operations of the program that may not return, or that print something before."""
        return Endings(self.program.module, self.state, _ends_or_prints)

    @cached_property
    def calls(self) -> dict[Operation | None, list[CallOpInterface]]:
        """The calls of each function of the program that is called by name."""
        found: dict[Operation | None, list[CallOpInterface]] = {}
        for op in self.program.module.walk():
            if isinstance(op, CallOpInterface):
                found.setdefault(called_function(self.state, op), []).append(op)
        return found

    def of(self, *reasons: Reason) -> list[TensorCopy]:
        """Return the copies with one of these reasons that come from a decision on an operand."""
        return [c for c in self.copies if c.reason in reasons and c.decision is not None]


class Fix(ABC):
    """A change of a program or its options that may remove copies.

    A subclass proposes it for copies that it may remove; a trial shows whether and how much it
    saves. It only has to guarantee that the changed program means the same under its `condition`.
    """

    kind: ClassVar[str]
    """The kind of change, a name in kebab case."""
    is_general: ClassVar[bool] = False
    """Whether to try it only for copies that no other fix removes."""
    changes_options: ClassVar[bool] = False
    """Whether it changes the options instead of the program."""
    command: ClassVar[str | None] = None
    """The command that makes the change, if it needs an option of `bufferize fix`."""
    condition: str | None = None
    """The condition for the program to mean the same to its users; None if it always does."""

    def __init__(self, subject: Subject, copies: Iterable[TensorCopy]) -> None:
        self.subject = subject
        self.copies = list(copies)
        """The copies that it may remove."""

    @classmethod
    @abstractmethod
    def propose(cls, subject: Subject) -> Iterable[Fix]:
        """Yield the fixes to try: few, even for many copies."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The change in words."""

    @property
    def name(self) -> str:
        """The change in short, for the list of what was tried."""
        return self.kind

    @property
    def flag(self) -> str | None:
        """The complete command-line option, if the fix changes options."""
        if not self.changes_options:
            return None
        changed = replace(self.subject.program)
        self.apply(changed)
        return changed.flag(changed)

    @abstractmethod
    def apply(self, program: Program) -> None:
        """Change the program: its IR, its options, or the passes that run first."""

    def only(self, copies: Iterable[TensorCopy]) -> Fix:
        """Make the same change for some of the copies."""
        return type(self)(self.subject, copies)

    def further(self, left: Sequence[TensorCopy]) -> Fix | None:
        """Return the fix with further changes for the copies that are `left` after it, or None.

        A copy may be left for another reason than before, or be made instead of a removed one.
        """
        return None


def _ends_or_prints(op: Operation) -> bool:
    """Return whether `op` may not return or writes memory without a name, as if it printed."""
    return may_not_return(op) or (
        isinstance(op, MemoryEffectsOpInterface)
        and any(e.kind is EffectKind.WRITE and e.value is None for e in op.effects())
    )


def grouped(
    copies: Iterable[TensorCopy], key: Callable[[TensorCopy], Hashable]
) -> list[list[TensorCopy]]:
    """Group copies by key, the most expensive first, in at most 8 groups; the last has the rest."""
    groups: dict[Hashable, list[TensorCopy]] = {}
    for copy in by_cost(copies):
        groups.setdefault(key(copy), []).append(copy)
    found = list(groups.values())
    rest = [copy for group in found[_MOST_GROUPS - 1 :] for copy in group]
    return [*found[: _MOST_GROUPS - 1], rest] if rest else found


def operand_of(copy: TensorCopy) -> OpOperand:
    """Return the operand whose decision caused a copy."""
    assert copy.decision is not None
    return copy.decision.operand


def listed(places: Iterable[Place | None]) -> str:
    """Return places as a phrase: at most two, else one and the number of the others."""
    texts = list(dict.fromkeys(str(place) for place in places if place is not None))
    if len(texts) > 2:
        return f"{texts[0]} and {len(texts) - 1} more"
    return " and ".join(texts)
