"""CP-SAT of OR-Tools as a search for plans of a given height. Comes with `bufferize-planner[solver]`."""

from __future__ import annotations

import os
from typing import Final

from ortools.sat.python import cp_model

from bufferize_planner.buffers import Budget
from bufferize_planner.problem import Problem
from bufferize_planner.search import UNDECIDED, Answer

_STRATEGIES: Final = 8
"""The least number of threads. Each searches in a way of its own, and which one is lucky differs from
problem to problem: on two processors, eight of them find in seconds what two do not find in a minute."""


class CpSat:
    """Plans as a packing of rectangles: moments from left to right, bytes from bottom to top.

    Bytes are counted in `Problem.unit`: the solver is faster with small numbers.
    """

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self._problem = problem
        self._budget = budget

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
        solver.parameters.num_workers = max(_STRATEGIES, os.cpu_count() or 1)
        solver.parameters.use_timetabling_in_no_overlap_2d = True
        solver.parameters.max_time_in_seconds = min(work / 1e6, self._budget.seconds_left)
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return [solver.value(start) * unit for start in starts]
        return UNDECIDED
