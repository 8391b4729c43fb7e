"""The ops of `test_presets.py` as a plugin of bufferize, written without xDSL."""

from __future__ import annotations

from typing import Any

from bufferize import define as d
from bufferize import models
from bufferize.driver import BufferizationRewriter
from bufferize.interfaces import (
    BufferRelation,
    DestinationStyleOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    SingleRegionLoopInterface,
)
from bufferize.ir import BlockArgument, OpOperand, Region, Value
from bufferize.plugins import OpModelRegistry, Registry, hookimpl

ACCEL = d.Dialect("accel")
WAVE = d.Dialect("wave")


class _InitsAfterFirst(DestinationStyleOpInterface):
    """An op whose operands after the first are inits."""

    __slots__ = ()

    @property
    def dps_inits(self) -> list[OpOperand]:
        return list(self.op_operands[1:])


@ACCEL.op("stream")
class StreamOp(d.Operation, _InitsAfterFirst):
    inputs = d.variadic_operand(d.TENSOR_OR_MEMREF)
    outputs = d.variadic_operand(d.TENSOR_OR_MEMREF)
    results_ = d.variadic_result(d.RANKED_TENSOR)
    accelerator = d.optional_attr(d.ANY_ATTR)
    body = d.region()
    traits = (d.AttrSizedOperandSegments(),)


@ACCEL.op("yield")
class StreamYieldOp(d.Operation):
    arguments = d.variadic_operand(d.ANY_TYPE)
    traits = (d.IsTerminator(),)


@WAVE.op("reverse")
class ReverseOp(d.Operation):
    scale = d.operand(d.ANY_TYPE)
    source = d.operand(d.TENSOR_OR_MEMREF)
    result_ = d.result(d.TENSOR_OR_MEMREF)


@WAVE.op("clamp")
class ClampOp(d.Operation, _InitsAfterFirst):
    limit = d.operand(d.ANY_TYPE)
    tensor = d.operand(d.TENSOR_OR_MEMREF)
    result_ = d.optional_result(d.RANKED_TENSOR)


@WAVE.op("ramp")
class RampOp(d.Operation):
    start = d.operand(d.ANY_TYPE)
    result_ = d.result(d.RANKED_TENSOR)
    seed = d.attr(d.ANY_ATTR)


@WAVE.op("write_ramp")
class WriteRampOp(d.Operation):
    buffer = d.operand(d.ANY_MEMREF)
    start = d.operand(d.ANY_TYPE)
    seed = d.attr(d.ANY_ATTR)


@WAVE.op("repeat")
class RepeatOp(d.Operation, SingleRegionLoopInterface):
    times = d.operand(d.INDEX)
    carried = d.variadic_operand(d.ANY_TYPE)
    results_ = d.variadic_result(d.ANY_TYPE)
    body = d.region()

    @property
    def init_operands(self) -> list[OpOperand]:
        return list(self.op_operands[1:])

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return list(self.regions[0].entry.arguments[1:])


@WAVE.op("choose")
class ChooseOp(d.Operation, RegionBranchOpInterface):
    which = d.operand(d.INDEX)
    results_ = d.variadic_result(d.ANY_TYPE)
    cases = d.variadic_region()

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is not None:
            return [RegionSuccessor(None, self.results)]
        return [RegionSuccessor(region) for region in self.regions]


@WAVE.op("yield")
class YieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    values = d.variadic_operand(d.ANY_TYPE)
    traits = (d.IsTerminator(),)


@WAVE.op("sum")
class SumOp(d.Operation):
    tensor = d.operand(d.TENSOR_OR_MEMREF)
    total = d.result(d.ANY_TYPE)


@WAVE.op("length")
class LengthOp(d.Operation):
    tensor = d.operand(d.TENSOR_OR_MEMREF)
    length = d.result(d.INDEX)


class StreamModel(models.DestinationStyle[StreamOp]):
    reads_inits = False


class ReverseModel(models.ViewOf[ReverseOp]):
    source = 1
    relation = BufferRelation.EQUIVALENT


class RampModel(models.AllocatesResult[RampOp]):
    def fill(self, op: Any, buffer: Value, rewriter: BufferizationRewriter) -> None:
        rewriter.insert(WriteRampOp.build(buffer=buffer, start=op.start, seed=op.seed))


@hookimpl
def register_dialects(registry: Registry) -> None:
    """Register both dialects."""
    registry.add("accel", ACCEL)
    registry.add("wave", WAVE)


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    """Register the models."""
    registry.add("accel", {"accel.stream": StreamModel()})
    registry.add(
        "wave",
        {
            "wave.reverse": ReverseModel(),
            "wave.clamp": models.DestinationStyle(),
            "wave.ramp": RampModel(),
            "wave.repeat": models.LoopWithIterArgs(),
            "wave.choose": models.BranchesWithResults(),
            "wave.yield": models.RegionTerminator(),
            "wave.sum": models.ReadOnlyOperands(),
            "wave.length": models.NoMemoryAccess(),
        },
    )
