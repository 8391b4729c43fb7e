"""Bufferization of the ops of `fft`."""

from __future__ import annotations

from bufferize.driver import BufferizationRewriter, Model, OneShotOptions, TensorTypeModel
from bufferize.ir import Builder, Location, Type, Value
from bufferize.models import (
    AllocatesResult,
    BranchesWithResults,
    Calls,
    Contribution,
    DestinationStyle,
    Function,
    LoopWithIterArgs,
    NeedsNoRewriting,
    ParallelLoop,
    ReadOnlyOperands,
    RegionTerminator,
    Return,
    SliceOf,
)
from fft_dialect.base import BinsType, SpectrumType
from fft_dialect.ops_data import (
    CopyBinsOp,
    DftOp,
    EnergyOp,
    ForwardOp,
    HalfOp,
    NewBinsOp,
    ScaleOp,
    TwiddleOp,
)
from fft_dialect.ops_flow import ChooseOp, GiveOp, JoinOp, RepeatOp, SpawnOp, YieldOp
from fft_dialect.ops_func import CallOp, FuncOp, ReturnOp


class DftModel(DestinationStyle[DftOp]):
    """Overwrites its destination."""

    reads_inits = False


class ScaleModel(DestinationStyle[ScaleOp]):
    """Updates its operand, point by point."""

    is_elementwise = True


class EnergyModel(ReadOnlyOperands[EnergyOp]):
    """Reads its operand."""


class HalfModel(SliceOf[HalfOp]):
    """Becomes a view."""


class TwiddleModel(AllocatesResult[TwiddleOp]):
    """Fills a new buffer."""

    def fill(self, op: TwiddleOp, buffer: Value, rewriter: BufferizationRewriter) -> None:
        rewriter.insert(TwiddleOp.build(size=op.size, into=buffer))


class ForwardModel(AllocatesResult[ForwardOp]):
    """Fills new bins."""

    def bufferize(self, op: ForwardOp, rewriter: BufferizationRewriter) -> None:
        bins = rewriter.create(NewBinsOp, (), [rewriter.buffer_type(op.results[0])])
        rewriter.create(ForwardOp, (rewriter.buffer(op.signal), bins.bins))
        rewriter.replace(op, [bins.bins])


class RepeatModel(LoopWithIterArgs[RepeatOp]):
    """Carries buffers."""


class ChooseModel(BranchesWithResults[ChooseOp]):
    """Yields buffers."""


class YieldModel(RegionTerminator[YieldOp]):
    """Yields buffers to the op around it."""


class SpawnModel(ParallelLoop[SpawnOp]):
    """Works on the shared buffers."""


class JoinModel(NeedsNoRewriting[JoinOp]):
    """Is left as it is, and the ops in it are bufferized one by one."""


class GiveModel(Contribution[GiveOp]):
    """Becomes a copy, which folds away if the half is already in its place."""

    def contribute(self, op: GiveOp, buffer: Value, rewriter: BufferizationRewriter) -> None:
        part, source = op.accessed_slice(), rewriter.buffer(op.half)
        rewriter.copy(source, rewriter.subview(buffer, part.offsets, part.sizes, part.strides))


class FuncModel(Function[FuncOp]):
    """Takes and returns buffers."""


class CallModel(Calls[CallOp]):
    """Passes buffers."""


class ReturnModel(Return[ReturnOp]):
    """Is bufferized with its function."""


class SpectrumModel(TensorTypeModel):
    """Spectra are kept in bins."""

    def get_buffer_type(self, type: Type, options: OneShotOptions) -> Type:
        assert isinstance(type, SpectrumType)
        return BinsType(type.size)

    def copy_buffer(
        self,
        type: Type,
        builder: Builder,
        buffer: Value,
        to: Type,
        location: Location,
        options: OneShotOptions,
    ) -> Value | None:
        new = builder.insert(NewBinsOp.build(result_types=[to], location=location)).bins
        builder.insert(CopyBinsOp.build(source=buffer, target=new, location=location))
        return new


MODELS: dict[str, Model] = {
    "fft.call": CallModel(),
    "fft.choose": ChooseModel(),
    "fft.dft": DftModel(),
    "fft.energy": EnergyModel(),
    "fft.forward": ForwardModel(),
    "fft.func": FuncModel(),
    "fft.give": GiveModel(),
    "fft.half": HalfModel(),
    "fft.join": JoinModel(),
    "fft.repeat": RepeatModel(),
    "fft.return": ReturnModel(),
    "fft.scale": ScaleModel(),
    "fft.spawn": SpawnModel(),
    "fft.twiddle": TwiddleModel(),
    "fft.yield": YieldModel(),
}
SPECTRA = SpectrumModel()
