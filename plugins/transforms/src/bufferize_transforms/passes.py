"""The transformations as passes: options and counters; the other modules have the algorithms."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field

from bufferize.diagnostics import Diagnostic, OptionError, PassError, Severity, error
from bufferize.driver import OneShotOptions
from bufferize.driver.bufferizable import ModelContext
from bufferize.ir import Operation, Rewriter, SymbolTableTrait
from bufferize.passes.base import Pass, PassResult
from bufferize.passes.manager import PassLookup, pipeline_from_text
from bufferize.passes.measurements import Statistic
from bufferize.passes.pipeline import parse_pipeline, print_pipeline
from bufferize_transforms.buffer_results import (
    OutParamOptions,
    buffer_results_to_out_params,
    drop_equivalent_buffer_results,
)
from bufferize_transforms.buffer_reuse import reuse_buffers
from bufferize_transforms.canonicalization import (
    Pattern,
    canonicalize,
    erase_dead,
    erase_unreachable_blocks,
    fold,
    rewrite_greedily,
)
from bufferize_transforms.carried_copies import copy_into_carried_tensors
from bufferize_transforms.empty_tensors import (
    eliminate_empty_tensors,
    empty_tensor_to_alloc_tensor,
)
from bufferize_transforms.finalize import finalize_bufferization
from bufferize_transforms.inlining import NO_LIMIT, inline_calls
from bufferize_transforms.loop_destinations import fold_loop_destinations
from bufferize_transforms.redundant_ops import (
    DROPPED,
    REPLACED,
    eliminate_common_subexpressions,
    move_loop_invariants,
)
from bufferize_transforms.tensor_results import tensor_results_to_out_params
from bufferize_transforms.unused_symbols import erase_unused_symbols

_ERASED = "num-dce'd"


class RegionSimplify(enum.Enum):
    """The levels of control flow simplification in mlir-opt's canonicalizer."""

    NORMAL = "normal"
    DISABLED = "disabled"
    AGGRESSIVE = "aggressive"


@dataclass(frozen=True)
class CanonicalizePass(Pass):
    """Folds casts, buffer/tensor round trips and branches; drops dead operations and blocks."""

    name = "canonicalize"
    disable_patterns: tuple[str, ...] = ()
    """Leave out the canonical forms of these operations, called by their full names."""
    enable_patterns: tuple[str, ...] = ()
    """Leave out those of all other operations."""
    max_iterations: int = 10
    """Has no effect: operations are looked at again one by one, not in rounds."""
    max_num_rewrites: int = -1
    """How many operations to fold, rewrite or drop at most; -1 is no limit."""
    region_simplify: RegionSimplify = RegionSimplify.NORMAL
    """Whether unreachable blocks are erased; equal blocks are not merged at any level."""
    test_convergence: bool = False
    """Whether it is an error when the limit on rewrites stops the work."""
    top_down: bool = True
    """Whether to look at operations from the first to the last, or from the last to the first."""

    @classmethod
    def ir_dump_name(cls) -> str:
        return "Canonicalizer"

    def run(self, op: Operation, context: ModelContext) -> None:
        for label in dict.fromkeys((*self.enable_patterns, *self.disable_patterns)):
            _check_label(label, op, context)
        limit = None if self.max_num_rewrites < 0 else self.max_num_rewrites
        patterns = (erase_dead, fold, self._pattern())
        is_changed = True
        while is_changed:
            done = rewrite_greedily(op, patterns, top_down=self.top_down, stop_after=limit)
            limit = None if limit is None else limit - done.number
            is_changed = self.region_simplify is not RegionSimplify.DISABLED and (
                erase_unreachable_blocks(op)
            )
        if self.test_convergence and not done.is_complete:
            message = f"canonicalize did not converge within {done.number} rewrites"
            raise PassError(error(message, op))

    def _pattern(self) -> Pattern:
        enabled, disabled = frozenset(self.enable_patterns), frozenset(self.disable_patterns)
        if not enabled and not disabled:
            return canonicalize

        def canonicalize_some(op: Operation, rewriter: Rewriter) -> bool:
            if op.name in disabled or (enabled and op.name not in enabled):
                return False
            return canonicalize(op, rewriter)

        return canonicalize_some


def _check_label(label: str, op: Operation, context: ModelContext) -> None:
    op_class = context.op_class(label)
    if op_class is None or op_class.canonicalize is Operation.canonicalize:
        note = "name the operation whose canonical form it is, such as 'memref.copy'"
        problem = Diagnostic.at(
            Severity.WARNING, f"canonicalize has no pattern called '{label}'", op
        )
        context.emit(problem.note(f"{note}; folding and dead operations have no name"))


@dataclass(frozen=True)
class CSEPass(Pass):
    """Replaces a pure operation by an equal one that dominates it; drops dead operations."""

    name = "cse"
    statistics = (
        Statistic(REPLACED, "Number of operations CSE'd"),
        Statistic(DROPPED, "Number of operations DCE'd"),
    )

    @classmethod
    def ir_dump_name(cls) -> str:
        return "CSE"

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        return PassResult(eliminate_common_subexpressions(op, Rewriter()))


@dataclass(frozen=True)
class InlinerPass(Pass):
    """Puts the bodies of functions in the places of calls; erases functions that are not used.

    https://mlir.llvm.org/docs/Passes/#-inline
    """

    name = "inline"
    default_pipeline: tuple[str, ...] = ("canonicalize",)
    """The passes to run on a function once its calls are inlined, before it is inlined itself."""
    op_pipelines: tuple[str, ...] = ()
    """Other passes for functions of some kind of operation: `func.func(cse,canonicalize)`."""
    max_iterations: int = 4
    """Has no effect: functions that call themselves, also in a circle, are not inlined."""
    inlining_threshold: int = NO_LIMIT
    """How many percent of the caller's operations a callee may have; by default any number."""

    @classmethod
    def ir_dump_name(cls) -> str:
        return "Inliner"

    def run(self, op: Operation, context: ModelContext) -> None:
        if not op.has_trait(SymbolTableTrait):
            problem = error(f"'{op.name}' op has no functions of its own to inline", op)
            raise PassError(problem.note("run the pass on the operation around it that has"))
        inline_calls(
            op,
            context,
            simplify=self._simplification(context),
            threshold=self.inlining_threshold,
            verify=False,
        )

    def _simplification(self, context: ModelContext) -> Callable[[Operation], None]:
        if not isinstance(context, PassLookup):
            raise PassError("the pass 'inline' needs a context that knows passes")
        texts = {
            item.name: print_pipeline(item.nested)
            for text in self.op_pipelines
            for item in parse_pipeline(text)
            if item.nested is not None
        }
        texts.setdefault("any", ",".join(filter(None, self.default_pipeline)))
        try:
            managers = {
                kind: pipeline_from_text(f"any({text})", context) for kind, text in texts.items()
            }
        except OptionError as failure:
            problems = [
                error(f"in a pipeline of 'inline': {d.message}") for d in failure.diagnostics
            ]
            raise OptionError(problems) from None
        for manager in managers.values():
            manager.verify_each = False

        def simplify(function: Operation) -> None:
            managers.get(function.name, managers["any"]).run(function, context)

        return simplify


@dataclass(frozen=True)
class LoopInvariantCodeMotionPass(Pass):
    """Moves what is the same in each iteration of a loop out of it.

    https://mlir.llvm.org/docs/Passes/#-loop-invariant-code-motion
    """

    name = "loop-invariant-code-motion"

    @classmethod
    def ir_dump_name(cls) -> str:
        return "LoopInvariantCodeMotion"

    def run(self, op: Operation, context: ModelContext) -> None:
        move_loop_invariants(op, verify=False)


@dataclass(frozen=True)
class SymbolDCEPass(Pass):
    """Erases functions and other symbols that are not public and that nothing in use refers to.

    https://mlir.llvm.org/docs/Passes/#-symbol-dce
    """

    name = "symbol-dce"
    statistics = (Statistic(_ERASED, "Number of symbols DCE'd"),)

    @classmethod
    def ir_dump_name(cls) -> str:
        return "SymbolDCE"

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        return PassResult({_ERASED: erase_unused_symbols(op, verify=False)})


@dataclass(frozen=True)
class EmptyTensorEliminationPass(Pass):
    """Computes a new tensor right in the part of the tensor that it is inserted into.

    https://mlir.llvm.org/docs/Passes/#-eliminate-empty-tensors
    """

    name = "eliminate-empty-tensors"

    def run(self, op: Operation, context: ModelContext) -> None:
        eliminate_empty_tensors(op, context, verify=False)


@dataclass(frozen=True)
class EmptyTensorToAllocTensorPass(Pass):
    """Replaces empty tensors by `bufferization.alloc_tensor`.

    https://mlir.llvm.org/docs/Passes/#-empty-tensor-to-alloc-tensor
    """

    name = "empty-tensor-to-alloc-tensor"

    def run(self, op: Operation, context: ModelContext) -> None:
        empty_tensor_to_alloc_tensor(op, verify=False)


@dataclass(frozen=True)
class LoopIterArgDestinationFoldingPass(Pass):
    """Lets loops write what they yield into the tensor that they carry, not into an empty one.

    The idea is that of llvm-project PR 213207, which mlir-opt does not have.
    """

    name = "loop-iter-arg-destination-folding"
    statistics = (Statistic("num-folded", "Number of carried tensors that are written in place"),)

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        return PassResult({"num-folded": fold_loop_destinations(op, context, verify=False)})


@dataclass(frozen=True)
class ReuseBuffersPass(Pass):
    """Lets element-wise operations write into operands that die there, not into empty tensors.

    The options are those of `one-shot-bufferize`, which should run next with the same ones. mlir-opt
    does not have it.
    """

    name = "reuse-buffers"
    statistics = (Statistic("num-reused", "Number of operands that are written in place"),)
    options: OneShotOptions = field(default_factory=OneShotOptions)

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        return PassResult({"num-reused": reuse_buffers(op, self.options, context, verify=False)})

    @classmethod
    def options_class(cls) -> type[OneShotOptions]:
        return OneShotOptions


@dataclass(frozen=True)
class DropEquivalentBufferResultsPass(Pass):
    """Functions no longer return what they are given: callers use the argument instead.

    https://mlir.llvm.org/docs/Passes/#-drop-equivalent-buffer-results
    """

    name = "drop-equivalent-buffer-results"
    modify_public_functions: bool = False
    """Whether to change public functions as well, whose callers may be elsewhere."""

    def run(self, op: Operation, context: ModelContext) -> None:
        drop_equivalent_buffer_results(
            op, modify_public_functions=self.modify_public_functions, verify=False
        )


@dataclass(frozen=True)
class BufferResultsToOutParamsPass(Pass):
    """Functions write results to buffers that their callers pass, and no longer return them.

    https://mlir.llvm.org/docs/Passes/#-buffer-results-to-out-params
    """

    name = "buffer-results-to-out-params"
    options: OutParamOptions = field(default_factory=OutParamOptions)

    def run(self, op: Operation, context: ModelContext) -> None:
        buffer_results_to_out_params(op, self.options, verify=False, log=context.buffer_log)

    @classmethod
    def options_class(cls) -> type[OutParamOptions]:
        return OutParamOptions


@dataclass(frozen=True)
class TensorResultsToOutParamsPass(Pass):
    """Callers of private functions pass the empty tensors in which these compute their results.

    Run `eliminate-empty-tensors` next, and `drop-equivalent-buffer-results` after bufferization.
    mlir-opt does not have it.
    """

    name = "tensor-results-to-out-params"
    statistics = (Statistic("num-params", "Number of empty tensors that are arguments now"),)

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        return PassResult({"num-params": tensor_results_to_out_params(op, context, verify=False)})


@dataclass(frozen=True)
class FinalizingBufferizePass(Pass):
    """Drops `to_tensor` and `to_buffer` between buffers; any other tensor is an error.

    It ends a bufferization in several steps. mlir-opt had it up to version 19.
    """

    name = "finalizing-bufferize"

    def run(self, op: Operation, context: ModelContext) -> None:
        finalize_bufferization(op, context, verify=False)


@dataclass(frozen=True)
class SCFLoopBufferizationPreprocessingPass(Pass):
    """Lets loops that yield another buffer than they carry copy it into the carried tensor.

    The idea and the name are those of llvm-project PR 87594, which mlir-opt does not have. The
    options are those of `one-shot-bufferize`, which should run next with the same ones.
    """

    name = "scf-loop-bufferization-preprocessing"
    statistics = (Statistic("num-copied", "Number of tensors that are copied in each iteration"),)
    options: OneShotOptions = field(default_factory=OneShotOptions)

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        copied = copy_into_carried_tensors(op, self.options, context, verify=False)
        return PassResult({"num-copied": copied})

    @classmethod
    def options_class(cls) -> type[OneShotOptions]:
        return OneShotOptions
