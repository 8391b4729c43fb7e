"""CP-SAT of OR-Tools as a search for plans of a given height. Comes with `bufferize-planner[solver]`."""

from __future__ import annotations

import os
from typing import Final

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import SatParameters

from bufferize_planner.buffers import Budget
from bufferize_planner.problem import Problem
from bufferize_planner.search import UNDECIDED, Answer

_STRATEGIES: Final = 8
"""The least number of threads of an attempt with many strategies. Each searches in a way of its own,
and which one is lucky differs from problem to problem."""
_PATIENCE: Final = 3
"""How many times as long such an attempt may take as one with a single strategy."""


class CpSat:
    """Plans as a packing of rectangles: moments from left to right, bytes from bottom to top.

    Bytes are counted in `Problem.unit`: the solver is faster with small numbers. Chance decides how
    long it takes, so that each attempt begins anew, in another way than those before.
    """

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self._problem = problem
        self._budget = budget
        self._attempts = 0

    def plan(self, height: int, work: float) -> Answer:
        """Return the offsets of a plan of at most some height; None if there is none.

        The search ends undecided after about so many microseconds, or with the budget.
        """
        model = cp_model.CpModel()
        problem = self._problem
        unit = problem.unit
        height //= unit
        starts, across, up = [], [], []
        for number, spans in enumerate(problem.spans):
            size, alignment = (
                problem.sizes[number] // unit,
                max(problem.alignments[number] // unit, 1),
            )
            if size > height:
                return None
            step = model.new_int_var(0, (height - size) // alignment, "")
            starts.append(step * alignment)
            bytes_used = model.new_fixed_size_interval_var(step * alignment, size, "")
            for first, end in spans:
                across.append(model.new_fixed_size_interval_var(first, end - first, ""))
                up.append(bytes_used)
        model.add_no_overlap_2d(across, up)
        solver = cp_model.CpSolver()
        solver.parameters.use_timetabling_in_no_overlap_2d = True
        seconds = work / 1e6 * self._choose_strategy(solver.parameters)
        solver.parameters.max_time_in_seconds = min(seconds, self._budget.seconds_left)
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return [solver.value(start) * unit for start in starts]
        return UNDECIDED

    def _choose_strategy(self, parameters: SatParameters) -> int:
        """Choose how the next attempt searches. Return how many times as long it may take.

        Every other one has one strategy, the fixed one, in one thread. That is often the fastest by
        far. The others try many strategies at once, which share the processors and so need longer.
        """
        parameters.random_seed = self._attempts
        is_single = self._attempts % 2 == 0
        self._attempts += 1
        if is_single:
            parameters.num_workers = 1
            parameters.search_branching = SatParameters.SearchBranching.FIXED_SEARCH
            parameters.linearization_level = 0
        else:
            parameters.num_workers = max(_STRATEGIES, os.cpu_count() or 1)
        return 1 if is_single else _PATIENCE
