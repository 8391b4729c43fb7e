"""The hooks of bufferize-planner."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

PLANNERS = {
    "trivial": "bufferize_planner.packing:trivial",
    "best-fit": "bufferize_planner.packing:best_fit",
    "size-first": "bufferize_planner.packing:size_first",
    "exact": "bufferize_planner.exact:exact",
}
"""The planners of this plugin, by name."""

register_planners = adding(PLANNERS)
register_passes = adding(
    {"static-memory-planner-analysis": "bufferize_planner.passes:StaticMemoryPlannerPass"}
)
register_commands = adding({"plan": "bufferize_planner.command:PLAN"})
