"""Ready-made models of operations with regions and blocks: branches, choices, terminators."""

from __future__ import annotations

__all__ = ["Branch", "BranchesWithResults", "RegionTerminator", "UnstructuredControlFlow"]

from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeVar

from bufferize.analysis.queries import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver.boundaries import bufferize_block_signature
from bufferize.driver.bufferizable import BufferizableOpInterface
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.driver.rewriter import BufferizationRewriter
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BranchOpInterface,
    BufferRelation,
    LoopLikeOpInterface,
    OpT,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    is_tensor_like,
)
from bufferize.ir import BlockArgument, Operation, OpOperand, OpResult, Region, Type, Value
from bufferize.models.presets import NeedsNoRewriting, NoMemoryAccess, ReadOnlyOperands

BranchT = TypeVar("BranchT", bound=BranchOpInterface)
RegionBranchT = TypeVar("RegionBranchT", bound=RegionBranchOpInterface)


class Branch(NeedsNoRewriting[BranchT], NoMemoryAccess[BranchT]):
    """A branch, which passes buffers to block arguments. It is bufferized together with the blocks."""

    def get_aliasing_values(
        self, op: BranchT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        argument = op.successor_block_argument(operand)
        if argument is None:
            return []
        return [AliasingValue(argument, BufferRelation.EQUIVALENT, False)]


class UnstructuredControlFlow(BufferizableOpInterface[OpT]):
    """Mix-in for an operation whose regions may have several blocks.

    An argument of a block that is not an entry aliases the values that branches to the block pass
    to it, and its buffer type follows from theirs.
    """

    supports_unstructured_control_flow = True

    def get_aliasing_op_operands(
        self, op: OpT, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if not isinstance(value, BlockArgument):
            return super().get_aliasing_op_operands(op, value, state)
        if value.owner.is_entry:
            return []
        return [
            AliasingOpOperand(operand, BufferRelation.EQUIVALENT, False)
            for operand in _operands_passed_to(value)
            if is_tensor_like(operand.value.type)
        ]

    def get_buffer_type(self, op: OpT, value: Value, state: BufferizationState) -> Type:
        """Return the type of the buffers that branches pass, a fully dynamic one if they differ.

        Raises DiagnosticError if no branch gives the type, or if memory spaces differ.
        """
        if not isinstance(value, BlockArgument) or value.owner.is_entry:
            return state.default_buffer_type(value)
        # In a loop, the other branches give the type.
        types = [
            state.buffer_type(operand.value)
            for operand in reversed(list(_operands_passed_to(value)))
            if not state.is_asked_for(operand.value)
        ]
        if not types:
            raise DiagnosticError(
                error(f"'{op.name}' op could not infer buffer type of block argument", op)
            )
        problem = (
            f"'{op.name}' op incoming operands of block argument have inconsistent memory spaces"
        )
        return state.common_buffer_type(op, value.type, types, problem)


def _operands_passed_to(argument: BlockArgument) -> Iterator[OpOperand]:
    """Yield the operands of branches that are passed to a block argument."""
    for branch in argument.owner.branches:
        if isinstance(branch, BranchOpInterface):
            yield from branch.operands_for_argument(argument)


class BranchesWithResults(UnstructuredControlFlow[RegionBranchT]):
    """An operation that runs one of its regions and returns the yielded values, such as `scf.if`.

    It has no tensor operands. A result aliases the value that each region yields, which may be any
    tensor in scope. Each region has one terminator.
    """

    supports_unstructured_control_flow = False
    mismatch: ClassVar[str] = "inconsistent memory space on the regions of a choice"
    """The error message if the regions yield buffers of different memory spaces."""
    terminator: ClassVar[str] = "end that yields"
    """The name of the terminator in messages."""

    def get_aliasing_op_operands(
        self, op: RegionBranchT, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if not isinstance(value, OpResult):
            return super().get_aliasing_op_operands(op, value, state)
        return [
            AliasingOpOperand(operand, BufferRelation.EQUIVALENT, len(op.regions) == 1)
            for operand in _operands_yielded_as(value, op)
        ]

    def is_writable(self, op: RegionBranchT, value: Value, state: AnalysisState) -> bool:
        return isinstance(value, OpResult) or self.supports_unstructured_control_flow

    def verify_analysis(self, op: RegionBranchT, state: AnalysisState) -> None:
        self._check_terminators(op)

    def get_buffer_type(self, op: RegionBranchT, value: Value, state: BufferizationState) -> Type:
        if not isinstance(value, OpResult):
            return super().get_buffer_type(op, value, state)
        self._check_terminators(op)
        types = [state.buffer_type(operand.value) for operand in _operands_yielded_as(value, op)]
        return state.common_buffer_type(op, value.type, types, self.mismatch)

    def bufferize(self, op: RegionBranchT, rewriter: BufferizationRewriter) -> None:
        self._check_terminators(op)
        if len(op.regions) == 1:  # bufferized already
            types = list(_terminators(op.regions[0])[0].operand_types)
        else:
            types = [rewriter.buffer_type(result) for result in op.results]
        new = rewriter.recreate(op, op.operands, types)
        rewriter.replace(op, new.results)
        if self.supports_unstructured_control_flow:
            for block in new.regions[0].blocks:
                bufferize_block_signature(block, rewriter)

    def _check_terminators(self, op: RegionBranchT) -> None:
        """Raise DiagnosticError unless each region with blocks has exactly one terminator."""
        if all(len(_terminators(region)) == 1 for region in op.regions if region.blocks):
            return
        # The second "op" is in mlir-opt's message, too: `expected-error` comments have it.
        raise DiagnosticError(
            error(f"'{op.name}' op op without unique {self.terminator} is not supported", op).note(
                f"let its blocks branch to one that has the only {self.terminator}"
            )
        )


def _terminators(region: Region) -> list[RegionBranchTerminatorOpInterface]:
    """Return the operations that leave a region."""
    return [
        block.last_op
        for block in region.blocks
        if isinstance(block.last_op, RegionBranchTerminatorOpInterface)
    ]


def _operands_yielded_as(result: OpResult, op: Operation) -> list[OpOperand]:
    """Return the operand that each region yields as `result`; none if the IR is refused."""
    terminators = [_terminators(region) for region in op.regions]
    if any(len(found) != 1 for found in terminators):
        return []
    return [found[0].mutable_successor_operands(None)[result.index] for found in terminators]


class RegionTerminator(ReadOnlyOperands[OpT]):
    """The terminator of a region, which yields its operands; they are read.

    They are carried by the loop around it, or become the results of an operation that chooses a
    region. They must be in place: a copy would be made within the region.
    """

    def must_bufferize_in_place(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        return True

    def get_aliasing_values(
        self, op: OpT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        parent = op.parent_op
        if isinstance(parent, LoopLikeOpInterface) or not _gives_results(op, parent):
            return []
        assert parent is not None
        is_only_one = len(parent.regions) == 1
        result = parent.results[operand.index]
        return [AliasingValue(result, BufferRelation.EQUIVALENT, is_only_one)]

    def bufferize(self, op: OpT, rewriter: BufferizationRewriter) -> None:
        parent = op.parent_op
        receivers: Sequence[Value]
        if isinstance(parent, LoopLikeOpInterface) and len(parent.yielded_operands) == len(
            op.op_operands
        ):
            receivers = parent.region_iter_args
        elif parent is not None and _gives_results(op, parent):
            # Where there is one region, the results become what it yields.
            receivers = op.operands if len(parent.regions) == 1 else parent.results
        else:
            where = "no operation" if parent is None else f"a {parent.name}"
            message = f"{op.name} in {where} cannot be bufferized"
            raise DiagnosticError(error(message, op))
        rewriter.recreate(op, rewriter.buffers_like(op.operands, receivers))
        rewriter.erase_op(op)


def _gives_results(op: Operation, parent: Operation | None) -> bool:
    """Return whether the operands of the terminator `op` become the results of `parent`."""
    return isinstance(parent, RegionBranchOpInterface) and len(parent.results) == len(op.operands)
