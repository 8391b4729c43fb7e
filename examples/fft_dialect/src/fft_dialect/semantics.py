"""Semantics of the ops of `fft`, except on spectra, for bufferize-interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bufferize.ir import Operation
from bufferize_interpreter import (
    Compiler,
    MemRef,
    ProgramError,
    TrapKind,
    computed,
    defined,
    moved,
    one_or_all,
)
from fft_dialect.ops_data import TwiddleOp
from fft_dialect.ops_flow import ChooseOp, JoinOp, RepeatOp, SpawnOp
from fft_dialect.ops_func import CallOp

Run = Callable[..., Any]


def _elements(value: Any) -> Any:
    return value.read() if isinstance(value, MemRef) else value


def dft(op: Operation, compiler: Compiler) -> Run:
    """Compute the real part of the transform."""

    def point(source: Any, twiddles: Any, number: int) -> Any:
        points, roots = defined(_elements(source)), defined(_elements(twiddles))
        return roots[np.arange(len(points)) * number % max(len(roots), 1)] @ points

    def run(source: Any, twiddles: Any, into: Any) -> Any:
        if not isinstance(into, MemRef):
            found = [point(source, twiddles, number) for number in range(into.shape[0])]
            return np.array(found, np.float32)
        for number in range(into.count):  # one after the other, as a loop would
            into.window(write=True)[number] = point(source, twiddles, number)
            into.defined_window()[number] = True
        return None

    return run


def scale(op: Operation, compiler: Compiler) -> Run:
    """Multiply; on buffers, in place."""

    def run(factor: Any, data: Any) -> Any:
        found = computed(np.multiply, _elements(data), factor)
        if not isinstance(data, MemRef):
            return found
        data.write(found)
        return None

    return run


def energy(op: Operation, compiler: Compiler) -> Run:
    """Sum the squares."""
    return lambda data: np.float32((defined(_elements(data)) ** 2).sum())


def half(op: Operation, compiler: Compiler) -> Run:
    """Select every other point."""
    (size,) = op.results[0].type.shape  # type: ignore[attr-defined]

    def run(source: Any, first: int) -> Any:
        _check(source, first, size)
        return moved(lambda array: array[first::2][:size], source)

    return run


def _check(signal: Any, first: int, size: int) -> None:
    if first < 0 or first + 2 * (size - 1) >= signal.shape[0]:
        raise ProgramError(TrapKind.OUT_OF_BOUNDS, "takes points that are not there")


def twiddle(op: Operation, compiler: Compiler) -> Run:
    """Compute the real parts of the roots of unity."""
    assert isinstance(op, TwiddleOp)

    def roots(size: int) -> Any:
        return np.cos(2 * np.pi * np.arange(size) / max(size, 1)).astype(np.float32)

    if op.into is not None:
        return lambda *operands: operands[-1].write(roots(operands[-1].sizes[0]))
    static = op.results[0].type.shape[0]  # type: ignore[attr-defined]
    return lambda *size: roots(size[0] if size else static)


def repeat(op: Operation, compiler: Compiler) -> Run:
    """Run the body `count` times."""
    assert isinstance(op, RepeatOp)
    body = compiler.region(op.body)

    def run(count: int, *values: Any) -> Sequence[Any]:
        for number in range(count):
            values = tuple(body(number, *values))
        return values

    return one_or_all(run, op)


def choose(op: Operation, compiler: Compiler) -> Run:
    """Run one of the regions."""
    assert isinstance(op, ChooseOp)
    chosen, other = compiler.region(op.then_region), compiler.region(op.else_region)
    return one_or_all(lambda condition: chosen() if condition else other(), op)


def forward(op: Operation, compiler: Compiler) -> Run:
    """Yield the operands."""
    return lambda *values: values


def spawn(op: Operation, compiler: Compiler) -> Run:
    """Run the body in any order; each iteration sees shared tensors as they were before."""
    assert isinstance(op, SpawnOp)
    body, random = compiler.region(op.body), compiler.machine.random

    def run(count: int, *shared: Any) -> Sequence[Any]:
        tensors = list(shared)
        numbers = list(range(count))
        random.shuffle(numbers)
        for number in numbers:
            for target, give in body(number, *shared):
                tensors = [
                    give(tensor) if old is target else tensor
                    for old, tensor in zip(shared, tensors, strict=True)
                ]
        return tensors

    return one_or_all(run, op)


def join(op: Operation, compiler: Compiler) -> Run:
    """Yield the contributions of an iteration."""
    assert isinstance(op, JoinOp)
    return compiler.region(op.region)


def give(op: Operation, compiler: Compiler) -> Run:
    """Return the tensor to update, and a function from it to the one with the points set."""

    def run(points: Any, into: Any, first: int) -> Any:
        _check(into, first, points.shape[0])

        def put(tensor: Any, part: Any) -> Any:
            changed = tensor.copy()
            changed[first : first + 2 * len(part) : 2] = part
            return changed

        return into, lambda tensor: moved(put, tensor, points)

    return run


def call(op: Operation, compiler: Compiler) -> Run:
    """Call the function."""
    assert isinstance(op, CallOp)
    return one_or_all(compiler.function(op, op.callee), op)


SEMANTICS = {
    "fft.call": call,
    "fft.choose": choose,
    "fft.dft": dft,
    "fft.energy": energy,
    "fft.give": give,
    "fft.half": half,
    "fft.join": join,
    "fft.repeat": repeat,
    "fft.scale": scale,
    "fft.spawn": spawn,
    "fft.twiddle": twiddle,
    "fft.yield": forward,
}
