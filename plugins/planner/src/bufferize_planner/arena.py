"""One arena instead of many allocations: buffers become views of it, at the offsets of a plan.

%a = memref.alloc() : memref<4xf32>     // %arena = memref.alloc() : memref<16xi8>
use %a                                  // %a = memref.view %arena[%c0][] : ... to memref<4xf32>
memref.dealloc %a                       // use %a
%b = memref.alloc() : memref<4xf32>     // %b = memref.view %arena[%c0][] : ... to memref<4xf32>
use %b                                  // use %b
memref.dealloc %b                       // memref.dealloc %arena

Buffers of a size that is known only when the function begins share *slots* of that size, behind the
bytes of the others; so the arena has a size at run time, too:

%a = memref.alloc(%n) : memref<?xf32>   // %size = 4*%n + 4*%n, rounded up to the alignment
%b = memref.alloc(%n) : memref<?xf32>   // %arena = memref.alloc(%size) : memref<?xi8>
use %a, %b                              // %a = memref.view %arena[%c0][%n], %b = ...[%slot][%n]
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bufferize import ir
from bufferize.diagnostics import PassError, error
from bufferize.dialects.memref import AllocOp, DeallocOp, ViewOp
from bufferize.driver import ModelContext
from bufferize.interfaces import FunctionOpInterface
from bufferize_buffers.statistics.quantity import Quantity
from bufferize_planner.buffers import Budget, Buffer, Plan, Planner
from bufferize_planner.entry_values import Arithmetic, EntryValues
from bufferize_planner.lifetimes import (
    FunctionLifetimes,
    ModuleUses,
    PlannedAllocation,
    lifetimes,
)
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
class SizeClass:
    """Buffers that share slots of one size, which is known when the function begins.

    memref.alloc(%n) : memref<?xf32>      // a slot of 4*%arg0 bytes
    memref.alloc(%n) : memref<?x16xf32>   // slots of 64*%arg0 bytes, with others of multiples of it
    """

    slot: Quantity
    """The bytes of a slot, before they are rounded up to the alignment."""
    is_rounded: bool
    """Whether they have to be rounded up; not if they are a multiple of the alignment always."""
    plan: Plan
    """The first slot of each buffer, and the number of slots."""
    allocations: Sequence[PlannedAllocation]
    buffers: Sequence[Buffer]
    """Their lifetimes, with sizes in slots."""


@dataclass(frozen=True, eq=False)
class Arena:
    """The memory of a function in one memory space, with the plan of what lies in it.

    First come the bytes of the plan, then the slots of each size class.
    """

    memory_space: ir.Attribute | None
    alignment: int
    plan: Plan
    """The plan of what has a static size, or a bound."""
    static: Sequence[PlannedAllocation]
    """The allocations of this plan."""
    classes: Sequence[SizeClass] = ()
    """The others, whose sizes are known when the function begins."""
    step: int = 1
    """The alignment of slots."""
    values: EntryValues | None = None
    """The values from which these sizes are computed."""

    @property
    def allocations(self) -> list[PlannedAllocation]:
        """All allocations, in their order in the function."""
        found = [*self.static, *(a for each in self.classes for a in each.allocations)]
        return sorted(found, key=_number)

    @property
    def type(self) -> ir.MemRefType:
        """The type of a buffer of as many bytes."""
        extent = ir.DYNAMIC if self.classes else self.plan.height
        return ir.MemRefType((extent,), ir.I8, None, self.memory_space)


def _number(allocation: PlannedAllocation) -> int:
    """Return the number of an allocation in its function."""
    number = allocation.buffer.id
    assert isinstance(number, int)
    return number


@dataclass(frozen=True)
class Placement:
    """The values in a function that say how large an arena is, and where its buffers begin."""

    size: ir.Value | None
    """The bytes, if they are known at run time only."""
    shifts: Mapping[Hashable, ir.Value]
    """The first byte of each buffer of a size at run time, by its id."""


def plan_allocations(
    found: FunctionLifetimes,
    algorithm: str | Planner = "exact",
    make_budget: Callable[[], Budget] = Budget,
    context: ModelContext | None = None,
) -> list[Arena]:
    """Return arenas for the buffers of one function, one for each memory space; change nothing."""
    return [
        plan_arena(inside, algorithm, make_budget(), context, found.values)
        for inside in by_memory_space(found.planned)
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
    values: EntryValues | None = None,
) -> Arena:
    """Return the arena of allocations in one memory space; change nothing.

    `values` computes sizes at run time, if there are any.
    """

    def planned(buffers: Sequence[Buffer]) -> Plan:
        return plan(buffers, algorithm, budget=budget, context=context)

    static = [each for each in allocations if each.size.symbolic is None]
    others = [each for each in allocations if each.size.symbolic is not None]
    step = math.lcm(*(each.buffer.alignment for each in others))
    alignment = math.lcm(step, *(each.buffer.alignment for each in static))
    found = planned([each.buffer for each in static])
    classes = [
        _size_class(symbolic, inside, step, planned)
        for (symbolic, _), inside in _by_size(others, step).items()
    ]
    return Arena(allocations[0].memory_space, alignment, found, static, classes, step, values)


def _by_size(
    allocations: Sequence[PlannedAllocation], step: int
) -> dict[tuple[Quantity, int], list[PlannedAllocation]]:
    """Return the allocations that can share slots.

    These are of one size, or their sizes are multiples of one that needs no rounding up.
    """
    found: dict[tuple[Quantity, int], list[PlannedAllocation]] = {}
    for each in allocations:
        if each.size.symbolic is not None:
            rounded = each.size.number if each.size.number % step else 0
            found.setdefault((each.size.symbolic, rounded), []).append(each)
    return found


def _size_class(
    symbolic: Quantity,
    allocations: Sequence[PlannedAllocation],
    step: int,
    planned: Callable[[Sequence[Buffer]], Plan],
) -> SizeClass:
    """Return the slots of allocations whose sizes are multiples of one."""
    factor = math.gcd(*(each.size.number for each in allocations))
    buffers = [
        replace(each.buffer, size=each.size.number // factor, alignment=1) for each in allocations
    ]
    slot = symbolic * Quantity.of(factor)
    return SizeClass(slot, factor % step != 0, planned(buffers), allocations, buffers)


def plan_function(
    function: FunctionOpInterface,
    root: ir.Operation,
    algorithm: str | Planner = "exact",
    budget: Budget | None = None,
    *,
    dynamic: bool = False,
) -> list[Arena]:
    """Return the arenas of a function, one for each memory space, without changing anything.

    `root` is the module around the function. With `dynamic`, buffers are planned also whose size is
    bounded, or known when the function begins.
    """
    found = lifetimes(function, ModuleUses(root), dynamic)
    return plan_allocations(found, algorithm, lambda: budget or Budget())


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
    memories = arena_arguments(function, arenas)
    placements = [_placement(arena, context) for arena in arenas]
    for arena, memory, placement in zip(arenas, memories, placements, strict=True):
        _use_arena(arena, memory, placement, context, mark_views)


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
    placements = [_placement(arena, context) for arena in arenas]
    for arena, placement in zip(arenas, placements, strict=True):
        first = entry.find_ancestor_op(arena.allocations[0].op) or entry.terminator
        builder = ir.Builder(ir.InsertionPoint.before(first))
        memory = builder.insert(allocated(arena, function.location, placement.size)).memref
        for end in ends:
            builder.set_insertion_point(ir.InsertionPoint.before(end))
            builder.insert(DeallocOp.create((memory,), location=function.location))
        _use_arena(arena, memory, placement, context, mark_views)


def _placement(arena: Arena, context: ModelContext) -> Placement:
    """Insert what computes the size of an arena and the places in it, before the first allocation."""
    if arena.values is None or not arena.classes:
        return Placement(None, {})
    shifts: dict[Hashable, ir.Value] = {}
    with arena.values.inserting() as builder:
        arithmetic = Arithmetic(builder, context)
        at: int | ir.Value = -(-arena.plan.height // arena.step) * arena.step
        for each in arena.classes:
            slot: int | ir.Value = arena.values.emit(each.slot, builder, context)
            if each.is_rounded:
                slot = arithmetic.rounded_up(slot, arena.step)
            starts = {
                number: arithmetic.sum(at, arithmetic.product(slot, number))
                for number in sorted({*each.plan.offsets.values(), each.plan.height})
            }
            for id, number in each.plan.offsets.items():
                shifts[id] = arithmetic.value(starts[number])
            at = starts[each.plan.height]
        size = arithmetic.value(at)
    return Placement(size, shifts)


def allocated(arena: Arena, location: ir.Location, size: ir.Value | None = None) -> AllocOp:
    """Return an operation that allocates the memory of an arena, not inserted yet.

    `size` has the bytes if they are known at run time only.
    """
    sizes = () if size is None else (size,)
    properties: dict[str, ir.Attribute] = {
        "operandSegmentSizes": ir.dense_i32([len(sizes), 0]),
        "alignment": ir.i64_attr(arena.alignment),
    }
    return AllocOp.create(sizes, (arena.type,), properties=properties, location=location)


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
        if type.has_static_shape() and arena.classes:
            what = (
                f"the bytes of the arena depend on sizes at run time, but the argument is a {type}"
            )
            raise PassError(error(what, function))
        if type.has_static_shape() and type.num_elements() < arena.plan.height:
            what = f"the arena takes {arena.plan.height} bytes, but the argument is a {type}"
            raise PassError(error(what, function))
        return argument
    which = (
        "first argument" if len(arguments) == 1 else f"one of the first {len(arguments)} arguments"
    )
    fits = str(arena.type)
    wanted = fits.replace("?" if arena.classes else str(arena.plan.height), "...", 1)
    problem = error(f"arena-mode=arg requires {which} to be {wanted}", function)
    raise PassError(problem.note(f"such as {fits}"))


def use_arena(
    arena: Arena, memory: ir.Value, context: ModelContext, mark_views: bool = False
) -> None:
    """Replace the allocations of an arena by views of its memory, and remove what frees them.

    Raises PassError for an arena of more bytes than the extent of a memref can say.
    """
    _use_arena(arena, memory, _placement(arena, context), context, mark_views)


def _use_arena(
    arena: Arena, memory: ir.Value, placement: Placement, context: ModelContext, mark_views: bool
) -> None:
    if arena.plan.height > _MOST_BYTES:
        message = f"an arena of {arena.plan.height} bytes has no type"
        raise PassError(
            error(message, arena.static[0].op).note(f"at most {_MOST_BYTES} are possible")
        )
    builder = ir.Builder()
    frees = {free: None for allocation in arena.allocations for free in allocation.frees}
    for allocation in arena.allocations:
        op, id = allocation.op, allocation.buffer.id
        builder.set_insertion_point(ir.InsertionPoint.before(op))
        shift = placement.shifts.get(id)
        if shift is None:
            shift = context.materialize_index(builder, arena.plan.offsets[id], op.location)
        operands = (memory, shift, *op.allocated_sizes)
        view = ViewOp.create(operands, (op.results[0].type,), location=op.location)
        if mark_views:
            view.attributes[PLANNED] = ir.UnitAttr()
        op.results[0].replace_all_uses_with(builder.insert(view).result)
        op.erase()
    for free in frees:
        if free.parent is not None:  # it may free what is in another arena instead, used before
            free.erase()
