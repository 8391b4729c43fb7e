"""Boundaries of blocks and functions: bufferization of arguments, branches and returned values."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import ir
from bufferize.analysis import called_function, return_ops
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.memref import CastOp
from bufferize.driver.bufferizable import ModelContext
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.driver.rewriter import BufferizationRewriter
from bufferize.interfaces import BranchOpInterface, FunctionOpInterface
from bufferize.ir import Block, BlockArgument, InsertionPoint, Operation, Type, Value

# Blocks


def bufferize_block_signature(block: Block, rewriter: BufferizationRewriter) -> None:
    """Replace the tensor arguments of `block` by buffers, and pass buffers in its branches.

    Raises DiagnosticError if a type is unknown, or if an operation that refers to the block is no
    branch.
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
        message = (
            f"'{branch.name}' op cannot bufferize ops with block references that do not "
            "implement BranchOpInterface"
        )
        raise DiagnosticError(error(message, branch))
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
    """Give the arguments of `block` buffer types; uses of tensors become uses of `to_tensor`s.

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


# Functions


def is_function(op: Operation, context: ModelContext) -> bool:
    """Return whether `op` is a function that can be bufferized: one with a model."""
    return isinstance(op, FunctionOpInterface) and context.model(op.name) is not None


def _without_cast(value: Value) -> Value:
    """Return the source of the cast that defines `value`, unless it makes an unranked memref ranked."""
    op = value.defining_op
    if not isinstance(op, CastOp):
        return value
    source = op.operand(0)
    if isinstance(source.type, ir.UnrankedMemRefType) and isinstance(value.type, ir.MemRefType):
        return value
    return source


def fold_returned_casts(function: FunctionOpInterface) -> None:
    """Let `function` return the sources of casts instead, if all returns agree on the type."""
    returns = return_ops(function)
    if not returns:
        return
    signature = function.signature
    results: list[Type] = []
    for i, declared in enumerate(signature.results):
        sources = [_without_cast(op.operand(i)) for op in returns]
        if any(source.type != sources[0].type for source in sources):
            results.append(declared)
            continue
        results.append(sources[0].type)
        for op, source in zip(returns, sources, strict=True):
            op.set_operand(i, source)
    function.set_signature(ir.FunctionType(signature.inputs, tuple(results)))


def update_call_results(function: Operation, state: BufferizationState) -> None:
    """Update the result types of calls in `function` to the current ones of their callees.

    In a cycle of calls, a call is bufferized before the result types of its callee are final; a call
    without tensors is not bufferized at all.
    """
    rewriter = ir.Rewriter()
    for call in list(function.walk()):
        callee = called_function(state.queries, call)
        if callee is None:
            continue
        for result, type in zip(call.results, callee.signature.results, strict=False):
            old = result.type
            if type == old or not isinstance(old, ir.BaseMemRefType):
                continue
            uses = list(result.uses)
            result.type = type
            rewriter.set_insertion_point(InsertionPoint.after(call))
            cast = rewriter.insert(CastOp.create((result,), (old,), location=call.location))
            for use in uses:
                rewriter.set_operand(use, cast.result)
