"""Allocations that a function returns and that its caller may make in its place."""

from __future__ import annotations

from collections.abc import Iterable

from bufferize.analysis import return_ops
from bufferize.interfaces import (
    AllocationOpInterface,
    EffectKind,
    has_effect,
    is_block_reachable,
    possible_buffer_aliases,
)
from bufferize.ir import Operation, Value


def hoistable_allocations(
    function: Operation, results: Iterable[int]
) -> dict[int, list[Operation]]:
    """For each of these results the allocations that one buffer of the caller can replace.

    They are made at most once in a run of the function, at most one of them, and are not freed. A
    return that gives something else for that result is to copy it to the caller's buffer: before
    that, nothing else that it returns may be in there.
    """
    returned = [op.operands for op in return_ops(function)]
    found: dict[int, list[Operation]] = {}
    taken: set[Operation] = set()
    for index in results:
        chosen: list[Operation] = []
        for op in dict.fromkeys(operands[index].defining_op for operands in returned):
            if (
                isinstance(op, AllocationOpInterface)
                and op not in taken
                and not any(_may_both_run(op, other) for other in (op, *chosen))
                and _is_only_returned(op, index, returned)
            ):
                chosen.append(op)
                taken.add(op)
        found[index] = chosen
    return found


def _may_both_run(op: Operation, other: Operation) -> bool:
    """Whether a run of the function can execute both; for an operation itself: it twice."""
    assert op.parent is not None
    assert other.parent is not None
    if op is not other and op.parent is other.parent:
        return True
    return is_block_reachable(op.parent, other.parent) or is_block_reachable(
        other.parent, op.parent
    )


def _is_only_returned(op: Operation, index: int, returned: list[tuple[Value, ...]]) -> bool:
    aliases = _aliases(op.results[0])
    return aliases is not None and not any(
        operands[index] is not op.results[0] and not aliases.isdisjoint(operands)
        for operands in returned
    )


def _aliases(buffer: Value) -> set[Value] | None:
    """The values that may share the memory of `buffer`; None if it may be freed by one of them."""
    found, work = {buffer}, [buffer]
    while work:
        for use in work.pop().uses:
            aliases = possible_buffer_aliases(use)
            if aliases is None or has_effect(use.owner, EffectKind.FREE, use.value):
                return None
            work += [alias for alias in aliases if alias not in found]
            found.update(aliases)
    return found
