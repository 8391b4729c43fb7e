"""The semantics of the ops of the vector dialect, for bufferize-interpreter.

A scalable vector has the smallest possible length: `vector.vscale` is 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    ArrayValue,
    Elementwise,
    Expression,
    ProgramError,
    Semantics,
    TrapKind,
    multiply_add,
    without_poison,
)
from bufferize_vector import semantics_reduce, semantics_shape, semantics_transfer
from bufferize_vector.dialect import vector_type
from bufferize_vector.ops_mask import ConstantMaskOp, CreateMaskOp, MaskOp
from bufferize_vector.ops_misc import PrintOp
from bufferize_vector.semantics_common import Maskable

if TYPE_CHECKING:
    from bufferize_interpreter import Array, Compiler


def _leading(shape: tuple[int, ...], sizes: tuple[Any, ...]) -> Array:
    """Return a mask with the given number of leading lanes set in each dimension."""
    if not shape:
        return np.asarray(sizes[0] > 0)
    mask = np.zeros(shape, np.bool_)
    mask[tuple(slice(0, max(0, int(size))) for size in sizes)] = True
    return mask


def _create_mask(op: ir.Operation, compiler: Compiler) -> Callable[..., Array]:
    assert isinstance(op, CreateMaskOp)
    shape = vector_type(op.mask).shape
    return lambda *sizes: _leading(shape, sizes)


def _constant_mask(op: ir.Operation, compiler: Compiler) -> Callable[..., Array]:
    assert isinstance(op, ConstantMaskOp)
    mask = _leading(vector_type(op.mask).shape, op.mask_dim_sizes.values)
    return lambda: mask


def _mask(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, MaskOp)
    masked = op.masked_op
    if masked is None:
        region = compiler.region(op.mask_region)
        return _handed_on(region, len(op.results))
    semantics = compiler.context.semantics(masked.name)
    if not isinstance(semantics, Maskable):
        raise ProgramError(
            TrapKind.OTHER,
            f"the interpreter does not know what '{masked.name}' computes under a mask",
        )
    function = semantics.masked(masked, compiler)
    operands = [compiler.outer(value) for value in masked.operands]

    def run(mask: ArrayValue, passthru: Any = None) -> Any:
        return function(mask, passthru, *[operand() for operand in operands])

    return run


def _handed_on(region: Callable[..., Any], count: int) -> Callable[..., Any]:
    def run(*_: Any) -> Any:
        values = region()
        return values[0] if count == 1 else values

    return run


def _step(op: ir.Operation, compiler: Compiler) -> Callable[..., Array]:
    values = np.arange(vector_type(op.results[0]).shape[0])
    return lambda: values


def _vscale(op: ir.Operation, compiler: Compiler) -> Callable[..., int]:
    return lambda: 1


_PUNCTUATION: Final = {
    "no_punctuation": "",
    "newline": "\n",
    "comma": ", ",
    "open": "( ",
    "close": " )",
}


def _number_text(type: ir.Type) -> Callable[[Any], str]:
    """Return the text of a number in the form of C's printf."""
    if isinstance(type, ir.FloatType):
        return lambda value: f"{float(value):g}"
    if isinstance(type, ir.IndexType):
        return lambda value: str(int(value) & ((1 << 64) - 1))
    assert isinstance(type, ir.IntegerType)
    if type.signedness is ir.Signedness.UNSIGNED or type.width == 1:
        return lambda value: str(int(value) & ((1 << type.width) - 1))
    return lambda value: str(int(value))


def _printed(number: Callable[[Any], str]) -> Callable[[Any], str]:
    """Return the text of a number or of a symbolic expression."""
    return lambda value: value.text if type(value) is Expression else number(value)


def _text(array: Any, number: Callable[[Any], str]) -> str:
    if not isinstance(array, np.ndarray):
        return number(array)
    return f"( {', '.join(_text(part, number) for part in array)} )"


def _print(op: ir.Operation, compiler: Compiler) -> Callable[..., None]:
    assert isinstance(op, PrintOp)
    machine = compiler.machine
    if op.string_literal is not None:
        literal = op.string_literal.value
        return lambda: machine.print(literal)
    end = _PUNCTUATION[op.punctuation.keyword]
    if op.source is None:
        return lambda: machine.print(end)
    type = op.source.type
    number = _printed(_number_text(ir.element_type_or_self(type)))
    if not isinstance(type, ir.VectorType):
        return lambda value: machine.print(number(without_poison(value)) + end)

    def run(vector: ArrayValue) -> None:
        array = without_poison(vector)
        machine.print(_text(array if array.ndim else array.reshape(1), number) + end)

    return run


SEMANTICS: Final[dict[str, Semantics]] = {
    **semantics_reduce.SEMANTICS,
    **semantics_shape.SEMANTICS,
    **semantics_transfer.SEMANTICS,
    "vector.constant_mask": _constant_mask,
    "vector.create_mask": _create_mask,
    "vector.fma": Elementwise(lambda op: multiply_add(ir.element_type_or_self(op.results[0].type))),
    "vector.mask": _mask,
    "vector.print": _print,
    "vector.step": _step,
    "vector.vscale": _vscale,
}
"""The semantics, by the op's name."""
