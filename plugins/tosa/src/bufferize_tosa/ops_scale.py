"""Rescaling of integers: they are multiplied, shifted right and rounded."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.attributes import ROUNDING_MODE, RoundingModeAttr
from bufferize_tosa.constraints import (
    I8_LIKE,
    I8_TENSOR_1D,
    I16_OR_I32_TENSOR_1D,
    INTEGER_LIKE,
    SCALAR_INTEGER_OR_FLOAT,
    TENSOR,
)
from bufferize_tosa.dialect import PURE, TOSA, EnumOp, extents_of, may_be_equal
from bufferize_tosa.verification import storage_type, zero_point

_UNSIGNED_I16_ZERO = 1 << 15


class ScaleOp(EnumOp):
    """Base of the rescaling ops."""

    rounding_mode: d.Attr[RoundingModeAttr, str] = d.attr(ROUNDING_MODE)
    enum = ("rounding_mode", RoundingModeAttr)


@TOSA.op("apply_scale")
class ApplyScaleOp(ScaleOp):
    """The rescaling of each number by its own factor."""

    value: d.Operand = d.operand(INTEGER_LIKE)
    multiplier: d.Operand = d.operand(INTEGER_LIKE)
    shift: d.Operand = d.operand(I8_LIKE)
    output: d.Result = d.result(INTEGER_LIKE)
    traits = (d.Elementwise(), *PURE)


def _width(type: ir.Type) -> int:
    return type.width if isinstance(type, ir.IntegerType | ir.FloatType) else 0


@TOSA.op("rescale")
class RescaleOp(ScaleOp):
    """The rescaling of a tensor, by one factor or by one for each channel."""

    input: d.Operand = d.operand(TENSOR)
    multiplier: d.Operand = d.operand(I16_OR_I32_TENSOR_1D)
    shift: d.Operand = d.operand(I8_TENSOR_1D)
    input_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    output_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    scale32: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    per_channel: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    input_unsigned: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    output_unsigned: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    output: d.Result = d.result(TENSOR)
    traits = PURE

    def verify_op(self) -> None:
        for name, value in (("input", self.input), ("output", self.output)):
            element = storage_type(value.type)
            if not isinstance(element, ir.IntegerType):
                raise self.error(f"expect {name} to have integer element type, got '{element}'")
        self._verify_zero_point_types("input", self.input, self.input_zp)
        self._verify_zero_point_types("output", self.output, self.output_zp)
        self._verify_zero_point("input", self.input_zp, self.input_unsigned)
        self._verify_zero_point("output", self.output_zp, self.output_unsigned)
        multiplier = ir.element_type_or_self(self.multiplier.type)
        wanted, flag = (ir.I32, "true") if self.scale32.value else (ir.I16, "false")
        if multiplier is not wanted:
            raise self.error(
                f"expect {wanted} element type for multiplier for scale32={flag}, "
                f"got '{multiplier}'"
            )
        self._verify_channels()

    def _verify_zero_point_types(self, name: str, value: ir.Value, zero_point: ir.Value) -> None:
        types = storage_type(value.type), storage_type(zero_point.type)
        if not isinstance(types[1], ir.IntegerType) or _width(types[0]) != _width(types[1]):
            raise self.error(
                f"expected {name} and {name}_zp to both be integer of the same bitwidth, "
                f"but got '{types[0]}' vs. '{types[1]}'"
            )

    def _verify_zero_point(self, name: str, value: ir.Value, unsigned: ir.IntegerAttr) -> None:
        number = zero_point(value, is_unsigned=bool(unsigned.value))
        if not number:
            return
        element = ir.element_type_or_self(value.type)
        is_unsigned_i16 = element is ir.I16 and bool(unsigned.value)
        if element is not ir.I8 and not is_unsigned_i16:
            raise self.error(f"expect {name}_zp of 0, got {number}")
        if is_unsigned_i16 and number != _UNSIGNED_I16_ZERO:
            raise self.error(
                f"expect {name}_zp of 0 or {_UNSIGNED_I16_ZERO} for unsigned int16 {name}, "
                f"got {number}"
            )

    def _verify_channels(self) -> None:
        type = self.input.type
        if not isinstance(type, ir.RankedTensorType):
            return
        channels = 1
        if self.per_channel.value:
            if not type.rank:
                raise self.error(
                    "requires input to be at least rank 1 when per_channel is true, but got rank 0"
                )
            channels = type.shape[-1]
        for name, value in (("multiplier", self.multiplier), ("shift", self.shift)):
            count = (extents_of(value.type) or (1,))[0]
            if not may_be_equal(count, channels):
                raise self.error(
                    f"expect shape of {{ {channels} }} for {name} input, got {{ {count} }}"
                )
