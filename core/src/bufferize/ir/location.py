"""Source locations of operations. https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bufferize.diagnostics import Position
from bufferize.ir.attribute import Attribute


class Location(Attribute):
    """Where an operation comes from."""

    def position(self) -> Position | None:
        """The place in a file to point at, if there is one."""
        return None


@dataclass(frozen=True, eq=False, repr=False)
class UnknownLoc(Location):
    """`loc(unknown)`."""


@dataclass(frozen=True, eq=False, repr=False)
class FileLineColLoc(Location):
    """`loc("file":line:column to end_line:end_column)`; the end is 0 where only a start is given.

    Lines and columns count from 1; a 0 is not known. `end_line` is 0 for a range within one line.
    """

    file: str
    line: int
    column: int
    end_line: int = 0
    end_column: int = 0

    def position(self) -> Position | None:
        return Position(self.file, max(1, self.line), max(1, self.column))


@dataclass(frozen=True, eq=False, repr=False)
class NameLoc(Location):
    """`loc("name"(child))`."""

    name: str
    child: Location

    def position(self) -> Position | None:
        return self.child.position()


@dataclass(frozen=True, eq=False, repr=False)
class CallSiteLoc(Location):
    """`loc(callsite(callee at caller))`."""

    callee: Location
    caller: Location

    def position(self) -> Position | None:
        return self.callee.position() or self.caller.position()


@dataclass(frozen=True, eq=False, repr=False)
class FusedLoc(Location):
    """`loc(fused<metadata>[locations])`."""

    locations: tuple[Location, ...]
    metadata: Attribute | None = None

    def position(self) -> Position | None:
        return next((p for p in (loc.position() for loc in self.locations) if p), None)


UNKNOWN_LOC: Final = UnknownLoc()
