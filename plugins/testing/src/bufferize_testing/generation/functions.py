"""The functions of random programs: of one block, of several blocks, or mutually recursive."""

from __future__ import annotations

from bufferize_testing.generation.blocks import blocks, given, leave
from bufferize_testing.generation.steps_slices import extract, straight
from bufferize_testing.generation.text import (
    I32,
    OPAQUE,
    TENSORS,
    Function,
    Maker,
    Value,
    Values,
    tensor_type,
)


def plan(maker: Maker, count: int) -> None:
    """Plan the functions; each may call earlier ones, or be mutually recursive."""
    for number in range(count):
        parameters = _parameters(maker)
        results = _results(maker, parameters)
        counted = "recursion" in maker.style.weights and maker.chance(0.7)
        if counted:
            parameters.insert(0, Value("%times", "index"))
        function = Function(f"f{number}", tuple(parameters), tuple(results), counted)
        if counted:
            function.opaque = sorted(
                OPAQUE
            )  # it is called before all its opaque parameters are known
        maker.functions.append(function)


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


def write_function(maker: Maker, function: Function) -> None:
    """Add a function that others may call."""
    maker.open(function)
    scope = Values(function.parameters)
    results = list(function.results)
    if function.counted:
        scope.values.pop(0)
        _recursive(maker, scope, results)
    elif "blocks" in maker.style.weights and maker.chance(0.6):
        blocks(maker, scope, results, "return")
    else:
        maker.steps(scope, 5, 1)
        leave(maker, scope, results, "return")
    maker.close(function)


def _recursive(maker: Maker, scope: Values, results: list[Value]) -> None:
    """Add a body that calls a recursive function until the first parameter is 0."""
    maker.steps(scope, 2, 0)
    wanted = given(maker, scope, results)
    more = maker.name()
    maker.emit(f"{more} = arith.cmpi ult, {maker.constant(0)}, %times : index")
    types = [value.type for value in results]
    arrow = f" -> ({', '.join(types)})" if results else ""
    names = maker.results(f"scf.if {more}{arrow} {{", types)
    inner = scope.copy()
    maker.steps(inner, 3, 0)
    fewer = maker.name()
    maker.emit(f"{fewer} = arith.subi %times, {maker.constant(1)} : index")
    _call(maker, inner, maker.rng.choice([f for f in maker.functions if f.counted]), fewer)
    maker.steps(inner, 2, 0)
    if results:
        maker.emit(f"scf.yield {maker.operands(given(maker, inner, results))}")
        maker.emit("} else {")
        maker.emit(f"scf.yield {maker.operands(wanted)}")
    maker.emit("}")
    back = [value._replace(name=n) for n, value in zip(names, results, strict=True)]
    maker.emit(f"return {maker.operands(back)}")


def _call(maker: Maker, scope: Values, function: Function, times: str) -> None:
    operands = [maker.opaque(name) for name in function.opaque]
    picked: list[Value] = []
    for parameter in function.parameters:
        if parameter.type == "index":
            operands.append(Value(times, "index"))
        else:
            picked.append(_operand(maker, scope, parameter, picked))
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


def _operand(maker: Maker, scope: Values, parameter: Value, picked: list[Value]) -> Value:
    """Return a tensor for a parameter: maybe that of another one, or an alias of it."""
    type, shape = parameter.type, parameter.shape
    same = [v for v in picked if (v.type, v.shape) == (type, shape)]
    same = [v for v in same if v.defined >= parameter.defined]
    if same and maker.chance(0.4):
        if type == tensor_type(shape) and maker.chance(0.3):
            return extract(maker, scope, same[0], straight(same[0]))
        return same[0]
    if not parameter.defined and maker.chance(0.3):
        return maker.fresh(scope, type, shape, defined=False)
    return maker.tensor(scope, type=type, shape=shape, defined=parameter.defined)


@TENSORS.step("calls", 3, needs=lambda maker: bool(maker.callees))
def call(maker: Maker, scope: Values, depth: int) -> None:
    """Add a call of an earlier function."""
    function = maker.rng.choice(maker.callees)
    _call(maker, scope, function, maker.size(maker.rng.choice([0, 1, 2])))


@TENSORS.step("externals", 2)
def call_external(maker: Maker, scope: Values, depth: int) -> None:
    """Add a call of an external function with an access attribute."""
    shape = maker.shape()
    type = tensor_type(shape)
    kind, access = maker.rng.choice([("new", "none"), ("new", "read"), ("copy", "read")])
    name = f"{kind}_{access}_{'_'.join(map(str, shape))}"
    maker.helpers.add(
        f'func.func private @{name}({type} {{bufferization.access = "{access}"}}) -> {type}'
    )
    operand = maker.tensor(scope, type=type, shape=shape, defined=kind == "copy")
    made = maker.new(f"func.call @{name}({operand.name}) : ({type}) -> {type}", scope, type, shape)
    if maker.chance(0.6):
        maker.print(scope, made)
