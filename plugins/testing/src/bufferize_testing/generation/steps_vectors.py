"""Steps of vectors that are read from tensors and written to them."""

from __future__ import annotations

from bufferize_testing.generation.text import (
    TENSORS,
    Maker,
    Shape,
    Value,
    Values,
    tensor_type,
    vector_type,
)

VSCALE = 2
"""The value of vscale in the programs."""


def _vector(maker: Maker, scope: Values, shape: Shape) -> Value:
    """Return a vector of numbers, known or new."""
    type = vector_type(shape)
    known = maker.pick(scope, lambda v: v.type == type and v.defined)
    if known is not None and maker.chance(0.5):
        return known
    maker.numbers += 1
    name = maker.constant(f"dense<{maker.numbers}>", type)
    return scope.add(Value(name, type, shape))


def _starts(maker: Maker, scope: Values, shape: Shape) -> tuple[list[str], list[int]]:
    pairs = [maker.index(scope, extent) for extent in shape]
    return [name for name, _ in pairs], [limit for _, limit in pairs]


def _map(maker: Maker, rank: int, count: int) -> list[int]:
    """Return a permutation map from tensor dimensions to vector dimensions."""
    dims = maker.rng.sample(range(rank), count)
    return sorted(dims) if maker.chance(0.5) else dims


def _attributes(maker: Maker, rank: int, map: list[str], inside: list[bool]) -> str:
    loops = [f"d{i}" for i in range(rank)]
    parts = []
    if map != loops[rank - len(map) :]:
        parts.append(f"permutation_map = affine_map<({', '.join(loops)}) -> ({', '.join(map)})>")
    if any(inside):
        bounds = ", ".join("true" if b else "false" for b in inside)
        parts.append(f"in_bounds = [{bounds}]")
    return f" {{{', '.join(parts)}}}" if parts else ""


def _mask(maker: Maker, shape: Shape) -> str:
    """Return a mask operand of this shape, before permutation, or an empty text."""
    if not shape or "masks" not in maker.style.weights or not maker.chance(0.5):
        return ""
    sizes = [maker.rng.randint(0, extent) for extent in shape]
    name, type = maker.name("m"), vector_type(shape, "i1")
    if maker.chance(0.5):
        maker.emit(f"{name} = vector.create_mask {', '.join(map(maker.size, sizes))} : {type}")
    else:
        sizes = sizes if all(sizes) else [0 for _ in sizes]
        maker.emit(f"{name} = vector.constant_mask [{', '.join(map(str, sizes))}] : {type}")
    return f", {name}"


@TENSORS.step("vectors", 3)
def _transfer_write(maker: Maker, scope: Values, depth: int) -> None:
    rng = maker.rng
    dest = maker.tensor(scope)
    rank = len(dest.shape)
    count = rng.choice([n for n in (0, 1, 1, 2) if n <= rank])
    dims = _map(maker, rank, count)
    starts, limits = _starts(maker, scope, dest.shape)
    if maker.chance(0.5):
        starts = [maker.constant(0)] * rank
        limits = [1] * rank
    shape = tuple(rng.choice([dest.shape[d], dest.shape[d], 1, 2, 4]) for d in dims)
    vector = _vector(maker, scope, shape)
    fits = [limits[d] - 1 + n <= dest.shape[d] for d, n in zip(dims, shape, strict=True)]
    inside = [fit and maker.chance(0.8) for fit in fits]
    attributes = _attributes(maker, rank, [f"d{d}" for d in dims], inside)
    mask = _mask(maker, tuple(shape[dims.index(d)] for d in sorted(dims)))
    line = (
        f"vector.transfer_write {vector.name}, {dest.name}[{', '.join(starts)}]{mask}{attributes} "
        f": {vector.type}, {dest.type}"
    )
    covers = not mask and sorted(dims) == list(range(rank)) and limits == [1] * rank
    covers = covers and all(n >= dest.shape[d] for d, n in zip(dims, shape, strict=True))
    made = maker.new(line, scope, dest.type, dest.shape, dest.defined or covers)
    if made.defined and maker.chance(0.5):
        maker.print(scope, made)


@TENSORS.step("vectors", 2)
def _transfer_read(maker: Maker, scope: Values, depth: int) -> None:
    rng = maker.rng
    source = maker.tensor(scope, defined=True)
    rank = len(source.shape)
    count = rng.choice([n for n in (0, 1, 1, 2) if n <= rank])
    dims = _map(maker, rank, count)
    starts, limits = _starts(maker, scope, source.shape)
    shape = tuple(rng.choice([source.shape[d], source.shape[d], 1, 2, 4]) for d in dims)
    names = [f"d{d}" for d in dims]
    fits = [limits[d] - 1 + n <= source.shape[d] for d, n in zip(dims, shape, strict=True)]
    inside = [fit and maker.chance(0.8) for fit in fits]
    mask = _mask(maker, tuple(shape[dims.index(d)] for d in sorted(dims)))
    if not mask and count == 1 and maker.chance(0.15):
        names, shape, inside = ["0", *names], (2, *shape), [True, *inside]  # repeated lanes
    attributes = _attributes(maker, rank, names, inside)
    type = vector_type(shape)
    made = maker.new(
        f"vector.transfer_read {source.name}[{', '.join(starts)}], {maker.scalar(scope)}{mask}"
        f"{attributes} : {source.type}, {type}",
        scope,
        type,
        shape,
    )
    if maker.chance(0.4):
        maker.emit(f"vector.print {made.name} : {type}")


@TENSORS.step("vectors", 2)
def write_over_part(maker: Maker, scope: Values, depth: int) -> None:
    """Extract and change a slice, and write a vector to the original place."""
    whole = maker.tensor(scope, rank=1, static=True)
    size = maker.rng.randint(1, whole.shape[0])
    at = maker.index(scope, whole.shape[0] - size + 1)[0]
    type = tensor_type([size])
    line = f"tensor.extract_slice {whole.name}[{at}] [{size}] [1] : {whole.type} to {type}"
    part = maker.new(line, scope, type, (size,), whole.defined)
    maker.print(scope, maker.fill(scope, part))
    vector = _vector(maker, scope, (size,))
    line = (
        f"vector.transfer_write {vector.name}, {whole.name}[{at}] {{in_bounds = [true]}} "
        f": {vector.type}, {whole.type}"
    )
    made = maker.new(line, scope, whole.type, whole.shape, whole.defined)
    if made.defined:
        maker.print(scope, made)


@TENSORS.step("vector_elements", 3)
def of_vectors(maker: Maker, scope: Values, depth: int) -> None:
    """Add operations on tensors with vector elements."""
    element = vector_type((2,))
    known = maker.pick(scope, lambda v: v.is_tensor and v.element == element)
    if known is None:
        count = maker.rng.choice([2, 3])
        names = ", ".join(_vector(maker, scope, (2,)).name for _ in range(count))
        type = tensor_type((count,), element)
        known = maker.new(f"tensor.from_elements {names} : {type}", scope, type, (count,))
    made = maker.rng.choice(_CHANGES)(maker, scope, known)
    if made is known or maker.chance(0.5):
        at = maker.indices(scope, made.shape)
        vector = maker.new(f"tensor.extract {made.name}[{at}] : {made.type}", scope, element, (2,))
        maker.emit(f"vector.print {vector.name} : {element}")


def _same(maker: Maker, scope: Values, tensor: Value) -> Value:
    return tensor


def _inserted(maker: Maker, scope: Values, tensor: Value) -> Value:
    at, vector = maker.indices(scope, tensor.shape), _vector(maker, scope, (2,))
    line = f"tensor.insert {vector.name} into {tensor.name}[{at}] : {tensor.type}"
    return maker.new(line, scope, tensor.type, tensor.shape)


def _written(maker: Maker, scope: Values, tensor: Value) -> Value:
    at, vector = maker.indices(scope, tensor.shape), _vector(maker, scope, (2,))
    line = (
        f"vector.transfer_write {vector.name}, {tensor.name}[{at}] : {vector.type}, {tensor.type}"
    )
    return maker.new(line, scope, tensor.type, tensor.shape)


def _part(maker: Maker, scope: Values, tensor: Value) -> Value:
    size = maker.rng.randint(1, tensor.shape[0])
    offset = maker.rng.randint(0, tensor.shape[0] - size)
    type = tensor_type((size,), tensor.element)
    line = f"tensor.extract_slice {tensor.name}[{offset}] [{size}] [1] : {tensor.type} to {type}"
    return maker.new(line, scope, type, (size,))


def _with_part(maker: Maker, scope: Values, tensor: Value) -> Value:
    source = maker.pick(
        scope,
        lambda v: v.is_tensor and v.element == tensor.element and v.shape[0] <= tensor.shape[0],
    )
    assert source is not None
    size = source.shape[0]
    offset = maker.rng.randint(0, tensor.shape[0] - size)
    line = (
        f"tensor.insert_slice {source.name} into {tensor.name}[{offset}] [{size}] [1]"
        f" : {source.type} into {tensor.type}"
    )
    return maker.new(line, scope, tensor.type, tensor.shape)


def _changed_part(maker: Maker, scope: Values, tensor: Value) -> Value:
    """Change and print a slice; return the whole tensor with one element written."""
    part = _inserted(maker, scope, _part(maker, scope, tensor))
    at = maker.indices(scope, part.shape)
    vector = maker.new(f"tensor.extract {part.name}[{at}] : {part.type}", scope, part.element, (2,))
    maker.emit(f"vector.print {vector.name} : {part.element}")
    return _written(maker, scope, tensor)


_CHANGES = (_same, _inserted, _written, _part, _with_part, _changed_part)


@TENSORS.step("scalable", 3)
def scalable(maker: Maker, scope: Values, depth: int) -> None:
    """Add operations on scalable vectors."""
    tensor = maker.tensor(scope, defined=True)
    rank = len(tensor.shape)
    if not rank:
        return
    type = vector_type(("[2]",))
    starts, _ = _starts(maker, scope, tensor.shape)
    lanes = (2 * VSCALE,)
    if maker.chance(0.5):
        known = maker.pick(scope, lambda v: v.type == type)
        if known is None or maker.chance(0.5):
            maker.numbers += 1
            name = maker.constant(f"dense<{maker.numbers}>", type)
            known = scope.add(Value(name, type, lanes))
        line = (
            f"vector.transfer_write {known.name}, {tensor.name}[{', '.join(starts)}] "
            f": {type}, {tensor.type}"
        )
        made = maker.new(line, scope, tensor.type, tensor.shape)
        if maker.chance(0.5):
            maker.print(scope, made)
        return
    line = (
        f"vector.transfer_read {tensor.name}[{', '.join(starts)}], {maker.number()} "
        f": {tensor.type}, {type}"
    )
    made = maker.new(line, scope, type, lanes)
    if maker.chance(0.6):
        maker.emit(f"vector.print {made.name} : {type}")
