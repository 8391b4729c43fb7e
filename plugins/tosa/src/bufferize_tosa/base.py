"""The tosa dialect's object."""

from __future__ import annotations

from bufferize.define import Dialect

TOSA = Dialect("tosa")
TOSA.lowering = "mlir-opt --tosa-to-linalg-pipeline"
