"""The i1 values that regions pass on, where they are always the same."""

from __future__ import annotations

from collections.abc import Iterator

from bufferize.interfaces import RegionBranchOpInterface, RegionBranchTerminatorOpInterface
from bufferize.ir import I1, Value
from bufferize_buffers.deallocation.booleans import known


def known_flags(op: RegionBranchOpInterface) -> dict[Value, bool]:
    """The i1 values that regions and results of `op` get, as far as they are the same each time."""
    outgoing: dict[Value, list[Value]] = {}
    flags: set[Value] = set()
    given: list[tuple[Value, bool | None]] = []
    for source, target in _passed(op):
        if target.type is I1:
            flags.add(target)
            outgoing.setdefault(source, []).append(target)
    for source, targets in outgoing.items():
        if source not in flags:
            given += [(target, known(source)) for target in targets]
    # What is passed from one to the other is not looked at before it is known what it may be.
    found: dict[Value, bool | None] = {}
    while given:
        flag, value = given.pop()
        if flag not in found or (found[flag] is not None and found[flag] is not value):
            found[flag] = value if flag not in found else None
            given += [(target, found[flag]) for target in outgoing.get(flag, ())]
    return {flag: value for flag, value in found.items() if value is not None}


def _passed(op: RegionBranchOpInterface) -> Iterator[tuple[Value, Value]]:
    """What goes into the regions and results of `op`, and where."""
    for successor in op.successor_regions(None):
        operands = op.entry_successor_operands(successor.region)
        yield from zip((o.value for o in operands), successor.inputs, strict=False)
    for region in op.regions:
        for block in region.blocks:
            end = block.last_op
            if isinstance(end, RegionBranchTerminatorOpInterface):
                for successor in end.terminator_successor_regions():
                    operands = end.mutable_successor_operands(successor.region)
                    yield from zip((o.value for o in operands), successor.inputs, strict=False)
