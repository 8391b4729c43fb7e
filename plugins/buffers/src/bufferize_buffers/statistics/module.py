"""Statistics of a module: the memory usage of its functions, callees first, and the total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from bufferize import ir
from bufferize.dialects.memref import GlobalOp
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize_buffers.statistics.extents import Extents
from bufferize_buffers.statistics.in_use import Usage
from bufferize_buffers.statistics.quantity import ZERO, Quantity, greatest
from bufferize_buffers.statistics.walk import Callee, FunctionUsage, Walk
from bufferize_transforms import strong_components


@dataclass(frozen=True)
class BufferStatistics:
    """The memory usage of a program: exact if sizes are static and there are no branches.

    Otherwise it is an upper bound: the worst of several paths counts, unknown extents and trip
    counts have names, and parallel iterations count as all running at once.
    """

    functions: Sequence[tuple[str, FunctionUsage]]
    """The functions with a body, in program order, with names and the usage of one run."""
    entries: frozenset[int] = frozenset()
    """The positions in `functions` of functions that no other function calls."""
    global_bytes: Quantity = ZERO
    """The bytes of globals, which live as long as the program."""

    @property
    def total(self) -> FunctionUsage:
        """The usage of the whole program: each uncalled function runs once, one after another."""
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


def buffer_statistics(root: ir.Operation, *, verify: bool = True) -> BufferStatistics:
    """Return the memory that the functions in `root` use, `root` included.

    The time is about linear in the length of the program. Raises VerifyError for an invalid program.
    """
    if verify:
        ir.require_valid(root)
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
        if isinstance(op, GlobalOp) and isinstance(op.type.type, ir.MemRefType)
    ]
    return BufferStatistics(
        [(function.symbol_name, known[function]) for function in functions],
        frozenset(index for index, f in enumerate(functions) if f not in called),
        reduce(Quantity.__add__, sizes, ZERO),
    )


class _Calls:
    """The calls in functions, and their callees."""

    def __init__(self) -> None:
        self._tables = ir.SymbolTables()
        self._of: dict[
            FunctionOpInterface, list[tuple[CallOpInterface, FunctionOpInterface | None]]
        ] = {}

    def of(
        self, function: FunctionOpInterface
    ) -> list[tuple[CallOpInterface, FunctionOpInterface | None]]:
        """Return the calls in `function`, each with its callee, if known."""
        found = self._of.get(function)
        if found is None:
            ops = (op for op in function.walk() if isinstance(op, CallOpInterface))
            found = [(op, self._callee(op)) for op in ops]
            self._of[function] = found
        return found

    def callees(self, function: FunctionOpInterface) -> list[FunctionOpInterface]:
        """Return the functions with a body that `function` calls."""
        found = dict.fromkeys(callee for _, callee in self.of(function))
        return [callee for callee in found if callee is not None and not callee.is_external]

    def _callee(self, call: CallOpInterface) -> FunctionOpInterface | None:
        name = call.callable_for_callee
        if not isinstance(name, ir.SymbolRefAttr):
            return None
        found = self._tables.lookup(call, name)
        return found if isinstance(found, FunctionOpInterface) else None


def _callee(
    call: CallOpInterface,
    function: FunctionOpInterface | None,
    known: Mapping[FunctionOpInterface, FunctionUsage],
) -> Callee:
    """Return a called function and its usage, or why they are unknown."""
    if function is None:
        return f"{call.name} of an unknown function"
    if function.is_external:
        return f"{call.name} of @{function.symbol_name}, which has no body"
    if function not in known:
        return f"{call.name} of @{function.symbol_name}, which is recursive"
    return function, known[function]
