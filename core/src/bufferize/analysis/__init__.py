"""Which tensors can share a buffer: the in-place analysis."""

from __future__ import annotations

from bufferize.analysis.analyze import analyze_module, analyze_op
from bufferize.analysis.functions import (
    FunctionSummary,
    call_aliasing_op_operands,
    call_aliasing_values,
    call_bufferizes_to_memory_read,
    call_bufferizes_to_memory_write,
    called_function,
    function_summary,
    functions_in_call_order,
    return_ops,
)
from bufferize.analysis.log import Decision, Reason
from bufferize.analysis.one_shot import OneShotAnalysisState
from bufferize.analysis.options import AnalysisHeuristic, AnalysisOptions
from bufferize.analysis.state import AlwaysCopyAnalysisState, AnalysisState, ModelSource

__all__ = [
    "AlwaysCopyAnalysisState",
    "AnalysisHeuristic",
    "AnalysisOptions",
    "AnalysisState",
    "Decision",
    "FunctionSummary",
    "ModelSource",
    "OneShotAnalysisState",
    "Reason",
    "analyze_module",
    "analyze_op",
    "call_aliasing_op_operands",
    "call_aliasing_values",
    "call_bufferizes_to_memory_read",
    "call_bufferizes_to_memory_write",
    "called_function",
    "function_summary",
    "functions_in_call_order",
    "return_ops",
]
