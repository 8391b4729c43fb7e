"""The pass `--static-memory-planner-analysis`, with the options of mlir-opt and more planners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bufferize import ir
from bufferize.diagnostics import PassError, error
from bufferize.passes import Pass
from bufferize_planner.arena import ArenaMode, place_arenas, plan_allocations
from bufferize_planner.buffers import Budget
from bufferize_planner.entry_block import entry_block_lifetimes
from bufferize_planner.lifetimes import ModuleUses, lifetimes
from bufferize_planner.nesting import CallGraph
from bufferize_planner.planning import find_planner

if TYPE_CHECKING:
    from bufferize.driver import ModelContext

_AS_IN_MLIR: Final = ("trivial", "best-fit")
"""The algorithms for which buffers live from their allocation until they are freed."""


@dataclass(frozen=True)
class StaticMemoryPlannerPass(Pass):
    """Gives the buffers of each function places in one arena, which they share.

    There is an arena for each memory space. Buffers become views of it.

    https://mlir.llvm.org/docs/Passes/#-static-memory-planner-analysis
    """

    name = "static-memory-planner-analysis"
    algorithm: str = "trivial"
    """The planner. `trivial` and `best-fit` plan what mlir-opt plans, in its places; others, such as
    `size-first` and `exact`, also what loops, branches and blocks allocate."""
    arena_mode: ArenaMode = ArenaMode.ALLOCATE
    """Whether a function allocates its arenas or gets them as its first arguments."""
    seconds: int | None = None
    """How long `exact` may search for each arena (default: an amount of work, about a second)."""
    nest_arenas: bool = False
    """Whether private functions get their arenas as last arguments, from within those of their
    callers."""
    dynamic: bool = False
    """Whether to plan buffers of dynamic size, too: with their bound if there is one, or in slots of a
    size that is computed when the function begins."""
    mark_views: bool = False
    """Whether to mark buffers, so that the interpreter traps if one takes bytes of another in use."""

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        find_planner(self.algorithm, context)  # an unknown one is an error without buffers, too
        if self.nest_arenas and not op.has_trait(ir.SymbolTableTrait):
            what = f"signatures change with all calls: nest-arenas needs a module, not '{op.name}'"
            raise PassError(error(what, op))
        uses = ModuleUses(op)
        look = entry_block_lifetimes if self.algorithm in _AS_IN_MLIR else lifetimes
        calls = CallGraph(op)
        for function in calls.bottom_up():
            is_nested = self.nest_arenas and calls.can_get_arenas(function)
            found = look(function, uses, self.dynamic and not is_nested)
            arenas = plan_allocations(found, self.algorithm, lambda: Budget(self.seconds), context)
            if is_nested:
                calls.pass_arenas(function, arenas, context, self.mark_views)
            else:
                place_arenas(function, arenas, self.arena_mode, context, self.mark_views)
