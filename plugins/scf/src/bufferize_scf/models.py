"""The bufferization models of the scf dialect."""

from __future__ import annotations

from bufferize.interfaces import BufferizableOpInterface
from bufferize_scf.models_branches import (
    ExecuteRegionModel,
    IfModel,
    IndexSwitchModel,
)
from bufferize_scf.models_for import ForModel
from bufferize_scf.models_forall import ForallModel, InParallelModel
from bufferize_scf.models_terminators import ConditionModel, YieldModel
from bufferize_scf.models_while import WhileModel

MODELS: dict[str, BufferizableOpInterface] = {
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
