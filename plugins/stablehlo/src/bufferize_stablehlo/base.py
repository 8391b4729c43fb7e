"""The stablehlo dialect's object."""

from __future__ import annotations

from bufferize.define import Dialect

STABLEHLO = Dialect("stablehlo")
STABLEHLO.lowering = "stablehlo-opt --stablehlo-legalize-to-linalg"
