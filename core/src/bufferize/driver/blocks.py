"""Bufferizing the arguments of blocks and the branches to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver.buffer_type_queries import get_buffer_type
from bufferize.driver.buffer_types import common_buffer_type
from bufferize.driver.buffers import cast_buffer, to_buffer, to_tensor
from bufferize.interfaces import BranchOpInterface, UnstructuredControlFlow
from bufferize.ir import (
    Block,
    BlockArgument,
    InsertionPoint,
    Operation,
    Region,
    Rewriter,
    Type,
    Value,
)

if TYPE_CHECKING:
    from bufferize.driver.options import OneShotOptions
    from bufferize.driver.state import BufferizationState


class UnstructuredControlFlowModel(UnstructuredControlFlow):
    """Mix-in for a model of an operation whose regions may have several blocks.

    The buffer type of a block argument follows from what branches pass to it.
    """

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        if not isinstance(value, BlockArgument):
            return state.default_buffer_type(value, options, invocation_stack)
        return branch_argument_buffer_type(op, value, options, state, invocation_stack)


def branch_argument_buffer_type(
    op: Operation,
    argument: BlockArgument,
    options: OneShotOptions,
    state: BufferizationState,
    invocation_stack: list[Value],
) -> Type:
    """The type of all buffers that branches pass to `argument`, fully dynamic where they differ.

    Raises DiagnosticError where no branch tells the type, or where memory spaces differ.
    """
    problem = f"'{op.name}' op incoming operands of block argument have inconsistent memory spaces"
    result: Type | None = None
    for passed in _passed_values(argument):
        if passed in invocation_stack:
            continue  # a loop: the other branches tell the type
        type = get_buffer_type(passed, options, state, invocation_stack)
        if result is not None:
            type = common_buffer_type(argument.type, result, type, problem, op, state)
        result = type
    if result is None:
        raise DiagnosticError(
            error(
                f"'{op.name}' op could not infer buffer type of block argument",
                op,
            )
        )
    return result


def _passed_values(argument: BlockArgument) -> Iterator[Value]:
    """What branches pass to `argument`, latest branch first."""
    for branch in reversed(argument.owner.predecessor_ops()):
        if isinstance(branch, BranchOpInterface):
            for operand in branch.operands_for_argument(argument):
                yield operand.value


def bufferize_block_signature(
    block: Block, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
) -> None:
    """Give `block` buffer arguments in place of tensor arguments, and its branches buffers.

    Raises DiagnosticError where a type cannot be told, or where an operation that refers to the
    block is no branch.
    """
    types = [get_buffer_type(argument, options, state) for argument in block.arguments]
    for argument, type in zip(block.arguments, types, strict=True):
        _bufferize_argument(argument, type, InsertionPoint.at_start(block), rewriter)
    for branch in reversed(block.predecessor_ops()):
        _bufferize_branch(branch, block, types, rewriter, options, state)


def _bufferize_branch(
    branch: Operation,
    block: Block,
    types: list[Type],
    rewriter: Rewriter,
    options: OneShotOptions,
    state: BufferizationState,
) -> None:
    if not isinstance(branch, BranchOpInterface):
        raise DiagnosticError(
            error(
                f"'{branch.name}' op cannot bufferize ops with block references that do not "
                "implement BranchOpInterface",
                branch,
            )
        )
    for argument, type in zip(block.arguments, types, strict=True):
        for operand in branch.operands_for_argument(argument):
            passed = operand.value
            if passed.type == type:
                continue
            buffer_type = get_buffer_type(passed, options, state)
            with rewriter.at(InsertionPoint.after_value(passed)):
                buffer = to_buffer(rewriter, passed, buffer_type, passed.location)
                buffer = cast_buffer(rewriter, buffer, type, passed.type, passed.location, state)
            operand.set(buffer)


def bufferize_arguments(block: Block, types: Sequence[Type], rewriter: Rewriter) -> None:
    """Give the arguments of `block` buffer types; what used the tensors uses `to_tensor`s.

    `types` are the new types of all arguments.
    """
    point = InsertionPoint.at_start(block)
    for argument, type in zip(block.arguments, types, strict=True):
        _bufferize_argument(argument, type, point, rewriter)


def _bufferize_argument(
    argument: BlockArgument, type: Type, point: InsertionPoint, rewriter: Rewriter
) -> None:
    if argument.type == type:
        return
    tensor_type, uses = argument.type, list(argument.uses)
    argument.type = type
    if uses:
        with rewriter.at(point):
            tensor = to_tensor(rewriter, argument, tensor_type, argument.location)
        for use in uses:
            use.set(tensor)


def take_regions(op: Operation) -> list[Region]:
    """New regions with the blocks of the regions of `op`, which lose them."""
    regions = []
    for region in op.regions:
        taken = Region()
        taken.take_body(region)
        regions.append(taken)
    return regions
