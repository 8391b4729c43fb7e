"""`linalg.softmax` and the Winograd transforms: destination-style ops without loops or body."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.strided import compatible_extents
from bufferize.interfaces import (
    DestinationStyleOpInterface,
    MemoryEffect,
    MemoryEffectsOpInterface,
)
from bufferize_linalg.dialect import LINALG, WINOGRAD_FMR
from bufferize_linalg.structured import structured_effects


def _extents(value: ir.Value) -> tuple[int, ...]:
    type = value.type
    return (type.extents or ()) if isinstance(type, ir.ShapedType) else ()


class _TransformOp(d.Operation, DestinationStyleOpInterface):
    """Base of the operations with one input and one init."""

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return [self.op_operands[1]]


@LINALG.op("softmax")
class SoftmaxOp(_TransformOp, MemoryEffectsOpInterface):
    """`exp(x - max(x)) / sum(exp(x - max(x)))` along one dimension."""

    input: d.Operand = d.operand(d.ANY_SHAPED)
    output: d.Operand = d.operand(d.ANY_SHAPED)
    dimension: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    result_: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR, name="result")

    traits = (
        d.OpPredicate(
            lambda op: (
                ir.element_type_or_self(op.operand(0).type)
                is ir.element_type_or_self(op.operand(1).type)
            ),
            "input and output have same element type",
        ),
    )
    assembly_format = """
        attr-dict `dimension` `(` $dimension `)`
        `ins` `(` $input `:` type($input) `)`
        `outs` `(` $output `:` type($output) `)`
        (`->` type($result)^)?
    """

    def effects(self) -> list[MemoryEffect]:
        return structured_effects(self.op_operands, 1)

    def verify_op(self) -> None:
        shape, output_shape = _extents(self.input), _extents(self.output)
        if len(shape) != len(output_shape) or not all(map(compatible_extents, shape, output_shape)):
            raise self.error("incompatible output shape")
        if not 0 <= self.dimension.value < len(shape):
            raise self.error("incorrect dimension specified")


# The output tile m and the filter size r of each kind, by the value of `fmr`.
_WINOGRAD_SIZES = ((2, 3), (4, 3), (2, 5))


class _WinogradOp(_TransformOp):
    """One step of a convolution by Winograd's algorithm."""

    traits: ClassVar[tuple[d.Trait, ...]] = ()

    fmr: d.Attr[ir.IntegerAttr, str] = d.attr(WINOGRAD_FMR)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """The output tile, the filter and the input tile along a transformed dimension."""
        m, r = _WINOGRAD_SIZES[self.fmr.value]
        return m, r, m + r - 1

    def _verify_output(self, expected: list[int]) -> None:
        output = _extents(self.operand(1))
        if len(output) != len(expected) or any(
            a != b and ir.DYNAMIC not in (a, b) for a, b in zip(expected, output, strict=True)
        ):
            raise self.error("the output shape is not expected")


def _tiles(extent: int, tile: int, overlap: int) -> int:
    """Return the number of tiles of `tile` outputs that cover an extent."""
    return ir.DYNAMIC if extent == ir.DYNAMIC else (extent - overlap) // tile


@LINALG.op("winograd_filter_transform")
class WinogradFilterTransformOp(_WinogradOp):
    """A filter of layout FHWC, transformed into tiles of layout HWCF."""

    filter: d.Operand = d.operand(d.tensor_of(ranks=(4,)))
    output: d.Operand = d.operand(d.tensor_of(ranks=(4,)))
    result: d.Result = d.result(d.tensor_of(ranks=(4,)))

    traits = (d.AllElementTypesMatch("filter", "output"),)
    assembly_format = """
        attr-dict `fmr` `(` $fmr `)`
        `ins` `(` $filter `:` type($filter) `)`
        `outs` `(` $output `:` type($output) `)`
        `->` type($result)
    """

    def verify_op(self) -> None:
        filters, height, width, channels = _extents(self.filter)
        _, r, tile = self.sizes
        if height not in (r, 1) and height != ir.DYNAMIC:
            raise self.error("expect filter height either equals to r or 1")
        if width not in (r, 1) and width != ir.DYNAMIC:
            raise self.error("expect filter width either equals to r or 1")
        if height == width == 1:
            raise self.error("expect either filter height or width equals to r")
        expected = [tile if size == r else 1 for size in (height, width)]
        self._verify_output([*expected, channels, filters])


@LINALG.op("winograd_input_transform")
class WinogradInputTransformOp(_WinogradOp):
    """An image of layout NHWC, transformed into overlapping tiles."""

    input: d.Operand = d.operand(d.tensor_of(ranks=(4,)))
    output: d.Operand = d.operand(d.tensor_of(ranks=(6,)))
    result: d.Result = d.result(d.tensor_of(ranks=(6,)))

    traits = (d.AllElementTypesMatch("input", "output"),)
    assembly_format = """
        attr-dict `fmr` `(` $fmr `)`
        `ins` `(` $input `:` type($input) `)`
        `outs` `(` $output `:` type($output) `)`
        `->` type($result)
    """

    def verify_op(self) -> None:
        images, height, width, channels = _extents(self.input)
        m, r, tile = self.sizes
        tile_h, tile_w = _extents(self.output)[:2]
        left_h, left_w = tile_h == 1, tile_w == 1
        if left_h and left_w:
            raise self.error("expect at least one transformed dimension")
        expected = [
            1 if left_h else tile,
            1 if left_w else tile,
            height if left_h else _tiles(height, m, r - 1),
            width if left_w else _tiles(width, m, r - 1),
            images,
            channels,
        ]
        self._verify_output(expected)


@LINALG.op("winograd_output_transform")
class WinogradOutputTransformOp(_WinogradOp):
    """An image of layout NHWF, transformed back from tiles of products."""

    value: d.Operand = d.operand(d.tensor_of(ranks=(6,)))
    output: d.Operand = d.operand(d.tensor_of(ranks=(4,)))
    result: d.Result = d.result(d.tensor_of(ranks=(4,)))

    traits = (d.AllElementTypesMatch("value", "output"),)
    assembly_format = """
        attr-dict `fmr` `(` $fmr `)`
        `ins` `(` $value `:` type($value) `)`
        `outs` `(` $output `:` type($output) `)`
        `->` type($result)
    """

    def verify_op(self) -> None:
        tile_h, tile_w, tiles_h, tiles_w, images, filters = _extents(self.value)
        m, _, tile = self.sizes
        for side, extent in (("height", tile_h), ("width", tile_w)):
            if extent not in (tile, 1) and extent != ir.DYNAMIC:
                raise self.error(f"expect value {side} equals to input tile size")
        expected = [
            images,
            *(
                ir.DYNAMIC if count == ir.DYNAMIC else count * (1 if extent == 1 else m)
                for extent, count in ((tile_h, tiles_h), (tile_w, tiles_w))
            ),
            filters,
        ]
        self._verify_output(expected)
