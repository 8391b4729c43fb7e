"""The hooks of bufferize-sparse-tensor."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_dialects = adding({"sparse_tensor": "bufferize_sparse_tensor.ops:SPARSE_TENSOR"})
register_op_models = adding({"sparse_tensor": "bufferize_sparse_tensor.models:MODELS"})
