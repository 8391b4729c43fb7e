"""Several threads, each with a context of its own, get the same results as one."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import bufferize
import bufferize.define as d
from bufferize.diagnostics import DiagnosticError

FILES = sorted((Path(__file__).parent / "filecheck").glob("*.mlir"))[::4]
NESTED = 60
THREADS = 4


def nested(depth: int) -> str:
    """Return nested loops, which take more than 1,000 frames to parse, verify and print."""
    loops = [
        f"%r{i} = scf.for %i{i} = %n to %n step %n iter_args(%t{i + 1} = %t{i}) -> (tensor<4xf32>) {{"
        for i in range(depth)
    ]
    yields = [
        f"scf.yield %r{i + 1} : tensor<4xf32> }}"
        if i + 1 < depth
        else "scf.yield %w : tensor<4xf32> }"
        for i in reversed(range(depth))
    ]
    write = f"%w = tensor.insert %v into %t{depth}[%n] : tensor<4xf32>"
    lines = [*loops, write, *yields, "return %r0 : tensor<4xf32>"]
    head = "func.func @f(%t0: tensor<4xf32>, %v: f32, %n: index) -> tensor<4xf32> {"
    return "\n".join([head, *lines, "}"])


@pytest.fixture
def hurried() -> Iterator[None]:
    """Let threads take turns far more often than usual."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def outcome(text: str, context: bufferize.Context) -> str:
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    try:
        module = bufferize.parse(text, context)
        bufferize.one_shot_bufferize(module, options, context)
    except DiagnosticError as problem:
        return str(problem)
    return bufferize.print_module(module)


def outcomes(programs: list[str]) -> list[str]:
    context = bufferize.Context()
    context.handlers.append(lambda _: None)
    context.allow_unregistered_dialects = True
    return [outcome(text, context) for text in programs]


def test_threads_do_not_disturb_each_other(hurried: None) -> None:
    programs = [path.read_text() for path in FILES] + [nested(NESTED)]
    expected = outcomes(programs)
    assert sum("memref" in text for text in expected) > len(programs) // 2
    shifts = [i * len(programs) // THREADS for i in range(THREADS)]
    limit = sys.getrecursionlimit()
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(lambda s: outcomes(programs[s:] + programs[:s]), shifts))
    for shift, texts in zip(shifts, found, strict=True):
        assert texts == expected[shift:] + expected[:shift]
    assert sys.getrecursionlimit() == limit


def test_an_op_made_on_demand_is_made_once() -> None:
    dialect = d.Dialect("fresh")
    start = threading.Barrier(THREADS)
    made: list[str] = []

    def factory(mnemonic: str) -> type[d.Operation]:
        made.append(mnemonic)
        time.sleep(0.1)  # the others ask meanwhile
        return dialect.op(mnemonic)(type("AOp", (d.Operation,), {"__slots__": ()}))

    dialect.lazy_ops(["a"], factory)

    def ask(_: int) -> type | None:
        start.wait()
        return dialect.op_class("a")

    with ThreadPoolExecutor(THREADS) as pool:
        found = set(pool.map(ask, range(THREADS)))
    assert made == ["a"]
    assert found == {dialect.ops["a"]}
