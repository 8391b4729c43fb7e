"""What bufferize-affine gives to bufferize."""

from __future__ import annotations

from bufferize.registration import DialectRegistry, hookimpl

BUFFERIZE_API = 1


@hookimpl
def register_dialects(registry: DialectRegistry) -> None:
    """The dialect affine."""
    registry.add("affine", "bufferize_affine.dialect:DIALECT")
