"""What the analysis asks of models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

from bufferize.define import ParallelRegion
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    LoopLikeOpInterface,
    OpT,
    RegionBranchOpInterface,
    has_tensor_values,
    is_tensor_like,
    unknown_aliasing_values,
)
from bufferize.ir import OpOperand, OpResult, UnrankedTensorType, Value

if TYPE_CHECKING:  # state.py builds on this module
    from bufferize.analysis.state import AnalysisState


class AnalysisModel(Generic[OpT]):
    """What operations of one kind do to the buffers of tensors: half of a *model*.

    The other half, `bufferize.driver.BufferizableOpInterface`, rewrites them. A model has no state:
    it is one object for all operations of its name, and every method takes the operation first.
    Answers about memory must err on the safe side: saying that an operand is read, is written or has
    one more alias costs a copy; leaving one out makes wrong code. The defaults are what is assumed
    of an operation without a model. Methods are only asked about operands and values of tensor type.
    """

    supports_unstructured_control_flow: bool = False
    """Whether regions of several blocks are handled."""
    is_elementwise: ClassVar[bool] = False
    """Whether each position of the operands is read before it is written, and never after."""

    def bufferizes_to_allocation(self, op: OpT, value: Value) -> bool:
        """Whether the buffer of `value` may be newly allocated."""
        return False

    def bufferizes_to_memory_read(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        """Whether the contents of `operand` are read."""
        return True

    def bufferizes_to_memory_write(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        """Whether the buffer of `operand` is written to, if it is used in place."""
        return True

    def bufferizes_to_element_wise_access(
        self, op: OpT, state: AnalysisState, operands: Sequence[OpOperand]
    ) -> bool:
        """Whether each position of `operands` is read before it is written, and never after."""
        return self.is_elementwise

    def result_bufferizes_to_memory_write(
        self, op: OpT, result: OpResult, state: AnalysisState
    ) -> bool:
        """Whether the operation defines the contents of `result`.

        By default: yes, if it aliases no operand, if an aliasing operand is written, or if an
        aliasing operand's value was written inside of the operation.
        """
        aliases = state.get_aliasing_op_operands(result)
        if not aliases:
            return True
        if any(state.bufferizes_to_memory_write(alias.operand) for alias in aliases):
            return True

        return any(
            state.find_values_in_reverse_use_def_chain(
                alias.operand,
                state.value_bufferizes_to_memory_write,
                always_include_leaves=False,
                within=op,
            )
            for alias in aliases
        )

    def must_bufferize_in_place(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        """Whether `operand` must never be copied. By default: an unranked tensor."""
        return isinstance(operand.value.type, UnrankedTensorType)

    def get_aliasing_values(
        self, op: OpT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        """The values that may share the buffer of `operand`, if it is used in place.

        Results of `op`, arguments of blocks in its regions or of its successors, or results of its
        parent where `op` is a terminator.
        """
        return unknown_aliasing_values(operand)

    def get_aliasing_op_operands(
        self, op: OpT, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        """The operands whose buffer `value` may share: the inverse of `get_aliasing_values`.

        Override it where operands of other operations alias too, as those of a terminator do. An
        empty list means that `value` always gets a new buffer.
        """
        return [
            AliasingOpOperand(operand, alias.relation, alias.is_definite)
            for operand in op.op_operands
            if is_tensor_like(operand.value.type)
            for alias in state.get_aliasing_values(operand)
            if alias.value is value
        ]

    def is_writable(self, op: OpT, value: Value, state: AnalysisState) -> bool:
        """Whether the buffer of `value` may be written to. By default: results, not arguments."""
        return isinstance(value, OpResult)

    def is_not_conflicting(
        self, op: OpT, read: OpOperand, write: OpOperand, state: AnalysisState
    ) -> bool:
        """Whether the operation knows that `write` does not disturb `read`, where one of the two is its own."""
        return False

    def verify_analysis(self, op: OpT, state: AnalysisState) -> None:
        """Raise a `DiagnosticError` where the decisions made cannot be carried out."""

    def is_repetitive_region(self, op: OpT, index: int) -> bool:
        """Whether region number `index` may run more than once for one run of `op`."""
        return isinstance(op, RegionBranchOpInterface) and op.is_repetitive_region(index)

    def is_parallel_region(self, op: OpT, index: int) -> bool:
        """Whether region number `index` may run several times at once; it is then repetitive."""
        if isinstance(op, LoopLikeOpInterface):  # which knows whether there is more than one run
            return op.is_parallel
        return op.has_trait(ParallelRegion)

    def has_tensor_semantics(self, op: OpT) -> bool:
        """Whether there is anything to bufferize. By default: a tensor operand, result, argument."""
        return has_tensor_values(op)


Model: TypeAlias = AnalysisModel[Any]
"""What the analysis needs of a model of operations of any class."""
