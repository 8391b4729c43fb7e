"""How structured operations and softmax are analysed and bufferized.

MLIR has no model for `pack`, `unpack` and the Winograd transforms: they are to be lowered before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bufferize.driver import (
    ReifiesResultShapes,
    create,
    get_buffer,
    replace_op_with_bufferized_values,
    tensor_dim,
)
from bufferize.interfaces import BufferizableOpInterface, DestinationStyle
from bufferize.ir import (
    Builder,
    MemRefType,
    Operation,
    OpOperand,
    RankedTensorType,
    Region,
    Rewriter,
    TensorType,
    Value,
)
from bufferize_linalg._dialect import LINALG
from bufferize_linalg.interface import LinalgOpInterface
from bufferize_linalg.shapes import reify_structured

if TYPE_CHECKING:
    from bufferize.analysis import AnalysisState
    from bufferize.driver import BufferizationState, OneShotOptions


def _buffers(
    op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
) -> list[Value]:
    """The operands with a buffer for each tensor."""
    return [
        get_buffer(rewriter, value, options, state) if isinstance(value.type, TensorType) else value
        for value in op.operands
    ]


class StructuredOpModel(DestinationStyle, ReifiesResultShapes):
    """The same operation on memrefs."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        """An operand is read if the body uses its elements."""
        assert isinstance(op, LinalgOpInterface)
        return op.payload_uses_value_from_operand(operand)

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

    def bufferize(
        self,
        op: Operation,
        rewriter: Rewriter,
        options: OneShotOptions,
        state: BufferizationState,
    ) -> None:
        assert isinstance(op, LinalgOpInterface)
        operands = _buffers(op, rewriter, options, state)
        region = Region()
        new = create(
            rewriter,
            type(op),
            operands,
            (),
            location=op.location,
            properties=op.properties,
            attributes=op.attributes,
            regions=[region],
        )
        region.take_body(op.regions[0])
        results = [
            new.operand(init.index)
            for init in op.dps_inits
            if isinstance(init.value.type, TensorType)
        ]
        replace_op_with_bufferized_values(rewriter, op, results)

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        return reify_structured(op, builder, state)


class SoftmaxModel(DestinationStyle, ReifiesResultShapes):
    """Softmax on memrefs. The output is written without being read."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0

    def bufferize(
        self,
        op: Operation,
        rewriter: Rewriter,
        options: OneShotOptions,
        state: BufferizationState,
    ) -> None:
        operands = _buffers(op, rewriter, options, state)
        create(rewriter, type(op), operands, (), location=op.location, properties=op.properties)
        replace_op_with_bufferized_values(rewriter, op, operands[1 : 1 + len(op.results)])

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        """The result has the extents of the input."""
        type = op.operand(0).type
        if not isinstance(type, RankedTensorType):
            return None
        return [
            [
                extent
                if extent >= 0
                else tensor_dim(builder, op.operand(0), i, op.location, state.context)
                for i, extent in enumerate(type.shape)
            ]
            for _ in op.results
        ]


_WITHOUT_MODEL = frozenset(
    [
        "index",
        "pack",
        "unpack",
        "winograd_filter_transform",
        "winograd_input_transform",
        "winograd_output_transform",
        "yield",
    ]
)
_STRUCTURED: Final = StructuredOpModel()

MODELS: Final[dict[str, BufferizableOpInterface]] = {
    f"linalg.{mnemonic}": _STRUCTURED for mnemonic in sorted(LINALG.op_mnemonics - _WITHOUT_MODEL)
}
"""The models by operation name."""

MODELS["linalg.softmax"] = SoftmaxModel()
