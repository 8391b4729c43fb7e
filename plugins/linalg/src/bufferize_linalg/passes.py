"""The passes of linalg, and the conversion of element-wise operations to it."""

from __future__ import annotations

from dataclasses import dataclass

from bufferize import define as d
from bufferize import ir
from bufferize.driver import CreatingRewriter, ModelContext
from bufferize.passes import Pass, PassResult, Statistic
from bufferize_linalg.destination_style import rewrite_all_in_destination_passing_style
from bufferize_linalg.dialect import IteratorTypeAttr
from bufferize_linalg.loops import linalg_to_loops
from bufferize_linalg.ops_generic import GenericOp, YieldOp
from bufferize_linalg.structured import SEGMENT_SIZES, maps_attr
from bufferize_linalg.table import PARALLEL


@dataclass(frozen=True)
class ConvertElementwiseToLinalgPass(Pass):
    """Puts `linalg.generic` in the place of elementwise operations on tensors, as `arith.addf`.

    https://mlir.llvm.org/docs/Passes/#-convert-elementwise-to-linalg
    """

    name = "convert-elementwise-to-linalg"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        elementwise_to_linalg(op, context)


@dataclass(frozen=True)
class ConvertLinalgToLoopsPass(Pass):
    """Replaces structured operations on buffers, `pack` and `unpack` by loops.

    mlir-opt leaves `pack` and `unpack`.
    https://mlir.llvm.org/docs/Passes/#-convert-linalg-to-loops
    """

    name = "convert-linalg-to-loops"

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        linalg_to_loops(op, context)


@dataclass(frozen=True)
class RewriteInDestinationPassingStylePass(Pass):
    """Makes tensors by filling an empty one, so that they can be computed where they are inserted.

    That is, `tensor.concat`, `from_elements`, `generate`, `pad` and `splat`. Run
    `eliminate-empty-tensors` next. mlir-opt has it as a transform only.
    """

    name = "rewrite-in-destination-passing-style"
    statistics = (Statistic("num-rewritten", "Number of operations that fill a tensor now"),)

    def run(self, op: ir.Operation, context: ModelContext) -> PassResult:
        return PassResult({"num-rewritten": rewrite_all_in_destination_passing_style(op, context)})


def elementwise_to_linalg(root: ir.Operation, context: ModelContext) -> int:
    """Replace elementwise operations on ranked tensors by `linalg.generic`. Returns the number.

    The operations have the trait `ElementwiseMappable`: they compute each element of the result from
    the same elements of the operands. The result is written over an operand of its type, if there is
    one. Raises DiagnosticError where a result has dynamic extents and no plugin brings the tensor
    dialect.
    """
    found = [op for op in root.walk() if _is_elementwise(op)]
    rewriter = CreatingRewriter(context)
    for op in found:
        rewriter.stand_before(op)
        rewriter.replace_op(op, _generic(op, rewriter))
    return len(found)


def _is_elementwise(op: ir.Operation) -> bool:
    return (
        op.has_trait(d.ElementwiseMappable)
        and any(isinstance(type, ir.RankedTensorType) for type in op.operand_types)
        and not any(
            isinstance(type, ir.VectorType)
            or (isinstance(type, ir.TensorType) and not isinstance(type, ir.RankedTensorType))
            for type in op.operand_types
        )
    )


def _generic(op: ir.Operation, rewriter: CreatingRewriter) -> ir.Operation:
    shaped = next(value for value in op.operands if isinstance(value.type, ir.RankedTensorType))
    assert isinstance(shaped.type, ir.RankedTensorType)
    rank = len(shaped.type.shape)
    outputs = [_output(op, type, shaped, rewriter) for type in op.result_types]
    values = (*op.operands, *outputs)
    block = ir.Block([_element(value.type) for value in values])
    inner = type(op).create(
        block.arguments[: len(op.operands)],
        [_element(type) for type in op.result_types],
        properties=op.properties,
        attributes=op.attributes,
        location=op.location,
    )
    block.append(inner)
    block.append(YieldOp.create(inner.results, location=op.location))
    identity, constant = ir.AffineMap.identity(rank), ir.AffineMap(rank, 0, ())
    maps = tuple(
        identity if isinstance(value.type, ir.RankedTensorType) else constant for value in values
    )
    return rewriter.create(
        GenericOp,
        values,
        op.result_types,
        properties={
            "indexing_maps": maps_attr(maps),
            "iterator_types": ir.ArrayAttr((IteratorTypeAttr.of(PARALLEL),) * rank),
            SEGMENT_SIZES: ir.dense_i32([len(op.operands), len(outputs)]),
        },
        regions=[ir.Region([block])],
    )


def _output(
    op: ir.Operation, type: ir.Type, shaped: ir.Value, rewriter: CreatingRewriter
) -> ir.Value:
    """Return an operand of `type`, or an empty tensor of it with the extents of `shaped`."""
    for operand in op.operands:
        if operand.type is type:
            return operand
    assert isinstance(type, ir.RankedTensorType)
    sizes = [rewriter.dim(shaped, i) for i, extent in enumerate(type.shape) if extent == ir.DYNAMIC]
    return rewriter.create(rewriter.op_class("tensor.empty"), sizes, (type,)).result


def _element(type: ir.Type) -> ir.Type:
    return type.element_type if isinstance(type, ir.RankedTensorType) else type
