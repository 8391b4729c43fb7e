"""Operations on numbers and on tensors for `evaluation`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from typing import Any

from bufferize.ir import DYNAMIC, IndexType, IntegerType, Type
from tests.random_programs.evaluation import (
    Array,
    Frame,
    Undefined,
    array_of,
    decided,
    filled,
    handles,
)

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.maxsi": max,
    "arith.andi": lambda a, b: a & b,
    "arith.remui": lambda a, b: _remainder(a, b),
}
_UNSIGNED_LESS = 6


def _remainder(a: int, b: int) -> int:
    if not b:
        raise Undefined("division by zero")
    return a % b


def bits(type: Type) -> int:
    """Return the width of numbers of a type."""
    if isinstance(type, IntegerType):
        return type.width
    assert isinstance(type, IndexType)
    return 64


def signed(value: int, width: int) -> int:
    half = 1 << (width - 1)
    return (value + half) % (2 * half) - half


@handles("arith.constant")
def _constant(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [array_of(op.value)]


@handles(*_ARITHMETIC)
def _arithmetic(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    if None in args:
        return [None]
    return [signed(_ARITHMETIC[op.name](*args), bits(op.results[0].type))]


@handles("arith.cmpi")
def _compare(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    assert op.predicate.value == _UNSIGNED_LESS
    if None in args:
        return [None]
    width = bits(op.lhs.type)
    return [int(args[0] % (1 << width) < args[1] % (1 << width))]


@handles("arith.select")
def _select(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[1] if decided(args[0]) else args[2]]


@handles("affine.apply")
def _apply(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return list(op.map.map.evaluate(args))


@handles("tensor.cast")
def _cast(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    pairs = zip(op.results[0].type.extents, args[0].shape, strict=True)
    if any(known not in (DYNAMIC, extent) for known, extent in pairs):
        raise Undefined("a tensor of another size")
    return [args[0]]


@handles("arith.index_cast", "bufferization.to_buffer")
def _same(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[0]]


@handles("bufferization.materialize_in_destination")
def _materialize(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    if args[0].shape != args[1].shape:
        raise Undefined("materialized in a destination of another size")
    return [args[0]]


@handles("bufferization.alloc_tensor")
def _alloc(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [Array(*args[0]) if args else filled(op.results[0].type.extents, None)]


@handles("bufferization.dealloc_tensor")
def _dealloc(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    freed = frame.evaluation.freed
    if id(args[0]) in freed:
        raise Undefined("a tensor is freed twice")
    freed[id(args[0])] = args[0]
    return []


@handles("tensor.empty")
def _empty(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [filled(frame.mixed(op.result_extents), None)]


@handles("tensor.splat")
def _splat(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [filled(frame.mixed(op.result_extents), args[0])]


@handles("tensor.from_elements")
def _from_elements(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [Array(op.results[0].type.extents, tuple(args))]


@handles("tensor.dim")
def _dim(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[0].shape[args[1]]]


@handles("tensor.extract")
def _extract(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[0].at(args[1:])]


@handles("memref.load")
def _load(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[0].at(args[1:])]


@handles("tensor.insert")
def _insert(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[1].put([(args[2:], args[0])])]


def slice_points(frame: Frame, op: Any) -> Iterator[list[int]]:
    """Return the indices of a slice, in the order of its elements."""
    offsets, strides = frame.mixed(op.mixed_offsets), frame.mixed(op.mixed_strides)
    for point in product(*map(range, frame.mixed(op.mixed_sizes))):
        yield [o + p * s for o, p, s in zip(offsets, point, strides, strict=True)]


@handles("tensor.extract_slice")
def _extract_slice(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    data = tuple(args[0].at(point) for point in slice_points(frame, op))
    # Where the rank is reduced, extents are left out that are 1, and written so.
    surplus = len(op.mixed_sizes) - len(op.results[0].type.extents)
    shape = []
    for written, size in zip(op.mixed_sizes, frame.mixed(op.mixed_sizes), strict=True):
        if surplus and isinstance(written, int) and written == 1:
            surplus -= 1
        else:
            shape.append(size)
    return [Array(tuple(shape), data)]


@handles("tensor.insert_slice", "tensor.parallel_insert_slice")
def _insert_slice(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    source, dest = args[0], args[1]
    points = [tuple(point) for point in slice_points(frame, op)]
    if len(set(points)) < len(points):
        raise Undefined("an element is put to where another one is put")
    if len(points) != len(source.data):
        raise Undefined("a slice of another size")
    return [dest.put(zip(points, source.data, strict=True))]


@handles("tensor.reshape")
def _reshape_to(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    source, shape = args
    if None in shape.data or prod(shape.data) != len(source.data):
        raise Undefined("a tensor of another size")
    return [Array(shape.data, source.data)]


@handles("tensor.collapse_shape", "tensor.expand_shape")
def _reshape(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    shape = op.results[0].type.extents
    known = prod(extent for extent in shape if extent > 0)
    # At most one extent is dynamic in these programs.
    whole = [extent if extent > 0 else len(args[0].data) // known for extent in shape]
    return [Array(tuple(whole), args[0].data)]


@handles("tensor.concat")
def _concat(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    # These programs put tensors together along the first dimension.
    shape = (sum(arg.shape[0] for arg in args), *args[0].shape[1:])
    return [Array(shape, tuple(element for arg in args for element in arg.data))]


@handles("tensor.generate")
def _generate(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    made = filled(frame.mixed(op.result_extents), None)
    return [made.put([(point, frame.run(op.body, point)[1][0]) for point in made.points()])]


@handles("tensor.pad")
def _pad(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    source = args[0]
    low, high = frame.mixed(op.mixed_low), frame.mixed(op.mixed_high)
    made = filled([a + e + b for a, e, b in zip(low, source.shape, high, strict=True)], None)
    inner = [([a + i for a, i in zip(low, p, strict=True)], source.at(p)) for p in source.points()]
    padding = [(point, frame.run(op.region, point)[1][0]) for point in made.points()]
    return [made.put([*padding, *inner])]


@handles("ml_program.global_load", "ml_program.global_load_const")
def _global_load(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [frame.evaluation.globals[op.global_.root]]


@handles("ml_program.global_store")
def _global_store(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    frame.evaluation.globals[op.global_.root] = args[0]
    return []
