"""Ready-made models, and the models of the core's own dialects."""

from __future__ import annotations

from bufferize.models.control_flow import (
    Branch,
    BranchesWithResults,
    RegionTerminator,
    UnstructuredControlFlow,
)
from bufferize.models.functions import Calls, Function, Return
from bufferize.models.loops import LoopWithIterArgs, ParallelLoop
from bufferize.models.presets import (
    AllocatesResult,
    BecomesBufferOp,
    DestinationStyle,
    NeedsNoRewriting,
    NoMemoryAccess,
    ReadOnlyOperands,
    ViewOf,
)
from bufferize.models.subsets import Contribution, SliceOf

__all__ = [
    "AllocatesResult",
    "BecomesBufferOp",
    "Branch",
    "BranchesWithResults",
    "Calls",
    "Contribution",
    "DestinationStyle",
    "Function",
    "LoopWithIterArgs",
    "NeedsNoRewriting",
    "NoMemoryAccess",
    "ParallelLoop",
    "ReadOnlyOperands",
    "RegionTerminator",
    "Return",
    "SliceOf",
    "UnstructuredControlFlow",
    "ViewOf",
]
