"""What bufferize-func gives to bufferize."""

from __future__ import annotations

from bufferize.registration import DialectRegistry, OpModelRegistry, hookimpl

BUFFERIZE_API = 1


@hookimpl
def register_dialects(registry: DialectRegistry) -> None:
    """The dialect func."""
    registry.add("func", "bufferize_func.dialect:DIALECT")


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    """The models of its ops."""
    registry.add("func", "bufferize_func.models:MODELS")
