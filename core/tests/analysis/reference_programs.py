"""Random programs in MLIR's own dialects, as text.

Left out is what the analysis deliberately decides in another way than the reference: unregistered
operations with regions (they run as written here), masked writes (what is not written is read
here), values that blocks of a function pass to blocks behind the next one, and functions that give
back what must not be written to, or (also in circles of calls) one buffer as several results.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

T, P, M, D = "tensor<8xf32>", "tensor<4xf32>", "tensor<2x4xf32>", "tensor<?xf32>"
ACCESSES = ("read", "write", "read-write", "none")
IDENTITY = "affine_map<(d0) -> (d0)>"

# Operations with one result, of the type that follows. In braces the types of tensor operands, or
# one of several texts; what else they use every function has.
ONE_RESULT = {
    "insert": (f"tensor.insert %f into {{T}}[%i] : {T}", T),
    "fill": (f"linalg.fill ins(%f : f32) outs({{T}} : {T}) -> {T}", T),
    "fill_part": (f"linalg.fill ins(%f : f32) outs({{P}} : {P}) -> {P}", P),
    "fill_matrix": (f"linalg.fill ins(%f : f32) outs({{M}} : {M}) -> {M}", M),
    "add": (f"linalg.add ins({{T}}, {{T}} : {T}, {T}) outs({{T}} : {T}) -> {T}", T),
    "exp": (f"linalg.exp ins({{T}} : {T}) outs({{T}} : {T}) -> {T}", T),
    "copy": (f"linalg.copy ins({{P}} : {P}) outs({{P}} : {P}) -> {P}", P),
    "select": (f"arith.select %c, {{T}}, {{T}} : {T}", T),
    "empty": (f"tensor.empty() : {T}", T),
    "empty_part": (f"tensor.empty() : {P}", P),
    "alloc": (f"bufferization.alloc_tensor() : {T}", T),
    "alloc_copy": (f"bufferization.alloc_tensor() copy({{T}}) : {T}", T),
    "constant": (f"arith.constant dense<2.0> : {T}", T),
    "elements": (f"tensor.from_elements %f, %f, %f, %f : {P}", P),
    "slice": (f"tensor.extract_slice {{T}}[{{at}}] [4] [1] : {T} to {P}", P),
    "put": (f"tensor.insert_slice {{P}} into {{T}}[{{at}}] [4] [1] : {P} into {T}", T),
    "write": (f"vector.transfer_write %vec, {{T}}[{{index}}] : vector<4xf32>, {T}", T),
    "expand": (f"tensor.expand_shape {{T}} [[0, 1]] output_shape [2, 4] : {T} into {M}", M),
    "collapse": (f"tensor.collapse_shape {{M}} [[0, 1]] : {M} into {T}", T),
    "cast": (f"tensor.cast {{T}} : {T} to {D}", D),
    "cast_back": (f"tensor.cast {{D}} : {D} to {T}", T),
    "insert_dynamic": (f"tensor.insert %f into {{D}}[%i] : {D}", D),
    "pad": (
        f"tensor.pad {{P}} low[2] high[2] {{{{ ^bb0(%x: index): tensor.yield %f : f32 }}}}"
        f" : {P} to {T}",
        T,
    ),
    "generic": (
        f"linalg.generic {{{{indexing_maps = [{IDENTITY}, {IDENTITY}], iterator_types = "
        f'["parallel"]}}}} ins({{T}} : {T}) outs({{T}} : {T}) {{{{ ^bb0(%x: f32, %y: f32): '
        f"linalg.yield {{body}} : f32 }}}} -> {T}",
        T,
    ),
    "unknown": (f'"test.op"({{T}}) : ({T}) -> {T}', T),
    "materialize": (
        f"bufferization.materialize_in_destination {{T}} in {{T}} : ({T}, {T}) -> {T}",
        T,
    ),
}
NO_RESULT = {
    "extract": f'%x = tensor.extract {{T}}[%i] : {T} "test.use"(%x) : (f32) -> ()',
    "read": f"%x = vector.transfer_read {{T}}[{{index}}], %f : {T}, vector<4xf32> "
    '"test.use"(%x) : (vector<4xf32>) -> ()',
    "to_buffer": f"%x = bufferization.to_buffer {{T}} read_only : {T} to memref<8xf32> "
    '"test.use"(%x) : (memref<8xf32>) -> ()',
}
CHOICES = {"at": ("0", "4", "%i"), "index": ("%z", "%i"), "body": ("%x", "%y")}
TYPES = {"T": T, "P": P, "M": M, "D": D}
# No scf.index_switch: the reference forgets what its results alias (tests/differences/switch_*).
NESTED = ("for", "while", "if", "forall", "region")
SHAPES: dict[str, Sequence[str]] = {
    "simple": ("insert", "extract", "fill", "select", "add", "empty", "constant", "tile"),
    "all": (*ONE_RESULT, *NO_RESULT, "tile", "tile", "memory", "insert", "insert", "extract"),
    "slices": ("tile", "tile", "slice", "put", "put", "fill_part", "copy", "write", "read"),
    "element-wise": ("add", "add", "exp", "generic", "generic", "cast", "cast_back", "read"),
    "loops": ("insert", "extract", "empty", "tile", "for", "for", "while"),
    "branches": ("insert", "extract", "empty", "if", "if", "region"),
    "parallel": ("insert", "fill", "extract", "empty", "tile", "forall", "forall"),
    "nested": ("insert", "insert", "extract", "fill", "select", "tile", "add", "empty", *NESTED),
    "everything": (*ONE_RESULT, *NO_RESULT, "tile", "memory", *NESTED, *NESTED, "call"),
    "calls": ("insert", "extract", "fill", "call", "call", "call", "slice", "for", "if"),
    "blocks": ("insert", "insert", "extract", "fill", "tile", "read", "write"),
}
RARE = {"unknown": 0.3, "materialize": 0.3}


class ProgramText:
    """Writes one module from random numbers."""

    def __init__(self, rng: random.Random, kinds: Sequence[str], size: int, depth: int) -> None:
        self.rng = rng
        self.kinds = kinds
        self.size = size
        self.depth = depth
        self.lines: list[str] = []
        self.count = 0
        self.functions: list[tuple[str, int]] = []
        self.callees: list[tuple[str, int]] = []

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def module(self, functions: int, blocks: int) -> str:
        """A few functions with up to `blocks` blocks; each calls those before it, rarely any."""
        for i in range(functions):
            self.functions.append((f"f{i}", self.rng.randint(1, 2)))
        for name, results in list(self.functions):
            types = ", ".join([T] * results)
            if functions > 1 and self.rng.random() < 0.25:
                arguments = [T + self.access() for _ in range(2)]
                self.line(0, f"func.func private @{name}({', '.join(arguments)}) -> ({types})")
            else:
                if self.rng.random() < 0.1 and all(count == 1 for _, count in self.functions):
                    self.callees += self.functions
                self.function(name, results, types, self.rng.randint(1, blocks))
            self.callees.append((name, results))
        return "\n".join(self.lines) + "\n"

    def access(self) -> str:
        if self.rng.random() < 0.4:
            return ""
        return f' {{bufferization.access = "{self.rng.choice(ACCESSES)}"}}'

    def line(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def function(self, name: str, results: int, types: str, blocks: int) -> None:
        arguments = []
        for i in range(2):
            locked = len(self.functions) == 1 and self.rng.random() < 0.2
            lock = " {bufferization.writable = false}" if locked else ""
            arguments.append(f"%t{i}: {T}{lock}")
        self.line(0, f"func.func @{name}({', '.join(arguments)}) -> ({types}) {{")
        for text in (
            "%f = arith.constant 1.0 : f32",
            "%vec = arith.constant dense<1.0> : vector<4xf32>",
            "%i = arith.constant 1 : index",
            '%n = "test.number"() : () -> index',
            "%z = arith.constant 0 : index",
            '%c = "test.condition"() : () -> i1',
        ):
            self.line(1, text)
        values = [("%t0", T), ("%t1", T)]
        for block in range(1, blocks):
            self.block(values, self.size, self.depth, 1)
            # Every block hands one tensor to the next one, or leaves for the last one.
            target = f"^bb{block}({self.pick(values, T, 1)} : {T})"
            last = f"^bb{blocks - 1}({self.pick(values, T, 1)} : {T})"
            branch = f"cf.cond_br %c, {target}, {last}" if self.rng.random() < 0.5 else None
            self.line(1, branch or f"cf.br {target}")
            argument = self.name()
            self.line(0, f"^bb{block}({argument}: {T}):")
            values = [(argument, T)]
        self.block(values, self.size, self.depth, 1)
        returned = [self.pick(values, T, 1) for _ in range(results)]
        if results > 1:
            copy = self.name()
            self.line(1, f"{copy} = bufferization.alloc_tensor() copy({returned[1]}) : {T}")
            returned[1] = copy
        self.line(1, f"return {', '.join(returned)} : {types}")
        self.line(0, "}")

    def pick(self, values: list[tuple[str, str]], type: str, pad: int) -> str:
        """A value of a type, rather a late one."""
        found = [value for value, t in values if t == type]
        if not found:
            fresh = self.name()
            text = f"tensor.empty(%n) : {type}" if type == D else f"tensor.empty() : {type}"
            self.line(pad, f"{fresh} = {text}")
            values.append((fresh, type))
            return fresh
        if self.rng.random() < 0.6:
            return found[-self.rng.randint(1, min(3, len(found)))]
        return self.rng.choice(found)

    def block(self, values: list[tuple[str, str]], size: int, depth: int, pad: int) -> None:
        kinds = [kind for kind in self.kinds if depth or kind not in NESTED]
        kinds = [kind for kind in kinds if kind != "call" or self.callees]
        if len(self.functions) > 1:
            kinds = [kind for kind in kinds if kind not in ("constant", "memory")]
        for _ in range(self.rng.randint((size + 1) // 2, size)):
            kind = self.rng.choice(kinds)
            if self.rng.random() > RARE.get(kind, 1.0):
                continue
            if kind in NESTED:
                getattr(self, f"add_{kind}")(values, depth, pad)
            else:
                self.simple(kind, values, pad)

    def simple(self, kind: str, values: list[tuple[str, str]], pad: int) -> None:
        """An operation without regions, or a few that belong together."""
        if kind in ONE_RESULT:
            text, type = ONE_RESULT[kind]
            text = self.filled(text, values, pad)
            name = self.name()
            self.line(pad, f"{name} = {text}")
            values.append((name, type))
        elif kind in NO_RESULT:
            name = self.name()
            text = self.filled(NO_RESULT[kind], values, pad)
            self.line(pad, text.replace("%x", name))
        elif kind == "tile":
            self.tile(values, pad)
        elif kind == "memory":
            memory, name = self.name(), self.name()
            how = self.rng.choice(("restrict", "restrict writable"))
            self.line(pad, f"{memory} = memref.alloc() : memref<8xf32>")
            self.line(
                pad, f"{name} = bufferization.to_tensor {memory} {how} : memref<8xf32> to {T}"
            )
            values.append((name, T))
        else:
            assert kind == "call"
            callee, results = self.rng.choice(self.callees)
            a, b, name = self.pick(values, T, pad), self.pick(values, T, pad), self.name()
            left = name if results == 1 else f"{name}:2"
            types = ", ".join([T] * results)
            self.line(pad, f"{left} = func.call @{callee}({a}, {b}) : ({T}, {T}) -> ({types})")
            values += [(name, T)] if results == 1 else [(f"{name}#{i}", T) for i in range(2)]

    def filled(self, text: str, values: list[tuple[str, str]], pad: int) -> str:
        """The text with a value, or a choice, for each name in braces."""
        parts = text.replace("{{", "\0").replace("}}", "\1").split("{")
        done = parts[0]
        for part in parts[1:]:
            key, _, rest = part.partition("}")
            done += (
                self.pick(values, TYPES[key], pad)
                if key in TYPES
                else self.rng.choice(CHOICES[key])
            )
            done += rest
        return done.replace("\0", "{").replace("\1", "}")

    def tile(self, values: list[tuple[str, str]], pad: int) -> None:
        source, at = self.pick(values, T, pad), self.rng.choice(CHOICES["at"])
        part, done, name = self.name(), self.name(), self.name()
        self.line(pad, f"{part} = tensor.extract_slice {source}[{at}] [4] [1] : {T} to {P}")
        self.line(pad, f"{done} = linalg.fill ins(%f : f32) outs({part} : {P}) -> {P}")
        into = source if self.rng.random() < 0.8 else self.pick(values, T, pad)
        at = at if self.rng.random() < 0.8 else "2"
        self.line(
            pad, f"{name} = tensor.insert_slice {done} into {into}[{at}] [4] [1] : {P} into {T}"
        )
        values += [(part, P), (name, T)]

    # Operations with regions

    def nested(
        self, values: list[tuple[str, str]], depth: int, pad: int, *arguments: str
    ) -> list[tuple[str, str]]:
        """Write a block of a region; the values that it has at its end."""
        inner = [*values, *((argument, T) for argument in arguments)]
        self.block(inner, max(1, self.size // 2), depth - 1, pad + 1)
        return inner

    def yield_from(self, inner: list[tuple[str, str]], pad: int, text: str, count: int = 1) -> None:
        names = [self.pick(inner, T, pad + 1) for _ in range(count)]
        self.line(pad + 1, f"{text} {', '.join(names)} : {', '.join([T] * count)}")

    def add_for(self, values: list[tuple[str, str]], depth: int, pad: int) -> None:
        count = self.rng.randint(1, 2)
        name, arguments = self.name(), [self.name() for _ in range(count)]
        inits = [f"{argument} = {self.pick(values, T, pad)}" for argument in arguments]
        end = self.rng.choice(("%n", "%i"))
        self.line(
            pad,
            f"{name}{':2' if count == 2 else ''} = scf.for %k{name[1:]} = %z to {end} step %i "
            f"iter_args({', '.join(inits)}) -> ({', '.join([T] * count)}) {{",
        )
        self.yield_from(self.nested(values, depth, pad, *arguments), pad, "scf.yield", count)
        self.line(pad, "}")
        values += [(name, T)] if count == 1 else [(f"{name}#{i}", T) for i in range(2)]

    def add_while(self, values: list[tuple[str, str]], depth: int, pad: int) -> None:
        name, before, after = self.name(), self.name(), self.name()
        init = self.pick(values, T, pad)
        self.line(pad, f"{name} = scf.while ({before} = {init}) : ({T}) -> {T} {{")
        self.yield_from(self.nested(values, depth, pad, before), pad, "scf.condition(%c)")
        self.line(pad, "} do {")
        self.line(pad, f"^bb0({after}: {T}):")
        self.yield_from(self.nested(values, depth, pad, after), pad, "scf.yield")
        self.line(pad, "}")
        values.append((name, T))

    def _branches(
        self, values: list[tuple[str, str]], depth: int, pad: int, head: str, between: list[str]
    ) -> None:
        name = self.name()
        self.line(pad, f"{name} = {head}")
        for text in between:
            if text:
                self.line(pad, text)
            self.yield_from(self.nested(values, depth, pad), pad, "scf.yield")
        self.line(pad, "}")
        values.append((name, T))

    def add_if(self, values: list[tuple[str, str]], depth: int, pad: int) -> None:
        self._branches(values, depth, pad, f"scf.if %c -> ({T}) {{", ["", "} else {"])

    def add_region(self, values: list[tuple[str, str]], depth: int, pad: int) -> None:
        self._branches(values, depth, pad, f"scf.execute_region -> {T} {{", [""])

    def add_forall(self, values: list[tuple[str, str]], depth: int, pad: int) -> None:
        name, argument, index, part = self.name(), self.name(), self.name(), self.name()
        count = self.rng.choice(("2", "2", "1", "%n"))
        init = self.pick(values, T, pad)
        self.line(
            pad,
            f"{name} = scf.forall ({index}) in ({count}) shared_outs({argument} = {init}) -> ({T}) {{",
        )
        inner = self.nested(values, depth, pad, argument)
        source = self.pick(inner, T, pad + 1)
        for text in (
            f"  {part} = tensor.extract_slice {source}[{index}] [4] [1] : {T} to {P}",
            "  scf.forall.in_parallel {",
            f"    tensor.parallel_insert_slice {part} into {argument}[{index}] [4] [1]"
            f" : {P} into {T}",
            "  }",
            "}",
        ):
            self.line(pad, text)
        values.append((name, T))


def random_text(seed: int) -> str:
    """The text of a module."""
    rng = random.Random(seed)
    name = list(SHAPES)[seed % len(SHAPES)]
    writer = ProgramText(rng, SHAPES[name], size=rng.randint(3, 8), depth=rng.randint(1, 3))
    functions = rng.randint(2, 4) if name in ("calls", "everything") else 1
    return writer.module(functions, 4 if name == "blocks" else 1)
