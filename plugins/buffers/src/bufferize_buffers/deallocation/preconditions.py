"""Conditions that a program must meet to be freed automatically, and checks of plugins' results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import DiagnosticError, PassError, PluginError, error
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
from bufferize_buffers.analysis.effects import is_buffer
from bufferize_buffers.deallocation.booleans import Condition, simplified

MANUAL: Final = "bufferization.manual_deallocation"
"""The attribute of operations whose buffers the program frees itself."""

HIDES_CONTROL_FLOW: Final = (
    "All operations with attached regions need to implement the RegionBranchOpInterface."
)


def require_supported(op: ir.Operation) -> None:
    """Raise PassError unless the effects of `op` on buffers are known."""
    message, *notes = _problem(op)
    if message:
        problem = error(message, op)
        for note in notes:
            problem.note(note)
        raise PassError(problem)


@contextmanager
def guarded(method: str, op: ir.Operation) -> Iterator[None]:
    """Turn what an interface method of `op` raises into a PluginError at `op` that names both."""
    try:
        yield
    except (DiagnosticError, MemoryError):
        raise
    except (Exception, SystemExit) as problem:
        text = f"{type(problem).__name__}: {problem}".removesuffix(": ")
        raise plugin_error(method, op, f"failed: {text}") from problem


def plugin_error(method: str, op: ir.Operation, what: str) -> PluginError:
    """Return the error that says `what` is wrong with an interface method of `op`, and names its class."""
    owner = type(op)
    message = f"{method}() of '{op.name}', {owner.__qualname__} of '{owner.__module__}', {what}"
    return PluginError(error(message, op))


def deallocated_by_interface(
    op: BufferDeallocationOpInterface, state: OwnershipState
) -> ir.Operation:
    """Let `op` deallocate by its interface; return the operation that replaces it, or itself.

    Raises PluginError for anything else.
    """
    block = op.parent
    with guarded("deallocate", op):
        found: object = op.deallocate(state)
    if not isinstance(found, ir.Operation) or found.parent is not block:
        what = f"'{found.name}' elsewhere" if isinstance(found, ir.Operation) else repr(found)
        raise plugin_error("deallocate", op, f"gave {what}, not the operation that it has become")
    return found


def checked_condition(owned: ir.Value | bool, op: ir.Operation) -> Condition:
    """Return the condition under which `op` says that a buffer is owned.

    Raises PluginError for another type than i1.
    """
    if isinstance(owned, ir.Value) and owned.type is not ir.I1:
        message = f"'{op.name}' says by a value of type '{owned.type}' whether a buffer is owned"
        raise PluginError(error(message, op).note("give a value of type i1, or a bool"))
    return simplified(owned)


def _problem(op: ir.Operation) -> tuple[str, ...]:
    """Return an error and notes; the error is empty if the effects of `op` are known."""
    if isinstance(op, DeallocOp):
        return (
            "No deallocation operations must be present when running this pass!",
            "run the pass once, on a program without 'bufferization.dealloc'",
        )
    has_effects = isinstance(op, MemoryEffectsOpInterface)
    if not (
        has_effects
        or op.has_trait(d.Pure)
        or op.has_trait(d.NoMemoryEffect)
        or op.has_trait(d.RecursiveMemoryEffects)
        or isinstance(op, CallOpInterface)
    ):
        return (
            "ops with unknown memory side effects are not supported",
            f"free the buffers after '{op.name}' is lowered, or declare it in a plugin, with "
            "MemoryEffectsOpInterface or a trait such as Pure",
        )
    if hides_control_flow(op):
        return (HIDES_CONTROL_FLOW,)
    if isinstance(op, RegionBranchOpInterface) and _wraps_buffers(op):
        return (
            f"'{op.name}' passes on buffers as values of other types, which cannot be freed",
            f"free the buffers after '{op.name}' is lowered",
        )
    if isinstance(op, MemoryEffectsOpInterface) and MANUAL not in op.attributes:
        buffers = set(filter(is_buffer, op.operands))
        if buffers and any(
            effect.kind is EffectKind.FREE and effect.value in buffers for effect in op.effects()
        ):
            return (
                "memory free side-effect on MemRef value not supported!",
                f"leave it out, so that this pass frees the buffer, or put `{MANUAL}` on it and on "
                "the allocation, so that only the program does",
            )
    if op.has_trait(ir.IsTerminator) and _handles_buffers(op):
        if isinstance(op, BranchOpInterface) == isinstance(op, RegionBranchTerminatorOpInterface):
            return (
                "Terminators must implement either BranchOpInterface or "
                "RegionBranchTerminatorOpInterface (but not both)!",
            )
    return ("",)


def hides_control_flow(op: ir.Operation) -> bool:
    """Return whether `op` passes buffers to or from its regions without saying how."""
    return (
        (len(op.regions) > 1 or (bool(op.regions) and bool(op.results)))
        and not isinstance(op, RegionBranchOpInterface)
        and _handles_buffers(op)
    )


def _wraps_buffers(op: RegionBranchOpInterface) -> bool:
    """Return whether `op` passes on buffers as other values, such as `!async.value<memref<4xf32>>`."""
    edges = [(op.entry_successor_operands(s.region), s.inputs) for s in op.successor_regions(None)]
    for block in (block for region in op.regions for block in region.blocks):
        end = block.last_op
        if isinstance(end, RegionBranchTerminatorOpInterface):
            for after in end.terminator_successor_regions():
                edges.append((end.mutable_successor_operands(after.region), after.inputs))
    return any(
        is_buffer(operand.value) != is_buffer(received)
        for operands, inputs in edges
        for operand, received in zip(operands, inputs, strict=False)  # some already have ownership
    )


def _handles_buffers(op: ir.Operation) -> bool:
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
