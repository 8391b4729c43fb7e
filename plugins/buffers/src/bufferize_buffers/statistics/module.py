"""The memory that the functions of a module use, and the module as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from bufferize.dialects.memref import GlobalOp
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import (
    MemRefType,
    Operation,
    SymbolRefAttr,
    SymbolTables,
    require_valid,
    strong_components,
)
from bufferize_buffers.statistics.extents import Extents
from bufferize_buffers.statistics.quantity import ZERO, Quantity, greatest
from bufferize_buffers.statistics.usage import Usage
from bufferize_buffers.statistics.walk import Callee, FunctionUsage, Walk


@dataclass(frozen=True)
class BufferStatistics:
    """How much memory a program uses: exact where all is static and there are no branches.

    Elsewhere nothing is more than this: of several ways the worst counts, unknown extents and trip
    counts have names, and iterations that may run at the same time do.
    """

    functions: Sequence[tuple[str, FunctionUsage]]
    """In the order of the program, each by name as if it ran once; external ones are left out."""
    entries: frozenset[int] = frozenset()
    """The positions of those that no other one calls."""
    global_bytes: Quantity = ZERO
    """What lives as long as the program."""

    @property
    def total(self) -> FunctionUsage:
        """The whole: each function that no other one calls runs once, one after the other."""
        ran = [self.functions[index][1] for index in sorted(self.entries)]
        not_counted: Counter[str] = Counter()
        for _, one in self.functions:
            not_counted.update(one.not_counted)
        return FunctionUsage(
            reduce(Usage.__add__, (one.usage for one in ran), Usage()),
            greatest(one.peak for one in ran),
            greatest(one.stack_peak for one in ran),
            reduce(Quantity.__add__, (one.leaked for one in ran), ZERO),
            dict(enumerate(size for one in ran for size in one.returned.values())),
            not_counted=dict(sorted(not_counted.items())),
        )


def buffer_statistics(root: Operation, *, verify: bool = True) -> BufferStatistics:
    """The memory that the functions in `root` use, `root` among them, as the program is.

    It takes time that grows with the program. Raises VerifyError for a program that is not valid.
    """
    if verify:
        require_valid(root)
    functions = [
        op for op in root.walk() if isinstance(op, FunctionOpInterface) and not op.is_external
    ]
    calls = _Calls()
    extents = Extents()
    known: dict[FunctionOpInterface, FunctionUsage] = {}
    group_of: dict[FunctionOpInterface, int] = {}
    for number, group in enumerate(strong_components(functions, calls.callees)):
        group_of.update(dict.fromkeys(group, number))
        found: dict[FunctionOpInterface, FunctionUsage] = {}
        for function in group:
            callees = {call: _callee(call, f, known) for call, f in calls.of(function)}
            found[function] = Walk(function, extents, callees).function_usage()
        known.update(found)
    called = {
        callee
        for function in functions
        for callee in calls.callees(function)
        if group_of[callee] != group_of[function]
    }
    sizes = [
        extents.static_bytes(op.type.type, op)
        for op in root.walk()
        if isinstance(op, GlobalOp) and isinstance(op.type.type, MemRefType)
    ]
    return BufferStatistics(
        [(function.symbol_name, known[function]) for function in functions],
        frozenset(index for index, f in enumerate(functions) if f not in called),
        reduce(Quantity.__add__, sizes, ZERO),
    )


class _Calls:
    """The calls in functions, and what they call."""

    def __init__(self) -> None:
        self._tables = SymbolTables()
        self._of: dict[
            FunctionOpInterface, list[tuple[CallOpInterface, FunctionOpInterface | None]]
        ] = {}

    def of(
        self, function: FunctionOpInterface
    ) -> list[tuple[CallOpInterface, FunctionOpInterface | None]]:
        """The calls in `function`, each with the function that it calls if that is known."""
        found = self._of.get(function)
        if found is None:
            ops = (op for op in function.walk() if isinstance(op, CallOpInterface))
            found = [(op, self._callee(op)) for op in ops]
            self._of[function] = found
        return found

    def callees(self, function: FunctionOpInterface) -> list[FunctionOpInterface]:
        """The functions with a body that `function` calls."""
        found = dict.fromkeys(callee for _, callee in self.of(function))
        return [callee for callee in found if callee is not None and not callee.is_external]

    def _callee(self, call: CallOpInterface) -> FunctionOpInterface | None:
        name = call.callable_for_callee
        if not isinstance(name, SymbolRefAttr):
            return None
        found = self._tables.lookup(call, name)
        return found if isinstance(found, FunctionOpInterface) else None


def _callee(
    call: CallOpInterface,
    function: FunctionOpInterface | None,
    known: Mapping[FunctionOpInterface, FunctionUsage],
) -> Callee:
    """What is known of a function that is called, or why nothing is."""
    if function is None:
        return f"{call.name} of an unknown function"
    if function.is_external:
        return f"{call.name} of @{function.symbol_name}, which has no body"
    if function not in known:
        return f"{call.name} of @{function.symbol_name}, which is recursive"
    return function, known[function]
