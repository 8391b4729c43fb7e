"""What bufferize-math gives to bufferize."""

from __future__ import annotations

from bufferize.registration import DialectRegistry, hookimpl

BUFFERIZE_API = 1


@hookimpl
def register_dialects(registry: DialectRegistry) -> None:
    """The dialect math."""
    registry.add("math", "bufferize_math.dialect:DIALECT")
