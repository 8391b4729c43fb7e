"""Bufferizing the arguments of blocks and the branches to them."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver.rewriter import BufferizationRewriter
from bufferize.interfaces import BranchOpInterface
from bufferize.ir import Block, BlockArgument, InsertionPoint, Operation, Type


def bufferize_block_signature(block: Block, rewriter: BufferizationRewriter) -> None:
    """Give `block` buffer arguments in place of tensor arguments, and its branches buffers.

    Raises DiagnosticError where a type cannot be told, or where an operation that refers to the
    block is no branch.
    """
    types = [rewriter.buffer_type(argument) for argument in block.arguments]
    for argument, type in zip(block.arguments, types, strict=True):
        _bufferize_argument(argument, type, InsertionPoint.at_start(block), rewriter)
    for branch in reversed(list(block.branches)):
        _bufferize_branch(branch, block, types, rewriter)


def _bufferize_branch(
    branch: Operation, block: Block, types: list[Type], rewriter: BufferizationRewriter
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
            buffer_type = rewriter.buffer_type(passed)
            with rewriter.at(InsertionPoint.after_value(passed)):
                buffer = rewriter.to_buffer(passed, buffer_type, passed.location)
                buffer = rewriter.cast(buffer, type, passed.type, passed.location)
            operand.set(buffer)


def bufferize_arguments(
    block: Block, types: Sequence[Type], rewriter: BufferizationRewriter
) -> None:
    """Give the arguments of `block` buffer types; what used the tensors uses `to_tensor`s.

    `types` are the new types of all arguments.
    """
    point = InsertionPoint.at_start(block)
    for argument, type in zip(block.arguments, types, strict=True):
        _bufferize_argument(argument, type, point, rewriter)


def _bufferize_argument(
    argument: BlockArgument, type: Type, point: InsertionPoint, rewriter: BufferizationRewriter
) -> None:
    if argument.type == type:
        return
    tensor_type, uses = argument.type, list(argument.uses)
    argument.type = type
    if uses:
        with rewriter.at(point):
            tensor = rewriter.to_tensor(argument, tensor_type, argument.location)
        for use in uses:
            use.set(tensor)
