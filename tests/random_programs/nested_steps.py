"""Steps of random programs that have regions."""

from __future__ import annotations

from tests.random_programs.maker import COMMON, PAIR, ROW, Maker, Step, Values, copied


def _types(maker: Maker) -> list[str]:
    return [maker.rng.choice(COMMON) for _ in range(maker.rng.randint(1, 2))]


def _open(maker: Maker, line: str, results: list[str], values: Values) -> None:
    """Emit the start of an operation; `values` gets its results, for use after its end."""
    maker.counter += 1
    name = f"%v{maker.counter}"
    maker.emit(f"{name}:{len(results)} = {line}")
    for number, type in enumerate(results):
        values.setdefault(type, []).append(f"{name}#{number}")


def _region(maker: Maker, values: Values, depth: int, types: list[str], size: int = 3) -> None:
    """A region without arguments that yields values of these types."""
    inner = copied(values)
    maker.block(inner, size, depth - 1)
    maker.leave("scf.yield", inner, types)


def if_else(maker: Maker, values: Values, depth: int) -> None:
    types, outside = _types(maker), copied(values)
    condition = maker.rng.choice(values["i1"])
    _open(maker, f"scf.if {condition} -> ({', '.join(types)}) {{", types, values)
    _region(maker, outside, depth, types)
    maker.emit("} else {")
    _region(maker, outside, depth, types)
    maker.emit("}")


def switch(maker: Maker, values: Values, depth: int) -> None:
    types, outside = _types(maker), copied(values)
    flag = maker.index(values)
    _open(maker, f"scf.index_switch {flag} -> {', '.join(types)}", types, values)
    for label in ("case 0", "default"):
        maker.emit(f"{label} {{")
        _region(maker, outside, depth, types)
        maker.emit("}")


def execute(maker: Maker, values: Values, depth: int) -> None:
    types, outside = _types(maker), copied(values)
    arrow = types[0] if len(types) == 1 else f"({', '.join(types)})"
    _open(maker, f"scf.execute_region -> {arrow} {{", types, values)
    _region(maker, outside, depth, types)
    maker.emit("}")


def counted(maker: Maker, values: Values, depth: int) -> None:
    types, inner = _types(maker), copied(values)
    inits = [maker.pick(values, type) for type in types]
    maker.counter += 1
    names = [f"%a{maker.counter}_{i}" for i in range(len(types))]
    carried = ", ".join(f"{name} = {init}" for name, init in zip(names, inits, strict=True))
    induction = f"%i{maker.counter}"
    end = maker.rng.choice(["%n1", "%n2", "%n2", "%c2", "%n0"])
    line = f"scf.for {induction} = %c0 to {end} step %c1 iter_args({carried})"
    _open(maker, f"{line} -> ({', '.join(types)}) {{", types, values)
    inner["index"] += [induction, induction]
    for type, name in zip(types, names, strict=True):
        inner.setdefault(type, []).append(name)
    maker.block(inner, 4, depth - 1)
    maker.leave("scf.yield", inner, types)
    maker.emit("}")


def conditional(maker: Maker, values: Values, depth: int) -> None:
    """`scf.while`, with a counter."""
    type, passed = maker.rng.choice(COMMON), maker.rng.choice(COMMON)
    outside, init = copied(values), maker.pick(values, type)
    maker.counter += 1
    k, a, j, b = (f"%{letter}{maker.counter}" for letter in "kajb")
    results = ["index", passed]
    line = f"scf.while ({k} = %n0, {a} = {init}) : (index, {type}) -> (index, {passed}) {{"
    _open(maker, line, results, values)
    values["index"].pop()  # the last count may be too large for an index
    before = copied(outside)
    before.setdefault(type, []).append(a)
    maker.block(before, 2, depth - 1)
    more = maker.new(f"arith.cmpi ult, {k}, %n2 : index")
    maker.emit(f"scf.condition({more}) {k}, {maker.pick(before, passed)} : index, {passed}")
    maker.emit(f"}} do {{\n^bb0({j}: index, {b}: {passed}):")
    after = copied(outside)
    after["index"].append(j)
    after.setdefault(passed, []).append(b)
    maker.block(after, 3, depth - 1)
    count = maker.new(f"arith.addi {j}, %n1 : index")
    maker.leave("scf.yield", after, [type], count)
    maker.emit("}")


def threads(maker: Maker, values: Values, depth: int) -> None:
    """`scf.forall`: each thread changes its own row, and may read what is outside."""
    outside, shared = copied(values), maker.pick(values, PAIR)
    maker.counter += 1
    i, o = f"%i{maker.counter}", f"%o{maker.counter}"
    line = f"scf.forall ({i}) in (2) shared_outs({o} = {shared}) -> ({PAIR}) {{"
    _open(maker, line, [PAIR], values)
    inner = copied(outside)
    part = f"[{i}, 0] [1, 4] [1, 1]"
    if maker.rng.random() < 0.7:
        line = f"tensor.extract_slice {o}{part} : {PAIR} to {ROW}"
        inner.setdefault(ROW, []).append(maker.new(line))
    inner["index"] += [i, i]
    maker.may_print, printed = False, maker.may_print
    maker.block(inner, 4, 0)
    maker.may_print = printed
    row = maker.pick(inner, ROW)
    maker.emit("scf.forall.in_parallel {")
    maker.emit(f"tensor.parallel_insert_slice {row} into {o}{part} : {ROW} into {PAIR}")
    maker.emit("}\n}")


NESTED: list[Step] = [if_else, switch, execute, counted, counted, counted, conditional, threads]
