"""Ready-made models, and the models of the core's own dialects."""

from __future__ import annotations

from bufferize.models.control_flow import Branch as Branch
from bufferize.models.control_flow import BranchesWithResults as BranchesWithResults
from bufferize.models.control_flow import RegionTerminator as RegionTerminator
from bufferize.models.control_flow import UnstructuredControlFlow as UnstructuredControlFlow
from bufferize.models.functions import Calls as Calls
from bufferize.models.functions import Function as Function
from bufferize.models.functions import Return as Return
from bufferize.models.loops import Contribution as Contribution
from bufferize.models.loops import LoopWithIterArgs as LoopWithIterArgs
from bufferize.models.loops import ParallelLoop as ParallelLoop
from bufferize.models.presets import AllocatesResult as AllocatesResult
from bufferize.models.presets import BecomesBufferOp as BecomesBufferOp
from bufferize.models.presets import DestinationStyle as DestinationStyle
from bufferize.models.presets import NeedsNoRewriting as NeedsNoRewriting
from bufferize.models.presets import NoMemoryAccess as NoMemoryAccess
from bufferize.models.presets import ReadOnlyOperands as ReadOnlyOperands
from bufferize.models.presets import SliceOf as SliceOf
from bufferize.models.presets import ViewOf as ViewOf
