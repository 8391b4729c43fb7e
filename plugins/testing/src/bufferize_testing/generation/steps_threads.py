"""Steps with regions that may be executed in parallel."""

from __future__ import annotations

from bufferize_testing.generation.steps_regions import arguments, bind
from bufferize_testing.generation.text import TENSORS, Maker, Value, Values, tensor_type


def _sliced(maker: Maker, scope: Values, tensor: Value, offset: str, size: int) -> Value:
    """Return a slice along the first dimension."""
    rest = "".join(f", {extent}" for extent in tensor.shape[1:])
    zeros, ones = ", 0" * (len(tensor.shape) - 1), ", 1" * (len(tensor.shape) - 1)
    shape = (size, *tensor.shape[1:])
    type = tensor_type(shape)
    line = (
        f"tensor.extract_slice {tensor.name}[{offset}{zeros}] [{size}{rest}] [1{ones}] "
        f": {tensor.type} to {type}"
    )
    return maker.new(line, scope, type, shape, tensor.defined)


@TENSORS.step("threads", 3, nested=True)
def threads(maker: Maker, scope: Values, depth: int) -> None:
    """Add `scf.forall`, whose threads read the initial shared tensors and insert slices."""
    rng = maker.rng
    outside = scope.copy()
    count = rng.choice([1, 1, 2, 2])
    shared: list[Value] = []
    for _ in range(rng.choice([1, 1, 2])):
        if shared and maker.chance(0.4):
            shared.append(shared[-1])
            continue
        tensor = maker.tensor(outside)
        if not tensor.shape or tensor.shape[0] % count:
            tensor = maker.tensor(outside, shape=rng.choice([(2,), (4,), (2, 2)]))
        shared.append(tensor)
    outputs = arguments(maker, shared)
    induction = Value(maker.name("i"), "index", limit=count)
    pairs = zip(outputs, shared, strict=True)
    pairing = ", ".join(f"{output.name} = {tensor.name}" for output, tensor in pairs)
    types = [value.type for value in shared]
    bound = maker.size(count) if maker.chance(0.2) else str(count)
    names = maker.results(
        f"scf.forall ({induction.name}) in ({bound}) shared_outs({pairing}) "
        f"-> ({', '.join(types)}) {{",
        types,
    )
    inner = outside.copy(induction, *outputs)
    offsets: dict[int, str] = {}
    for output in outputs:
        if maker.chance(0.7):
            _own(maker, inner, output, induction, count, offsets)
    maker.steps(inner, 4, depth - 1)
    insertions = []
    results = []
    for output in outputs:
        defined = output.defined
        parts = _own(maker, inner, output, induction, count, offsets)
        rng.shuffle(parts)
        for where, part in parts[: rng.randint(1, len(parts))]:
            source = maker.tensor(inner, type=part.type, shape=part.shape, defined=output.defined)
            defined = defined and source.defined
            line = f"tensor.parallel_insert_slice {source.name} into {output.name}{where}"
            insertions.append(f"{line} : {source.type} into {output.type}")
        results.append(output._replace(defined=defined))
    maker.emit("scf.forall.in_parallel {")
    for line in insertions:
        maker.emit(line)
    maker.emit("}\n}")
    bind(scope, names, results)
    for name, value in zip(names, results, strict=True):
        if value.defined and maker.chance(0.5):
            maker.print(scope, value._replace(name=name))


def _own(
    maker: Maker,
    scope: Values,
    output: Value,
    induction: Value,
    count: int,
    offsets: dict[int, str],
) -> list[tuple[str, Value]]:
    """Return the slices that belong to a thread, with their offsets."""
    size = output.shape[0] // count
    if count == 1 and size > 1 and maker.chance(0.6):
        cut = maker.rng.randint(1, size - 1)
        places = [("0", cut), (str(cut), size - cut)]
    elif size > 1:
        if size not in offsets:
            offsets[size] = maker.name()
            line = f"arith.muli {induction.name}, {maker.constant(size)} : index"
            maker.emit(f"{offsets[size]} = {line}")
        places = [(offsets[size], size)]
    else:
        places = [(induction.name, size)]
    parts = []
    rest = "".join(f", {extent}" for extent in output.shape[1:])
    zeros, ones = ", 0" * (len(output.shape) - 1), ", 1" * (len(output.shape) - 1)
    for offset, extent in places:
        where = f"[{offset}{zeros}] [{extent}{rest}] [1{ones}]"
        parts.append((where, _sliced(maker, scope, output, offset, extent)))
    return parts


@TENSORS.step("plain_threads", 3, nested=True)
def threads_without_outputs(maker: Maker, scope: Values, depth: int) -> None:
    """Add `scf.forall` without results."""
    induction = Value(maker.name("i"), "index", limit=2)
    maker.emit(f"scf.forall ({induction.name}) in (2) {{")
    maker.steps(scope.copy(induction), 4, depth - 1)
    maker.emit("}")


@TENSORS.step("parallel", 3, nested=True)
def _parallel(maker: Maker, scope: Values, depth: int) -> None:
    induction = Value(maker.name("i"), "index", limit=2)
    zero, one, two = (maker.constant(n) for n in (0, 1, 2))
    maker.emit(f"scf.parallel ({induction.name}) = ({zero}) to ({two}) step ({one}) {{")
    inner = scope.copy(induction)
    maker.steps(inner, 4, depth - 1)
    maker.emit("scf.reduce\n}")


@TENSORS.step("parallel", 2, nested=True)
def _affine_parallel(maker: Maker, scope: Values, depth: int) -> None:
    induction = Value(maker.name("i"), "index", limit=2)
    maker.emit(f"affine.parallel ({induction.name}) = (0) to (2) {{")
    maker.steps(scope.copy(induction), 4, depth - 1)
    maker.emit("}")


@TENSORS.step("shape_reduce", 2, nested=True)
def reduction(maker: Maker, scope: Values, depth: int) -> None:
    """Add `shape.reduce`, whose body runs for each extent."""
    shape = maker.name()
    maker.emit(f"{shape} = shape.const_shape [2, 3] : !shape.shape")
    number, extent, sum = maker.name("i"), maker.name("e"), maker.name("s")
    result = maker.name()
    maker.emit(
        f"{result} = shape.reduce({shape}, {maker.constant(0)}) : !shape.shape -> index {{\n"
        f"^bb0({number}: index, {extent}: !shape.size, {sum}: index):"
    )
    inner = scope.copy(Value(number, "index", limit=2))
    maker.steps(inner, 4, depth - 1)
    following = maker.name()
    maker.emit(f"{following} = arith.addi {sum}, {number} : index")
    maker.emit(f"shape.yield {following} : index\n}}")
    scope.add(Value(result, "index"))
