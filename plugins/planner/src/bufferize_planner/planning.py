"""Plans by the name of a planner, checked whoever made them."""

from __future__ import annotations

import pkgutil
from bisect import bisect_left
from collections.abc import Hashable, Sequence

from bufferize.diagnostics import (
    FAILURES,
    DiagnosticError,
    OptionError,
    PluginError,
    closest_name,
    did_you_mean,
    error,
    show_traceback,
)
from bufferize.driver import ModelContext
from bufferize.plugins import Context
from bufferize_planner.buffers import Budget, Buffer, Plan, Planner, Solution
from bufferize_planner.plugin import PLANNERS
from bufferize_planner.problem import Problem


def plan(
    buffers: Sequence[Buffer],
    algorithm: str | Planner = "exact",
    *,
    budget: Budget | None = None,
    context: ModelContext | None = None,
) -> Plan:
    """Return a plan for buffers: the offset of each in one arena.

    `algorithm` is a planner, or the name of one that a plugin registers: `trivial`, `best-fit`,
    `size-first` and `exact` are always there. The plan is checked.

    Raises DiagnosticError for two buffers of one name or an unknown planner, PluginError if a planner
    fails or its plan is wrong.
    """
    buffers = list(buffers)
    _require_unique(buffers)
    name = algorithm if isinstance(algorithm, str) else getattr(algorithm, "__name__", "?")
    planner = find_planner(algorithm, context) if isinstance(algorithm, str) else algorithm
    try:
        solution = planner(buffers, budget or Budget())
    except DiagnosticError:
        raise
    except FAILURES as problem:  # a plugin's planner may fail in any way
        show_traceback(problem)
        what = f"planner '{name}': {type(problem).__name__}: {problem}"
        raise PluginError(what) from problem
    mistake = _wrong_form(buffers, solution) or first_mistake(buffers, solution.offsets)
    if mistake is not None:
        raise PluginError(f"planner '{name}': {mistake}")
    sizes = [buffer.size for buffer in buffers]
    height = max(map(int.__add__, solution.offsets, sizes), default=0)
    bound, proof = Problem(buffers).bound, "bytes alive"
    if solution.bound > bound:
        bound, proof = solution.bound, solution.proof or name
    if bound > height:
        raise PluginError(
            f"planner '{name}': it says that {bound} bytes are needed, but its plan takes {height}"
        )
    offsets = {b.id: offset for b, offset in zip(buffers, solution.offsets, strict=True)}
    return Plan(offsets, height, bound, proof)


def first_mistake(buffers: Sequence[Buffer], offsets: Sequence[int]) -> str | None:
    """Return what is wrong with the offsets of buffers; None if they are a plan."""
    for buffer, offset in zip(buffers, offsets, strict=True):
        if offset < 0 or offset % buffer.alignment:
            return (
                f"buffer '{buffer.id}' has the offset {offset}, which is no multiple of its "
                f"alignment {buffer.alignment}"
            )
    events = [
        event
        for number, buffer in enumerate(buffers)
        if buffer.size
        for start, end in buffer.intervals
        for event in ((start, True, number), (end, False, number))
    ]
    alive: list[tuple[int, int, int]] = []  # disjoint, from the bottom of the arena to its top
    for time, is_start, number in sorted(events):
        new = (offsets[number], offsets[number] + buffers[number].size, number)
        at = bisect_left(alive, new)
        if not is_start:
            del alive[at]
            continue
        for start, end, other in alive[max(0, at - 1) : at + 1]:
            if start < new[1] and new[0] < end:
                return (
                    f"buffers '{buffers[other].id}' and '{buffers[number].id}' overlap: both are "
                    f"alive at time {time}, at the offsets {start} and {new[0]}"
                )
        alive.insert(at, new)
    return None


def _require_unique(buffers: Sequence[Buffer]) -> None:
    seen: set[Hashable] = set()
    for buffer in buffers:
        if buffer.id in seen:
            raise DiagnosticError(f"two buffers are called '{buffer.id}'")
        seen.add(buffer.id)


def find_planner(name: str, context: ModelContext | None = None) -> Planner:
    """Return the planner called `name`. Raises OptionError if there is none."""
    if name in PLANNERS:
        own: Planner = pkgutil.resolve_name(PLANNERS[name])
        return own
    registry = (context if isinstance(context, Context) else Context()).registries.planners
    found: Planner | None = registry.get(name)
    if found is None:
        problem = error(f"no planner is called '{name}'")
        close = closest_name(name, registry.names())
        if close is not None:
            problem.notes.append(did_you_mean(close))
        raise OptionError(problem.note(f"there are: {', '.join(registry.names()) or 'none'}"))
    return found


def _wrong_form(buffers: Sequence[Buffer], solution: object) -> str | None:
    """Return why what a planner returned is no solution for these buffers; None if it is one."""
    if not isinstance(solution, Solution):
        return f"it must return a Solution, not {solution!r}"
    if len(solution.offsets) != len(buffers):
        return f"it must return {len(buffers)} offsets, not {len(solution.offsets)}"
    wrong = [offset for offset in solution.offsets if type(offset) is not int]
    return f"its offsets must be int, not {wrong[0]!r}" if wrong else None
