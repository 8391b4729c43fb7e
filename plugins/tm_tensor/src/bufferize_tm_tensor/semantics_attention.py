"""The semantics of `tm_tensor.attention`: whole matrices at once, with sums in the order of loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    Array,
    ArrayValue,
    MemRef,
    NotSymbolic,
    ProgramError,
    TrapKind,
    elements_are_symbolic,
    plain,
    poison_mask,
    rounded,
    with_poison,
)
from bufferize_tm_tensor.dialect import element_type
from bufferize_tm_tensor.ops import AttentionOp

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler


def attention(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue | None]:
    """Compile `tm_tensor.attention`."""
    assert isinstance(op, AttentionOp)
    type_, scale = element_type(op.inputs[0]), op.scale
    if op.misfit is not None:
        raise ProgramError(TrapKind.OTHER, f"cannot be computed: {op.misfit}")
    assert isinstance(type_, ir.FloatType)
    factor = None if scale is None else _number(scale.value, type_)

    def run(*operands: Any) -> ArrayValue | None:
        if elements_are_symbolic():
            raise NotSymbolic("compares the numbers in a row")
        output = operands[-1]
        _check(operands, output)
        inputs = [
            operand.read(op) if type(operand) is MemRef else operand for operand in operands[:-1]
        ]
        query, key, value, *masks = map(plain, inputs)
        with np.errstate(all="ignore"):
            scores = _products(query, key.swapaxes(-1, -2), type_)
            if factor is None:
                root = rounded(np.sqrt(_number(query.shape[-1], type_).astype(np.float64)), type_)
                scores = rounded(scores / root, type_)
            else:
                scores = rounded(scores * factor, type_)
            for mask in masks:
                added = _added(mask, type_) if mask.dtype == np.bool_ else mask
                scores = rounded(scores + added, type_)
            result = _products(_shares(scores, type_), value, type_)
        found = with_poison(result, _poison([poison_mask(given) for given in inputs], inputs), op)
        if type(output) is not MemRef:
            return found
        output.write(found)
        return None

    return run


def _check(operands: tuple[Any, ...], output: Any) -> None:
    """Raise ProgramError for shapes that do not fit, and for an output that is an input, too."""
    shapes = [
        operand.sizes if type(operand) is MemRef else operand.shape for operand in operands[:-1]
    ]
    query, key, value, *masks = shapes
    batch, rows, columns = query[:-2], query[-2], key[-2]
    wanted = {
        "the key": (key, (*batch, columns, query[-1])),
        "the value": (value, (*batch, columns, value[-1])),
        "the output": (
            output.sizes if type(output) is MemRef else output.shape,
            (*batch, rows, value[-1]),
        ),
        **({"the mask": (masks[0], (*batch, rows, columns))} if masks else {}),
    }
    for what, (found, expected) in wanted.items():
        if tuple(found) != tuple(expected):
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS,
                f"does not fit: {what} has the shape {list(found)}, not {list(expected)}",
            )
    if type(output) is MemRef and any(
        type(operand) is MemRef and output.overlaps(operand) for operand in operands[:-1]
    ):
        raise ProgramError(TrapKind.OVERLAP, "writes to a buffer that it reads")


def _number(value: float, type: ir.FloatType) -> Array:
    return rounded(np.float64(value), type)


def _added(mask: Array, type: ir.FloatType) -> Array:
    """Return the numbers to add for a mask of bits."""
    return rounded(np.where(mask, 0.0, -np.inf), type)


def _products(left: Array, right: Array, type: ir.FloatType) -> Array:
    """Return the products of matrices, whose sums are taken from the first column to the last."""
    total = np.zeros((*left.shape[:-1], right.shape[-1]), left.dtype)
    for k in range(left.shape[-1]):
        product = rounded(left[..., :, k, None] * right[..., None, k, :], type)
        total = rounded(product + total, type)
    return total


def _shares(scores: Array, type: ir.FloatType) -> Array:
    """Return the softmax of each row, zeros for a row of which nothing is left."""
    zero = np.zeros((), scores.dtype)
    if scores.shape[-1] == 0:
        return scores
    largest = np.maximum.reduce(scores, -1, keepdims=True)
    base = np.where(largest == -np.inf, zero, largest)
    powers = rounded(np.exp(rounded(scores - base, type).astype(np.float64)), type)
    total = np.zeros(base.shape, scores.dtype)
    for k in range(scores.shape[-1]):
        total = rounded(total + powers[..., k, None], type)
    return np.where(total == 0, zero, rounded(powers / total, type))


def _poison(masks: list[Array | None], inputs: list[ArrayValue]) -> Array | None:
    """Return the undefined elements of the result: those of which an operand is undefined."""
    if all(mask is None for mask in masks) or inputs[1].shape[-2] == 0:
        return None
    query, key, value, *rest = (
        np.zeros(given.shape, np.bool_) if mask is None else mask
        for mask, given in zip(masks, inputs, strict=True)
    )
    rows = np.any(query, -1, keepdims=True) | np.any(key, (-1, -2), keepdims=True)
    for mask in rest:
        rows = rows | np.any(mask, -1, keepdims=True)
    found: Array = rows | np.any(value, -2, keepdims=True)
    return found
