"""Traits: what the IR itself must know of an operation's class."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bufferize.ir.operation import Operation


class Trait:
    """A property of all operations of a class; instances may carry parameters.

    `Operation.traits` lists them; `Operation.get_trait` finds one by its class or a base of it.
    """

    __slots__ = ()

    def verify(self, op: Operation) -> None:
        """Raises VerifyError (`raise op.error(…)`) when `op` breaks the trait's rule."""

    def verify_regions(self, op: Operation) -> None:
        """The same for rules over the operations in `op`'s regions, which are verified by then."""


class IsTerminator(Trait):
    """The operation ends its block."""


class NoTerminator(Trait):
    """The operation's blocks need no terminator."""


class IsolatedFromAbove(Trait):
    """The operation's regions use no values from outside."""


class GraphRegion(Trait):
    """Values may be used before their definition within the operation's regions."""


class SymbolTableTrait(Trait):
    """The operation's region holds symbols."""


class SymbolTrait(Trait):
    """The operation is a symbol: its property `sym_name` names it in the symbol table around it."""


class SingleBlock(Trait):
    """Each region of the operation has one block at most."""
