"""Lifting of functions of numbers to functions that also take and return expressions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final

import numpy as np

from bufferize import ir
from bufferize_interpreter.arithmetic.elements import as_objects, element_of
from bufferize_interpreter.symbols.expressions import (
    Expression,
    NotSymbolic,
    Operator,
    Symbols,
    boxed,
    elements_are_symbolic,
    symbolic_elements,
)
from bufferize_interpreter.values import (
    Array,
    ArrayValue,
    Poison,
    PoisonArray,
    with_poison,
)

_IS_POISON: Final = np.frompyfunc(lambda value: type(value) is Poison, 1, 1)


def may_be_symbols(type: ir.Type) -> bool:
    """Return whether elements of a type may be expressions: numbers, but no indices."""
    return isinstance(_innermost(type), ir.FloatType | ir.IntegerType | ir.ComplexType)


def symbols_of(symbols: Symbols, name: str, value: Any, type: ir.Type) -> Any:
    """Return an argument of `type` with a new symbol for each element.

    `value` has their concrete values. An argument that cannot be symbolic is returned unchanged.
    The symbols are called by the name and the index, such as `%0[2, 3]`.
    """
    if not may_be_symbols(type):
        return value
    with symbolic_elements(False):
        scalar = element_of(_innermost(type)).scalar
    if not isinstance(value, np.ndarray):
        return symbols.symbol(name, scalar(value))
    found = np.empty(value.shape, np.object_)
    for index in np.ndindex(*value.shape):
        found[index] = symbols.symbol(f"{name}{list(index)}", scalar(value[index]))
    found.flags.writeable = value.flags.writeable
    return found


def _innermost(type: ir.Type) -> ir.Type:
    return ir.element_type_or_self(ir.element_type_or_self(type))  # elements may be vectors


class Lifted:
    """A function of numbers of given element types, lifted to expressions.

    Functions with equal keys are the same one. Applied to numbers alone, it computes numbers; with
    a poison operand it returns poison if `function` does, and fails otherwise.
    """

    def __init__(
        self, key: Hashable, name: str, function: Callable[..., Any], types: Sequence[ir.Type]
    ) -> None:
        self._key = key
        self._name = name
        self._function = function
        with symbolic_elements(False):
            self._numbers = [element_of(type).scalar for type in types]
        self._operator: Operator | None = None

    def __call__(self, *operands: Any) -> Any:
        try:
            key = tuple([operand.number for operand in operands])
        except AttributeError:  # not all are expressions
            return self._mixed(operands)
        operator = self._operator_of(operands[0].operator.symbols)
        found = operator.known.get(key)
        return operator.new(key) if found is None else found

    def _mixed(self, operands: Sequence[Any]) -> Any:
        if any(type(operand) is Poison for operand in operands):
            return self._with_poison(operands)
        for operand in operands:
            if type(operand) is Expression:
                symbols = operand.operator.symbols
                return symbols.applied(self._operator_of(symbols), operands)
        return self.number(*operands)

    def _with_poison(self, operands: Sequence[Any]) -> Poison:
        found = self.number(*map(_value_of, operands))
        if type(found) is not Poison:
            raise NotSymbolic(f"'{self._name}' makes something of what is undefined")
        return found

    def _operator_of(self, symbols: Symbols) -> Operator:
        known = self._operator
        if known is None or known.symbols is not symbols:
            known = self._operator = symbols.operator(self._key, self._name, self.number)
        return known

    def number(self, *operands: Any) -> Any:
        """Apply the function to numbers."""
        typed = [
            operand if type(operand) is Poison else number(operand)
            for number, operand in zip(self._numbers, operands, strict=True)
        ]
        with symbolic_elements(False):
            return self._function(*typed)


def _value_of(operand: Any) -> Any:
    """Return the number that `operand` stands for; for an expression, that is a recorded decision."""
    return operand.symbols.decide(operand) if type(operand) is Expression else operand


def lifted(
    name: str, make: Callable[[], Callable[..., Any]], *types: ir.Type
) -> Callable[..., Any]:
    """Return the function that `make` returns, lifted while elements are symbolic.

    `name` and the element types identify the function.
    """
    if not elements_are_symbolic() or all(isinstance(type, ir.IndexType) for type in types):
        return make()
    with symbolic_elements(False):
        return Lifted((name, types), name, make(), types)


def lifted_ufunc(
    name: str, make: Callable[[], Callable[..., Any]], *types: ir.Type
) -> Callable[..., Any]:
    """Return a function of arrays, lifted while elements are symbolic, as by `lifted`."""
    if not elements_are_symbolic() or all(isinstance(type, ir.IndexType) for type in types):
        return make()
    number = lifted(name, lambda: _of_elements(make(), types), *types)
    each = np.frompyfunc(number, len(types), 1)
    return lambda *operands: np.asarray(each(*map(boxed, operands)), np.object_)


def _of_elements(function: Callable[..., Any], types: Sequence[ir.Type]) -> Callable[..., Any]:
    """Return a function of arrays in the form of a function of single elements."""
    dtypes = [element_of(type).dtype for type in types]

    def run(*operands: Any) -> Any:
        found = function(*[np.asarray(o, d) for o, d in zip(operands, dtypes, strict=True)])
        return found[()] if isinstance(found, np.ndarray) else found

    return run


def key_of(op: ir.Operation, values: Iterable[ir.Value]) -> Hashable:
    """Return a key for the function that an operation computes from elements.

    It consists of the operation's name, its inherent attributes, and the element types of `values`.
    """
    types = [ir.element_type_or_self(value.type) for value in values]
    return op.name, tuple(sorted(op.properties.items())), tuple(types)


def lifted_operation(op: ir.Operation, function: Callable[..., Any]) -> Callable[..., Any]:
    """Lift `function`, which `op` computes from numbers, to expressions.

    If the result is an index, which has no expression, the operands' values decide.
    """
    types = [ir.element_type_or_self(value.type) for value in op.operands]
    found = Lifted(key_of(op, (*op.operands, *op.results)), op.name, function, types)
    if may_be_symbols(op.results[0].type):
        return found
    return lambda *operands: found.number(*map(_value_of, operands))


def lifted_arrays(
    op: ir.Operation, scalar: Callable[..., Any], plain: Callable[..., ArrayValue]
) -> Callable[..., ArrayValue]:
    """Lift an elementwise operation to array values; `plain` computes arrays of numbers."""
    each = np.frompyfunc(scalar, len(op.op_operands), 1)
    is_index = isinstance(ir.element_type_or_self(op.results[0].type), ir.IndexType)

    def result(found: Any) -> ArrayValue:
        return found if is_index or type(found) is PoisonArray else as_objects(np.asarray(found))

    def run(*operands: Any) -> ArrayValue:
        if all(_holds_numbers(operand) for operand in operands):
            with symbolic_elements(False):
                found = plain(*operands)
            if type(found) is PoisonArray and not is_index:
                return PoisonArray(as_objects(found.values), found.poison, found.op)
            return result(found)
        given = [boxed(_with_poison_within(operand)) for operand in operands]
        values = np.empty(np.broadcast_shapes(*map(np.shape, given)), np.object_)
        values[...] = each(*given)
        poison = np.asarray(_IS_POISON(values), np.bool_)
        if poison.any():
            origin = next(value.op for value in values[poison])
            values[poison] = 0
            return with_poison(values.astype(np.int64) if is_index else values, poison, origin)
        return values.astype(np.int64) if is_index else values

    return run


def _holds_numbers(operand: Any) -> bool:
    if isinstance(operand, np.ndarray | PoisonArray):
        return operand.dtype != np.object_
    return type(operand) is not Expression


def _with_poison_within(operand: Any) -> Any:
    """Return an array with a `Poison` object in place of each poison element."""
    if type(operand) is not PoisonArray:
        return operand
    array: Array = operand.values.astype(np.object_)
    array[operand.poison] = Poison(operand.op)
    return array
