"""What bufferize-linalg gives to bufferize."""

from __future__ import annotations

from bufferize.registration import DialectRegistry, OpModelRegistry, hookimpl

BUFFERIZE_API = 1


@hookimpl
def register_dialects(registry: DialectRegistry) -> None:
    """The dialect linalg."""
    registry.add("linalg", "bufferize_linalg.dialect:DIALECT")


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    """The models of its ops."""
    registry.add("linalg", "bufferize_linalg.models:MODELS")
