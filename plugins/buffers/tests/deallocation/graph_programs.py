"""Random programs on buffers in graphs of blocks: names of one buffer, passed on, kept and returned.

Whatever is defined in a block is used in all that it dominates, under several names, and by edges,
regions and calls, so that who owns it depends on the way that is taken.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

STATIC, DYNAMIC, STRIDED = (
    "memref<4xi32>",
    "memref<?xi32>",
    "memref<?xi32, strided<[?], offset: ?>>",
)
_TYPES = (STATIC, DYNAMIC, STRIDED)
_CASTS = {STATIC: (DYNAMIC, STRIDED), DYNAMIC: (STATIC, STRIDED), STRIDED: ()}
CONDITIONS = 3
_MOST_BLOCKS = 9
"""After so many blocks, control goes on to the end of a graph with loops."""
_MOST_NESTED = 2


class _Buffer(NamedTuple):
    name: str
    type: str


class _Function(NamedTuple):
    name: str
    parameters: list[str]
    results: list[str]


class GraphProgram:
    """A module of two functions, and a third one that calls the last for all conditions.

    With `loops`, blocks also branch back, to others that need not dominate them, or to themselves.
    Without `returns`, functions return nothing.
    """

    def __init__(self, seed: int, *, loops: bool = False, returns: bool = True) -> None:
        self._random = Random(seed)
        self._loops = loops
        self._returns = returns
        self._count = 0
        self._lines: list[str] = []
        self._functions: list[_Function] = []

    def text(self) -> str:
        """The module."""
        self._function("private ", "inner")
        self._function("", "outer")
        self._main()
        return "\n".join(self._lines) + "\n"

    # Functions

    def _function(self, visibility: str, name: str) -> None:
        taken, given = self._types(1, 2), self._types(0, 2 if self._returns else 0)
        parameters = [_Buffer(f"%p{number}", type) for number, type in enumerate(taken)]
        results = f" -> ({', '.join(given)})" if given else ""
        flags = [f"%c{number}: i1" for number in range(CONDITIONS)]
        head = ", ".join([*flags, *(f"{p.name}: {p.type}" for p in parameters)])
        self._line(f"func.func {visibility}@{name}({head}){results} {{")
        self._indices()
        self._graph(parameters, given, "func.return", 0)
        self._line("}")
        self._functions.append(_Function(name, taken, given))

    def _main(self) -> None:
        callee = self._functions[-1]
        self._line("func.func @main() {")
        self._indices()
        self._line("%false = arith.constant false\n%true = arith.constant true")
        for number in range(2**CONDITIONS):
            flags = ["%true" if number >> bit & 1 else "%false" for bit in range(CONDITIONS)]
            self._lines.append(f'vector.print str "ways {number}:"')
            self._call([], callee, flags)
        self._line("func.return\n}")

    def _indices(self) -> None:
        for number, name in enumerate(("zero", "one", "two", "three", "four")):
            self._line(f"%{name} = arith.constant {number} : index")

    def _types(self, least: int, most: int) -> list[str]:
        return self._random.choices(_TYPES, k=self._random.randint(least, most))

    # Graphs

    def _graph(self, outer: list[_Buffer], results: list[str], end: str, depth: int) -> None:
        """Blocks, one after the other in any order; many ends in functions."""
        count = self._random.choice([1, 2, 3, 4, 4, 5, 6])
        edges = self._edges(count, only_one=end != "func.return")
        if self._loops:
            self._branch_back(edges)
        dominators = _dominators(edges)
        self._count += 1
        turn = f"%t{self._count}x"
        labels = [f"^b{self._count}x{number}" for number in range(count)]
        arguments = [
            [] if not number else [_Buffer(self._name(), type) for type in self._types(0, 2)]
            for number in range(count)
        ]
        made: list[list[_Buffer]] = []
        texts: list[list[str]] = []
        for number in range(count):
            before, self._lines = self._lines, []
            if number:
                given = [f"{a.name}: {a.type}" for a in arguments[number]]
                if self._loops:
                    given.insert(0, f"{turn}{number}: index")
                head = ", ".join(given)
                self._line(f"{labels[number]}({head}):" if head else f"{labels[number]}:")
            live = [*outer, *(b for over in sorted(dominators[number]) for b in made[over])]
            known = len(live)
            live += arguments[number]
            self._statements(live, self._random.randint(0, 4), depth)
            ways = []
            next_turn = self._next_turn(f"{turn}{number}" if number else "%zero")
            for target in edges[number]:
                types = [a.type for a in arguments[target]]
                passed = self._passed(live, types, next_turn)
                ways.append(labels[target] + (f"({passed})" if passed else ""))
            if not ways:
                passed = self._passed(live, results)
                self._line(f"{end} {passed}")
            elif len(ways) == 1:
                self._line(f"cf.br {ways[0]}")
            else:
                is_back = edges[number][0] <= number
                condition = self._unless_late(next_turn) if is_back else self._condition()
                self._line(f"cf.cond_br {condition}, {', '.join(ways)}")
            made.append(live[known:])
            texts.append(self._lines)
            self._lines = before
        first, *others = texts
        self._random.shuffle(others)
        for text in (first, *others):
            self._lines += text

    def _edges(self, count: int, *, only_one: bool) -> list[list[int]]:
        """The successors of blocks, which all are reached."""
        edges: list[list[int]] = [[] for _ in range(count)]
        for block in range(1, count):
            free = [b for b in range(block) if len(edges[b]) < 2]
            edges[self._random.choice(free)].append(block)
        for block in range(count - 1):
            if len(edges[block]) < 2 and self._random.random() < 0.5:
                edges[block].append(self._random.randrange(block + 1, count))
            if only_one and not edges[block]:
                edges[block].append(count - 1)
            self._random.shuffle(edges[block])
        return edges

    def _branch_back(self, edges: list[list[int]]) -> None:
        """Let some blocks that go on to one other block branch back first."""
        for block, targets in enumerate(edges):
            if block and len(targets) == 1 and self._random.random() < 0.6:
                targets.insert(0, self._random.randint(1, block))

    def _next_turn(self, turn: str) -> str:
        """The number of blocks that have run in a graph with loops."""
        if not self._loops:
            return ""
        name = self._name()
        self._line(f"{name} = arith.addi {turn}, %one : index")
        return name

    def _unless_late(self, turn: str) -> str:
        """A condition under which control may go back."""
        limit, is_early, condition = self._name(), self._name(), self._name()
        self._line(f"{limit} = arith.constant {_MOST_BLOCKS} : index")
        self._line(f"{is_early} = arith.cmpi ult, {turn}, {limit} : index")
        self._line(f"{condition} = arith.andi {is_early}, {self._condition()} : i1")
        return condition

    def _passed(self, live: list[_Buffer], types: list[str], turn: str = "") -> str:
        values = [self._any(live, type) for type in types]
        names = [turn] * bool(turn) + [v.name for v in values]
        if not names:
            return ""
        types = ["index"] * bool(turn) + types
        return f"{', '.join(names)} : {', '.join(types)}"

    # Statements

    def _statements(self, live: list[_Buffer], count: int, depth: int) -> None:
        kinds = [self._allocate] * 3 + [self._view] * 3 + [self._use] * 2 + [self._choose]
        if self._functions:
            kinds.append(self._call_any)
        for _ in range(count):
            if depth < _MOST_NESTED and self._random.random() < 0.3:
                self._random.choice([self._if, self._for, self._while, self._region])(live, depth)
            else:
                self._random.choice(kinds)(live)

    def _allocate(self, live: list[_Buffer]) -> None:
        live.append(self._new(self._random.choice([STATIC, DYNAMIC])))

    def _new(self, type: str) -> _Buffer:
        buffer, number = _Buffer(self._name(), type), self._name()
        extent = "%four" if type == DYNAMIC else ""
        self._line(f"{buffer.name} = memref.alloc({extent}) : {type}")
        self._line(f"{number} = arith.constant {self._count} : i32")
        for place in ("%zero", "%one", "%two", "%three"):
            self._line(f"memref.store {number}, {buffer.name}[{place}] : {type}")
        return buffer

    def _view(self, live: list[_Buffer]) -> None:
        source = self._random.choice(live)
        if source.type != STRIDED:
            live.append(self._cast(source, self._random.choice(_CASTS[source.type])))
            return
        made = _Buffer(self._name(), STRIDED)
        self._line(
            f"{made.name} = memref.subview {source.name}[%zero] [%two] [%one] : {STRIDED} to {STRIDED}"
        )
        live.append(made)

    def _cast(self, source: _Buffer, target: str) -> _Buffer:
        made = _Buffer(self._name(), target)
        self._line(f"{made.name} = memref.cast {source.name} : {source.type} to {target}")
        return made

    def _use(self, live: list[_Buffer]) -> None:
        buffer, number = self._random.choice(live), self._name()
        self._line(f"{number} = memref.load {buffer.name}[%zero] : {buffer.type}")
        self._line(f"vector.print {number} : i32")

    def _choose(self, live: list[_Buffer]) -> None:
        a = self._random.choice(live)
        b, made = self._any(live, a.type), _Buffer(self._name(), a.type)
        self._line(f"{made.name} = arith.select {self._condition()}, {a.name}, {b.name} : {a.type}")
        live.append(made)

    def _call_any(self, live: list[_Buffer]) -> None:
        flags = [self._condition() for _ in range(CONDITIONS)]
        self._call(live, self._random.choice(self._functions), flags)

    def _call(self, live: list[_Buffer], callee: _Function, flags: list[str]) -> None:
        given = [self._any(live, type) for type in callee.parameters]
        made = [_Buffer(self._name(), type) for type in callee.results]
        target = f"{', '.join(b.name for b in made)} = " if made else ""
        types = ", ".join([*["i1"] * CONDITIONS, *callee.parameters])
        names = ", ".join([*flags, *(b.name for b in given)])
        results = ", ".join(callee.results)
        self._line(f"{target}func.call @{callee.name}({names}) : ({types}) -> ({results})")
        live += made

    def _if(self, live: list[_Buffer], depth: int) -> None:
        made = self._results(live)
        self._line(f"{_target(made)}scf.if {self._condition()}{_arrow(made)} {{")
        self._body(live, made, "scf.yield", depth)
        self._line("} else {")
        self._body(live, made, "scf.yield", depth)
        self._line("}")
        live += made

    def _for(self, live: list[_Buffer], depth: int) -> None:
        made, carried = self._carried(live)
        starts = ", ".join(f"{b.name} = {self._any(live, b.type).name}" for b in carried)
        start = self._random.choice(["%zero", "%two"])
        head = f"scf.for {self._name()} = {start} to %two step %one"
        kept = f" iter_args({starts}) -> ({', '.join(b.type for b in carried)})" if carried else ""
        self._line(f"{_target(made)}{head}{kept} {{")
        self._body([*live, *carried], made, "scf.yield", depth)
        self._line("}")
        live += made

    def _while(self, live: list[_Buffer], depth: int) -> None:
        made, carried = self._carried(live)
        after = [_Buffer(self._name(), b.type) for b in made]
        count, turn, more, less = (self._name() for _ in range(4))
        starts = [f"{b.name} = {self._any(live, b.type).name}" for b in carried]
        types = ", ".join(["index", *(b.type for b in made)])
        results = ", ".join(["%_" + count[1:], *(b.name for b in made)])
        self._line(
            f"{results} = scf.while ({', '.join([f'{count} = %two', *starts])})"
            f" : ({types}) -> ({types}) {{"
        )
        self._line(f"{more} = arith.cmpi ne, {count}, %zero : index")
        inner = [*live, *carried]
        self._statements(inner, self._random.randint(0, 2), depth + 1)
        sent = [self._any(inner, b.type).name for b in made]
        self._line(f"scf.condition({more}) {', '.join([count, *sent])} : {types}")
        head = ", ".join([f"{turn}: index", *(f"{b.name}: {b.type}" for b in after)])
        self._line(f"}} do {{\n^bb0({head}):")
        self._line(f"{less} = arith.subi {turn}, %one : index")
        inner = [*live, *after]
        self._statements(inner, self._random.randint(0, 2), depth + 1)
        sent = [self._any(inner, b.type).name for b in made]
        self._line(f"scf.yield {', '.join([less, *sent])} : {types}\n}}")
        live += made

    def _region(self, live: list[_Buffer], depth: int) -> None:
        made = self._results(live)
        self._line(f"{_target(made)}scf.execute_region{_arrow(made)} {{")
        self._graph(live, [b.type for b in made], "scf.yield", depth + 1)
        self._line("}")
        live += made

    def _body(self, live: list[_Buffer], made: list[_Buffer], end: str, depth: int) -> None:
        inner = list(live)
        self._statements(inner, self._random.randint(0, 2), depth + 1)
        self._line(f"{end} {self._passed(inner, [b.type for b in made])}")

    def _results(self, live: list[_Buffer]) -> list[_Buffer]:
        return [_Buffer(self._name(), type) for type in self._types(0, 2)]

    def _carried(self, live: list[_Buffer]) -> tuple[list[_Buffer], list[_Buffer]]:
        made = self._results(live)
        return made, [_Buffer(self._name(), b.type) for b in made]

    # Values

    def _any(self, live: list[_Buffer], type: str) -> _Buffer:
        """A buffer of a type: one there is, a view of another, or a new one."""
        found = [b for b in live if b.type == type]
        if found and self._random.random() < 0.85:
            return self._random.choice(found)
        others = [b for b in live if type in _CASTS[b.type]]
        if others and self._random.random() < 0.8:
            return self._cast(self._random.choice(others), type)
        made = self._new(STATIC if type == STRIDED else type)
        return made if made.type == type else self._cast(made, type)

    def _condition(self) -> str:
        return f"%c{self._random.randrange(CONDITIONS)}"

    def _name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _line(self, text: str) -> None:
        self._lines.append(text)


def _dominators(edges: list[list[int]]) -> list[set[int]]:
    """The blocks that each is only reached through; each is reached from one with a lower number."""
    found = [set(range(block)) for block in range(len(edges))]
    is_changed = True
    while is_changed:
        is_changed = False
        for block in range(1, len(edges)):
            before = [found[b] | {b} for b in range(len(edges)) if block in edges[b]]
            dominators = set.intersection(*before) - {block}
            is_changed |= dominators != found[block]
            found[block] = dominators
    return found


def _target(made: list[_Buffer]) -> str:
    return f"{', '.join(b.name for b in made)} = " if made else ""


def _arrow(made: list[_Buffer]) -> str:
    return f" -> ({', '.join(b.type for b in made)})" if made else ""


def graph_program(seed: int, *, loops: bool = False, returns: bool = True) -> str:
    """A module as text, always the same for a seed."""
    return GraphProgram(seed, loops=loops, returns=returns).text()
