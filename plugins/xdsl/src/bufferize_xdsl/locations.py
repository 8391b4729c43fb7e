"""Source locations, in both directions.

xDSL has no ranges in a file: of `loc("f":1:2 to 3:4)` the start is kept.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import builtin as x
from xdsl.ir import Attribute as XdslAttribute

from bufferize.ir import (
    UNKNOWN_LOC,
    Attribute,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    Location,
    NameLoc,
)


def to_location(location: XdslAttribute, metadata: _Read | None = None) -> Location:
    """A location of xDSL in our terms; `metadata` converts what fused locations are tagged with."""
    match location:
        case x.FileLineColLoc():
            line, column = location.line.data, location.column.data
            return FileLineColLoc(location.filename.data, line, column)
        case x.NameLoc():
            return NameLoc(location.desc.data, to_location(location.location, metadata))
        case x.CallSiteLoc():
            callee, caller = location.callee, location.caller
            return CallSiteLoc(to_location(callee, metadata), to_location(caller, metadata))
        case x.FusedLoc(locations=x.ArrayAttr(data=parts)):
            tag = location.metadata
            has_tag = metadata is not None and not isinstance(tag, x.NoneAttr)
            return FusedLoc(
                tuple(to_location(part, metadata) for part in parts),
                metadata(tag) if metadata is not None and has_tag else None,
            )
        case _:
            return UNKNOWN_LOC


def from_location(location: Location, metadata: _Write) -> x.LocationAttr:
    """A location of ours in xDSL's terms."""
    match location:
        case FileLineColLoc():
            file, line, column = location.file, location.line, location.column
            return x.FileLineColLoc(x.StringAttr(file), x.IntAttr(line), x.IntAttr(column))
        case NameLoc():
            return x.NameLoc(x.StringAttr(location.name), from_location(location.child, metadata))
        case CallSiteLoc():
            callee, caller = location.callee, location.caller
            return x.CallSiteLoc(from_location(callee, metadata), from_location(caller, metadata))
        case FusedLoc():
            tag = x.NoneAttr() if location.metadata is None else metadata(location.metadata)
            parts = [from_location(part, metadata) for part in location.locations]
            return x.FusedLoc(x.ArrayAttr(parts), tag)
        case _:
            return x.UNKNOWN_LOC


_Read = Callable[[XdslAttribute], Attribute]
_Write = Callable[[Attribute], XdslAttribute]
