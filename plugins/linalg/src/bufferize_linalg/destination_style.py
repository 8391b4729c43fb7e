"""Tensors made from elements, functions of indices or other tensors, rewritten to fill an empty one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.driver import CreatingRewriter, ModelContext
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_linalg.dialect import IteratorTypeAttr
from bufferize_linalg.ops_generic import GenericOp
from bufferize_linalg.ops_named import named_op
from bufferize_linalg.structured import SEGMENT_SIZES, maps_attr
from bufferize_linalg.table import PARALLEL
from bufferize_tensor.dialect import constant_index, ranked
from bufferize_tensor.models_fills import (
    ConcatModel,
    PadModel,
    body_of_fill,
    insert_slice,
    insert_source_of_pad,
)
from bufferize_tensor.ops_element import DimOp, EmptyOp, FromElementsOp, InsertOp, SplatOp
from bufferize_tensor.ops_region import GenerateOp, PadOp, YieldOp
from bufferize_tensor.ops_reshape import ConcatOp


@no_collection()
@deep_recursion()
def rewrite_all_in_destination_passing_style(root: ir.Operation, context: ModelContext) -> int:
    """Rewrite all operations below `root` that can be; return how many.

    `rewrite_in_destination_passing_style` says which these are.
    """
    rewriter, number = CreatingRewriter(context), 0
    for op in [op for op in root.walk_post() if type(op) in _REWRITES and op is not root]:
        number += rewrite_in_destination_passing_style(op, rewriter) is not None
    return number


def rewrite_in_destination_passing_style(
    op: ir.Operation, rewriter: CreatingRewriter
) -> ir.Operation | None:
    """Rewrite an operation that makes a new tensor to fill a `tensor.empty`.

    ```mlir
    %0 = tensor.generate { ^bb0(%i: index): … tensor.yield %f : f32 } : tensor<4xf32>
    ```

    becomes a `linalg.generic` of `outs(%empty : tensor<4xf32>)`. Then empty-tensor elimination can
    put the slice of another tensor in the place of `%empty`. `tensor.splat` becomes `linalg.fill`,
    `tensor.from_elements` a chain of `tensor.insert`. `tensor.pad` fills the tensor, then inserts
    its source; `tensor.concat` inserts its inputs, one after the other.

    Returns the operation that has the result now. None for all other operations, and for tensors
    with an encoding, which may not be stored element by element. Raises DiagnosticError if no
    plugin provides an operation that is needed; `op` is unchanged then.
    """
    rewrite = _REWRITES.get(type(op))
    if rewrite is None or ranked(op.results[0]).encoding is not None:
        return None
    rewriter.stand_before(op)
    made = rewrite(op, rewriter)
    rewriter.replace_op(op, [made.results[0]])
    return made


def _from_elements(op: FromElementsOp, rewriter: CreatingRewriter) -> ir.Operation:
    shape = ranked(op.result).shape
    made: ir.Operation = _empty(op, shape, rewriter)
    if not op.op_operands:
        return made
    indices = [rewriter.index(i) for i in range(max(shape, default=0))]
    places = product(*(indices[:extent] for extent in shape))
    for element, place in zip(op.operands, places, strict=True):
        made = rewriter.create(InsertOp, (element, made.results[0], *place), (op.result.type,))
    return made


def _splat(op: SplatOp, rewriter: CreatingRewriter) -> ir.Operation:
    return _named("fill", op.input, _empty(op, op.result_extents, rewriter), rewriter)


def _generate(op: GenerateOp, rewriter: CreatingRewriter) -> ir.Operation:
    return _generic(op.body, _empty(op, op.result_extents, rewriter), rewriter)


def _pad(op: PadOp, rewriter: CreatingRewriter) -> ir.Operation:
    (extents,) = PadModel().reify_result_shapes(op, rewriter)
    empty = _empty(op, extents, rewriter)
    if all(number == 0 for number in (*op.mixed_low, *op.mixed_high)):
        return _named("copy", op.source, empty, rewriter)  # there is no padding
    padding = _padding(op, rewriter)
    if padding is None:
        filled = _generic(op.region, empty, rewriter)
    else:
        filled = _named("fill", padding, empty, rewriter)
    if 0 in ranked(op.source).shape:
        return filled  # tensor.insert_slice has no slice at the end of a dimension
    return insert_source_of_pad(op, filled.results[0], rewriter)


def _padding(op: PadOp, rewriter: CreatingRewriter) -> ir.Value | None:
    """Return the padding if it is the same everywhere, outside of the region."""
    found = op.constant_padding_value()
    terminator = op.region.entry.terminator
    if found is not None or not isinstance(terminator, YieldOp):
        return found
    constant = terminator.value.defining_op
    if constant is None or not constant.has_trait(d.ConstantLike):
        return None
    return rewriter.clone(constant, ir.IRMapping()).results[0]


def _concat(op: ConcatOp, rewriter: CreatingRewriter) -> ir.Operation:
    (extents,) = ConcatModel().reify_result_shapes(op, rewriter)
    made: ir.Operation = _empty(op, extents, rewriter)
    dim, total = op.dim.value, ir.AffineSymbolExpr(0) + ir.AffineSymbolExpr(1)
    offsets: list[int | ir.Value] = [0] * len(extents)
    for source in op.inputs:
        if 0 in ranked(source).shape:
            continue
        sizes = rewriter.dim_sizes(source)
        made = insert_slice(source, made.results[0], offsets, sizes, rewriter)
        offsets[dim] = rewriter.affine_apply(total, (offsets[dim], sizes[dim]))
    return made


def _empty(
    op: ir.Operation, extents: Sequence[int | ir.Value], rewriter: CreatingRewriter
) -> EmptyOp:
    """Create an empty tensor for the result of `op`.

    A `tensor.dim` of the result becomes the extent itself. As the size of a slice, it would depend on
    the tensor that is to be computed in this slice.
    """
    result = op.results[0]
    dynamic = [
        rewriter.index(size) if isinstance(size, int) else size
        for extent, size in zip(ranked(result).shape, extents, strict=True)
        if extent == ir.DYNAMIC
    ]
    empty = rewriter.create(EmptyOp, dynamic, (result.type,))
    for user in list(result.users):
        dim = constant_index(user.index) if isinstance(user, DimOp) else None
        if dim is not None and 0 <= dim < len(extents):
            extent = empty.result_extents[dim]
            rewriter.replace_op(
                user, [rewriter.index(extent) if isinstance(extent, int) else extent]
            )
    return empty


def _named(
    mnemonic: str, source: ir.Value, empty: EmptyOp, rewriter: CreatingRewriter
) -> ir.Operation:
    made = named_op(
        rewriter.context, mnemonic, [source], [empty.result], location=rewriter.location
    )
    return rewriter.insert(made)


def _generic(region: ir.Region, empty: EmptyOp, rewriter: CreatingRewriter) -> ir.Operation:
    """Create a `linalg.generic` that writes the elements that `region` yields."""
    type = ranked(empty.result)
    rank = len(type.shape)
    return rewriter.create(
        GenericOp,
        (empty.result,),
        (type,),
        properties={
            "indexing_maps": maps_attr((ir.AffineMap.identity(rank),)),
            "iterator_types": ir.ArrayAttr((IteratorTypeAttr.of(PARALLEL),) * rank),
            SEGMENT_SIZES: ir.dense_i32([0, 1]),
        },
        regions=[body_of_fill(region, type.element_type, rewriter)],
    )


_REWRITES: dict[type[ir.Operation], Callable[[Any, CreatingRewriter], ir.Operation]] = {
    ConcatOp: _concat,
    FromElementsOp: _from_elements,
    GenerateOp: _generate,
    PadOp: _pad,
    SplatOp: _splat,
}
