"""What a mutant is: one change to the rules or to a model, in this process and for a while."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from bufferize import Context


class Mutant(Protocol):
    """One change. What it changes is as before when its context is left."""

    @property
    def name(self) -> str:
        """What is changed, and to what; the same in every run."""

    @property
    def group(self) -> str:
        """Of which kind it is, as in the table."""

    @property
    def decides_only(self) -> bool:
        """Whether it can change nothing but what the analysis decides."""

    def applied(self, context: Context) -> AbstractContextManager[None]:
        """Makes the change, for a context and for the process."""
