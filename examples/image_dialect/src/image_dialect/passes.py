"""The dialect's own partial bufferization pass."""

from __future__ import annotations

from dataclasses import dataclass

from bufferize.driver import ModelContext
from bufferize.ir import Operation
from bufferize.passes import Pass
from bufferize_conversion import (
    BufferizeTypeConverter,
    ConversionTarget,
    RewritePatternSet,
    apply_partial_conversion,
    populate_bufferize_materialization_legality,
)
from image_dialect.dialect import BrightenIntoOp
from image_dialect.patterns import populate_image_bufferize_patterns


@dataclass(frozen=True)
class ImageBufferizePass(Pass):
    """Bufferizes the image dialect."""

    name = "image-bufferize"

    def run(self, op: Operation, context: ModelContext) -> None:
        converter, patterns, target = (
            BufferizeTypeConverter(),
            RewritePatternSet(),
            ConversionTarget(),
        )
        populate_image_bufferize_patterns(converter, patterns)
        populate_bufferize_materialization_legality(target)
        target.add_illegal_dialect("image")
        target.add_legal_op(BrightenIntoOp)
        target.add_legal_dialect("memref", "arith")
        apply_partial_conversion(op, target, patterns, context, verify=False)
