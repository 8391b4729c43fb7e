"""Ops on blocks of elements that share a scale, as in the OCP microscaling formats."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.attributes import BLOCK_SIZE, BlockSizeAttr
from bufferize_tosa.constraints import (
    BLOCK_NUMBERS_3D,
    BLOCK_NUMBERS_AT_LEAST_1D,
    BLOCK_SCALES_3D,
    BLOCK_SCALES_AT_LEAST_1D,
    TENSOR_3D,
    TENSOR_AT_LEAST_1D,
)
from bufferize_tosa.dialect import (
    PURE,
    TOSA,
    EnumOp,
    extents_of,
    is_static,
    list_text,
    may_be_equal,
    may_be_same,
)
from bufferize_tosa.verification import are_compared


class BlockScaledOp(EnumOp):
    """Base of the ops on blocks of elements."""

    block_size: d.Attr[BlockSizeAttr, str] = d.attr(BLOCK_SIZE)
    traits = PURE
    enum = ("block_size", BlockSizeAttr)

    def verify_blocks(
        self,
        given: ir.Value,
        data: ir.Value,
        scale: ir.Value,
        names: tuple[str, str],
        scale_name: str,
    ) -> None:
        """Raise VerifyError unless each block along the last dimension has one scale."""
        size = self.block_size.value
        shape, other, scales = (extents_of(value.type) for value in (given, data, scale))
        if not may_be_same(shape, other):
            raise self.error(
                f"require compatible shapes for {names[0]} ('{given.type}') and "
                f"{names[1]} ('{data.type}')"
            )
        if shape is not None and is_static(shape[-1]) and shape[-1] % size:
            raise self.error(
                f"expect last dimension of {names[0]} ({shape[-1]}) to be divisible by "
                f"block_size ({size})"
            )
        blocks = other if scale_name == "output_scale" else shape
        if blocks is None or scales is None:
            return
        of_blocks = data if scale_name == "output_scale" else given
        name = names[1] if scale_name == "output_scale" else names[0]
        if not may_be_same(blocks[:-1], scales[:-1]):
            raise self.error(
                f"require compatible shapes for {name} ('{of_blocks.type}') and "
                f"{scale_name} ('{scale.type}') except for the last dimension"
            )
        if is_static(blocks[-1]) and not may_be_equal(blocks[-1] // size, scales[-1]):
            raise self.error(
                f"expect last dimension of {scale_name} ({scales[-1]}) to be equal to last "
                f"dimension of {name} / block_size ({blocks[-1] // size})"
            )


@TOSA.op("cast_from_block_scaled")
class CastFromBlockScaledOp(BlockScaledOp):
    """The numbers that block-scaled elements represent."""

    input_data: d.Operand = d.operand(BLOCK_NUMBERS_AT_LEAST_1D)
    input_scale: d.Operand = d.operand(BLOCK_SCALES_AT_LEAST_1D)
    output_data: d.Result = d.result(TENSOR_AT_LEAST_1D)

    def verify_op(self) -> None:
        self.verify_blocks(
            self.input_data,
            self.output_data,
            self.input_scale,
            ("input_data", "output_data"),
            "input_scale",
        )


@TOSA.op("cast_to_block_scaled")
class CastToBlockScaledOp(BlockScaledOp):
    """Numbers converted to block-scaled elements, and the scales of the blocks."""

    input_data: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    output_data: d.Result = d.result(BLOCK_NUMBERS_AT_LEAST_1D)
    output_scale: d.Result = d.result(BLOCK_SCALES_AT_LEAST_1D)

    def verify_op(self) -> None:
        self.verify_blocks(
            self.input_data,
            self.output_data,
            self.output_scale,
            ("input_data", "output_data"),
            "output_scale",
        )


@TOSA.op("matmul_t_block_scaled")
class MatmulTBlockScaledOp(BlockScaledOp):
    """The product of matrices of blocks, the second one transposed."""

    a_data: d.Operand = d.operand(BLOCK_NUMBERS_3D)
    a_scale: d.Operand = d.operand(BLOCK_SCALES_3D)
    b_data: d.Operand = d.operand(BLOCK_NUMBERS_3D)
    b_scale: d.Operand = d.operand(BLOCK_SCALES_3D)
    output_data: d.Result = d.result(TENSOR_3D)

    def verify_op(self) -> None:
        a_type, b_type = (ir.element_type_or_self(v.type) for v in (self.a_data, self.b_data))
        if a_type is not b_type and are_compared(a_type, b_type):
            raise self.error(
                f"expect A_data and B_data to have same element type, got '{a_type}' and '{b_type}'"
            )
        known: dict[str, int] = {}
        self._match(
            known, "a_data", self.a_data, ("N", "batch"), ("H", "height"), ("C", "channels")
        )
        scales = ("blocks", "C/block_size")
        self._match(known, "a_scale", self.a_scale, ("N", "batch"), ("H", "height"), scales)
        self._match(known, "b_data", self.b_data, ("D", "batch"), ("W", "width"), ("C", "channels"))
        self._match(known, "b_scale", self.b_scale, ("D", "batch"), ("W", "width"), scales)
        batch, other = known.get("N", ir.DYNAMIC), known.get("D", ir.DYNAMIC)
        if other != 1 and not may_be_equal(batch, other):
            raise self.error(
                "expect B matrix batch size to be broadcast compatible with A, "
                f"got D={other} vs N={batch}"
            )
        self._verify_channels(known.get("C", ir.DYNAMIC), known.get("blocks", ir.DYNAMIC))
        expected = (batch, known.get("H", ir.DYNAMIC), known.get("W", ir.DYNAMIC))
        actual = extents_of(self.output_data.type)
        if actual is not None and not may_be_same(expected, actual):
            raise self.error(
                f"expected output shape {list_text(actual)} to be compatible with expected "
                f"output shape {list_text(expected)}"
            )

    def _match(
        self, known: dict[str, int], name: str, value: ir.Value, *dims: tuple[str, str]
    ) -> None:
        """Record the extents of an operand. Raises VerifyError if they contradict earlier ones."""
        for extent, (symbol, word) in zip(extents_of(value.type) or (), dims, strict=False):
            if not is_static(extent):
                continue
            size = known.setdefault(symbol, extent)
            if size != extent:
                raise self.error(f"expected {word} of {name} to match size {size}, got {extent}")

    def _verify_channels(self, channels: int, blocks: int) -> None:
        size = self.block_size.value
        if not is_static(channels):
            return
        if channels % size:
            raise self.error(
                f"expect C to be a multiple of block size, got C={channels}, block_size={size}"
            )
        if not may_be_equal(channels // size, blocks):
            raise self.error(
                f"expect scale operands dimension 2 to equal C/block_size ({channels}/{size}), "
                f"got {blocks}"
            )
