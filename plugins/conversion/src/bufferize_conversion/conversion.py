"""Dialect conversion: apply patterns until all operations are legal.

An operation that is not legal is folded to existing values, if possible, or rewritten by a pattern.
Operations that the pattern creates or changes are made legal in turn. If that fails, the changes
are undone and the next pattern is tried. Casts connect values whose types change. In the end they
are removed or materialized.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import (
    FAILURES,
    DiagnosticError,
    PassError,
    PluginError,
    error,
)
from bufferize_conversion.casts import resolve_casts, with_position
from bufferize_conversion.patterns import (
    ConversionPattern,
    NotApplicable,
    OpAdaptor,
    PatternTable,
)
from bufferize_conversion.rewriter import ConversionPatternRewriter
from bufferize_conversion.target import ConversionTarget
from bufferize_transforms.canonicalization import fold

MOST_STEPS: Final = 1000
"""The maximum length of a chain of operations, each created by a pattern for the previous one."""
MOST_PATTERNS_OF_AN_OP: Final = 20_000
"""The maximum number of applications of patterns to one operation and its replacements."""
MOST_REASONS: Final = 10
"""The maximum number of reasons in an error about an operation that could not be legalized."""


def apply_partial_conversion(
    root: ir.Operation,
    target: ConversionTarget,
    patterns: Iterable[ConversionPattern[Any]],
    context: d.DialectContext,
    *,
    verify: bool = True,
) -> None:
    """Convert all operations that `target` says are illegal, `root` included.

    Unknown operations are converted if a pattern makes them legal, and stay otherwise. On failure
    nothing is changed: raises PassError for an operation that cannot be made legal or a cast that
    cannot be materialized, and PluginError for a faulty pattern. `verify` says whether to verify
    `root` first; the result is always verified.
    https://mlir.llvm.org/docs/DialectConversion/#modes-of-conversion
    """
    _convert(root, target, patterns, context, verify, is_full=False)


def apply_full_conversion(
    root: ir.Operation,
    target: ConversionTarget,
    patterns: Iterable[ConversionPattern[Any]],
    context: d.DialectContext,
    *,
    verify: bool = True,
) -> None:
    """Convert all operations that are not legal, including `root`; unknown ones must not stay.

    Otherwise it works as `apply_partial_conversion`.
    """
    _convert(root, target, patterns, context, verify, is_full=True)


def _convert(
    root: ir.Operation,
    target: ConversionTarget,
    patterns: Iterable[ConversionPattern[Any]],
    context: d.DialectContext,
    verify: bool,
    *,
    is_full: bool,
) -> None:
    if verify:
        ir.require_valid(root, context.op_attribute_problem)
    legalizer = _Legalizer(root, target, PatternTable(patterns), context)
    rewriter = legalizer.rewriter
    with ir.all_or_nothing(root):
        try:
            for op in _to_convert(root):
                if op in rewriter.erased or op in legalizer.ignored:
                    continue
                if not legalizer.legalize(op):
                    legalizer.check_may_stay(op, is_full)
            resolve_casts(rewriter, target)
            legalizer.check_result()
        except BaseException as failure:
            # `all_or_nothing` restores only `root`; this undoes changes outside of it, too.
            with suppress(Exception):
                rewriter.journal.undo()
            if isinstance(failure, DiagnosticError):
                failure.about(root)
            raise


def _to_convert(root: ir.Operation) -> list[ir.Operation]:
    """Return `root` and all operations in it, each before those in its regions.

    Blocks are in dominance order, so that values are converted before their uses.
    """
    found = []
    stack = [root]
    while stack:
        op = stack.pop()
        found.append(op)
        for region in reversed(op.regions):
            for block in reversed(_in_order(region)):
                stack.extend(block.ops_reversed)
    return found


def _in_order(region: ir.Region) -> list[ir.Block]:
    blocks = region.blocks
    if len(blocks) < 2:
        return blocks
    reachable = dict.fromkeys(ir.DominatorTree(region).preorder())
    return [*reachable, *(block for block in blocks if block not in reachable)]


class _Attempt:
    """An operation that is being legalized, and the pattern that is currently tried."""

    __slots__ = ("mark", "op", "pattern", "patterns", "reasons", "to_legalize")

    def __init__(self, op: ir.Operation, patterns: Iterable[ConversionPattern[Any]]) -> None:
        self.op = op
        self.patterns = iter(patterns)
        self.pattern: ConversionPattern[Any] | None = None
        self.to_legalize: list[ir.Operation] = []
        """The operations to legalize that the pattern created or changed, the next one last."""
        self.mark = 0
        """The position in the journal where the pattern began."""
        self.reasons: list[str] = []
        """The reasons why other patterns failed."""


class _Legalizer:
    """The state of a conversion."""

    def __init__(
        self,
        root: ir.Operation,
        target: ConversionTarget,
        patterns: PatternTable,
        context: d.DialectContext,
    ) -> None:
        self.root = root
        self.target = target
        self.patterns = patterns
        self.context = context
        self.rewriter = ConversionPatternRewriter(context)
        self.reasons: list[str] = []
        """The reasons why the last operation that failed could not be legalized."""
        self.ignored: set[ir.Operation] = set()
        """The operations within recursively legal ones."""
        self._stack: list[_Attempt] = []
        self._active: set[ConversionPattern[Any]] = set()
        self._applied: Counter[ConversionPattern[Any]] = Counter()
        self._makers: dict[ir.Operation, ConversionPattern[Any]] = {}

    def legalize(self, op: ir.Operation) -> bool:
        """Make `op` legal, and all operations that replace it.

        Return False, with nothing changed, if that fails.
        """
        self.reasons = []
        if self._is_legal(op) or self._fold(op):
            return True
        patterns = self.patterns.of(op)
        if not patterns:
            return False
        self._applied.clear()
        stack = self._stack = [_Attempt(op, patterns)]
        while stack:
            attempt = stack[-1]
            if attempt.to_legalize:
                following = attempt.to_legalize.pop()
                if (
                    following not in self.rewriter.erased
                    and following not in self.ignored
                    and not self._is_legal(following)
                    and not self._fold(following)
                ):
                    stack.append(_Attempt(following, self.patterns.of(following)))
            elif attempt.pattern is not None or self._apply_next(attempt):
                if not attempt.to_legalize:
                    stack.pop()
                    self._active.discard(attempt.pattern)
            else:
                stack.pop()
                if not stack:
                    self.reasons = attempt.reasons
                    return False
                self._give_up(stack[-1], attempt)
        return True

    def _is_legal(self, op: ir.Operation) -> bool:
        """Return whether `op` is legal.

        If it is recursively legal, ignore the operations in it from now on.
        """
        if not self.target.is_legal(op):
            return False
        if op.regions and self.target.is_recursively_legal(op):
            new = {nested for nested in op.walk() if nested is not op} - self.ignored
            self.ignored |= new
            self.rewriter.journal.note(self.ignored.difference_update, new)
        return True

    def _fold(self, op: ir.Operation) -> bool:
        """Replace an operation that folds to existing values; return whether it does."""
        if op is self.root:
            return False
        self.rewriter.begin(op, None)
        return fold(op, self.rewriter)

    def _apply_next(self, attempt: _Attempt) -> bool:
        """Apply the next matching pattern; return False if none is left."""
        op = attempt.op
        for pattern in attempt.patterns:
            if pattern in self._active:
                attempt.reasons.append(
                    f"pattern '{pattern.name}' is not applied to what it makes: it has no "
                    "has_bounded_rewrite_recursion"
                )
                continue
            attempt.mark = self.rewriter.journal.mark
            reason = self._apply(pattern, op)
            if reason is None:
                attempt.pattern = pattern
                if not pattern.has_bounded_rewrite_recursion:
                    self._active.add(pattern)
                self._note_changes(attempt, pattern)
                return True
            self._undo(attempt.mark, pattern, op)
            attempt.reasons.append(f"pattern '{pattern.name}' does not apply: {reason}")
        return False

    def _apply(self, pattern: ConversionPattern[Any], op: ir.Operation) -> str | None:
        """Apply a pattern; return the reason if it does not match."""
        rewriter = self.rewriter
        self._applied[pattern] += 1
        if len(self._stack) > MOST_STEPS or self._applied.total() > MOST_PATTERNS_OF_AN_OP:
            raise self._endless()
        rewriter.begin(op, pattern.type_converter)
        try:
            answer = pattern.match_and_rewrite(
                op, OpAdaptor(op, pattern.type_converter, rewriter), rewriter
            )
        except NotApplicable as reason:
            return str(reason)
        except DiagnosticError as problem:
            with_position(problem, op)
            raise
        except (RecursionError, MemoryError):
            raise
        except FAILURES as problem:
            text = f"{type(problem).__name__}: {problem}".removesuffix(": ")
            raise _wrong(pattern, op, f"failed: {text}") from problem
        if answer is not True and answer is not False:
            raise _wrong(pattern, op, f"gave {answer!r} in place of True or False")
        if not answer:
            return rewriter.take_reason() or "it gave False"
        if self.root in rewriter.erased:
            raise _wrong(pattern, op, "replaced the operation that is converted as a whole")
        if op not in rewriter.erased and op not in rewriter.modified:
            raise _wrong(
                pattern,
                op,
                "gave True, but did neither replace the operation nor change it within "
                "modify_op_in_place",
            )
        return None

    def _note_changes(self, attempt: _Attempt, pattern: ConversionPattern[Any]) -> None:
        changed = [*self.rewriter.modified, *self.rewriter.inserted]
        attempt.to_legalize = changed[::-1]
        makers, note = self._makers, self.rewriter.journal.note
        for op in changed:
            makers[op] = pattern
            note(makers.pop, op, None)

    def _give_up(self, attempt: _Attempt, failed: _Attempt) -> None:
        """Undo the pattern of `attempt`, because an operation that it created stays illegal."""
        pattern = attempt.pattern
        assert pattern is not None
        verb = "changes" if failed.op is attempt.op else "makes"
        attempt.reasons.append(
            f"pattern '{pattern.name}' {verb} '{failed.op.name}', which is not legal then"
        )
        attempt.reasons += failed.reasons
        self._undo(attempt.mark, pattern, attempt.op)
        self._active.discard(pattern)
        attempt.pattern, attempt.to_legalize = None, []

    def _undo(self, mark: int, pattern: ConversionPattern[Any], op: ir.Operation) -> None:
        try:
            self.rewriter.journal.undo(mark)
        except Exception as problem:
            message = "cannot be undone: it has changed IR otherwise than by the rewriter"
            raise _wrong(pattern, op, message) from problem

    def _endless(self) -> PassError:
        (pattern, times), *_ = self._applied.most_common(1)
        op = self._stack[0].op
        message = f"conversion of '{op.name}' does not come to an end: "
        return PassError(error(f"{message}pattern '{pattern.name}' was applied {times} times", op))

    def check_may_stay(self, op: ir.Operation, is_full: bool) -> None:
        """Raise PassError if `op`, which could not be legalized, must not stay."""
        is_illegal = self.target.is_legal(op) is False
        if not is_full and not is_illegal:
            return
        suffix = "" if is_full else " that was explicitly marked illegal"
        problem = error(f"failed to legalize operation '{op.name}'{suffix}", op)
        for reason in list(dict.fromkeys(self.reasons))[:MOST_REASONS]:
            problem.note(reason)
        raise PassError(problem)

    def check_result(self) -> None:
        """Raise an error that names the pattern to blame, if the result is invalid."""
        problems = ir.verify(self.root, self.context.op_attribute_problem)
        if not problems:
            return
        for problem in problems:
            pattern = self._makers.get(problem.op)
            if pattern is not None:
                raise PluginError(problem.note(f"pattern '{pattern.name}' has made this operation"))
        raise PassError(problems[0].note("the conversion has made this operation invalid"))


def _wrong(pattern: ConversionPattern[Any], op: ir.Operation, problem: str) -> PluginError:
    return PluginError(error(f"pattern '{pattern.name}' for '{op.name}': {problem}", op))
