"""Comparison, choice and look-up, element by element."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize.define import (
    Commutative,
    InferResultTypes,
    OperationState,
    SameOperandsElementType,
)
from bufferize.ir import (
    I1,
    RankedTensorType,
    Type,
    UnrankedTensorType,
)
from bufferize_tosa.base import TOSA
from bufferize_tosa.constraints import I1_TENSOR, TENSOR, TENSOR_1D
from bufferize_tosa.ops import ELEMENTWISE, BinaryOp, TosaOp
from bufferize_tosa.shapes import extents_of, is_static, may_be_same
from bufferize_tosa.traits import broadcast
from bufferize_tosa.verification import verify_same_element_types


def _compared(state: OperationState) -> list[Type]:
    a, b = (extents_of(value.type) for value in state.operands)
    shape = None if a is None or b is None else broadcast(a, b)
    return [UnrankedTensorType(I1) if shape is None else RankedTensorType(shape, I1)]


def _have_same_shape(inferred: Sequence[Type], actual: Sequence[Type]) -> bool:
    return may_be_same(extents_of(inferred[0]), extents_of(actual[0]))


class ComparisonOp(BinaryOp):
    """Base of the comparisons."""

    __slots__ = ()

    output: d.Result = d.result(I1_TENSOR)
    traits = (SameOperandsElementType(), *ELEMENTWISE)


@TOSA.op("equal")
class EqualOp(ComparisonOp):
    """Whether both are equal."""

    __slots__ = ()

    traits = (
        InferResultTypes(_compared, _have_same_shape),
        Commutative(),
        *ComparisonOp.traits,
    )


@TOSA.op("greater")
class GreaterOp(ComparisonOp):
    """Whether the first is greater."""

    __slots__ = ()


@TOSA.op("greater_equal")
class GreaterEqualOp(ComparisonOp):
    """Whether the first is not less."""

    __slots__ = ()


@TOSA.op("select")
class SelectOp(TosaOp):
    """The second where the first is true, else the third."""

    __slots__ = ()

    input1: d.Operand = d.operand(I1_TENSOR)
    input2: d.Operand = d.operand(TENSOR)
    input3: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = ELEMENTWISE

    def verify_op(self) -> None:
        verify_same_element_types(self, self.input2, self.output)
        verify_same_element_types(self, self.input3, self.output)


@TOSA.op("table")
class TableOp(TosaOp):
    """What a table has for each element."""

    __slots__ = ()

    input1: d.Operand = d.operand(TENSOR)
    table: d.Operand = d.operand(TENSOR_1D)
    output: d.Result = d.result(TENSOR)

    def verify_op(self) -> None:
        given, found = extents_of(self.input1.type), extents_of(self.output.type)
        if given is None or found is None:
            return
        if len(given) != len(found):
            raise self.error("expected input tensor rank to equal result tensor rank")
        for dim, (before, after) in enumerate(zip(given, found, strict=True)):
            if is_static(after) and before != after:
                raise self.error(
                    f"dim(result, {dim}) = {after} doesn't match dim(input, {dim}) = {before}"
                )
