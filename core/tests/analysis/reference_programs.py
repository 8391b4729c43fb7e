"""Random programs in MLIR's own dialects, as text."""

from __future__ import annotations

import random

TENSOR = "tensor<8xf32>"
PART = "tensor<4xf32>"
ACCESSES = ("read", "write", "read-write", "none")


class ProgramText:
    """Writes one module from random numbers."""

    def __init__(self, rng: random.Random, size: int, depth: int) -> None:
        self.rng = rng
        self.size = size
        self.depth = depth
        self.lines: list[str] = []
        self.count = 0
        self.callees: list[str] = []

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def pick(self, values: list[str]) -> str:
        if self.rng.random() < 0.6:
            return values[-self.rng.randint(1, min(3, len(values)))]
        return self.rng.choice(values)

    def module(self) -> str:
        """A few functions; each may call those before it."""
        if self.rng.random() < 0.4:
            access = self.rng.choice(ACCESSES)
            self.lines.append(
                f'func.func private @ext({TENSOR} {{bufferization.access = "{access}"}}, '
                f"{TENSOR}) -> {TENSOR}"
            )
            self.callees.append("ext")
        for i in range(self.rng.randint(1, 3)):
            self.function(f"f{i}")
            self.callees.append(f"f{i}")
        return "\n".join(self.lines) + "\n"

    def function(self, name: str) -> None:
        arguments = []
        for i in range(2):
            lock = " {bufferization.writable = false}" if self.rng.random() < 0.2 else ""
            arguments.append(f"%t{i}: {TENSOR}{lock}")
        arguments += ["%f: f32", "%i: index", "%n: index", "%c: i1"]
        self.lines.append(f"func.func @{name}({', '.join(arguments[:2])}) -> {TENSOR} {{")
        for text in (
            "%f = arith.constant 1.0 : f32",
            "%i = arith.constant 1 : index",
            "%n = arith.constant 4 : index",
            "%z = arith.constant 0 : index",
            '%c = "test.condition"() : () -> i1',
        ):
            self.lines.append("  " + text)
        values = ["%t0", "%t1"]
        self.block(values, self.size, self.depth, "  ")
        self.lines += [f"  return {self.pick(values)} : {TENSOR}", "}"]

    def block(self, values: list[str], size: int, depth: int, pad: str) -> None:
        kinds = ["insert", "insert", "extract", "fill", "tile", "slice_of", "select", "empty"]
        kinds += ["constant", "add", "add", "alloc", "unknown"]
        kinds += ["copy_into"] if self.rng.random() < 0.1 else []
        kinds += ["call"] if self.callees else []
        kinds += ["for", "if", "while", "forall"] if depth else []
        for _ in range(size):
            getattr(self, f"add_{self.rng.choice(kinds)}")(values, depth, pad)

    def op(self, values: list[str], pad: str, text: str) -> str:
        name = self.name()
        self.lines.append(f"{pad}{name} = {text}")
        values.append(name)
        return name

    def add_insert(self, values: list[str], depth: int, pad: str) -> None:
        self.op(values, pad, f"tensor.insert %f into {self.pick(values)}[%i] : {TENSOR}")

    def add_extract(self, values: list[str], depth: int, pad: str) -> None:
        name = self.name()
        self.lines.append(f"{pad}{name} = tensor.extract {self.pick(values)}[%i] : {TENSOR}")
        self.lines.append(f'{pad}"test.use"({name}) : (f32) -> ()')

    def add_fill(self, values: list[str], depth: int, pad: str) -> None:
        target = self.pick(values)
        self.op(values, pad, f"linalg.fill ins(%f : f32) outs({target} : {TENSOR}) -> {TENSOR}")

    def add_tile(self, values: list[str], depth: int, pad: str) -> None:
        source, at = self.pick(values), self.rng.choice(["0", "4", "%i"])
        part, done = self.name(), self.name()
        self.lines.append(
            f"{pad}{part} = tensor.extract_slice {source}[{at}] [4] [1] : {TENSOR} to {PART}"
        )
        self.lines.append(
            f"{pad}{done} = linalg.fill ins(%f : f32) outs({part} : {PART}) -> {PART}"
        )
        into = source if self.rng.random() < 0.8 else self.pick(values)
        at = at if self.rng.random() < 0.8 else "2"
        self.op(
            values,
            pad,
            f"tensor.insert_slice {done} into {into}[{at}] [4] [1] : {PART} into {TENSOR}",
        )

    def add_slice_of(self, values: list[str], depth: int, pad: str) -> None:
        source = self.pick(values)
        part = self.name()
        self.lines.append(
            f"{pad}{part} = tensor.extract_slice {source}[0] [4] [1] : {TENSOR} to {PART}"
        )
        self.op(
            values,
            pad,
            f"tensor.insert_slice {part} into {self.pick(values)}[4] [4] [1] : {PART} into {TENSOR}",
        )

    def add_select(self, values: list[str], depth: int, pad: str) -> None:
        a, b = self.pick(values), self.pick(values)
        self.op(values, pad, f"arith.select %c, {a}, {b} : {TENSOR}")

    def add_empty(self, values: list[str], depth: int, pad: str) -> None:
        self.op(values, pad, f"tensor.empty() : {TENSOR}")

    def add_alloc(self, values: list[str], depth: int, pad: str) -> None:
        self.op(values, pad, f"bufferization.alloc_tensor() : {TENSOR}")

    def add_constant(self, values: list[str], depth: int, pad: str) -> None:
        self.op(values, pad, f"arith.constant dense<2.0> : {TENSOR}")

    def add_add(self, values: list[str], depth: int, pad: str) -> None:
        a, b, c = (self.pick(values) for _ in range(3))
        self.op(
            values,
            pad,
            f"linalg.add ins({a}, {b} : {TENSOR}, {TENSOR}) outs({c} : {TENSOR}) -> {TENSOR}",
        )

    def add_copy_into(self, values: list[str], depth: int, pad: str) -> None:
        a, b = self.pick(values), self.pick(values)
        self.op(
            values,
            pad,
            f"bufferization.materialize_in_destination {a} in {b} : ({TENSOR}, {TENSOR}) -> {TENSOR}",
        )

    def add_unknown(self, values: list[str], depth: int, pad: str) -> None:
        if self.rng.random() < 0.3:
            self.op(values, pad, f'"test.op"({self.pick(values)}) : ({TENSOR}) -> {TENSOR}')

    def add_call(self, values: list[str], depth: int, pad: str) -> None:
        a, b, callee = self.pick(values), self.pick(values), self.rng.choice(self.callees)
        self.op(values, pad, f"func.call @{callee}({a}, {b}) : ({TENSOR}, {TENSOR}) -> {TENSOR}")

    def nested(self, values: list[str], depth: int, pad: str, *arguments: str) -> str:
        inner = [*values, *arguments]
        self.block(inner, self.rng.randint(1, max(1, self.size // 2)), depth - 1, pad + "  ")
        return self.pick(inner)

    def add_for(self, values: list[str], depth: int, pad: str) -> None:
        name, argument = self.name(), self.name()
        self.lines.append(
            f"{pad}{name} = scf.for %k{name[1:]} = %z to %n step %i "
            f"iter_args({argument} = {self.pick(values)}) -> ({TENSOR}) {{"
        )
        result = self.nested(values, depth, pad, argument)
        self.lines += [f"{pad}  scf.yield {result} : {TENSOR}", pad + "}"]
        values.append(name)

    def add_if(self, values: list[str], depth: int, pad: str) -> None:
        name = self.name()
        self.lines.append(f"{pad}{name} = scf.if %c -> ({TENSOR}) {{")
        result = self.nested(values, depth, pad)
        self.lines += [f"{pad}  scf.yield {result} : {TENSOR}", pad + "} else {"]
        result = self.nested(values, depth, pad)
        self.lines += [f"{pad}  scf.yield {result} : {TENSOR}", pad + "}"]
        values.append(name)

    def add_while(self, values: list[str], depth: int, pad: str) -> None:
        name, before, after = self.name(), self.name(), self.name()
        self.lines.append(
            f"{pad}{name} = scf.while ({before} = {self.pick(values)}) : ({TENSOR}) -> {TENSOR} {{"
        )
        result = self.nested(values, depth, pad, before)
        self.lines += [
            f"{pad}  scf.condition(%c) {result} : {TENSOR}",
            pad + "} do {",
            f"{pad}^bb0({after}: {TENSOR}):",
        ]
        result = self.nested(values, depth, pad, after)
        self.lines += [f"{pad}  scf.yield {result} : {TENSOR}", pad + "}"]
        values.append(name)

    def add_forall(self, values: list[str], depth: int, pad: str) -> None:
        name, argument, index, part = self.name(), self.name(), self.name(), self.name()
        self.lines.append(
            f"{pad}{name} = scf.forall ({index}) in (2) "
            f"shared_outs({argument} = {self.pick(values)}) -> ({TENSOR}) {{"
        )
        result = self.nested(values, depth, pad, argument)
        self.lines += [
            f"{pad}  {part} = tensor.extract_slice {result}[{index}] [4] [1] : {TENSOR} to {PART}",
            pad + "  scf.forall.in_parallel {",
            f"{pad}    tensor.parallel_insert_slice {part} into {argument}[{index}] [4] [1]"
            f" : {PART} into {TENSOR}",
            pad + "  }",
            pad + "}",
        ]
        values.append(name)


def random_text(seed: int, size: int = 5, depth: int = 2) -> str:
    """The text of a module."""
    return ProgramText(random.Random(seed), size, depth).module()
