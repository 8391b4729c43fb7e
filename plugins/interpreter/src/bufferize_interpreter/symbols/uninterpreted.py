"""Uninterpreted operations: in a program on expressions, operations whose semantics need numbers.

Each element of their results is an expression of all elements of all operands, which are equal if
the operands are, whatever the operation computes. That is sound for operations without side
effects, and for those in destination style, on tensors and on buffers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bufferize import ir
from bufferize.diagnostics import FAILURES, DiagnosticError
from bufferize.dialects.strided import row_major_strides
from bufferize.interfaces import DestinationStyleOpInterface, is_memory_effect_free
from bufferize_interpreter.arithmetic.elements import element_of
from bufferize_interpreter.memory import Allocation, MemRef
from bufferize_interpreter.symbols.expressions import (
    Expression,
    NotSymbolic,
    Symbols,
    TooManyExpressions,
    symbolic_elements,
)
from bufferize_interpreter.symbols.lifting import key_of
from bufferize_interpreter.traps import ProgramError
from bufferize_interpreter.values import (
    Array,
    ArrayValue,
    Poison,
    PoisonArray,
    PoisonUse,
    plain,
    poison_mask,
    with_poison,
)

if TYPE_CHECKING:
    from bufferize_interpreter.compiler import Compiler

_PASSED_ON: Final = (ProgramError, PoisonUse, TooManyExpressions, RecursionError, MemoryError)


def or_uninterpreted(
    op: ir.Operation, function: Callable[..., Any], compiler: Compiler, symbols: Symbols
) -> Callable[..., Any]:
    """Wrap the function of `op`: if it fails on expressions, the operation becomes uninterpreted.

    From then on all operations of that name are.
    """
    if op.regions or not (is_memory_effect_free(op) or isinstance(op, DestinationStyleOpInterface)):
        return function
    whole = _Uninterpreted(op, compiler)

    def run(*operands: Any) -> Any:
        if op.name in symbols.uninterpreted:
            return whole(symbols, operands)
        decided = len(symbols.decisions)
        try:
            return function(*operands)
        except _PASSED_ON:
            raise
        except FAILURES as problem:
            if isinstance(problem, DiagnosticError) and not isinstance(problem, NotSymbolic):
                raise
            if any(type(operand) is MemRef for operand in operands):
                raise  # some of it may have been written
            for number in list(symbols.decisions)[decided:]:
                del symbols.decisions[number]
            found = whole(symbols, operands)
            symbols.uninterpreted.add(op.name)
            return found

    return run


@dataclass(frozen=True)
class _Given:
    """An operand: its elements unchanged, and as the numbers that they represent."""

    elements: list[Any]
    number: Any


class _Uninterpreted:
    """The function of an uninterpreted operation."""

    def __init__(self, op: ir.Operation, compiler: Compiler) -> None:
        self._op = op
        self._compiler = compiler
        self._inits: list[int] = []
        if isinstance(op, DestinationStyleOpInterface):
            self._inits = [operand.index for operand in op.dps_inits]
        semantics = compiler.context.semantics(op.name)
        assert semantics is not None
        self._semantics = semantics
        self._function: Callable[..., Any] | None = None
        outputs = [] if self._inits else list(op.results)
        self._key = key_of(op, (*op.operands, *outputs))

    def __call__(self, symbols: Symbols, operands: Sequence[Any]) -> Any:
        given = [self._given(symbols, operand) for operand in operands]
        outputs = self._outputs(given, [])
        read = list(range(len(given)))
        if self._inits and self._overwrites(given):
            read = [number for number in read if number not in self._inits]
        shapes = tuple(np.shape(_array(one.number)) for one in given)
        operator = symbols.operator((self._key, shapes), self._op.name, _never)
        bundle = symbols.applied(operator, [e for n in read for e in given[n].elements])
        values = [self._op.operands[n] for n in self._inits] or self._op.results
        found: list[Any] = []
        for number, (output, value) in enumerate(zip(outputs, values, strict=True)):
            if isinstance(ir.element_type_or_self(value.type), ir.IndexType):
                symbols.decide_by(bundle)
                found.append(output)
            else:
                found.append(self._elements(symbols, bundle, number, output))
        if any(type(operand) is MemRef for operand in operands):
            for init, written in zip(self._inits, found, strict=True):
                operands[init].write(written)
            return None
        return found[0] if len(found) == 1 else found

    def _given(self, symbols: Symbols, operand: Any) -> _Given:
        value = operand.read(self._op) if type(operand) is MemRef else operand
        if not isinstance(value, np.ndarray | PoisonArray):
            return _Given([_element(symbols, value)], _number(value))
        mask = poison_mask(value)
        flat, undefined = plain(value).reshape(-1), None if mask is None else mask.reshape(-1)
        elements = [
            _element(symbols, Poison() if undefined is not None and undefined[i] else element)
            for i, element in enumerate(flat)
        ]
        numbers = [
            0 if undefined is not None and undefined[i] else _number(element)
            for i, element in enumerate(flat)
        ]
        array = np.empty(len(numbers), np.object_)
        array[:] = numbers
        number: Any = with_poison(array.reshape(value.shape), mask)
        if type(operand) is MemRef:
            number = _buffer(number, operand)
        return _Given(elements, number)

    def _outputs(self, given: Sequence[_Given], undefined: Sequence[int]) -> list[Any]:
        """Return the results for the operands' numbers, with some operands undefined."""
        with symbolic_elements(False):
            if self._function is None:
                self._function = self._semantics(self._op, self._compiler)
            numbers = [
                self._native(number, one.number, number in undefined)
                for number, one in enumerate(given)
            ]
            found = self._function(*numbers)
            if any(type(number) is MemRef for number in numbers):
                return [numbers[init].read(self._op) for init in self._inits]
            return list(found) if len(self._op.results) != 1 else [found]

    def _native(self, position: int, value: Any, is_undefined: bool) -> Any:
        type_ = self._op.operands[position].type
        element = element_of(ir.element_type_or_self(type_))
        if not isinstance(type_, ir.ShapedType):
            return Poison(self._op) if is_undefined else _of(element, value)
        array = value.read() if type(value) is MemRef else value
        poison = np.ones(array.shape, np.bool_) if is_undefined else poison_mask(array)
        native = with_poison(plain(array).astype(element.dtype), poison, self._op)
        return _buffer(native, value) if type(value) is MemRef else native

    def _overwrites(self, given: Sequence[_Given]) -> bool:
        """Return whether the results do not depend on the contents of the destinations."""
        try:
            outputs = self._outputs(given, self._inits)
        except FAILURES:  # semantics that need them, or cannot handle undefined elements
            return False
        return not any(type(output) in (Poison, PoisonArray) for output in outputs)

    def _elements(self, symbols: Symbols, bundle: Expression, number: int, output: Any) -> Any:
        if type(output) is Poison:
            return output
        if not isinstance(output, np.ndarray | PoisonArray):
            return symbols.element(bundle, number, 0, output)
        values: Array = np.empty(prod(output.shape), np.object_)
        for index, value in enumerate(plain(output).reshape(-1)):
            values[index] = symbols.element(bundle, number, index, value)
        return with_poison(values.reshape(output.shape), poison_mask(output), self._op)


def _never(*_: Any) -> Any:
    """Raise an error: operators of this module are never evaluated."""


def _of(element: Any, value: Any) -> Any:
    return value if type(value) is Poison else element.scalar(value)


def _element(symbols: Symbols, value: Any) -> Any:
    return symbols.undefined if type(value) is Poison else value


def _number(value: Any) -> Any:
    return value.symbols.value(value) if type(value) is Expression else value


def _array(value: Any) -> Any:
    return np.empty(value.sizes) if type(value) is MemRef else plain(value)


def _buffer(value: ArrayValue, like: MemRef) -> MemRef:
    """Return a new buffer with these elements."""
    element = like.allocation.element._replace(dtype=value.dtype)
    count = prod(like.sizes)
    data = np.empty((count, *element.shape), element.dtype)
    allocation = Allocation(element, data, False, kind="argument")
    allocation.fill(value)
    return MemRef(allocation, 0, like.sizes, tuple(row_major_strides(like.sizes)))
