"""What a program must be so that it is known what to free."""

from __future__ import annotations

from typing import Final

from bufferize.define import NoMemoryEffect, Pure, RecursiveMemoryEffects
from bufferize.diagnostics import PassError, PluginError, error
from bufferize.dialects.bufferization import DeallocOp
from bufferize.interfaces import (
    BranchOpInterface,
    BufferDeallocationOpInterface,
    CallOpInterface,
    EffectKind,
    MemoryEffectsOpInterface,
    OwnershipState,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
)
from bufferize.ir import I1, IsTerminator, Operation, Value
from bufferize_buffers.deallocation.booleans import Condition, simplified
from bufferize_buffers.deallocation.liveness import is_buffer

MANUAL: Final = "bufferization.manual_deallocation"
"""The attribute of operations whose allocations and frees the program itself sees to."""

HIDES_CONTROL_FLOW: Final = (
    "All operations with attached regions need to implement the RegionBranchOpInterface."
)


def require_supported(op: Operation) -> None:
    """Raises PassError unless it is known how `op` deals with buffers."""
    problem = _problem(op)
    if problem:
        raise PassError(error(problem, op))


def outcome(op: BufferDeallocationOpInterface, state: OwnershipState) -> Operation:
    """What `op` has become, as it says itself. Raises PluginError for what it cannot have become."""
    block = op.parent
    found: object = op.deallocate(state)
    if not isinstance(found, Operation) or found.parent is not block:
        what = f"'{found.name}' elsewhere" if isinstance(found, Operation) else repr(found)
        message = f"deallocate() of '{op.name}' gave {what}, not the operation that it has become"
        raise PluginError(error(message, op))
    return found


def said(owned: Value | bool, op: Operation) -> Condition:
    """Whether a buffer is owned, as `op` says it. Raises PluginError for what cannot say that."""
    if isinstance(owned, Value) and owned.type is not I1:
        message = f"'{op.name}' says by a value of type '{owned.type}' whether a buffer is owned"
        raise PluginError(error(message, op).note("give a value of type i1, or a bool"))
    return simplified(owned)


def _problem(op: Operation) -> str:
    if isinstance(op, DeallocOp):
        return "No deallocation operations must be present when running this pass!"
    has_effects = isinstance(op, MemoryEffectsOpInterface)
    if not (
        has_effects
        or op.has_trait(Pure)
        or op.has_trait(NoMemoryEffect)
        or op.has_trait(RecursiveMemoryEffects)
        or isinstance(op, CallOpInterface)
    ):
        return "ops with unknown memory side effects are not supported"
    if hides_control_flow(op):
        return HIDES_CONTROL_FLOW
    if isinstance(op, MemoryEffectsOpInterface) and MANUAL not in op.attributes:
        buffers = set(filter(is_buffer, op.operands))
        if buffers and any(
            effect.kind is EffectKind.FREE and effect.value in buffers for effect in op.effects()
        ):
            return "memory free side-effect on MemRef value not supported!"
    if op.has_trait(IsTerminator) and _handles_buffers(op):
        if isinstance(op, BranchOpInterface) == isinstance(op, RegionBranchTerminatorOpInterface):
            return (
                "Terminators must implement either BranchOpInterface or "
                "RegionBranchTerminatorOpInterface (but not both)!"
            )
    return ""


def hides_control_flow(op: Operation) -> bool:
    """Whether buffers go into regions of `op`, or come out of them, and it does not say how."""
    return (
        (len(op.regions) > 1 or (bool(op.regions) and bool(op.results)))
        and not isinstance(op, RegionBranchOpInterface)
        and _handles_buffers(op)
    )


def _handles_buffers(op: Operation) -> bool:
    return (
        any(map(is_buffer, op.operands))
        or any(map(is_buffer, op.results))
        or any(
            is_buffer(argument)
            for region in op.regions
            if region.blocks
            for argument in region.blocks[0].arguments
        )
    )
