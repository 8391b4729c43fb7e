"""What a program on tensors means: run as it stands, every tensor a value.

Written from the documentation of the dialects, to check bufferized programs by what they print. It
knows the operations that `programs` makes, on 32-bit integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from bufferize.interfaces import BranchOpInterface, FunctionOpInterface
from bufferize.ir import (
    AffineDimExpr,
    Block,
    DenseElementsAttr,
    IntegerAttr,
    Operation,
    Region,
    Value,
)
from bufferize.ir.dense import numbers
from bufferize_ml_program.ops_global import GlobalOp

INDEX_BITS = 64
UNSIGNED_LESS = 6


class Array(NamedTuple):
    """The contents of a tensor or a vector, in row-major order; None where nothing set them."""

    shape: tuple[int, ...]
    data: tuple[int | None, ...]

    def at(self, indices: Iterable[int]) -> int | None:
        return self.data[position(self.shape, indices)]

    def put(self, elements: Iterable[tuple[Iterable[int], int | None]]) -> Array:
        """With other elements at some indices."""
        data = list(self.data)
        for indices, element in elements:
            data[position(self.shape, indices)] = element
        return Array(self.shape, tuple(data))

    def points(self) -> Iterator[tuple[int, ...]]:
        return product(*map(range, self.shape))


def position(shape: Sequence[int], indices: Iterable[int]) -> int:
    """Where an element is in row-major order. Raises IndexError where it is nowhere."""
    place = 0
    for extent, index in zip(shape, indices, strict=True):
        if not 0 <= index < extent:
            raise IndexError(f"{index} of {extent}")
        place = place * extent + index
    return place


def filled(shape: Sequence[int], element: int | None) -> Array:
    return Array(tuple(shape), (element,) * prod(shape))


class Evaluation:
    """One run of a module; `printed` is what its prints have shown."""

    def __init__(self, module: Operation) -> None:
        self.printed: list[str] = []
        self.globals: dict[str, Any] = {}
        self._functions: dict[str, FunctionOpInterface] = {}
        for op in module.walk():
            if isinstance(op, FunctionOpInterface):
                self._functions[op.symbol_name] = op
            elif isinstance(op, GlobalOp):
                self.globals[op.sym_name.value] = array_of(op.value)

    def call(self, name: str, arguments: Sequence[Any]) -> list[Any]:
        """The results of a function."""
        frame = Frame(self, {})
        return frame.run(self._functions[name].function_body, arguments)[1]


class Frame:
    """The values of a function as far as it has run."""

    def __init__(self, evaluation: Evaluation, values: dict[Value, Any]) -> None:
        self.evaluation = evaluation
        self.values = values

    def run(self, region: Region, arguments: Sequence[Any]) -> tuple[Operation, list[Any]]:
        """Run a region from its first block: the terminator that leaves it and its operands."""
        block: Block = region.blocks[0]
        while True:
            self.values.update(zip(block.arguments, arguments, strict=True))
            for op in block.ops:
                if op.successors or op is block.last_op:
                    break
                results = HANDLERS.get(op.name, linalg)(self, op, self.get(op.operands))
                self.values.update(zip(op.results, results, strict=True))
            if not op.successors:
                return op, self.get(op.operands)
            block, arguments = self._next_block(op)

    def _next_block(self, op: Operation) -> tuple[Block, list[Any]]:
        number = 0 if op.name == "cf.br" or self.values[op.operand(0)] else 1
        assert isinstance(op, BranchOpInterface)
        operands = op.successor_operands(number)
        return op.successors[number], self.get([operand.value for operand in operands])

    def get(self, values: Iterable[Value]) -> list[Any]:
        return [self.values[value] for value in values]

    def mixed(self, values: Iterable[int | Value]) -> list[int]:
        return [value if isinstance(value, int) else self.values[value] for value in values]


Handler = Callable[[Frame, Any, list[Any]], list[Any]]
HANDLERS: dict[str, Handler] = {}


def handles(*names: str) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(names, handler))
        return handler

    return register


def array_of(attribute: Any) -> Any:
    """The value of a constant."""
    if isinstance(attribute, IntegerAttr):
        return attribute.value
    assert isinstance(attribute, DenseElementsAttr)
    return Array(attribute.type.extents or (), tuple(int(str(n)) for n in numbers(attribute)))


def linalg(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    """A structured operation: loops around a body on the elements."""
    assert op.name.startswith("linalg."), op.name
    maps = op.indexing_maps_array
    ranges: dict[int, int] = {}
    for arg, map in zip(args, maps, strict=True):
        for dim, expr in enumerate(map.results):
            if isinstance(expr, AffineDimExpr):
                ranges[expr.position] = arg.shape[dim]
    results = args[op.num_dps_inputs :]
    for point in product(*(range(ranges[loop]) for loop in range(op.num_loops))):
        current = [*args[: op.num_dps_inputs], *results]
        elements = [
            arg.at(map.evaluate(point)) if isinstance(arg, Array) else arg
            for arg, map in zip(current, maps, strict=True)
        ]
        frame.values[op] = point  # for linalg.index
        _, yielded = frame.run(op.body_region, elements)
        results = [
            result.put([(map.evaluate(point), element)])
            for result, map, element in zip(
                results, maps[op.num_dps_inputs :], yielded, strict=True
            )
        ]
    return results


@handles("linalg.index")
def _index(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [frame.values[op.parent_op][op.dim.value]]


@handles("arith.constant")
def _constant(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [array_of(op.value)]


@handles("arith.addi", "arith.subi", "arith.muli", "arith.maxsi")
def _arithmetic(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    if None in args:
        return [None]
    a, b = args
    value = {"addi": a + b, "subi": a - b, "muli": a * b, "maxsi": max(a, b)}[op.name[6:]]
    bits = 32 if str(op.results[0].type) == "i32" else INDEX_BITS
    return [(value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))]


@handles("arith.cmpi")
def _compare(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    a, b = args
    assert op.predicate.value == UNSIGNED_LESS
    return [a < b]


@handles("arith.select")
def _select(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[1] if args[0] else args[2]]


@handles("arith.index_cast", "tensor.cast", "bufferization.alloc_tensor")
def _same(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[0]]


@handles("tensor.empty")
def _empty(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [filled(frame.mixed(op.result_extents), None)]


@handles("tensor.splat")
def _splat(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [filled(frame.mixed(op.result_extents), args[0])]


@handles("tensor.from_elements")
def _from_elements(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [Array(op.results[0].type.extents, tuple(args))]


@handles("tensor.dim")
def _dim(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[0].shape[args[1]]]


@handles("tensor.extract")
def _extract(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[0].at(args[1:])]


@handles("tensor.insert")
def _insert(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[1].put([(args[2:], args[0])])]


def _slice_points(frame: Frame, op: Any) -> Iterator[list[int]]:
    """The indices of a slice, in the order of its elements."""
    offsets, strides = frame.mixed(op.mixed_offsets), frame.mixed(op.mixed_strides)
    for point in product(*map(range, frame.mixed(op.mixed_sizes))):
        yield [o + p * s for o, p, s in zip(offsets, point, strides, strict=True)]


@handles("tensor.extract_slice")
def _extract_slice(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    data = tuple(args[0].at(point) for point in _slice_points(frame, op))
    shape = frame.mixed(op.mixed_sizes)
    # A rank that is reduced loses extents of 1; these programs have them in front.
    return [Array(tuple(shape[len(shape) - len(op.results[0].type.extents) :]), data)]


@handles("tensor.insert_slice", "tensor.parallel_insert_slice")
def _insert_slice(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    source, dest = args[0], args[1]
    return [dest.put(zip(_slice_points(frame, op), source.data, strict=True))]


@handles("tensor.collapse_shape", "tensor.expand_shape", "tensor.reshape")
def _reshape(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    shape = op.results[0].type.extents
    known = prod(extent for extent in shape if extent > 0)
    # At most one extent is dynamic in these programs.
    whole = [extent if extent > 0 else len(args[0].data) // known for extent in shape]
    return [Array(tuple(whole), args[0].data)]


@handles("tensor.concat")
def _concat(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    # These programs put tensors together along the first dimension.
    shape = (sum(arg.shape[0] for arg in args), *args[0].shape[1:])
    return [Array(shape, tuple(element for arg in args for element in arg.data))]


@handles("tensor.generate")
def _generate(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    made = filled(frame.mixed(op.result_extents), None)
    return [made.put([(point, frame.run(op.body, point)[1][0]) for point in made.points()])]


@handles("tensor.pad")
def _pad(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    source = args[0]
    low, high = op.static_low.values, op.static_high.values
    made = filled([a + e + b for a, e, b in zip(low, source.shape, high, strict=True)], None)
    inner = [([a + i for a, i in zip(low, p, strict=True)], source.at(p)) for p in source.points()]
    padding = [(point, frame.run(op.region, point)[1][0]) for point in made.points()]
    return [made.put([*padding, *inner])]


@handles("bufferization.materialize_in_destination")
def _materialize(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [args[0]]


@handles("ml_program.global_load", "ml_program.global_load_const")
def _load(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return [frame.evaluation.globals[op.global_.root]]


@handles("ml_program.global_store")
def _store(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    frame.evaluation.globals[op.global_.root] = args[0]
    return []


@handles("func.call")
def _call(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return frame.evaluation.call(op.callee.root, args)


@handles("vector.print")
def _print(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    values = args[0].data if isinstance(args[0], Array) else [args[0]]
    assert None not in values, "a program prints what nothing has set"
    frame.evaluation.printed += map(str, values)
    return []


@handles("vector.constant_mask")
def _mask(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    mask = filled(op.results[0].type.extents, 0)
    return [mask.put([(point, 1) for point in product(*map(range, op.mask_dim_sizes.values))])]


def _lanes(
    frame: Frame, op: Any, base: Array, indices: list[int], shape: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], list[int] | None]]:
    """Each lane of a vector and where it is in `base`, None if it is masked out or nowhere."""
    mask = frame.values[op.mask] if op.mask is not None else None
    for lane in product(*map(range, shape)):
        place = list(indices)
        for expr, number in zip(op.permutation_map.map.results, lane, strict=True):
            assert isinstance(expr, AffineDimExpr)
            place[expr.position] += number
        inside = all(0 <= i < extent for i, extent in zip(place, base.shape, strict=True))
        yield lane, place if inside and (mask is None or mask.at(lane)) else None


@handles("vector.transfer_read")
def _read(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    base, indices = args[0], frame.get(op.indices)
    vector = filled(op.vector.type.extents, frame.values[op.padding])
    lanes = _lanes(frame, op, base, indices, vector.shape)
    return [vector.put([(lane, base.at(place)) for lane, place in lanes if place is not None])]


@handles("vector.transfer_write")
def _write(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    vector, base = args[0], args[1]
    lanes = _lanes(frame, op, base, frame.get(op.indices), vector.shape)
    return [base.put([(place, vector.at(lane)) for lane, place in lanes if place is not None])]
