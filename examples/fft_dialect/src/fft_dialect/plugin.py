"""What this distribution gives to bufferize."""

from __future__ import annotations

from bufferize.registration import DialectRegistry, OpModelRegistry, TypeModelRegistry, hookimpl

BUFFERIZE_API = 1


@hookimpl
def register_dialects(registry: DialectRegistry) -> None:
    """The dialect fft."""
    registry.add("fft", "fft_dialect.dialect:DIALECT")


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    """The models of its ops."""
    registry.add("fft", "fft_dialect.models:MODELS")


@hookimpl
def register_type_models(registry: TypeModelRegistry) -> None:
    """The model of its tensor type."""
    registry.add("fft.spectrum", "fft_dialect.models:SPECTRA")
