"""What the locations in grammar.lark mean."""

from __future__ import annotations

from typing import Any

from bufferize.ir import (
    UNKNOWN_LOC,
    Attribute,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    Location,
    NameLoc,
)
from bufferize.syntax.scanner import ScanError, small_integer, unescape


class LocationActions:
    """Locations."""

    def unknown_location(self, _token: Any) -> Location:
        """`unknown`."""
        return UNKNOWN_LOC

    def given_location(self, token: Any) -> Location:
        """An alias."""
        if not isinstance(token.value, Location):
            raise ScanError(f"expected location, but found '{token.value}'", token.start_pos)
        return token.value

    def name_location(self, name: Any, child: Location = UNKNOWN_LOC) -> Location:
        """`"name"(child)`."""
        return NameLoc(unescape(name, name.start_pos), child)

    def file_location(self, file: Any, line: Any, column: Any, end: Any) -> Location:
        """`"file":line`, maybe with a column, maybe with an end."""
        first, last = _number(line), 0 if column is None else _number(column)
        end_line, end_column = end or (0, 0)
        return FileLineColLoc(
            unescape(file, file.start_pos),
            first,
            last,
            0 if end_line == first else end_line,
            end_column,
        )

    def location_end(self, _to: Any, line: Any, column: Any) -> tuple[int, int]:
        """`to line:column`; the line is 0 where it is left out."""
        return 0 if line is None else _number(line), _number(column)

    def callsite_location(
        self, _callsite: Any, callee: Location, _at: Any, caller: Location
    ) -> Location:
        """`callsite(callee at caller)`."""
        return CallSiteLoc(callee, caller)

    def locations(self, *locations: Location) -> tuple[Location, ...]:
        """Locations with commas between."""
        return locations

    def fused_location(
        self, _fused: Any, metadata: Attribute | None, locations: tuple[Location, ...]
    ) -> Location:
        """`fused<metadata>[locations]`."""
        return FusedLoc(locations, metadata)


def _number(token: Any) -> int:
    return small_integer(token, token.start_pos)
