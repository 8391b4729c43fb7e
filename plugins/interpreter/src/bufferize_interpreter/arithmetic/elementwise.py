"""Element-by-element operations: on scalars, on arrays, on whole iteration spaces, and on bits.

The semantics of an elementwise operation are an `Elementwise`, which states how one element is
computed. So the elements can also be whole arrays, or expressions. `array_body` uses that to run
the body of a loop, such as that of `linalg.generic`, once for all iterations:

    %s = arith.addf %a, %b : f32     // %a, %b: arrays with an element for each iteration
    linalg.yield %s : f32
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from bufferize import ir
from bufferize_interpreter.arithmetic.elements import Element, element_of, wrapping
from bufferize_interpreter.symbols.expressions import (
    NotSymbolic,
    boxed,
    elements_are_symbolic,
    symbolic_elements,
)
from bufferize_interpreter.symbols.lifting import Lifted, lifted_arrays, lifted_operation
from bufferize_interpreter.traps import ProgramError, TrapKind
from bufferize_interpreter.values import (
    Array,
    ArrayValue,
    Poison,
    PoisonArray,
    computed,
    with_poison,
)

if TYPE_CHECKING:
    from bufferize_interpreter.compiler import Compiler


class Kernel(NamedTuple):
    """The computation of an elementwise operation, given its attributes and element types."""

    scalar: Callable[..., Any]
    """A function from the elements of the operands to that of the result.

    Poison operands make the result poison or, if the operation does not allow them, raise
    PoisonUse.
    """
    array: Callable[..., Any] | None = None
    """The same function on arrays, mixed with scalars, without poison, with NumPy's broadcasting.

    None: `scalar` is applied to each element.
    """


class Elementwise:
    """Semantics of an elementwise operation with one result, on scalars, vectors and tensors.

    `kernel` is a function from the operation to its `Kernel`.
    """

    def __init__(self, kernel: Callable[[ir.Operation], Kernel]) -> None:
        self.kernel = kernel

    def __call__(self, op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
        if isinstance(op.results[0].type, ir.BaseMemRefType):
            raise ProgramError(TrapKind.OTHER, "is not known to the interpreter for buffers")
        if not isinstance(op.results[0].type, ir.ShapedType):
            return self.elements(op)
        return self.arrays(op)

    def elements(self, op: ir.Operation) -> Callable[..., Any]:
        """Return the function that the operation applies to scalars."""
        if not elements_are_symbolic():
            return self.kernel(op).scalar
        with symbolic_elements(False):
            scalar = self.kernel(op).scalar
        if all(isinstance(value.type, ir.IndexType) for value in op.operands):
            return scalar
        return lifted_operation(op, scalar)

    def arrays(self, op: ir.Operation) -> Callable[..., ArrayValue]:
        """Return the function that the operation applies to array values, mixed with scalars."""
        if not elements_are_symbolic():
            return array_function(self.kernel(op), op)
        with symbolic_elements(False):
            plain = array_function(self.kernel(op), op)
        return of_one_shape(op, lifted_arrays(op, self.elements(op), plain))

    def on_arrays(self, op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue] | None:
        """Return the same function, for arrays with an element for each iteration of a loop."""
        if any(isinstance(value.type, ir.ShapedType) for value in (*op.operands, *op.results)):
            return None
        return self.arrays(op)


def array_function(kernel: Kernel, op: ir.Operation, number: int = 0) -> Callable[..., ArrayValue]:
    """Return the kernel of `op`, for its result `number`, as a function of array values."""
    dtype = element_of(ir.element_type_or_self(op.results[number].type)).dtype
    if kernel.array is not None:
        function = kernel.array

        def whole(*operands: Any) -> ArrayValue:
            found: ArrayValue = function(*operands)
            return found if type(found) is PoisonArray else np.asarray(found, dtype)

        return of_one_shape(op, lambda *operands: computed(whole, *operands))
    types = [element_of(ir.element_type_or_self(operand.type)) for operand in op.operands]
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


def of_one_shape(
    op: ir.Operation, function: Callable[..., ArrayValue]
) -> Callable[..., ArrayValue]:
    """Add a check that tensors with dynamic shapes have the same shape.

    NumPy would broadcast a tensor of one element, which the operation does not allow.
    """
    types = {n: o.type for n, o in enumerate(op.operands) if isinstance(o.type, ir.ShapedType)}
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


@runtime_checkable
class OnArrays(Protocol):
    """Semantics that can execute an operation for all iterations of a loop at once."""

    def on_arrays(self, op: ir.Operation, compiler: Compiler) -> Callable[..., Any] | None:
        """Return the function that executes `op` on arrays with an element for each iteration.

        If the program has scalars, operands and results are arrays, possibly with poison, that
        broadcast as in NumPy; operands may be scalars, too. None: the operation cannot be executed
        so.
        """


def array_body(
    compiler: Compiler, block: ir.Block, inputs: Sequence[ir.Value]
) -> Callable[..., list[Any]] | None:
    """Return a function from values of `inputs` to the values that the block's terminator yields.

    The inputs are the block's arguments, and results of operations that depend on the iteration in
    another way, such as `linalg.index`; those operations are not executed. None if an operation of
    the block cannot be applied to arrays.
    """
    terminator = block.last_op
    if terminator is None:
        return None
    locals = {value: f"v{number}" for number, value in enumerate(inputs)}
    arguments = list(locals.values())
    ops = [op for op in block.ops if op is not terminator and not _are_known(op, locals)]
    names: dict[str, Any] = {}
    lines: list[tuple[str, ir.Operation]] = []
    for op in (*ops, terminator):
        for value in op.operands:
            if value.parent_block is not block and value not in locals:
                locals[value] = f"v{len(locals)}"
                names[f"read_{locals[value]}"] = compiler.outer(value)
                lines.append((f"{locals[value]} = read_{locals[value]}()", op))
    for op in ops:
        if len(op.results) != 1 or op.regions:
            return None
        function = _function(op, compiler)
        if function is None:
            return None
        operands = ", ".join(locals[value] for value in op.operands)
        name = locals[op.results[0]] = f"v{len(locals)}"
        names[f"compute_{name}"] = function
        lines.append((f"{name} = compute_{name}({operands})", op))
    yielded = ", ".join(locals[value] for value in terminator.operands)
    lines.append((f"return [{yielded}]", terminator))
    return compiler.python(arguments, lines, names)


def _are_known(op: ir.Operation, known: dict[ir.Value, str]) -> bool:
    return bool(op.results) and all(result in known for result in op.results)


def _function(op: ir.Operation, compiler: Compiler) -> Callable[..., Any] | None:
    semantics = compiler.context.semantics(op.name)
    if isinstance(semantics, OnArrays):
        return semantics.on_arrays(op, compiler)
    if not op.operands and semantics is not None:  # a constant
        return compiler.operation(op)
    return None


def _width(element: Element) -> int:
    width = ir.bit_width(element.type)
    if element.dtype == np.object_:
        raise ProgramError(TrapKind.OTHER, f"needs the bits of '{element.type}', which has none")
    return 64 if width is None else width


def bits_of(array: Array, element: Element) -> Array:
    """Return the bits of each element, lowest first, along a new last dimension."""
    raw = np.ascontiguousarray(array).reshape(*array.shape, 1).view(np.uint8)
    return np.unpackbits(raw, axis=-1, count=_width(element), bitorder="little")


def from_bits(bits: Array, element: Element) -> Array:
    """Return the elements with the given bits."""
    width, size = _width(element), element.dtype.itemsize
    # An integer narrower than its dtype is stored sign-extended.
    fill = bits[..., -1:] if element.dtype.kind == "i" else np.zeros_like(bits[..., :1])
    padding = np.repeat(fill, 8 * size - width, axis=-1)
    raw = np.packbits(np.concatenate([bits, padding], axis=-1), axis=-1, bitorder="little")
    return raw.view(element.dtype).reshape(bits.shape[:-1])


def bitcast(array: Array, source: Element, target: Element, shape: Sequence[int]) -> Array:
    """Reinterpret the bits of an array as elements of `target` in an array of `shape`.

    Raises NotSymbolic for expressions, unless each of them becomes one element.
    """
    if elements_are_symbolic():
        return _symbolic_bitcast(array, source.type, target.type, shape)
    if (source.dtype.itemsize, target.dtype.itemsize) == (_width(source) / 8, _width(target) / 8):
        flat = np.ascontiguousarray(array).reshape(-1)
        return flat.view(target.dtype).reshape(shape)
    bits = bits_of(array, source).reshape(*shape, _width(target))
    return from_bits(bits, target)


def _symbolic_bitcast(
    array: Array, source: ir.Type, target: ir.Type, shape: Sequence[int]
) -> Array:
    """Reinterpret expressions as `arith.bitcast` does, which takes only types without a sign."""
    if tuple(shape) != array.shape:
        raise NotSymbolic("reads the bits of elements as those of others")
    plain = _without_sign(source), _without_sign(target)
    found: Array = array if plain[0] is source else wrapping(plain[0])(array)
    if plain[0] is not plain[1]:
        with symbolic_elements(False):
            elements = element_of(plain[0]), element_of(plain[1])

        def number(value: Any) -> Any:
            given = np.asarray(value, elements[0].dtype).reshape(1)
            return elements[1].scalar(bitcast(given, *elements, (1,))[0])

        name = "arith.bitcast"
        each = np.frompyfunc(Lifted((name, (), plain), name, number, plain[:1]), 1, 1)
        found = np.asarray(each(boxed(found)), np.object_)
    return found if plain[1] is target else wrapping(target)(found)


def _without_sign(type: ir.Type) -> ir.Type:
    return ir.IntegerType(type.width) if isinstance(type, ir.IntegerType) else type
