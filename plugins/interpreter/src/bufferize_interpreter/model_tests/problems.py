"""What is wrong with a model, and the collection of what speaks for its declarations."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Final

from bufferize.ir import Operation
from bufferize.syntax import PrintOptions, print_module

_FOLLOWS_FROM: Final = {
    "get_aliasing_op_operands": {"get_aliasing_values"},
    "result_bufferizes_to_memory_write": {"bufferizes_to_memory_write", "get_aliasing_values"},
}
"""What the interface's own answer follows from: it is not false by itself."""


class Kind(enum.Enum):
    """How bad a problem is."""

    WRONG = "wrong"
    """The declaration is false: it makes wrong code, or code that is refused."""
    NEEDLESS = "needless"
    """The declaration is on the safe side where nothing was seen that calls for it: more copies."""
    UNTESTED = "untested"
    """The model could not be tested."""


@dataclass(frozen=True)
class Problem:
    """A declaration of a model that what was seen speaks against."""

    op: str
    """The name of the op."""
    declaration: str
    """The method, or attribute, of the model."""
    kind: Kind
    said: str
    """What it says, and of what."""
    seen: str
    """What happens."""
    program: str = ""
    """That shows it."""

    def __str__(self) -> str:
        """The problem in words, with the program."""
        if self.kind is Kind.UNTESTED:
            words = f"the model of '{self.op}' was not tested: {self.seen}"
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
    """What was seen of the ops of one name, in all programs, for and against their model."""

    op: str
    program: str = ""
    """The program that is running."""
    inherited: frozenset[str] = frozenset()
    """The methods that the model does not override."""
    _wrong: dict[tuple[str, str], Problem] = field(default_factory=dict)
    _claims: dict[tuple[str, str], _Claim] = field(default_factory=dict)

    @property
    def has_wrong(self) -> bool:
        """Whether a declaration is known to be false."""
        return bool(self._wrong)

    @staticmethod
    def program_of(module: Operation) -> str:
        """The text of a program, as problems show it."""
        return print_module(module, PrintOptions(local_scope=True))

    def wrong(self, declaration: str, said: str, seen: str, program: str | None = None) -> None:
        """A declaration is false; of several programs that show it the shortest is kept."""
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
        """A declaration, and whether what it says was seen; it is a problem if it never is."""
        known = self._claims.setdefault(
            (declaration, said), _Claim(said, unseen, self.program, kind)
        )
        known.was_seen |= was_seen

    def problems(self) -> list[Problem]:
        """All that is wrong, and then what nothing called for."""
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
