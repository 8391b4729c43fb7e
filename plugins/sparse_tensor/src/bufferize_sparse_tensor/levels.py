"""How a level of a sparse tensor is stored.

See https://mlir.llvm.org/docs/Dialects/SparseTensorOps.
"""

from __future__ import annotations

from typing import Final, NamedTuple

FORMATS: Final = ("dense", "batch", "compressed", "singleton", "loose_compressed", "structured")
PROPERTIES: Final = ("nonunique", "nonordered", "soa")
"""What a level may be other than usual, in the order in which it is printed."""

_WITHOUT_PROPERTIES: Final = ("dense", "batch", "structured")


class LevelType(NamedTuple):
    """A format, with what is not as usual about it: `compressed(nonunique)`, `structured[2, 4]`."""

    format: str
    """One of `FORMATS`."""
    properties: frozenset[str] = frozenset()
    sizes: tuple[int, ...] = ()
    """Of a structured level: how many elements out of how many are stored."""

    @property
    def problem(self) -> str | None:
        """What is wrong with it, None if nothing is."""
        if self.format in _WITHOUT_PROPERTIES and self.properties:
            return "invalid level type: level format doesn't support the properties"
        return None

    @property
    def is_singleton(self) -> bool:
        """Whether each coordinate belongs to one coordinate of the level before."""
        return self.format == "singleton"

    @property
    def is_soa(self) -> bool:
        """Whether its coordinates are in a buffer of their own."""
        return "soa" in self.properties

    @property
    def is_unique(self) -> bool:
        """Whether no coordinate is stored twice."""
        return "nonunique" not in self.properties

    @property
    def is_compressed(self) -> bool:
        """Whether it has positions, which say where its coordinates are."""
        return self.format in ("compressed", "loose_compressed")

    def __str__(self) -> str:
        sizes = f"[{', '.join(map(str, self.sizes))}]" if self.sizes else ""
        named = ", ".join(each for each in PROPERTIES if each in self.properties)
        return f"{self.format}{sizes}{f'({named})' if named else ''}"


def problem_of_levels(levels: tuple[LevelType, ...]) -> str | None:
    """Why levels cannot follow one another, None if they can."""
    for before, level in zip((None, *levels), levels, strict=False):
        if not level.is_singleton or (before is not None and before.is_singleton):
            if before is not None and level.is_singleton and before.is_soa != level.is_soa:
                return (
                    "expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS)."
                )
        elif before is None or not before.is_compressed:
            return "expected compressed or loose_compressed level before singleton level"
    batches = [level.format == "batch" for level in levels]
    if batches != sorted(batches, reverse=True):
        return "Batch lvlType can only be leading levels."
    if any(level.is_soa and not level.is_singleton for level in levels):
        return "SoA is only applicable to singleton lvlTypes."
    structured = next((i for i, level in enumerate(levels) if level.format == "structured"), None)
    if structured is not None:
        if structured != len(levels) - 1:
            return "expected n_out_of_m to be the last level type"
        if any(level.format != "dense" for level in levels[:structured]):
            return "expected all dense lvlTypes before a n_out_of_m level"
    return None
