"""The semantics of the ops on shapes of the tosa dialect, for bufferize-interpreter.

A shape is a tuple of extents.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from bufferize import ir
from bufferize.ir.dense import elements
from bufferize_interpreter import (
    ArrayValue,
    ProgramError,
    Semantics,
    TrapKind,
    defined,
    out_of_bounds,
)
from bufferize_tosa.ops_shape import ConstShapeOp, DimOp

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler

Shape = tuple[int, ...]


def _const_shape(op: ir.Operation, compiler: Compiler) -> Callable[..., Shape]:
    assert isinstance(op, ConstShapeOp)
    value = tuple(int(e) for e in elements(op.values) if isinstance(e, int))
    return lambda: value


def _dim(op: ir.Operation, compiler: Compiler) -> Callable[..., Shape]:
    assert isinstance(op, DimOp)
    axis = op.axis.value

    def run(tensor: ArrayValue) -> Shape:
        if not axis < len(tensor.shape):
            raise out_of_bounds("dimension", axis, len(tensor.shape))
        return (tensor.shape[axis],)

    return run


def _slice(op: ir.Operation, compiler: Compiler) -> Callable[..., Shape]:
    def run(shape: Shape, start: ArrayValue, size: ArrayValue) -> Shape:
        first, count = (int(defined(value)[0]) for value in (start, size))
        if first < 0 or count <= 0 or first + count > len(shape):
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS, f"takes {count} extents from {first} on of {len(shape)}"
            )
        return shape[first : first + count]

    return run


def _each(function: Callable[..., int]) -> Semantics:
    """Return the semantics of a function of each extent."""

    def run(*shapes: Shape) -> Shape:
        return tuple(map(function, *shapes))

    return lambda op, compiler: run


def _divided(divide: Callable[[int, int], int]) -> Semantics:
    def run(a: int, b: int) -> int:
        if b == 0:
            raise ProgramError(TrapKind.DIVISION, "divides an extent by zero")
        return divide(a, b)

    return _each(run)


def _logarithm(up: bool) -> Semantics:
    def run(extent: int) -> int:
        if extent <= 0:
            raise ProgramError(TrapKind.OTHER, f"takes the logarithm of {extent}")
        return (extent - 1 if up else extent).bit_length() - (not up)

    return _each(run)


def _exp2(extent: int) -> int:
    if not 0 <= extent < 63:
        raise ProgramError(TrapKind.OTHER, f"takes 2 to the power of {extent}")
    return 1 << extent


def _concat(*shapes: Shape) -> Shape:
    return tuple(extent for shape in shapes for extent in shape)


def _function(function: Callable[..., Any]) -> Semantics:
    return lambda op, compiler: function


SEMANTICS: Final[dict[str, Semantics]] = {
    "tosa.add_shape": _each(lambda a, b: a + b),
    "tosa.concat_shape": _function(_concat),
    "tosa.const_shape": _const_shape,
    "tosa.dim": _dim,
    "tosa.div_ceil_shape": _divided(lambda a, b: -(-a // b)),
    "tosa.div_floor_shape": _divided(lambda a, b: a // b),
    "tosa.exp2_shape": _each(_exp2),
    "tosa.log2_ceil_shape": _logarithm(up=True),
    "tosa.log2_floor_shape": _logarithm(up=False),
    "tosa.max_shape": _each(max),
    "tosa.min_shape": _each(min),
    "tosa.mod_shape": _divided(lambda a, b: a % b),
    "tosa.mul_shape": _each(lambda a, b: a * b),
    "tosa.slice_shape": _slice,
    "tosa.sub_shape": _each(lambda a, b: a - b),
}
"""The semantics, by the op's name."""
