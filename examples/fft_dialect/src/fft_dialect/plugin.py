"""What this distribution gives to bufferize."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"fft": "fft_dialect.dialect:DIALECT"})
register_op_models = adding({"fft": "fft_dialect.models:MODELS"})
register_semantics = adding({"fft": "fft_dialect.semantics:SEMANTICS"})
register_type_models = adding({"fft.spectrum": "fft_dialect.models:SPECTRA"})
