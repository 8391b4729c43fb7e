"""HiGHS as a solver of the integer program. Comes with `bufferize-optimum[solver]`."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

import highspy

_HIGHS: Any = highspy.Highs  # which is not typed
_LARGEST = 2**50
"""The largest coefficient that is safe to compute with in floating-point numbers."""


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
    solver = _HIGHS()
    solver.silent()
    solver.setOptionValue("threads", 1)
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
