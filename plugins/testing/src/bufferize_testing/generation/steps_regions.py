"""Steps with regions that are executed sequentially any number of times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bufferize_testing.generation.text import TENSORS, Maker, Value, Values


def carried(maker: Maker, scope: Values, most: int = 2) -> list[Value]:
    """Return initial tensors of a loop, possibly with repetitions."""
    count = maker.rng.choice([0, 1, 1, most])
    values: list[Value] = []
    for _ in range(count):
        if values and maker.chance(0.4):
            values.append(values[-1])
        else:
            values.append(maker.tensor(scope))
    return values


def arguments(maker: Maker, values: Sequence[Value]) -> list[Value]:
    """Return block arguments for values."""
    return [value._replace(name=maker.name("a")) for value in values]


def ends(maker: Maker, scope: Values, values: Sequence[Value]) -> list[Value]:
    """Return values for a region to yield: defined wherever the given ones are."""
    result = []
    for value in values:
        defined = value.defined or maker.chance(0.6)
        result.append(maker.tensor(scope, type=value.type, shape=value.shape, defined=defined))
    return result


def bind(scope: Values, names: Sequence[str], values: Sequence[Value]) -> None:
    """Add most results of an operation to the scope."""
    for name, value in zip(names, values, strict=True):
        scope.add(value._replace(name=name))


@TENSORS.step("branches", 2, nested=True)
def _if_else(maker: Maker, scope: Values, depth: int) -> None:
    outside = scope.copy()
    # The value of an element is unknown here.
    condition = maker.comparison(outside) if maker.chance(0.15) else maker.truth()
    wanted = carried(maker, outside)
    names = maker.results("IF", [value.type for value in wanted])
    start = len(maker.body.lines) - 1
    taken: list[Value] = []
    has_else = bool(wanted) or maker.chance(0.4)
    for known in (1, 0):
        inner = outside.copy()
        if known or has_else:
            maker.steps(inner, 3, depth - 1)
        if wanted:
            if condition.known is None:
                given = ends(maker, inner, wanted)
                if not known:
                    pairs = zip(given, taken, strict=True)
                    given = [a._replace(defined=a.defined and b.defined) for a, b in pairs]
                taken = given
            elif maker.chance(0.3):  # maybe of another size
                given = [maker.tensor(inner, type=value.type) for value in wanted]
            else:
                given = [maker.tensor(inner, type=v.type, shape=v.shape) for v in wanted]
            maker.emit("scf.yield " + maker.operands(given))
            if known == condition.known:
                taken = given
        if known and has_else:
            maker.emit("} else {")
    maker.emit("}")
    arrow = f" -> ({', '.join(value.type for value in wanted)})" if wanted else ""
    line = f"scf.if {condition.name}{arrow} {{"
    maker.body.lines[start] = maker.body.lines[start].replace("IF", line)
    bind(scope, names, taken)


@TENSORS.step("branches", nested=True)
def _switch(maker: Maker, scope: Values, depth: int) -> None:
    outside = scope.copy()
    wanted = carried(maker, outside)
    flag = maker.index(outside, 3)[0]
    arrow = f" -> {', '.join(value.type for value in wanted)}" if wanted else ""
    names = maker.results(f"scf.index_switch {flag}{arrow}", [value.type for value in wanted])
    given: list[list[Value]] = []
    for label in ("case 0", "case 1", "default"):
        maker.emit(f"{label} {{")
        inner = outside.copy()
        maker.steps(inner, 2, depth - 1)
        given.append(ends(maker, inner, wanted))
        maker.emit("scf.yield " + maker.operands(given[-1]))
        maker.emit("}")
    defined = [all(value.defined for value in same) for same in zip(*given, strict=True)]
    results = [v._replace(defined=d) for v, d in zip(wanted, defined, strict=True)]
    bind(scope, names, results)


def _open_loop(
    maker: Maker, head: str, inits: Sequence[Value], tail: str = ""
) -> tuple[list[Value], list[str]]:
    """Start a loop; return its block arguments and the names of its results."""
    given = arguments(maker, inits)
    if inits:
        pairs = zip(given, inits, strict=True)
        pairing = ", ".join(f"{argument.name} = {init.name}" for argument, init in pairs)
        head += f" iter_args({pairing}) -> ({', '.join(value.type for value in inits)})"
    return given, maker.results(f"{head}{tail} {{", [value.type for value in inits])


def _loop_results(inits: Sequence[Value], yields: Sequence[Value], runs: bool) -> list[Value]:
    """Return the results of a loop: the initial values or the yielded ones."""
    return [
        init._replace(defined=(init.defined or runs) and last.defined)
        for init, last in zip(inits, yields, strict=True)
    ]


@TENSORS.step("loops", 4, nested=True)
def counted(maker: Maker, scope: Values, depth: int) -> None:
    """Add `scf.for` over indices."""
    rng = maker.rng
    outside = scope.copy()
    inits = carried(maker, outside)
    count = rng.choice([0, 1, 2, 2, 2, 2])
    start, stride = rng.choice([(0, 1), (0, 1), (0, 1), (1, 1), (0, 2)])
    end = start + stride * count
    induction = Value(maker.name("i"), "index", limit=max(1, end - stride + 1))
    bounds = f"{maker.size(start)} to {maker.size(end)} step {maker.size(stride)}"
    given, names = _open_loop(maker, f"scf.for {induction.name} = {bounds}", inits)
    inner = outside.copy(*given, induction)
    maker.steps(inner, 4, depth - 1)
    last = ends(maker, inner, given)
    if inits:
        maker.emit("scf.yield " + maker.operands(last))
    maker.emit("}")
    bind(scope, names, _loop_results(inits, last, count > 0))


@TENSORS.step("destinations", 4, nested=True)
def new_tensors(maker: Maker, scope: Values, depth: int) -> None:
    """Add a loop that computes new tensors from the carried ones, and maybe swaps them."""
    outside = scope.copy()
    first = maker.tensor(outside, defined=True)
    if not first.shape:
        return
    inits = [first, *(maker.like(outside, first) for _ in range(maker.rng.randrange(2)))]
    induction = Value(maker.name("i"), "index", limit=2)
    bounds = f"{maker.size(0)} to {maker.size(2)} step {maker.size(1)}"
    given, names = _open_loop(maker, f"scf.for {induction.name} = {bounds}", inits)
    inner = outside.copy(*given, induction)
    made: list[Value] = []
    for _ in range(maker.rng.randint(1, 3)):
        if maker.chance(0.2):
            maker.steps(inner, 1, 0)
        empty = maker.empty(maker.rng.choice([inner, Values()]), first.type, first.shape)
        a, b = maker.rng.choice([*given, *made]), maker.rng.choice([*given, *made])
        line = (
            f"linalg.add ins({a.name}, {b.name} : {a.type}, {b.type}) "
            f"outs({empty.name} : {empty.type}) -> {empty.type}"
        )
        made.append(maker.new(line, inner, empty.type, empty.shape))
    last = [maker.rng.choice([*made, *made, *given]) for _ in inits]
    maker.emit("scf.yield " + maker.operands(last))
    maker.emit("}")
    results = [value._replace(name=name) for name, value in zip(names, inits, strict=True)]
    for result in results:
        maker.print(scope, scope.add(result))


_SIGNED = [(-1, 1, 1), (-2, 1, 2), (0, -1, 1), (0, 2, 1), (2, 1, 1), (-2, 0, 1), (-1, -1, 1)]
_SIGNED += [(2, 1, 0), (1, 0, -1)]
_UNSIGNED = [(-1, 1, 1), (-3, -1, 1), (0, 2, 1), (2, 1, 1), (0, 1, -1), (1, 3, -1), (2, 4, -1)]
"""Starts, ends and steps. The last signed loops have no iteration; the last unsigned ones count
down until they wrap around to the largest number."""


def _counted(start: int, end: int, step: int, unsigned: bool) -> Iterator[int]:
    wrap = 2**64
    while (start % wrap < end % wrap) if unsigned else start < end:
        yield start
        start += step


@TENSORS.step("loop_bounds", 2, nested=True)
def numbers(maker: Maker, scope: Values, depth: int) -> None:
    """Add `scf.for` over integers of any type, possibly with unsigned comparison."""
    rng = maker.rng
    outside = scope.copy()
    inits = carried(maker, outside) or [maker.tensor(outside)]
    unsigned = maker.chance(0.6)
    type = rng.choice(["i32", "i32", "index", "i1"])
    start, end, step = rng.choice(_UNSIGNED if unsigned else _SIGNED)
    if type == "i1":
        # As a signed i1, true is -1: there is no iteration.
        start, end, step = 0, 1 if unsigned else -1, 1
    taken = list(_counted(start, end, step, unsigned))
    numbers = [maker.constant(abs(n) if type == "i1" else n, type) for n in (start, end, step)]
    for place, number in enumerate((start, end, step)):
        if (number, type) == (-1, "i32") and maker.chance(maker.style.opaque):
            numbers[place] = maker.opaque("%low").name
    limit = max(taken, default=0) + 1 if min(taken, default=0) >= 0 else 0
    induction = Value(maker.name("i"), type, limit=limit if type == "index" else 0)
    head = f"scf.for {'unsigned ' if unsigned else ''}{induction.name} = {numbers[0]}"
    tail = "" if type == "index" else f" : {type}"
    given, names = _open_loop(maker, f"{head} to {numbers[1]} step {numbers[2]}", inits, tail)
    inner = outside.copy(*given, induction)
    if type == "i32" and maker.chance(0.6):
        index = Value(maker.name("i"), "index", limit=limit)
        maker.emit(f"{index.name} = arith.index_cast {induction.name} : i32 to index")
        inner.add(index)
    maker.steps(inner, 3, depth - 1)
    yields = ends(maker, inner, given)
    maker.emit("scf.yield " + maker.operands(yields))
    maker.emit("}")
    bind(scope, names, _loop_results(inits, yields, bool(taken)))


@TENSORS.step("loops", nested=True)
def _affine(maker: Maker, scope: Values, depth: int) -> None:
    start, end, step = maker.rng.choice([(0, 2, 1), (0, 2, 1), (-2, 0, 1), (-1, 2, 2), (1, 1, 1)])
    induction = Value(maker.name("i"), "index", limit=end if start >= 0 else 0)
    last = maker.size(end) if maker.chance(0.3) else str(end)
    maker.emit(f"affine.for {induction.name} = {start} to {last} step {step} {{")
    inner = scope.copy(induction)
    if start < 0:
        shifted = Value(maker.name("i"), "index", limit=end - start)
        map = f"affine_map<(d0) -> (d0 + {-start})>"
        maker.emit(f"{shifted.name} = affine.apply {map}({induction.name})")
        inner.add(shifted)
    maker.steps(inner, 4, depth - 1)
    maker.emit("}")


@TENSORS.step("loops", 2, nested=True)
def conditional(maker: Maker, scope: Values, depth: int) -> None:
    """Add `scf.while` with a counter."""
    outside = scope.copy()
    inits = carried(maker, outside)
    count = maker.rng.choice([0, 1, 2, 2])
    before, after = arguments(maker, inits), []
    k, j = maker.name("t"), maker.name("j")
    start = len(maker.body.lines)
    inner = outside.copy(*before, Value(k, "index", limit=count + 1))
    if maker.chance(0.5):
        maker.steps(inner, 2, depth - 1)
    more = maker.name()
    maker.emit(f"{more} = arith.cmpi ult, {k}, {maker.size(count)} : index")
    more = maker.weighed(inner, more)
    # Forwarded values may differ from the arguments in number and type.
    same = [argument for argument in before if maker.chance(0.7)]
    passed = [maker.like(inner, argument) for argument in same]
    if not passed and maker.chance(0.5):
        passed = [maker.tensor(inner)]
    maker.emit(f"scf.condition({more}) {maker.operands([Value(k, 'index'), *passed])}")
    after = arguments(maker, passed)
    head = ", ".join(f"{value.name}: {value.type}" for value in (Value(j, "index"), *after))
    maker.emit(f"}} do {{\n^bb0({head}):")
    inner = outside.copy(*after, Value(j, "index", limit=max(1, count)))
    maker.steps(inner, 3, depth - 1)
    yields = [maker.tensor(inner, type=v.type, shape=v.shape, defined=v.defined) for v in before]
    following = maker.name()
    maker.emit(f"{following} = arith.addi {j}, {maker.constant(1)} : index")
    maker.emit(f"scf.yield {maker.operands([Value(following, 'index'), *yields])}")
    maker.emit("}")
    pairs = [
        (k, maker.constant(0)),
        *((b.name, i.name) for b, i in zip(before, inits, strict=True)),
    ]
    pairing = ", ".join(f"{name} = {init}" for name, init in pairs)
    inputs = ", ".join(["index", *(value.type for value in inits)])
    results = ["index", *(value.type for value in passed)]
    name = maker.name()
    maker.body.lines.insert(
        start,
        f"{name}:{len(results)} = scf.while ({pairing}) : ({inputs}) -> ({', '.join(results)}) {{",
    )
    bind(scope, [f"{name}#{i + 1}" for i in range(len(passed))], passed)
