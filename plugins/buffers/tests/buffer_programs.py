"""Random programs on buffers: branches, loops, blocks, views, and extents from inner blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

STATIC, DYNAMIC = "memref<8xf32>", "memref<?xf32>"


@dataclass
class Scope:
    """What may be used in a block."""

    depth: int
    indices: list[str]
    buffers: dict[str, list[tuple[str, int]]]
    """By type, each with the depth of the block that frees it, 0 for none."""
    freed: list[tuple[str, str]] = field(default_factory=list)
    """Names and types of what the block frees at its end."""

    def inner(self) -> Scope:
        buffers = {type: list(names) for type, names in self.buffers.items()}
        return Scope(self.depth + 1, list(self.indices), buffers)


class BufferProgram:
    """A function made of random statements.

    With `frees`, blocks free some of what they allocate, at their end; what goes out of a block is
    something else. With `block_loops` there are loops of blocks, without `loops` no loops at all, without `regions`
    no `scf.execute_region`.
    """

    def __init__(
        self,
        seed: int,
        *,
        frees: bool = False,
        block_loops: bool = False,
        loops: bool = True,
        regions: bool = True,
    ) -> None:
        self.random = Random(seed)
        self.regions = regions
        self.loops = loops
        self.frees = frees
        self.block_loops = block_loops
        self.lines: list[str] = []
        self.count = 0
        self.budget = 24

    def text(self) -> str:
        """The program."""
        buffers = {STATIC: [("%x", 0)], DYNAMIC: [("%y", 0)]}
        scope = Scope(1, ["%n", "%m"], buffers)
        self.statements(scope, blocks=True)
        self.free(scope)
        (result,) = self.sent(scope, STATIC)
        self.lines.append(f"return {result} : {STATIC}")
        body = "\n".join(self.lines)
        return (
            f"func.func private @given({STATIC}) -> {STATIC}\n"
            f"func.func @f(%c: i1, %n: index, %m: index, %x: {STATIC}, %y: {DYNAMIC}) -> {STATIC} {{"
            f"\n{body}\n}}\n"
        )

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def any(self, scope: Scope, type: str) -> tuple[str, int]:
        return self.random.choice(scope.buffers[type])

    def sent(self, scope: Scope, type: str, count: int = 1) -> list[str]:
        """Buffers that may leave the block, preferably new ones."""
        free = [name for name, freed in scope.buffers[type] if freed < scope.depth]
        return [self.random.choice(free[-4:]) for _ in range(count)]

    def add(self, scope: Scope, type: str, name: str, freed: int) -> None:
        scope.buffers[type].append((name, freed))

    def free(self, scope: Scope) -> None:
        self.random.shuffle(scope.freed)
        self.lines += [f"memref.dealloc {name} : {type}" for name, type in scope.freed]

    def statements(self, scope: Scope, blocks: bool = False) -> None:
        kinds = [self.allocate, self.allocate, self.allocate, self.use, self.view, self.select]
        kinds += [self.extent, self.call, self.use]
        if scope.depth < 4:
            kinds += [self.branch, self.count_up, self.repeat, self.cases, self.region]
            kinds += [self.affine_loop, self.parallel]
        if not self.regions:
            kinds = [kind for kind in kinds if kind != self.region]
        if not self.loops:
            loops = (self.count_up, self.repeat, self.affine_loop, self.parallel)
            kinds = [kind for kind in kinds if kind not in loops]
        if blocks:
            kinds += [self.diamond] * 3 + [self.block_loop] * (3 * self.block_loops)
        for _ in range(self.random.randint(2, 6)):
            if self.budget > 0:
                self.budget -= 1
                self.random.choice(kinds)(scope)

    def body(self, scope: Scope, end: str, type: str | None = STATIC) -> None:
        """Statements, and a terminator with what is sent on."""
        self.statements(scope)
        if type is None:
            self.free(scope)
            self.lines.append(end)
            return
        (name,) = self.sent(scope, type)
        self.free(scope)
        self.lines.append(f"{end} {name} : {type}")

    # Statements

    def allocate(self, scope: Scope) -> None:
        name, type = self.name(), self.random.choice([STATIC, DYNAMIC])
        extent = self.random.choice(scope.indices[-3:]) if type == DYNAMIC else ""
        self.lines.append(f"{name} = memref.alloc({extent}) : {type}")
        self.lines.append(f'"test.fill"({name}) : ({type}) -> ()')
        is_freed = self.frees and self.random.random() < 0.7
        if is_freed:
            scope.freed.append((name, type))
        self.add(scope, type, name, scope.depth if is_freed else 0)

    def use(self, scope: Scope) -> None:
        type = self.random.choice([STATIC, DYNAMIC])
        self.lines.append(f'"test.use"({self.any(scope, type)[0]}) : ({type}) -> ()')

    def view(self, scope: Scope) -> None:
        source, target = self.random.sample([STATIC, DYNAMIC], 2)
        old, freed = self.any(scope, source)
        name = self.name()
        self.lines.append(f"{name} = memref.cast {old} : {source} to {target}")
        self.add(scope, target, name, freed)

    def select(self, scope: Scope) -> None:
        type = self.random.choice([STATIC, DYNAMIC])
        (a, freed), (b, other_freed) = self.any(scope, type), self.any(scope, type)
        name = self.name()
        self.lines.append(f"{name} = arith.select %c, {a}, {b} : {type}")
        self.add(scope, type, name, max(freed, other_freed))

    def call(self, scope: Scope) -> None:
        (old, freed), name = self.any(scope, STATIC), self.name()
        self.lines.append(f"{name} = func.call @given({old}) : ({STATIC}) -> {STATIC}")
        self.add(scope, STATIC, name, freed)

    def extent(self, scope: Scope) -> None:
        name = self.name()
        self.lines.append(f'{name} = "test.extent"() : () -> index')
        scope.indices.append(name)

    def given_by(self, scope: Scope, name: str) -> None:
        """A result that may be what any buffer of around this block is."""
        freed = max(freed for _, freed in scope.buffers[STATIC])
        self.add(scope, STATIC, name, freed)

    def branch(self, scope: Scope) -> None:
        name = self.name()
        self.lines.append(f"{name} = scf.if %c -> ({STATIC}) {{")
        self.body(scope.inner(), "scf.yield")
        self.lines.append("} else {")
        self.body(scope.inner(), "scf.yield")
        self.lines.append("}")
        self.given_by(scope, name)

    def cases(self, scope: Scope) -> None:
        name = self.name()
        self.lines.append(f"{name} = scf.index_switch {scope.indices[-1]} -> {STATIC}")
        for case in ("case 1", "case 4", "default"):
            self.lines.append(f"{case} {{")
            self.body(scope.inner(), "scf.yield")
            self.lines.append("}")
        self.given_by(scope, name)

    def count_up(self, scope: Scope) -> None:
        name, counter, carried = self.name(), self.name(), self.name()
        (start, freed), inner = self.any(scope, STATIC), scope.inner()
        self.lines.append(
            f"{name} = scf.for {counter} = %n to %m step %m iter_args({carried} = {start})"
            f" -> ({STATIC}) {{"
        )
        inner.indices.append(counter)
        self.add(inner, STATIC, carried, max(freed, self.innermost(scope)))
        self.body(inner, "scf.yield")
        self.lines.append("}")
        self.given_by(scope, name)

    def affine_loop(self, scope: Scope) -> None:
        counter, inner = self.name(), scope.inner()
        self.lines.append(f"affine.for {counter} = 0 to 7 {{")
        inner.indices.append(counter)
        self.body(inner, "affine.yield", None)
        self.lines.append("}")

    def parallel(self, scope: Scope) -> None:
        counter, inner = self.name(), scope.inner()
        self.lines.append(f"scf.parallel ({counter}) = (%n) to (%m) step (%m) {{")
        inner.indices.append(counter)
        self.body(inner, "scf.reduce", None)
        self.lines.append("}")

    def repeat(self, scope: Scope) -> None:
        name, before, after, again = self.name(), self.name(), self.name(), self.name()
        (start, freed), first, second = self.any(scope, STATIC), scope.inner(), scope.inner()
        freed = max(freed, self.innermost(scope))
        self.lines.append(f"{name} = scf.while ({before} = {start}) : ({STATIC}) -> {STATIC} {{")
        self.add(first, STATIC, before, freed)
        self.lines.append(f'{again} = "test.again"() : () -> i1')
        self.body(first, f"scf.condition({again})")
        self.lines.append(f"}} do {{\n^bb0({after}: {STATIC}):")
        self.add(second, STATIC, after, freed)
        self.body(second, "scf.yield")
        self.lines.append("}")
        self.given_by(scope, name)

    def region(self, scope: Scope) -> None:
        name, inner = self.name(), scope.inner()
        self.lines.append(f"{name} = scf.execute_region -> {STATIC} {{")
        self.statements(inner)
        self.diamond(inner)
        self.body(inner, "scf.yield")
        self.lines.append("}")
        self.given_by(scope, name)

    def diamond(self, scope: Scope) -> None:
        """Two blocks beside each other; this block is another one then."""
        self.count += 1
        number, name = self.count, self.name()
        self.lines.append(f"cf.cond_br %c, ^left{number}, ^right{number}")
        for side in ("left", "right"):
            self.lines.append(f"^{side}{number}:")
            inner = scope.inner()
            self.statements(inner)
            (sent,) = self.sent(inner, STATIC)
            self.free(inner)
            self.lines.append(f"cf.br ^join{number}({sent} : {STATIC})")
        self.lines.append(f"^join{number}({name}: {STATIC}):")
        scope.freed.clear()  # they leak, which is nothing to the passes
        self.given_by(scope, name)

    def block_loop(self, scope: Scope) -> None:
        """A block that tells whether to go on, and another one."""
        self.count += 1
        number, name = self.count, self.name()
        (start, _), inner = self.any(scope, STATIC), scope.inner()
        self.lines.append(f"cf.br ^head{number}({start} : {STATIC})")
        self.lines.append(f"^head{number}({name}: {STATIC}):")
        self.given_by(scope, name)
        self.statements(scope)
        self.lines.append(f"cf.cond_br %c, ^body{number}, ^end{number}\n^body{number}:")
        inner = scope.inner()
        self.statements(inner)
        (sent,) = self.sent(inner, STATIC)
        self.lines.append(f"cf.br ^head{number}({sent} : {STATIC})\n^end{number}:")

    def innermost(self, scope: Scope) -> int:
        """The depth of the innermost block that frees something in scope."""
        return max(freed for names in scope.buffers.values() for _, freed in names)


def realloc_program(seed: int) -> str:
    """A function that makes buffers larger or smaller, of known and of unknown sizes.

    None of them is known to become smaller: mlir-opt refuses what it makes of it.
    """
    random = Random(seed)
    sizes = [random.choice([None, *range(1, 9)]) for _ in range(random.randint(2, 6))]
    element = random.choice(["f32", "i8", "index"])
    space = random.choice(["", ", 2"])
    alignment = random.choice(["", " {alignment = 64 : i64}"])
    lines, buffer, known, type = [], "%x", 0, f"memref<?x{element}{space}>"
    for number, size in enumerate(sizes):
        if size is not None:
            known = size = max(size, known)
        extent = "?" if size is None else str(size)
        new_type = f"memref<{extent}x{element}{space}>"
        given = random.choice(["(%n)", "(%m)"]) if size is None else ""
        new = f"%v{number}"
        lines.append(f"{new} = memref.realloc {buffer}{given}{alignment} : {type} to {new_type}")
        lines.append(f'"test.use"({new}) : ({new_type}) -> ()')
        if random.random() < 0.3:
            lines.append("scf.if %c {")
            lines.append(f'"test.use"({new}) : ({new_type}) -> ()')
            lines.append("}")
        buffer, type = new, new_type
    body = "\n".join(lines)
    header = f"func.func @f(%c: i1, %n: index, %m: index, %x: memref<?x{element}{space}>)"
    return f"{header} {{\n{body}\nreturn\n}}\n"
