"""The options of the analysis, `bufferize-function-boundaries` among them."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from bufferize.interfaces import function_around
from bufferize.ir import Operation, OpOperand

if TYPE_CHECKING:  # queries.py builds on this module
    from bufferize.analysis.queries import AnalysisState

OptionsT = TypeVar("OptionsT", bound="AnalysisOptions")


class AnalysisHeuristic(enum.Enum):
    """The core's orders of decisions; the value is the option's spelling. Plugins have others."""

    BOTTOM_UP = "bottom-up"
    TOP_DOWN = "top-down"
    BOTTOM_UP_FROM_TERMINATORS = "bottom-up-from-terminators"
    FUZZER = "fuzzer"


class AnalysisOrder(Protocol):
    """A function that orders the decisions: it yields the operands to decide first.

    It is called for each function that is analyzed, callees first (or once, for the whole module,
    without function boundaries). An operation stands for all its operands. Each operand is decided
    before the next one is asked for, so a generator can depend on the decisions in `state`.
    """

    def __call__(self, root: Operation, state: AnalysisState, /) -> Iterable[Operation | OpOperand]:
        """Yield operations or operands below `root`, no operand twice; others are decided later."""


@dataclass(kw_only=True)
class AnalysisOptions:
    """The options that the analysis reads; those of the whole pass are derived from it."""

    analysis_heuristic: AnalysisHeuristic | str = AnalysisHeuristic.BOTTOM_UP
    """The order in which operations are decided; a plugin's is given by its name."""
    analysis_seconds: int = 10
    """How long a heuristic of a plugin may search in each function."""
    analysis_fuzzer_seed: int = 0
    """Seed of the order 'fuzzer', a 32-bit number other than 0."""
    analysis_order: AnalysisOrder | None = None
    """Which operands to decide first; `analysis_heuristic` orders the rest."""
    analysis_budget: int = 0
    """How many pairs of a read and a write to test in each function, 0 for all that may conflict;
    what would need more tests is copied, and a warning says so."""
    allow_unknown_ops: bool = False
    """Whether operations without a model may stay as they are."""
    allow_return_allocs: bool | None = None
    """Of the legacy option set: whether blocks, loops among them, may return or yield buffers that
    they allocate. Left out, blocks may, and loops as 'allow-return-allocs-from-loops' says; but if
    'create-deallocs' is given, they must not, as once was the default."""
    allow_return_allocs_from_loops: bool = False
    """Whether a loop may yield a buffer that it allocates."""
    bufferize_function_boundaries: bool = False
    """Whether functions, calls and returns are bufferized."""
    check_parallel_regions: bool = True
    """Whether buffers that parallel iterations write are made private."""
    copy_before_write: bool = False
    """Whether to skip the analysis and to copy before every write."""
    disjoint_subsets: bool = False
    """Whether slices of a tensor that different operations read and write are compared: a write to
    one of them does not disturb what is read of another one that does not overlap."""
    dialect_filter: tuple[str, ...] = ()
    """The dialects to bufferize; all where it is empty."""
    op_filter: Callable[[Operation], bool] | None = None
    """A further condition on the operations to bufferize."""
    analyze_recursive_functions: bool = False
    """Whether functions that call themselves or each other are analyzed together, until what is
    known of them does not change any more; otherwise the worst is assumed of them and of their
    callers."""
    no_analysis_func_filter: tuple[str, ...] = ()
    """Names of functions that are not analyzed; in them, a copy is made before every write."""
    analysis: str = "one-shot"
    """The analysis that decides, by name: "one-shot", "always-copy", or one of a plugin."""
    test_analysis_only: bool = False
    """Whether to write the decisions into attributes and to stop there."""
    print_conflicts: bool = False
    """Whether to write the conflicts found into attributes."""
    dump_alias_sets: bool = False
    """Whether to write the alias sets into attributes."""

    @property
    def writes_decisions(self) -> bool:
        """Whether the analysis writes attributes."""
        return self.test_analysis_only or self.print_conflicts or self.dump_alias_sets

    @property
    def refuses_returned_allocs(self) -> bool:
        """Whether it is an error that a block may return or yield a buffer that it allocates."""
        return self.allow_return_allocs is False

    def is_name_allowed(self, name: str) -> bool:
        """Return whether operations called `name` are to be bufferized, apart from `op_filter`."""
        if self.bufferize_function_boundaries and not self.dialect_filter:
            return True
        dialect = name.partition(".")[0]
        if dialect == "func" and not self.bufferize_function_boundaries:
            return False
        return not self.dialect_filter or dialect in self.dialect_filter

    def is_op_allowed(self, op: Operation) -> bool:
        """Return whether `op` is to be bufferized, if it has a model."""
        return self.is_name_allowed(op.name) and (self.op_filter is None or self.op_filter(op))


def without_unanalyzed_functions(options: OptionsT) -> OptionsT:
    """Return options that exclude the functions named in `no_analysis_func_filter`."""
    skipped = frozenset(options.no_analysis_func_filter)
    if not skipped:
        return options
    inner = options.op_filter

    def is_analyzed(op: Operation) -> bool:
        function = function_around(op)
        if function is not None and function.symbol_name in skipped:
            return False
        return inner is None or inner(op)

    return replace(options, op_filter=is_analyzed)
