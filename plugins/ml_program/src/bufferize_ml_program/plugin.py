"""What bufferize-ml-program gives to bufferize."""

from __future__ import annotations

from bufferize.registration import DialectRegistry, OpModelRegistry, hookimpl

BUFFERIZE_API = 1


@hookimpl
def register_dialects(registry: DialectRegistry) -> None:
    """The dialect ml_program."""
    registry.add("ml_program", "bufferize_ml_program.dialect:DIALECT")


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    """The models of its ops."""
    registry.add("ml_program", "bufferize_ml_program.models:MODELS")
