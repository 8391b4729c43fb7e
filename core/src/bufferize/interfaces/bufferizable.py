"""The interface through which an operation is analysed and bufferized."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from bufferize.interfaces.aliasing import (
    AliasingOpOperand,
    AliasingValue,
    unknown_aliasing_values,
)
from bufferize.interfaces.control_flow import RegionBranchOpInterface
from bufferize.interfaces.loops import LoopLikeOpInterface
from bufferize.interfaces.tensors import has_tensor_values, is_tensor_like
from bufferize.ir import (
    Operation,
    OpOperand,
    OpResult,
    Rewriter,
    Type,
    UnrankedTensorType,
    Value,
)

if TYPE_CHECKING:  # the types of what the callers above this layer hand to a model
    from bufferize.analysis.state import AnalysisState
    from bufferize.driver import BufferizationState, OneShotOptions


class BufferizableOpInterface:
    """How one kind of operation uses buffers: a *model*, attached to an operation name.

    A model has no state: it is one object for all operations of its name, and every method takes
    the operation first. Answers about memory must err on the safe side: saying that an operand is
    read, is written or has one more alias costs a copy; leaving one out makes wrong code. The
    defaults are what is assumed of an operation without a model. They are only asked for operands
    and values of tensor type.
    """

    supports_unstructured_control_flow: ClassVar[bool] = False
    """Whether regions of several blocks are handled."""

    # What the analysis asks.

    def bufferizes_to_allocation(self, op: Operation, value: Value) -> bool:
        """Whether the buffer of `value` may be newly allocated."""
        return False

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        """Whether the contents of `operand` are read."""
        return True

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        """Whether the buffer of `operand` is written to, if it is used in place."""
        return True

    def bufferizes_to_element_wise_access(
        self, op: Operation, state: AnalysisState, operands: Sequence[OpOperand]
    ) -> bool:
        """Whether each position of `operands` is read before it is written, and never after."""
        return False

    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        """Whether the operation defines the contents of `result`.

        By default: yes, if it aliases no operand, if an aliasing operand is written, or if an
        aliasing operand's value was written inside of the operation.
        """
        aliases = self.get_aliasing_op_operands(op, result, state)
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

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        """Whether `operand` must never be copied. By default: an unranked tensor."""
        return isinstance(operand.value.type, UnrankedTensorType)

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        """The values that may share the buffer of `operand`, if it is used in place.

        Results of `op`, arguments of blocks in its regions or of its successors, or results of its
        parent where `op` is a terminator.
        """
        return unknown_aliasing_values(operand)

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
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

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        """Whether the buffer of `value` may be written to. By default: results, not arguments."""
        return isinstance(value, OpResult)

    def is_not_conflicting(
        self, op: Operation, read: OpOperand, write: OpOperand, state: AnalysisState
    ) -> bool:
        """Whether the operation knows that `write` does not disturb `read`; one of them is its."""
        return False

    def verify_analysis(self, op: Operation, state: AnalysisState) -> None:
        """Raise a `DiagnosticError` where the decisions made cannot be carried out."""

    def is_repetitive_region(self, op: Operation, index: int) -> bool:
        """Whether region number `index` may run more than once for one run of `op`."""
        return isinstance(op, RegionBranchOpInterface) and op.is_repetitive_region(index)

    def is_parallel_region(self, op: Operation, index: int) -> bool:
        """Whether region number `index` may run several times at once; it is then repetitive."""
        return isinstance(op, LoopLikeOpInterface) and op.is_parallel

    def has_tensor_semantics(self, op: Operation) -> bool:
        """Whether there is anything to bufferize. By default: a tensor operand, result, argument."""
        return has_tensor_values(op)

    # What the driver asks.

    def resolve_conflicts(
        self,
        op: Operation,
        rewriter: Rewriter,
        state: AnalysisState,
        bufferization: BufferizationState,
    ) -> None:
        """Insert copies, so that every operand can be used in place.

        By default a copy of each operand that was decided to be out of place. Raises a
        `DiagnosticError` where a copy cannot be made.
        """
        bufferization.resolve_tensor_op_operand_conflicts(op, rewriter, state)

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        """The type of the buffer of `value`, a result of `op` or an argument of one of its blocks.

        `invocation_stack` holds the values whose buffer type is being computed; pass it on to
        `bufferize.driver.get_buffer_type`. By default the type of an equivalent operand's buffer,
        or else what the options say for unknown types.
        """
        return state.default_buffer_type(value, options, invocation_stack)

    def bufferize(
        self,
        op: Operation,
        rewriter: Rewriter,
        options: OneShotOptions,
        state: BufferizationState,
    ) -> None:
        """Replace `op` by operations on buffers. A model must override this.

        Raises a `DiagnosticError` where it cannot be done.
        """
        raise NotImplementedError(f"{type(self).__name__}: bufferize is not implemented")
