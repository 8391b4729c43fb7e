"""Ready-made models: a dialect's model states what differs from one of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from bufferize.interfaces.aliasing import AliasingOpOperand, AliasingValue, BufferRelation
from bufferize.interfaces.bufferizable import BufferizableOpInterface
from bufferize.interfaces.control_flow import BranchOpInterface
from bufferize.interfaces.destination_style import DestinationStyleOpInterface
from bufferize.interfaces.tensors import is_tensor_like
from bufferize.ir import BlockArgument, Operation, OpOperand, OpResult, Rewriter, Value

if TYPE_CHECKING:  # the types of what the callers above this layer hand to a model
    from bufferize.analysis.state import AnalysisState
    from bufferize.driver import BufferizationState, OneShotOptions


class DestinationStyle(BufferizableOpInterface):
    """An operation with `DestinationStyleOpInterface`.

    Every operand is read, the inits only if `reads_inits`; the inits are written, and each is
    equivalent to its tied result.
    """

    reads_inits: ClassVar[bool] = True

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return self.reads_inits or not self.bufferizes_to_memory_write(op, operand, state)

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return isinstance(op, DestinationStyleOpInterface) and op.is_dps_init(operand)

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        if not isinstance(op, DestinationStyleOpInterface):
            return []
        result = op.tied_result(operand)
        return [] if result is None else [AliasingValue(result, BufferRelation.EQUIVALENT)]

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        # The inverse, without asking every operand for each of many results.
        overridden = type(self).get_aliasing_values is not DestinationStyle.get_aliasing_values
        if (
            overridden
            or not isinstance(value, OpResult)
            or not isinstance(op, DestinationStyleOpInterface)
        ):
            return super().get_aliasing_op_operands(op, value, state)
        return [AliasingOpOperand(op.tied_operand(value), BufferRelation.EQUIVALENT)]


class NoMemoryAccess(BufferizableOpInterface):
    """The contents of no operand are read or written, and no value aliases one."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []


class ReadOnlyOperands(NoMemoryAccess):
    """Every tensor operand is read, none is written, and no value aliases one."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True


class RegionTerminator(ReadOnlyOperands):
    """The end of a region that hands its operands on; they are read.

    They are never copied, as the copy would be made within the region.
    """

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True


class ViewOf(NoMemoryAccess):
    """One operand's buffer, seen differently: nothing is read or written.

    Operand number `source` and result number `view` alias; the other tensor operands are read.
    """

    source: ClassVar[int] = 0
    view: ClassVar[int] = 0
    relation: ClassVar[BufferRelation] = BufferRelation.UNKNOWN

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index != self.source

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        if operand.index != self.source:
            return []
        return [AliasingValue(op.results[self.view], self.relation)]


class AllocatesResult(ReadOnlyOperands):
    """Every tensor result gets a new buffer that the operation fills; tensor operands are read."""

    def bufferizes_to_allocation(self, op: Operation, value: Value) -> bool:
        return isinstance(value, OpResult)


class ElementwiseAccess(BufferizableOpInterface):
    """Mix-in: each position of the operands is read before it is written, and never after.

    List it before another preset: ``class AddModel(ElementwiseAccess, DestinationStyle)``.
    """

    def bufferizes_to_element_wise_access(
        self, op: Operation, state: AnalysisState, operands: Sequence[OpOperand]
    ) -> bool:
        return True


class NeedsNoRewriting(BufferizableOpInterface):
    """Mix-in: the operation stays as it is, or is rewritten together with another one."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        """Does nothing."""


class UnstructuredControlFlow(BufferizableOpInterface):
    """Mix-in for an operation whose regions may have several blocks.

    An argument of a block that is not an entry aliases what the branches to the block pass to it.
    """

    supports_unstructured_control_flow = True

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if not isinstance(value, BlockArgument):
            return super().get_aliasing_op_operands(op, value, state)
        region = value.owner.parent
        if region is None or region.blocks[0] is value.owner:
            return []
        return branch_operands_for_argument(value)


def branch_operands_for_argument(argument: BlockArgument) -> list[AliasingOpOperand]:
    """The tensor operands that branches pass to a block argument, each a maybe-alias."""
    found: list[AliasingOpOperand] = []
    seen: set[Operation] = set()
    for block in argument.owner.predecessors:
        branch = block.terminator
        if branch is None or branch in seen or not isinstance(branch, BranchOpInterface):
            continue
        seen.add(branch)
        found.extend(
            AliasingOpOperand(operand, BufferRelation.EQUIVALENT, False)
            for operand in branch.operands_for_argument(argument)
            if is_tensor_like(operand.value.type)
        )
    return found
