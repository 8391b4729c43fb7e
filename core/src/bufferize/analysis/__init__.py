"""The in-place analysis: which tensors can share a buffer."""

from __future__ import annotations

from bufferize.analysis.analyze import analyze_module as analyze_module
from bufferize.analysis.analyze import analyze_op as analyze_op
from bufferize.analysis.function_summaries import CallOrder as CallOrder
from bufferize.analysis.function_summaries import FunctionSummary as FunctionSummary
from bufferize.analysis.function_summaries import call_order as call_order
from bufferize.analysis.function_summaries import called_function as called_function
from bufferize.analysis.function_summaries import function_summary as function_summary
from bufferize.analysis.function_summaries import functions_in as functions_in
from bufferize.analysis.function_summaries import return_ops as return_ops
from bufferize.analysis.one_shot_state import OneShotAnalysisState as OneShotAnalysisState
from bufferize.analysis.one_shot_state import WorkCounters as WorkCounters
from bufferize.analysis.options import AnalysisHeuristic as AnalysisHeuristic
from bufferize.analysis.options import AnalysisOptions as AnalysisOptions
from bufferize.analysis.options import AnalysisOrder as AnalysisOrder
from bufferize.analysis.queries import AlwaysCopyAnalysisState as AlwaysCopyAnalysisState
from bufferize.analysis.queries import AnalysisModel as AnalysisModel
from bufferize.analysis.queries import AnalysisState as AnalysisState
from bufferize.analysis.queries import ModelSource as ModelSource
from bufferize.analysis.queries import TraversalConfig as TraversalConfig
from bufferize.record import Decision as Decision
from bufferize.record import Reason as Reason
