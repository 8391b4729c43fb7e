"""Copies of buffers that a block does not own, or may not."""

from __future__ import annotations

from bufferize.define import Context
from bufferize.dialects.bufferization import CloneOp
from bufferize.ir import Block, Builder, InsertionPoint, Location, Region, Value
from bufferize_buffers.deallocation.booleans import class_of


def copied(buffer: Value, builder: Builder, location: Location) -> Value:
    """A copy of `buffer`."""
    return builder.insert(CloneOp(input=buffer, output=buffer.type, location=location)).output


def copied_unless(
    owned: Value, buffer: Value, builder: Builder, context: Context, location: Location
) -> Value:
    """`buffer` if `owned` holds, else a copy of it. Raises DiagnosticError if scf is missing."""
    choice = class_of(context, "scf.if", location)
    end = class_of(context, "scf.yield", location)
    regions = []
    for is_copied in (False, True):
        block = Block()
        value = buffer
        if is_copied:
            with builder.at(InsertionPoint.at_end(block)):
                value = copied(buffer, builder, location)
        block.append(end.create((value,), location=location))
        regions.append(Region((block,)))
    return builder.insert(
        choice.create((owned,), (buffer.type,), regions=regions, location=location)
    ).result
