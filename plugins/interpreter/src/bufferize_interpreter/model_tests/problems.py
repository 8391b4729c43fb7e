"""Problems of a model, and the evidence for and against its declarations."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Final

from bufferize import ir
from bufferize.syntax import PrintOptions, print_module

_FOLLOWS_FROM: Final = {
    "get_aliasing_op_operands": {"get_aliasing_values"},
    "result_bufferizes_to_memory_write": {"bufferizes_to_memory_write", "get_aliasing_values"},
}
"""Declarations that the interface derives from others by default, so not wrong by themselves."""


class Kind(enum.Enum):
    """The severity of a problem."""

    WRONG = "wrong"
    """A false declaration: it leads to wrong code, or to code that is refused."""
    NEEDLESS = "needless"
    """A safe declaration for which no need was seen: it may cost copies."""
    UNTESTED = "untested"
    """A model, or a declaration, that could not be tested."""


@dataclass(frozen=True)
class Problem:
    """A declaration of a model that contradicts an observation."""

    op: str
    """The name of the op."""
    declaration: str
    """The method, or attribute, of the model."""
    kind: Kind
    said: str
    """The declaration, and the operand or value that it is about."""
    seen: str
    """The behavior that was seen instead."""
    program: str = ""
    """A program that shows the problem."""

    def __str__(self) -> str:
        """Return the problem in words, with the program."""
        if self.kind is Kind.UNTESTED:
            what = "" if self.declaration == "model" else f"{self.declaration} of "
            words = f"{what}the model of '{self.op}' was not tested: {self.seen}"
        else:
            words = f"the model of '{self.op}': {self.declaration}: {self.said}, but {self.seen}"
        if self.kind is Kind.NEEDLESS:
            words += " (this is safe, and may cost copies)"
        return f"{words}\n{self.program}" if self.program else words


@dataclass
class _Claim:
    said: str
    unseen: str
    program: str
    kind: Kind
    was_seen: bool = False


@dataclass
class Evidence:
    """The evidence for and against the model of the ops of one name, from all programs."""

    op: str
    program: str = ""
    """The program that is running."""
    inherited: frozenset[str] = frozenset()
    """The methods that the model does not override."""
    is_elsewhere: bool = False
    """Whether the program is not a sample: then a justification that is missing is no problem."""
    _wrong: dict[tuple[str, str], Problem] = field(default_factory=dict)
    _claims: dict[tuple[str, str], _Claim] = field(default_factory=dict)

    @property
    def has_wrong(self) -> bool:
        """Whether a declaration is known to be false."""
        return bool(self._wrong)

    @staticmethod
    def program_of(module: ir.Operation) -> str:
        """Return the text of a program in the form for problems."""
        return print_module(module, PrintOptions(local_scope=True))

    def wrong(self, declaration: str, said: str, seen: str, program: str | None = None) -> None:
        """Record that a declaration is false, with the shortest program that shows it."""
        text = self.program if program is None else program
        found = Problem(self.op, declaration, Kind.WRONG, said, seen, text)
        known = self._wrong.get((declaration, said))
        if known is None or text.count("\n") < known.program.count("\n"):
            self._wrong[declaration, said] = found

    def claim(
        self,
        declaration: str,
        said: str,
        unseen: str,
        was_seen: bool,
        *,
        kind: Kind = Kind.NEEDLESS,
    ) -> None:
        """Record whether a justification of a declaration was seen.

        It becomes a problem if that is never seen.
        """
        if self.is_elsewhere and not was_seen:
            return
        known = self._claims.setdefault(
            (declaration, said), _Claim(said, unseen, self.program, kind)
        )
        known.was_seen |= was_seen

    def problems(self) -> list[Problem]:
        """Return all false declarations, and then the unjustified ones."""
        unseen = [
            Problem(self.op, declaration, claim.kind, claim.said, claim.unseen, claim.program)
            for (declaration, _), claim in self._claims.items()
            if not claim.was_seen
        ]
        found = [*self._wrong.values(), *unseen]
        named = {problem.declaration for problem in found}
        found = [
            problem
            for problem in found
            if problem.declaration not in self.inherited
            or not named & _FOLLOWS_FROM.get(problem.declaration, set())
        ]
        return sorted(found, key=lambda problem: problem.kind is not Kind.WRONG)
