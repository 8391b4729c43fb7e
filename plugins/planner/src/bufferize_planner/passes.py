"""The pass `--static-memory-planner-analysis`, with the options of mlir-opt and more planners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bufferize import ir
from bufferize.interfaces import FunctionOpInterface
from bufferize.passes import Pass
from bufferize_planner.arena import ArenaMode, place_arenas, plan_allocations
from bufferize_planner.buffers import Budget
from bufferize_planner.entry_block import entry_block_lifetimes
from bufferize_planner.lifetimes import ModuleUses, lifetimes
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
    mark_views: bool = False
    """Whether to mark buffers, so that the interpreter traps if one takes bytes of another in use."""

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        find_planner(self.algorithm, context)  # an unknown one is an error without buffers, too
        uses = ModuleUses(op)
        look = entry_block_lifetimes if self.algorithm in _AS_IN_MLIR else lifetimes
        for function in [each for each in op.walk() if isinstance(each, FunctionOpInterface)]:
            if function.is_external:
                continue
            planned = look(function, uses).planned
            arenas = plan_allocations(
                planned, self.algorithm, lambda: Budget(self.seconds), context
            )
            place_arenas(function, arenas, self.arena_mode, context, self.mark_views)
