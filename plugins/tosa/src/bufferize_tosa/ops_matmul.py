"""Products of matrices, and Fourier transforms."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.constraints import SCALAR_INTEGER_OR_FLOAT, TENSOR_3D, local_bound
from bufferize_tosa.dialect import (
    PURE,
    TOSA,
    ResultsAreFloatLike,
    TosaOp,
    extents_of,
    is_static,
    may_be_equal,
    may_be_same,
)
from bufferize_tosa.verification import has_one_scale, storage_type, verify_zero_point


@TOSA.op("matmul")
class MatMulOp(TosaOp):
    """The products of two batches of matrices."""

    a: d.Operand = d.operand(TENSOR_3D)
    b: d.Operand = d.operand(TENSOR_3D)
    a_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    b_zp: d.Operand = d.operand(SCALAR_INTEGER_OR_FLOAT)
    output: d.Result = d.result(TENSOR_3D)

    def verify_op(self) -> None:
        a, b = (ir.element_type_or_self(value.type) for value in (self.a, self.b))
        quantized = [type for type in (a, b) if has_one_scale(type)]
        if len(quantized) == 1:
            raise self.error(
                f"expect operands to be both quantized or both not quantized, got '{a}' and '{b}'"
            )
        widths = [ir.bit_width(storage_type(type)) for type in quantized]
        if quantized and widths[0] != widths[1]:
            raise self.error(
                f"expect quantized operands to have same widths, got {widths[0]} and {widths[1]}"
            )
        for name, value, zero_point in (("a", self.a, self.a_zp), ("b", self.b, self.b_zp)):
            types = storage_type(value.type), storage_type(zero_point.type)
            if types[0] is not types[1]:
                raise self.error(
                    f"expect input {name} and {name}_zp have the same element type, "
                    f"got '{types[0]}' and '{types[1]}'"
                )
        verify_zero_point(self, "a", self.a_zp)
        verify_zero_point(self, "b", self.b_zp)


class FourierOp(TosaOp):
    """Base of the Fourier transforms over the last two dimensions."""

    local_bound: d.Attr[ir.IntegerAttr, bool] = local_bound()
    output_real: d.Result = d.result(TENSOR_3D)
    output_imag: d.Result = d.result(TENSOR_3D)

    def verify_powers_of_two(self, height: int, width: int) -> None:
        """Raise VerifyError for an extent that is not a power of two."""
        for name, extent in (("height", height), ("width", width)):
            if is_static(extent) and (extent <= 0 or extent & (extent - 1)):
                raise self.error(f"expected {name} to be a power of two, got {extent}")


@TOSA.op("fft2d")
class FFT2dOp(FourierOp):
    """The transform of complex numbers."""

    input_real: d.Operand = d.operand(TENSOR_3D)
    input_imag: d.Operand = d.operand(TENSOR_3D)
    inverse: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    traits = (
        d.SameOperandsAndResultElementType(),
        d.SameOperandsAndResultShape(),
        ResultsAreFloatLike(),
        *PURE,
    )

    def verify_op(self) -> None:
        real, imag = extents_of(self.input_real.type), extents_of(self.input_imag.type)
        if real is not None and imag is not None:
            # An extent that is not known is less than any other one.
            self.verify_powers_of_two(max(real[1], imag[1]), max(real[2], imag[2]))


@TOSA.op("rfft2d")
class RFFT2dOp(FourierOp):
    """The transform of real numbers; only half of it, since the other half is symmetric."""

    input_real: d.Operand = d.operand(TENSOR_3D)
    traits = (d.SameOperandsAndResultElementType(), ResultsAreFloatLike(), *PURE)

    def verify_op(self) -> None:
        types = self.output_real.type, self.output_imag.type
        found = extents_of(types[0])
        if not may_be_same(found, extents_of(types[1])):
            raise self.error(f"expected output shapes to match, got '{types[0]}', '{types[1]}'")
        given = extents_of(self.input_real.type)
        if given is None:
            return
        self.verify_powers_of_two(given[1], given[2])
        if found is None:
            return
        if not may_be_same(given[:-1], found[:-1]):
            raise self.error(
                "expected batch and height dimensions of input/output to match, "
                f"got input='{self.input_real.type}' output='{types[0]}'"
            )
        if given[2] != ir.DYNAMIC and not may_be_equal(found[2], given[2] // 2 + 1):
            raise self.error(
                f"expected output width to be equal to input_width / 2 + 1, got {found[2]}"
            )
