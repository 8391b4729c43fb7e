"""The ops of the dialect `image`."""

from __future__ import annotations

from bufferize import define as d
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface

DIALECT = d.Dialect("image")

IMAGE = d.tensor_of(d.F32, ranks=(2,))
IMAGE_BUFFER = d.memref_of(d.F32, ranks=(2,))


@DIALECT.op("brighten")
class BrightenOp(d.Operation):
    """A new image, with `by` added to every pixel."""

    image: d.Operand = d.operand(IMAGE)
    by: d.Operand = d.operand(d.F32)
    result: d.Result = d.result(IMAGE)
    traits = (d.Pure(), d.AllTypesMatch("image", "result"))
    assembly_format = "$image `by` $by attr-dict `:` type($image)"


@DIALECT.op("draw")
class DrawOp(d.Operation):
    """An image with one pixel set to `color`."""

    color: d.Operand = d.operand(d.F32)
    row: d.Operand = d.operand(d.INDEX)
    column: d.Operand = d.operand(d.INDEX)
    image: d.Operand = d.operand(IMAGE)
    result: d.Result = d.result(IMAGE)
    traits = (d.Pure(), d.AllTypesMatch("image", "result"))
    assembly_format = "$color `at` `[` $row `,` $column `]` `on` $image attr-dict `:` type($image)"


@DIALECT.op("pixel")
class PixelOp(d.Operation):
    """The color of one pixel."""

    image: d.Operand = d.operand(IMAGE)
    row: d.Operand = d.operand(d.INDEX)
    column: d.Operand = d.operand(d.INDEX)
    color: d.Result = d.result(d.F32)
    traits = (d.Pure(),)
    assembly_format = "$image `[` $row `,` $column `]` attr-dict `:` type($image)"


@DIALECT.op("brighten_into")
class BrightenIntoOp(d.Operation, MemoryEffectsOpInterface):
    """What `brighten` becomes: the result is written to `out`."""

    image: d.Operand = d.operand(IMAGE_BUFFER)
    by: d.Operand = d.operand(d.F32)
    out: d.Operand = d.operand(IMAGE_BUFFER)
    assembly_format = "$image `by` $by `into` $out attr-dict `:` type($image) `into` type($out)"

    def effects(self) -> list[MemoryEffect]:
        return [
            MemoryEffect(EffectKind.READ, self.image, self.op_operands[0]),
            MemoryEffect(EffectKind.WRITE, self.out, self.op_operands[2]),
        ]
