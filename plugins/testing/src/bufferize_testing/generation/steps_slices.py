"""Steps on slices of tensors, and on tensors of other shapes."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from bufferize_testing.generation.text import I32, TENSORS, Maker, Shape, Value, Values, tensor_type


class Slice(NamedTuple):
    """A slice of a tensor: its offsets, sizes and strides, type and shape."""

    offsets: list[str]
    sizes: list[str]
    strides: list[str]
    extents: Shape
    type: str
    shape: Shape

    @property
    def where(self) -> str:
        parts = (self.offsets, self.sizes, self.strides)
        return " ".join(f"[{', '.join(part)}]" for part in parts)


def _place(maker: Maker, scope: Values, extent: int, size: int, reads: bool) -> tuple[str, str]:
    """Return an offset and a stride in bounds."""
    rng = maker.rng
    strides = [1] * 6
    if "strides" in maker.style.weights:
        strides += [2, 2, -1, -1]
        if reads:
            strides += [0]
    if size == 1:
        strides = [1]  # mlir-opt cannot lower others where the rank is reduced
    stride = rng.choice([s for s in strides if (size - 1) * abs(s) < extent])
    span = (size - 1) * stride
    low, high = max(0, -span), extent - 1 - max(0, span)
    offset = str(rng.randint(low, high))
    if low == 0 and maker.chance(0.6):
        offset = maker.index(scope, high + 1)[0]
    if stride != 1 and maker.chance(0.2):
        return offset, maker.constant(stride)
    return offset, str(stride)


def slice_of(
    maker: Maker, scope: Values, whole: Value, reads: bool = True, like: Slice | None = None
) -> Slice:
    """Return a slice, maybe of the size of `like`; only slices to read may repeat elements."""
    if like is None:
        like = _sizes(maker, whole.shape)
    pairs = zip(whole.shape, like.extents, strict=True)
    places = [_place(maker, scope, extent, size, reads) for extent, size in pairs]
    offsets, strides = [offset for offset, _ in places], [stride for _, stride in places]
    return like._replace(offsets=offsets, strides=strides)


def _sizes(maker: Maker, whole: Shape) -> Slice:
    """Return the sizes of a slice."""
    rng = maker.rng
    sizes: list[str] = []
    extents: list[int] = []
    types: list[int | str] = []
    shape: list[int] = []
    for extent in whole:
        size = rng.choice([extent, 1, max(1, extent // 2), rng.randint(1, extent)])
        fixed = not maker.chance(maker.style.dynamic)
        extents.append(size)
        sizes.append(str(size) if fixed else maker.size(size))
        if size == 1 and fixed and len(whole) > 1 and maker.chance(0.5):
            continue  # rank-reduced
        types.append(size if fixed else "?")
        shape.append(size)
    return Slice([], sizes, [], tuple(extents), tensor_type(types), tuple(shape))


def straight(whole: Value, stride: int = 1) -> Slice:
    """Return the slice of a whole tensor, reversed for a stride of -1."""
    offsets = [str(0 if stride > 0 else extent - 1) for extent in whole.shape]
    sizes = [str(extent) for extent in whole.shape]
    strides = [str(stride)] * len(sizes)
    return Slice(offsets, sizes, strides, whole.shape, tensor_type(whole.shape), whole.shape)


def extract(maker: Maker, scope: Values, source: Value, part: Slice) -> Value:
    """Add an extraction; return the slice."""
    line = f"tensor.extract_slice {source.name}{part.where} : {source.type} to {part.type}"
    return maker.new(line, scope, part.type, part.shape, source.defined)


def insert(maker: Maker, scope: Values, source: Value, dest: Value, part: Slice) -> Value:
    """Add an insertion; return the new tensor."""
    line = (
        f"tensor.insert_slice {source.name} into {dest.name}{part.where} "
        f": {part.type} into {dest.type}"
    )
    covers = prod(part.shape) == prod(dest.shape)
    defined = source.defined and (dest.defined or covers)
    return maker.new(line, scope, dest.type, dest.shape, defined)


@TENSORS.step("slices", 2)
def _extract_slice(maker: Maker, scope: Values, depth: int) -> None:
    source = maker.tensor(scope)
    made = extract(maker, scope, source, slice_of(maker, scope, source))
    if made.defined and maker.chance(0.3):
        maker.print(scope, made)


@TENSORS.step("slices", 2)
def _insert_slice(maker: Maker, scope: Values, depth: int) -> None:
    dest = maker.tensor(scope)
    part = slice_of(maker, scope, dest, reads=False)
    source = maker.tensor(scope, type=part.type, shape=part.shape)
    made = insert(maker, scope, source, dest, part)
    if made.defined and maker.chance(0.4):
        maker.print(scope, made)


def changed(maker: Maker, scope: Values, tensor: Value) -> Value:
    """Add an update of a tensor; return the new one."""
    kind = maker.rng.randrange(4)
    if kind == 0:
        at = maker.indices(scope, tensor.shape)
        line = f"tensor.insert {maker.scalar(scope)} into {tensor.name}[{at}] : {tensor.type}"
        return maker.new(line, scope, tensor.type, tensor.shape, tensor.defined)
    if kind == 1 and tensor.defined:
        line = (
            f"linalg.add ins({tensor.name}, {tensor.name} : {tensor.type}, {tensor.type}) "
            f"outs({tensor.name} : {tensor.type}) -> {tensor.type}"
        )
        return maker.new(line, scope, tensor.type, tensor.shape)
    return maker.fill(scope, tensor)


@TENSORS.step("tiles", 3)
def tile(maker: Maker, scope: Values, depth: int) -> None:
    """Extract or create a slice, change it, and insert it there or elsewhere."""
    whole = maker.tensor(scope)
    part = slice_of(maker, scope, whole, reads=False)
    if maker.chance(0.7):
        taken = extract(maker, scope, whole, part)
    else:
        taken = maker.empty(scope, part.type, part.shape)
    made = changed(maker, scope, taken)
    if maker.chance(0.2):
        maker.steps(scope, 1, 0)
    dest = whole if maker.chance(0.8) else maker.like(scope, whole)
    result = insert(maker, scope, made, dest, part)
    if result.defined and maker.chance(0.6):
        maker.print(scope, result)


@TENSORS.step("tiles")
def move(maker: Maker, scope: Values, depth: int) -> None:
    """Insert a slice elsewhere in the same tensor."""
    whole = maker.tensor(scope)
    source = slice_of(maker, scope, whole)
    dest = slice_of(maker, scope, whole, reads=False, like=source)
    taken = extract(maker, scope, whole, source)
    result = insert(maker, scope, taken, whole, dest)
    if result.defined and maker.chance(0.6):
        maker.print(scope, result)


@TENSORS.step("strides")
def reverse(maker: Maker, scope: Values, depth: int) -> None:
    """Extract a reversed tensor, and maybe insert it into the original."""
    whole = maker.tensor(scope)
    taken = extract(maker, scope, whole, straight(whole, -1))
    if whole.type == taken.type and maker.chance(0.4):
        line = (
            f"bufferization.materialize_in_destination {taken.name} in {whole.name} : "
            f"({taken.type}, {taken.type}) -> {taken.type}"
        )
        made = maker.new(line, scope, taken.type, whole.shape, whole.defined)
    else:
        made = insert(maker, scope, taken, whole, straight(whole))
    if made.defined and maker.chance(0.7):
        maker.print(scope, made)


@TENSORS.step("strides")
def same_place(maker: Maker, scope: Values, depth: int) -> None:
    """Extract a slice with a stride of 0, which repeats one element, and change one copy."""
    whole = maker.tensor(scope, rank=1)
    at = maker.index(scope, whole.shape[0])[0]
    part = Slice([at], ["2"], ["0"], (2,), tensor_type([2]), (2,))
    taken = extract(maker, scope, whole, part)
    if maker.chance(0.7):
        where = maker.indices(scope, (2,))
        line = f"tensor.insert {maker.scalar(scope)} into {taken.name}[{where}] : {taken.type}"
        taken = maker.new(line, scope, taken.type, taken.shape, taken.defined)
    if taken.defined and maker.chance(0.8):
        maker.print(scope, taken)


@TENSORS.step("shapes", 2)
def _reshape(maker: Maker, scope: Values, depth: int) -> None:
    source = maker.tensor(scope)
    count, type = prod(source.shape), source.type
    if len(source.shape) == 2:
        result = tensor_type(["?" if source.is_dynamic else count])
        line = f"tensor.collapse_shape {source.name} [[0, 1]] : {type} into {result}"
        maker.new(line, scope, result, (count,), source.defined)
    elif len(source.shape) == 1 and count % 2 == 0 and not source.is_dynamic:
        result = tensor_type([2, count // 2])
        line = (
            f"tensor.expand_shape {source.name} [[0, 1]] output_shape [2, {count // 2}] "
            f": {type} into {result}"
        )
        maker.new(line, scope, result, (2, count // 2), source.defined)


@TENSORS.step("shapes")
def _dynamic_reshape(maker: Maker, scope: Values, depth: int) -> None:
    source = maker.tensor(scope, static=True)
    count = prod(source.shape)
    shape = (2, count // 2) if count % 2 == 0 and maker.chance(0.5) else (count,)
    extents = f"tensor<{len(shape)}xindex>"
    sizes = ", ".join(maker.size(extent) for extent in shape)
    name = maker.name()
    maker.emit(f"{name} = tensor.from_elements {sizes} : {extents}")
    result = tensor_type(shape)
    line = f"tensor.reshape {source.name}({name}) : ({source.type}, {extents}) -> {result}"
    maker.new(line, scope, result, shape, source.defined)


@TENSORS.step("shapes")
def _pad(maker: Maker, scope: Values, depth: int) -> None:
    source, scalar = maker.tensor(scope, static=True, rank=1), maker.scalar(scope)
    low, high = maker.rng.randrange(2), maker.rng.randrange(2)
    result = (source.shape[0] + low + high,)
    line = (
        f"tensor.pad {source.name} low[{low}] high[{high}] {{\n^bb0(%i: index):\n"
        f"tensor.yield {scalar} : i32\n}} : {source.type} to {tensor_type(result)}"
    )
    maker.new(line, scope, tensor_type(result), result, source.defined)


@TENSORS.step("shapes")
def _concat(maker: Maker, scope: Values, depth: int) -> None:
    a = maker.tensor(scope, static=True)
    if not a.shape:
        return
    b = maker.like(scope, a)
    shape = (2 * a.shape[0], *a.shape[1:])
    type = tensor_type(shape)
    line = f"tensor.concat dim(0) {a.name}, {b.name} : ({a.type}, {b.type}) -> {type}"
    maker.new(line, scope, type, shape, a.defined and b.defined)


@TENSORS.step("shapes")
def generate(maker: Maker, scope: Values, depth: int) -> None:
    """Generate a tensor from another one, which the body changes for each element."""
    a = maker.tensor(scope, rank=1, defined=True)
    at = maker.index(scope, a.shape[0])[0]
    type = tensor_type(a.shape)
    line = (
        f"tensor.generate {{\n^bb0(%i: index):\n%e = tensor.extract {a.name}[%i] : {a.type}\n"
        f"%w = tensor.insert {maker.scalar(scope)} into {a.name}[%i] : {a.type}\n"
        f"%f = tensor.extract %w[{at}] : {a.type}\n"
        f"%s = arith.addi %e, %f : i32\ntensor.yield %s : i32\n}} : {type}"
    )
    maker.new(line, scope, type, a.shape)


@TENSORS.step("shapes")
def _splat(maker: Maker, scope: Values, depth: int) -> None:
    shape = maker.shape()
    type = tensor_type(shape)
    maker.new(f"tensor.splat {maker.scalar(scope)} : {type}", scope, type, shape)


@TENSORS.step("sizes", 2)
def insert_of_unknown_size(maker: Maker, scope: Values, depth: int) -> None:
    """Insert a tensor into a slice with a computed extent."""
    source = maker.pick(
        scope,
        lambda v: v.is_tensor and v.is_dynamic and len(v.shape) == 1 and v.element == I32,
    )
    if source is None:
        condition = maker.truth()
        sizes = [maker.rng.choice([1, 2, 4]) for _ in range(2)]
        both = []
        for size in sizes:
            empty = maker.empty(scope, tensor_type("?"), (size,))
            both.append(maker.fill(scope, empty))
        one, other = both
        taken = one if condition.known else other
        line = f"arith.select {condition.name}, {one.name}, {other.name} : {one.type}"
        source = maker.new(line, scope, one.type, taken.shape)
    dest = maker.fresh(scope, tensor_type("?"), (maker.rng.choice([2, 4]),), True)
    if dest.shape[0] < source.shape[0]:
        return
    extent = maker.size(source.shape[0])
    part = Slice(["0"], [extent], ["1"], source.shape, source.type, source.shape)
    made = insert(maker, scope, source, dest, part)
    if made.defined:
        maker.print(scope, made)
