"""Patterns that convert the ops to ops on buffers.

All partial passes copy what is written before, and so does `draw` here.
"""

from __future__ import annotations

from bufferize.dialects.memref import AllocOp, CopyOp, LoadOp, StoreOp
from bufferize.ir import DYNAMIC, MemRefType, Value
from bufferize_conversion import (
    BufferizeTypeConverter,
    ConversionPattern,
    ConversionPatternRewriter,
    OpAdaptor,
    RewritePatternSet,
)
from image_dialect.dialect import BrightenIntoOp, BrightenOp, DrawOp, PixelOp


class ConvertBrighten(ConversionPattern[BrightenOp]):
    """`image.brighten` writes into a new buffer."""

    def match_and_rewrite(
        self, op: BrightenOp, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        image, by = adaptor.operands
        out = _new_image(image, rewriter)
        rewriter.create(BrightenIntoOp, (image, by, out))
        rewriter.replace_op(op, [out])
        return True


class ConvertDraw(ConversionPattern[DrawOp]):
    """`image.draw` stores into a copy."""

    def match_and_rewrite(
        self, op: DrawOp, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        color, row, column, image = adaptor.operands
        copy = _new_image(image, rewriter)
        rewriter.create(CopyOp, (image, copy))
        rewriter.create(StoreOp, (color, copy, row, column))
        rewriter.replace_op(op, [copy])
        return True


class ConvertPixel(ConversionPattern[PixelOp]):
    """`image.pixel` is a load."""

    def match_and_rewrite(
        self, op: PixelOp, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        rewriter.replace_op(op, rewriter.create(LoadOp, adaptor.operands, (op.color.type,)))
        return True


def populate_image_bufferize_patterns(
    converter: BufferizeTypeConverter, patterns: RewritePatternSet
) -> None:
    """Add the patterns, for this dialect's pass or one that converts several dialects at once."""
    patterns.add(ConvertBrighten(converter), ConvertDraw(converter), ConvertPixel(converter))


def _new_image(like: Value, rewriter: ConversionPatternRewriter) -> Value:
    """Return a new buffer with the extents of another one."""
    assert isinstance(like.type, MemRefType)
    sizes = [rewriter.dim(like, i) for i, n in enumerate(like.type.shape) if n == DYNAMIC]
    alloc = AllocOp.build(dynamic_sizes=sizes, result_types=[like.type], location=rewriter.location)
    return rewriter.insert(alloc).result
