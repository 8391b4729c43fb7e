"""Reductions along an axis, whose extent becomes 1, and the index of the greatest element."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.attributes import NAN_MODE, PROPAGATE, NanPropagationModeAttr
from bufferize_tosa.constraints import TENSOR, TENSOR_AT_LEAST_1D
from bufferize_tosa.dialect import (
    PURE,
    TOSA,
    EnumOp,
    TosaOp,
    extents_of,
    is_static,
    list_text,
    may_be_same,
)
from bufferize_tosa.verification import verify_inferred


def reduced_type(type: ir.Type, axis: int) -> ir.Type:
    """Return the type of a tensor reduced along an axis, as far as it is known."""
    if not isinstance(type, ir.RankedTensorType) or not 0 <= axis < type.rank:
        return ir.UnrankedTensorType(ir.element_type_or_self(type))
    shape = (*type.shape[:axis], 1, *type.shape[axis + 1 :])
    return ir.RankedTensorType(shape, type.element_type)


def verify_reduction(op: ir.Operation, given: ir.Value, result: ir.Value, axis: int) -> None:
    """Raise VerifyError for an axis that does not exist, or that the result does not reduce."""
    if axis < 0:
        raise op.error("reduce axis must not be negative")
    sizes, found = extents_of(given.type), extents_of(result.type)
    if sizes is not None and axis >= len(sizes):
        raise op.error(
            f"expect input tensor rank ({len(sizes)}) to be larger than reduce axis ({axis})"
        )
    if found is None:
        verify_inferred(op, reduced_type(given.type, axis))
        return
    if sizes is not None and len(sizes) != len(found):
        raise op.error("expect output tensor rank to be equal to input tensor rank")
    if axis >= len(found):
        raise op.error(
            f"expect output tensor rank ({len(found)}) to be larger than reduce axis ({axis})"
        )
    if is_static(found[axis]) and found[axis] != 1:
        raise op.error(f"expect reduced dimension size to be 1, got {found[axis]}")
    verify_inferred(op, reduced_type(given.type, axis))


class ReduceOp(TosaOp):
    """Base of the reductions along one axis."""

    input: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    axis: d.Attr[ir.IntegerAttr, int] = d.attr(d.I32_ATTR)
    output: d.Result = d.result(TENSOR_AT_LEAST_1D)
    traits = PURE

    def infer_result_types(self) -> tuple[ir.Type, ...]:
        """Return the type of the operand, with an extent of 1."""
        return (reduced_type(self.input.type, self.axis.value),)

    def verify_op(self) -> None:
        verify_reduction(self, self.input, self.output, self.axis.value)


TOSA.similar_ops(
    ReduceOp,
    {
        "reduce_all": "Whether all elements are true.",
        "reduce_any": "Whether any element is true.",
        "reduce_product": "The product of the elements.",
        "reduce_sum": "The sum of the elements.",
    },
)


class ReduceExtremeOp(EnumOp, ReduceOp):
    """Base of the maximum and minimum reductions, which may ignore NaNs."""

    nan_mode: d.Attr[NanPropagationModeAttr, str] = d.default_attr(NAN_MODE, PROPAGATE)
    assembly_format = None
    enum = ("nan_mode", NanPropagationModeAttr)
    elided = PROPAGATE


TOSA.similar_ops(
    ReduceExtremeOp,
    {
        "reduce_max": "The greatest element.",
        "reduce_min": "The smallest element.",
    },
)


@TOSA.op("argmax")
class ArgMaxOp(EnumOp):
    """The index of the greatest element along an axis, without that axis."""

    input: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    axis: d.Attr[ir.IntegerAttr, int] = d.attr(d.I32_ATTR)
    nan_mode: d.Attr[NanPropagationModeAttr, str] = d.default_attr(NAN_MODE, PROPAGATE)
    output: d.Result = d.result(TENSOR)
    traits = PURE
    enum = ("nan_mode", NanPropagationModeAttr)
    elided = PROPAGATE

    def verify_op(self) -> None:
        if not isinstance(ir.element_type_or_self(self.output.type), ir.IntegerType | ir.IndexType):
            raise self.error("result tensor is not of integer type")
        given, found = extents_of(self.input.type), extents_of(self.output.type)
        axis = self.axis.value
        if given is None:
            return
        if not 0 <= axis < len(given):
            raise self.error("specified axis is outside the rank of the tensor")
        expected = given[:axis] + given[axis + 1 :]
        if found is not None and not may_be_same(expected, found):
            raise self.error(
                f"expected output shape '{list_text(expected)}', got '{list_text(found)}'"
            )
