"""Calls, branches, and sequential and parallel loops for `evaluation`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from bufferize.ir.dense import elements
from tests.random_programs.evaluation import Frame, Undefined, decided, handler_of, handles
from tests.random_programs.evaluation_elements import bits, signed, slice_points

_MOST_RUNS = 100


@handles("func.call")
def _call(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return frame.evaluation.call(op.callee.root, args)


@handles("scf.if")
def _if(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    region = op.then_region if decided(args[0]) else op.else_region
    return frame.run(region, [])[1] if region.blocks else []


@handles("scf.index_switch")
def _switch(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    cases = list(op.cases.values)
    number = cases.index(args[0]) if decided(args[0]) in cases else None
    region = op.default_region if number is None else op.case_regions[number]
    return frame.run(region, [])[1]


@handles("scf.execute_region")
def _execute(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return frame.run(op.region, [])[1]


@handles("scf.for")
def _for(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    width = bits(op.lower_bound.type)
    shown = (lambda n: n % (1 << width)) if op.unsigned_cmp is not None else signed_as(width)
    number, end, step = (decided(arg) for arg in args[:3])
    is_forward = shown(step) > 0 or (width == 1 and shown(step) != 0)
    if not is_forward and shown(number) < shown(end):
        raise Undefined("a loop does not end")  # a step of `true` is taken to be 1
    carried = args[3:]
    for _ in range(_MOST_RUNS):
        if shown(number) >= shown(end):
            return carried
        carried = frame.run(op.region, [signed(number, width), *carried])[1]
        number += step
    raise Undefined("a loop does not end")


def signed_as(width: int) -> Any:
    return lambda number: signed(number, width)


@handles("scf.while")
def _while(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    for _ in range(_MOST_RUNS):
        goes_on, *passed = frame.run(op.before, args)[1]
        if not decided(goes_on):
            return passed
        args = frame.run(op.after, passed)[1]
    raise Undefined("a loop does not end")


def _points(frame: Frame, op: Any) -> Iterator[tuple[int, ...]]:
    """Yield the induction variables of all iterations."""
    ranges = [frame.mixed(bounds) for bounds in op.loop_bounds]
    if any(step <= 0 for _, _, step in ranges):
        raise Undefined("a loop does not end")
    return product(*(range(*bounds) for bounds in ranges))


def _bounds(frame: Frame, map: Any, operands: Any) -> list[int]:
    values = frame.get(operands)
    return list(map.evaluate(values[: map.num_dims], values[map.num_dims :]))


@handles("affine.for")
def _affine(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    lower = _bounds(frame, op.lower_bound_map.map, op.lower_bound_operands)
    upper = _bounds(frame, op.upper_bound_map.map, op.upper_bound_operands)
    for number in range(max(lower), min(upper), op.step.value):
        frame.run(op.region, [number])
    return []


@handles("scf.parallel", "affine.parallel")
def _iterations(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    for point in _points(frame, op):
        frame.run(op.region, point)
    return []


@handles("shape.const_shape")
def _shape(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [elements(op.shape)]


@handles("shape.reduce")
def _reduce(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    shape, *carried = args
    for number, extent in enumerate(shape):
        carried = frame.run(op.region, [number, extent, *carried])[1]
    return carried


@handles("scf.forall")
def _forall(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    """Run threads that all see the shared tensors as they were before, and combine their
    insertions."""
    results = outputs = frame.get(op.outputs)
    results = list(outputs)
    shared = op.region.entry.arguments[len(op.loop_bounds) :]
    written: set[tuple[int, ...]] = set()
    for point in _points(frame, op):
        terminator, _ = frame.run(op.region, [*point, *outputs])
        for insertion in terminator.regions[0].entry.ops:
            number = list(shared).index(insertion.operand(1))
            places = {(number, *place) for place in slice_points(frame, insertion)}
            if written & places:
                raise Undefined("two insertions to one place")
            written |= places
            source = frame.values[insertion.operand(0)]
            handler = handler_of(insertion)
            (results[number],) = handler(frame, insertion, [source, results[number]])
    return results
