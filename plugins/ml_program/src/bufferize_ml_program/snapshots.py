"""Whether what was loaded from a global is still there when it is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from bufferize import ir
from bufferize.analysis import AnalysisState, called_function
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize_ml_program.ops import GlobalLoadOp, GlobalStoreGraphOp, GlobalStoreOp


def overwriting_op(
    load: GlobalLoadOp, use: ir.OpOperand, state: AnalysisState, stores: GlobalStores
) -> ir.Operation | None:
    """An operation that may store to the global between `load` and a read by way of `use`.

    That is a read by `use` itself or by a use of what shares its buffer. A value is the global's
    own buffer until it is copied. Where the block of the load does not tell the order, any store in
    the function counts, and of a value that is returned any store in the program.
    """
    assert load.parent_region is not None
    name = load.global_.leaf
    last_reads: set[ir.Operation] = set()
    for reader in _uses_of_buffer(use, state):
        op = load.parent_region.find_ancestor_op(reader.owner)
        is_handed_out = reader.owner.has_trait(ir.IsTerminator) and (
            not state.get_aliasing_values(reader)
        )
        if op is not None and op.parent is load.parent and not is_handed_out:
            last_reads.add(op)
            continue
        is_returned = isinstance(reader.owner.parent_op, FunctionOpInterface) and is_handed_out
        store = stores.find(_scope(load, is_returned), name, state)
        if store is not None:
            return store
    op = load.next_op
    while last_reads and op is not None:
        last_reads.discard(op)
        if not last_reads and not op.regions and not isinstance(op, CallOpInterface):
            return None  # even a store has read the value before
        store = stores.find(op, name, state)
        if store is not None:
            return store
        op = op.next_op
    return None


def _uses_of_buffer(use: ir.OpOperand, state: AnalysisState) -> list[ir.OpOperand]:
    uses, seen = [use], {use.value}
    for current in uses:  # grows
        if not state.is_in_place(current):
            continue
        for alias in state.get_aliasing_values(current):
            if alias.value not in seen:
                seen.add(alias.value)
                uses.extend(alias.value.uses)
    return uses


def _scope(load: ir.Operation, whole_program: bool) -> ir.Operation:
    """The function around `load`, or all that is around it."""
    scope = load
    while scope.parent_op is not None:
        scope = scope.parent_op
        if isinstance(scope, FunctionOpInterface) and not whole_program:
            break
    return scope


@dataclass
class _Stores:
    """What is stored to by an operation and those in it, but not by the functions that they call."""

    ops: dict[str, ir.Operation] = field(default_factory=dict)
    """One for each global, by its name."""
    callees: dict[ir.Operation, None] = field(default_factory=dict)
    """In the order of the first calls."""
    unknown: ir.Operation | None = None
    """A call of a function that is not there to be looked at."""


class GlobalStores:
    """Finds stores to globals. What was found is remembered: stores and calls must stay."""

    def __init__(self) -> None:
        self._found: dict[ir.Operation, _Stores] = {}

    def find(self, root: ir.Operation, name: str, state: AnalysisState) -> ir.Operation | None:
        """An operation in `root`, or in what it calls, that may store to the global `name`."""
        seen, work = {root}, [root]
        while work:
            stores = self._stores_in(work.pop(), state)
            op = stores.ops.get(name) or stores.unknown
            if op is not None:
                return op
            work += [callee for callee in stores.callees if callee not in seen]
            seen.update(stores.callees)
        return None

    def _stores_in(self, root: ir.Operation, state: AnalysisState) -> _Stores:
        found = self._found.get(root)
        if found is None:
            found = self._found[root] = _Stores()
            for op in root.walk():
                if isinstance(op, GlobalStoreOp | GlobalStoreGraphOp):
                    found.ops.setdefault(op.global_.leaf, op)
                elif isinstance(op, CallOpInterface):
                    callee = called_function(state, op)
                    if callee is not None and not callee.is_external:
                        found.callees[callee] = None
                    else:
                        found.unknown = op
        return found
