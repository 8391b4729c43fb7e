"""The semantics of the ops of the tensor dialect, for bufferize-interpreter; those with regions are
here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    ArrayValue,
    Poison,
    ProgramError,
    Semantics,
    TrapKind,
    array_body,
    element_of,
    filled,
    plain,
    poison_mask,
    with_poison,
)
from bufferize_tensor import semantics_elements, semantics_slices
from bufferize_tensor.dialect import ranked
from bufferize_tensor.ops_region import GenerateOp, PadOp
from bufferize_tensor.semantics_elements import new_extents
from bufferize_tensor.semantics_slices import overwritten

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler, Element


def _generator(
    op: ir.Operation, region: ir.Region, element: Element, compiler: Compiler
) -> Callable[[Sequence[int]], ArrayValue]:
    """Return a function from a shape to the array of values that the region yields."""
    block = region.blocks[0]
    run = compiler.region(region)
    run_arrays = None if element.shape else array_body(compiler, block, list(block.arguments))
    dtype = element.dtype

    def on_arrays(shape: Sequence[int]) -> ArrayValue:
        assert run_arrays is not None
        (result,) = run_arrays(*np.ogrid[tuple(map(slice, shape))] if shape else ())
        if type(result) is Poison:
            return with_poison(np.zeros(shape, dtype), np.broadcast_to(True, shape), result.op)
        values = np.broadcast_to(np.asarray(plain(result), dtype), shape)
        mask = poison_mask(result)
        return with_poison(values, None if mask is None else np.broadcast_to(mask, shape), op)

    def one_by_one(shape: Sequence[int]) -> ArrayValue:
        whole = (*shape, *element.shape)
        values, mask = np.zeros(whole, dtype), np.zeros(whole, np.bool_)
        for index in np.ndindex(*shape):
            (value,) = run(*index)
            if type(value) is Poison:
                mask[index] = True
                continue
            values[index] = plain(value)
            poison = poison_mask(value)
            if poison is not None:
                mask[index] = poison
        return with_poison(values, mask, op)

    def generate(shape: Sequence[int]) -> ArrayValue:
        if 0 in shape:
            return np.zeros((*shape, *element.shape), dtype)
        return one_by_one(shape) if run_arrays is None else on_arrays(shape)

    return generate


def _generate(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, GenerateOp)
    type = ranked(op.result)
    generate = _generator(op, op.body, element_of(type.element_type), compiler)
    return lambda *dynamic: generate(new_extents(type, dynamic, compiler))


def _pad(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, PadOp)
    result_type = ranked(op.result)
    rank = len(result_type.shape)
    low_static, high_static = op.static_low.values, op.static_high.values
    count = len(op.low)
    generate = _generator(op, op.region, element_of(result_type.element_type), compiler)

    def pad(source: ArrayValue, *dynamic: Any) -> ArrayValue:
        low, high = filled(low_static, dynamic[:count]), filled(high_static, dynamic[count:])
        extents = source.shape[:rank]
        shape = [n + a + b for n, a, b in zip(extents, low, high, strict=True)]
        if min((*low, *high, *shape), default=0) < 0:
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS,
                f"pads a tensor of the shape {list(extents)} by {list(low)} and {list(high)}",
            )
        if any(a not in (b, ir.DYNAMIC) for a, b in zip(result_type.shape, shape, strict=True)):
            raise ProgramError(
                TrapKind.INVALID_CAST,
                f"makes a tensor of the shape {shape}, which '{result_type}' does not have",
            )
        compiler.machine.require_room(result_type.element_type, shape)
        inside = tuple(slice(a, a + n) for a, n in zip(low, extents, strict=True))
        return overwritten(generate(shape), inside, plain(source), poison_mask(source), op)

    return pad


SEMANTICS: Final[dict[str, Semantics]] = {
    **semantics_elements.SEMANTICS,
    **semantics_slices.SEMANTICS,
    "tensor.generate": _generate,
    "tensor.pad": _pad,
}
"""The semantics, by the op's name."""
