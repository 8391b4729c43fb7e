"""Ops with regions: a loop, a choice, a parallel loop, and their terminators."""

from __future__ import annotations

from bufferize import define as d
from bufferize.interfaces import (
    CountedLoopInterface,
    HyperrectangularSlice,
    IfOpInterface,
    InParallelOpInterface,
    LoopBounds,
    ParallelCombiningOpInterface,
    ParallelLoopInterface,
    RegionBranchTerminatorOpInterface,
    SubsetInsertionOpInterface,
)
from bufferize.ir import OpOperand
from fft_dialect.base import DIALECT, every_other


@DIALECT.op("repeat")
class RepeatOp(d.Operation, CountedLoopInterface):
    """Runs its body `count` times, with values carried from one iteration to the next."""

    count = d.operand(d.INDEX)
    inits = d.variadic_operand(d.ANY_TYPE)
    outputs = d.variadic_result(d.ANY_TYPE)
    body = d.region(1)
    traits = (
        d.SingleBlockImplicitTerminator("fft.yield"),
        d.RecursiveMemoryEffects(),
        d.AutomaticAllocationScope(),
    )
    assembly_format = """
        $count (`carrying` $inits^ `:` type($inits))? (`->` type($outputs)^)?
        $body attr-dict
    """

    @property
    def init_operands(self) -> list[OpOperand]:
        return self.op_operands[1:]

    @property
    def loop_bounds(self) -> list[LoopBounds]:
        return [(0, self.count, 1)]


@DIALECT.op("choose")
class ChooseOp(d.Operation, IfOpInterface):
    """Runs one of two regions."""

    condition = d.operand(d.I1)
    outputs = d.variadic_result(d.ANY_TYPE)
    then_region = d.region(1)
    else_region = d.region(1)
    traits = (
        d.SingleBlockImplicitTerminator("fft.yield"),
        d.RecursiveMemoryEffects(),
        d.NoRegionArguments(),
    )
    assembly_format = """
        $condition (`->` type($outputs)^)? $then_region `else` $else_region attr-dict
    """


@DIALECT.op("yield")
class YieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends a region of a loop or a choice, and yields values."""

    values = d.variadic_operand(d.ANY_TYPE)
    traits = (d.Pure(), d.IsTerminator(), d.HasParent("fft.repeat", "fft.choose"))
    assembly_format = "attr-dict ($values^ `:` type($values))?"


@DIALECT.op("spawn")
class SpawnOp(d.Operation, ParallelLoopInterface):
    """Runs its body `count` times in parallel, on tensors that the iterations share."""

    count = d.operand(d.INDEX)
    shared = d.variadic_operand(d.ANY_TYPE)
    outputs = d.variadic_result(d.ANY_TYPE)
    body = d.region(1)
    traits = (
        d.SingleBlock(),
        d.ParallelRegion(),
        d.RecursiveMemoryEffects(),
        d.AutomaticAllocationScope(),
    )
    assembly_format = """
        $count (`sharing` $shared^ `:` type($shared))? (`->` type($outputs)^)?
        $body attr-dict
    """

    @property
    def loop_bounds(self) -> list[LoopBounds]:
        return [(0, self.count, 1)]

    @property
    def init_operands(self) -> list[OpOperand]:
        return self.op_operands[1:]


@DIALECT.op("join")
class JoinOp(d.Operation, InParallelOpInterface):
    """Ends the body of a parallel loop with the contribution of the iteration."""

    region = d.region(1)
    traits = (
        d.Pure(),
        d.IsTerminator(),
        d.HasParent("fft.spawn"),
        d.SingleBlock(),
        d.NoTerminator(),
    )
    assembly_format = "$region attr-dict"


@DIALECT.op("give")
class GiveOp(d.Operation, ParallelCombiningOpInterface, SubsetInsertionOpInterface):
    """Sets every other point of a shared tensor, from number `first` on."""

    half = d.operand(d.static_tensor_of(d.F32))
    into = d.operand(d.tensor_of(d.F32, ranks=(1,)))
    first = d.operand(d.INDEX)
    traits = (d.HasParent("fft.join"), d.AllRanksMatch("half", "into"))
    assembly_format = (
        "$half `into` $into `from` $first attr-dict `:` type($half) `into` type($into)"
    )

    @property
    def updated_destinations(self) -> list[OpOperand]:
        return [self.op_operands[1]]

    @property
    def destination_operand(self) -> OpOperand:
        return self.op_operands[1]

    def accessed_slice(self) -> HyperrectangularSlice:
        return every_other(self.first, self.half)
