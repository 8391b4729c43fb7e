"""The canonicalizer: folds, canonicalizes and drops dead operations until nothing changes."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from bufferize.diagnostics import Diagnostic, PassError, Severity, error
from bufferize.driver.context import ModelContext
from bufferize.interfaces import EffectKind, memory_effects
from bufferize.ir import IsTerminator, Operation, Rewriter, SymbolTrait, Value
from bufferize.passes.base import Pass
from bufferize.transforms.greedy import Pattern, rewrite_greedily


def is_trivially_dead(op: Operation) -> bool:
    """Whether nothing uses `op` and erasing it changes no other operation's memory."""
    if op.has_uses() or op.has_trait(IsTerminator) or op.has_trait(SymbolTrait):
        return False
    effects = memory_effects(op)
    if effects is None:
        return False
    own = set(op.results)
    new = {e.value for e in effects if e.kind is EffectKind.ALLOCATE and e.value in own}
    return all(
        effect.kind is EffectKind.READ
        or (effect.kind is EffectKind.ALLOCATE and effect.value is None)
        or effect.value in new
        for effect in effects
    )


class RegionSimplify(enum.Enum):
    """What mlir-opt's canonicalizer simplifies in control flow."""

    NORMAL = "normal"
    DISABLED = "disabled"
    AGGRESSIVE = "aggressive"


@dataclass(frozen=True)
class CanonicalizePass(Pass):
    """Folds casts and buffer/tensor round trips; drops dead operations and copies onto itself."""

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
    """Has no effect: control flow is left as it is."""
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
        limit = self.max_num_rewrites
        done = rewrite_greedily(
            op,
            (erase_dead, fold, self._pattern()),
            top_down=self.top_down,
            stop_after=None if limit < 0 else limit,
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


def erase_dead(op: Operation, rewriter: Rewriter) -> bool:
    """Erases an operation that nothing needs."""
    if not is_trivially_dead(op):
        return False
    rewriter.erase_op(op)
    return True


def fold(op: Operation, rewriter: Rewriter) -> bool:
    """Replaces `op` where it folds to values; folding to constants is left to the dialects."""
    folded = op.fold() if op.results else None
    if folded is None:
        return False
    values = [value for value in folded if isinstance(value, Value)]
    if len(values) != len(op.results) or any(
        value.type is not result.type or value.defining_op is op  # made from itself, in a graph
        for value, result in zip(values, op.results, strict=True)
    ):
        return False
    rewriter.replace_op(op, values)
    return True


def canonicalize(op: Operation, rewriter: Rewriter) -> bool:
    """What the operation itself says of its canonical form."""
    return op.canonicalize(rewriter)
