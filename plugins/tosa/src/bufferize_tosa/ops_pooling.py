"""Pooling: one element for each window of an image."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.attributes import NAN_MODE, PROPAGATE, NanPropagationModeAttr
from bufferize_tosa.constraints import ACCUMULATOR_TYPE, SCALAR_INTEGER_OR_FLOAT, TENSOR_4D, i64s
from bufferize_tosa.dialect import PURE, TOSA, EnumOp, TosaOp, extents_of, is_static
from bufferize_tosa.verification import (
    storage_type,
    verify_at_least,
    verify_calculated,
    verify_extent,
    verify_same_element_types,
    verify_zero_point,
    verify_zero_point_type,
)

KERNEL, STRIDE, PAD = i64s(2), i64s(2), i64s(4)


def verify_pooling(
    op: ir.Operation,
    given: ir.Value,
    result: ir.Value,
    kernel: tuple[int, ...],
    stride: tuple[int, ...],
    pad: tuple[int, ...],
) -> None:
    """Raise VerifyError for windows that do not fit."""
    verify_at_least(op, "kernel", kernel, 1)
    verify_at_least(op, "stride", stride, 1)
    verify_at_least(op, "padding", pad, 0)
    (top, bottom, left, right), (height, width) = pad, kernel
    if left >= width or right >= width:
        raise op.error(
            "expected left/right padding to be less than the width of the kernel, "
            f"got pad_left={left}, pad_right={right}, kernel_x={width}"
        )
    if top >= height or bottom >= height:
        raise op.error(
            "expected top/bottom padding to be less than the height of the kernel, "
            f"got pad_top={top}, pad_bottom={bottom}, kernel_y={height}"
        )
    sizes, found = extents_of(given.type), extents_of(result.type)
    if sizes is None or found is None:
        return
    words = (("height", "y", "top", "bottom"), ("width", "x", "left", "right"))
    for i, (name, axis, before, after) in enumerate(words):
        size, (low, high) = sizes[i + 1], pad[2 * i : 2 * i + 2]
        if not is_static(size):
            continue
        calculated = verify_extent(
            op,
            f"input_{name} + pad_{before} + pad_{after} - kernel_{axis} to be wholly divisible "
            f"by stride_{axis}",
            f"({size} + {low} + {high} - {kernel[i]}) / {stride[i]}",
            size + low + high - kernel[i],
            stride[i],
        )
        verify_calculated(op, name, calculated, found[i + 1])


@TOSA.op("avg_pool2d")
class AvgPool2dOp(TosaOp):
    """The mean of each window."""

    input: d.Operand = d.operand(TENSOR_4D)
    input_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    output_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    kernel: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(KERNEL)
    stride: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(STRIDE)
    pad: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(PAD)
    acc_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(ACCUMULATOR_TYPE)
    output: d.Result = d.result(TENSOR_4D)

    def verify_op(self) -> None:
        windows = (self.kernel.values, self.stride.values, self.pad.values)
        verify_pooling(self, self.input, self.output, *windows)
        element, accumulator = storage_type(self.input.type), self.acc_type.type
        if isinstance(element, ir.IntegerType) and accumulator is not ir.I32:
            raise self.error("accumulator type for integer tensor is not i32")
        if element is ir.F16 and accumulator not in (ir.F16, ir.F32):
            raise self.error("accumulator type for f16 tensor is not f16/f32")
        if element in (ir.BF16, ir.F32) and accumulator is not ir.F32:
            raise self.error(f"accumulator type for {element} tensor is not f32")
        verify_zero_point_type(self, "input", self.input, self.input_zp)
        verify_zero_point_type(self, "output", self.output, self.output_zp)
        verify_zero_point(self, "input", self.input_zp)
        verify_zero_point(self, "output", self.output_zp)


@TOSA.op("max_pool2d")
class MaxPool2dOp(EnumOp):
    """The greatest element of each window."""

    input: d.Operand = d.operand(TENSOR_4D)
    kernel: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(KERNEL)
    stride: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(STRIDE)
    pad: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(PAD)
    nan_mode: d.Attr[NanPropagationModeAttr, str] = d.default_attr(NAN_MODE, PROPAGATE)
    output: d.Result = d.result(TENSOR_4D)
    traits = PURE
    enum = ("nan_mode", NanPropagationModeAttr)
    elided = PROPAGATE

    def verify_op(self) -> None:
        verify_same_element_types(self, self.input, self.output)
        windows = (self.kernel.values, self.stride.values, self.pad.values)
        verify_pooling(self, self.input, self.output, *windows)
