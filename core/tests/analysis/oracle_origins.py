"""The origins of a value: the ends of all chains of aliases that lead back from it."""

from __future__ import annotations

from collections.abc import Set

from bufferize.analysis import AnalysisState
from bufferize.define import ConstantLike
from bufferize.interfaces import DestinationStyleOpInterface, FunctionOpInterface, is_tensor_like
from bufferize.ir import (
    BlockArgument,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    OpOperand,
    OpResult,
    Value,
    VectorType,
)

MOST = 16
"""The largest number of origins that counts as known."""


def origins(state: AnalysisState, value: Value) -> set[Value] | None:
    """Return the values whose buffer that of `value` may be, or be a part of, if nothing is copied.

    These are the ends of the chains, and the non-writable values on them. None if there are too
    many, or if a value is computed from itself.
    """
    return _origins(state, [value])


MOST_VALUES = 64
"""The largest number of values on the way back that is known."""


def reached(
    state: AnalysisState, value: Value, copied: Set[OpOperand]
) -> set[Value | OpOperand] | None:
    """Return all values and copies whose buffer `value` may have; None if there are too many."""
    found = [value]
    copies = set()
    for each in found:
        for source in _sources(state, each):
            if source in copied and state.model(source.owner) is not None:
                copies.add(source)
            elif source.value not in found:
                found.append(source.value)
    return {*found, *copies} if len(found) <= MOST_VALUES else None


def are_kept_apart(
    state: AnalysisState, definition: Value, read: Value, written: Value, copied: Set[OpOperand]
) -> bool:
    """Return whether copies keep `written` apart from all that passes the contents on to `read`.

    The contents are those of `definition`; what else may be read there does not count.
    """
    first, second = reached(state, definition, copied), reached(state, written, copied)
    if first is None or second is None or first & second:
        return False
    for found in (first, second):
        ends = [each for each in found if isinstance(each, OpOperand) or _is_end(state, each)]
        if not ends or not all(isinstance(e, OpOperand) or _is_its_own(state, e) for e in ends):
            return False
    values = _contents(state, read)
    passing_on = [value for value in values if not state.value_bufferizes_to_memory_write(value)]
    holding = {definition}
    while more := {
        value
        for value in passing_on
        if value not in holding and any(s.value in holding for s in _sources(state, value))
    }:
        holding |= more
    copies = {s for value in passing_on for s in _sources(state, value) if s.value in holding}
    return len(values) <= MOST_VALUES and not second & copied & copies


def _contents(state: AnalysisState, value: Value) -> list[Value]:
    """Return the values, from `value` back, that may have its contents."""
    found = [value]
    for each in found:
        if not state.value_bufferizes_to_memory_write(each):
            found += {s.value: 0 for s in _sources(state, each) if s.value not in found}
    return found


def _sources(state: AnalysisState, value: Value) -> list[OpOperand]:
    op = value.owner if isinstance(value, OpResult) else value.parent_op
    if op is None or state.model(op) is None:
        return given(value) or []
    return [source.operand for source in state.get_aliasing_op_operands(value)]


def _is_end(state: AnalysisState, value: Value) -> bool:
    """Return whether the buffer of `value` may be from nowhere else, or must not be written to."""
    sources = [source.value for source in _sources(state, value)]
    if not sources or not state.is_writable(value):
        return True
    # The argument of a region may also be what the operation around it was given.
    enters = isinstance(value, BlockArgument) and value.owner.is_entry
    op = value.parent_op
    return enters and not (op is not None and any(source in op.operands for source in sources))


def _origins(state: AnalysisState, path: list[Value]) -> set[Value] | None:
    value = path[-1]
    sources = [source.value for source in _sources(state, value)]
    found = {value} if _is_end(state, value) else set()
    for source in sources:
        more = None if source in path else _origins(state, [*path, source])
        if more is None:
            return None
        found |= more
    return found if len(found) <= MOST else None


def are_apart(state: AnalysisState, a: Value, b: Value) -> bool:
    """Return whether the buffer of `a` cannot be that of `b`.

    Two buffers are apart if each is a function argument, a constant or an allocation; or if one is an
    allocation, and the other of an operation that stays on tensors and knows of no other buffers than
    those of its operands, which are origins as well.
    """
    first, second = origins(state, a), origins(state, b)
    if first is None or second is None:
        return False
    return all(
        one is not other
        and (
            (_is_its_own(state, one) and _is_its_own(state, other))
            or (_is_new(state, one) and _is_made_elsewhere(state, other))
            or (_is_new(state, other) and _is_made_elsewhere(state, one))
        )
        for one in first
        for other in second
    )


def given(value: Value) -> list[OpOperand] | None:
    """Return the tensors that the owner of `value`, which stays on tensors, may make it of.

    None if it may also know of others.
    """
    op = value.defining_op
    if isinstance(op, DestinationStyleOpInterface):
        return []
    if op is None or op.regions:
        return None
    tensors = [operand for operand in op.op_operands if is_tensor_like(operand.value.type)]
    others = [operand for operand in op.op_operands if operand not in tensors]
    numbers = IndexType, IntegerType, FloatType, ComplexType, VectorType
    return tensors if all(isinstance(other.value.type, numbers) for other in others) else None


def _is_made_elsewhere(state: AnalysisState, value: Value) -> bool:
    op = value.defining_op
    return op is not None and state.model(op) is None and given(value) is not None


def _is_its_own(state: AnalysisState, value: Value) -> bool:
    if isinstance(value, BlockArgument):
        return value.owner.is_entry and isinstance(value.parent_op, FunctionOpInterface)
    assert isinstance(value, OpResult)
    return value.owner.has_trait(ConstantLike) or _is_new(state, value)


def _is_new(state: AnalysisState, value: Value) -> bool:
    model = state.model(value.owner) if isinstance(value, OpResult) else None
    return (
        isinstance(value, OpResult)
        and model is not None
        and model.bufferizes_to_allocation(value.owner, value)
    )
