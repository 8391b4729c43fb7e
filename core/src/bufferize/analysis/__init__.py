"""Which tensors can share a buffer: the in-place analysis."""

from __future__ import annotations

from bufferize.analysis.analyze import analyze_module, analyze_op
from bufferize.analysis.call_graph import call_groups, functions_in_call_order
from bufferize.analysis.call_models import CallsFunction
from bufferize.analysis.function_summaries import (
    FunctionSummary,
    called_function,
    function_summary,
    return_ops,
)
from bufferize.analysis.log import Decision, Reason, WorkCounters
from bufferize.analysis.one_shot import OneShotAnalysisState
from bufferize.analysis.options import AnalysisHeuristic, AnalysisOptions, AnalysisOrder
from bufferize.analysis.state import AlwaysCopyAnalysisState, AnalysisState, ModelSource

__all__ = [
    "AlwaysCopyAnalysisState",
    "AnalysisHeuristic",
    "AnalysisOptions",
    "AnalysisOrder",
    "AnalysisState",
    "CallsFunction",
    "Decision",
    "FunctionSummary",
    "ModelSource",
    "OneShotAnalysisState",
    "Reason",
    "WorkCounters",
    "analyze_module",
    "analyze_op",
    "call_groups",
    "called_function",
    "function_summary",
    "functions_in_call_order",
    "return_ops",
]
