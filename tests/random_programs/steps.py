"""The steps that random programs are made of: each appends a few operations."""

from __future__ import annotations

from tests.random_programs.maker import (
    ANY,
    COMMON,
    HALF,
    LONG,
    PAIR,
    PARAMETER_TYPES,
    PARAMETERS,
    ROW,
    SHAPES,
    SOME,
    SQUARE,
    Maker,
    Step,
    Values,
)

VECTORS = {type: f"vector<{'x'.join(map(str, shape))}xi32>" for type, shape in SHAPES.items()}
IDENTITIES = {1: "affine_map<(i) -> (i)>", 2: "affine_map<(i, j) -> (i, j)>"}


def indices(maker: Maker, values: Values, type: str) -> str:
    return ", ".join(maker.index(values) for _ in SHAPES[type])


def print_tensor(maker: Maker, values: Values, depth: int) -> None:
    type = maker.rng.choice([t for t in COMMON if values.get(t)] or [ROW])
    tensor = maker.pick(values, type)
    zero = maker.new("arith.constant 0 : i32")
    starts = ", ".join("%c0" for _ in SHAPES[type])
    bounds = ", ".join("true" for _ in SHAPES[type])
    vector = maker.new(
        f"vector.transfer_read {tensor}[{starts}], {zero} {{in_bounds = [{bounds}]}} "
        f": {type}, {VECTORS[type]}"
    )
    maker.emit(f"vector.print {vector} : {VECTORS[type]}")


def insert(maker: Maker, values: Values, depth: int) -> None:
    type = maker.rng.choice(COMMON)
    scalar, dest = maker.pick(values, "i32"), maker.pick(values, type)
    at = indices(maker, values, type)
    maker.new(f"tensor.insert {scalar} into {dest}[{at}] : {type}", values, type)


def extract(maker: Maker, values: Values, depth: int) -> None:
    type = maker.rng.choice(COMMON)
    tensor, at = maker.pick(values, type), indices(maker, values, type)
    maker.new(f"tensor.extract {tensor}[{at}] : {type}", values, "i32")


def fill(maker: Maker, values: Values, depth: int) -> None:
    type = maker.rng.choice(COMMON)
    maker.fill(values, type, maker.pick(values, type))


SLICES = [
    (ROW, "[{i}] [2] [1]", HALF),
    (ROW, "[{i}] [2] [2]", HALF),
    (LONG, "[{i}] [4] [1]", ROW),
    (LONG, "[{i}] [4] [2]", ROW),
    (SOME, "[{i}] [2] [1]", HALF),
    (LONG, "[{i}] [%n4] [1]", SOME),
    (PAIR, "[{i}, 0] [1, 4] [1, 1]", ROW),
    (PAIR, "[{i}, {j}] [1, 2] [1, 2]", HALF),
    (PAIR, "[0, {i}] [2, 2] [1, 1]", SQUARE),
    (PAIR, "[0, {i}] [2, 2] [1, 2]", SQUARE),
    (PAIR, "[0, {i}] [%n2, %n2] [1, 1]", ANY),
    (SQUARE, "[{i}, 0] [1, 2] [1, 1]", HALF),
    (ANY, "[{i}, 0] [1, 2] [1, 1]", HALF),
    (ROW, "[0] [4] [1]", ROW),
]


def _slice(maker: Maker, values: Values) -> tuple[str, str, str]:
    whole, where, part = maker.rng.choice(SLICES)
    return whole, where.format(i=maker.index(values), j=maker.index(values)), part


def extract_slice(maker: Maker, values: Values, depth: int) -> None:
    whole, where, part = _slice(maker, values)
    source = maker.pick(values, whole)
    maker.new(f"tensor.extract_slice {source}{where} : {whole} to {part}", values, part)


def insert_slice(maker: Maker, values: Values, depth: int) -> None:
    whole, where, part = _slice(maker, values)
    source, dest = maker.pick(values, part), maker.pick(values, whole)
    line = f"tensor.insert_slice {source} into {dest}{where} : {part} into {whole}"
    maker.new(line, values, whole)


def tile(maker: Maker, values: Values, depth: int) -> None:
    """A part is taken out, changed and put back."""
    whole, where, part = _slice(maker, values)
    source = maker.pick(values, whole)
    taken = maker.new(f"tensor.extract_slice {source}{where} : {whole} to {part}", values, part)
    changed = maker.fill(values, part, taken)
    if maker.rng.random() < 0.3:
        insert(maker, values, depth)
    line = f"tensor.insert_slice {changed} into {source}{where} : {part} into {whole}"
    maker.new(line, values, whole)


RESHAPES = [
    ("tensor.collapse_shape {} [[0, 1]]", PAIR, LONG),
    ("tensor.expand_shape {} [[0, 1]] output_shape [2, 4]", LONG, PAIR),
    ("tensor.collapse_shape {} [[0, 1]]", SQUARE, ROW),
    ("tensor.expand_shape {} [[0, 1]] output_shape [2, 2]", ROW, SQUARE),
    ("tensor.collapse_shape {} [[0, 1]]", ANY, SOME),
]
CASTS = [(ROW, SOME), (SOME, ROW), (SQUARE, ANY), (ANY, SQUARE)]


def reshape(maker: Maker, values: Values, depth: int) -> None:
    form, source, result = maker.rng.choice(RESHAPES)
    operand = maker.pick(values, source)
    maker.new(f"{form.format(operand)} : {source} into {result}", values, result)


def dynamic_reshape(maker: Maker, values: Values, depth: int) -> None:
    source = maker.pick(values, ROW)
    shape = maker.new("tensor.from_elements %n2, %n2 : tensor<2xindex>")
    line = f"tensor.reshape {source}({shape}) : ({ROW}, tensor<2xindex>) -> {SQUARE}"
    maker.new(line, values, SQUARE)


def cast(maker: Maker, values: Values, depth: int) -> None:
    source, result = maker.rng.choice(CASTS)
    operand = maker.pick(values, source)
    maker.new(f"tensor.cast {operand} : {source} to {result}", values, result)


def select(maker: Maker, values: Values, depth: int) -> None:
    type = maker.rng.choice(COMMON)
    condition = maker.rng.choice(values["i1"])
    one, other = maker.pick(values, type), maker.pick(values, type)
    maker.new(f"arith.select {condition}, {one}, {other} : {type}", values, type)


def generic(maker: Maker, values: Values, depth: int) -> None:
    """A `linalg.generic` over tensors of one type, perhaps read backwards."""
    rng = maker.rng
    type = rng.choice(COMMON)
    identity = IDENTITIES[len(SHAPES[type])]
    first = identity
    if type in (SQUARE, ANY):
        first = rng.choice([identity, "affine_map<(i, j) -> (j, i)>"])
    elif type == ROW:
        first = rng.choice([identity, identity, "affine_map<(i) -> (3 - i)>"])
    last = "affine_map<(i, j) -> (i, 0)>" if type == PAIR and rng.random() < 0.3 else identity
    a, out = maker.pick(values, type), maker.pick(values, type)
    kinds = ", ".join('"parallel"' for _ in SHAPES[type])
    rhs = rng.choice(["%x", "%y"]) if last == identity else "%x"
    body = rng.choice([f"arith.addi %x, {rhs}", "arith.muli %x, %x"])
    if last != identity:
        # Each element is written by several iterations: the last one counts.
        body = "arith.addi %x, %x"
    scalar = maker.pick(values, "i32")
    maker.new(
        f"linalg.generic {{indexing_maps = [{first}, {last}], iterator_types = [{kinds}]}} "
        f"ins({a} : {type}) outs({out} : {type}) {{\n^bb0(%x: i32, %y: i32):\n%s = {body} : i32\n"
        f"%u = arith.addi %s, {scalar} : i32\nlinalg.yield %u : i32\n}} -> {type}",
        values,
        type,
    )


def named(maker: Maker, values: Values, depth: int) -> None:
    kind = maker.rng.randrange(7)
    if kind == 0:
        type = maker.rng.choice(COMMON)
        a, b, out = (maker.pick(values, type) for _ in range(3))
        op = maker.rng.choice(["add", "sub", "mul"])
        line = f"linalg.{op} ins({a}, {b} : {type}, {type}) outs({out} : {type}) -> {type}"
        maker.new(line, values, type)
    elif kind == 1:
        a, out = maker.pick(values, SQUARE), maker.pick(values, SQUARE)
        line = f"linalg.transpose ins({a} : {SQUARE}) outs({out} : {SQUARE}) permutation = [1, 0]"
        maker.new(line, values, SQUARE)
    elif kind == 2:
        a, out = maker.pick(values, ROW), maker.pick(values, PAIR)
        line = f"linalg.broadcast ins({a} : {ROW}) outs({out} : {PAIR}) dimensions = [0]"
        maker.new(line, values, PAIR)
    elif kind == 3:
        a, out = maker.pick(values, PAIR), maker.pick(values, ROW)
        maker.new(
            f"linalg.reduce {{arith.addi}} ins({a} : {PAIR}) outs({out} : {ROW}) dimensions = [0]",
            values,
            ROW,
        )
    elif kind == 4:
        a, b, out = (maker.pick(values, SQUARE) for _ in range(3))
        maker.new(
            f"linalg.matmul ins({a}, {b} : {SQUARE}, {SQUARE}) outs({out} : {SQUARE}) -> {SQUARE}",
            values,
            SQUARE,
        )
    elif kind == 5:
        a, out = maker.pick(values, LONG), maker.pick(values, LONG)
        line = f"linalg.copy ins({a} : {LONG}) outs({out} : {LONG}) -> {LONG}"
        maker.new(line, values, LONG)
    else:
        type = maker.rng.choice(COMMON)
        a, out = maker.pick(values, type), maker.pick(values, type)
        maker.new(
            f"linalg.map ins({a} : {type}) outs({out} : {type}) (%x: i32, %y: i32) {{\n"
            f"%s = arith.addi %x, {maker.rng.choice(['%x', '%y'])} : i32\nlinalg.yield %s : i32\n}}",
            values,
            type,
        )


def transfer_write(maker: Maker, values: Values, depth: int) -> None:
    """A vector is read from a tensor and written to another, perhaps under a mask."""
    rng = maker.rng
    type = rng.choice([ROW, LONG, SOME])
    source, dest = maker.pick(values, type), maker.pick(values, type)
    padding = maker.pick(values, "i32")
    vector = maker.new(
        f"vector.transfer_read {source}[{maker.index(values)}], {padding} : {type}, vector<4xi32>"
    )
    kind = rng.randrange(3)
    at, operands, bounds = maker.index(values), "", ""
    if kind == 0:
        at, bounds = "%c0", " {in_bounds = [true]}"
    elif kind == 1:
        operands = ", " + maker.new(f"vector.constant_mask [{rng.randint(1, 4)}] : vector<4xi1>")
    line = f"vector.transfer_write {vector}, {dest}[{at}]{operands}{bounds} : vector<4xi32>, {type}"
    maker.new(line, values, type)


def pad(maker: Maker, values: Values, depth: int) -> None:
    low = maker.rng.randrange(3)
    source, scalar = maker.pick(values, HALF), maker.pick(values, "i32")
    maker.new(
        f"tensor.pad {source} low[{low}] high[{2 - low}] {{\n^bb0(%i: index):\n"
        f"tensor.yield {scalar} : i32\n}} : {HALF} to {ROW}",
        values,
        ROW,
    )


def concat(maker: Maker, values: Values, depth: int) -> None:
    part, whole = maker.rng.choice([(HALF, ROW), (ROW, LONG)])
    a, b = maker.pick(values, part), maker.pick(values, part)
    maker.new(f"tensor.concat dim(0) {a}, {b} : ({part}, {part}) -> {whole}", values, whole)


def generate(maker: Maker, values: Values, depth: int) -> None:
    a = maker.pick(values, ROW)
    maker.new(
        f"tensor.generate {{\n^bb0(%i: index):\n%e = tensor.extract {a}[%i] : {ROW}\n"
        f"%w = tensor.insert %e into {a}[%c1] : {ROW}\n%f = tensor.extract %w[%c1] : {ROW}\n"
        f"%s = arith.addi %e, %f : i32\ntensor.yield %s : i32\n}} : {ROW}",
        values,
        ROW,
    )


def materialize(maker: Maker, values: Values, depth: int) -> None:
    type = maker.rng.choice(COMMON)
    source, contents = maker.pick(values, type), maker.pick(values, type)
    # It must be written to in place: nobody else has that destination.
    dest = maker.new(f"bufferization.alloc_tensor() copy({contents}) : {type}")
    maker.new(
        f"bufferization.materialize_in_destination {source} in {dest} : ({type}, {type}) -> {type}",
        values,
        type,
    )


def copy(maker: Maker, values: Values, depth: int) -> None:
    type = maker.rng.choice(COMMON)
    source = maker.pick(values, type)
    maker.new(f"bufferization.alloc_tensor() copy({source}) : {type}", values, type)


def load(maker: Maker, values: Values, depth: int) -> None:
    name = maker.rng.choice(["state", "fixed"])
    maker.new(f"ml_program.global_load @{name} : {ROW}", values, ROW)


def store(maker: Maker, values: Values, depth: int) -> None:
    if maker.may_print:  # not in threads
        maker.emit(f"ml_program.global_store @state = {maker.pick(values, ROW)} : {ROW}")


def call(maker: Maker, values: Values, depth: int) -> None:
    name, types, results = maker.rng.choice(maker.helpers)
    operands = [*PARAMETERS, *(maker.pick(values, type) for type in types)]
    maker.counter += 1
    name_of_results = f"%v{maker.counter}"
    inputs = ", ".join([*PARAMETER_TYPES, *types])
    maker.emit(
        f"{name_of_results}:{len(results)} = func.call @{name}({', '.join(operands)}) "
        f": ({inputs}) -> ({', '.join(results)})"
    )
    for number, type in enumerate(results):
        values.setdefault(type, []).append(f"{name_of_results}#{number}")


SIMPLE: list[Step] = [
    insert, insert, extract, fill, extract_slice, extract_slice, insert_slice, tile, tile,
    reshape, reshape, dynamic_reshape, cast, select, generic, generic, named, named,
    transfer_write, transfer_write, pad, concat, generate, materialize, copy, load, store,
]  # fmt: skip
