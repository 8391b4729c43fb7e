"""Random programs print the same before and after the passes that change what functions return.

Their functions allocate, update, view, choose and return buffers in a control flow graph of one of a
few shapes. mlir-opt 22 crashes on most of them, or makes programs that print something else.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from tests.run_programs import RUNNER, printed

COUNT = int(os.environ.get("BUFFERIZE_PROGRAMS", "0")) // 1000 or 2
FUNCTIONS = 20
HOIST = "buffer-results-to-out-params{hoist-static-allocs}"
PIPELINES = (HOIST, "drop-equivalent-buffer-results", f"drop-equivalent-buffer-results,{HOIST}")
BUFFER = "memref<2x2xf32>"
RESULTS = f"({BUFFER}, {BUFFER}, f32)"


class FunctionMaker:
    """A maker of functions of a buffer and two conditions that return two buffers and a number."""

    def __init__(self, choose: random.Random, name: str) -> None:
        self.choose = choose
        self.count = 0
        self.allocated: set[str] = set()
        self.lines = [
            f"func.func private @{name}(%given: {BUFFER}, %p: i1, %q: i1) -> {RESULTS} {{",
            "%c0 = arith.constant 0 : index",
            "%c1 = arith.constant 1 : index",
            "%c3 = arith.constant 3 : index",
        ]
        buffers = self.steps(["%given"], 5)
        getattr(self, choose.choice(["returns", "branch", "branch", "join", "loop"]))(buffers)
        self.lines.append("}")

    def add(self, line: str) -> str:
        self.count += 1
        self.lines.append(f"%v{self.count} = {line}")
        return f"%v{self.count}"

    def steps(self, buffers: list[str], most: int) -> list[str]:
        """Return `buffers` and those that up to `most` random steps make."""
        found = list(buffers)
        for _ in range(self.choose.randint(0, most)):
            a, b = self.choose.choice(found), self.choose.choice(found)
            kind = self.choose.choice(["new", "new", "new", "update", "transpose", "select", "if"])
            if kind == "new":
                found.append(self.add(f"memref.alloc() : {BUFFER}"))
                self.allocated.add(found[-1])
                number = self.add(f"arith.constant {self.choose.randint(1, 99)}.0 : f32")
                self.lines.append(f"linalg.fill ins({number} : f32) outs({found[-1]} : {BUFFER})")
            elif kind == "update":
                number = self.add(f"memref.load {a}[%c0, %c1] : {BUFFER}")
                number = self.add(f"arith.addf {number}, {number} : f32")
                self.lines.append(f"memref.store {number}, {b}[%c1, %c0] : {BUFFER}")
            elif kind == "transpose":
                turned = "memref<2x2xf32, strided<[1, 2]>>"
                view = self.add(f"memref.transpose {a} (i, j) -> (j, i) : {BUFFER} to {turned}")
                form = "offset: [0], sizes: [2, 2], strides: [2, 1]"
                cast = f"memref.reinterpret_cast {view} to {form} : {turned} to {BUFFER}"
                found.append(self.add(cast))
            elif kind == "select":
                found.append(self.add(f"arith.select %q, {a}, {b} : {BUFFER}"))
            else:
                regions = (f"{{ scf.yield {x} : {BUFFER} }}" for x in (a, b))
                found.append(self.add(f"scf.if %q -> {BUFFER} {' else '.join(regions)}"))
        return found

    def returns(self, buffers: list[str]) -> None:
        allocated = [b for b in buffers if b in self.allocated] or buffers
        a, b = (self.choose.choice(self.choose.choice([allocated, buffers])) for _ in range(2))
        c = self.choose.choice(buffers)
        number = self.add(f"memref.load {c}[%c1, %c0] : {BUFFER}")
        self.lines.append(f"return {a}, {b}, {number} : {RESULTS[1:-1]}")

    def branch(self, buffers: list[str]) -> None:
        self.lines.append("cf.cond_br %p, ^then, ^else")
        for label in ("^then:", "^else:"):
            self.lines.append(label)
            self.returns(self.steps(buffers, 3))

    def join(self, buffers: list[str]) -> None:
        self.lines.append("cf.cond_br %p, ^then, ^else")
        for label in ("^then:", "^else:"):
            self.lines.append(label)
            passed = self.choose.choice(self.steps(buffers, 3))
            self.lines.append(f"cf.br ^join({passed} : {BUFFER})")
        self.lines.append(f"^join(%joined: {BUFFER}):")
        self.returns(self.steps([*buffers, "%joined"], 2))

    def loop(self, buffers: list[str]) -> None:
        first = self.choose.choice(buffers)
        self.lines.append(f"cf.br ^body(%c0, {first} : index, {BUFFER})")
        self.lines.append(f"^body(%i: index, %carried: {BUFFER}):")
        found = self.steps([*buffers, "%carried"], 3)
        following = self.add("arith.addi %i, %c1 : index")
        goes_on = self.add(f"arith.cmpi ult, {following}, %c3 : index")
        passed = f"{following}, {self.choose.choice(found)} : index, {BUFFER}"
        self.lines.append(f"cf.cond_br {goes_on}, ^body({passed}), ^exit")
        self.lines.append("^exit:")
        self.returns(found)


def program(seed: int) -> str:
    """Return a program that calls its functions under all conditions, and prints all results."""
    choose = random.Random(seed)
    lines = [line for i in range(FUNCTIONS) for line in FunctionMaker(choose, f"f{i}").lines]
    lines += ["func.func @main() {", *_main(), "return", "}"]
    return "\n".join(lines)


def _main() -> Iterator[str]:
    yield from (f"%c{i} = arith.constant {i} : index" for i in range(2))
    yield from (f"%{word} = arith.constant {word}" for word in ("true", "false"))
    yield "%number = arith.constant 7.0 : f32"
    for i in range(FUNCTIONS):
        for n, (p, q) in enumerate([(p, q) for p in ("true", "false") for q in ("true", "false")]):
            given, found = f"%m{i}_{n}", f"%r{i}_{n}"
            yield f"{given} = memref.alloc() : {BUFFER}"
            yield f"linalg.fill ins(%number : f32) outs({given} : {BUFFER})"
            types = f"({BUFFER}, i1, i1) -> {RESULTS}"
            yield f"{found}:3 = call @f{i}({given}, %{p}, %{q}) : {types}"
            for k, buffer in enumerate((f"{found}#0", f"{found}#1", given)):
                for x, y in ((0, 0), (0, 1), (1, 0)):
                    element = f"%e{i}_{n}_{k}{x}{y}"
                    yield f"{element} = memref.load {buffer}[%c{x}, %c{y}] : {BUFFER}"
                    yield f"vector.print {element} : f32"
            yield f"vector.print {found}#2 : f32"


@pytest.mark.reference
@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
@pytest.mark.parametrize("seed", range(COUNT))
def test_programs_print_the_same_afterwards(seed: int) -> None:
    text = program(seed)
    expected = printed(text)
    assert len(expected) == FUNCTIONS * 4 * 10
    context = bufferize.Context()
    for passes in PIPELINES:
        module = bufferize.parse(text, context)
        pipeline_from_text(f"builtin.module({passes})", context).run(module, context)
        assert printed(bufferize.print_module(module)) == expected, passes
