"""What a misspelt name may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from bufferize.diagnostics.diagnostic import Diagnostic, Severity


def closest_name(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `known` that is most like `name`, None if none is.

    `cutoff`, from 0 to 1, says how much alike the two must be.
    """
    import difflib  # only a mistake pays for it

    close = difflib.get_close_matches(name, sorted(known), 1, cutoff)
    return close[0] if close else None


def did_you_mean(name: str) -> Diagnostic:
    """The note that suggests `name`, as it is written, in place of what was given."""
    return Diagnostic(Severity.NOTE, f"did you mean '{name}'?")
