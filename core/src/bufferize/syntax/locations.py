"""The text of locations: as it is read, and for people."""

from __future__ import annotations

from collections.abc import Callable

from bufferize.ir import (
    Attribute,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    Location,
    NameLoc,
    UnknownLoc,
)
from bufferize.syntax.spelling import string_literal

LocationText = Callable[[Location], str]


def location_body(
    location: Location, nested: LocationText, attribute_text: Callable[[Attribute], str]
) -> str:
    """What stands inside `loc()`; `nested` writes the locations inside this one."""
    if isinstance(location, FileLineColLoc):
        return string_literal(location.file) + _place(location)
    if isinstance(location, NameLoc):
        return _named(location, nested)
    if isinstance(location, CallSiteLoc):
        return f"callsite({nested(location.callee)} at {nested(location.caller)})"
    if isinstance(location, FusedLoc):
        return "fused" + _fused(location, nested, attribute_text)
    return "unknown"


def pretty_location(
    location: Location, nested: LocationText, attribute_text: Callable[[Attribute], str]
) -> str:
    """What `--mlir-pretty-debuginfo` writes in the place of `loc(…)`."""
    if isinstance(location, FileLineColLoc):
        return location.file + _place(location)
    if isinstance(location, NameLoc):
        return _named(location, nested)
    if isinstance(location, CallSiteLoc):
        callee, caller = location.callee, location.caller
        on_one_line = (
            isinstance(callee, NameLoc) and isinstance(caller, FileLineColLoc) and not _end(caller)
        )
        return f"{nested(callee)}{'' if on_one_line else chr(10)} at {nested(caller)}"
    if isinstance(location, FusedLoc):
        return _fused(location, nested, attribute_text)
    return "[unknown]"


def name_in_location(location: Location) -> str | None:
    """The first name in a location and those inside it."""
    pending: list[Location] = [location]
    while pending:
        found = pending.pop()
        if isinstance(found, NameLoc):
            return found.name
        inner = [part for part in found.parts() if isinstance(part, Location)]
        pending += reversed(inner)
    return None


def _place(location: FileLineColLoc) -> str:
    return f":{location.line}:{location.column}{_end(location)}"


def _end(location: FileLineColLoc) -> str:
    if location.end_column == 0 and location.end_line == 0:
        return ""
    if location.end_line in (0, location.line):
        return f" to :{location.end_column}"
    return f" to {location.end_line}:{location.end_column}"


def _named(location: NameLoc, nested: LocationText) -> str:
    name = string_literal(location.name)
    return name if isinstance(location.child, UnknownLoc) else f"{name}({nested(location.child)})"


def _fused(
    location: FusedLoc, nested: LocationText, attribute_text: Callable[[Attribute], str]
) -> str:
    label = "" if location.metadata is None else f"<{attribute_text(location.metadata)}>"
    return f"{label}[{', '.join([nested(each) for each in location.locations])}]"
