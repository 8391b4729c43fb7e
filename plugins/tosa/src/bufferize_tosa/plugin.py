"""What bufferize-tosa gives to bufferize."""

from __future__ import annotations

from bufferize.registration import DialectRegistry, hookimpl

BUFFERIZE_API = 1


@hookimpl
def register_dialects(registry: DialectRegistry) -> None:
    """The shape ops of the dialect tosa."""
    registry.add("tosa", "bufferize_tosa.dialect:DIALECT")
