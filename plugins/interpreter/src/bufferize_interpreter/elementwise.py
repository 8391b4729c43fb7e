"""Operations that compute each element of their result from those of their operands.

They are declared apart from those that move values or decide what is executed, so that other
things than numbers can take the place of the elements: whole arrays, or expressions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bufferize.ir import BaseMemRefType, IndexType, Operation, ShapedType, element_type_or_self
from bufferize_interpreter.elements import element_of
from bufferize_interpreter.expressions import elements_are_symbolic, symbolic_elements
from bufferize_interpreter.lifting import lifted_arrays, lifted_operation
from bufferize_interpreter.traps import ProgramError, TrapKind
from bufferize_interpreter.values import ArrayValue, Poison, PoisonArray, computed, with_poison

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
        if isinstance(op.results[0].type, BaseMemRefType):
            raise ProgramError(TrapKind.OTHER, "is not known to the interpreter for buffers")
        if not isinstance(op.results[0].type, ShapedType):
            return self.elements(op)
        return self.arrays(op)

    def elements(self, op: Operation) -> Callable[..., Any]:
        """What the operation computes of elements alone."""
        if not elements_are_symbolic():
            return self.kernel(op).scalar
        with symbolic_elements(False):
            scalar = self.kernel(op).scalar
        if all(isinstance(value.type, IndexType) for value in op.operands):
            return scalar
        return lifted_operation(op, scalar)

    def arrays(self, op: Operation) -> Callable[..., ArrayValue]:
        """What it computes of array values, and of scalars among them."""
        if not elements_are_symbolic():
            return array_function(self.kernel(op), op)
        with symbolic_elements(False):
            plain = array_function(self.kernel(op), op)
        return of_one_shape(op, lifted_arrays(op, self.elements(op), plain))

    def on_arrays(self, op: Operation, compiler: Compiler) -> Callable[..., ArrayValue] | None:
        """The same for arrays with an element for each iteration of a loop."""
        if any(isinstance(value.type, ShapedType) for value in (*op.operands, *op.results)):
            return None
        return self.arrays(op)


def array_function(kernel: Kernel, op: Operation, number: int = 0) -> Callable[..., ArrayValue]:
    """The kernel of `op`, for its result `number`, on array values, poison included."""
    dtype = element_of(element_type_or_self(op.results[number].type)).dtype
    if kernel.array is not None:
        function = kernel.array

        def whole(*operands: Any) -> ArrayValue:
            found: ArrayValue = function(*operands)
            return found if type(found) is PoisonArray else np.asarray(found, dtype)

        return of_one_shape(op, lambda *operands: computed(whole, *operands))
    types = [element_of(element_type_or_self(operand.type)) for operand in op.operands]
    scalar = kernel.scalar

    def each(*operands: Any) -> ArrayValue:
        arrays = np.broadcast_arrays(*operands)
        result = np.zeros(arrays[0].shape, dtype)
        poison = np.zeros(result.shape, np.bool_)
        for index in np.ndindex(result.shape):
            found = scalar(*[t.scalar(a[index]) for t, a in zip(types, arrays, strict=True)])
            if type(found) is Poison:
                poison[index] = True
            else:
                result[index] = found
        return with_poison(result, poison, op)

    return of_one_shape(op, lambda *operands: computed(each, *operands))


def of_one_shape(op: Operation, function: Callable[..., ArrayValue]) -> Callable[..., ArrayValue]:
    """The function, for tensors that must have one shape, where their types leave that open.

    NumPy would take a tensor of one element as often as the others have elements.
    """
    types = {n: o.type for n, o in enumerate(op.operands) if isinstance(o.type, ShapedType)}
    if len(types) < 2 or all(type.has_static_shape() for type in types.values()):
        return function

    def checked(*operands: Any) -> ArrayValue:
        shapes = [operands[number].shape for number in types]
        if any(shape != shapes[0] for shape in shapes):
            listed = ", ".join(str(list(shape)) for shape in shapes)
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS,
                f"works element by element on tensors of different shapes: {listed}",
            )
        return function(*operands)

    return checked
