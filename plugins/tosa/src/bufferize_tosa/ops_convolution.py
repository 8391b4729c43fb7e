"""Convolutions of images in the layout batch, (depth,) height, width, channels."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.constraints import (
    ACCUMULATOR_TYPE,
    SCALAR_INTEGER_OR_FLOAT,
    TENSOR_1D,
    TENSOR_4D,
    TENSOR_5D,
    i64s,
    local_bound,
)
from bufferize_tosa.dialect import TOSA, TosaOp, extents_of, is_static, list_text, may_be_equal
from bufferize_tosa.verification import (
    storage_type,
    verify_at_least,
    verify_calculated,
    verify_extent,
    verify_zero_point,
    verify_zero_point_type,
)

_F8 = (ir.FloatType("f8E5M2"), ir.FloatType("f8E4M3FN"))
# For each type of elements the types of accumulators, and the words for both.
_ACCUMULATORS: tuple[tuple[tuple[ir.Type, ...], tuple[ir.Type, ...], str, str], ...] = (
    ((ir.I8,), (ir.I32,), "i8", "i32"),
    ((ir.I16,), (ir.IntegerType(48),), "i16", "i48"),
    ((ir.FloatType("f8E5M2"), ir.FloatType("f8E4M3")), (ir.F16,), "f8", "f16"),
    ((ir.F16,), (ir.F16, ir.F32), "f16", "f16/f32"),
    ((ir.BF16,), (ir.F32,), "bf16", "f32"),
    ((ir.F32,), (ir.F32,), "f32", "f32"),
)


class ConvolutionOp(TosaOp):
    """Base of the convolutions."""

    input: d.Operand = d.operand(TENSOR_4D)
    weight: d.Operand = d.operand(TENSOR_4D)
    bias: d.Operand = d.operand(TENSOR_1D)
    input_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    weight_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    acc_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(ACCUMULATOR_TYPE)
    local_bound: d.Attr[ir.IntegerAttr, bool] = local_bound()
    output: d.Result = d.result(TENSOR_4D)

    def verify_elements(self) -> None:
        """Raise VerifyError for element types, zero points or an accumulator that do not fit."""
        bias, result = (ir.element_type_or_self(v.type) for v in (self.bias, self.output))
        if (
            isinstance(bias, ir.FloatType)
            and isinstance(result, ir.FloatType)
            and bias is not result
        ):
            raise self.error(
                "expect both bias and result to have same element type, "
                f"got '{bias}' and '{result}'"
            )
        given, weight = storage_type(self.input.type), storage_type(self.weight.type)
        if given is not weight and (given in _F8 or weight in _F8):
            raise self.error(
                "expect both input and weight to have same element type, "
                f"got '{given}' and '{weight}'"
            )
        if isinstance(given, ir.FloatType) is not isinstance(weight, ir.FloatType):
            raise self.error(
                "expect both input and weight to be float or not together, "
                f"got '{given}' and '{weight}'"
            )
        verify_zero_point_type(self, "input", self.input, self.input_zp)
        verify_zero_point_type(self, "weight", self.weight, self.weight_zp)
        verify_zero_point(self, "input", self.input_zp)
        verify_zero_point(self, "weight", self.weight_zp)
        for elements, allowed, name, words in _ACCUMULATORS:
            if given in elements and self.acc_type.type not in allowed:
                raise self.error(f"accumulator type for {name} tensor is not {words}")

    def verify_bias(self) -> None:
        """Raise VerifyError unless the bias has one number for each channel, or one for all."""
        bias, output = extents_of(self.bias.type), extents_of(self.output.type)
        if bias is None or output is None:
            return
        if bias[0] != 1 and not may_be_equal(bias[0], output[-1]):
            raise self.error(
                f"bias channels expected to be equal to output channels ({output[-1]}) or 1, "
                f"got {bias[0]}"
            )


class ForwardConvolutionOp(ConvolutionOp):
    """Base of the convolutions with a window that moves over the input."""

    pad: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(i64s(4))
    stride: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(i64s(2))
    dilation: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(i64s(2))
    dims: ClassVar[tuple[tuple[str, str, str, str], ...]] = (
        ("height", "y", "top", "bottom"),
        ("width", "x", "left", "right"),
    )
    """The dimensions that the window moves along: name, axis, names of the padding on each side."""
    first_weight_dim: ClassVar[int] = 1
    """The index of the first of these dimensions in the weight."""

    def verify_op(self) -> None:
        self.verify_elements()
        verify_at_least(self, "padding", self.pad.values, 0)
        verify_at_least(self, "stride", self.stride.values, 1)
        verify_at_least(self, "dilation", self.dilation.values, 1)
        if isinstance(self.output.type, ir.RankedTensorType):
            self._verify_extents(self.output.type.shape)
            self.verify_bias()

    def _verify_extents(self, output: tuple[int, ...]) -> None:
        given, weight = extents_of(self.input.type), extents_of(self.weight.type)
        if given is None or weight is None:
            return
        for i, (name, axis, before, after) in enumerate(self.dims):
            size, kernel = given[i + 1], weight[i + self.first_weight_dim]
            if not is_static(size) or not is_static(kernel):
                continue
            low, high = self.pad.values[2 * i : 2 * i + 2]
            stride, dilation = self.stride.values[i], self.dilation.values[i]
            calculated = verify_extent(
                self,
                f"input_{name} - 1 + pad_{before} + pad_{after} - (kernel_{name} - 1) * "
                f"dilation_{axis} to be wholly divisible by stride_{axis}",
                f"({size} - 1 + {low} + {high} - ({kernel} - 1) * {dilation}) / {stride}",
                size - 1 + low + high - (kernel - 1) * dilation,
                stride,
            )
            verify_calculated(self, name, calculated, output[i + 1])


@TOSA.op("conv2d")
class Conv2DOp(ForwardConvolutionOp):
    """A convolution over height and width; channels are the weight's first and last dimensions."""


@TOSA.op("conv3d")
class Conv3DOp(ForwardConvolutionOp):
    """A convolution over depth, height and width."""

    input: d.Operand = d.operand(TENSOR_5D)
    weight: d.Operand = d.operand(TENSOR_5D)
    pad: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(i64s(6))
    stride: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(i64s(3))
    dilation: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(i64s(3))
    output: d.Result = d.result(TENSOR_5D)
    dims = (("depth", "d", "front", "back"), *ForwardConvolutionOp.dims)


@TOSA.op("depthwise_conv2d")
class DepthwiseConv2DOp(ForwardConvolutionOp):
    """A convolution of each channel alone; the weight has height and width first."""

    first_weight_dim = 0


@TOSA.op("transpose_conv2d")
class TransposeConv2DOp(ConvolutionOp):
    """A transposed convolution, which enlarges an image."""

    out_pad: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(i64s(4))
    stride: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(i64s(2))

    def verify_op(self) -> None:
        self.verify_elements()
        if min(self.stride.values) < 1:
            raise self.error(
                f"expect all stride values to be >= 1, got [{list_text(self.stride.values)}]"
            )
        weight = extents_of(self.weight.type)
        if weight is not None:
            self._verify_padding(weight)
        if isinstance(self.output.type, ir.RankedTensorType):
            if weight is not None:
                self._verify_extents(weight, self.output.type.shape)
            self.verify_bias()

    def _verify_padding(self, weight: tuple[int, ...]) -> None:
        names = ("top", "bottom", "left", "right")
        for i, (side, pad) in enumerate(zip(names, self.out_pad.values, strict=True)):
            kernel, letter = weight[1 + i // 2], "HW"[i // 2]
            if is_static(kernel) and pad <= -kernel:
                raise self.error(
                    f"expected out_pad_{side} > -K{letter}, but got: out_pad_{side}={pad} and "
                    f"K{letter}={kernel}"
                )

    def _verify_extents(self, weight: tuple[int, ...], output: tuple[int, ...]) -> None:
        given = extents_of(self.input.type)
        if given is None:
            return
        words = (("H", "y", "top", "bottom"), ("W", "x", "left", "right"))
        for i, (letter, axis, before, after) in enumerate(words):
            size, kernel, actual = given[i + 1], weight[i + 1], output[i + 1]
            if not all(map(is_static, (size, kernel, actual))):
                continue
            low, high = self.out_pad.values[2 * i : 2 * i + 2]
            stride = self.stride.values[i]
            if actual != (size - 1) * stride + low + high + kernel:
                raise self.error(
                    f"dimension mismatch: expected O{letter} == (I{letter} - 1) * stride_{axis} + "
                    f"out_pad_{before} + out_pad_{after} + K{letter}, but got {actual} != "
                    f"({size} - 1) * {stride} + {low} + {high} + {kernel}"
                )
