"""Random programs with loops that carry buffers; what they read is in the result."""

from __future__ import annotations

from random import Random

M = "memref<4xi32>"
V = "vector<4xi32>"
ROWS = 64
"""The number of places in a program that may copy a buffer to the result."""
_PART = "memref<2xi32, strided<[1], offset: {}>>"
_MAP = "affine_map<(d0) -> ({})>"


class LoopProgram:
    """One function with a few buffers, all of one type, and statements on them.

    Most loops read what they carry, write to a buffer and yield it, as bufferized programs do.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._lines: list[str] = []
        self._next = 0
        self._rows = 0
        kind = self._random.choice(["alloc", "alloca"])
        self._may_allocate = kind == "alloc" and self._random.random() < 0.5
        buffers = [self._allocation(kind) for _ in range(self._random.choice([2, 2, 3]))]
        for buffer in buffers[: self._random.choice([1, 1, 1, 2])]:
            self._add(f"memref.copy %in, {buffer} : {M} to {M}")
        names = [*buffers]
        for _ in range(self._random.choice([1, 1, 2])):
            names += self._loop(names, 0)
            self._statements(names, 1, 1)
        self._read(names[-1])
        if kind == "alloc" and not self._may_allocate and self._random.random() < 0.7:
            self._lines += [f"memref.dealloc {buffer} : {M}" for buffer in buffers]

    def text(self) -> str:
        """The program."""
        body = "\n".join(self._lines)
        return f"""
func.func @f(%in: {M}, %out: memref<{ROWS}x4xi32>, %n: index, %c: i1) -> memref<{ROWS}x4xi32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
{body}
  return %out : memref<{ROWS}x4xi32>
}}
"""

    def _add(self, line: str) -> None:
        self._lines.append(line)

    def _name(self) -> str:
        self._next += 1
        return f"%v{self._next}"

    def _allocation(self, kind: str = "alloc") -> str:
        name = self._name()
        self._add(f"{name} = memref.{kind}() : {M}")
        return name

    def _statements(self, names: list[str], depth: int, most: int) -> None:
        for _ in range(most):
            if self._random.random() < 0.3:
                self._statement(names, depth)

    def _statement(self, names: list[str], depth: int) -> None:
        source, target = self._random.choice(names), self._random.choice(names)
        kinds = [self._copy, self._map_vector, self._map_elements, self._map_operation]
        kinds += [self._map_elements, self._store, self._fill, self._store_part]
        choice = self._random.randrange(len(kinds) + 3)
        if choice < len(kinds):
            kinds[choice](source, target)
        elif choice == len(kinds) or depth > 1:
            self._read(source)
        elif choice == len(kinds) + 1:
            self._add("scf.if %c {")
            self._statements(list(names), depth + 1, 2)
            self._add("} else {")
            self._statements(list(names), depth + 1, 1)
            self._add("}")
        else:
            names += self._loop(names, depth + 1)

    # Accesses

    def _read(self, source: str) -> None:
        """Add what a buffer has to a row of the result."""
        row, old, new = self._name(), self._name(), self._name()
        self._add(f"{row} = arith.constant {self._rows % ROWS} : index")
        self._rows += 1
        result = f"memref<{ROWS}x4xi32>, {V}"
        self._add(f"{old} = vector.load %out[{row}, %c0] : {result}")
        self._add(f"{new} = vector.load {source}[%c0] : {M}, {V}")
        total, product = self._name(), self._name()
        self._add(f"{product} = arith.muli {old}, {old} : {V}")
        self._add(f"{total} = arith.addi {product}, {new} : {V}")
        self._add(f"vector.store {total}, %out[{row}, %c0] : {result}")

    def _copy(self, source: str, target: str) -> None:
        if source != target:
            self._add(f"memref.copy {source}, {target} : {M} to {M}")

    def _map_vector(self, source: str, target: str) -> None:
        old, new = self._name(), self._name()
        self._add(f"{old} = vector.load {source}[%c0] : {M}, {V}")
        self._add(f"{new} = arith.addi {old}, {old} : {V}")
        self._add(f"vector.store {new}, {target}[%c0] : {M}, {V}")

    def _map_elements(self, source: str, target: str) -> None:
        """Add a loop over elements; sometimes it reads or writes them in the reverse order."""
        index, back, old, new = (self._name() for _ in range(4))
        if self._random.random() < 0.5:
            self._add(f"scf.for {index} = %c0 to %c4 step %c1 {{")
        else:
            self._add(f"scf.parallel ({index}) = (%c0) to (%c4) step (%c1) {{")
            target = target if target != source else "%in"
        self._add(f"{back} = arith.subi %c3, {index} : index")
        place = self._random.choice([index, index, index, back])
        self._add(f"{old} = memref.load {source}[{place}] : {M}")
        self._add(f"{new} = arith.addi {old}, {old} : i32")
        self._add(f"memref.store {new}, {target}[{index}] : {M}")
        if self._random.random() < 0.2:
            again = self._name()
            self._add(f"{again} = memref.load {source}[{place}] : {M}")
            self._add(f"memref.store {again}, %out[{index}, %c0] : memref<{ROWS}x4xi32>")
        self._add("}")

    def _map_operation(self, source: str, target: str) -> None:
        place = self._random.choice(["d0", "d0", "3 - d0"])
        if source != target:
            self._add(f"""linalg.generic {{
  indexing_maps = [{_MAP.format(place)}, {_MAP.format("d0")}], iterator_types = ["parallel"]
}} ins({source} : {M}) outs({target} : {M}) {{
^bb0(%x: i32, %o: i32):
  %y = arith.addi %x, %x : i32
  linalg.yield %y : i32
}}""")

    def _store(self, source: str, target: str) -> None:
        old = self._name()
        self._add(f"{old} = memref.load {source}[%c1] : {M}")
        self._add(f"memref.store {old}, {target}[%c3] : {M}")

    def _store_part(self, source: str, target: str) -> None:
        offset = self._random.choice([0, 2])
        part, old = self._name(), self._name()
        type = _PART.format(offset)
        self._add(f"{part} = memref.subview {target}[{offset}] [2] [1] : {M} to {type}")
        self._add(f"{old} = memref.load {source}[%c0] : {M}")
        self._add(f"memref.store {old}, {part}[%c1] : {type}")

    def _fill(self, source: str, target: str) -> None:
        old = self._name()
        self._add(f"{old} = memref.load {source}[%c0] : {M}")
        self._add(f"linalg.fill ins({old} : i32) outs({target} : {M})")

    # Loops

    def _loop(self, names: list[str], depth: int) -> list[str]:
        """Add a loop that carries one or two buffers; return its results."""
        count = self._random.choice([1, 1, 1, 2])
        carried = [self._name() for _ in range(count)]
        inits = [self._random.choice(names[:2]) for _ in carried]
        pairs = ", ".join(f"{a} = {b}" for a, b in zip(carried, inits, strict=True))
        types = ", ".join([M] * count)
        result = self._name()
        if self._random.random() < 0.6:
            head = result if count == 1 else f"{result}:{count}"
            self._add(f"{head} = scf.for {self._name()} = %c0 to %n step %c1")
            self._add(f"iter_args({pairs}) -> ({types}) {{")
            self._body(names, carried, depth)
            self._add("}")
            return [result] if count == 1 else [f"{result}#{i}" for i in range(count)]
        self._add(f"{result}:{count + 1} =")
        self._while(names, carried, pairs, depth)
        return [f"{result}#{i + 1}" for i in range(count)]

    def _while(self, names: list[str], carried: list[str], pairs: str, depth: int) -> None:
        """Add a loop that counts itself; its first result is the counter."""
        types = ", ".join(["index"] + [M] * len(carried))
        counter, index, is_inside, following = (self._name() for _ in range(4))
        inner = [self._name() for _ in carried]
        self._add(f"scf.while ({counter} = %c0, {pairs}) : ({types}) -> ({types}) {{")
        if self._random.random() < 0.3:
            self._statements([*names, *carried], 2, 1)
        self._add(f"{is_inside} = arith.cmpi slt, {counter}, %n : index")
        forwarded = ", ".join([counter, *carried])
        self._add(f"scf.condition({is_inside}) {forwarded} : {types}")
        self._add("} do {")
        arguments = ", ".join(f"{name}: {M}" for name in inner)
        self._add(f"^bb0({index}: index, {arguments}):")
        self._add(f"{following} = arith.addi {index}, %c1 : index")
        self._body(names, inner, depth, (following, "index"))
        self._add("}")

    def _body(
        self,
        names: list[str],
        carried: list[str],
        depth: int,
        first: tuple[str, str] | None = None,
    ) -> None:
        inside = [*names, *carried]
        self._statements(inside, depth + 1, 1)
        yielded = []
        for name in carried:
            target = self._random.choice([*names[:3], *inside])
            if self._may_allocate and self._random.random() < 0.4:
                target = self._allocation()
            if self._random.random() < 0.9:
                kinds = [self._copy, self._map_vector, self._map_elements, self._map_operation]
                self._random.choice(kinds)(name, target)
            yielded.append(target)
        self._statements(inside, depth + 1, 1)
        values = ", ".join(([first[0]] if first else []) + yielded)
        types = ", ".join(([first[1]] if first else []) + [M] * len(yielded))
        self._add(f"scf.yield {values} : {types}")
