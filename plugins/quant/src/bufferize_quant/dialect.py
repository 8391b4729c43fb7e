"""The quant dialect's object."""

from __future__ import annotations

from bufferize import define as d

QUANT = d.Dialect("quant")
QUANT.lowering = "mlir-opt --lower-quant-ops"
