"""Operations that compute each element of their result from those of their operands.

They are declared apart from those that move values or decide what is executed, so that other
things than numbers can take the place of the elements: whole arrays, or symbols.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bufferize.ir import Operation, ShapedType, element_type_or_self
from bufferize_interpreter.elements import element_of
from bufferize_interpreter.values import ArrayValue, computed

if TYPE_CHECKING:
    from bufferize_interpreter.compiler import Compiler


class Kernel(NamedTuple):
    """What one such operation computes, for its attributes and element types."""

    scalar: Callable[..., Any]
    """From the operands' elements to the result's. If an operand is poison, so is the result, or
    PoisonUse is raised where that is not allowed."""
    array: Callable[..., Any] | None = None
    """The same for arrays of elements (and scalars among them), without poison, with NumPy's
    broadcasting; None: `scalar` for each element."""


class Elementwise:
    """Semantics of an operation with one result that works on scalars and, element by element, on
    vectors and tensors.

    `kernel` is a function from the operation to its `Kernel`.
    """

    def __init__(self, kernel: Callable[[Operation], Kernel]) -> None:
        self.kernel = kernel

    def __call__(self, op: Operation, compiler: Compiler) -> Callable[..., Any]:
        kernel = self.kernel(op)
        if not isinstance(op.results[0].type, ShapedType):
            return kernel.scalar
        return array_function(kernel, op)


def array_function(kernel: Kernel, op: Operation) -> Callable[..., ArrayValue]:
    """The kernel of `op` on array values, poison included."""
    dtype = element_of(element_type_or_self(op.results[0].type)).dtype
    if kernel.array is not None:
        function = kernel.array
        return lambda *operands: computed(
            lambda *plain: np.asarray(function(*plain), dtype), *operands
        )
    types = [element_of(element_type_or_self(operand.type)) for operand in op.operands]
    scalar = kernel.scalar

    def each(*operands: Any) -> Any:
        arrays = np.broadcast_arrays(*operands)
        result = np.empty(arrays[0].shape, dtype)
        for index in np.ndindex(result.shape):
            elements = [t.scalar(a[index]) for t, a in zip(types, arrays, strict=True)]
            result[index] = scalar(*elements)
        return result

    return lambda *operands: computed(each, *operands)
