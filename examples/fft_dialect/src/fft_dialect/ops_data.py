"""Ops on signals and spectra, which stay the same ops on buffers, without tensor results."""

from __future__ import annotations

from bufferize import define as d
from bufferize.interfaces import (
    DestinationStyleOpInterface,
    EffectKind,
    HyperrectangularSlice,
    MemoryEffect,
    MemoryEffectsOpInterface,
    ReifyRankedShapedTypeOpInterface,
    SubsetExtractionOpInterface,
)
from bufferize.ir import DYNAMIC, Builder, OpOperand, RankedTensorType, Value
from fft_dialect.base import DATA, DIALECT, SIGNAL, SPECTRUM, every_other


@DIALECT.op("dft")
class DftOp(d.Operation, DestinationStyleOpInterface):
    """The transform of `source`, written to `into`; `twiddles` are the roots of unity."""

    source = d.operand(SIGNAL)
    twiddles = d.operand(SIGNAL)
    into = d.operand(SIGNAL)
    out = d.optional_result(SIGNAL)
    assembly_format = """
        $source `,` $twiddles `into` $into attr-dict
        `:` type($source) `,` type($twiddles) `into` type($into) (`->` type($out)^)?
    """

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[2]]


@DIALECT.op("scale")
class ScaleOp(d.Operation, DestinationStyleOpInterface):
    """Multiplies all of `data` by `factor`."""

    factor = d.operand(d.F32)
    data = d.operand(DATA)
    out = d.optional_result(DATA)
    assembly_format = "$factor `,` $data attr-dict `:` type($data) (`->` type($out)^)?"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]


@DIALECT.op("energy")
class EnergyOp(d.Operation):
    """The sum of the squares."""

    data = d.operand(DATA)
    sum = d.result(d.F32)
    assembly_format = "$data attr-dict `:` type($data)"


@DIALECT.op("half")
class HalfOp(d.Operation, SubsetExtractionOpInterface):
    """Every other point, from number `first` on."""

    source = d.operand(d.tensor_of(d.F32, ranks=(1,)))
    first = d.operand(d.INDEX)
    half = d.result(d.static_tensor_of(d.F32))
    traits = (d.Pure(), d.AllRanksMatch("source", "half"))
    assembly_format = "$source `from` $first attr-dict `:` type($source) `->` type($half)"

    def accessed_slice(self) -> HyperrectangularSlice:
        return every_other(self.first, self.half)


@DIALECT.op("twiddle")
class TwiddleOp(d.Operation, ReifyRankedShapedTypeOpInterface):
    """The roots of unity: a new tensor, or written to `into`."""

    size = d.optional_operand(d.INDEX)
    into = d.optional_operand(SIGNAL)
    out = d.optional_result(SIGNAL)
    traits = (d.AttrSizedOperandSegments(),)
    assembly_format = """
        (`of` $size^)? (`into` $into^ `:` type($into))? attr-dict (`->` type($out)^)?
    """

    def reify_result_shapes(self, builder: Builder) -> list[list[int | Value]]:
        assert self.out is not None
        assert isinstance(self.out.type, RankedTensorType)
        (extent,) = self.out.type.shape
        if extent != DYNAMIC:
            return [[extent]]
        assert self.size is not None
        return [[self.size]]

    def verify_op(self) -> None:
        if (self.into is None) == (self.out is None):
            raise self.error("expected either a destination or a result")
        if self.out is not None and isinstance(self.out.type, RankedTensorType):
            if (self.size is None) == (DYNAMIC in self.out.type.shape):
                raise self.error("expected a size where the type of the result has none")


@DIALECT.op("forward")
class ForwardOp(d.Operation):
    """The spectrum of a signal: a new one, or written to `into`."""

    signal = d.operand(SIGNAL)
    into = d.optional_operand(SPECTRUM)
    out = d.optional_result(SPECTRUM)
    assembly_format = """
        $signal (`into` $into^ `:` type($into))? attr-dict `:` type($signal) (`->` type($out)^)?
    """


@DIALECT.op("new_bins")
class NewBinsOp(d.Operation, MemoryEffectsOpInterface):
    """The buffer of a spectrum, with undefined contents."""

    bins = d.result(SPECTRUM)
    assembly_format = "attr-dict `:` type($bins)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.bins)]


@DIALECT.op("copy_bins")
class CopyBinsOp(d.Operation):
    """Copies the buffer of a spectrum to another one."""

    source = d.operand(SPECTRUM)
    target = d.operand(SPECTRUM)
    assembly_format = "$source `to` $target attr-dict `:` type($source)"
    traits = (d.AllTypesMatch("source", "target"),)
