"""The quant dialect: types of quantized elements and casts between them and numbers."""

from __future__ import annotations

from bufferize import define as d

QUANT = d.Dialect("quant")
QUANT.lowering = "mlir-opt --lower-quant-ops"
