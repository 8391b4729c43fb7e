"""One-Shot Bufferize as a pass."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from bufferize.driver import OneShotOptions, Report, one_shot_bufferize
from bufferize.ir import Operation
from bufferize.passes.base import Pass, PassResult
from bufferize.passes.option_fields import option_name, read_options, write_options
from bufferize.passes.pipeline import Options
from bufferize.passes.statistics import Statistic

if TYPE_CHECKING:
    from typing_extensions import Self

    from bufferize.driver import ModelContext


@dataclass(frozen=True)
class OneShotBufferizePass(Pass):
    """One-Shot Bufferize: tensors become buffers, in place wherever the analysis proves it safe.

    https://mlir.llvm.org/docs/Passes/#-one-shot-bufferize
    """

    name = "one-shot-bufferize"
    statistics = (
        Statistic("num-buffer-alloc", "Number of buffer allocations"),
        Statistic("num-buffer-dealloc", "Number of buffer deallocations"),
        Statistic("num-tensor-in-place", "Number of in-place tensor OpOperands"),
        Statistic("num-tensor-out-of-place", "Number of out-of-place tensor OpOperands"),
        Statistic("analysis-reads", "Number of tensor OpOperands that are read"),
        Statistic("analysis-writes", "Number of tensor OpOperands that are written in place"),
        Statistic("analysis-candidates", "Number of reads tested against a write"),
        Statistic("analysis-searches", "Number of searches for reads and writes to test"),
        Statistic("analysis-merges", "Number of merges of alias sets"),
        Statistic("analysis-largest-class", "Number of values in the largest alias set", max),
    )
    options: OneShotOptions = field(default_factory=OneShotOptions)

    def report(self, op: Operation, context: ModelContext) -> Report:
        """Does the work; whoever runs passes has verified `op`."""
        return one_shot_bufferize(op, self.options, context, verify=False)

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        report = self.report(op, context)
        statistics = report.statistics
        counts = {
            "num-buffer-alloc": statistics.num_buffer_alloc,
            "num-buffer-dealloc": statistics.num_buffer_dealloc,
            "num-tensor-in-place": statistics.num_tensor_in_place,
            "num-tensor-out-of-place": statistics.num_tensor_out_of_place,
        }
        for name, count in asdict(statistics.analysis).items():
            counts[option_name(f"analysis_{name}")] = count
        return PassResult(counts, statistics.seconds, report)

    @classmethod
    def from_options(cls, options: Options) -> Self:
        return cls(read_options(OneShotOptions, options, f"pass '{cls.name}'"))

    def to_options(self) -> Options:
        return write_options(self.options)

    @classmethod
    def options_class(cls) -> type:
        return OneShotOptions
