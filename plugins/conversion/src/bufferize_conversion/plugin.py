"""The hooks of bufferize-conversion."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

_PARTIAL = "bufferize_conversion.passes"

register_analyses = adding({"partial": "bufferize_conversion.partial:partial_analysis"})

register_passes = adding(
    {
        "arith-bufferize": f"{_PARTIAL}:ArithBufferizePass",
        "bufferization-bufferize": f"{_PARTIAL}:BufferizationBufferizePass",
        "func-bufferize": f"{_PARTIAL}:FuncBufferizePass",
        "linalg-bufferize": f"{_PARTIAL}:LinalgBufferizePass",
        "scf-bufferize": f"{_PARTIAL}:ScfBufferizePass",
        "shape-bufferize": f"{_PARTIAL}:ShapeBufferizePass",
        "tensor-bufferize": f"{_PARTIAL}:TensorBufferizePass",
        "tensor-constant-bufferize": f"{_PARTIAL}:TensorConstantBufferizePass",
        "vector-bufferize": f"{_PARTIAL}:VectorBufferizePass",
    }
)
