"""What is known while bufferizing one module."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from bufferize.analysis import AnalysisState, WorkCounters
from bufferize.analysis.function_summaries import FunctionAnalysis
from bufferize.define.context import Context
from bufferize.driver.buffer_type_queries import KeptBufferTypes, default_buffer_type
from bufferize.driver.copies import resolve_tensor_op_operand_conflicts
from bufferize.driver.layout_advice import layout_advice
from bufferize.driver.options import OneShotOptions
from bufferize.explain.copy_log import CopyLog
from bufferize.interfaces import BufferizableOpInterface
from bufferize.ir import (
    Attribute,
    Operation,
    Rewriter,
    SymbolTables,
    Type,
    Value,
)


@dataclass
class Statistics:
    """What one bufferization took."""

    num_buffer_alloc: int = 0
    num_buffer_dealloc: int = 0
    num_tensor_in_place: int = 0
    num_tensor_out_of_place: int = 0
    analysis: WorkCounters = field(default_factory=WorkCounters)
    seconds: dict[str, float] = field(default_factory=dict)
    """Wall-clock time of the steps: "analysis", "copy insertion", "rewrite"."""


class BufferizationState:
    """Context, options, symbol tables and caches of one bufferization."""

    def __init__(self, context: Context, options: OneShotOptions) -> None:
        self.context = context
        self.options = options
        self.analysis = AnalysisState(options, context)
        self.analysis.functions = FunctionAnalysis()
        self.statistics = Statistics()
        self.copies = CopyLog(partial(layout_advice, options))
        self.new_buffers: list[Value] = []
        self.globals: dict[Operation, dict[tuple[Attribute, int, Type], Operation]] = {}
        self.global_name_counters: dict[Operation, int] = {}
        self.kept_buffer_types = KeptBufferTypes()
        self.keeps_buffer_types = False

    @property
    def symbols(self) -> SymbolTables:
        """The symbol tables of the module."""
        return self.analysis.symbols

    def with_options(self, options: OneShotOptions) -> BufferizationState:
        """The same state for a part of the program that other options hold for."""
        other = BufferizationState(self.context, options)
        other.analysis.functions = self.analysis.functions
        other.statistics = self.statistics
        other.copies = self.copies
        other.new_buffers = self.new_buffers
        other.globals = self.globals
        other.global_name_counters = self.global_name_counters
        return other

    def model(self, op: Operation) -> BufferizableOpInterface | None:
        """The model of `op`, None where it has none or the options exclude it."""
        return self.analysis.model(op)

    def is_op_allowed(self, op: Operation) -> bool:
        """Whether the options let `op` be bufferized."""
        return self.options.is_op_allowed(op)

    def resolve_tensor_op_operand_conflicts(
        self, op: Operation, rewriter: Rewriter, analysis_state: AnalysisState
    ) -> None:
        """Copy the operands of `op` that were decided to be out of place."""
        resolve_tensor_op_operand_conflicts(op, rewriter, analysis_state, self)

    def default_buffer_type(
        self, value: Value, options: OneShotOptions, invocation_stack: list[Value]
    ) -> Type:
        """What a model's `get_buffer_type` says unless it is overridden."""
        return default_buffer_type(value, options, self, invocation_stack)

    def forget_buffer_types_of(self, op: Operation | None) -> None:
        """Compute the buffer types of the block arguments of `op` anew when they are next asked."""
        if op is not None:
            self.kept_buffer_types.forget(op)

    @contextmanager
    def keeping_buffer_types(self) -> Iterator[None]:
        """Compute the buffer types of block arguments and of branches once only.

        To be used while nothing changes that the types depend on: from the first operation
        bufferized to the last.
        """
        self.kept_buffer_types.clear()
        self.keeps_buffer_types = True
        try:
            yield
        finally:
            self.keeps_buffer_types = False
            self.kept_buffer_types.clear()
