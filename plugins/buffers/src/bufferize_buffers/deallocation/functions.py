"""Which functions say what their callers own."""

from __future__ import annotations

from dataclasses import dataclass

from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import Operation, SymbolRefAttr, SymbolTables, symbol_references


@dataclass(frozen=True)
class DeallocationOptions:
    """What the pass may do."""

    private_function_dynamic_ownership: bool = False
    """Whether private functions return an i1 value with each buffer, which says whether the caller
    owns it, so that they need not copy what they do not own."""


class Program:
    """What is known of all functions."""

    def __init__(self, root: Operation, options: DeallocationOptions) -> None:
        self._tables = SymbolTables()
        self._dynamic: set[Operation] = set()
        if options.private_function_dynamic_ownership:
            self._dynamic = self._changeable(root)

    def has_dynamic_ownership(self, function: Operation | None) -> bool:
        """Whether a function says what its caller owns."""
        return function in self._dynamic

    def callee(self, call: CallOpInterface) -> Operation | None:
        """The function that is called, where that is known."""
        name = call.callable_for_callee
        return self._tables.lookup(call, name) if isinstance(name, SymbolRefAttr) else None

    def _changeable(self, root: Operation) -> set[Operation]:
        """The private functions that nothing but calls names."""
        found: set[Operation] = set()
        others: set[Operation] = set()
        for op in root.walk():
            if isinstance(op, FunctionOpInterface) and not (op.is_public or op.is_external):
                found.add(op)
            callee = op.callable_for_callee if isinstance(op, CallOpInterface) else None
            for reference in symbol_references(op):
                if reference is not callee:
                    named = self._tables.lookup(op, reference)
                    if named is not None:
                        others.add(named)
        return found - others
