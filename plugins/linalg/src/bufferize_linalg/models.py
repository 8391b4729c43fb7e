"""How structured operations and softmax are analysed and bufferized.

MLIR has no model for `pack`, `unpack` and the Winograd transforms: they are to be lowered before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bufferize.driver import BecomesBufferOp, ReifiesResultShapes, dim_sizes
from bufferize.interfaces import BufferizableOpInterface, DestinationStyle
from bufferize.ir import (
    Builder,
    MemRefType,
    Operation,
    OpOperand,
    RankedTensorType,
    Value,
)
from bufferize_linalg._dialect import LINALG
from bufferize_linalg.coverage import writes_all_elements
from bufferize_linalg.interface import LinalgOpInterface
from bufferize_linalg.models_tiled_loop import TiledLoopModel, YieldModel
from bufferize_linalg.shapes import reify_structured

if TYPE_CHECKING:
    from bufferize.analysis import AnalysisState
    from bufferize.driver import BufferizationState


class StructuredOpModel(BecomesBufferOp, DestinationStyle, ReifiesResultShapes):
    """The same operation on memrefs."""

    keeps_attributes = True

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        """An operand is read if the body uses its elements, or does not overwrite all of them.

        The reference overlooks the latter.
        """
        assert isinstance(op, LinalgOpInterface)
        return op.payload_uses_value_from_operand(operand) or (
            op.is_dps_init(operand) and not writes_all_elements(op, operand)
        )

    def bufferizes_to_element_wise_access(
        self, op: Operation, state: AnalysisState, operands: Sequence[OpOperand]
    ) -> bool:
        """Parallel loops that access all operands in question at the loop indices."""
        assert isinstance(op, LinalgOpInterface)
        if not op.is_all_parallel:
            return False
        maps = op.indexing_maps_array
        return all(
            maps[operand.index].is_identity()
            for operand in operands
            if isinstance(operand.value.type, RankedTensorType | MemRefType)
        )

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        return reify_structured(op, builder, state)


class SoftmaxModel(BecomesBufferOp, DestinationStyle, ReifiesResultShapes):
    """Softmax on memrefs. The output is written without being read."""

    reads_inits = False

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        """The result has the extents of the input."""
        return [dim_sizes(builder, op.operand(0), op.location, state) for _ in op.results]


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

MODELS: Final[dict[str, BufferizableOpInterface]] = {
    f"linalg.{mnemonic}": _STRUCTURED for mnemonic in sorted(LINALG.op_mnemonics - _WITHOUT_MODEL)
}
"""The models by operation name."""

MODELS["linalg.softmax"] = SoftmaxModel()
MODELS["linalg.tiled_loop"] = TiledLoopModel()
MODELS["linalg.yield"] = YieldModel()
