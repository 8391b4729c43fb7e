"""Structured operations, and those on vectors, for `evaluation`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from bufferize.ir import AffineConstantExpr, AffineDimExpr, IndexType
from tests.random_programs.evaluation import Array, Frame, Undefined, extents, filled, handles


@handles("linalg")
def _structured(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    """Run a body for all elements."""
    for operand, arg in zip(op.op_operands[: op.num_dps_inputs], args, strict=False):
        # It gets the buffer, which for the analysis is neither a read nor a write.
        if id(arg) in frame.evaluation.freed and not op.payload_uses_value_from_operand(operand):
            raise Undefined("an input that nobody looks at has been freed")
    maps = op.indexing_maps_array
    ranges: dict[int, int] = {}
    for arg, map in zip(args, maps, strict=True):
        for dim, expr in enumerate(map.results):
            if isinstance(expr, AffineDimExpr):
                extent = ranges.setdefault(expr.position, arg.shape[dim])
                if extent != arg.shape[dim]:
                    raise Undefined("operands of different sizes")
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


@handles("vector.print")
def _print(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    values = args[0].data if isinstance(args[0], Array) else [args[0]]
    if None in values:
        raise Undefined("a program prints what nothing has set")
    if isinstance(op.source.type, IndexType):
        values = [value % 2**64 for value in values]  # they are printed without signs
    frame.evaluation.printed += map(str, values)
    return []


@handles("vector.constant_mask")
def _mask(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    mask = filled(op.results[0].type.extents, 0)
    return [mask.put([(point, 1) for point in product(*map(range, op.mask_dim_sizes.values))])]


@handles("vector.create_mask")
def _mask_of_sizes(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    mask = filled(op.results[0].type.extents, 0)
    return [mask.put([(point, 1) for point in product(*map(range, args))])]


def _lanes(
    frame: Frame, op: Any, base: Array, indices: list[int], shape: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], list[int] | None]]:
    """Yield each lane of a vector and its index in `base`, None if it is masked out or out of
    bounds."""
    mask = frame.values[op.mask] if op.mask is not None else None
    exprs = op.permutation_map.map.results
    inside = op.in_bounds.elements
    # A mask has the dimensions of the tensor that the vector has, in that order.
    masked = sorted(
        (expr.position, number)
        for number, expr in enumerate(exprs)
        if isinstance(expr, AffineDimExpr)
    )
    for lane in product(*map(range, shape[: len(exprs)])):
        place = list(indices)
        for expr, number in zip(exprs, lane, strict=True):
            if isinstance(expr, AffineDimExpr):
                place[expr.position] += number
            else:
                assert isinstance(expr, AffineConstantExpr)
        on = mask is None or mask.at([lane[number] for _, number in masked])
        beyond = [not 0 <= i < e for i, e in zip(place, base.shape, strict=True)]
        if on and any(beyond):
            for expr, bound in zip(exprs, inside, strict=True):
                if bound.value and isinstance(expr, AffineDimExpr) and beyond[expr.position]:
                    raise Undefined("a vector reaches beyond a tensor")
        yield lane, place if on and not any(beyond) else None


@handles("vector.transfer_read")
def _read(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    base, indices = args[0], frame.get(op.indices)
    vector = filled(extents(op.vector.type), frame.values[op.padding])
    lanes = _lanes(frame, op, base, indices, vector.shape)
    return [vector.put([(lane, base.at(place)) for lane, place in lanes if place is not None])]


@handles("vector.transfer_write")
def _write(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    vector, base = args[0], args[1]
    lanes = _lanes(frame, op, base, frame.get(op.indices), vector.shape)
    return [base.put([(place, vector.part(lane)) for lane, place in lanes if place is not None])]
