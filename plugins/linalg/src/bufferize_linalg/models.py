"""Models of structured operations, softmax, `pack`, `unpack` and tiled loops.

MLIR has no model for the Winograd transforms: they must be lowered before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.driver import BufferizationRewriter, BufferizationState, Model, bufferize_arguments
from bufferize.models import DestinationStyle, RegionTerminator
from bufferize.record import Decision, Reason
from bufferize_linalg.coverage import writes_all_elements
from bufferize_linalg.ops import LINALG
from bufferize_linalg.ops_generic import YieldOp
from bufferize_linalg.ops_relayout import RelayoutOp
from bufferize_linalg.ops_tiled_loop import TiledLoopOp
from bufferize_linalg.ops_transform import SoftmaxOp
from bufferize_linalg.structured import LinalgOpInterface, loop_ranges


class StructuredOpModel(DestinationStyle[LinalgOpInterface]):
    """Model of structured operations, which become the same operation on memrefs."""

    keeps_attributes = True

    def bufferizes_to_memory_read(
        self, op: LinalgOpInterface, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        """Return whether the body uses the elements, or does not overwrite all of them.

        MLIR overlooks elements that are not overwritten.
        """
        return op.payload_uses_value_from_operand(operand) or (
            op.is_dps_init(operand) and not writes_all_elements(op, operand)
        )

    def bufferizes_to_element_wise_access(
        self, op: LinalgOpInterface, state: AnalysisState, operands: Sequence[ir.OpOperand]
    ) -> bool:
        """Return whether each iteration of parallel loops accesses one place of all these operands.

        The places are the loop indices, or one permutation of them. MLIR knows only the former.
        Sparse operands do not count: their elements are accessed in the order of their storage.
        """
        if not op.is_all_parallel or any(map(_is_sparse, op.operands)):
            return False
        maps = op.indexing_maps_array
        used = {
            maps[operand.index]
            for operand in operands
            if isinstance(operand.value.type, ir.RankedTensorType | ir.MemRefType)
        }
        return len(used) <= 1 and all(each.is_permutation() for each in used)

    def reify_result_shapes(
        self, op: LinalgOpInterface, rewriter: BufferizationRewriter
    ) -> list[list[int | ir.Value]] | None:
        return reify_structured(op, rewriter)


def _is_sparse(value: ir.Value) -> bool:
    encoding = value.type.encoding if isinstance(value.type, ir.RankedTensorType) else None
    return isinstance(encoding, ir.VerifiableTensorEncoding) and not encoding.stores_all_elements


class SoftmaxModel(DestinationStyle[SoftmaxOp]):
    """Model of softmax; the output is written without being read."""

    reads_inits = False

    def is_not_conflicting(
        self, op: SoftmaxOp, read: ir.OpOperand, write: ir.OpOperand, state: AnalysisState
    ) -> bool:
        """Return whether both are operands of `op` and one tensor.

        An element of the output depends on a whole row of the input, which is read before; its
        position is not read any more when it is written. MLIR does not know this.
        """
        return read.owner is write.owner and read.value is write.value

    def reify_result_shapes(
        self, op: SoftmaxOp, rewriter: BufferizationRewriter
    ) -> list[list[int | ir.Value]] | None:
        """Return the extents of the input, which the result has."""
        return [rewriter.dim_sizes(op.operand(0)) for _ in op.results]


class RelayoutModel(DestinationStyle[RelayoutOp]):
    """Model of pack and unpack, which write each element of the destination, as in MLIR 24."""

    reads_inits = False


class TiledLoopModel(DestinationStyle[TiledLoopOp]):
    """Model of linalg.tiled_loop: takes buffers of inputs and outputs, and has no results."""

    def bufferizes_to_memory_read(
        self, op: TiledLoopOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        if state.is_value_read(op.tied_block_argument(operand)):
            return True
        # A loop without iterations returns its outputs unchanged.
        return op.is_dps_init(operand) and op.may_have_no_iterations

    def is_writable(self, op: TiledLoopOp, value: ir.Value, state: AnalysisState) -> bool:
        # An output was copied or is used in place, so it is writable; inputs are only read.
        return isinstance(value, ir.OpResult) or value in op.region_output_args

    def verify_analysis(self, op: TiledLoopOp, state: AnalysisState) -> None:
        for operand in _yields_of_other_buffers(op, state):
            if not state.allows_allocs_from_loops:
                raise _not_equivalent(operand, "set allow-return-allocs-from-loops")

    def resolve_conflicts(
        self, op: TiledLoopOp, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        super().resolve_conflicts(op, rewriter, state)
        # All yielded tensors are read before one is written to its output.
        for operand in _yields_of_other_buffers(op, state):
            if op.is_parallel:  # a copied output would overwrite the results of other iterations
                raise _not_equivalent(
                    operand,
                    "make all iterators reductions (without an analysis, all that is written is copied)",
                )
            rewriter.set_insertion_point(ir.InsertionPoint.before(operand.owner))
            cause, location = Decision(operand, False, Reason.LOOP), operand.owner.location
            copy = rewriter.allocate_tensor(operand.value, cause=cause, location=location)
            rewriter.set_operand(operand, copy)

    def get_buffer_type(
        self, op: TiledLoopOp, value: ir.Value, state: BufferizationState
    ) -> ir.Type:
        if isinstance(value, ir.OpResult):
            tied = op.tied_operand(value).value
        else:
            assert isinstance(value, ir.BlockArgument)
            tied = op.operand(2 * op.rank + value.index)
        return state.buffer_type(tied)

    def bufferize(self, op: TiledLoopOp, rewriter: BufferizationRewriter) -> None:
        buffers = [rewriter.buffer(value) for value in op.operands]
        kept = [buffer.type for buffer in buffers[2 * op.rank :]]
        bufferize_arguments(op.region.entry, kept, rewriter)
        rewriter.recreate(op, buffers, keeps_attributes=True)
        rewriter.replace(op, [buffers[init.index] for init in op.init_operands])


def _yields_of_other_buffers(op: TiledLoopOp, state: AnalysisState) -> list[ir.OpOperand]:
    """Return the yielded tensors that may be in other buffers than those of the outputs."""
    return [
        operand
        for operand, output in zip(op.yielded_operands, op.region_iter_args, strict=True)
        if operand.value is not output
        and not state.are_equivalent_buffer_values(operand.value, output)
    ]


def _not_equivalent(operand: ir.OpOperand, advice: str) -> DiagnosticError:
    return DiagnosticError(
        error(
            f"Yield operand #{operand.index} is not equivalent to the corresponding output",
            operand.owner,
        ).note(f"write into the argument of the body that is the output, or {advice}")
    )


class YieldModel(RegionTerminator[YieldOp]):
    """Model of linalg.yield in a linalg.tiled_loop: copies tensors that are not in outputs yet."""

    def bufferize(self, op: YieldOp, rewriter: BufferizationRewriter) -> None:
        loop = op.parent_op
        assert isinstance(loop, TiledLoopOp)
        for value, output in zip(op.operands, loop.region_iter_args, strict=True):
            source = rewriter.buffer(value)
            if ir.origin_of(source, _before_conversion) is not output:
                rewriter.copy(source, rewriter.buffer(output))
        rewriter.recreate(op, ())
        rewriter.erase_op(op)


def _before_conversion(value: ir.Value) -> ir.Value | None:
    """Return the operand of a cast or of a conversion between tensor and buffer."""
    op = value.defining_op
    return op.operand(0) if isinstance(op, memref.CastOp | ToBufferOp | ToTensorOp) else None


def reify_structured(
    op: LinalgOpInterface, rewriter: BufferizationRewriter
) -> list[list[int | ir.Value]]:
    """Return the extents of each result, building `tensor.dim` operations with `rewriter`.

    An extent is computed from the inputs if they determine the loops that it depends on;
    otherwise it is the extent of the init.
    """
    ranges = loop_ranges(op, op.dps_inputs)
    shapes: list[list[int | ir.Value]] = []
    for init in op.dps_inits:
        type = init.value.type
        if not isinstance(type, ir.RankedTensorType):
            continue
        map = op.matching_indexing_map(init)
        extents: list[int | ir.Value] = []
        for dim, (extent, expr) in enumerate(zip(type.shape, map.results, strict=True)):
            if extent >= 0:
                extents.append(extent)
            elif _is_known(expr, ranges):
                extents.append(_evaluate(expr, ranges, rewriter))
            else:
                extents.append(rewriter.dim_size(init.value, dim))
        shapes.append(extents)
    return shapes


def _is_known(expr: ir.AffineExpr, ranges: dict[int, tuple[ir.Value, int]]) -> bool:
    return all(e.position in ranges for e in expr.walk() if isinstance(e, ir.AffineDimExpr))


def _evaluate(
    expr: ir.AffineExpr, ranges: dict[int, tuple[ir.Value, int]], rewriter: BufferizationRewriter
) -> int | ir.Value:
    """Return the value of `expr` if each loop index is the loop's extent, from `ranges`."""
    symbols: list[int | ir.Value] = []
    replacements: list[ir.AffineExpr] = []
    for loop in range(max(ranges, default=-1) + 1):
        replacements.append(ir.AffineSymbolExpr(len(symbols)))
        used = any(isinstance(e, ir.AffineDimExpr) and e.position == loop for e in expr.walk())
        if loop not in ranges or not used:
            symbols.append(0)
            continue
        symbols.append(rewriter.dim_size(*ranges[loop]))
    replaced = expr.replace(replacements, ())
    return rewriter.affine_apply(replaced, symbols)


_WITHOUT_MODEL = frozenset(
    [
        "index",
        "winograd_filter_transform",
        "winograd_input_transform",
        "winograd_output_transform",
    ]
)
_STRUCTURED: Final = StructuredOpModel()

MODELS: Final[dict[str, Model]] = {
    **{f"linalg.{name}": _STRUCTURED for name in sorted(LINALG.op_mnemonics - _WITHOUT_MODEL)},
    **dict.fromkeys(("linalg.pack", "linalg.unpack"), RelayoutModel()),
    "linalg.softmax": SoftmaxModel(),
    "linalg.tiled_loop": TiledLoopModel(),
    "linalg.yield": YieldModel(),
}
"""The models by operation name."""
