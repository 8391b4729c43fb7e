"""Models of ops that xDSL declares: one line where a preset fits, a class where none does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from xdsl import ir as xdsl
from xdsl.context import Context as XdslContext
from xdsl.irdl import IRDLOperation

from bufferize import define as d
from bufferize.diagnostics import PluginError, error
from bufferize.driver import BufferizableOpInterface, Model, ModelContext
from bufferize_xdsl.presets import AllocatesResult as AllocatesResult
from bufferize_xdsl.presets import Branch as Branch
from bufferize_xdsl.presets import BranchesWithResults as BranchesWithResults
from bufferize_xdsl.presets import Calls as Calls
from bufferize_xdsl.presets import Contribution as Contribution
from bufferize_xdsl.presets import DestinationStyle as DestinationStyle
from bufferize_xdsl.presets import Function as Function
from bufferize_xdsl.presets import InParallel as InParallel
from bufferize_xdsl.presets import LoopWithIterArgs as LoopWithIterArgs
from bufferize_xdsl.presets import NoMemoryAccess as NoMemoryAccess
from bufferize_xdsl.presets import ParallelLoop as ParallelLoop
from bufferize_xdsl.presets import Preset, is_op
from bufferize_xdsl.presets import ReadOnlyOperands as ReadOnlyOperands
from bufferize_xdsl.presets import RegionTerminator as RegionTerminator
from bufferize_xdsl.presets import Return as Return
from bufferize_xdsl.presets import ViewOf as ViewOf
from bufferize_xdsl.xdsl_model import AliasingValue as AliasingValue
from bufferize_xdsl.xdsl_model import XdslModel as XdslModel
from bufferize_xdsl.xdsl_model import check_model, model_for_bufferize


@dataclass(frozen=True)
class OpModel:
    """The model of one op of xDSL; `model` makes it."""

    op: type[IRDLOperation]
    behaviour: Preset | XdslModel[Any] | Model

    @cached_property
    def op_class(self) -> type[d.Operation] | None:
        """Our class of the op, if it is another one than `declare` gives."""
        preset = self.behaviour.preset if isinstance(self.behaviour, XdslModel) else self.behaviour
        return preset.op_class(self.op) if isinstance(preset, Preset) else None

    def for_context(
        self,
        context: ModelContext,
        xdsl_context: XdslContext,
        on_new_class: Callable[[type[xdsl.Operation]], None],
    ) -> Model:
        """The model for bufferize. `on_new_class` is called for ops that an author's class makes.

        Raises PluginError.
        """
        if isinstance(self.behaviour, Preset):
            return self.behaviour.model(self.op, context)
        if isinstance(self.behaviour, XdslModel):
            return model_for_bufferize(self.behaviour, self.op, context, xdsl_context, on_new_class)
        return self.behaviour


def model(op: type[IRDLOperation], behaviour: Preset | XdslModel[Any] | Model) -> OpModel:
    """Says how an op of xDSL bufferizes: by a preset of this module, a class that derives from
    `XdslModel`, or a model of bufferize.

    Raises PluginError for what is no op or no model, and for one that does not fit the op.
    """
    if not is_op(op):
        raise PluginError([error(f"a model is for an op that xDSL declares, but got {op!r}")])
    if not isinstance(behaviour, Preset | XdslModel | BufferizableOpInterface):
        problem = error(f"model of '{op.name}': {behaviour!r} is neither a preset nor a model")
        advice = "an object is needed, not its class: write NoMemoryAccess(), with parentheses"
        raise PluginError([problem.note(advice)])
    if isinstance(behaviour, XdslModel):
        check_model(behaviour, op)
    elif isinstance(behaviour, Preset):
        behaviour.members(op)
    return OpModel(op, behaviour)
