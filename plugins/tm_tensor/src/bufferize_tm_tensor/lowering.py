"""The loops of each operation on memrefs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bufferize import ir
from bufferize.dialects.memref import AllocOp, DeallocOp
from bufferize_arith.ops import (
    AddFOp,
    AndIOp,
    DivFOp,
    IndexCastUIOp,
    MaximumFOp,
    MulFOp,
    OrIOp,
    SubFOp,
    UIToFPOp,
)
from bufferize_math.ops import ExpOp, SqrtOp
from bufferize_tm_tensor.dialect import TMTensorOp, element_type, shape_of
from bufferize_tm_tensor.loops import LoopBuilder
from bufferize_tm_tensor.ops import AttentionOp, ScanOp, ScatterOp, SortOp, TopkOp


def _replaced(indices: Sequence[ir.Value], dim: int, index: ir.Value) -> list[ir.Value]:
    return [*indices[:dim], index, *indices[dim + 1 :]]


def _scan(op: ScanOp, loops: LoopBuilder) -> None:
    (source,), (output, accumulator) = op.inputs, op.outputs
    dim = op.dimension.value
    with loops.nest(loops.extents(source)) as indices:
        line = [*indices[:dim], *indices[dim + 1 :]]

        def start() -> None:
            if op.is_inclusive:
                value = loops.load(source, indices)
            else:
                value = loops.load(accumulator, line)
            loops.store(value, output, indices)

        def step() -> None:
            before = _replaced(indices, dim, loops.subtract(indices[dim], loops.one))
            so_far = loops.load(output, before)
            element = loops.load(source, indices if op.is_inclusive else before)
            value = loops.body(op.body, [so_far, element])
            loops.store(value, output, indices)
            loops.store(value, accumulator, line)

        loops.branch(loops.compare("eq", indices[dim], loops.zero), start, step)


def _scatter(op: ScatterOp, loops: LoopBuilder) -> None:
    (updates, indices), (original,) = op.inputs, op.outputs
    with loops.nest(loops.extents(updates)) as counters:
        number, *inner = counters
        places: list[ir.Value | None] = [None] * (len(shape_of(original)) - len(inner))
        places += inner
        for column, dim in enumerate(op.dimension_map.values):
            start = loops.load(indices, [number, loops.rewriter.index(column)])
            offset, place = loops.cast(start, ir.INDEX), places[dim]
            places[dim] = offset if place is None else loops.add(offset, place)
        at = [place for place in places if place is not None]
        update, old = loops.load(updates, counters), loops.load(original, at)
        loops.store(loops.body(op.body, [update, old]), original, at)


def _sort(op: SortOp, loops: LoopBuilder) -> None:
    outputs, dim = op.outputs, op.dimension.value
    bounds = loops.extents(outputs[0])
    with (
        loops.nest(bounds) as indices,
        loops.nest([loops.subtract(bounds[dim], loops.one)]) as (place,),
    ):
        left = _replaced(indices, dim, place)
        right = _replaced(indices, dim, loops.add(place, loops.one))
        pairs = [(loops.load(output, left), loops.load(output, right)) for output in outputs]

        def exchange() -> None:
            for output, (first, second) in zip(outputs, pairs, strict=True):
                loops.store(second, output, left)
                loops.store(first, output, right)

        in_order = loops.body(op.body, [element for pair in pairs for element in pair])
        loops.branch(in_order, lambda: None, exchange)


def _topk(op: TopkOp, loops: LoopBuilder) -> None:
    values, *numbers = op.inputs
    kept_values, kept_numbers = op.outputs
    dim = op.dimension.value
    bound = loops.extent(kept_values, dim)
    with loops.nest(loops.extents(values)) as indices:
        if numbers:
            number = loops.load(numbers[0], indices)
        else:
            number = loops.cast(indices[dim], element_type(kept_numbers))

        def insert(place: ir.Value, given: Sequence[ir.Value]) -> list[ir.Value]:
            (value, number), at = given, _replaced(indices, dim, place)
            kept, kept_number = loops.load(kept_values, at), loops.load(kept_numbers, at)
            is_better = loops.body(op.body, [value, kept])
            is_worse = loops.body(op.body, [kept, value])
            are_equal = loops.compare("eq", is_better, is_worse)
            is_first = loops.apply(AndIOp, are_equal, loops.compare("slt", number, kept_number))
            comes_first = loops.apply(OrIOp, is_better, is_first)
            loops.store(loops.select(is_better, value, kept), kept_values, at)
            loops.store(loops.select(comes_first, number, kept_number), kept_numbers, at)
            return [
                loops.select(is_better, kept, value),
                loops.select(comes_first, kept_number, number),
            ]

        loops.carried(bound, [loops.load(values, indices), number], insert)


def _attention(op: AttentionOp, loops: LoopBuilder) -> None:
    """Build a loop over the rows of the output, with a buffer for one row of the scores."""
    query, key, value = op.inputs[:3]
    type = element_type(query)
    assert isinstance(type, ir.FloatType)
    zero, lowest = loops.number(0.0, type), loops.number(float("-inf"), type)
    rank = len(shape_of(query))
    columns, depth = loops.extent(key, rank - 2), loops.extent(query, rank - 1)
    width = loops.extent(value, rank - 1)
    scaled = _scaling(op, depth, type, loops)
    scores = _row(shape_of(key)[-2], columns, type, loops)
    with loops.nest(loops.extents(query)[:-1]) as row:
        batch = row[:-1]

        def score(place: ir.Value, so_far: Sequence[ir.Value]) -> list[ir.Value]:
            def add(k: ir.Value, total: Sequence[ir.Value]) -> list[ir.Value]:
                left = loops.load(query, [*row, k])
                right = loops.load(key, [*batch, place, k])
                return [loops.apply(AddFOp, loops.apply(MulFOp, left, right), total[0])]

            (product,) = loops.carried(depth, [zero], add)
            found = scaled(product)
            if op.mask is not None:
                mask = loops.load(op.mask, [*row, place])
                if mask.type is ir.I1:
                    mask = loops.select(mask, zero, lowest)
                found = loops.apply(AddFOp, found, mask)
            loops.store(found, scores, [place])
            return [loops.apply(MaximumFOp, found, so_far[0])]

        (largest,) = loops.carried(columns, [lowest], score)
        # Minus infinity less itself would be no number.
        base = loops.select(loops.compare("oeq", largest, lowest), zero, largest)

        def power(place: ir.Value, total: Sequence[ir.Value]) -> list[ir.Value]:
            exponent = loops.apply(SubFOp, loops.load(scores, [place]), base)
            found = loops.apply(ExpOp, exponent)
            loops.store(found, scores, [place])
            return [loops.apply(AddFOp, total[0], found)]

        (total,) = loops.carried(columns, [zero], power)
        is_nothing = loops.compare("oeq", total, zero)
        with loops.nest([width]) as (column,):

            def add_share(place: ir.Value, so_far: Sequence[ir.Value]) -> list[ir.Value]:
                quotient = loops.apply(DivFOp, loops.load(scores, [place]), total)
                share = loops.select(is_nothing, zero, quotient)
                element = loops.load(value, [*batch, place, column])
                return [loops.apply(AddFOp, loops.apply(MulFOp, share, element), so_far[0])]

            (found,) = loops.carried(columns, [zero], add_share)
            loops.store(found, op.outputs[0], [*row, column])
    loops.rewriter.create(DeallocOp, (scores,))


def _row(extent: int, size: ir.Value, type: ir.Type, loops: LoopBuilder) -> ir.Value:
    """Allocate a buffer of one dimension."""
    sizes = [size] if extent == ir.DYNAMIC else []
    properties = {"operandSegmentSizes": ir.dense_i32([len(sizes), 0])}
    made = loops.rewriter.create(
        AllocOp, sizes, (ir.MemRefType((extent,), type),), properties=properties
    )
    return made.results[0]


def _scaling(
    op: AttentionOp, depth: ir.Value, type: ir.FloatType, loops: LoopBuilder
) -> Callable[[ir.Value], ir.Value]:
    """Return a function that builds the scaling of a product."""
    if op.scale is not None:
        factor = loops.number(op.scale.value, type)
        return lambda product: loops.apply(MulFOp, product, factor)
    number = loops.apply(UIToFPOp, loops.apply(IndexCastUIOp, depth, type=ir.I64), type=type)
    root = loops.apply(SqrtOp, number)
    return lambda product: loops.apply(DivFOp, product, root)


LOWERINGS: Final[dict[type[TMTensorOp], Callable[[Any, LoopBuilder], None]]] = {
    AttentionOp: _attention,
    ScanOp: _scan,
    ScatterOp: _scatter,
    SortOp: _sort,
    TopkOp: _topk,
}
"""The functions that build the loops of an operation, by its class."""
