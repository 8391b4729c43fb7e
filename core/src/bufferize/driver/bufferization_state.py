"""The state of one bufferization, and its report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from bufferize import ir
from bufferize.analysis import AlwaysCopyAnalysisState, AnalysisState, WorkCounters
from bufferize.analysis.function_summaries import FunctionAnalysis
from bufferize.diagnostics import DiagnosticError, Position, error
from bufferize.dialects.memref import GlobalOp
from bufferize.driver.buffer_types import (
    NOWHERE,
    KeptTypes,
    Queries,
    check_element_type,
    fully_dynamic_memref_type,
)
from bufferize.driver.bufferizable import Model, ModelContext
from bufferize.driver.copy_log import CopyLog
from bufferize.driver.guard import GuardedModel, GuardedTypeModel
from bufferize.driver.options import OneShotOptions
from bufferize.interfaces import BufferRelation, is_tensor_like, owner_of_value
from bufferize.record import Decision, TensorCopy


@dataclass
class Statistics:
    """The cost of one bufferization."""

    num_buffer_alloc: int = 0
    num_buffer_dealloc: int = 0
    num_tensor_in_place: int = 0
    num_tensor_out_of_place: int = 0
    analysis: WorkCounters = field(default_factory=WorkCounters)
    seconds: dict[str, float] = field(default_factory=dict)
    """The wall-clock time of each step: "analysis", "copy insertion", "rewrite"."""


@dataclass
class Report:
    """Counts, and every copy that was made or, with `test_analysis_only`, would be made."""

    statistics: Statistics = field(default_factory=Statistics)
    copies: list[TensorCopy] = field(default_factory=list)
    decisions: Sequence[Decision] = field(default=(), repr=False)
    """The decisions of the one-shot analysis, in order; their operands are those of the module
    before bufferization."""

    def why(self, operand: ir.OpOperand) -> Decision | None:
        """Return the decision about an operand of the module before bufferization.

        None if there is none, as with `copy_before_write` or a plugin's analysis.
        """
        return self._decision_on.get(operand)

    @cached_property
    def _decision_on(self) -> dict[ir.OpOperand, Decision]:
        return {decision.operand: decision for decision in self.decisions}


_OTHER_SPACE = "copy one into the other's memory space, with `bufferization.alloc_tensor() copy(…)`"
# At this depth of queries, the types behind a value are computed in order first, so that a chain of
# any length does not exhaust Python's stack.
_NESTING = 40


class BufferizationState:
    """Context, options, symbol tables and caches of one bufferization.

    It computes the types of buffers before there are any; one query may lead to many others.
    """

    def __init__(self, context: ModelContext, options: OneShotOptions) -> None:
        self.context = context
        self.options = options
        self.queries = _queries(options, context)
        """The queries that models and IR alone answer, about the program in its current form."""
        self.queries.functions = FunctionAnalysis()
        self.statistics = Statistics()
        self.copies = CopyLog()
        self.new_buffers: list[ir.Value] = []
        self.globals: dict[ir.Operation, dict[tuple[ir.Attribute, int, ir.Type], GlobalOp]] = {}
        self.global_name_counters: dict[ir.Operation, int] = {}
        self._kept = KeptTypes()
        self._keeps = False
        self._asked: Queries | None = None
        """The queries in progress, if any."""

    @property
    def symbols(self) -> ir.SymbolTables:
        """The symbol tables of the module."""
        return self.queries.symbols

    def with_options(self, options: OneShotOptions) -> BufferizationState:
        """Return a copy of this state with other options, for a part of the program."""
        other = copy(self)
        other.options = options
        other.queries = _queries(options, self.context)
        other.queries.functions = self.queries.functions
        other._kept = KeptTypes()
        return other

    def model(self, op: ir.Operation) -> Model | None:
        """Return the model of `op`; None if it has none or the options exclude it."""
        return cast("Model | None", self.queries.model(op))  # from our context

    @contextmanager
    def keeping_buffer_types(self) -> Iterator[None]:
        """Context manager: the buffer types of block arguments and of branches are computed once.

        To be used while nothing changes that the types depend on: from the first operation
        bufferized to the last.
        """
        self._kept.clear()
        self._keeps = True
        try:
            yield
        finally:
            self._keeps = False
            self._kept.clear()

    def forget_buffer_types(self, op: ir.Operation | None) -> None:
        """Forget the buffer types of the block arguments of `op`; later queries recompute them."""
        if op is not None:
            self._kept.forget(op)

    def buffer_type(self, value: ir.Value) -> ir.Type:
        """Return the type that the buffer of the tensor `value` has, or will have.

        A value that is no tensor keeps its type. Raises DiagnosticError if the type is unknown, such
        as when the memory space cannot be inferred.
        """
        if not is_tensor_like(value.type):
            return value.type
        if self._asked is not None:
            return self._answer(value, self._asked)
        queries = self._asked = Queries(self._kept)
        try:
            result = self._answer(value, queries)
        finally:
            self._asked = None
        if self._keeps and queries.lowest == NOWHERE:
            queries.keep()
        return result

    def memref_type(self, value: ir.Value) -> ir.BaseMemRefType:
        """Return `buffer_type` of a value whose buffer is known to be a memref."""
        type = self.buffer_type(value)
        assert isinstance(type, ir.BaseMemRefType)
        return type

    def type_model(self, type: ir.Type, position: Position | None) -> GuardedTypeModel:
        """Return the model of a custom tensor type. Raises DiagnosticError if no plugin has one."""
        model = self.context.type_model(type)
        if model is None:
            message = f"no buffer type is known for values of type {type}"
            raise DiagnosticError(error(message, position))
        return GuardedTypeModel(model)

    def common_buffer_type(
        self, op: ir.Operation, tensor_type: ir.Type, types: Iterable[ir.Type], problem: str
    ) -> ir.Type:
        """Return the type that buffers of all `types` can be cast to; each is one of a `tensor_type`.

        If they differ, it is a fully dynamic one, or the one that the model of a custom tensor type
        gives. Raises DiagnosticError, with `problem` at `op`, if their memory spaces differ.
        """
        result, *others = types
        for type in others:
            if type == result:
                continue
            common: ir.Type | None = None
            if not isinstance(tensor_type, ir.TensorType):
                model = self.type_model(tensor_type, op.location.position())
                common = model.get_common_buffer_type(tensor_type, result, type)
                problem = (
                    f"'{op.name}' op needs one buffer type of {result} and {type}, which have none "
                    "in common"
                )
            elif (
                isinstance(result, ir.BaseMemRefType)
                and isinstance(type, ir.BaseMemRefType)
                and result.memory_space == type.memory_space
            ):
                common = fully_dynamic_memref_type(tensor_type, type.memory_space)
            if common is None:
                raise DiagnosticError(error(problem, op).note(_OTHER_SPACE))
            result = common
        return result

    def is_asked_for(self, value: ir.Value) -> bool:
        """Return whether the buffer type of `value` is being computed and still unknown."""
        return self._asked is not None and value in self._asked

    def carried_buffer_type(
        self, op: ir.Operation, argument: ir.BlockArgument, init: ir.Value, next: ir.Value
    ) -> ir.Type:
        """Return the buffer type of `argument`, which is `init` in the first iteration, then `next`.

        It is that of `init` if that of `next` is the same, and else a fully dynamic one. The type of
        `next` may depend on `argument` itself, which is then assumed to have the type of `init`. Only
        the model of the loop `op` may ask. Raises DiagnosticError if memory spaces differ.
        """
        queries = self._asked
        assert queries is not None
        init_type = self.buffer_type(init)
        known = queries.known(argument)  # found by the query for `init`, through an outer loop
        if known is not None:
            return known
        mark = queries.mark()
        queries.remember(argument, init_type)
        problem = (
            f"'{op.name}' op init_arg and yielded value bufferize to inconsistent memory spaces"
        )
        types = (init_type, self.buffer_type(next))
        type = self.common_buffer_type(op, argument.type, types, problem)
        if type is not init_type:
            queries.forget(mark)
        return type

    def default_buffer_type(self, value: ir.Value) -> ir.Type:
        """Return the default answer of a model's `get_buffer_type`.

        It is the type of the buffer of an equivalent operand if there is one, else the one that the
        options give to unknown types.
        """
        owner = owner_of_value(value)
        if isinstance(value.type, ir.TensorType):
            check_element_type(value.type, owner.location.position() if owner is not None else None)
        if isinstance(value, ir.BlockArgument) and isinstance(value.type, ir.TensorType):
            return self.options.unknown_buffer_type(value.type, None)
        operand = self._equivalent_operand(value)
        return self._unknown(value, owner) if operand is None else self.buffer_type(operand)

    def _answer(self, value: ir.Value, queries: Queries) -> ir.Type:
        known = queries.known(value)
        if known is not None:
            return known
        mark, depth = queries.mark(), len(queries)
        queries.nesting += 1
        if queries.nesting % _NESTING == 0:
            self._prepare(value, queries)
        lowest, queries.lowest = queries.lowest, NOWHERE
        try:
            result = self._ask_model(value, queries)
        except DiagnosticError:
            queries.forget(mark)
            raise
        finally:
            queries.nesting -= 1
        if depth <= queries.lowest < NOWHERE and isinstance(value, ir.BlockArgument):
            queries.forget(mark)
            queries.lowest = NOWHERE
        queries.lowest = min(lowest, queries.lowest)
        queries.remember(value, result)
        return result

    def _ask_model(self, value: ir.Value, queries: Queries) -> ir.Type:
        owner = owner_of_value(value)
        model = self.model(owner) if owner is not None else None
        if queries.is_in_progress(value):
            if not isinstance(value, ir.BlockArgument):
                _refuse_cycle(value)
            if queries[-1] is value and isinstance(model, GuardedModel):
                assert owner is not None
                raise model.error(owner, "get_buffer_type() asks for the type that it is to give")
        if owner is None or model is None:
            return self._unknown(value, owner)
        queries.push(value)
        try:
            return model.get_buffer_type(owner, value, self)
        finally:
            queries.end()

    def _equivalent_operand(self, value: ir.Value) -> ir.Value | None:
        if isinstance(value, ir.BlockArgument):
            return None
        aliases = self.queries.get_aliasing_op_operands(value)
        if aliases and aliases[0].relation is BufferRelation.EQUIVALENT:
            return aliases[0].operand.value
        return None

    def _prepare(self, value: ir.Value, queries: Queries) -> None:
        """Compute the types that the type of `value` depends on, in order.

        Only results are followed: an argument's type may depend on values that come after it.
        """
        order: list[ir.Value] = []
        seen: set[ir.Value] = set()
        work: list[tuple[ir.Value, bool]] = [(value, False)]
        while work:
            current, done = work.pop()
            if done:
                order.append(current)
                continue
            if (
                current in seen
                or isinstance(current, ir.BlockArgument)
                or queries.is_in_progress(current)
            ):
                continue
            seen.add(current)
            if queries.known(current) is not None:
                continue
            work.append((current, True))
            owner = owner_of_value(current)
            if owner is not None and self.model(owner) is not None:
                aliases = self.queries.get_aliasing_op_operands(current)
                work.extend((alias.operand.value, False) for alias in aliases)
        for current in order:
            if current is not value:
                self._answer(current, queries)

    def _unknown(self, value: ir.Value, owner: ir.Operation | None) -> ir.Type:
        """Return the buffer type of a tensor about which only the type is known.

        Raises DiagnosticError if the memory space must be inferred, or for a custom tensor type
        without a model.
        """
        type, options = value.type, self.options
        position = owner.location.position() if owner is not None else None
        if not isinstance(type, ir.TensorType):
            return self.type_model(type, position).get_buffer_type(type, options)
        return options.unknown_buffer_type(type, options.memory_space_for(type, position))


def _queries(options: OneShotOptions, context: ModelContext) -> AnalysisState:
    return (AlwaysCopyAnalysisState if options.copy_before_write else AnalysisState)(
        options, context
    )


def _refuse_cycle(value: ir.Value) -> None:
    """Raise DiagnosticError if `value` is computed from itself, as is possible in graph regions."""
    region = value.parent_region
    if region is not None and not ir.has_ssa_dominance(region):
        message = "the buffer type of this value cannot be told: it is made from itself"
        raise DiagnosticError(error(message, value.location.position()))
