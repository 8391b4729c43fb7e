"""How a random program is written: its functions, and values to use for the operations."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# Types by what they hold at run time; an index below 2 is always inside.
ROW, HALF, PAIR, SQUARE, LONG, SOME, ANY = (
    "tensor<4xi32>",
    "tensor<2xi32>",
    "tensor<2x4xi32>",
    "tensor<2x2xi32>",
    "tensor<8xi32>",
    "tensor<?xi32>",  # four elements
    "tensor<?x?xi32>",  # two by two
)
SHAPES = {ROW: (4,), HALF: (2,), PAIR: (2, 4), SQUARE: (2, 2), LONG: (8,), SOME: (4,), ANY: (2, 2)}
COMMON = (ROW, ROW, ROW, HALF, PAIR, PAIR, SQUARE, LONG, SOME, ANY)
PARAMETERS = ("%n0", "%n1", "%n2", "%n4", "%yes", "%no")
"""Numbers and truths that nobody can fold; every function has them first."""
PARAMETER_TYPES = ("index", "index", "index", "index", "i1", "i1")

Values = dict[str, list[str]]
"""The values that may be used, by type."""

Step = Callable[["Maker", Values, int], None]
"""Appends a few operations; the number says how deep nested ones may be."""


@dataclass(frozen=True)
class Steps:
    """What blocks are made of."""

    simple: list[Step]
    nested: list[Step]
    printing: list[Step]
    calls: list[Step]


class Maker:
    """Writes the functions of one program."""

    def __init__(self, rng: random.Random, steps: Steps) -> None:
        self.rng = rng
        self.steps = steps
        self.lines: list[str] = []
        self.helpers: list[tuple[str, list[str], list[str]]] = []
        self.counter = 0
        self.may_print = True

    def program(self, name: str) -> str:
        """The text of a function of this name, and before it of a few that it may call."""
        for number in range(self.rng.randrange(3)):
            self.helper(f"{name}_{number}")
        self.open_function(name, [], [])
        self.block(self.start([]), 9, 2)
        self.emit("return")
        self.emit("}")
        return "\n".join(self.lines)

    def helper(self, name: str) -> None:
        types = [self.rng.choice(COMMON) for _ in range(self.rng.randint(1, 2))]
        results = [self.rng.choice(COMMON) for _ in range(self.rng.randint(1, 2))]
        arguments = [f"%a{i}" for i in range(len(types))]
        self.open_function(
            name, [f"{a}: {t}" for a, t in zip(arguments, types, strict=True)], results
        )
        values = self.start(list(zip(types, arguments, strict=True)))
        if self.rng.random() < 0.25:
            self.branches(values, results)
        else:
            self.block(values, 4, 1)
            self.leave("return", values, results)
        self.emit("}")
        self.helpers.append((name, types, results))

    def open_function(self, name: str, arguments: list[str], results: list[str]) -> None:
        given = [f"{p}: {t}" for p, t in zip(PARAMETERS, PARAMETER_TYPES, strict=True)]
        arrow = f" -> ({', '.join(results)})" if results else ""
        self.emit(f"func.func private @{name}({', '.join(given + arguments)}){arrow} {{")
        for number in (0, 1, 2, 3, 4):
            self.emit(f"%c{number} = arith.constant {number} : index")

    def start(self, arguments: Sequence[tuple[str, str]]) -> Values:
        values: Values = {"index": ["%c0", "%c1", "%n0", "%n1"], "i1": ["%yes", "%no"], "i32": []}
        for type, name in arguments:
            values.setdefault(type, []).append(name)
        for _ in range(2):
            self.scalar(values)
        return values

    # Writing

    def emit(self, line: str) -> None:
        self.lines.append(line)

    def new(self, line: str, values: Values | None = None, type: str = "") -> str:
        """Emit an operation with one result, and remember the result."""
        self.counter += 1
        name = f"%v{self.counter}"
        self.emit(f"{name} = {line}")
        if values is not None:
            values.setdefault(type, []).append(name)
        return name

    def pick(self, values: Values, type: str) -> str:
        """A value of a type, rather a late one, or a new one."""
        known = values.get(type, [])
        if not known or (type in SHAPES and self.rng.random() < 0.12):
            return self.fresh(values, type)
        if self.rng.random() < 0.5:
            return known[-self.rng.randint(1, min(3, len(known)))]
        return self.rng.choice(known)

    def scalar(self, values: Values) -> str:
        return self.new(f"arith.constant {self.rng.randint(-9, 99)} : i32", values, "i32")

    def index(self, values: Values) -> str:
        return self.rng.choice(values["index"])

    def fresh(self, values: Values, type: str) -> str:
        """A new tensor, all of it set."""
        rng = self.rng
        if type == SOME:
            return self.new(f"tensor.cast {self.pick(values, ROW)} : {ROW} to {SOME}", values, type)
        if type == ANY:
            source = self.pick(values, SQUARE)
            return self.new(f"tensor.cast {source} : {SQUARE} to {ANY}", values, type)
        count = 1
        for extent in SHAPES[type]:
            count *= extent
        kind = rng.randrange(4)
        if kind == 0:
            elements = [str(rng.randint(0, 50)) for _ in range(count)]
            dense = ", ".join(elements)
            if type in (PAIR, SQUARE):
                width = count // 2
                dense = f"[{', '.join(elements[:width])}], [{', '.join(elements[width:])}]"
            return self.new(f"arith.constant dense<[{dense}]> : {type}", values, type)
        if kind == 1:
            scalars = ", ".join(self.pick(values, "i32") for _ in range(count))
            return self.new(f"tensor.from_elements {scalars} : {type}", values, type)
        if kind == 2:
            return self.new(f"tensor.splat {self.pick(values, 'i32')} : {type}", values, type)
        empty = self.new(f"tensor.empty() : {type}")
        return self.fill(values, type, empty)

    def fill(self, values: Values, type: str, dest: str) -> str:
        scalar = self.pick(values, "i32")
        line = f"linalg.fill ins({scalar} : i32) outs({dest} : {type}) -> {type}"
        return self.new(line, values, type)

    def leave(self, terminator: str, values: Values, types: Sequence[str], *first: str) -> None:
        given = [*first, *(self.pick(values, type) for type in types)]
        all_types = ["index"] * len(first) + list(types)
        tail = f" {', '.join(given)} : {', '.join(all_types)}" if given else ""
        self.emit(terminator + tail)

    def block(self, values: Values, size: int, depth: int) -> None:
        """Append up to `size` steps."""
        kinds = list(self.steps.simple)
        if depth > 0:
            kinds += self.steps.nested * 2
        if self.may_print:
            kinds += self.steps.printing * 6
            kinds += self.steps.calls * 3 if self.helpers else []
        for _ in range(self.rng.randint(size // 2 + 1, size)):
            self.rng.choice(kinds)(self, values, depth)

    def branches(self, values: Values, results: Sequence[str]) -> None:
        """A function of blocks: a loop, or two ways."""
        type = self.rng.choice(COMMON)
        first = self.pick(values, type)
        if self.rng.random() < 0.5:
            condition = self.rng.choice(values["i1"])
            self.emit(f"cf.cond_br {condition}, ^one, ^two")
            for label in ("^one", "^two"):
                self.emit(f"{label}:")
                inner = copied(values)
                self.block(inner, 3, 0)
                self.leave("cf.br ^end(" + self.pick(inner, type) + f" : {type})", {}, [])
        else:
            self.emit(f"cf.br ^loop(%n0, {first} : index, {type})")
            self.emit(f"^loop(%k: index, %t: {type}):")
            inner = copied(values)
            inner["index"].append("%k")
            inner.setdefault(type, []).append("%t")
            self.block(inner, 3, 0)
            count = self.new("arith.addi %k, %n1 : index")
            more = self.new(f"arith.cmpi ult, {count}, %n2 : index")
            last = self.pick(inner, type)
            self.emit(
                f"cf.cond_br {more}, ^loop({count}, {last} : index, {type}), ^end({last} : {type})"
            )
        self.emit(f"^end(%last: {type}):")
        values.setdefault(type, []).append("%last")
        self.block(values, 2, 0)
        self.leave("return", values, results)


def copied(values: Values) -> Values:
    return {type: list(names) for type, names in values.items()}
