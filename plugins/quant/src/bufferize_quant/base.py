"""The quant dialect's object."""

from __future__ import annotations

from bufferize.define import Dialect

QUANT = Dialect("quant")
QUANT.lowering = "mlir-opt --lower-quant-ops"
