"""The interface of mutants: one change to the rules or to a model, in this process and temporary."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from bufferize import Context


class Mutant(Protocol):
    """One change, which is undone when its context is left."""

    @property
    def name(self) -> str:
        """The change in words; the same in every run."""

    @property
    def group(self) -> str:
        """The kind, as in the table."""

    @property
    def decides_only(self) -> bool:
        """Whether it can only change decisions of the analysis."""

    def applied(self, context: Context) -> AbstractContextManager[None]:
        """Make the change, for a context and for the process."""
