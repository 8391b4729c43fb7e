"""The bufferization models of the scf dialect."""

from __future__ import annotations

from bufferize.driver import Model
from bufferize.models import (
    BranchesWithResults,
    LoopWithIterArgs,
    NeedsNoRewriting,
    ParallelLoop,
    RegionTerminator,
)
from bufferize_scf.models_while import ConditionModel, WhileModel
from bufferize_scf.ops_branch import ExecuteRegionOp, IfOp, IndexSwitchOp
from bufferize_scf.ops_forall import ForallOp, InParallelOp
from bufferize_scf.ops_loop import ForOp, YieldOp


class ExecuteRegionModel(BranchesWithResults[ExecuteRegionOp]):
    """scf.execute_region yields buffers; a single scf.yield is supported."""

    supports_unstructured_control_flow = True
    terminator = "scf.yield"


class ForModel(LoopWithIterArgs[ForOp]):
    """scf.for carries buffers from one iteration to the next."""


class ForallModel(ParallelLoop[ForallOp]):
    """scf.forall works on the buffers of its shared outputs and has no results."""


class InParallelModel(NeedsNoRewriting[InParallelOp]):
    """scf.forall.in_parallel has no tensors itself; what it holds is bufferized one by one."""


class IfModel(BranchesWithResults[IfOp]):
    """scf.if yields buffers."""

    mismatch = "inconsistent memory space on then/else branches"


class IndexSwitchModel(BranchesWithResults[IndexSwitchOp]):
    """scf.index_switch yields buffers. The first region is the default.

    The reference lets its result be written to, whatever is yielded.
    """

    mismatch = "inconsistent memory space on switch cases"


class YieldModel(RegionTerminator[YieldOp]):
    """scf.yield hands buffers to its parent."""


MODELS: dict[str, Model] = {
    "scf.condition": ConditionModel(),
    "scf.execute_region": ExecuteRegionModel(),
    "scf.for": ForModel(),
    "scf.forall": ForallModel(),
    "scf.forall.in_parallel": InParallelModel(),
    "scf.if": IfModel(),
    "scf.index_switch": IndexSwitchModel(),
    "scf.while": WhileModel(),
    "scf.yield": YieldModel(),
}
