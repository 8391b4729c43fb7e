"""What is known while bufferizing one module."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from bufferize.analysis import AnalysisState, WorkCounters
from bufferize.analysis.function_summaries import FunctionAnalysis
from bufferize.define.context import Context
from bufferize.dialects.memref import GlobalOp
from bufferize.driver.buffer_type_queries import BufferTypes
from bufferize.driver.buffer_types import common_buffer_type
from bufferize.driver.layout_advice import layout_advice
from bufferize.driver.options import OneShotOptions
from bufferize.explain.copy_log import CopyLog
from bufferize.interfaces import Model
from bufferize.ir import (
    Attribute,
    BaseMemRefType,
    Operation,
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
        self.queries = AnalysisState(options, context)
        """What models and IR alone tell of the program as it is by now."""
        self.queries.functions = FunctionAnalysis()
        self.statistics = Statistics()
        self.copies = CopyLog(partial(layout_advice, options))
        self.new_buffers: list[Value] = []
        self.globals: dict[Operation, dict[tuple[Attribute, int, Type], GlobalOp]] = {}
        self.global_name_counters: dict[Operation, int] = {}
        self.buffer_types = BufferTypes(self)

    @property
    def symbols(self) -> SymbolTables:
        """The symbol tables of the module."""
        return self.queries.symbols

    def with_options(self, options: OneShotOptions) -> BufferizationState:
        """The same state for a part of the program that other options hold for."""
        other = BufferizationState(self.context, options)
        other.queries.functions = self.queries.functions
        other.statistics = self.statistics
        other.copies = self.copies
        other.new_buffers = self.new_buffers
        other.globals = self.globals
        other.global_name_counters = self.global_name_counters
        return other

    def model(self, op: Operation) -> Model | None:
        """The model of `op`, None where it has none or the options exclude it."""
        return self.queries.model(op)

    def is_op_allowed(self, op: Operation) -> bool:
        """Whether the options let `op` be bufferized."""
        return self.options.is_op_allowed(op)

    def buffer_type(self, value: Value) -> Type:
        """The type that the buffer of the tensor `value` has, or will have once it is bufferized.

        A value that is no tensor keeps its type. Raises DiagnosticError where the type cannot be
        told, such as when the memory space cannot be inferred.
        """
        return self.buffer_types.of(value)

    def memref_type(self, value: Value) -> BaseMemRefType:
        """`buffer_type` for a value whose buffer is sure to be a memref."""
        type = self.buffer_types.of(value)
        assert isinstance(type, BaseMemRefType)
        return type

    def default_buffer_type(self, value: Value) -> Type:
        """What a model's `get_buffer_type` says unless it is overridden."""
        return self.buffer_types.default(value)

    def common_buffer_type(
        self, op: Operation, tensor_type: Type, types: Iterable[Type], problem: str
    ) -> Type:
        """The type that buffers of all `types` can be cast to; each holds a `tensor_type`.

        A fully dynamic one where they differ, or what the model of a custom tensor type says.
        Raises DiagnosticError, which says `problem` at `op`, where their memory spaces differ.
        """
        return common_buffer_type(tensor_type, types, problem, op, self)
