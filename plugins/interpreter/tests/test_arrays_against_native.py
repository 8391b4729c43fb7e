"""Generated programs on tensors give equal results interpreted and, bufferized, natively.

Integers must be equal to the last bit. Native sums of floats may be computed in another order, so
that floats may differ by the precision of their format.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize.driver import LayoutMapOption
from bufferize_interpreter import Machine
from bufferize_interpreter.native import run_native
from plugins.interpreter.tests.programs import CONTEXT

COUNT = 80
"""The number of programs for each element type."""
ROWS, COLUMNS = 4, 6
ELEMENTS: dict[str, tuple[type[np.generic], float]] = {
    "f16": (np.float16, 4e-3),
    "f32": (np.float32, 4e-6),
    "f64": (np.float64, 1e-14),
    "i8": (np.int8, 0.0),
    "i32": (np.int32, 0.0),
    "i64": (np.int64, 0.0),
}
"""The dtype of each type, and the tolerance relative to the largest number."""
FLOAT_BODIES = ("addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf")
INTEGER_BODIES = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui")
FUNCTIONS = ("abs", "exp", "tanh", "sqrt", "negf", "floor", "ceil", "square", "erf")
Shape = tuple[int, ...]


class Arrays:
    """A writer of functions of two tensors that return a third one."""

    def __init__(self, seed: int, element: str) -> None:
        self.random = random.Random(f"{seed} {element}")
        self.element = element
        self.is_float = element.startswith("f")
        self.lines: list[str] = []
        self.count = 0
        self.values: dict[Shape, list[str]] = {
            (ROWS, COLUMNS): ["%a"],
            (COLUMNS, ROWS): ["%b"],
        }

    def type(self, shape: Shape) -> str:
        return f"tensor<{''.join(f'{n}x' for n in shape)}{self.element}>"

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def add(self, text: str, shape: Shape) -> str:
        name = self.name()
        self.lines.append(f"{name} = {text}")
        self.values.setdefault(shape, []).append(name)
        return name

    def scalar(self) -> str:
        name = self.name()
        number = self.random.randint(-12, 12)
        text = f"{number / 8}" if self.is_float else f"{number}"
        self.lines.append(f"{name} = arith.constant {text} : {self.element}")
        return name

    def index(self, below: int) -> str:
        name = self.name()
        self.lines.append(f"{name} = arith.constant {self.random.randrange(below)} : index")
        return name

    def pick(self, shape: Shape) -> str:
        known = self.values.get(shape, [])
        if not known:
            return self.filled(shape)
        return known[-1] if self.random.random() < 0.6 else self.random.choice(known)

    def filled(self, shape: Shape) -> str:
        number, empty = self.scalar(), self.name()
        type = self.type(shape)
        self.lines.append(f"{empty} = tensor.empty() : {type}")
        return self.add(
            f"linalg.fill ins({number} : {self.element}) outs({empty} : {type}) -> {type}", shape
        )

    def shape(self) -> Shape:
        return self.random.choice([(ROWS, COLUMNS), (ROWS, COLUMNS), (COLUMNS, ROWS), (COLUMNS,)])

    # Steps

    def combine(self, shape: Shape | None = None) -> None:
        """Add an elementwise operation, which may write over one of its operands."""
        shape = shape or self.shape()
        op, type = self.random.choice(["add", "sub", "mul", "max", "min"]), self.type(shape)
        one, other, out = (self.pick(shape) for _ in range(3))
        if op in ("sub", "min", "max") and one == other:  # the result would be zero, or the operand
            op = "add"
        self.add(
            f"linalg.{op} ins({one}, {other} : {type}, {type}) outs({out} : {type}) -> {type}",
            shape,
        )

    def function(self) -> None:
        if not self.is_float:
            return self.combine()
        shape = self.shape()
        type, op = self.type(shape), self.random.choice(FUNCTIONS)
        source = self.pick(shape)
        if op == "sqrt":
            source = self.add(
                f"linalg.abs ins({source} : {type}) outs({source} : {type}) -> {type}", shape
            )
        if op in ("exp", "square"):  # numbers stay small
            source = self.add(
                f"linalg.tanh ins({source} : {type}) outs({source} : {type}) -> {type}", shape
            )
        self.add(
            f"linalg.{op} ins({source} : {type}) outs({self.pick(shape)} : {type}) -> {type}",
            shape,
        )
        return None

    def body(self, arguments: list[str]) -> list[str]:
        """Return the lines of a region on elements, which ends by yielding one."""
        lines, known = [], [*arguments, self.scalar()]
        for _ in range(self.random.randint(1, 4)):
            op = self.random.choice(FLOAT_BODIES if self.is_float else INTEGER_BODIES)
            one, other, name = self.random.choice(known), known[-1], self.name()
            lines.append(f"  {name} = arith.{op} {one}, {other} : {self.element}")
            known.append(name)
        return [*lines, f"  linalg.yield {known[-1]} : {self.element}"]

    def generic(self) -> None:
        """Add a `linalg.generic` on two dimensions with transposed or broadcast operands, or
        indices."""
        maps = {
            "(i, j)": (ROWS, COLUMNS),
            "(j, i)": (COLUMNS, ROWS),
            "(j)": (COLUMNS,),
            "(i)": (ROWS,),
            "(i + j)": (ROWS + COLUMNS - 1,),
            "(i, 5 - j)": (ROWS, COLUMNS),
        }
        chosen = [self.random.choice(list(maps)) for _ in range(2)]
        out = self.random.choice(["(i, j)", "(i, j)", "(j, i)", "(j)", "(i)"])
        if not {"(i, j)", "(j, i)"} & {*chosen, out}:  # some operand must determine both extents
            chosen[0] = "(i, j)"
        kinds = ['"parallel"' if d in out else '"reduction"' for d in "ij"]
        names = [self.pick(maps[map]) for map in chosen]
        types = [self.type(maps[map]) for map in chosen]
        init = self.pick(maps[out])
        arguments = [self.name() for _ in range(3)]
        if '"reduction"' in kinds:  # a sum, whose order does not matter
            op = self.random.choice(["addf", "maximumf"] if self.is_float else ["addi", "maxsi"])
            result = self.name()
            body = [
                f"  {result} = arith.{op} {arguments[0]}, {arguments[2]} : {self.element}",
                f"  linalg.yield {result} : {self.element}",
            ]
        else:
            body = self.body(arguments)
        listed = ", ".join(f"affine_map<(i, j) -> {map}>" for map in [*chosen, out])
        head = ", ".join(f"{name}: {self.element}" for name in arguments)
        type = self.type(maps[out])
        text = (
            f"linalg.generic {{indexing_maps = [{listed}], iterator_types = [{', '.join(kinds)}]}} "
            f"ins({', '.join(names)} : {', '.join(types)}) outs({init} : {type}) {{\n"
            f"^bb0({head}):\n" + "\n".join(body) + f"\n}} -> {type}"
        )
        self.add(text, maps[out])

    def matmul(self) -> None:
        one, other = self.pick((ROWS, COLUMNS)), self.pick((COLUMNS, ROWS))
        square = self.filled((ROWS, ROWS))
        types = [self.type(s) for s in [(ROWS, COLUMNS), (COLUMNS, ROWS), (ROWS, ROWS)]]
        product = self.add(
            f"linalg.matmul ins({one}, {other} : {types[0]}, {types[1]}) "
            f"outs({square} : {types[2]}) -> {types[2]}",
            (ROWS, ROWS),
        )
        if self.is_float:  # numbers stay small
            self.add(
                f"linalg.tanh ins({product} : {types[2]}) outs({product} : {types[2]}) "
                f"-> {types[2]}",
                (ROWS, ROWS),
            )

    def transpose(self) -> None:
        shape = self.random.choice([(ROWS, COLUMNS), (COLUMNS, ROWS)])
        back = shape[::-1]
        self.add(
            f"linalg.transpose ins({self.pick(shape)} : {self.type(shape)}) "
            f"outs({self.pick(back)} : {self.type(back)}) permutation = [1, 0]",
            back,
        )

    def slice(self) -> None:
        """Add operations that change a slice and insert it elsewhere."""
        shape, part = (ROWS, COLUMNS), (2, 3)
        source, into = self.pick(shape), self.pick(shape)
        (i, j), (k, m) = (
            (self.random.randint(0, ROWS - 2), self.random.randint(0, 1)) for _ in range(2)
        )
        sizes = f"[2, 3] [1, {self.random.choice([1, 2])}]"
        types = f"{self.type(shape)} to {self.type(part)}"
        name = self.add(f"tensor.extract_slice {source}[{i}, {j}] {sizes} : {types}", part)
        if self.random.random() < 0.7:
            self.combine(part)
            name = self.values[part][-1]
        self.add(
            f"tensor.insert_slice {name} into {into}[{k}, {m}] {sizes} : "
            f"{self.type(part)} into {self.type(shape)}",
            shape,
        )

    def transfer(self) -> None:
        """Add a vector read, maybe out of bounds or masked, and a write."""
        shape, vector = (ROWS, COLUMNS), f"vector<4x{self.element}>"
        source, into, padding = self.pick(shape), self.pick(shape), self.scalar()
        at = ", ".join((self.index(ROWS), self.index(COLUMNS)))
        where = ", ".join((self.index(ROWS), self.index(COLUMNS)))
        read, mask = self.name(), ""
        if self.random.random() < 0.5:
            limit, bits = self.index(5), self.name()
            self.lines.append(f"{bits} = vector.create_mask {limit} : vector<4xi1>")
            mask = f", {bits}"
        type = self.type(shape)
        self.lines.append(
            f"{read} = vector.transfer_read {source}[{at}], {padding}{mask} : {type}, {vector}"
        )
        self.add(f"vector.transfer_write {read}, {into}[{where}] : {vector}, {type}", shape)

    def loop(self) -> None:
        """Add a loop that changes elements one by one, depending on their old values."""
        shape = (ROWS, COLUMNS)
        type, init, other = self.type(shape), self.pick(shape), self.pick((COLUMNS, ROWS))
        low, high, step = (self.name() for _ in range(3))
        for name, number in ((low, self.random.randrange(2)), (high, ROWS), (step, 1)):
            self.lines.append(f"{name} = arith.constant {number} : index")
        i, carried, x, y, z, done = (self.name() for _ in range(6))
        op = self.random.choice(FLOAT_BODIES if self.is_float else INTEGER_BODIES)
        column = self.index(COLUMNS)
        body = (
            f"  {x} = tensor.extract {carried}[{i}, {column}] : {type}\n"
            f"  {y} = tensor.extract {other}[{column}, {i}] : {self.type((COLUMNS, ROWS))}\n"
            f"  {z} = arith.{op} {x}, {y} : {self.element}\n"
            f"  {done} = tensor.insert {z} into {carried}[{i}, {column}] : {type}\n"
            f"  scf.yield {done} : {type}\n"
        )
        self.add(
            f"scf.for {i} = {low} to {high} step {step} iter_args({carried} = {init}) "
            f"-> ({type}) {{\n{body}}}",
            shape,
        )

    def text(self, name: str) -> str:
        steps: list[Callable[[], object]] = [
            self.combine,
            self.function,
            self.generic,
            self.generic,
            self.matmul,
            self.transpose,
            self.slice,
            self.transfer,
            self.loop,
        ]
        for _ in range(self.random.randint(4, 9)):
            self.random.choice(steps)()
        self.combine((ROWS, COLUMNS))
        a, b = self.type((ROWS, COLUMNS)), self.type((COLUMNS, ROWS))
        body = "\n  ".join(self.lines)
        result = self.values[ROWS, COLUMNS][-1]
        return (
            f"func.func private @{name}(%a: {a}, %b: {b}) -> {a} {{\n  {body}\n"
            f"  return {result} : {a}\n}}"
        )


def program(element: str, count: int) -> str:
    """Return a program whose `main` calls `count` generated functions and returns their results."""
    functions = [Arrays(seed, element).text(f"f{seed}") for seed in range(count)]
    a, b = f"tensor<{ROWS}x{COLUMNS}x{element}>", f"tensor<{COLUMNS}x{ROWS}x{element}>"
    whole = f"tensor<{count}x{ROWS}x{COLUMNS}x{element}>"
    lines = [f"%o0 = tensor.empty() : {whole}"]
    for i in range(count):
        lines += [
            f"%r{i} = func.call @f{i}(%a, %b) : ({a}, {b}) -> {a}",
            f"%o{i + 1} = tensor.insert_slice %r{i} into %o{i}[{i}, 0, 0] "
            f"[1, {ROWS}, {COLUMNS}] [1, 1, 1] : {a} into {whole}",
        ]
    body = "\n  ".join([*lines, f"return %o{count} : {whole}"])
    return "\n".join(functions) + f"\nfunc.func @main(%a: {a}, %b: {b}) -> {whole} {{\n  {body}\n}}"


def given(element: str) -> tuple[Any, Any]:
    """Return arguments for `main`."""
    numbers = np.random.default_rng(0).integers(-16, 17, ROWS * COLUMNS)
    array = numbers / 8 if element.startswith("f") else numbers
    array = array.astype(ELEMENTS[element][0])
    return array.reshape(ROWS, COLUMNS), array[::-1].reshape(COLUMNS, ROWS).copy()


@pytest.mark.reference
@pytest.mark.parametrize("element", ELEMENTS)
def test_both_give_the_same(element: str) -> None:
    module = bufferize.parse(program(element, COUNT), CONTEXT)
    bufferize.verify(module)
    (before,), _ = Machine(module, CONTEXT).run("main", [a.copy() for a in given(element)])
    options = bufferize.OneShotOptions(
        bufferize_function_boundaries=True,
        function_boundary_type_conversion=LayoutMapOption.IDENTITY_LAYOUT_MAP,
    )
    bufferize.one_shot_bufferize(module, options, CONTEXT)
    (after,), _ = Machine(module, CONTEXT).run("main", [a.copy() for a in given(element)])
    np.testing.assert_array_equal(after, before)
    (native,) = run_native(module, "main", [a.copy() for a in given(element)])
    for seed, (ours, theirs) in enumerate(zip(before, native, strict=True)):
        tolerance = ELEMENTS[element][1] * (1 + float(np.abs(ours.astype(np.float64)).max()))
        np.testing.assert_allclose(
            ours.astype(np.float64),
            theirs.astype(np.float64),
            rtol=0,
            atol=tolerance,
            err_msg=f"program {seed} of {element}",
        )
    assert len({part.tobytes() for part in before}) > COUNT * 3 / 4
