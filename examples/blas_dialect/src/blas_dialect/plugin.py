"""The hooks of this distribution."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"blas": "blas_dialect.dialect:DIALECT"})
register_op_models = adding({"blas": "blas_dialect.models:MODELS"})
register_semantics = adding({"blas": "blas_dialect.semantics:SEMANTICS"})
