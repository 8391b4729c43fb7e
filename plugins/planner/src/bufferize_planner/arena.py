"""One arena instead of many allocations: buffers become views of it, at the offsets of a plan.

%a = memref.alloc() : memref<4xf32>     // %arena = memref.alloc() : memref<16xi8>
use %a                                  // %a = memref.view %arena[%c0][] : ... to memref<4xf32>
memref.dealloc %a                       // use %a
%b = memref.alloc() : memref<4xf32>     // %b = memref.view %arena[%c0][] : ... to memref<4xf32>
use %b                                  // use %b
memref.dealloc %b                       // memref.dealloc %arena
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bufferize import ir
from bufferize.dialects.memref import AllocOp, DeallocOp, ViewOp
from bufferize.driver import ModelContext
from bufferize.interfaces import FunctionOpInterface
from bufferize_planner.buffers import Budget, Plan, Planner
from bufferize_planner.lifetimes import PlannedAllocation, lifetimes
from bufferize_planner.planning import plan


@dataclass(frozen=True, eq=False)
class Arena:
    """The memory of a function in one memory space, with the plan of what lies in it."""

    memory_space: ir.Attribute | None
    alignment: int
    plan: Plan
    allocations: Sequence[PlannedAllocation]


def plan_function(
    function: FunctionOpInterface,
    root: ir.Operation,
    algorithm: str | Planner = "exact",
    budget: Budget | None = None,
) -> list[Arena]:
    """Return the arenas of a function, one for each memory space, without changing anything.

    `root` is the module around the function.
    """
    spaces: dict[ir.Attribute | None, list[PlannedAllocation]] = {}
    for allocation in lifetimes(function, root).planned:
        spaces.setdefault(allocation.memory_space, []).append(allocation)
    arenas = []
    for space, allocations in spaces.items():
        buffers = [allocation.buffer for allocation in allocations]
        alignment = math.lcm(*(buffer.alignment for buffer in buffers))
        found = plan(buffers, algorithm, budget=budget)
        arenas.append(Arena(space, alignment, found, allocations))
    return arenas


def use_arenas(
    function: FunctionOpInterface, arenas: Sequence[Arena], context: ModelContext
) -> None:
    """Allocate the arenas of a function at its start, free them at its ends, and use them."""
    entry = function.regions[0].blocks[0]
    ends = [b.terminator for b in function.regions[0].blocks if not b.successors()]
    for arena in arenas:
        builder = ir.Builder(ir.InsertionPoint.before(next(iter(entry.ops))))
        type = ir.MemRefType((arena.plan.height,), ir.I8, None, arena.memory_space)
        properties: dict[str, ir.Attribute] = {
            "operandSegmentSizes": ir.dense_i32([0, 0]),
            "alignment": ir.i64_attr(arena.alignment),
        }
        made = AllocOp.create((), (type,), properties=properties, location=function.location)
        memory = builder.insert(made).memref
        for end in ends:
            builder.set_insertion_point(ir.InsertionPoint.before(end))
            builder.insert(DeallocOp.create((memory,), location=function.location))
        use_arena(arena, memory, context)


def use_arena(arena: Arena, memory: ir.Value, context: ModelContext) -> None:
    """Replace the allocations of an arena by views of its memory, and remove what frees them."""
    builder = ir.Builder()
    frees = {free: None for allocation in arena.allocations for free in allocation.frees}
    for allocation in arena.allocations:
        op = allocation.op
        builder.set_insertion_point(ir.InsertionPoint.before(op))
        offset = arena.plan.offsets[allocation.buffer.id]
        shift = context.materialize_index(builder, offset, op.location)
        view = ViewOp.create((memory, shift), (op.results[0].type,), location=op.location)
        op.results[0].replace_all_uses_with(builder.insert(view).result)
        op.erase()
    for free in frees:
        if free.parent is not None:  # it may free what is in another arena instead, used before
            free.erase()
