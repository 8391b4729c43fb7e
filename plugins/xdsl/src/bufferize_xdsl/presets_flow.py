"""The presets for regions, blocks and functions: loops, choices, branches, calls, and what ends them."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.irdl import IRDLOperation

from bufferize import models
from bufferize.define.context import Context
from bufferize_xdsl import op_interfaces
from bufferize_xdsl.preset import Model, Preset, check_regions, operand_field


@dataclass(frozen=True)
class LoopWithIterArgs(Preset):
    """A loop with one region of one block, which carries the operands of the field `inits`.

    The last arguments of the block are what it carries, the results are those after the last
    iteration, and its terminator, which needs the model `RegionTerminator`, yields the next ones.
    """

    inits: str
    interfaces = (op_interfaces.LoopOverField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "one", 1)
        return {"inits_field": operand_field(op, self.inits)}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.LoopWithIterArgs()


@dataclass(frozen=True)
class BranchesWithResults(Preset):
    """One of the regions is run, and what its terminator yields are the results.

    The terminators need the model `RegionTerminator`.
    """

    interfaces = (op_interfaces.Choice,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "regions", None)
        return {}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.BranchesWithResults()


@dataclass(frozen=True)
class RegionTerminator(Preset):
    """The op ends a region of a loop or of a choice, and yields its operands."""

    interfaces = (op_interfaces.Terminator,)

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.RegionTerminator()
