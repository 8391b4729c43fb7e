"""Steps of structured operations."""

from __future__ import annotations

from bufferize_testing.generation.steps_slices import Slice, extract
from bufferize_testing.generation.text import TENSORS, Maker, Shape, Value, Values, tensor_type

_LOOPS = {1: "d0", 2: "d0, d1"}


def _map(rank: int, results: str) -> str:
    return f"affine_map<({_LOOPS[rank]}) -> ({results})>"


def _kinds(kind: str, rank: int) -> str:
    return ", ".join([f'"{kind}"'] * rank)


def _rank(maker: Maker) -> int:
    return maker.rng.choice([len(shape) for shape in maker.style.shapes if len(shape) in (1, 2)])


def _permuted(maker: Maker, shape: Shape) -> str:
    """Return an affine map from loops of this shape onto all elements of a tensor of it."""
    rng = maker.rng
    if len(shape) == 1:
        n = shape[0]
        other = [f"{n - 1} - d0", f"(d0 + 1) mod {n}", f"{n - 1} - (d0 + 1) mod {n}"]
        return _map(1, rng.choice(["d0", "d0", *other]))
    other = [f"{shape[0] - 1} - d0, d1", f"d0, {shape[1] - 1} - d1"]
    if shape[0] == shape[1]:
        other += ["d1, d0", f"d1, {shape[0] - 1} - d0"]
    return _map(2, rng.choice(["d0, d1", "d0, d1", *other]))


def _body(maker: Maker, scope: Values, names: list[str], old: bool) -> list[str]:
    """Return the lines of a body and the name of its result; `old` allows the output's element."""
    rng = maker.rng
    lines: list[str] = []
    given = names if old else names[:1]
    value = rng.choice([*given, maker.scalar(scope)])
    if maker.chance(0.5):
        made = maker.name("s")
        operand = rng.choice([*given, maker.scalar(scope)])
        lines.append(f"{made} = arith.addi {value}, {operand} : i32")
        value = made
    outer = maker.pick(
        scope, lambda v: v.is_tensor and v.type == tensor_type(v.shape) and v.defined
    )
    if outer is not None and "bodies" in maker.style.weights and maker.chance(0.5):
        value = _outer(maker, scope, lines, outer, value)
    return [*lines, value]


def _outer(maker: Maker, scope: Values, lines: list[str], outer: Value, value: str) -> str:
    """Read and change an outer tensor in a body, at the position of the loops."""
    at = maker.indices(scope, outer.shape)
    if outer.shape and maker.chance(0.7):
        rest = ", ".join([maker.constant(0)] * (len(outer.shape) - 1))
        name = maker.name("i")
        # The first loop is certainly in bounds only if its extent is 1 or equal: see `generic`.
        lines.append(f"{name} = linalg.index 0 : index")
        bounded = maker.name("i")
        lines.append(f"{bounded} = arith.remui {name}, {maker.constant(outer.shape[0])} : index")
        at = ", ".join(filter(None, [bounded, rest]))
    tensor = outer.name
    if maker.chance(0.7):
        tensor = maker.name("w")
        lines.append(f"{tensor} = tensor.insert {value} into {outer.name}[{at}] : {outer.type}")
    read = maker.name("r")
    where = maker.indices(scope, outer.shape) if maker.chance(0.6) else at
    lines.append(f"{read} = tensor.extract {tensor}[{where}] : {outer.type}")
    made = maker.name("s")
    lines.append(f"{made} = arith.addi {read}, {value} : i32")
    return made


@TENSORS.step("generics", 3)
def generic(maker: Maker, scope: Values, depth: int) -> None:
    """Add a `linalg.generic` with inputs and outputs of one shape, under permutations."""
    rng = maker.rng
    first = maker.tensor(scope, rank=_rank(maker), static=maker.chance(0.7))
    shape, static = first.shape, not first.is_dynamic
    identity = _map(len(shape), _LOOPS[len(shape)])
    ins = [maker.tensor(scope, shape=shape, defined=True) for _ in range(rng.choice([0, 1, 1, 2]))]
    outs = [first]
    if maker.chance(0.35):
        same = maker.chance(0.4)
        outs.append(first if same else maker.tensor(scope, shape=shape, static=static))
    maps = [_permuted(maker, shape) if static else identity for _ in [*ins, *outs]]
    maps[rng.randrange(len(maps))] = identity  # determines the extents of the loops
    old = all(out.defined for out in outs)
    arguments = [maker.name("b") for _ in [*ins, *outs]]
    body: list[str] = []
    yields = []
    for _ in outs:
        *lines, value = _body(maker, scope, arguments if ins or old else [maker.number()], old)
        body += lines
        yields.append(value)
    _emit(maker, scope, ins, outs, maps, "parallel", len(shape), arguments, body, yields)


def _emit(
    maker: Maker,
    scope: Values,
    ins: list[Value],
    outs: list[Value],
    maps: list[str],
    kind: str,
    rank: int,
    arguments: list[str],
    body: list[str],
    yields: list[str],
) -> list[Value]:
    inputs = ""
    if ins:
        types = ", ".join(value.type for value in ins)
        inputs = f"ins({', '.join(value.name for value in ins)} : {types}) "
    types = ", ".join(value.type for value in outs)
    result = types if len(outs) == 1 else f"({types})"
    names = maker.results(
        f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = "
        f"[{_kinds(kind, rank)}]}} {inputs}outs({', '.join(value.name for value in outs)} : {types}) "
        f"{{\n^bb0({', '.join(f'{a}: i32' for a in arguments)}):",
        [value.type for value in outs],
    )
    for line in body:
        maker.emit(line)
    maker.emit(f"linalg.yield {', '.join(yields)} : {', '.join('i32' for _ in yields)}")
    maker.emit(f"}} -> {result}")
    made = [
        scope.add(value._replace(name=name, defined=True))
        for name, value in zip(names, outs, strict=True)
    ]
    if maker.chance(0.5):
        maker.print(scope, maker.rng.choice(made))
    return made


_PARTIAL = ("0", "d0 floordiv 2", "(d0 floordiv 2) * 2", "1")


@TENSORS.step("generics")
def partial(maker: Maker, scope: Values, depth: int) -> None:
    """Add an operation that writes some elements of its output never or several times."""
    out = maker.tensor(scope, rank=1, defined=True)
    if out.shape[0] < 2 or out.is_dynamic:
        return
    source = maker.tensor(scope, shape=out.shape, defined=True)
    maps = [_map(1, "d0"), _map(1, maker.rng.choice(_PARTIAL))]
    arguments = [maker.name("b"), maker.name("b")]
    *lines, value = _body(maker, scope, arguments, True)
    _emit(maker, scope, [source], [out], maps, "reduction", 1, arguments, lines, [value])


@TENSORS.step("generics")
def mixed_radix(maker: Maker, scope: Values, depth: int) -> None:
    """Add an operation with two loops over one dimension."""
    source = maker.tensor(scope, rank=2, static=True, defined=True)
    rows, columns = source.shape
    out = maker.tensor(scope, shape=(rows * columns,), static=True)
    forms = [f"d0 * {columns} + d1", f"d1 * {rows} + d0"]
    maps = [_map(2, "d0, d1"), _map(2, maker.rng.choice(forms))]
    arguments = [maker.name("b"), maker.name("b")]
    *lines, value = _body(maker, scope, arguments, out.defined)
    _emit(maker, scope, [source], [out], maps, "parallel", 2, arguments, lines, [value])


@TENSORS.step("windows", 3)
def window(maker: Maker, scope: Values, depth: int) -> None:
    """Add a sum over windows of a tensor, maybe into a slice of it, or the transpose."""
    source = maker.tensor(scope, rank=1, static=True, defined=True)
    size = maker.rng.randint(1, source.shape[0])
    count = source.shape[0] - size + 1
    weights = maker.tensor(scope, shape=(size,), static=True, defined=True)
    if maker.chance(0.4):
        where = Slice([str(maker.rng.randint(0, size - 1))], [str(count)], ["1"], (count,), "", ())
        result = extract(
            maker, scope, source, where._replace(type=tensor_type([count]), shape=(count,))
        )
    else:
        result = maker.tensor(scope, shape=(count,), static=True, defined=True)
    if maker.chance(0.4):
        types = f"{source.type}, {weights.type}"
        line = (
            f"linalg.conv_1d ins({source.name}, {weights.name} : {types}) "
            f"outs({result.name} : {result.type}) -> {result.type}"
        )
        maker.print(scope, maker.new(line, scope, result.type, result.shape))
        return
    operands, maps = [source, weights, result], [_map(2, "d0 + d1"), _map(2, "d1"), _map(2, "d0")]
    if maker.chance(0.4):
        operands.reverse()
        maps.reverse()
    arguments = [maker.name("b") for _ in operands]
    *lines, value = _body(maker, scope, arguments, True)
    outs = [operands.pop()]
    _emit(maker, scope, operands, outs, maps, "reduction", 2, arguments, lines, [value])


@TENSORS.step("generics")
def repeated(maker: Maker, scope: Values, depth: int) -> None:
    """Add an operation with one tensor as several inputs and outputs, in different orders."""
    same = maker.tensor(scope, rank=_rank(maker), static=True, defined=True)
    ins, outs = [same] * maker.rng.randint(1, 2), [same] * maker.rng.randint(1, 2)
    rank = len(same.shape)
    maps = [_permuted(maker, same.shape) for _ in [*ins, *outs]]
    maps[-1] = _map(rank, _LOOPS[rank])
    arguments = [maker.name("b") for _ in maps]
    bodies = [_body(maker, scope, arguments, True) for _ in outs]
    lines = [line for body in bodies for line in body[:-1]]
    yields = [body[-1] for body in bodies]
    _emit(maker, scope, ins, outs, maps, "parallel", rank, arguments, lines, yields)


@TENSORS.step("named", 2)
def _elementwise(maker: Maker, scope: Values, depth: int) -> None:
    out = maker.tensor(scope)
    if not out.shape:
        return
    a = maker.tensor(scope, type=out.type, shape=out.shape, defined=True)
    b = maker.tensor(scope, type=out.type, shape=out.shape, defined=True)
    kind = maker.rng.choice(["add", "sub", "mul"])
    line = (
        f"linalg.{kind} ins({a.name}, {b.name} : {out.type}, {out.type}) "
        f"outs({out.name} : {out.type}) -> {out.type}"
    )
    made = maker.new(line, scope, out.type, out.shape)
    if maker.chance(0.4):
        maker.print(scope, made)


@TENSORS.step("named")
def _copy(maker: Maker, scope: Values, depth: int) -> None:
    out = maker.tensor(scope)
    if out.shape:
        a = maker.like(scope, out)
        line = f"linalg.copy ins({a.name} : {a.type}) outs({out.name} : {out.type}) -> {out.type}"
        maker.new(line, scope, out.type, out.shape, a.defined)


@TENSORS.step("named")
def _map_elements(maker: Maker, scope: Values, depth: int) -> None:
    out = maker.tensor(scope)
    if not out.shape:
        return
    a = maker.tensor(scope, type=out.type, shape=out.shape, defined=True)
    x, y, s = maker.name("x"), maker.name("y"), maker.name("s")
    other = maker.rng.choice([x, y]) if out.defined else x
    maker.new(
        f"linalg.map ins({a.name} : {a.type}) outs({out.name} : {out.type}) ({x}: i32, {y}: i32) {{"
        f"\n{s} = arith.addi {x}, {other} : i32\nlinalg.yield {s} : i32\n}}",
        scope,
        out.type,
        out.shape,
    )


@TENSORS.step("named")
def relayout(maker: Maker, scope: Values, depth: int) -> None:
    """Add a transposition, broadcast, or sum."""
    shape: Shape
    kind = maker.rng.randrange(3)
    if kind == 0:
        a = maker.tensor(scope, rank=2, static=True, defined=True)
        shape = (a.shape[1], a.shape[0])
        tail = "permutation = [1, 0]"
        out = maker.tensor(scope, type=tensor_type(shape), shape=shape)
        name = "transpose"
    elif kind == 1:
        a = maker.tensor(scope, rank=1, static=True, defined=True)
        shape = (2, a.shape[0])
        out = maker.tensor(scope, type=tensor_type(shape), shape=shape)
        name, tail = "broadcast", "dimensions = [0]"
    else:
        a = maker.tensor(scope, rank=2, static=True, defined=True)
        shape = (a.shape[1],)
        out = maker.tensor(scope, type=tensor_type(shape), shape=shape, defined=True)
        name, tail = "reduce {arith.addi}", "dimensions = [0]"
    line = f"linalg.{name} ins({a.name} : {a.type}) outs({out.name} : {out.type}) {tail}"
    maker.new(line, scope, out.type, out.shape)


@TENSORS.step("named")
def _matmul(maker: Maker, scope: Values, depth: int) -> None:
    a = maker.tensor(scope, shape=(2, 2), static=True, defined=True)
    b, out = maker.like(scope, a), maker.like(scope, a)
    line = (
        f"linalg.matmul ins({a.name}, {b.name} : {a.type}, {a.type}) "
        f"outs({out.name} : {a.type}) -> {a.type}"
    )
    maker.new(line, scope, a.type, a.shape)
