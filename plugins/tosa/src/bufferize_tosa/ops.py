"""The base of the ops on tensors, and what all that work element by element have in common."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize.define import Operation, Pure, SameOperandsAndResultElementType
from bufferize.define.type_traits import SameOperandsAndResultShape
from bufferize.ir import Trait
from bufferize_tosa.constraints import TENSOR
from bufferize_tosa.traits import (
    ResolvableShapes,
    ResultsBroadcastable,
    SameOperandsAndResultRank,
)

PURE: tuple[Trait, ...] = (Pure(), ResolvableShapes())
ELEMENTWISE: tuple[Trait, ...] = (ResultsBroadcastable(), SameOperandsAndResultRank(), *PURE)
UNARY: tuple[Trait, ...] = (
    SameOperandsAndResultShape(),
    SameOperandsAndResultElementType(),
    *ELEMENTWISE,
)
BINARY: tuple[Trait, ...] = (SameOperandsAndResultElementType(), *ELEMENTWISE)


class TosaOp(Operation):
    """Base of the ops on tensors."""

    __slots__ = ()

    traits: ClassVar[tuple[Trait, ...]] = PURE
    assembly_format: ClassVar[str | None] = (
        "operands attr-dict `:` functional-type(operands, results)"
    )


class UnaryOp(TosaOp):
    """Base of the functions of each element."""

    __slots__ = ()

    input1: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = UNARY


class BinaryOp(TosaOp):
    """Base of the functions of two elements each, repeated along extents of 1."""

    __slots__ = ()

    input1: d.Operand = d.operand(TENSOR)
    input2: d.Operand = d.operand(TENSOR)
    output: d.Result = d.result(TENSOR)
    traits = BINARY
