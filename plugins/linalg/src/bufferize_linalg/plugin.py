"""The hooks of bufferize-linalg."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"linalg": "bufferize_linalg.ops:LINALG"})
register_op_models = adding({"linalg": "bufferize_linalg.models:MODELS"})
register_semantics = adding({"linalg": "bufferize_linalg.semantics:SEMANTICS"})
register_passes = adding(
    {
        "convert-elementwise-to-linalg": "bufferize_linalg.passes:ConvertElementwiseToLinalgPass",
        "convert-linalg-to-loops": "bufferize_linalg.passes:ConvertLinalgToLoopsPass",
    }
)
