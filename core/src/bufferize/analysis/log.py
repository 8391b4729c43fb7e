"""Counters of the work that an analysis takes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class WorkCounters:
    """How much work an analysis took, in all functions together."""

    reads: int = 0
    """Operands that read."""
    writes: int = 0
    """Operands that write in place."""
    candidates: int = 0
    """Pairs of a read and a write to which the exact rules were applied."""
    searches: int = 0
    """Look-ups of reads or writes by position."""
    merges: int = 0
    """Classes whose reads and writes were added to those of another."""
    largest_class: int = 1
    """Values in the largest class."""
