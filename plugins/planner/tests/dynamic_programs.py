"""Random programs with buffers of dynamic size, which print what is in them."""

from __future__ import annotations

import random
from dataclasses import dataclass

CALLS = ((0, 0, 0, 0), (1, 2, 3, 4), (5, 1, 2, 2), (3, 0, 4, 7))
"""The extents of the arguments of @f in each call: of %x, of %y in both dimensions, and %n."""
ONE, TWO = "memref<?xi32>", "memref<?x?xi32>"
SHOWING = f"""
func.func private @show1(%b: {ONE}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %d = memref.dim %b, %c0 : {ONE}
  %s = scf.for %i = %c0 to %d step %c1 iter_args(%t = %zero) -> (i32) {{
    %v = memref.load %b[%i] : {ONE}
    %u = arith.addi %t, %v : i32
    scf.yield %u : i32
  }}
  vector.print %s : i32
  return
}}
func.func private @show2(%b: {TWO}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %d = memref.dim %b, %c0 : {TWO}
  %e = memref.dim %b, %c1 : {TWO}
  %s = scf.for %i = %c0 to %d step %c1 iter_args(%t = %zero) -> (i32) {{
    %r = scf.for %j = %c0 to %e step %c1 iter_args(%q = %t) -> (i32) {{
      %v = memref.load %b[%i, %j] : {TWO}
      %u = arith.addi %q, %v : i32
      scf.yield %u : i32
    }}
    scf.yield %r : i32
  }}
  vector.print %s : i32
  return
}}
"""


@dataclass
class _Buffer:
    name: str
    rank: int
    extents: tuple[str, ...]
    is_defined: bool = False

    @property
    def type(self) -> str:
        return ONE if self.rank == 1 else TWO


class _Maker:
    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.lines: list[str] = []
        self.names = 0

    def name(self, letter: str) -> str:
        self.names += 1
        return f"%{letter}{self.names}"

    def index(self, text: str) -> str:
        name = self.name("n")
        self.lines.append(f"{name} = {text}")
        return name

    def extent(self, buffers: list[_Buffer], indices: list[str]) -> str:
        """Return an index to be used as an extent, new or known."""
        choice = self.draw.randrange(10)
        first, second = self.draw.choice(indices), self.draw.choice(indices)
        if choice < 4:
            found = first
        elif choice == 4:
            found = self.index(f"memref.dim %x, %c0 : {ONE}")
        elif choice == 5:
            found = self.index(f"memref.dim %y, {self.draw.choice(['%c0', '%c1'])} : {TWO}")
        elif choice == 6 and buffers:
            buffer = self.draw.choice(buffers)
            dimension = self.draw.choice(["%c0", "%c1"][: buffer.rank])
            found = self.index(f"memref.dim {buffer.name}, {dimension} : {buffer.type}")
        elif choice == 7:
            kind = self.draw.choice(["addi", "muli"])
            found = self.index(f"arith.{kind} {first}, {second} : index")
        elif choice == 8:
            found = self.index(f"affine.min affine_map<(d0) -> (3, d0)>({first})")
        else:
            found = self.index(f"arith.minsi {first}, %c2 : index")
        return found if choice < 4 or self.draw.random() < 0.9 else self.loaded(found)

    def loaded(self, index: str) -> str:
        """Return an index that went through memory, so that it is not known before."""
        self.lines.append(f"memref.store {index}, %p[%c0] : memref<1xindex>")
        return self.index("memref.load %p[%c0] : memref<1xindex>")

    def block(self, depth: int, buffers: list[_Buffer], indices: list[str]) -> None:
        """Add statements, which know the buffers and indices of the blocks around."""
        buffers, indices = list(buffers), list(indices)
        own: list[_Buffer] = []
        for _ in range(self.draw.randint(2, 6)):
            choice = self.draw.randrange(8)
            if choice < 3 or not buffers:
                own.append(self.allocated(buffers, indices))
                buffers.append(own[-1])
            elif choice == 3:
                self.filled(self.draw.choice(buffers))
            elif choice == 4:
                self.copied(buffers)
            elif choice == 5 and depth < 2:
                self.nested(depth, buffers, indices)
            else:
                self.shown(self.draw.choice(buffers))
        for buffer in own:
            if self.draw.random() < 0.7:
                self.shown(buffer)
            self.lines.append(f"memref.dealloc {buffer.name} : {buffer.type}")

    def allocated(self, buffers: list[_Buffer], indices: list[str]) -> _Buffer:
        rank = self.draw.randint(1, 2)
        extents = tuple(self.extent(buffers, indices) for _ in range(rank))
        indices += [each for each in extents if each not in indices]
        buffer = _Buffer(self.name("b"), rank, extents)
        alignment = self.draw.choice(["", "", " {alignment = 16 : i64}"])
        sizes = ", ".join(extents)
        self.lines.append(f"{buffer.name} = memref.alloc({sizes}){alignment} : {buffer.type}")
        if self.draw.random() < 0.7:
            self.filled(buffer)
        return buffer

    def filled(self, buffer: _Buffer) -> None:
        value = self.name("v")
        self.lines.append(f"{value} = arith.constant {self.draw.randint(1, 10**6)} : i32")
        self.lines.append(f"linalg.fill ins({value} : i32) outs({buffer.name} : {buffer.type})")
        buffer.is_defined = True

    def copied(self, buffers: list[_Buffer]) -> None:
        source, target = self.draw.choice(buffers), self.draw.choice(buffers)
        if source.is_defined and source is not target and source.extents == target.extents:
            types = f"{source.type} to {target.type}"
            self.lines.append(f"memref.copy {source.name}, {target.name} : {types}")
            target.is_defined = True

    def shown(self, buffer: _Buffer) -> None:
        if buffer.is_defined:
            callee = f"func.call @show{buffer.rank}"
            self.lines.append(f"{callee}({buffer.name}) : ({buffer.type}) -> ()")

    def nested(self, depth: int, buffers: list[_Buffer], indices: list[str]) -> None:
        defined = [buffer.is_defined for buffer in buffers]
        if self.draw.random() < 0.6:
            end = self.draw.choice([*indices, "%c2"])
            self.lines.append(f"scf.for {self.name('i')} = %c0 to {end} step %c1 {{")
            self.block(depth + 1, buffers, indices)
        else:
            condition, index = self.name("if"), self.draw.choice(indices)
            self.lines.append(f"{condition} = arith.cmpi sgt, {index}, %c2 : index")
            self.lines.append(f"scf.if {condition} {{")
            self.block(depth + 1, buffers, indices)
            self.lines.append("} else {")
            for buffer, before in zip(buffers, defined, strict=True):
                buffer.is_defined = before
            self.block(depth + 1, buffers, indices)
        self.lines.append("}")
        for buffer, before in zip(buffers, defined, strict=True):
            buffer.is_defined = before


def dynamic_program(seed: int) -> str:
    """Return a program whose function @f allocates, and whose @main calls it with several sizes."""
    maker = _Maker(seed)
    maker.block(0, [], ["%n", "%c2"])
    body = "\n".join(maker.lines)
    calls = []
    for number, (x, rows, columns, n) in enumerate(CALLS):
        sizes = {"x": x, "r": rows, "s": columns, "n": n}
        calls += [f"%{k}{number} = arith.constant {v} : index" for k, v in sizes.items()]
        calls += [
            f"%a{number} = memref.alloc(%x{number}) : {ONE}",
            f"%b{number} = memref.alloc(%r{number}, %s{number}) : {TWO}",
            f"call @f(%a{number}, %b{number}, %n{number}, %p) : "
            f"({ONE}, {TWO}, index, memref<1xindex>) -> ()",
            f"memref.dealloc %a{number} : {ONE}",
            f"memref.dealloc %b{number} : {TWO}",
        ]
    main = "\n".join(calls)
    return f"""{SHOWING}
func.func @f(%x: {ONE}, %y: {TWO}, %n: index, %p: memref<1xindex>) {{
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
{body}
return
}}
func.func @main() {{
%p = memref.alloc() : memref<1xindex>
{main}
memref.dealloc %p : memref<1xindex>
return
}}
"""
