"""General passes that stand around bufferization: inlining, moving, dropping and printing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from bufferize.diagnostics import OptionError, PassError, error
from bufferize.driver.context import ModelContext
from bufferize.ir import Operation, SymbolTableTrait
from bufferize.passes.base import Pass, PassResult
from bufferize.passes.manager import PassLookup, pipeline_from_text
from bufferize.passes.measurements import Statistic
from bufferize.passes.pipeline import parse_pipeline, print_pipeline
from bufferize.syntax import print_module
from bufferize.transforms import erase_unused_symbols, inline_calls, move_loop_invariants
from bufferize.transforms.inlining import NO_LIMIT

_ERASED = "num-dce'd"


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
class PrintIRPass(Pass):
    """Prints the program at this point, on stderr.

    https://mlir.llvm.org/docs/Passes/#-print-ir
    """

    name = "print-ir"
    label: str = ""
    """What to call it in the line above."""

    @classmethod
    def ir_dump_name(cls) -> str:
        return "PrintIRPass"

    def run(self, op: Operation, context: ModelContext) -> None:
        label = f" {self.label}" if self.label else ""
        sys.stderr.write(f"// -----// IR Dump{label} //----- //\n{print_module(op)}")
