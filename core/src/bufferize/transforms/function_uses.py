"""Where the functions of a module are used: which calls must change when a signature does."""

from __future__ import annotations

from dataclasses import dataclass, field

from bufferize.analysis import functions_in
from bufferize.define import ReturnLike
from bufferize.diagnostics import PassError, error
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import Operation, SymbolTables, SymbolTableTrait, symbol_references


@dataclass
class FunctionUses:
    """The uses of one function."""

    calls: list[CallOpInterface] = field(default_factory=list)
    """The calls that can be rebuilt for another signature."""
    others: list[Operation] = field(default_factory=list)
    """What else names the function, and so relies on its signature."""


def _fits(call: CallOpInterface, function: FunctionOpInterface) -> bool:
    """Whether the arguments and results of a call are those of `function`, and it can be rebuilt."""
    signature = function.signature
    return (
        call.can_be_rebuilt
        and len(call.arg_operands) == len(signature.inputs)
        and call.result_types == signature.results
    )


def odd_end(function: FunctionOpInterface) -> Operation | None:
    """What ends `function` with operands that are not its results, one by one; None as a rule.

    How such an operation changes with the signature is not known.
    """
    for block in function.function_body.blocks:
        last = block.last_op
        if last is None or last.successors:
            continue
        if last.has_trait(ReturnLike):
            if last.operand_types != function.signature.results:
                return last
        elif last.op_operands:
            return last
    return None


def functions_with_uses(module: Operation) -> dict[FunctionOpInterface, FunctionUses]:
    """The functions directly in `module`, in order, with their uses in all of it.

    Raises PassError for an operation that is no module.
    """
    if not module.has_trait(SymbolTableTrait):
        message = f"signatures change with all calls: this needs a module, not '{module.name}'"
        raise PassError(error(message, module))
    found = {function: FunctionUses() for function in functions_in(module)}
    tables = SymbolTables()
    for op in module.walk():
        call = op if isinstance(op, CallOpInterface) else None
        for reference in symbol_references(op):
            function = tables.lookup(op, reference)
            if not isinstance(function, FunctionOpInterface) or function not in found:
                continue
            if call is not None and reference is call.callable_for_callee and _fits(call, function):
                found[function].calls.append(call)
                call = None  # named a second time, it is another use
            else:
                found[function].others.append(op)
    return found
