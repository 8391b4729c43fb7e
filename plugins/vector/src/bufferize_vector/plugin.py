"""What bufferize-vector gives to bufferize."""

from __future__ import annotations

from bufferize.registration import DialectRegistry, OpModelRegistry, hookimpl

BUFFERIZE_API = 1


@hookimpl
def register_dialects(registry: DialectRegistry) -> None:
    """The dialect vector."""
    registry.add("vector", "bufferize_vector.dialect:DIALECT")


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    """The models of its ops."""
    registry.add("vector", "bufferize_vector.models:MODELS")
