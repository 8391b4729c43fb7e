"""Generated programs on numbers give equal results, to the last bit, interpreted and native."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize_interpreter import Machine
from bufferize_interpreter.native import run_native
from plugins.interpreter.tests.programs import CONTEXT

WIDTHS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64}
WRAPPING = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui")
DIVISIONS = ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi")
SHIFTS = ("shli", "shrsi", "shrui")
FLOAT_OPS = ("addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf")
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLOAT_PREDICATES = ("oeq", "ogt", "ole", "one", "ord", "ueq", "ult", "uge", "une", "uno")


class Numbers:
    """A writer of functions of %a : i64 and %b : f64 that return an i64 and an f64."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.values: dict[str, list[str]] = {"i64": ["%a"], "f64": ["%b"]}
        self.count = 0

    def add(self, text: str, type: str) -> str:
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"{name} = {text}")
        self.values.setdefault(type, []).append(name)
        return name

    def pick(self, type: str) -> str:
        known = self.values.get(type, [])
        if not known or self.random.random() < 0.2:
            return self.constant(type)
        return self.random.choice(known)

    def constant(self, type: str) -> str:
        if type.startswith("f"):
            return self.add(f"arith.constant {self.random.randint(-99, 99) / 8} : {type}", type)
        width = WIDTHS[type]
        number = self.random.choice(
            [self.random.getrandbits(width - 1), self.random.randint(-9, 9)]
        )
        return self.add(f"arith.constant {number} : {type}", type)

    def step(self) -> None:
        kind = self.random.choice(
            [self.integer, self.division, self.shift, self.floating, self.compare, self.cast]
        )
        kind()

    def integer(self) -> None:
        type = self.random.choice([*WIDTHS])
        op = self.random.choice(WRAPPING)
        self.add(f"arith.{op} {self.pick(type)}, {self.pick(type)} : {type}", type)

    def division(self) -> None:
        type = self.random.choice([*WIDTHS])
        seven, one = (self.add(f"arith.constant {n} : {type}", type) for n in (7, 1))
        small = self.add(f"arith.andi {self.pick(type)}, {seven} : {type}", type)
        divisor = self.add(f"arith.ori {small}, {one} : {type}", type)
        op = self.random.choice(DIVISIONS)
        self.add(f"arith.{op} {self.pick(type)}, {divisor} : {type}", type)

    def shift(self) -> None:
        type = self.random.choice([*WIDTHS])
        mask = self.add(f"arith.constant {WIDTHS[type] - 1} : {type}", type)
        amount = self.add(f"arith.andi {self.pick(type)}, {mask} : {type}", type)
        op = self.random.choice(SHIFTS)
        self.add(f"arith.{op} {self.pick(type)}, {amount} : {type}", type)

    def floating(self) -> None:
        type = self.random.choice(["f32", "f64"])
        if self.random.random() < 0.1:
            self.add(f"arith.negf {self.pick(type)} : {type}", type)
            return
        op = self.random.choice(FLOAT_OPS)
        self.add(f"arith.{op} {self.pick(type)}, {self.pick(type)} : {type}", type)

    def compare(self) -> None:
        type = self.random.choice([*WIDTHS, "f32", "f64"])
        is_float = type.startswith("f")
        predicate = self.random.choice(FLOAT_PREDICATES if is_float else PREDICATES)
        op = "cmpf" if is_float else "cmpi"
        a, b = self.pick(type), self.pick(type)
        condition = self.add(f"arith.{op} {predicate}, {a}, {b} : {type}", "i1")
        chosen = self.random.choice([*WIDTHS, "f32", "f64"])
        a, b = self.pick(chosen), self.pick(chosen)
        self.add(f"arith.select {condition}, {a}, {b} : {chosen}", chosen)

    def cast(self) -> None:
        source, target = self.random.sample([*WIDTHS, "f32", "f64"], 2)
        op = self.cast_of(source, target)
        if op is not None:
            self.add(f"arith.{op} {self.pick(source)} : {source} to {target}", target)

    def cast_of(self, source: str, target: str) -> str | None:
        if source.startswith("f"):
            if target.startswith("f"):
                return "extf" if target == "f64" else "truncf"
            return None  # what does not fit is undefined
        if target.startswith("f"):
            return self.random.choice(["sitofp", "uitofp"])
        wider = WIDTHS[target] > WIDTHS[source]
        return self.random.choice(["extsi", "extui"]) if wider else "trunci"

    def function(self, name: str, steps: int) -> str:
        for _ in range(steps):
            self.step()
        total = "%a"
        for type in WIDTHS:
            for value in self.values.get(type, [])[-2:]:
                wide = (
                    value if type == "i64" else self.add(f"arith.extsi {value} : {type} to i64", "")
                )
                total = self.add(f"arith.xori {total}, {wide} : i64", "")
        number = self.values["f64"][-1]
        body = "\n  ".join(self.lines)
        return (
            f"func.func private @{name}(%a: i64, %b: f64) -> (i64, f64) {{\n  {body}\n"
            f"  return {total}, {number} : i64, f64\n}}"
        )


def program(seed: int, count: int) -> str:
    """Return a program whose `main` calls `count` generated functions in loops and stores their
    results."""
    functions = [Numbers(1000 * seed + i).function(f"f{i}", 25) for i in range(count)]
    calls = "".join(
        f"""
      %p{i} = arith.constant {i} : index
      %r{i}:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b) -> (i64, f64) {{
        %s:2 = func.call @f{i}(%x, %y) : (i64, f64) -> (i64, f64)
        scf.yield %s#0, %s#1 : i64, f64
      }}
      memref.store %r{i}#0, %m[%p{i}] : memref<?xi64>
      memref.store %r{i}#1, %n[%p{i}] : memref<?xf64>"""
        for i in range(count)
    )
    return (
        "\n".join(functions)
        + f"""
    func.func @main(%m: memref<?xi64>, %n: memref<?xf64>, %a: i64, %b: f64) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index{calls}
      return
    }}"""
    )


def bits(numbers: Any) -> list[int]:
    """Return the bit patterns of floats, with one pattern for all NaNs."""
    patterns: list[int] = (
        np.where(np.isnan(numbers), np.float64(np.nan), numbers).view(np.int64).tolist()
    )
    return patterns


@pytest.mark.reference
@pytest.mark.parametrize("seed", range(4))
def test_both_give_the_same(seed: int) -> None:
    count = 25
    module = bufferize.parse(program(seed, count), CONTEXT)
    bufferize.verify(module)
    ours = np.zeros(count, np.int64), np.zeros(count)
    theirs = np.zeros(count, np.int64), np.zeros(count)
    Machine(module, CONTEXT).run("main", [*ours, 123456789 * (seed - 1), 1.25])
    run_native(module, "main", [*theirs, np.int64(123456789 * (seed - 1)), np.float64(1.25)])
    assert ours[0].tolist() == theirs[0].tolist()
    assert bits(ours[1]) == bits(theirs[1])
    assert len(set(ours[0].tolist())) > count // 2
