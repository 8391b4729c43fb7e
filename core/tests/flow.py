"""A small dialect of loops, choices, parts and destinations, for tests of what they share."""

from __future__ import annotations

import types
from collections.abc import Mapping

from bufferize import Context, hookimpl
from bufferize import define as d
from bufferize.driver import Model
from bufferize.interfaces import (
    CountedLoopInterface,
    DestinationStyleOpInterface,
    EmptyTensorOpInterface,
    HyperrectangularSlice,
    IfOpInterface,
    InParallelOpInterface,
    LoopLikeOpInterface,
    ParallelCombiningOpInterface,
    ParallelLoopInterface,
    RegionBranchTerminatorOpInterface,
    SubsetExtractionOpInterface,
)
from bufferize.ir import BlockArgument, OpOperand, OpResult
from bufferize.plugins import OpModelRegistry, Registry

FLOW = d.Dialect("flow")


class _WithInits(d.Operation):
    """All operands are initial values."""

    inits = d.variadic_operand(d.ANY_TYPE)
    outputs = d.variadic_result(d.ANY_TYPE)
    body = d.region(1)

    @property
    def init_operands(self) -> list[OpOperand]:
        return list(self.op_operands)


@FLOW.op("count")
class CountOp(_WithInits, CountedLoopInterface):
    """A loop with a counter and values."""


@FLOW.op("spread")
class SpreadOp(_WithInits, ParallelLoopInterface):
    """A parallel loop with values."""


@FLOW.op("loop")
class LoopOp(_WithInits, LoopLikeOpInterface):
    """A loop with values and nothing else."""

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return list(self.body.entry.arguments)

    @property
    def yielded_operands(self) -> list[OpOperand]:
        return self.body.entry.terminator.op_operands

    @property
    def loop_results(self) -> list[OpResult]:
        return list(self.results)


@FLOW.op("if")
class IfOp(d.Operation, IfOpInterface):
    """A choice."""

    outputs = d.variadic_result(d.ANY_TYPE)
    first = d.region(1)
    second = d.region()


@FLOW.op("end")
class EndOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of a region."""

    values = d.variadic_operand(d.ANY_TYPE)
    traits = (d.IsTerminator(),)


@FLOW.op("join")
class JoinOp(d.Operation, InParallelOpInterface):
    """The end of a parallel loop's body."""

    region = d.region(1)
    traits = (d.IsTerminator(), d.NoTerminator())


@FLOW.op("give")
class GiveOp(d.Operation, ParallelCombiningOpInterface):
    """Does something to a shared tensor."""

    into = d.operand(d.RANKED_TENSOR)

    @property
    def updated_destinations(self) -> list[OpOperand]:
        return [self.op_operands[0]]


@FLOW.op("take")
class TakeOp(d.Operation, SubsetExtractionOpInterface):
    """Some elements of a tensor: every one of them if `all`, and else nobody knows which."""

    source = d.operand(d.RANKED_TENSOR)
    all = d.optional_attr(d.UNIT_ATTR)
    result = d.result(d.RANKED_TENSOR)

    def accessed_slice(self) -> HyperrectangularSlice | None:
        return HyperrectangularSlice((0,), (4,), (1,)) if self.all is not None else None


@FLOW.op("empty")
class EmptyOp(d.Operation, EmptyTensorOpInterface):
    """A tensor of undefined contents."""

    extents = d.variadic_operand(d.INDEX)
    out = d.result(d.RANKED_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "`(` $extents `)` attr-dict `:` type($out)"


@FLOW.op("write")
class WriteOp(d.Operation, DestinationStyleOpInterface):
    """Sets all elements."""

    into = d.operand(d.RANKED_TENSOR)
    out = d.result(d.RANKED_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "$into attr-dict `:` type($into) `->` type($out)"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands


@FLOW.op("read")
class ReadOp(d.Operation):
    """Reads all elements."""

    of = d.operand(d.RANKED_TENSOR)
    assembly_format = "$of attr-dict `:` type($of)"


def flow_context(models: Mapping[str, Model] | None = None) -> Context:
    """A context of this dialect and the core's, with models by mnemonic; others may be unknown."""

    @hookimpl
    def register_dialects(registry: Registry) -> None:
        registry.add("flow", FLOW)

    @hookimpl
    def register_op_models(registry: OpModelRegistry) -> None:
        registry.add("flow", {f"flow.{name}": model for name, model in (models or {}).items()})

    plugin = types.SimpleNamespace(
        __name__="flow",
        register_dialects=register_dialects,
        register_op_models=register_op_models,
    )
    context = Context([plugin])
    context.allow_unregistered_dialects = True
    return context
