"""How a transform fails: so that a script may go on, or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bufferize import ir
from bufferize.diagnostics import Diagnostic, DiagnosticError, error

if TYPE_CHECKING:
    from bufferize.diagnostics import Position

Payload = Sequence[ir.Operation] | Sequence[ir.Value] | Sequence[ir.Attribute]
"""What a handle or a parameter stands for."""


class SilenceableFailure(DiagnosticError):
    """A transform could not do its work, and the payload is such that others may go on.

    `results` is what the results of the transform stand for nevertheless; by default nothing.
    """

    def __init__(
        self, diagnostics: Diagnostic | Iterable[Diagnostic] | str, results: Sequence[Payload] = ()
    ) -> None:
        super().__init__(diagnostics)
        self.results = results


class DefiniteFailure(DiagnosticError):
    """A transform failed, and nothing may go on."""


def silenceable(message: str, place: ir.Operation | Position | None) -> SilenceableFailure:
    """A silenceable failure of one message at a place; notes are added to its diagnostic."""
    return SilenceableFailure(error(message, place))


def definite(message: str, place: ir.Operation | Position | None) -> DefiniteFailure:
    """A definite failure of one message at a place."""
    return DefiniteFailure(error(message, place))
