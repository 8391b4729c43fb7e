"""Which tensors can share a buffer: the in-place analysis."""

from __future__ import annotations

from bufferize.analysis.options import AnalysisHeuristic, AnalysisOptions
from bufferize.analysis.state import AlwaysCopyAnalysisState, AnalysisState, ModelSource

__all__ = [
    "AlwaysCopyAnalysisState",
    "AnalysisHeuristic",
    "AnalysisOptions",
    "AnalysisState",
    "ModelSource",
]
