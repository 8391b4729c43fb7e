"""Programs run before and after they are bufferized, with arguments drawn for them.

    python -m tests.interpreted FOLDER… [--options N] [--only TEXT]

says of each function of the modules in the folders whether both compute the same, and counts.
"""

from __future__ import annotations

import argparse
import collections
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import (
    DYNAMIC,
    BaseMemRefType,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    Operation,
    ShapedType,
    StringAttr,
    Type,
)
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine, Trap, TrapKind, element_of

OPTIONS = (
    "bufferize-function-boundaries",
    "bufferize-function-boundaries allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map "
    "unknown-type-conversion=identity-layout-map",
    "bufferize-function-boundaries copy-before-write",
    "allow-unknown-ops",
)
LARGEST = 1 << 22
"""Elements of the largest argument of a function that is run."""

MOST_WORK = 1 << 25
"""Iterations of a function that is run, if nobody says."""


class CannotDrawError(Exception):
    """There are no arguments for a function."""


def draw(type: Type, rng: np.random.Generator, extent: int, least: int) -> Any:
    """A value of a type: small numbers, integers from `least` on, and dynamic extents as given."""
    if isinstance(type, ShapedType) and not isinstance(type.element_type, ShapedType):
        shape = type.extents
        if shape is None:
            shape = (2, 3)
        shape = tuple(extent if n == DYNAMIC else n for n in shape)
        if prod(shape) > LARGEST:
            raise CannotDrawError(f"an argument with {prod(shape)} elements")
        return _numbers(type.element_type, rng, shape, least)
    if isinstance(type, IndexType):
        return int(rng.integers(0, 3))
    if isinstance(type, IntegerType | FloatType | ComplexType):
        return _numbers(type, rng, (1,), least)[0]
    raise CannotDrawError(f"an argument of type {type}")


def _numbers(type: Type, rng: np.random.Generator, shape: tuple[int, ...], least: int) -> Any:
    dtype = element_of(type).dtype
    if isinstance(type, IndexType):
        return rng.integers(0, 2, shape).astype(dtype)
    if isinstance(type, IntegerType):
        low = 0 if type.width == 1 else max(least, -(1 << (type.width - 1)))
        high = 2 if type.width == 1 else min(4, 1 << (type.width - 1))
        return rng.integers(low, high if least < 0 else 2, shape).astype(dtype)
    if isinstance(type, FloatType):
        return np.round(rng.standard_normal(shape) * 4, 1).astype(np.float64).astype(dtype)
    if isinstance(type, ComplexType) and dtype != np.object_:
        return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(dtype)
    raise CannotDrawError(f"an element of type {type}")


@dataclass
class Outcome:
    """What came of a function of a module."""

    name: str
    verdict: str
    detail: str = ""
    seconds: float = 0.0


@dataclass
class Ran:
    """What a run gave: its results and what it left in its buffers, or what ended it."""

    values: list[Any] = field(default_factory=list)
    problem: DiagnosticError | None = None


def run(
    module: Operation,
    context: bufferize.Context,
    name: str,
    arguments: list[Any],
    buffers: list[int],
) -> Ran:
    """Calls a function with copies of the arguments, some of which, by number, are buffers."""
    given = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    output: list[str] = []

    class Output:
        def write(self, text: str) -> None:
            output.append(text)

    machine = Machine(module, context, output=Output(), externals=externals(module))  # type: ignore[arg-type]
    try:
        results = machine.run(name, given, undefined=True, limit=5_000_000).results
    except DiagnosticError as problem:
        return Ran(problem=problem)
    left = [given[number] for number in buffers]
    return Ran([*results, *left, "".join(output)])


def externals(module: Operation) -> dict[str, Callable[..., list[Any]]]:
    """Functions for those that a module only declares: they do nothing and give zeros."""
    found: dict[str, Callable[..., list[Any]]] = {}
    for op in module.regions[0].entry.ops:
        if isinstance(op, FunctionOpInterface) and op.regions and not op.regions[0].blocks:
            symbol, types = op.get_attr("sym_name"), op.signature.results
            if isinstance(symbol, StringAttr) and all(
                isinstance(type, FloatType | IntegerType | IndexType) for type in types
            ):
                zeros = [element_of(type).scalar(0) for type in types]
                found[symbol.value] = lambda *_, zeros=zeros: zeros
    return found


def same(a: Any, b: Any) -> bool:
    """Whether two results are equal where the first is defined."""
    if isinstance(a, str) or isinstance(b, str):
        return bool(a == b)
    if isinstance(a, np.ma.MaskedArray):
        mask = ~np.ma.getmaskarray(a)
        if isinstance(b, np.ma.MaskedArray):
            if np.ma.getmaskarray(b)[mask].any():
                return False
            b = b.data
        a, b = a.data[mask], np.asarray(b)[mask]
    elif isinstance(b, np.ma.MaskedArray) and np.ma.getmaskarray(b).any():
        return False
    if not isinstance(a, np.ndarray) and not isinstance(a, np.generic | int | float | complex):
        return True  # undefined as a whole
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return False
    if a.dtype.kind in "iubO":
        return bool(np.array_equal(a, b))
    return bool(np.array_equal(a.astype(np.complex128), b.astype(np.complex128), equal_nan=True))


def _work(function: Operation) -> int:
    """Iterations of the loop nests of a function, as far as their extents are static."""
    total = 0
    for op in function.walk():
        shapes = [v.type.extents or () for v in op.operands if isinstance(v.type, ShapedType)]
        if len(shapes) > 1:
            largest = max(prod(n for n in shape if n != DYNAMIC) for shape in shapes)
            inner = max((n for n in shapes[0] if n != DYNAMIC), default=1)
            total += largest * (inner if "mat" in op.name or "conv" in op.name else 1)
    return total


def functions(module: Operation) -> Iterator[FunctionOpInterface]:
    """The functions that can be called."""
    for op in module.regions[0].entry.ops:
        if isinstance(op, FunctionOpInterface) and op.regions and op.regions[0].blocks:
            yield op


def compare(
    text: str,
    context: bufferize.Context,
    transform: Callable[[Operation], None],
    work: float = MOST_WORK,
) -> Iterator[Outcome]:
    """Each function of a module before and after a transformation."""
    before, after = (bufferize.parse(text, context) for _ in range(2))
    try:
        transform(after)
    except DiagnosticError as problem:
        yield Outcome("", "not transformed", str(problem).splitlines()[0])
        return
    for function in functions(before):
        symbol = function.get_attr("sym_name")
        assert isinstance(symbol, StringAttr)
        name = symbol.value
        start = time.process_time()
        if _work(function) > work:
            outcome = Outcome(name, "too large", f"{_work(function):.0e} iterations")
        else:
            outcome = _compare(before, after, context, name, function)
        outcome.seconds = time.process_time() - start
        yield outcome


def _compare(
    before: Operation,
    after: Operation,
    context: bufferize.Context,
    name: str,
    function: FunctionOpInterface,
) -> Outcome:
    inputs = function.signature.inputs
    buffers = [n for n, type in enumerate(inputs) if isinstance(type, BaseMemRefType)]
    problem = None
    for seed, (extent, least) in enumerate(((5, -2), (8, 0), (16, 0), (4, 0), (2, 0), (1, 0))):
        rng = np.random.default_rng(seed)
        try:
            arguments = [draw(type, rng, extent, least) for type in inputs]
        except (CannotDrawError, DiagnosticError) as reason:
            return Outcome(name, "no arguments", str(reason))
        first = run(before, context, name, arguments, buffers)
        if first.problem is None:
            break
        problem = first.problem
        if not isinstance(problem, Trap) or problem.kind is TrapKind.LIMIT:
            break
    else:
        return Outcome(name, "traps before", str(problem).splitlines()[0])
    if first.problem is not None:
        kind = "traps before" if isinstance(first.problem, Trap) else "no semantics"
        return Outcome(name, kind, str(first.problem).splitlines()[0])
    second = run(after, context, name, arguments, buffers)
    if second.problem is not None:
        kind = "TRAPS AFTER" if isinstance(second.problem, Trap) else "no semantics after"
        return Outcome(name, kind, str(second.problem).splitlines()[0])
    if len(first.values) != len(second.values):
        return Outcome(name, "other results")
    for i, (a, b) in enumerate(zip(first.values, second.values, strict=True)):
        if not same(a, b):
            return Outcome(name, "DIFFERS", f"result #{i}: {a!r:.200} {b!r:.200}")
    return Outcome(name, "same")


def modules(folders: list[Path]) -> Iterator[tuple[str, str]]:
    """Name and text of the modules in folders."""
    for folder in folders:
        for path in sorted(folder.rglob("*.mlir")):
            yield str(path.relative_to(folder)), path.read_text()


def bufferizing(options: str, context: bufferize.Context) -> Callable[[Operation], None]:
    """A transformation that bufferizes under options."""
    pipeline = pipeline_from_text(f"builtin.module(one-shot-bufferize{{{options}}})", context)
    return lambda module: pipeline.run(module, context)


def main() -> None:
    """Compares the modules of folders, and prints what is not the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--options", type=int, default=1)
    parser.add_argument("--only", default="", help="modules with this in their names")
    parser.add_argument("--work", type=float, default=MOST_WORK, help="iterations at most")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    counts: collections.Counter[str] = collections.Counter()
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    for name, text in modules(arguments.folders):
        if arguments.only not in name:
            continue
        for options in OPTIONS[: arguments.options]:
            try:
                outcomes = list(
                    compare(text, context, bufferizing(options, context), arguments.work)
                )
            except DiagnosticError as problem:
                outcomes = [Outcome("", "not read", str(problem).splitlines()[0])]
            for outcome in outcomes:
                counts[outcome.verdict] += 1
                if outcome.verdict != "same" or outcome.seconds > 5:
                    print(
                        f"{name} @{outcome.name} {outcome.seconds:.1f} s: {outcome.verdict}: {outcome.detail}",
                        flush=True,
                    )
    print(dict(counts))


if __name__ == "__main__":
    main()
