"""Options that save copies do not change results: random loops, run with and without them."""

from __future__ import annotations

import functools
import os
import random
import shutil

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from tests.run_programs import RUNNER, printed

PROGRAMS = int(os.environ.get("BUFFERIZE_PROGRAMS", "600")) // 10
BUFFERIZE = "one-shot-bufferize{bufferize-function-boundaries allow-return-allocs-from-loops"
T, PART = "tensor<4xi32>", "tensor<2xi32>"
REVERSED = "affine_map<(i) -> (3 - i)>, affine_map<(i) -> (i)>"


class LoopMaker:
    """A maker of functions with a loop that carries two tensors and prints what it reads."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0

    def new(self, text: str, indent: str = "    ") -> str:
        self.count += 1
        self.lines.append(f"{indent}%v{self.count} = {text}")
        return f"%v{self.count}"

    def function(self, name: str) -> str:
        rng = self.rng
        outside = self.new(f"tensor.empty() : {T}", "  ")
        start = [self.new(f"arith.constant dense<[1, 2, 3, {n}]> : {T}", "  ") for n in (4, 5)]
        if rng.random() < 0.5:
            copy = self.new(f"tensor.empty() : {T}", "  ")
            start[0] = self.new(f"linalg.fill ins(%seven : i32) outs({copy} : {T}) -> {T}", "  ")
        pool = ["%a", "%b", start[1]]
        header = len(self.lines)
        for _ in range(rng.randint(3, 7)):
            self.step(pool, outside)
        yielded = [self.pick(pool[2:]), self.pick(pool)]
        body = self.lines[header:]
        del self.lines[header:]
        results = f"iter_args(%a = {start[0]}, %b = {start[1]}) -> ({T}, {T})"
        self.lines.append(f"  %r:2 = scf.for %i = %c0 to %c3 step %c1 {results} {{")
        self.lines += [*body, f"    scf.yield {yielded[0]}, {yielded[1]} : {T}, {T}", "  }"]
        for value in ("%r#0", "%r#1", start[1]):
            self.show(value, "  ")
        constants = [f"  %c{n} = arith.constant {n} : index" for n in range(4)]
        constants.append("  %seven = arith.constant 7 : i32")
        return "\n".join([f"func.func @{name}() {{", *constants, *self.lines, "  return\n}\n"])

    def pick(self, pool: list[str]) -> str:
        return self.rng.choice(pool[-3:] if self.rng.random() < 0.5 else pool)

    def destination(self, pool: list[str], outside: str) -> str:
        draw = self.rng.random()
        if draw < 0.5:
            return self.new(f"tensor.empty() : {T}")
        return outside if draw < 0.7 else self.pick(pool)

    def step(self, pool: list[str], outside: str) -> None:
        """Add one operation or a few."""
        rng = self.rng
        kind = rng.choice(("add", "add", "reverse", "fill", "transfer", "insert", "part", "show"))
        x, y = self.pick(pool), self.pick(pool)
        at = rng.choice(("%c0", "%c1", "%i"))
        if kind == "show":
            self.show(x, "    ")
            return
        if kind == "insert":
            number = self.new("arith.index_cast %i : index to i32")
            pool.append(self.new(f"tensor.insert {number} into {x}[{at}] : {T}"))
            return
        if kind == "part":
            other = rng.choice((0, 1, 2, "%i"))
            part = self.new(
                f"tensor.extract_slice {x}[{rng.choice((0, 2))}] [2] [1] : {T} to {PART}"
            )
            into = self.new(
                f"tensor.extract_slice {x}[{rng.choice((0, 2))}] [2] [1] : {T} to {PART}"
            )
            if other == "%i":
                into = self.new(f"linalg.fill ins(%seven : i32) outs({into} : {PART}) -> {PART}")
                other = 2
            pool.append(
                self.new(f"tensor.insert_slice {into} into {x}[{other}] [2] [1] : {PART} into {T}")
            )
            value = self.new(f"tensor.extract {part}[%c1] : {PART}")
            self.lines.append(f"    vector.print {value} : i32")
            return
        out = self.destination(pool, outside)
        if kind == "transfer":
            vector = self.new(
                f"vector.transfer_read {x}[%c0], %seven {{in_bounds = [true]}} : {T}, vector<4xi32>"
            )
            text = f"vector.transfer_write {vector}, {out}[%c0] {{in_bounds = [true]}} : "
            pool.append(self.new(text + f"vector<4xi32>, {T}"))
        elif kind == "fill":
            pool.append(self.new(f"linalg.fill ins(%seven : i32) outs({out} : {T}) -> {T}"))
        elif kind == "add":
            text = f"linalg.add ins({x}, {y} : {T}, {T}) outs({out} : {T}) -> {T}"
            pool.append(self.new(text))
        else:
            pool.append(
                self.new(
                    f"linalg.generic {{indexing_maps = [{REVERSED}], iterator_types = "
                    f'["parallel"]}} ins({x} : {T}) outs({out} : {T}) {{ ^bb0(%x: i32, %o: i32): '
                    f"linalg.yield %x : i32 }} -> {T}"
                )
            )

    def show(self, value: str, indent: str) -> None:
        for n in range(4):
            element = self.new(f"tensor.extract {value}[%c{n}] : {T}", indent)
            self.lines.append(f"{indent}vector.print {element} : i32")


def program(first: int, count: int) -> str:
    names = [f"f{seed}" for seed in range(first, first + count)]
    functions = [LoopMaker(int(name[1:])).function(name) for name in names]
    calls = [f"  call @{name}() : () -> ()" for name in names]
    return "\n".join([*functions, "func.func @main() {", *calls, "  return\n}\n"])


def run_passes(text: str, passes: str) -> str:
    context = bufferize.Context()
    module = bufferize.parse(text, context, "random.mlir")
    pipeline_from_text(f"builtin.module({passes})", context).run(module, context)
    return bufferize.print_module(module)


def buffers(text: str) -> int:
    return text.count("memref.alloc") + text.count("memref.copy")


@functools.cache
def as_they_are() -> tuple[str, list[str], int]:
    """Return a program, its output, and its numbers of buffers and copies without the options."""
    text = program(0, PROGRAMS)
    expected = printed(run_passes(text, f"{BUFFERIZE} copy-before-write}}"))
    assert len(expected) > 12 * PROGRAMS
    plain = run_passes(text, f"{BUFFERIZE}}},canonicalize")
    assert printed(plain) == expected
    return text, expected, buffers(plain)


@pytest.mark.reference
@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
@pytest.mark.parametrize(
    "passes",
    [
        f"loop-iter-arg-destination-folding,{BUFFERIZE}}}",
        f"{BUFFERIZE} disjoint-subsets}}",
        f"loop-iter-arg-destination-folding,{BUFFERIZE} disjoint-subsets}}",
    ],
    ids=["loop-iter-arg-destination-folding", "disjoint-subsets", "both"],
)
def test_random_loops_compute_the_same(passes: str) -> None:
    text, expected, most_buffers = as_they_are()
    fewer = run_passes(text, f"{passes},canonicalize")
    assert buffers(fewer) < most_buffers
    assert printed(fewer) == expected
