"""How structured operations and softmax are analysed and bufferized.

MLIR has no model for `pack`, `unpack` and the Winograd transforms: they are to be lowered before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizationRewriter, Model
from bufferize.models import DestinationStyle
from bufferize_linalg.coverage import writes_all_elements
from bufferize_linalg.dialect import DIALECT
from bufferize_linalg.interface import LinalgOpInterface
from bufferize_linalg.models_tiled_loop import TiledLoopModel, YieldModel
from bufferize_linalg.ops_transform import SoftmaxOp
from bufferize_linalg.shapes import reify_structured


class StructuredOpModel(DestinationStyle[LinalgOpInterface]):
    """The same operation on memrefs."""

    keeps_attributes = True

    def bufferizes_to_memory_read(
        self, op: LinalgOpInterface, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        """An operand is read if the body uses its elements, or does not overwrite all of them.

        The reference overlooks the latter.
        """
        return op.payload_uses_value_from_operand(operand) or (
            op.is_dps_init(operand) and not writes_all_elements(op, operand)
        )

    def bufferizes_to_element_wise_access(
        self, op: LinalgOpInterface, state: AnalysisState, operands: Sequence[ir.OpOperand]
    ) -> bool:
        """Parallel loops that access all operands in question at the loop indices.

        Elements that have no place of their own are accessed in whatever order they are stored.
        """
        if not op.is_all_parallel or any(map(_is_sparse, op.operands)):
            return False
        maps = op.indexing_maps_array
        return all(
            maps[operand.index].is_identity()
            for operand in operands
            if isinstance(operand.value.type, ir.RankedTensorType | ir.MemRefType)
        )

    def reify_result_shapes(
        self, op: LinalgOpInterface, rewriter: BufferizationRewriter
    ) -> list[list[int | ir.Value]] | None:
        return reify_structured(op, rewriter)


def _is_sparse(value: ir.Value) -> bool:
    encoding = value.type.encoding if isinstance(value.type, ir.RankedTensorType) else None
    return isinstance(encoding, ir.VerifiableTensorEncoding) and not encoding.stores_all_elements


class SoftmaxModel(DestinationStyle[SoftmaxOp]):
    """Softmax on memrefs. The output is written without being read."""

    reads_inits = False

    def reify_result_shapes(
        self, op: SoftmaxOp, rewriter: BufferizationRewriter
    ) -> list[list[int | ir.Value]] | None:
        """The result has the extents of the input."""
        return [rewriter.dim_sizes(op.operand(0)) for _ in op.results]


_WITHOUT_MODEL = frozenset(
    [
        "index",
        "pack",
        "unpack",
        "winograd_filter_transform",
        "winograd_input_transform",
        "winograd_output_transform",
    ]
)
_STRUCTURED: Final = StructuredOpModel()

MODELS: Final[dict[str, Model]] = {
    f"linalg.{mnemonic}": _STRUCTURED for mnemonic in sorted(DIALECT.op_mnemonics - _WITHOUT_MODEL)
}
"""The models by operation name."""

MODELS["linalg.softmax"] = SoftmaxModel()
MODELS["linalg.tiled_loop"] = TiledLoopModel()
MODELS["linalg.yield"] = YieldModel()
