"""HiGHS as a solver of the integer program. Comes with `bufferize-optimum[solver]`."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

import highspy

from bufferize_optimum.bound import Packing, pack

_LARGEST = 2**50
"""The largest coefficient that is safe to compute with in floating-point numbers."""


def _enable_callbacks(solver: Any) -> None:
    """Do as the constructor wants, but without the title that this prints."""
    solver.silent()
    solver.setOptionValue("threads", 1)
    _HIGHS.enableCallbacks(solver)


_HIGHS: Any = highspy.Highs
# Type checkers accept no base class of a package that may not be installed.
_SOLVER: Any = type("Quiet", (_HIGHS,), {"enableCallbacks": _enable_callbacks})
"""HiGHS on one thread, which prints nothing: stdout may be where the certificate goes."""


def fewest(
    clauses: Sequence[Collection[int]],
    weights: Sequence[int],
    digits: Sequence[int],
    seconds: float,
) -> set[int] | None:
    """Return operands of least weight that satisfy all clauses; None if they are not found in time.

    Weights are numbers with `digits` (see `Scale`), too large for a solver. So the largest digit of
    the sum is minimized first, then the next one while that keeps its value.
    """
    end = time.monotonic() + seconds
    columns = {operand: i for i, operand in enumerate(sorted({o for c in clauses for o in c}))}
    solver = _SOLVER()
    solver.setOptionValue("mip_rel_gap", 0.0)
    variables = [solver.addBinary() for _ in columns]
    for clause in clauses:
        solver.addConstr(sum(variables[columns[operand]] for operand in clause) >= 1)
    copied: set[int] | None = None
    rest = dict.fromkeys(columns, 0) | {operand: weights[operand] for operand in columns}
    for unit in digits:
        amounts = {}
        for operand in columns:
            amounts[operand], rest[operand] = divmod(rest[operand], unit)
        if not any(amounts.values()):
            continue
        seconds_left = end - time.monotonic()
        if seconds_left <= 0 or sum(amounts.values()) > _LARGEST:
            return None
        solver.setOptionValue("time_limit", solver.getRunTime() + seconds_left)
        total = sum(amount * variables[columns[o]] for o, amount in amounts.items() if amount)
        solver.minimize(total)
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        values = solver.vals(variables)
        copied = {operand for operand, column in columns.items() if values[column] > 0.5}
        solver.addConstr(total <= sum(amounts[operand] for operand in copied))
    return set() if copied is None else copied


def pack_by_duals(clauses: Sequence[Collection[int]], weights: Sequence[int]) -> Packing:
    """Return a packing as `pack` does, but with the multipliers whose sum is largest, rounded down.

    They are the duals of the linear relaxation: the operands may be copied in part.
    """
    packing = pack(clauses, weights)
    if packing.bound == sum(weights[operand] for operand in packing.copied):
        return packing
    rows = {operand: i for i, operand in enumerate(sorted({o for c in clauses for o in c}))}
    most = [weights[operand] for operand in rows]
    if sum(most) > _LARGEST:
        return packing
    model: Any = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(clauses), len(rows)
    model.sense_ = highspy.ObjSense.kMaximize
    model.col_cost_ = [1.0] * len(clauses)
    model.col_lower_ = [0.0] * len(clauses)
    model.col_upper_ = [float(max(most))] * len(clauses)
    model.row_lower_ = [0.0] * len(rows)
    model.row_upper_ = most
    starts = [0]
    for clause in clauses:
        starts.append(starts[-1] + len(clause))
    model.a_matrix_.start_ = starts
    model.a_matrix_.index_ = [rows[operand] for clause in clauses for operand in clause]
    model.a_matrix_.value_ = [1.0] * starts[-1]
    solver = _SOLVER()
    solver.passModel(model)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return packing
    duals = [int(amount + 1e-6) for amount in solver.getSolution().col_value]
    return max(packing, pack(clauses, weights, duals), key=lambda found: found.bound)
