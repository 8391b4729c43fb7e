"""The hooks of bufferize-linalg."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"linalg": "bufferize_linalg.ops:LINALG"})
register_op_models = adding({"linalg": "bufferize_linalg.models:MODELS"})
register_semantics = adding({"linalg": "bufferize_linalg.semantics:SEMANTICS"})
_PASSES = {
    "convert-elementwise-to-linalg": "ConvertElementwiseToLinalgPass",
    "convert-linalg-to-loops": "ConvertLinalgToLoopsPass",
    "rewrite-in-destination-passing-style": "RewriteInDestinationPassingStylePass",
}

register_passes = adding(
    {name: f"bufferize_linalg.passes:{pass_}" for name, pass_ in _PASSES.items()}
)
