"""One arena instead of many allocations: buffers become views of it, at the offsets of a plan.

%a = memref.alloc() : memref<4xf32>     // %arena = memref.alloc() : memref<16xi8>
use %a                                  // %a = memref.view %arena[%c0][] : ... to memref<4xf32>
memref.dealloc %a                       // use %a
%b = memref.alloc() : memref<4xf32>     // %b = memref.view %arena[%c0][] : ... to memref<4xf32>
use %b                                  // use %b
memref.dealloc %b                       // memref.dealloc %arena
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bufferize import ir
from bufferize.diagnostics import PassError, error
from bufferize.dialects.memref import AllocOp, DeallocOp, ViewOp
from bufferize.driver import ModelContext
from bufferize.interfaces import FunctionOpInterface
from bufferize_planner.buffers import Budget, Plan, Planner
from bufferize_planner.lifetimes import ModuleUses, PlannedAllocation, lifetimes
from bufferize_planner.planning import plan

PLANNED: Final = "bufferize.planned"
"""The attribute of a view that the interpreter takes for a buffer of its own."""

_MOST_BYTES: Final = 2**63 - 1
"""The greatest extent of a memref."""


class ArenaMode(enum.Enum):
    """Where the memory of an arena comes from; the value is the option's spelling."""

    ALLOCATE = "allocate"
    """The function allocates it before the first buffer, and frees it at its ends."""
    ARG = "arg"
    """The first argument of the function, a `memref<?xi8>`, is the arena; with several memory spaces,
    there is an argument for each."""


@dataclass(frozen=True, eq=False)
class Arena:
    """The memory of a function in one memory space, with the plan of what lies in it."""

    memory_space: ir.Attribute | None
    alignment: int
    plan: Plan
    allocations: Sequence[PlannedAllocation]

    @property
    def type(self) -> ir.MemRefType:
        """The type of a buffer of as many bytes."""
        return ir.MemRefType((self.plan.height,), ir.I8, None, self.memory_space)


def plan_allocations(
    allocations: Sequence[PlannedAllocation],
    algorithm: str | Planner = "exact",
    make_budget: Callable[[], Budget] = Budget,
    context: ModelContext | None = None,
) -> list[Arena]:
    """Return arenas for allocations of one function, one for each memory space; change nothing."""
    return [
        plan_arena(inside, algorithm, make_budget(), context)
        for inside in by_memory_space(allocations)
    ]


def by_memory_space(allocations: Sequence[PlannedAllocation]) -> list[list[PlannedAllocation]]:
    """Return the allocations of each memory space, in the order of the first ones."""
    spaces: dict[ir.Attribute | None, list[PlannedAllocation]] = {}
    for allocation in allocations:
        spaces.setdefault(allocation.memory_space, []).append(allocation)
    return list(spaces.values())


def plan_arena(
    allocations: Sequence[PlannedAllocation],
    algorithm: str | Planner,
    budget: Budget,
    context: ModelContext | None = None,
) -> Arena:
    """Return the arena of allocations in one memory space; change nothing."""
    buffers = [allocation.buffer for allocation in allocations]
    alignment = math.lcm(*(buffer.alignment for buffer in buffers))
    found = plan(buffers, algorithm, budget=budget, context=context)
    return Arena(allocations[0].memory_space, alignment, found, allocations)


def plan_function(
    function: FunctionOpInterface,
    root: ir.Operation,
    algorithm: str | Planner = "exact",
    budget: Budget | None = None,
) -> list[Arena]:
    """Return the arenas of a function, one for each memory space, without changing anything.

    `root` is the module around the function.
    """
    planned = lifetimes(function, ModuleUses(root)).planned
    return plan_allocations(planned, algorithm, lambda: budget or Budget())


def place_arenas(
    function: FunctionOpInterface,
    arenas: Sequence[Arena],
    mode: ArenaMode,
    context: ModelContext,
    mark_views: bool = False,
) -> None:
    """Use the arenas of a function, whose memory comes from where `mode` says. Raises PassError.

    With `mark_views`, the interpreter checks that no buffer takes bytes of another one in use.
    """
    if mode is ArenaMode.ALLOCATE:
        use_arenas(function, arenas, context, mark_views)
        return
    for arena, memory in zip(arenas, arena_arguments(function, arenas), strict=True):
        use_arena(arena, memory, context, mark_views)


def use_arenas(
    function: FunctionOpInterface,
    arenas: Sequence[Arena],
    context: ModelContext,
    mark_views: bool = False,
) -> None:
    """Allocate the arenas of a function before their first buffers, free them at its ends, and use
    them."""
    entry = function.entry_block
    ends = [b.terminator for b in function.function_body.blocks if not b.successors()]
    for arena in arenas:
        first = entry.find_ancestor_op(arena.allocations[0].op) or entry.terminator
        builder = ir.Builder(ir.InsertionPoint.before(first))
        memory = builder.insert(allocated(arena, function.location)).memref
        for end in ends:
            builder.set_insertion_point(ir.InsertionPoint.before(end))
            builder.insert(DeallocOp.create((memory,), location=function.location))
        use_arena(arena, memory, context, mark_views)


def allocated(arena: Arena, location: ir.Location) -> AllocOp:
    """Return an operation that allocates the memory of an arena, not inserted yet."""
    properties: dict[str, ir.Attribute] = {
        "operandSegmentSizes": ir.dense_i32([0, 0]),
        "alignment": ir.i64_attr(arena.alignment),
    }
    return AllocOp.create((), (arena.type,), properties=properties, location=location)


def arena_arguments(function: FunctionOpInterface, arenas: Sequence[Arena]) -> list[ir.Value]:
    """Return the memory of each arena: as many first arguments of the function as there are arenas.

    Raises PassError unless they are buffers of bytes in the arenas' memory spaces, large enough.
    """
    arguments = function.body_arguments[: len(arenas)]
    if len(arguments) < len(arenas):
        needed = "one function argument"
        if len(arenas) > 1:
            needed = f"{len(arenas)} function arguments, one for each memory space"
        raise PassError(error(f"arena-mode=arg requires at least {needed}", function))
    return [_argument_for(arena, arguments, function) for arena in arenas]


def _argument_for(
    arena: Arena, arguments: Sequence[ir.Value], function: FunctionOpInterface
) -> ir.Value:
    """Return the one of the first arguments that an arena may use. Raises PassError."""
    for argument in arguments:
        type = argument.type
        if not isinstance(type, ir.MemRefType) or type.memory_space != arena.memory_space:
            continue
        if type.element_type != ir.I8 or type.rank != 1 or not type.has_identity_layout:
            continue
        if type.has_static_shape() and type.num_elements() < arena.plan.height:
            what = f"the arena takes {arena.plan.height} bytes, but the argument is a {type}"
            raise PassError(error(what, function))
        return argument
    which = (
        "first argument" if len(arguments) == 1 else f"one of the first {len(arguments)} arguments"
    )
    fits = str(arena.type)
    wanted = fits.replace(str(arena.plan.height), "...", 1)
    problem = error(f"arena-mode=arg requires {which} to be {wanted}", function)
    raise PassError(problem.note(f"such as {fits}"))


def use_arena(
    arena: Arena, memory: ir.Value, context: ModelContext, mark_views: bool = False
) -> None:
    """Replace the allocations of an arena by views of its memory, and remove what frees them.

    Raises PassError for an arena of more bytes than the extent of a memref can say.
    """
    if arena.plan.height > _MOST_BYTES:
        message = f"an arena of {arena.plan.height} bytes has no type"
        raise PassError(
            error(message, arena.allocations[0].op).note(f"at most {_MOST_BYTES} are possible")
        )
    builder = ir.Builder()
    frees = {free: None for allocation in arena.allocations for free in allocation.frees}
    for allocation in arena.allocations:
        op = allocation.op
        builder.set_insertion_point(ir.InsertionPoint.before(op))
        offset = arena.plan.offsets[allocation.buffer.id]
        shift = context.materialize_index(builder, offset, op.location)
        view = ViewOp.create((memory, shift), (op.results[0].type,), location=op.location)
        if mark_views:
            view.attributes[PLANNED] = ir.UnitAttr()
        op.results[0].replace_all_uses_with(builder.insert(view).result)
        op.erase()
    for free in frees:
        if free.parent is not None:  # it may free what is in another arena instead, used before
            free.erase()
