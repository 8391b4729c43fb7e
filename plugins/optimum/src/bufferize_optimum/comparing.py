"""How far the decisions about a program are from the best, in a sentence."""

from __future__ import annotations

from bufferize.analysis import OneShotAnalysisState
from bufferize.driver import OneShotOptions, analyze
from bufferize.driver.bufferizable import ModelContext
from bufferize.ir import Operation
from bufferize_optimum.callees import AS_DECIDED
from bufferize_optimum.calls import CallCounts
from bufferize_optimum.costs import OperandCosts, Total
from bufferize_optimum.programs import optimum
from bufferize_optimum.yields import LoopYields

_FLAG = "analysis-heuristic=fewest-bytes"


def comparison(module: Operation, options: OneShotOptions, context: ModelContext) -> str:
    """Return whether other decisions than those under `options` copy fewer bytes.

    "proved: no decisions copy less", or "4096 bytes less with
    `analysis-heuristic=fewest-bytes`, for these operands". It is about copies that the analysis
    decides on, and those of loops that follow. Raises as `analyze` does.
    """
    if options.copy_before_write:
        return "with `copy-before-write` there are no decisions that could be compared"
    state = analyze(module, options, context, verify=False)
    if not isinstance(state, OneShotAnalysisState):
        return f"the analysis '{options.analysis}' makes no decisions that could be compared"
    costs, yields = OperandCosts(state), LoopYields(module, state)
    counts = CallCounts(module, state)
    copied = [(o := each.operand, costs.of(o)) for each in state.decisions if not each.in_place]
    copied += [(operand, yields.cost(operand)) for operand in yields.copied(state)]
    own = Total.of(counts.around(operand).of(cost) for operand, cost in copied)
    best = optimum(module, options, context)
    if best.bytes.copied < own.copied:
        return f"{_difference(own, best.bytes)} with `{_FLAG}`, for these operands"
    if best.is_proved:
        return "proved: no decisions copy less"
    proved = "it is not proved that there are none"
    if best.is_proved_by_function:
        proved = f"proved for each function, {AS_DECIDED}"
    return f"no decisions were found that copy less; {proved}"


def _difference(own: Total, best: Total) -> str:
    """Return how much less the second total copies than the first."""
    amounts = [dict(total.copied) for total in (own, best)]
    if all(set(amount) <= {0} for amount in amounts):
        less = amounts[0].get(0, 0) - amounts[1].get(0, 0)
        return f"{less} byte{'' if less == 1 else 's'} less"
    return f"{best.copied_text} instead of {own.copied_text.removesuffix(' copied')}"
