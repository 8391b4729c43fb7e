"""Models of ops that xDSL declares: one line if a preset fits, a class otherwise."""

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
    """The model of one op of xDSL, as returned by `model`."""

    op: type[IRDLOperation]
    behavior: Preset | XdslModel[Any] | Model

    @cached_property
    def op_class(self) -> type[d.Operation] | None:
        """The class of the op for bufferize, if it differs from the one that `declare` returns."""
        preset = self.behavior.preset if isinstance(self.behavior, XdslModel) else self.behavior
        return preset.op_class(self.op) if isinstance(preset, Preset) else None

    def for_context(
        self,
        context: ModelContext,
        xdsl_context: XdslContext,
        on_new_class: Callable[[type[xdsl.Operation]], None],
    ) -> Model:
        """Return the model for bufferize. Raises PluginError.

        `on_new_class` is called with each class of ops that the author's rewriting makes.
        """
        if isinstance(self.behavior, Preset):
            return self.behavior.model(self.op, context)
        if isinstance(self.behavior, XdslModel):
            return model_for_bufferize(self.behavior, self.op, context, xdsl_context, on_new_class)
        return self.behavior


def model(op: type[IRDLOperation], behavior: Preset | XdslModel[Any] | Model) -> OpModel:
    """Declare how an op of xDSL bufferizes.

    `behavior` is a preset of this module, a class that derives from `XdslModel`, or a model of
    bufferize. Raises PluginError if one of the two is something else, or if the model does not fit
    the op.
    """
    if not is_op(op):
        raise PluginError([error(f"a model is for an op that xDSL declares, but got {op!r}")])
    if not isinstance(behavior, Preset | XdslModel | BufferizableOpInterface):
        problem = error(f"model of '{op.name}': {behavior!r} is neither a preset nor a model")
        advice = "an object is needed, not its class: write NoMemoryAccess(), with parentheses"
        raise PluginError([problem.note(advice)])
    if isinstance(behavior, XdslModel):
        check_model(behavior, op)
    elif isinstance(behavior, Preset):
        behavior.members(op)
    return OpModel(op, behavior)
