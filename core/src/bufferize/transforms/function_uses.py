"""Where the functions of a module are used: which calls must change when a signature does."""

from __future__ import annotations

from dataclasses import dataclass, field

from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import Operation, SymbolTables, symbol_references


@dataclass
class FunctionUses:
    """The uses of one function."""

    calls: list[Operation] = field(default_factory=list)
    """The calls that can be rebuilt for another signature."""
    others: list[Operation] = field(default_factory=list)
    """What else names the function, and so relies on its signature."""


def functions_with_uses(module: Operation) -> dict[Operation, FunctionUses]:
    """The functions directly in `module`, in order, with their uses in all of it."""
    found: dict[Operation, FunctionUses] = {
        op: FunctionUses()
        for region in module.regions
        for block in region.blocks
        for op in block.ops
        if isinstance(op, FunctionOpInterface)
    }
    tables = SymbolTables()
    for op in module.walk():
        callee = op.callable_for_callee if isinstance(op, CallOpInterface) else None
        for reference in symbol_references(op):
            function = tables.lookup(op, reference)
            if function is None or function not in found:
                continue
            uses = found[function]
            if reference is callee and isinstance(op, CallOpInterface) and op.can_be_rebuilt:
                uses.calls.append(op)
                callee = None  # named a second time, it is another use
            else:
                uses.others.append(op)
    return found
