"""Steps on whole tensors and single elements."""

from __future__ import annotations

from bufferize_testing.generation.text import I32, TENSORS, Maker, Value, Values, tensor_type


@TENSORS.step("print", 4)
def _print_tensor(maker: Maker, scope: Values, depth: int) -> None:
    maker.print(scope, maker.tensor(scope, defined=True))


@TENSORS.step("print")
def _print_scalar(maker: Maker, scope: Values, depth: int) -> None:
    known = maker.pick(scope, lambda v: v.type in (I32, "index") and v.defined)
    if known is not None:
        maker.emit(f"vector.print {known.name} : {known.type}")


@TENSORS.step("elements", 2)
def _insert(maker: Maker, scope: Values, depth: int) -> None:
    dest = maker.tensor(scope)
    scalar, at = maker.scalar(scope), maker.indices(scope, dest.shape)
    line = f"tensor.insert {scalar} into {dest.name}[{at}] : {dest.type}"
    made = maker.new(line, scope, dest.type, dest.shape, dest.defined)
    if made.defined and maker.chance(0.4):
        maker.print(scope, made)


@TENSORS.step("elements")
def _extract(maker: Maker, scope: Values, depth: int) -> None:
    tensor = maker.tensor(scope, defined=True)
    at = maker.indices(scope, tensor.shape)
    maker.new(f"tensor.extract {tensor.name}[{at}] : {tensor.type}", scope, I32)


@TENSORS.step("elements", 2)
def _fill(maker: Maker, scope: Values, depth: int) -> None:
    made = maker.fill(scope, maker.tensor(scope))
    if maker.chance(0.4):
        maker.print(scope, made)


@TENSORS.step("empties")
def _empty(maker: Maker, scope: Values, depth: int) -> None:
    shape = maker.shape()
    maker.empty(scope, maker.type(shape), shape)


@TENSORS.step("empties", 2)
def fill_empty(maker: Maker, scope: Values, depth: int) -> None:
    """Fill an empty tensor, which may have other users."""
    known = maker.pick(scope, lambda v: v.is_tensor and v.element == I32 and not v.defined)
    if known is None:
        shape = maker.shape()
        known = maker.empty(scope, maker.type(shape), shape)
    made = maker.fill(scope, known)
    if maker.chance(0.5):
        maker.print(scope, made)


@TENSORS.step("sizes")
def _select(maker: Maker, scope: Values, depth: int) -> None:
    condition, one = maker.truth(), maker.tensor(scope)
    if one.is_dynamic:
        other = maker.tensor(scope, type=one.type)  # maybe of another size
    else:
        other = maker.like(scope, one)
    taken = one if condition.known else other
    line = f"arith.select {condition.name}, {one.name}, {other.name} : {one.type}"
    maker.new(line, scope, one.type, taken.shape, taken.defined)


@TENSORS.step("sizes")
def _dim(maker: Maker, scope: Values, depth: int) -> None:
    tensor = maker.pick(scope, lambda v: v.is_tensor and bool(v.shape) and v.is_dynamic)
    if tensor is None:
        return
    number = maker.rng.randrange(len(tensor.shape))
    line = f"tensor.dim {tensor.name}, {maker.constant(number)} : {tensor.type}"
    made = maker.new(line, scope, "index")
    maker.emit(f"vector.print {made.name} : index")


@TENSORS.step("sizes")
def _cast(maker: Maker, scope: Values, depth: int) -> None:
    source = maker.tensor(scope)
    type = maker.type(source.shape) if maker.chance(0.7) else tensor_type(source.shape)
    if type != source.type:
        line = f"tensor.cast {source.name} : {source.type} to {type}"
        maker.new(line, scope, type, source.shape, source.defined)


@TENSORS.step("indices")
def _add_index(maker: Maker, scope: Values, depth: int) -> None:
    a = maker.pick(scope, lambda v: v.type == "index" and v.limit > 0)
    if a is None:
        return
    kind = maker.rng.randrange(4)
    if kind == 0:
        line, limit = f"arith.addi {a.name}, {maker.constant(1)} : index", a.limit + 1
    elif kind == 1:
        line, limit = f"arith.muli {a.name}, {maker.constant(2)} : index", 2 * a.limit - 1
    elif kind == 2:
        # the other way round: limit - 1 - a
        line, limit = f"arith.subi {maker.constant(a.limit - 1)}, {a.name} : index", a.limit
    else:
        line, limit = f"affine.apply affine_map<(d0) -> (d0 + 1)>({a.name})", a.limit + 1
    value = Value(maker.name(), "index", limit=limit)
    maker.emit(f"{value.name} = {line}")
    scope.add(value)


@TENSORS.step("indices")
def _add(maker: Maker, scope: Values, depth: int) -> None:
    a, b = maker.scalar(scope), maker.scalar(scope)
    maker.new(f"arith.addi {a}, {b} : i32", scope, I32)


@TENSORS.step("copies")
def _copy(maker: Maker, scope: Values, depth: int) -> None:
    source = maker.tensor(scope)
    line = f"bufferization.alloc_tensor() copy({source.name}) : {source.type}"
    maker.new(line, scope, source.type, source.shape, source.defined)


@TENSORS.step("copies")
def _alloc_tensor(maker: Maker, scope: Values, depth: int) -> None:
    shape = maker.shape()
    type = tensor_type(shape)
    maker.new(f"bufferization.alloc_tensor() : {type}", scope, type, shape, False)


@TENSORS.step("materialize")
def _materialize(maker: Maker, scope: Values, depth: int) -> None:
    source = maker.tensor(scope)
    dest = maker.like(scope, source)
    if maker.chance(0.5):
        # It must be in place: the destination has no other uses.
        line = f"bufferization.alloc_tensor() copy({dest.name}) : {dest.type}"
        dest = maker.new(line, scope, dest.type, dest.shape, dest.defined)
    line = (
        f"bufferization.materialize_in_destination {source.name} in {dest.name} : "
        f"({source.type}, {dest.type}) -> {dest.type}"
    )
    maker.new(line, scope, dest.type, dest.shape, source.defined)


@TENSORS.step("dealloc")
def dealloc(maker: Maker, scope: Values, depth: int) -> None:
    """Free a tensor, here or in a function; later it is at most overwritten.

    Tensors computed from it may still be used.
    """
    known = maker.pick(scope, lambda v: v.name in maker.own_tensors)
    if known is None:
        shape = maker.shape()
        made = maker.dense(scope, shape)
        line = f"bufferization.alloc_tensor() copy({made.name}) : {made.type}"
        maker.own_tensors.add(maker.new(line, scope, made.type, shape).name)
        return
    scope.remove(known)
    maker.own_tensors.remove(known.name)
    if maker.chance(0.6):
        maker.emit(f"bufferization.dealloc_tensor {known.name} : {known.type}")
    else:
        name = f"drop_{'_'.join(map(str, known.shape))}"
        maker.helpers.add(
            f"func.func private @{name}(%t: {known.type}) {{\n"
            f"bufferization.dealloc_tensor %t : {known.type}\nreturn\n}}"
        )
        maker.emit(f"func.call @{name}({known.name}) : ({known.type}) -> ()")
    if maker.chance(0.4):
        maker.fill(scope, known)


@TENSORS.step("buffers")
def load_from_buffer(maker: Maker, scope: Values, depth: int) -> None:
    """Load an element from the buffer of a tensor immediately, before the buffer can change."""
    tensor = maker.tensor(scope, defined=True)
    extents = tensor.type[len("tensor<") : -1]
    strides = ", ".join("?" for _ in tensor.shape)
    type = f"memref<{extents}, strided<[{strides}], offset: ?>>"
    line = f"bufferization.to_buffer {tensor.name} read_only : {tensor.type} to {type}"
    buffer = maker.name("b")
    maker.emit(f"{buffer} = {line}")
    at = maker.indices(scope, tensor.shape)
    element = maker.new(f"memref.load {buffer}[{at}] : {type}", scope, I32)
    maker.emit(f"vector.print {element.name} : i32")


@TENSORS.step("globals")
def _load(maker: Maker, scope: Values, depth: int) -> None:
    number = maker.rng.randrange(2)
    type = maker.global_type(number)
    shape = maker.style.shapes[0]
    maker.new(f"ml_program.global_load @state{number} : {type}", scope, type, shape)


@TENSORS.step("globals")
def _store(maker: Maker, scope: Values, depth: int) -> None:
    type = maker.global_type(0)
    tensor = maker.tensor(scope, type=type, shape=maker.style.shapes[0], defined=True)
    maker.emit(f"ml_program.global_store @state0 = {tensor.name} : {type}")
