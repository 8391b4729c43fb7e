"""Functions that make small tensors, many from empty ones, and insert them into large ones."""

from __future__ import annotations

import random

SMALL, LARGE, SLAB, OPEN = "tensor<4xf32>", "tensor<32xf32>", "tensor<32x3xf32>", "tensor<?xf32>"
_ARGUMENTS = (
    f"%s: {SMALL}, %t: {LARGE}, %u: {LARGE}, %w: {SLAB}, "
    "%i: index, %n: index, %c: i1, %f: f32, %g: f32"
)


class Maker:
    """Makes one function: the same for the same seed.

    Each empty tensor is used once: of several uses, the reference replaces any one. What is
    inserted in a region is inserted at a place that is sure to be there.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.names = 0
        self.depth = 1
        self.empty: list[str] = []
        self.small = ["%s"]
        self.large = ["%t", "%u"]
        self.index = ["%i", "%c4"]
        self.steps = [
            *[self.empty_tensor] * 2,
            *[self.fill] * 2,
            *[self.insert] * 3,
            self.add,
            self.update,
            self.cast,
            self.branch,
            self.loop,
            self.offset,
            self.large_tensor,
            self.whole,
            self.select,
            self.reduce_rank,
        ]

    def emit(self, text: str) -> str:
        """Adds an operation, and gives the name of its result."""
        self.names += 1
        self.lines.append(f"{'  ' * self.depth}%v{self.names} = {text}")
        return f"%v{self.names}"

    def pick_small(self) -> str:
        if self.empty and self.random.random() < 0.5:
            return self.empty.pop(self.random.randrange(len(self.empty)))
        return self.random.choice(self.small[-4:])

    def pick_large(self) -> str:
        return self.random.choice(self.large[-4:])

    def pick_offset(self) -> str:
        places = ["0", "8"] if self.depth > 1 else ["0", "8", self.random.choice(self.index[-4:])]
        return self.random.choice(places)

    def empty_tensor(self) -> None:
        self.empty.append(self.emit(f"tensor.empty() : {SMALL}"))

    def fill(self) -> None:
        text = f"linalg.fill ins(%f : f32) outs({self.pick_small()} : {SMALL}) -> {SMALL}"
        self.small.append(self.emit(text))

    def add(self) -> None:
        a, b, out = self.pick_small(), self.pick_small(), self.pick_small()
        ins, outs = f"ins({a}, {b} : {SMALL}, {SMALL})", f"outs({out} : {SMALL})"
        self.small.append(self.emit(f"linalg.add {ins} {outs} -> {SMALL}"))

    def update(self) -> None:
        self.small.append(self.emit(f"tensor.insert %f into {self.pick_small()}[%c0] : {SMALL}"))

    def select(self) -> None:
        a, b = self.pick_small(), self.pick_small()
        self.small.append(self.emit(f"arith.select %c, {a}, {b} : {SMALL}"))

    def whole(self) -> None:
        a, b = self.pick_small(), self.pick_small()
        copy = f"linalg.copy ins({a} : {SMALL}) outs({b} : {SMALL}) -> {SMALL}"
        materialize = (
            f"bufferization.materialize_in_destination {a} in {b} : ({SMALL}, {SMALL}) -> {SMALL}"
        )
        self.small.append(self.emit(self.random.choice([copy, materialize])))

    def cast(self) -> None:
        open_tensor = self.emit(f"tensor.cast {self.pick_small()} : {SMALL} to {OPEN}")
        if self.depth > 1 or self.random.random() < 0.5:
            self.small.append(self.emit(f"tensor.cast {open_tensor} : {OPEN} to {SMALL}"))
            return
        into = f"into {self.pick_large()}[0] [%n] [1] : {OPEN} into {LARGE}"
        self.large.append(self.emit(f"tensor.insert_slice {open_tensor} {into}"))

    def insert(self) -> None:
        place = f"{self.pick_large()}[{self.pick_offset()}] [4] [1]"
        text = f"tensor.insert_slice {self.pick_small()} into {place} : {SMALL} into {LARGE}"
        self.large.append(self.emit(text))

    def reduce_rank(self) -> None:
        place = f"%w[{self.pick_offset()}, 0] [4, 1] [1, 1]"
        text = f"tensor.insert_slice {self.pick_small()} into {place} : {SMALL} into {SLAB}"
        slab = self.emit(text)
        column = f"{slab}[0, 1] [32, 1] [1, 1] : {SLAB} to {LARGE}"
        self.large.append(self.emit(f"tensor.extract_slice {column}"))

    def offset(self) -> None:
        a = self.random.choice(self.index[-4:])
        self.index.append(self.emit(f"arith.addi {a}, %c4 : index"))

    def large_tensor(self) -> None:
        empty = self.emit(f"tensor.empty() : {LARGE}")
        text = f"linalg.fill ins(%g : f32) outs({empty} : {LARGE}) -> {LARGE}"
        self.large.append(self.emit(text))

    def region(self, is_large: bool, type: str) -> None:
        """Some operations, with a yield, that use what is around them."""
        around = self.small[:], self.large[:], self.index[:], self.empty[:]
        self.depth += 1
        for _ in range(self.random.randint(1, 3)):
            self.random.choice(self.steps)()
        result = self.pick_large() if is_large else self.pick_small()
        self.lines.append(f"{'  ' * self.depth}scf.yield {result} : {type}")
        self.depth -= 1
        left = self.empty
        self.small, self.large, self.index, empty = around
        self.empty = [name for name in empty if name in left]

    def branch(self) -> None:
        if self.depth > 2:
            return
        is_large = self.random.random() < 0.5
        type = LARGE if is_large else SMALL
        name = self.emit(f"scf.if %c -> {type} {{")
        self.region(is_large, type)
        self.lines.append("  " * self.depth + "} else {")
        self.region(is_large, type)
        self.lines.append("  " * self.depth + "}")
        (self.large if is_large else self.small).append(name)

    def loop(self) -> None:
        if self.depth > 2:
            return
        is_large = self.random.random() < 0.5
        type = LARGE if is_large else SMALL
        init = self.pick_large() if is_large else self.pick_small()
        carried = f"%a{self.names}"
        bounds = f"%x{self.names} = %c0 to %n step %c1"
        name = self.emit(f"scf.for {bounds} iter_args({carried} = {init}) -> ({type}) {{")
        (self.large if is_large else self.small).append(carried)
        self.region(is_large, type)
        self.lines.append("  " * self.depth + "}")
        pool = self.large if is_large else self.small
        pool.remove(carried)
        pool.append(name)

    def make(self, size: int = 12) -> str:
        """The function's text."""
        for number in (0, 1, 4):
            self.lines.append(f"  %c{number} = arith.constant {number} : index")
        for _ in range(size):
            self.random.choice(self.steps)()
        lines = [f"func.func @f({_ARGUMENTS}) -> {LARGE} {{", *self.lines]
        return "\n".join([*lines, f"  return {self.pick_large()} : {LARGE}", "}", ""])
