"""Source locations of operations.

https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes
"""

from __future__ import annotations

__all__ = [
    "UNKNOWN_LOC", "CallSiteLoc", "FileLineColLoc", "FusedLoc", "Location", "NameLoc",
    "UnknownLoc",
]  # fmt: skip

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from bufferize.diagnostics import Lines, Position
from bufferize.ir.interning import Attribute, parameters


class Location(Attribute):
    """The source location of an operation."""

    __slots__ = ()

    def position(self) -> Position | None:
        """Return the position in a file to show, if any; for several locations, the first one."""
        places = (each for each in self.walk_parts() if isinstance(each, FileLineColLoc))
        found = next(places, None)
        return None if found is None else found.position()


@parameters
class UnknownLoc(Location):
    """`loc(unknown)`."""


def _part(index: int) -> Any:
    return property(lambda location: location._arguments()[index])


class FileLineColLoc(Location):
    """`loc("file":line:column to end_line:end_column)`; the end is 0 if only a start is given.

    Lines and columns count from 1; a 0 is not known. `end_line` is 0 for a range within one line.
    It is not interned, unlike other attributes: each operation has its own,
    so that interning would cost time and gain nothing. Compare with `==`.
    """

    __slots__ = ("_lines", "_place")

    __setattr__ = object.__setattr__  # line and column are filled in on demand

    if not TYPE_CHECKING:

        def __new__(cls, *args, **kwargs):
            return object.__new__(cls)

    def __init__(
        self, file: str, line: int, column: int, end_line: int = 0, end_column: int = 0
    ) -> None:
        self._lines: Lines | None = None
        self._place: Any = (file, line, column, end_line, end_column)

    @classmethod
    def in_text(cls, lines: Lines, offset: int) -> FileLineColLoc:
        """Return the location of an offset in a text; line and column are computed on demand."""
        location = object.__new__(cls)
        location._lines = lines
        location._place = offset
        return location

    def _arguments(self) -> tuple[str, int, int, int, int]:
        lines, place = self._lines, self._place
        if lines is not None and isinstance(place, int):
            # One assignment: a RecursionError may come before it, and other threads do the same.
            place = self._place = (lines.name, *lines.line_and_column(place), 0, 0)
        found: tuple[str, int, int, int, int] = place
        return found

    file: str = _part(0)
    line: int = _part(1)
    column: int = _part(2)
    end_line: int = _part(3)
    end_column: int = _part(4)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FileLineColLoc) and self._arguments() == other._arguments()

    def __hash__(self) -> int:
        return hash(self._arguments())

    def position(self) -> Position | None:
        file, line, column, _, _ = self._arguments()
        return Position(file, max(1, line), max(1, column))


@parameters
class NameLoc(Location):
    """`loc("name"(child))`."""

    name: str
    child: Location


@parameters
class CallSiteLoc(Location):
    """`loc(callsite(callee at caller))`."""

    callee: Location
    caller: Location


@parameters
class FusedLoc(Location):
    """`loc(fused<metadata>[locations])`."""

    locations: tuple[Location, ...]
    metadata: Attribute | None = None

    @staticmethod
    def simplified(locations: Iterable[Location], metadata: Attribute | None = None) -> Location:
        """Return several locations as one, without duplicates and unknown ones, as MLIR does."""
        parts: dict[Location, None] = {}
        for location in locations:
            if isinstance(location, FusedLoc) and location.metadata == metadata:
                parts.update(dict.fromkeys(location.locations))
            elif not isinstance(location, UnknownLoc):
                parts[location] = None
        found = tuple(parts) or (UNKNOWN_LOC,)
        return found[0] if metadata is None and len(found) == 1 else FusedLoc(found, metadata)


UNKNOWN_LOC: Final = UnknownLoc()
