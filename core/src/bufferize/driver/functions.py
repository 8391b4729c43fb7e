"""The functions of a module: in which order to bufferize them, and what they return."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from bufferize.define.traits import ReturnLike
from bufferize.dialects.memref import CastOp
from bufferize.interfaces import CallOpInterface, FunctionOpInterface, is_tensor_like
from bufferize.ir import (
    FunctionType,
    MemRefType,
    Operation,
    SymbolRefAttr,
    SymbolTables,
    Type,
    UnrankedMemRefType,
    Value,
)


def functions_of(module: Operation) -> Iterator[Operation]:
    """The functions directly in `module`, in order."""
    for region in module.regions:
        for block in region.blocks:
            for op in block.ops:
                if isinstance(op, FunctionOpInterface):
                    yield op


def has_tensor_signature(function: FunctionOpInterface) -> bool:
    """Whether a parameter or result of the function is a tensor."""
    signature = function.signature
    return any(map(is_tensor_like, signature.inputs)) or any(map(is_tensor_like, signature.results))


def called_function(call: Operation, symbols: SymbolTables) -> Operation | None:
    """The function that `call` names; None for an indirect call or an unknown symbol."""
    if not isinstance(call, CallOpInterface):
        return None
    callee = call.callable_for_callee
    if not isinstance(callee, SymbolRefAttr):
        return None
    function = symbols.lookup(call, callee)
    return function if isinstance(function, FunctionOpInterface) else None


def functions_in_call_order(module: Operation, symbols: SymbolTables) -> list[Operation]:
    """The functions of `module`, callees before callers, else in order.

    Functions that call each other in a circle, and their callers, come last.
    """
    functions = list(functions_of(module))
    callers: dict[Operation, list[Operation]] = {function: [] for function in functions}
    pending = dict.fromkeys(functions, 0)
    for function in functions:
        callees: set[Operation] = set()
        for op in function.walk():
            callee = called_function(op, symbols)
            if callee is None or callee in callees or callee not in callers:
                continue
            assert isinstance(callee, FunctionOpInterface)
            if has_tensor_signature(callee):
                callees.add(callee)
                callers[callee].append(function)
                pending[function] += 1
    ready = deque(function for function in functions if not pending[function])
    ordered: dict[Operation, None] = {}
    while ready:
        function = ready.popleft()
        ordered[function] = None
        for caller in callers[function]:
            pending[caller] -= 1
            if not pending[caller]:
                ready.append(caller)
    return [*ordered, *(function for function in functions if function not in ordered)]


def return_ops(function: Operation) -> list[Operation]:
    """The terminators that return from the function."""
    return [
        block.terminator
        for block in function.regions[0].blocks
        if block.last_op is not None and block.terminator.has_trait(ReturnLike)
    ]


def _without_cast(value: Value) -> Value:
    """What `value` was cast from, unless the cast makes an unranked memref ranked."""
    op = value.defining_op
    if not isinstance(op, CastOp):
        return value
    source = op.operand(0)
    if isinstance(source.type, UnrankedMemRefType) and isinstance(value.type, MemRefType):
        return value
    return source


def fold_returned_casts(function: Operation) -> None:
    """Return what was cast instead of the cast, where all returns agree on the type."""
    assert isinstance(function, FunctionOpInterface)
    returns = return_ops(function)
    if function.is_external or not returns:
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
