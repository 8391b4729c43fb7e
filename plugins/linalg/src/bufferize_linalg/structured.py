"""The base class of structured operations."""

from __future__ import annotations

from typing import Final

from bufferize import define as d
from bufferize import ir
from bufferize_linalg.interface import LinalgOpInterface
from bufferize_linalg.structured_syntax import SEGMENT_SIZES
from bufferize_linalg.verification import verify_structured

STRUCTURED_TRAITS: Final[tuple[ir.Trait, ...]] = (
    d.SingleBlockImplicitTerminator("linalg.yield"),
    d.RecursiveMemoryEffects(),
)
"""What holds for all structured operations."""


class StructuredOp(d.Operation, LinalgOpInterface):
    """A structured operation; by default its operands are the fields `inputs` and `outputs`."""

    traits = STRUCTURED_TRAITS

    @property
    def num_dps_inputs(self) -> int:
        sizes = self.properties.get(SEGMENT_SIZES)
        return sizes.values[0] if isinstance(sizes, ir.DenseArrayAttr) else 0

    def verify_regions(self) -> None:
        verify_structured(self)
