"""The interface through which an operation is analysed and bufferized."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from bufferize.interfaces.aliasing import (
    AliasingOpOperand,
    AliasingValue,
    unknown_aliasing_values,
)
from bufferize.interfaces.control_flow import RegionBranchOpInterface
from bufferize.interfaces.loops import LoopLikeOpInterface
from bufferize.interfaces.tensors import has_tensor_values, is_tensor_like
from bufferize.interfaces.views import ReifyRankedShapedTypeOpInterface
from bufferize.ir import (
    Operation,
    OpOperand,
    OpResult,
    Type,
    UnrankedTensorType,
    Value,
)

if TYPE_CHECKING:  # the types of what the callers above this layer hand to a model
    from bufferize.analysis.state import AnalysisState
    from bufferize.driver import BufferizationRewriter, BufferizationState

OpT = TypeVar("OpT", bound=Operation)


class BufferizableOpInterface(Generic[OpT]):
    """How one kind of operation uses buffers: a *model*, attached to an operation name.

    A model names the class of its operations, ``BufferizableOpInterface[InsertOp]``, or several,
    ``BufferizableOpInterface[BrOp | CondBrOp]``. It has no state: it is one object for all
    operations of its name, and every method takes the operation first. Answers about memory must err on the safe side: saying that an operand is
    read, is written or has one more alias costs a copy; leaving one out makes wrong code. The
    defaults are what is assumed of an operation without a model. They are only asked for operands
    and values of tensor type.
    """

    supports_unstructured_control_flow: ClassVar[bool] = False
    """Whether regions of several blocks are handled."""
    is_elementwise: ClassVar[bool] = False
    """Whether each position of the operands is read before it is written, and never after."""

    @classmethod
    def missing(cls, op_class: type[Operation] | None) -> str:
        """What such a model lacks for operations of `op_class`: "" for nothing.

        Asked once, when a model is registered.
        """
        unchanged = cls.bufferize is BufferizableOpInterface.bufferize
        return "does not override bufferize()" if unchanged else ""

    @property
    def states_buffer_types(self) -> bool:
        """Whether `get_buffer_type` is overridden; else an equivalent operand is asked at once."""
        return type(self).get_buffer_type is not BufferizableOpInterface.get_buffer_type

    # What the analysis asks.

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
        """Whether the operation knows that `write` does not disturb `read`; one of them is its."""
        return False

    def verify_analysis(self, op: OpT, state: AnalysisState) -> None:
        """Raise a `DiagnosticError` where the decisions made cannot be carried out."""

    def is_repetitive_region(self, op: OpT, index: int) -> bool:
        """Whether region number `index` may run more than once for one run of `op`."""
        return isinstance(op, RegionBranchOpInterface) and op.is_repetitive_region(index)

    def is_parallel_region(self, op: OpT, index: int) -> bool:
        """Whether region number `index` may run several times at once; it is then repetitive."""
        return isinstance(op, LoopLikeOpInterface) and op.is_parallel

    def has_tensor_semantics(self, op: OpT) -> bool:
        """Whether there is anything to bufferize. By default: a tensor operand, result, argument."""
        return has_tensor_values(op)

    # What the driver asks.

    def resolve_conflicts(
        self, op: OpT, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        """Insert copies, so that every operand can be used in place.

        By default a copy of each operand that was decided to be out of place. Raises a
        `DiagnosticError` where a copy cannot be made.
        """
        rewriter.copy_operands_out_of_place(op, state)

    def get_buffer_type(self, op: OpT, value: Value, state: BufferizationState) -> Type:
        """The type of the buffer of `value`, a result of `op` or an argument of one of its blocks.

        Ask `state` for the types of other values' buffers. By default the type of an equivalent
        operand's buffer, or else what the options say for unknown types.
        """
        return state.default_buffer_type(value)

    def reify_result_shapes(
        self, op: OpT, rewriter: BufferizationRewriter
    ) -> list[list[int | Value]] | None:
        """For each result its extents, numbers or values that are built where `rewriter` stands.

        None where they cannot be told. By default what the operation itself says.
        """
        if isinstance(op, ReifyRankedShapedTypeOpInterface):
            return op.reify_result_shapes(rewriter)
        return None

    def bufferize(self, op: OpT, rewriter: BufferizationRewriter) -> None:
        """Replace `op` by operations on buffers. A model must override this.

        `rewriter` stands before `op`, and what it creates has the location of `op`. Raises a
        `DiagnosticError` where it cannot be done.
        """
        raise NotImplementedError(f"{type(self).__name__}: bufferize is not implemented")


Model: TypeAlias = BufferizableOpInterface[Any]
"""A model of operations of any class."""
