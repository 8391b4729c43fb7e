"""The semantics of reductions, contractions and scans: one element after the other, in order."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    Array,
    ArrayValue,
    Semantics,
    element_of,
    plain,
    poison_mask,
    with_poison,
)
from bufferize_vector.dialect import IteratorTypeAttr, vector_type
from bufferize_vector.ops_reduce import (
    ContractionOp,
    MultiReductionOp,
    OuterProductOp,
    ReductionOp,
    ScanOp,
)
from bufferize_vector.semantics_common import (
    Folded,
    Maskable,
    array_of,
    chosen,
    combiner,
    mask_array,
    neutral,
    scalar_or_vector,
)

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler


def _at(array: Array | None, index: Any) -> Array | None:
    return None if array is None else array[index]


def _reduction(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ReductionOp)
    type = op.dest.type
    kind = op.kind.keyword
    combine = combiner(kind, type)
    start = np.asarray(neutral(kind, type), element_of(type).dtype)
    has_acc = op.acc is not None

    def reduce(outer: Any, passthru: Any, vector: ArrayValue, *acc: Any) -> Any:
        mask = None if outer is None else mask_array(outer)
        values, poison = plain(vector).reshape(-1), poison_mask(vector)
        if poison is not None:
            poison = poison.reshape(-1)
        folded = Folded(combine, array_of(acc[0], type) if has_acc else start, op)
        for i in range(len(values)) if mask is None else np.flatnonzero(mask):
            folded.add(values[i], _at(poison, i))
        return scalar_or_vector(folded.result(), type, op)

    return reduce


def _multi_reduction(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, MultiReductionOp)
    type = op.dest.type
    combine = combiner(op.kind.keyword, ir.element_type_or_self(type))
    reduced = list(op.reduction_dims.values)
    rank = vector_type(op.source).rank
    order = [*reduced, *[d for d in range(rank) if d not in reduced]]
    extents = [vector_type(op.source).shape[d] for d in reduced]

    def reduce(outer: Any, passthru: Any, source: ArrayValue, acc: Any) -> Any:
        mask = None if outer is None else mask_array(outer)
        mask = None if mask is None else mask.transpose(order)
        values, poison = plain(source).transpose(order), poison_mask(source)
        poison = None if poison is None else poison.transpose(order)
        folded = Folded(combine, array_of(acc, type), op)
        for index in np.ndindex(*extents):
            folded.add(values[index], _at(poison, index), _at(mask, index))
        return scalar_or_vector(folded.result(), type, op)

    return reduce


def _arranged(array: Array, map: ir.AffineMap, order: list[int]) -> Array:
    """Return a dimension for each loop, in some order, with extent 1 for unused loops."""
    dims = map.dim_positions()
    assert dims is not None
    shape = [1] * map.num_dims
    for dim, extent in zip(dims, array.shape, strict=True):
        shape[dim] = extent
    sorted_dims = array.transpose(np.argsort(dims)) if dims else array
    found: Array = sorted_dims.reshape(shape).transpose(order)
    return found


def _contract(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ContractionOp)
    type = op.output.type
    element = element_of(ir.element_type_or_self(type))
    combine = combiner(op.kind.keyword, element.type)
    multiply = combiner("mul", element.type)
    maps = op.maps
    loops = maps[0].num_dims
    kept = maps[2].dim_positions() if isinstance(type, ir.VectorType) else []
    assert kept is not None
    kinds = [cast(IteratorTypeAttr, kind).keyword for kind in op.iterator_types]
    in_turn = [d for d in range(loops) if kinds[d] == "reduction" or d not in kept]
    order = [*in_turn, *kept]
    identity = ir.AffineMap.identity(loops)
    extents = {
        d: n
        for map, value in zip(maps, (op.lhs, op.rhs), strict=False)
        for d, n in zip(map.dim_positions() or (), vector_type(value).shape, strict=True)
    }

    def contract(outer: Any, passthru: Any, lhs: ArrayValue, rhs: ArrayValue, acc: Any) -> Any:
        mask = None if outer is None else mask_array(outer)
        mask = None if mask is None else _arranged(mask, identity, order)
        sides = [
            (
                _arranged(plain(side).astype(element.dtype, copy=False), map, order),
                None if (p := poison_mask(side)) is None else _arranged(p, map, order),
            )
            for side, map in zip((lhs, rhs), maps, strict=False)
        ]
        folded = Folded(combine, array_of(acc, type), op)
        for step in product(*[range(extents[d]) for d in in_turn]):
            factors, poison = [], None
            for values, undefined in sides:
                index = tuple(i if n > 1 else 0 for i, n in zip(step, values.shape, strict=False))
                factors.append(values[index])
                if undefined is not None:
                    more = undefined[index]
                    poison = more if poison is None else poison | more
            folded.add(multiply(*factors), poison, _at(mask, step))
        return scalar_or_vector(folded.result(), type, op)

    return contract


def _outerproduct(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, OuterProductOp)
    type = vector_type(op.product)
    combine = combiner(op.kind.keyword, type.element_type)
    multiply = combiner("mul", type.element_type)
    rhs_type, has_acc = op.rhs.type, op.acc is not None
    is_axpy = not isinstance(rhs_type, ir.VectorType)

    def outer_product(
        outer: Any, passthru: Any, lhs: ArrayValue, rhs: Any, *acc: ArrayValue
    ) -> ArrayValue:
        mask = None if outer is None else mask_array(outer)
        right = array_of(rhs, rhs_type)

        def column(array: Array) -> Array:
            return array if is_axpy else array[:, None]

        a, b = poison_mask(lhs), poison_mask(right)
        poison = None if a is None else np.broadcast_to(column(a), type.shape)
        if b is not None:
            poison = np.broadcast_to(b, type.shape) | (False if poison is None else poison)
        values = multiply(column(plain(lhs)), plain(right))
        if not has_acc:
            none = with_poison(values, np.ones(values.shape, np.bool_), op)
            return chosen(mask, with_poison(values, poison, op), none, op)
        folded = Folded(combine, acc[0], op)
        folded.add(values, poison, mask)
        return folded.result()

    return outer_product


def _scan(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ScanOp)
    combine = combiner(op.kind.keyword, vector_type(op.source).element_type)
    dim, inclusive = op.reduction_dim.value, op.inclusive.value != 0

    def scan(source: ArrayValue, initial: ArrayValue) -> Any:
        values, poison = np.moveaxis(plain(source), dim, 0), poison_mask(source)
        moved = None if poison is None else np.moveaxis(poison, dim, 0)
        results, masks = np.empty_like(values), np.zeros(values.shape, np.bool_)
        # An inclusive scan starts with the first element and ignores the initial value.
        first = with_poison(values[0], _at(moved, 0), op) if inclusive else initial
        folded = Folded(combine, first, op)
        for i in range(len(values)):
            if i:
                taken = i if inclusive else i - 1
                folded.add(values[taken], _at(moved, taken))
            results[i] = folded.values
            if folded.poison is not None:
                masks[i] = folded.poison
        whole = with_poison(np.moveaxis(results, 0, dim), np.moveaxis(masks, 0, dim), op)
        return whole, folded.result()

    return scan


SEMANTICS: Final[dict[str, Semantics]] = {
    "vector.contract": Maskable(_contract),
    "vector.multi_reduction": Maskable(_multi_reduction),
    "vector.outerproduct": Maskable(_outerproduct),
    "vector.reduction": Maskable(_reduction),
    "vector.scan": _scan,
}
"""The semantics, by the op's name."""
