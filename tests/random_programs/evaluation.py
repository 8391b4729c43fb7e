"""The meaning of programs on tensors: an evaluator in which every tensor is a value.

It is written from the documentation of the dialects, to check the output of bufferized programs,
and knows nothing of buffers. The operations are in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from bufferize.interfaces import BranchOpInterface, FunctionOpInterface
from bufferize.ir import (
    Block,
    DenseElementsAttr,
    IntegerAttr,
    Operation,
    Region,
    Type,
    Value,
    VectorType,
)
from bufferize.ir.dense import numbers
from bufferize_ml_program.ops import GlobalOp

VSCALE = 2
"""The value of `vector.vscale` in the programs."""

_MOST_STEPS = 20_000
_MOST_CALLS = 20


class Undefined(Exception):
    """The error that a program is undefined, for example since it prints an element that was never
    set."""


class Array(NamedTuple):
    """The contents of a tensor or a vector, in row-major order; None where undefined."""

    shape: tuple[int, ...]
    data: tuple[Any, ...]

    def at(self, indices: Iterable[int]) -> Any:
        return self.data[position(self.shape, indices)]

    def part(self, indices: Sequence[int]) -> Any:
        """Return what is at the first indices: an element, or a subarray."""
        rest = self.shape[len(indices) :]
        if not rest:
            return self.at(indices)
        start = position(self.shape[: len(indices)], indices) * prod(rest)
        return Array(rest, self.data[start : start + prod(rest)])

    def put(self, elements: Iterable[tuple[Iterable[int], Any]]) -> Array:
        """Return the array with other elements at some indices."""
        data = list(self.data)
        for indices, element in elements:
            data[position(self.shape, indices)] = element
        return Array(self.shape, tuple(data))

    def points(self) -> Iterator[tuple[int, ...]]:
        return product(*map(range, self.shape))


def position(shape: Sequence[int], indices: Iterable[int]) -> int:
    """Return the position of an element in row-major order."""
    place = 0
    for extent, index in zip(shape, indices, strict=True):
        if index is None or not 0 <= index < extent:
            raise Undefined(f"index {index} of {extent}")
        place = place * extent + index
    return place


def filled(shape: Sequence[int], element: Any) -> Array:
    return Array(tuple(shape), (element,) * prod(shape))


def extents(type: Type) -> tuple[int, ...]:
    """Return the extents of a vector or of a tensor of static shape."""
    if isinstance(type, VectorType):
        pairs = zip(type.shape, type.scalable_dims, strict=True)
        return tuple(VSCALE * extent if scalable else extent for extent, scalable in pairs)
    found: tuple[int, ...] = type.extents  # type: ignore[attr-defined]
    return found


class Evaluation:
    """One run of a module; `printed` has its output."""

    def __init__(self, module: Operation) -> None:
        self.printed: list[str] = []
        self.globals: dict[str, Any] = {}
        self.steps = 0
        self.freed: dict[int, Array] = {}
        """Values that were freed, by identity: they may still be used, but not be freed again."""
        self._depth = 0
        self._functions: dict[str, FunctionOpInterface] = {}
        for op in module.walk():
            if isinstance(op, FunctionOpInterface):
                self._functions[op.symbol_name] = op
            elif isinstance(op, GlobalOp):
                if op.value is None:  # it was left out to make the program smaller
                    raise Undefined("a global has no value")
                self.globals[op.sym_name.value] = array_of(op.value)

    def call(self, name: str, arguments: Sequence[Any]) -> list[Any]:
        """Return the results of a function."""
        if self._depth == _MOST_CALLS:
            raise Undefined("a recursion does not end")
        self._depth += 1
        function = self._functions[name]
        if function.is_external:
            results = external(name, arguments)
        else:
            results = Frame(self, {}).run(function.function_body, arguments)[1]
        self._depth -= 1
        return results


def external(name: str, arguments: Sequence[Any]) -> list[Any]:
    """Return the results of functions without a body: a new tensor of 7s, or a copy."""
    return [filled(arguments[0].shape, 7) if name.startswith("new") else arguments[0]]


class Frame:
    """The values of a function so far."""

    def __init__(self, evaluation: Evaluation, values: dict[Value, Any]) -> None:
        self.evaluation = evaluation
        self.values = values

    def run(self, region: Region, arguments: Sequence[Any]) -> tuple[Operation, list[Any]]:
        """Run a region from its first block.

        Return the terminator that leaves it, and its operands.
        """
        block: Block = region.blocks[0]
        while True:
            self.values.update(zip(block.arguments, arguments, strict=True))
            for op in block.ops:
                if op.successors or op is block.last_op:
                    break
                self.evaluation.steps += 1
                if self.evaluation.steps > _MOST_STEPS:
                    raise Undefined("the program takes too long")
                results = handler_of(op)(self, op, self.get(op.operands))
                self.values.update(zip(op.results, results, strict=True))
            if not op.successors:
                return op, self.get(op.operands)
            block, arguments = self._next_block(op)

    def _next_block(self, op: Operation) -> tuple[Block, list[Any]]:
        number = 0
        if op.name != "cf.br":
            number = 0 if decided(self.values[op.operand(0)]) else 1
        assert isinstance(op, BranchOpInterface)
        operands = op.successor_operands(number)
        return op.successors[number], self.get([operand.value for operand in operands])

    def get(self, values: Iterable[Value]) -> list[Any]:
        return [self.values[value] for value in values]

    def mixed(self, values: Iterable[int | Value]) -> list[int]:
        return [v if isinstance(v, int) else decided(self.values[v]) for v in values]


def decided(value: int | None) -> int:
    """Return a number that control flow or a size depends on."""
    if value is None:
        raise Undefined("what is not set decides")
    return value


Handler = Callable[[Frame, Any, list[Any]], list[Any]]
_HANDLERS: dict[str, Handler] = {}


def handles(*names: str) -> Callable[[Handler], Handler]:
    """Return a decorator that registers how operations run."""

    def register(handler: Handler) -> Handler:
        _HANDLERS.update(dict.fromkeys(names, handler))
        return handler

    return register


def handler_of(op: Operation) -> Handler:
    """Return how an operation runs, by its name or by its dialect."""
    handler = _HANDLERS.get(op.name) or _HANDLERS.get(op.dialect_name)
    if handler is None:
        raise NotImplementedError(op.name)
    return handler


def array_of(attribute: Any) -> Any:
    """Return the value of a constant."""
    if isinstance(attribute, IntegerAttr):
        return attribute.value
    assert isinstance(attribute, DenseElementsAttr)
    data = tuple(int(str(n)) for n in numbers(attribute))
    shape = extents(attribute.type)
    return Array(shape, data if len(data) == prod(shape) else data[:1] * prod(shape))
