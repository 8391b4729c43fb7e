"""The casts of the quant dialect: numbers to quantized elements, back, and to their storage."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_quant.dialect import QUANT as QUANT
from bufferize_quant.types import (
    QuantizedType,
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
)

_QUANTIZED = d.instance_of(QuantizedType, "quantized type")
_INTEGER_OR_QUANTIZED: d.Constraint[ir.Type] = d.one_of(
    d.SIGNLESS_INTEGER, _QUANTIZED, description="signless integer or quantized type"
)


def _scalar_or_tensor_of(element: d.Constraint[ir.Type]) -> d.Constraint[ir.Type]:
    check = element.check
    return d.pred(
        lambda t: check(t.element_type if isinstance(t, ir.TensorType) else t),
        f"scalar or tensor of {element.description}",
    )


FLOAT_SCALAR_OR_TENSOR = _scalar_or_tensor_of(d.FLOAT)
QUANTIZED_SCALAR_OR_TENSOR = _scalar_or_tensor_of(_QUANTIZED)
INTEGER_OR_QUANTIZED_SCALAR_OR_TENSOR = _scalar_or_tensor_of(_INTEGER_OR_QUANTIZED)


def _is_scalar(type: ir.Type) -> bool:
    return isinstance(type, ir.FloatType) or _INTEGER_OR_QUANTIZED.check(type)


def _have_same_shape(op: CastOp) -> bool:
    types = (op.input.type, op.result.type)
    if all(isinstance(type, ir.RankedTensorType) for type in types):
        return len({type.extents for type in types if isinstance(type, ir.RankedTensorType)}) == 1
    return all(map(_is_scalar, types)) or all(isinstance(t, ir.UnrankedTensorType) for t in types)


SAME_SHAPE = d.OpPredicate(
    _have_same_shape,
    "input and result are both scalars or both tensors with matching shape",
)
INTEGER_AND_QUANTIZED = d.OpPredicate(
    lambda op: isinstance(op.integer_type, ir.IntegerType),
    "input must be integer and result must be quantized, or vice versa",
)


class CastOp(d.Operation):
    """Base of the casts of quantized elements."""

    input: d.Operand = d.operand()
    result: d.Result = d.result()
    traits: ClassVar[tuple[d.Trait, ...]] = (d.Pure(), SAME_SHAPE)
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    @property
    def element_types(self) -> list[ir.Type]:
        """The element types of the operand and of the result."""
        return [ir.element_type_or_self(value.type) for value in (self.input, self.result)]

    @property
    def quantized_type(self) -> QuantizedType:
        """The quantized one of the element types, the operand's if both are quantized."""
        return next(type for type in self.element_types if isinstance(type, QuantizedType))

    def verify_blocks(self) -> None:
        """Raise VerifyError if the scales do not fit a tensor of this shape."""
        type, quantized = self.input.type, self.quantized_type
        if isinstance(quantized, UniformQuantizedPerAxisType):
            self._verify_axis(type, quantized)
        elif isinstance(quantized, UniformQuantizedSubChannelType):
            self._verify_sub_channels(type, quantized)

    def _verify_axis(self, type: ir.Type, quantized: UniformQuantizedPerAxisType) -> None:
        if not isinstance(type, ir.TensorType):
            raise self.error("scalar types may not use per-axis quantization")
        if not isinstance(type, ir.RankedTensorType):
            return
        if quantized.axis >= type.rank:
            raise self.error("quantized dimension must be less than tensor rank")
        if type.shape[quantized.axis] not in (ir.DYNAMIC, len(quantized.scales)):
            raise self.error("quantized dimension size does not match number of scales")

    def _verify_sub_channels(
        self, type: ir.Type, quantized: UniformQuantizedSubChannelType
    ) -> None:
        if not isinstance(type, ir.TensorType):
            raise self.error("scalar types may not use sub-channel quantization")
        if not isinstance(type, ir.RankedTensorType):
            raise self.error("tensor containing the sub-channel quantized type must be ranked")
        counts = quantized.scales.shape
        if len(counts) != type.rank:
            raise self.error(
                f"Rank of scales {len(counts)} must match the rank of the tensor {type.rank}"
            )
        sizes = list(type.shape)
        for axis, size in quantized.block_sizes:
            if axis >= type.rank:
                raise self.error(
                    f"quantized dimension {axis} must be less than tensor rank {type.rank}"
                )
            sizes[axis] = size
        for axis, (extent, size, count) in enumerate(zip(type.shape, sizes, counts, strict=True)):
            if extent == 0:
                raise self.error(
                    "tensor dimension size of zero is not allowed with sub-channel quantization"
                )
            if ir.DYNAMIC in (extent, size):
                continue
            if extent % size:
                raise self.error(
                    f"tensor dimension size {extent} at axis {axis} must be divisible by the "
                    f"corresponding block size {size}"
                )
            if count != extent // size:
                raise self.error(
                    f"dimension size {count} of scales tensor at axis {axis} should match "
                    f"(tensor dimension at axis / block sizes at axis) = {extent // size}"
                )

    def fold_inverse(self, inverse: type[CastOp]) -> list[ir.Value] | None:
        """Return the operand of the inverse cast before this one, if it has the type of the result."""
        source = self.input.defining_op
        if isinstance(source, inverse) and source.input.type is self.result.type:
            return [source.input]
        return None


class QuantizationOp(CastOp):
    """Base of the casts between numbers and quantized elements."""

    def verify_op(self) -> None:
        if self.quantized_type.expressed_type not in self.element_types:
            raise self.error("expressed type in quantized type expected to match float type")
        self.verify_blocks()


@QUANT.op("dcast")
class DequantizeCastOp(QuantizationOp):
    """The numbers that quantized elements stand for."""

    input: d.Operand = d.operand(QUANTIZED_SCALAR_OR_TENSOR)
    result: d.Result = d.result(FLOAT_SCALAR_OR_TENSOR)

    def fold(self) -> list[ir.Value] | None:
        return self.fold_inverse(QuantizeCastOp)


@QUANT.op("qcast")
class QuantizeCastOp(QuantizationOp):
    """The quantized elements that are nearest to numbers."""

    input: d.Operand = d.operand(FLOAT_SCALAR_OR_TENSOR)
    result: d.Result = d.result(QUANTIZED_SCALAR_OR_TENSOR)

    def fold(self) -> list[ir.Value] | None:
        return self.fold_inverse(DequantizeCastOp)


@QUANT.op("scast")
class StorageCastOp(CastOp):
    """The integers that quantized elements are stored as, or the reverse."""

    input: d.Operand = d.operand(INTEGER_OR_QUANTIZED_SCALAR_OR_TENSOR)
    result: d.Result = d.result(INTEGER_OR_QUANTIZED_SCALAR_OR_TENSOR)
    traits = (d.Pure(), SAME_SHAPE, INTEGER_AND_QUANTIZED)

    @property
    def integer_type(self) -> ir.IntegerType | None:
        """The integer type if the other one is quantized, else None."""
        integers = [type for type in self.element_types if isinstance(type, ir.IntegerType)]
        return integers[0] if len(integers) == 1 else None

    def verify_op(self) -> None:
        if self.quantized_type.storage_type is not self.integer_type:
            raise self.error("storage type in quantized type expected to match integer type")
        self.verify_blocks()

    def fold(self) -> list[ir.Value] | None:
        return self.fold_inverse(StorageCastOp)
