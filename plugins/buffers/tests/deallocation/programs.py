"""Random programs on buffers: branches, loops, calls, views, choices, and what functions return."""

from __future__ import annotations

import random

BUFFER = "memref<4xf32>"
_MOST_NESTED = 3


class ProgramMaker:
    """Writes one module of a few functions, always the same for a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._count = 0
        self._lines: list[str] = []
        self._depth = 1

    def module(self) -> str:
        """The text of the module."""
        self._lines = []
        self._line_at(0, f"func.func private @outside({BUFFER}) -> {BUFFER}")
        self._function("private ", "helper", [])
        callees = ["outside", "helper"]
        for name in ("first", "second"):
            self._function("", name, callees)
            callees.append(name)
        return "\n".join(self._lines) + "\n"

    # Functions

    def _function(self, visibility: str, name: str, callees: list[str]) -> None:
        self._callees = callees
        self._conditions = ["%c0", "%c1"]
        self._line_at(0, f"func.func {visibility}@{name}(%a: {BUFFER}) -> {BUFFER} {{")
        self._line("%c0 = func.call @flag() : () -> i1")
        self._line("%c1 = func.call @flag() : () -> i1")
        self._line("%i = func.call @number() : () -> index")
        self._line("%n = func.call @bound() : () -> index")
        self._line("%s = func.call @step() : () -> index")
        self._line("%f = func.call @element() : () -> f32")
        live = ["%a"]
        if self._random.random() < 0.35:
            live = self._blocks(live)
        self._statements(live, self._random.randint(2, 6))
        self._line(f"return {self._random.choice(live)} : {BUFFER}")
        self._line_at(0, "}")

    def _blocks(self, live: list[str]) -> list[str]:
        """A choice between two blocks that meet in a third one.

        What operations with regions give is not used across blocks: mlir-opt frees it too early.
        """
        self._statements(live, self._random.randint(1, 4), plain=True)
        number = self._new("")[1:]
        condition = self._random.choice(self._conditions)
        passed = self._random.random() < 0.5
        shared = list(live)
        if passed:
            value = self._random.choice(live)
            given = f"({value} : {BUFFER})"
            self._line(f"cf.cond_br {condition}, ^t{number}{given}, ^e{number}{given}")
        else:
            self._line(f"cf.cond_br {condition}, ^t{number}, ^e{number}")
        for side in "te":
            argument = f"%{side}{number}"
            taken = f"({argument}: {BUFFER})" if passed else ""
            self._line_at(0, f"^{side}{number}{taken}:")
            inner = [argument] if passed else list(shared)
            self._statements(inner, self._random.randint(0, 3))
            given = self._random.choice(inner)
            self._line(f"cf.br ^j{number}({given} : {BUFFER})")
        self._line_at(0, f"^j{number}(%j{number}: {BUFFER}):")
        return [f"%j{number}", "%a"]

    # Statements

    def _statements(self, live: list[str], count: int, *, plain: bool = False) -> None:
        for _ in range(count):
            kinds = [self._allocate, self._allocate, self._write, self._write, self._copy]
            kinds += [self._view, self._choose]
            if self._depth < _MOST_NESTED and not plain:
                kinds += [self._if, self._if, self._for, self._for, self._while, self._switch]
                kinds.append(self._parallel)
            if self._callees and not plain:
                kinds.append(self._call)
            self._random.choice(kinds)(live)

    def _allocate(self, live: list[str]) -> None:
        name = self._new("alloc")
        kind = "alloca" if self._random.random() < 0.1 else "alloc"
        self._line(f"{name} = memref.{kind}() : {BUFFER}")
        self._line(f"memref.copy %a, {name} : {BUFFER} to {BUFFER}")
        self._store(name)
        live.append(name)

    def _write(self, live: list[str]) -> None:
        self._store(self._random.choice(live))

    def _store(self, buffer: str) -> None:
        self._line(f"memref.store %f, {buffer}[%i] : {BUFFER}")

    def _copy(self, live: list[str]) -> None:
        source, target = self._random.choice(live), self._random.choice(live)
        if source != target:
            self._line(f"memref.copy {source}, {target} : {BUFFER} to {BUFFER}")

    def _view(self, live: list[str]) -> None:
        part = f"{BUFFER[:-1]}, strided<[1], offset: ?>>".replace("4x", "2x")
        name, value = self._new("view"), self._random.choice(live)
        self._line(f"{name} = memref.subview {value}[%i] [2] [1] : {BUFFER} to {part}")
        self._line(f"memref.store %f, {name}[%i] : {part}")

    def _choose(self, live: list[str]) -> None:
        a, b = self._random.choice(live), self._random.choice(live)
        if a != b:
            name = self._new("chosen")
            condition = self._random.choice(self._conditions)
            self._line(f"{name} = arith.select {condition}, {a}, {b} : {BUFFER}")
            self._store(name)
            live.append(name)

    def _if(self, live: list[str]) -> None:
        condition = self._random.choice(self._conditions)
        if self._random.random() < 0.3:
            self._line(f"scf.if {condition} {{")
            self._body(live, None)
            self._line("}")
            return
        name = self._new("if")
        self._line(f"{name} = scf.if {condition} -> {BUFFER} {{")
        self._body(live, "scf.yield")
        self._line("} else {")
        self._body(live, "scf.yield")
        self._line("}")
        self._store(name)
        live.append(name)

    def _for(self, live: list[str]) -> None:
        if self._random.random() < 0.3:
            self._line(f"scf.for {self._new('k')} = %i to %n step %s {{")
            self._body(live, None)
            self._line("}")
            return
        name, carried = self._new("for"), self._new("carried")
        start = self._random.choice(live)
        self._line(
            f"{name} = scf.for {self._new('k')} = %i to %n step %s "
            f"iter_args({carried} = {start}) -> ({BUFFER}) {{"
        )
        self._body([*live, carried], "scf.yield")
        self._line("}")
        self._store(name)
        live.append(name)

    def _while(self, live: list[str]) -> None:
        name, carried = self._new("while"), self._new("carried")
        start, inner = self._random.choice(live), self._new("passed")
        self._line(f"{name} = scf.while ({carried} = {start}) : ({BUFFER}) -> {BUFFER} {{")
        go = self._new("go")
        self._line(f"{go} = func.call @flag() : () -> i1")
        self._body([*live, carried], f"scf.condition({go})")
        self._line("} do {")
        self._line(f"^bb0({inner}: {BUFFER}):")
        self._body([*live, inner], "scf.yield")
        self._line("}")
        self._store(name)
        live.append(name)

    def _switch(self, live: list[str]) -> None:
        name = self._new("case")
        self._line(f"{name} = scf.index_switch %i -> {BUFFER}")
        for case in ("case 2", "case 5", "default"):
            self._line(f"{case} {{")
            self._body(live, "scf.yield")
            self._line("}")
        self._store(name)
        live.append(name)

    def _parallel(self, live: list[str]) -> None:
        k = self._new("k")
        if self._random.random() < 0.5:
            self._line(f"scf.forall ({k}) in (%n) {{")
        else:
            self._line(f"scf.parallel ({k}) = (%i) to (%n) step (%s) {{")
        self._body(live, None)
        self._line("}")

    def _call(self, live: list[str]) -> None:
        name, callee = self._new("called"), self._random.choice(self._callees)
        value = self._random.choice(live)
        self._line(f"{name} = func.call @{callee}({value}) : ({BUFFER}) -> {BUFFER}")
        self._store(name)
        live.append(name)

    def _body(self, live: list[str], end: str | None) -> None:
        self._depth += 1
        inner = list(live)
        self._statements(inner, self._random.randint(0, 3))
        if end is not None:
            # The last ones are the ones that are made in here.
            value = self._random.choice(inner if self._random.random() < 0.5 else inner[-2:])
            self._line(f"{end} {value} : {BUFFER}")
        self._depth -= 1

    # Text

    def _new(self, stem: str) -> str:
        self._count += 1
        return f"%{stem}{self._count}"

    def _line(self, text: str) -> None:
        self._line_at(self._depth, text)

    def _line_at(self, depth: int, text: str) -> None:
        self._lines.append("  " * depth + text)


DECLARATIONS = """
func.func private @flag() -> i1
func.func private @number() -> index
func.func private @bound() -> index
func.func private @step() -> index
func.func private @element() -> f32
"""


def program(seed: int) -> str:
    """A module as text."""
    return ProgramMaker(seed).module() + DECLARATIONS
