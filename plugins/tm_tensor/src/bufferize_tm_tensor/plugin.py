"""The hooks of bufferize-tm-tensor."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"tm_tensor": "bufferize_tm_tensor.ops:TM_TENSOR"})
register_op_models = adding({"tm_tensor": "bufferize_tm_tensor.models:MODELS"})
register_semantics = adding({"tm_tensor": "bufferize_tm_tensor.semantics:SEMANTICS"})
register_passes = adding({"tm-tensor-to-loops": "bufferize_tm_tensor.passes:TMTensorToLoopsPass"})
