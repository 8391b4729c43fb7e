"""The origins of a value: the ends of all chains of aliases that lead back from it."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.define import ConstantLike
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import BlockArgument, OpResult, Value

MOST = 16
"""The largest number of origins that counts as known."""


def origins(state: AnalysisState, value: Value) -> set[Value] | None:
    """Return the values whose buffer that of `value` may be, or be a part of, if nothing is copied.

    These are the ends of the chains, and the non-writable values on them. None if there are too
    many, or if a value is computed from itself.
    """
    return _origins(state, [value])


def _origins(state: AnalysisState, path: list[Value]) -> set[Value] | None:
    value = path[-1]
    op = value.owner if isinstance(value, OpResult) else value.parent_op
    assert op is not None
    known = state.model(op) is not None
    sources = [s.operand.value for s in state.get_aliasing_op_operands(value)] if known else []
    # The argument of a region may also be what the operation around it was given.
    enters = isinstance(value, BlockArgument) and value.owner.is_entry
    is_open = enters and not any(source in op.operands for source in sources)
    found = {value} if not sources or is_open or not state.is_writable(value) else set()
    for source in sources:
        more = None if source in path else _origins(state, [*path, source])
        if more is None:
            return None
        found |= more
    return found if len(found) <= MOST else None


def are_apart(state: AnalysisState, a: Value, b: Value) -> bool:
    """Return whether `a` and `b` come from different function arguments, constants or allocations."""
    first, second = origins(state, a), origins(state, b)
    if first is None or second is None or first & second:
        return False
    return all(_is_its_own(state, value) for value in first | second)


def _is_its_own(state: AnalysisState, value: Value) -> bool:
    if isinstance(value, BlockArgument):
        return value.owner.is_entry and isinstance(value.parent_op, FunctionOpInterface)
    assert isinstance(value, OpResult)
    op = value.owner
    model = state.model(op)
    if model is None:
        return False
    return op.has_trait(ConstantLike) or model.bufferizes_to_allocation(op, value)
