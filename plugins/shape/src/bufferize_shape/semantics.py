"""The semantics of the ops of the shape dialect, for bufferize-interpreter.

A shape is a tuple of extents, a size an int, a value with its shape a pair of both, and a witness is
True: a constraint that does not hold ends the program. While a
program runs there are no unknown extents, and no errors that are propagated: each error ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bufferize import ir
from bufferize.ir.dense import elements
from bufferize_interpreter import (
    MemRef,
    ProgramError,
    Semantics,
    TrapKind,
    defined,
    out_of_bounds,
)
from bufferize_shape.dialect import SHAPE, SIZE
from bufferize_shape.ops_assuming import AssumingOp, ConstWitnessOp, CstrRequireOp
from bufferize_shape.ops_reduce import ReduceOp
from bufferize_shape.ops_shape import ConstShapeOp
from bufferize_shape.ops_size import ConstSizeOp

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler

Shape = tuple[int, ...]


def extents_of(value: Any) -> Shape:
    """Return the extents of a shape or of an extent tensor."""
    if isinstance(value, tuple):
        return value
    return tuple(int(extent) for extent in defined(value))


def _as(type: ir.Type, extents: Sequence[int]) -> Any:
    """Return extents as a value of a type: a shape or an extent tensor."""
    return tuple(extents) if type is SHAPE else np.array(extents, np.int64)


def _function(function: Callable[..., Any]) -> Semantics:
    """Return the semantics of a function of sizes or other numbers."""
    return lambda op, compiler: function


def _of_shapes(function: Callable[..., Any]) -> Semantics:
    """Return the semantics of a function of extents."""
    return lambda op, compiler: lambda *shapes: function(*map(extents_of, shapes))


def _to_shape(function: Callable[..., Sequence[int]]) -> Semantics:
    """Return the semantics of a function from extents to extents."""

    def semantics(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
        type = op.results[0].type
        return lambda *shapes: _as(type, function(*map(extents_of, shapes)))

    return semantics


def _failure(message: str) -> ProgramError:
    return ProgramError(TrapKind.ASSERTION, message)


def _broadcast(*shapes: Shape) -> Shape:
    rank = max(map(len, shapes), default=0)
    padded = [(*[1] * (rank - len(shape)), *shape) for shape in shapes]
    found: list[int] = []
    for extents in zip(*padded, strict=True):
        others = {extent for extent in extents if extent != 1}
        if len(others) > 1:
            raise _failure(f"has shapes that do not broadcast: {', '.join(map(str, shapes))}")
        found.append(others.pop() if others else 1)
    return tuple(found)


def _is_broadcastable(*shapes: Shape) -> int:
    try:
        _broadcast(*shapes)
    except ProgramError:
        return 0
    return 1


def _cstr_broadcastable(*shapes: Shape) -> bool:
    _broadcast(*shapes)
    return True


def _are_equal(*shapes: Shape) -> int:
    return int(len(set(shapes)) <= 1)


def _cstr_eq(*shapes: Shape) -> bool:
    if not _are_equal(*shapes):
        raise _failure(f"has shapes that are not equal: {', '.join(map(str, shapes))}")
    return True


def _any(*shapes: Shape) -> Shape:
    return shapes[0]


def _concat(*shapes: Shape) -> Shape:
    return tuple(extent for shape in shapes for extent in shape)


def _const_shape(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ConstShapeOp)
    value = _as(op.result.type, [int(e) for e in elements(op.shape) if isinstance(e, int)])
    return lambda: value


def _const_size(op: ir.Operation, compiler: Compiler) -> Callable[..., int]:
    assert isinstance(op, ConstSizeOp)
    value = op.value.value
    return lambda: value


def _const_witness(op: ir.Operation, compiler: Compiler) -> Callable[..., bool]:
    assert isinstance(op, ConstWitnessOp)
    return _required(bool(op.passing.value), "is a witness of what does not hold")


def _required(holds: bool, message: str) -> Callable[..., bool]:
    def run() -> bool:
        if not holds:
            raise _failure(message)
        return True

    return run


def _cstr_require(op: ir.Operation, compiler: Compiler) -> Callable[..., bool]:
    assert isinstance(op, CstrRequireOp)
    message = op.msg.value
    return lambda condition: _required(bool(condition), message)()


def _divide(a: int, b: int) -> int:
    if b == 0:
        raise ProgramError(TrapKind.DIVISION, "divides by zero")
    return a // b


def _extremum(choose: Callable[..., int]) -> Semantics:
    def semantics(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
        if op.results[0].type is not SHAPE:
            return lambda a, b: choose(a, b)

        def of_shapes(a: Shape, b: Shape) -> Shape:
            if len(a) != len(b):
                raise _failure(f"has shapes of different rank: {a}, {b}")
            return tuple(map(choose, a, b))

        return of_shapes

    return semantics


def _meet(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    type = op.results[0].type

    def run(a: Any, b: Any) -> Any:
        if isinstance(a, int) and isinstance(b, int):
            if a != b:
                raise _failure(f"has sizes that are not equal: {a}, {b}")
            return a
        _cstr_eq(extents_of(a), extents_of(b))
        return _as(type, extents_of(a))

    return run


def _shape_of(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    type = op.results[0].type
    return lambda value: _as(type, _runtime_shape(value))


def _runtime_shape(value: Any) -> Shape:
    if isinstance(value, tuple):  # a value with its shape
        shape: Shape = value[1]
        return shape
    found: Shape = value.sizes if isinstance(value, MemRef) else value.shape
    return found


def _extent(extents: Shape, dim: int) -> int:
    if not 0 <= dim < len(extents):
        raise out_of_bounds("dimension", dim, len(extents))
    return extents[dim]


def _split_at(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    types = [result.type for result in op.results]

    def run(shape: Any, index: int) -> Any:
        extents = extents_of(shape)
        if not -len(extents) <= index <= len(extents):
            raise out_of_bounds("index", index, len(extents) + 1)
        split = index + len(extents) if index < 0 else index
        return _as(types[0], extents[:split]), _as(types[1], extents[split:])

    return run


def _to_size(index: int) -> int:
    if index < 0:
        raise _failure(f"makes a size of {index}")
    return index


def _assuming(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, AssumingOp)
    region = compiler.region(op.do_region)
    only_one = len(op.results) == 1

    def run(witness: Any) -> Any:
        values = region()
        return values[0] if only_one else values

    return run


def _reduce(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ReduceOp)
    region = compiler.region(op.region)
    only_one = len(op.results) == 1

    def run(shape: Any, *values: Any) -> Any:
        found: Sequence[Any] = values
        for number, extent in enumerate(extents_of(shape)):
            found = region(number, extent, *found)
        return found[0] if only_one else found

    return run


def _debug_print(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    machine = compiler.machine
    is_size = op.operand(0).type is SIZE

    def run(value: Any) -> Any:
        text = str(value) if is_size else f"[{', '.join(map(str, extents_of(value)))}]"
        machine.print(text + "\n")
        return value

    return run


SEMANTICS: Final[dict[str, Semantics]] = {
    "shape.add": _function(lambda a, b: a + b),
    "shape.any": _to_shape(_any),
    "shape.assuming": _assuming,
    "shape.assuming_all": _function(lambda *witnesses: all(witnesses)),
    "shape.broadcast": _to_shape(_broadcast),
    "shape.concat": _to_shape(_concat),
    "shape.const_shape": _const_shape,
    "shape.const_size": _const_size,
    "shape.const_witness": _const_witness,
    "shape.cstr_broadcastable": _of_shapes(_cstr_broadcastable),
    "shape.cstr_eq": _of_shapes(_cstr_eq),
    "shape.cstr_require": _cstr_require,
    "shape.debug_print": _debug_print,
    "shape.dim": _function(lambda value, dim: _extent(_runtime_shape(value), dim)),
    "shape.div": _function(_divide),
    "shape.from_extent_tensor": _to_shape(_any),
    "shape.from_extents": _function(lambda *extents: tuple(extents)),
    "shape.get_extent": _function(lambda shape, dim: _extent(extents_of(shape), dim)),
    "shape.index_to_size": _function(_to_size),
    "shape.is_broadcastable": _of_shapes(_is_broadcastable),
    "shape.max": _extremum(max),
    "shape.meet": _meet,
    "shape.min": _extremum(min),
    "shape.mul": _function(lambda a, b: a * b),
    "shape.num_elements": _of_shapes(prod),
    "shape.rank": _of_shapes(len),
    "shape.reduce": _reduce,
    "shape.shape_eq": _of_shapes(_are_equal),
    "shape.shape_of": _shape_of,
    "shape.size_to_index": _function(lambda size: size),
    "shape.split_at": _split_at,
    "shape.to_extent_tensor": _to_shape(_any),
    "shape.value_as_shape": _to_shape(_any),
    "shape.value_of": _function(lambda pair: pair[0]),
    "shape.with_shape": _function(lambda value, shape: (value, extents_of(shape))),
}
"""The semantics, by the op's name."""
