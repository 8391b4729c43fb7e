"""The functions of a module, and what they return."""

from __future__ import annotations

from bufferize.analysis import called_function, return_ops
from bufferize.dialects.memref import CastOp
from bufferize.driver.bufferizable import ModelContext
from bufferize.driver.state import BufferizationState
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import (
    BaseMemRefType,
    FunctionType,
    InsertionPoint,
    MemRefType,
    Operation,
    Rewriter,
    Type,
    UnrankedMemRefType,
    Value,
)


def is_function(op: Operation, context: ModelContext) -> bool:
    """Whether `op` is a function that can be bufferized: one with a model."""
    return isinstance(op, FunctionOpInterface) and context.model(op.name) is not None


def _without_cast(value: Value) -> Value:
    """What `value` was cast from, unless the cast makes an unranked memref ranked."""
    op = value.defining_op
    if not isinstance(op, CastOp):
        return value
    source = op.operand(0)
    if isinstance(source.type, UnrankedMemRefType) and isinstance(value.type, MemRefType):
        return value
    return source


def fold_returned_casts(function: FunctionOpInterface) -> None:
    """Return what was cast instead of the cast, where all returns agree on the type."""
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
    function.set_signature(FunctionType(signature.inputs, tuple(results)))


def update_call_results(function: Operation, state: BufferizationState) -> None:
    """Let the calls in `function` give buffers of the types that their callees return by now.

    In a circle, a call is bufferized before all is known of what its callee returns; a call without
    tensors is not bufferized at all.
    """
    rewriter = Rewriter()
    for call in list(function.walk()):
        callee = called_function(state.queries, call)
        if callee is None:
            continue
        for result, type in zip(call.results, callee.signature.results, strict=False):
            old = result.type
            if type == old or not isinstance(old, BaseMemRefType):
                continue
            uses = list(result.uses)
            result.type = type
            rewriter.set_insertion_point(InsertionPoint.after(call))
            cast = rewriter.insert(CastOp.create((result,), (old,), location=call.location))
            for use in uses:
                rewriter.set_operand(use, cast.result)
