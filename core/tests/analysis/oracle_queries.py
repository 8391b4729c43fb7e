"""What operations do, and how values hang together, by brute force: the queries of the oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar

from bufferize.analysis import AnalysisOptions, AnalysisState, ModelSource, TraversalConfig
from bufferize.analysis.queries import DEFAULT_TRAVERSAL, AnalysisModel
from bufferize.define import ParallelRegion
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferRelation,
    CallOpInterface,
    CastOpInterface,
    DeferredExecutionInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    is_tensor_like,
)
from bufferize.ir import BlockArgument, Operation, OpOperand, OpResult, Region, Value

from .oracle_functions import CallSummaries
from .oracle_order import around, regions_around

MethodT = TypeVar("MethodT", bound=Callable[..., Any])


def remembered(method: MethodT) -> MethodT:
    """Answer the same question only once, until `self.answers` is cleared.

    For questions whose answer decisions do not change; asking again is only slow.
    """

    @wraps(method)
    def answer(self: OracleQueries, *args: object) -> object:
        key = (method.__name__, args)
        if key not in self.answers:
            self.answers[key] = method(self, *args)
        return self.answers[key]

    return answer  # type: ignore[return-value]


class OracleQueries(AnalysisState):
    """Every query of the base class, overridden. That one is there for its type, which models ask for."""

    calls: CallSummaries

    def __init__(self, options: AnalysisOptions, context: ModelSource) -> None:
        self.options = options
        self.context = context
        self.answers: dict[object, Any] = {}
        self.in_place: set[OpOperand] = set()
        self.undefined: set[OpOperand] = set()
        self.forwarded: dict[OpOperand, bool] = {}
        self.alias_sets: list[set[Value]] = []
        self.equivalence_sets: list[set[Value]] = []

    def aliases(self, value: Value) -> set[Value]:
        """The values that may share memory with `value`."""
        return next((s for s in self.alias_sets if value in s), {value})

    def equivalents(self, value: Value) -> set[Value]:
        """The values that are the same buffer as `value`."""
        return next((s for s in self.equivalence_sets if value in s), {value})

    # The queries: operations

    def model(self, op: Operation) -> AnalysisModel[Any] | None:
        return self.context.model(op.name) if self.options.is_op_allowed(op) else None

    def model_of_value(self, value: Value) -> AnalysisModel[Any] | None:
        owner = value.owner if isinstance(value, OpResult) else value.parent_op
        return self.model(owner) if owner is not None else None

    @remembered
    def bufferizes_to_memory_read(self, operand: OpOperand) -> bool:
        op = operand.owner
        model = self.model(op)
        if model is not None and isinstance(op, CallOpInterface):
            return self.calls.reads(op, operand)
        return model is None or model.bufferizes_to_memory_read(op, operand, self)

    @remembered
    def bufferizes_to_memory_write(self, operand: OpOperand) -> bool:
        op = operand.owner
        model = self.model(op)
        if model is not None and isinstance(op, CallOpInterface):
            return self.calls.writes(op, operand)
        return model is None or model.bufferizes_to_memory_write(op, operand, self)

    def bufferizes_to_aliasing_only(self, operand: OpOperand) -> bool:
        return (
            self.model(operand.owner) is not None
            and not self.bufferizes_to_memory_read(operand)
            and not self.bufferizes_to_memory_write(operand)
            and self.get_aliasing_values(operand) != []
        )

    @remembered
    def get_aliasing_values(self, operand: OpOperand) -> list[AliasingValue]:
        op = operand.owner
        model = self.model(op)
        if model is not None and isinstance(op, CallOpInterface):
            summary = self.calls.summary(op)
            if summary is not None:
                return self.calls.aliasing_values(op, operand, summary)
            model = None
        if model is not None:
            return model.get_aliasing_values(op, operand, self)
        arguments = [a for region in op.regions if region.blocks for a in region.entry.arguments]
        tensors = [v for v in (*op.results, *arguments) if is_tensor_like(v.type)]
        return [AliasingValue(value, BufferRelation.UNKNOWN, False) for value in tensors]

    @remembered
    def get_aliasing_op_operands(self, value: Value) -> list[AliasingOpOperand]:
        op = value.owner if isinstance(value, OpResult) else value.parent_op
        assert op is not None
        model = self.model(op)
        if model is not None and not isinstance(op, CallOpInterface):
            return model.get_aliasing_op_operands(op, value, self)
        return [
            AliasingOpOperand(operand, alias.relation, alias.is_definite)
            for operand in op.op_operands
            if is_tensor_like(operand.value.type)
            for alias in self.get_aliasing_values(operand)
            if alias.value is value
        ]

    @remembered
    def is_writable(self, value: Value) -> bool:
        op = value.owner if isinstance(value, OpResult) else value.parent_op
        model = self.model(op) if op is not None else None
        if isinstance(op, CallOpInterface) and model is not None:
            return self.calls.is_writable(op, value)
        return op is not None and model is not None and model.is_writable(op, value, self)

    @remembered
    def is_forwarded_written(self, argument: BlockArgument) -> bool:
        """Return whether the loop around `argument` may write to it, also through an alias."""
        loop = argument.parent_op
        assert loop is not None
        if self.parallel_region(loop.parent_region) is not None:
            return True
        values = self.forwarded_values(argument)
        return any(self.bufferizes_to_memory_write(use) for v in values for use in v.uses)

    def forwarded_values(self, argument: BlockArgument) -> Iterator[Value]:
        """All names in the loop around `argument` for what it may be, until the next terminator."""
        loop = argument.parent_op
        seen: list[Value] = [argument]
        for value in seen:
            for use in value.uses:
                onward = [alias.value for alias in self.get_aliasing_values(use)]
                inner = use.owner.parent_op
                if isinstance(inner, LoopLikeOpInterface) and inner is not loop:
                    for _, operand, values in inner.forwarded_operands:
                        onward += values if operand is use else ()
                seen += [v for v in dict.fromkeys(onward) if v not in seen]
        return iter(seen)

    def is_forwarded(self, operand: OpOperand) -> bool | None:
        return self.forwarded.get(operand)

    @remembered
    def value_bufferizes_to_memory_write(self, value: Value) -> bool:
        if not isinstance(value, OpResult):
            return True
        op = value.owner
        model = self.model(op)
        if model is not None and isinstance(op, CallOpInterface):
            # A result may be new unless it is sure to be an argument.
            aliases = self.get_aliasing_op_operands(value)
            summary = self.calls.summary(op)
            return (
                summary is None
                or value.index not in summary.equivalent
                or any(self.bufferizes_to_memory_write(a.operand) for a in aliases)
            )
        return model is None or model.result_bufferizes_to_memory_write(op, value, self)

    # The queries: walks

    @remembered
    def is_value_read(self, value: Value) -> bool:
        seen: set[OpOperand] = set()
        work = set(value.uses)
        while work:
            use = work.pop()
            seen.add(use)
            if self.bufferizes_to_memory_read(use):
                return True
            if self.bufferizes_to_aliasing_only(use):
                for alias in self.get_aliasing_values(use):
                    work |= set(alias.value.uses) - seen
        return False

    def find_values_in_reverse_use_def_chain(
        self,
        operand: OpOperand,
        condition: Callable[[Value], bool],
        config: TraversalConfig = DEFAULT_TRAVERSAL,
        visited_operands: set[OpOperand] | None = None,
    ) -> list[Value]:
        assert visited_operands is None
        within = config.within
        found: list[Value] = []
        seen: set[Value] = set()
        work = [operand.value]
        while work:
            value = work.pop()
            is_new = value not in seen
            seen.add(value)
            is_meant = within is None or within in around(value.parent_op)
            is_found = is_new and is_meant and condition(value)
            followed = []
            is_leaf = not is_found
            if is_new and not is_found and self.model_of_value(value) is not None:
                aliases = self.get_aliasing_op_operands(value)
                followed = [
                    alias.operand.value
                    for alias in aliases
                    if not (
                        config.follow_equivalent_only
                        and alias.relation is not BufferRelation.EQUIVALENT
                    )
                    and not (
                        config.follow_same_type_or_casts_only
                        and alias.operand.value.type != value.type
                        and not isinstance(value.defining_op, CastOpInterface)
                    )
                ]
                is_leaf = not aliases or len(followed) < len(aliases)
            work += [source for source in dict.fromkeys(followed) if source not in work]
            if value not in found and (is_found or (is_leaf and config.always_include_leaves)):
                found.append(value)
        return found

    def is_written_within(self, op: Operation, operand: OpOperand) -> bool:
        config = TraversalConfig(always_include_leaves=False, within=op)
        writes = self.value_bufferizes_to_memory_write
        return self.find_values_in_reverse_use_def_chain(operand, writes, config) != []

    @remembered
    def find_definitions(self, operand: OpOperand) -> list[Value]:
        return self.find_values_in_reverse_use_def_chain(
            operand,
            self.value_bufferizes_to_memory_write,
            TraversalConfig(always_include_leaves=False),
        )

    # The queries: decisions

    def is_in_place(self, operand: OpOperand) -> bool:
        return operand in self.in_place

    def are_equivalent_buffer_values(self, a: Value, b: Value) -> bool:
        return b in self.equivalents(a)

    def are_aliasing_buffer_values(self, a: Value, b: Value) -> bool:
        return b in self.aliases(a)

    def alias_representative(self, value: Value) -> Value:
        return min(self.aliases(value), key=id)

    def alias_set(self, value: Value) -> Iterator[Value]:
        return iter(self.aliases(value))

    def has_unique_buffer(self, value: Value) -> bool:
        return self.equivalents(value) == {value}

    def has_undefined_contents(self, operand: OpOperand) -> bool:
        return operand in self.undefined

    def is_value_written(self, value: Value) -> bool:
        """Whether the memory of `value` is written to in place."""
        uses = [use for alias in self.aliases(value) for use in alias.uses]
        return any(use in self.in_place and self.bufferizes_to_memory_write(use) for use in uses)

    # The queries: regions

    @remembered
    def is_repetitive_region(self, region: Region) -> bool:
        op = region.parent
        if op is None:
            return False
        model = self.context.model(op.name)  # loops that are left out are still loops
        if model is None:
            return isinstance(op, RegionBranchOpInterface) and op.is_repetitive_region(
                op.regions.index(region)
            )
        return model.is_repetitive_region(op, op.regions.index(region))

    def parallel_region(self, region: Region | None) -> Region | None:
        return next(filter(self.is_parallel_region, regions_around(region)), None)

    def is_parallel_region(self, region: Region) -> bool:
        op = region.parent
        model = self.context.model(op.name) if op is not None else None
        if op is None or model is None:
            return op is not None and runs_at_once(op)
        return model.is_parallel_region(op, op.regions.index(region))

    # Only the driver and other passes ask these, never a model during the analysis.

    @property
    def allows_allocs_from_loops(self) -> bool:
        raise NotImplementedError

    def can_omit_tensor_copy(self, operand: OpOperand) -> bool:
        raise NotImplementedError

    def has_tensor_semantics(self, op: Operation) -> bool:
        raise NotImplementedError

    def enclosing_repetitive_region(self, region: Region | None) -> Region | None:
        raise NotImplementedError

    def reset_cache(self) -> None:
        raise NotImplementedError


def runs_at_once(op: Operation) -> bool:
    """Return whether runs of the regions of `op`, which has no model, may overlap in time."""
    is_parallel_loop = isinstance(op, LoopLikeOpInterface) and op.is_parallel
    is_later = isinstance(op, DeferredExecutionInterface) and op.completed_by() is not op
    return is_parallel_loop or is_later or op.has_trait(ParallelRegion)
