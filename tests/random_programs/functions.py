"""The functions of random programs: straight, of several blocks, with several ends, recursive."""

from __future__ import annotations

from tests.random_programs.maker import OPAQUE, Function, Maker, step
from tests.random_programs.steps_regions import arguments, ends
from tests.random_programs.values import I32, Scope, Value, tensor_type


def _parameters(maker: Maker) -> list[Value]:
    values: list[Value] = []
    for _ in range(maker.rng.choice([1, 2, 2])):
        if values and maker.chance(0.6):
            first = values[0]
            values.append(first._replace(name=maker.name("p"), defined=maker.chance(0.6)))
            continue
        shape = maker.shape()
        type = maker.type(shape)
        values.append(Value(maker.name("p"), type, shape, defined=maker.chance(0.6)))
    return values


def _results(maker: Maker, parameters: list[Value]) -> list[Value]:
    values = []
    for _ in range(maker.rng.choice([0, 1, 1, 2])):
        if maker.chance(0.75):
            values.append(maker.rng.choice(parameters)._replace(defined=maker.chance(0.8)))
        else:
            shape = maker.shape()
            values.append(Value("", maker.type(shape), shape, maker.chance(0.8)))
    if maker.chance(0.3):
        values.append(Value("", I32))
    return values


def helper(maker: Maker, name: str) -> None:
    """A function that others may call."""
    maker.open()
    parameters = _parameters(maker)
    results = _results(maker, parameters)
    scope = Scope(parameters)
    weights = maker.style.weights
    recursive = "recursion" in weights and maker.chance(0.7)
    own = parameters
    if recursive:
        times = Value("%times", "index")
        own = [times, *parameters]
        for opaque_name in OPAQUE:
            maker.opaque(opaque_name)  # it calls itself before all uses are known
        _recursive(maker, scope, name, own, results)
    elif "blocks" in weights and maker.chance(0.6):
        blocks(maker, scope, results)
    else:
        maker.block(scope, 5, 1)
        leave(maker, scope, results)
    opaque = maker.close(name, own, [value.type for value in results])
    maker.functions.append(Function(name, tuple(opaque), tuple(own), tuple(results)))


def given(maker: Maker, scope: Scope, results: list[Value]) -> list[Value]:
    """Values for results."""
    values = []
    for result in results:
        if result.type == I32:
            values.append(Value(maker.scalar(scope), I32))
        else:
            values.append(
                maker.tensor(scope, type=result.type, shape=result.shape, defined=result.defined)
            )
    return values


def leave(maker: Maker, scope: Scope, results: list[Value]) -> None:
    maker.emit(f"return {maker.operands(given(maker, scope, results))}")


def _recursive(
    maker: Maker, scope: Scope, name: str, own: list[Value], results: list[Value]
) -> None:
    """Calls itself until the first parameter is 0."""
    maker.block(scope, 2, 0)
    wanted = given(maker, scope, results)
    more = maker.name()
    maker.emit(f"{more} = arith.cmpi ult, {maker.constant(0)}, %times : index")
    types = ", ".join(value.type for value in results)
    names = maker.results(
        f"scf.if {more} -> ({types}) {{" if results else f"scf.if {more} {{",
        [value.type for value in results],
    )
    inner = scope.copy()
    maker.block(inner, 3, 0)
    fewer = maker.name()
    maker.emit(f"{fewer} = arith.subi %times, {maker.constant(1)} : index")
    this = Function(name, tuple(sorted(OPAQUE)), tuple(own), tuple(results))
    _call(maker, inner, this, fewer)
    maker.block(inner, 2, 0)
    if results:
        maker.emit(f"scf.yield {maker.operands(given(maker, inner, results))}")
        maker.emit("} else {")
        maker.emit(f"scf.yield {maker.operands(wanted)}")
    maker.emit("}")
    back = [value._replace(name=n) for n, value in zip(names, results, strict=True)]
    maker.emit(f"return {maker.operands(back)}")


def _call(maker: Maker, scope: Scope, function: Function, times: str) -> None:
    operands = [Value(maker.opaque(name), OPAQUE[name].type) for name in function.opaque]
    picked: list[Value] = []
    for parameter in function.parameters:
        if parameter.type == "index":
            operands.append(Value(times, "index"))
            continue
        same = [
            value
            for value in picked
            if (value.type, value.shape) == (parameter.type, parameter.shape)
            and value.defined >= parameter.defined
        ]
        if same and maker.chance(0.4):
            picked.append(same[0])  # one tensor twice
        elif not parameter.defined and maker.chance(0.3):
            picked.append(maker.fresh(scope, parameter.type, parameter.shape, defined=False))
        else:
            picked.append(
                maker.tensor(
                    scope, type=parameter.type, shape=parameter.shape, defined=parameter.defined
                )
            )
    operands += picked
    types = [value.type for value in function.results]
    names = maker.results(
        f"func.call @{function.name}({', '.join(value.name for value in operands)}) "
        f": ({', '.join(value.type for value in operands)}) -> ({', '.join(types)})",
        types,
    )
    for name, result in zip(names, function.results, strict=True):
        value = scope.add(result._replace(name=name))
        if value.type == I32:
            maker.emit(f"vector.print {name} : i32")
        elif value.defined and maker.chance(0.4):
            maker.print(scope, value)


@step("calls", 3)
def call(maker: Maker, scope: Scope, depth: int) -> None:
    if maker.functions:
        function = maker.rng.choice(maker.functions)
        _call(maker, scope, function, maker.size(maker.rng.choice([0, 1, 2])))


@step("externals", 2)
def call_external(maker: Maker, scope: Scope, depth: int) -> None:
    """Calls a function that is only declared, with what it does to its argument."""
    shape = maker.shape()
    type = tensor_type(shape)
    kind, access = maker.rng.choice([("new", "none"), ("new", "read"), ("copy", "read")])
    name = f"{kind}_{access}_{'_'.join(map(str, shape))}"
    maker.declarations.add(
        f'func.func private @{name}({type} {{bufferization.access = "{access}"}}) -> {type}'
    )
    operand = maker.tensor(scope, type=type, shape=shape, defined=kind == "copy")
    made = maker.new(f"func.call @{name}({operand.name}) : ({type}) -> {type}", scope, type, shape)
    if maker.chance(0.6):
        maker.print(scope, made)


# Functions of several blocks


def blocks(maker: Maker, scope: Scope, results: list[Value]) -> None:
    """A loop, two ways that meet, or two ways that end; then a block that nothing reaches."""
    kind = maker.rng.choice(["loop", "loop", "ways", "ends", "ends"])
    maker.block(scope, 2, 0)
    if kind == "loop":
        _loop(maker, scope, results)
    elif kind == "ways":
        _ways(maker, scope, results)
    else:
        _ends(maker, scope, results)
    if maker.chance(0.25):
        maker.emit(f"^{maker.name('u')[1:]}:")
        inner = scope.copy()
        maker.block(inner, 2, 0)
        leave(maker, inner, results)


def _label(maker: Maker, values: list[Value]) -> tuple[str, str]:
    """A new label, and its line."""
    label = f"^{maker.name('l')[1:]}"
    head = ", ".join(f"{value.name}: {value.type}" for value in values)
    return label, f"{label}({head}):" if values else f"{label}:"


def _branch(label: str, maker: Maker, values: list[Value]) -> str:
    return f"{label}({maker.operands(values)})" if values else label


def _some(maker: Maker, scope: Scope) -> list[Value]:
    return [maker.tensor(scope) for _ in range(maker.rng.choice([0, 1, 1, 2]))]


def _ends(maker: Maker, scope: Scope, results: list[Value]) -> None:
    condition = maker.truth()
    (one, line), (two, other) = _label(maker, []), _label(maker, [])
    maker.emit(f"cf.cond_br {condition.name}, {one}, {two}")
    both = [(line, condition.known == 1), (other, condition.known == 0)]
    maker.rng.shuffle(both)
    parameter = Scope(scope.values[:1])
    for line, is_taken in both:
        maker.emit(line)
        if not is_taken and maker.chance(0.4):  # rather with a parameter as it is
            leave(maker, parameter.copy(), _any(results))
            continue
        inner = scope.copy()
        if maker.chance(0.7):
            maker.block(inner, 3, 0)
        leave(maker, inner, results if is_taken else _any(results))


def _any(values: list[Value]) -> list[Value]:
    """The same where nobody sees it: what is not set will do."""
    return [value._replace(defined=value.type == I32) for value in values]


def _ways(maker: Maker, scope: Scope, results: list[Value]) -> None:
    condition = maker.truth()
    inits = _some(maker, scope)
    met = arguments(maker, inits)
    (one, line), (two, other), (end, after) = (_label(maker, part) for part in ([], [], met))
    maker.emit(f"cf.cond_br {condition.name}, {one}, {two}")
    parts = []
    for head, known in ((line, 1), (other, 0)):
        start = len(maker.body.lines)
        maker.emit(head)
        inner = scope.copy()
        maker.block(inner, 3, 0)
        last = ends(maker, inner, inits if condition.known == known else _any(inits))
        maker.emit("cf.br " + _branch(end, maker, last))
        parts.append(maker.body.lines[start:])
        del maker.body.lines[start:]
    start = len(maker.body.lines)
    maker.emit(after)
    inner = scope.copy(*met)
    maker.block(inner, 2, 0)
    leave(maker, inner, results)
    parts.append(maker.body.lines[start:])
    del maker.body.lines[start:]
    maker.rng.shuffle(parts)  # the order of blocks says nothing
    for lines in parts:
        maker.body.lines += lines


def _loop(maker: Maker, scope: Scope, results: list[Value]) -> None:
    inits = _some(maker, scope)
    carried = arguments(maker, inits)
    counter = Value(maker.name("t"), "index", limit=2)
    (loop, head), (end, after) = _label(maker, [counter, *carried]), _label(maker, [])
    zero = Value(maker.constant(0), "index")
    maker.emit("cf.br " + _branch(loop, maker, [zero, *inits]))
    maker.emit(head)
    inner = scope.copy(*carried, counter)
    maker.block(inner, 4, 0)
    count, more = Value(maker.name(), "index"), maker.name()
    maker.emit(f"{count.name} = arith.addi {counter.name}, {maker.constant(1)} : index")
    maker.emit(f"{more} = arith.cmpi ult, {count.name}, {maker.size(2)} : index")
    last = ends(maker, inner, carried)
    maker.emit(f"cf.cond_br {more}, {_branch(loop, maker, [count, *last])}, {end}")
    maker.emit(after)
    leave(maker, inner if maker.chance(0.5) else scope, results)
