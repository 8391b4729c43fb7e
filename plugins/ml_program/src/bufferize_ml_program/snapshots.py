"""Whether what was loaded from a global is still there when it is read."""

from __future__ import annotations

from bufferize.analysis import AnalysisState, called_function
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import IsTerminator, Operation, OpOperand
from bufferize_ml_program.ops_global import GlobalLoadOp, GlobalStoreGraphOp, GlobalStoreOp


def overwriting_op(load: GlobalLoadOp, use: OpOperand, state: AnalysisState) -> Operation | None:
    """An operation that may store to the global between `load` and a read by way of `use`.

    That is a read by `use` itself or by a use of what shares its buffer. A value is the global's
    own buffer until it is copied. Where the block of the load does not tell the order, any store in
    the function counts, and of a value that is returned any store in the program.
    """
    assert load.parent_region is not None
    last_reads: set[Operation] = set()
    for reader in _uses_of_buffer(use, state):
        op = load.parent_region.find_ancestor_op(reader.owner)
        is_handed_out = reader.owner.has_trait(IsTerminator) and (
            not state.get_aliasing_values(reader)
        )
        if op is not None and op.parent is load.parent and not is_handed_out:
            last_reads.add(op)
            continue
        is_returned = isinstance(reader.owner.parent_op, FunctionOpInterface) and is_handed_out
        store = _store(_scope(load, whole_program=is_returned), load, state)
        if store is not None:
            return store
    op = load.next_op
    while last_reads and op is not None:
        last_reads.discard(op)
        if not last_reads and not op.regions and not isinstance(op, CallOpInterface):
            return None  # even a store has read the value before
        store = _store(op, load, state)
        if store is not None:
            return store
        op = op.next_op
    return None


def _uses_of_buffer(use: OpOperand, state: AnalysisState) -> list[OpOperand]:
    uses, seen = [use], {use.value}
    for current in uses:  # grows
        if not state.is_in_place(current):
            continue
        for alias in state.get_aliasing_values(current):
            if alias.value not in seen:
                seen.add(alias.value)
                uses.extend(alias.value.uses)
    return uses


def _scope(load: Operation, whole_program: bool) -> Operation:
    """The function around `load`, or all that is around it."""
    scope = load
    while scope.parent_op is not None:
        scope = scope.parent_op
        if isinstance(scope, FunctionOpInterface) and not whole_program:
            break
    return scope


def _store(scope: Operation, load: GlobalLoadOp, state: AnalysisState) -> Operation | None:
    """An operation in `scope`, or one that it calls, that may store to the global of `load`."""
    scopes = [scope]
    for root in scopes:  # grows
        for op in root.walk():
            if isinstance(op, GlobalStoreOp | GlobalStoreGraphOp):
                if op.global_.leaf == load.global_.leaf:
                    return op
            elif isinstance(op, CallOpInterface):
                callee = called_function(state, op)
                if not isinstance(callee, FunctionOpInterface) or callee.is_external:
                    return op
                if callee not in scopes:
                    scopes.append(callee)
    return None
