"""Control flow graphs of random programs, in functions and regions with several blocks."""

from __future__ import annotations

from bufferize_testing.generation.graphs import fill_blocks, random_edges, with_ways_out
from bufferize_testing.generation.steps_regions import arguments, bind, carried, ends
from bufferize_testing.generation.text import I32, TENSORS, Maker, Value, Values


def leave(maker: Maker, scope: Values, results: list[Value], word: str) -> None:
    """Add a terminator with values for the results."""
    maker.emit(f"{word} {maker.operands(given(maker, scope, results))}")


def given(maker: Maker, scope: Values, results: list[Value]) -> list[Value]:
    """Return values for results."""
    return [
        Value(maker.scalar(scope), I32)
        if result.type == I32
        else maker.tensor(scope, type=result.type, shape=result.shape, defined=result.defined)
        for result in results
    ]


def blocks(maker: Maker, scope: Values, results: list[Value], word: str) -> None:
    """Add blocks: two branches that join, two that end, or any graph; and an unreachable block.

    Regions other than functions have only one terminator that leaves them.
    """
    ends_once = word != "return"
    maker.steps(scope, 2, 0)
    kinds = [_ways, *([] if ends_once else [_ends, _ends])]
    if "graphs" in maker.style.weights:
        kinds += [_graph] * 3
    maker.rng.choice(kinds)(maker, scope, results, word)
    if not ends_once and maker.chance(0.25):
        maker.emit(f"^{maker.name('u')[1:]}:")
        inner = scope.copy()
        maker.steps(inner, 2, 0)
        leave(maker, inner, results, word)


def _label(maker: Maker, values: list[Value]) -> tuple[str, str]:
    """Return a new block label, and its line."""
    label = f"^{maker.name('l')[1:]}"
    head = ", ".join(f"{value.name}: {value.type}" for value in values)
    return label, f"{label}({head}):" if values else f"{label}:"


def _branch(maker: Maker, label: str, values: list[Value]) -> str:
    return f"{label}({maker.operands(values)})" if values else label


def _any(values: list[Value]) -> list[Value]:
    """Return the values for an unused position, where undefined tensors are allowed."""
    return [value._replace(defined=value.type == I32) for value in values]


def _ends(maker: Maker, scope: Values, results: list[Value], word: str) -> None:
    condition = maker.truth()
    (one, line), (two, other) = _label(maker, []), _label(maker, [])
    maker.emit(f"cf.cond_br {condition.name}, {one}, {two}")
    both = [(line, condition.known == 1), (other, condition.known == 0)]
    maker.rng.shuffle(both)
    parameter = scope.values[:1]
    for line, is_taken in both:
        maker.emit(line)
        if not is_taken and maker.chance(0.4):  # prefer a parameter itself
            leave(maker, Values(parameter), _any(results), word)
            continue
        inner = scope.copy()
        if maker.chance(0.7):
            maker.steps(inner, 3, 1)
        leave(maker, inner, results if is_taken else _any(results), word)


def _ways(maker: Maker, scope: Values, results: list[Value], word: str) -> None:
    condition = maker.truth()
    inits = carried(maker, scope)
    met = arguments(maker, inits)
    (one, line), (two, other), (end, after) = (_label(maker, part) for part in ([], [], met))
    maker.emit(f"cf.cond_br {condition.name}, {one}, {two}")
    parts = []
    for head, known in ((line, 1), (other, 0)):
        start = len(maker.body.lines)
        maker.emit(head)
        inner = scope.copy()
        maker.steps(inner, 3, 1)
        last = ends(maker, inner, inits if condition.known == known else _any(inits))
        maker.emit("cf.br " + _branch(maker, end, last))
        parts.append(maker.cut(start))
    start = len(maker.body.lines)
    maker.emit(after)
    inner = scope.copy(*met)
    maker.steps(inner, 2, 1)
    leave(maker, inner, results, word)
    maker.emit_shuffled([*parts, maker.cut(start)])


def _graph(maker: Maker, scope: Values, results: list[Value], word: str) -> None:
    """Add any graph; it terminates because edges that do not lead to the exit are counted."""
    edges = random_edges(maker.rng, maker.rng.randint(2, 5))
    edges = with_ways_out(edges, only_one=word != "return")
    turns = maker.rng.choice([1, 2, 2])
    first = Value(maker.size(turns), "index", limit=turns + 1)
    counters = [first, *(first._replace(name=maker.name("t")) for _ in edges[1:])]
    passed = [[], *(arguments(maker, carried(maker, scope)) for _ in edges[1:])]
    labels = [_label(maker, [t, *args]) for t, args in zip(counters, passed, strict=True)]
    parts: dict[int, list[str]] = {}

    def target(block: int, counter: Value, inner: Values) -> str:
        return _branch(maker, labels[block][0], [counter, *ends(maker, inner, passed[block])])

    def fill(block: int, inner: Values) -> None:
        start, counter = len(maker.body.lines), counters[block]
        if block:
            maker.emit(labels[block][1])
            inner.values += [counter, *passed[block]]
        maker.steps(inner, 3, 1)
        if not edges[block]:
            leave(maker, inner, results, word)
        elif len(edges[block]) == 1:
            maker.emit("cf.br " + target(edges[block][0], counter, inner))
        else:
            less, more = Value(maker.name(), "index"), maker.name()
            maker.emit(f"{less.name} = arith.subi {counter.name}, {maker.constant(1)} : index")
            maker.emit(f"{more} = arith.cmpi ult, {maker.constant(0)}, {counter.name} : index")
            more = maker.weighed(inner, more)
            turn, out = edges[block]
            turns = f"{target(turn, less, inner)}, {target(out, counter, inner)}"
            maker.emit(f"cf.cond_br {more}, {turns}")
        parts[block] = maker.cut(start)

    fill_blocks(edges, scope, fill)
    maker.body.lines += parts.pop(0)
    maker.emit_shuffled(list(parts.values()))


@TENSORS.step("branches", nested=True)
def _execute(maker: Maker, scope: Values, depth: int) -> None:
    outside = scope.copy()
    wanted = carried(maker, outside) or [maker.tensor(outside)]
    types = [value.type for value in wanted]
    arrow = types[0] if len(types) == 1 else f"({', '.join(types)})"
    names = maker.results(f"scf.execute_region -> {arrow} {{", types)
    inner = outside.copy()
    if "blocks" in maker.style.weights and maker.chance(0.5):
        yielded = [value._replace(defined=maker.chance(0.7)) for value in wanted]
        blocks(maker, inner, yielded, "scf.yield")
    else:
        maker.steps(inner, 3, depth - 1)
        yielded = ends(maker, inner, wanted)
        maker.emit("scf.yield " + maker.operands(yielded))
    maker.emit("}")
    bind(scope, names, yielded)
