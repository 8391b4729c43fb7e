"""The passes `one-shot-bufferize` and `insert-tensor-copies`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from bufferize.driver import OneShotOptions, Report, make_copies_explicit, one_shot_bufferize
from bufferize.driver.bufferizable import ModelContext
from bufferize.ir import Operation
from bufferize.passes.base import Pass, PassResult
from bufferize.passes.measurements import Statistic


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
        """Bufferize `op`, which is already verified, and return the report."""
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
        work = asdict(statistics.analysis)
        # The report has called an alias set a class from the start.
        counts["analysis-largest-class"] = work.pop("largest_alias_set")
        counts |= {f"analysis-{name}": count for name, count in work.items()}
        return PassResult(counts, statistics.seconds, report)

    @classmethod
    def options_class(cls) -> type[OneShotOptions]:
        return OneShotOptions


@dataclass(frozen=True)
class InsertTensorCopiesPass(OneShotBufferizePass):
    """Makes the copies of One-Shot Bufferize, as tensors; then all operands can be used in place.

    mlir-opt has it as `--test-tensor-copy-insertion`, which is a name of this pass, too.
    """

    name = "insert-tensor-copies"

    def report(self, op: Operation, context: ModelContext) -> Report:
        return make_copies_explicit(op, self.options, context, verify=False)
