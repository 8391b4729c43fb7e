"""What can be asked about tensors and buffers, by models, by the driver and by passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from bufferize.analysis.model import AnalysisModel, Model
from bufferize.analysis.options import AnalysisOptions
from bufferize.diagnostics import OptionError
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferRelation,
    CastOpInterface,
    owner_of_value,
    unknown_aliasing_op_operands,
    unknown_aliasing_values,
)
from bufferize.ir import Operation, OpOperand, OpResult, Region, SymbolTables, Value
from bufferize.record import Decision, Reason

if TYPE_CHECKING:  # function_summaries.py builds on this module
    from bufferize.analysis.analysed import Analysed
    from bufferize.analysis.function_summaries import FunctionAnalysis

_NO_MODEL: Model = AnalysisModel()


class ModelSource(Protocol):
    """Where models come from: a `Context`."""

    def model(self, op_name: str, /) -> Model | None:
        """The model of the operations called `op_name`."""


class AnalysisState:
    """Answers from the IR and the models alone, on the safe side; nothing has been decided.

    All queries are about operands and values of tensor type.
    """

    functions: FunctionAnalysis | None = None
    """What is known about functions, where their boundaries are analysed."""

    analysed: Analysed | None = None
    """What `bufferize.analyze` has analysed."""

    writes_in_place: bool = True
    """Whether any buffer may be written to that was not copied for the very purpose."""

    def __init__(self, options: AnalysisOptions, context: ModelSource) -> None:
        self.options = options
        self.context = context
        self._op_filter = options.op_filter
        self._models: dict[str, Model | None] = {}
        self._repetitive: dict[Region, Region | None] = {}
        self._symbols = SymbolTables()

    @property
    def symbols(self) -> SymbolTables:
        """The symbol tables of the module."""
        return self._symbols if self.functions is None else self.functions.symbols

    @property
    def allows_allocs_from_loops(self) -> bool:
        """Whether a loop may yield a buffer that it allocates."""
        options = self.options
        return options.allow_return_allocs_from_loops or bool(options.allow_return_allocs)

    # Models

    def model(self, op: Operation) -> Model | None:
        """The model of `op`, None without one or where the options leave `op` out."""
        try:
            model = self._models[op.name]
        except KeyError:
            name = op.name
            model = self.context.model(name) if self.options.is_name_allowed(name) else None
            self._models[name] = model
        if self._op_filter is None or model is None or self._op_filter(op):
            return model
        return None

    def model_of_value(self, value: Value) -> Model | None:
        """The model of the operation that defines `value`, or that its block belongs to."""
        owner = owner_of_value(value)
        return self.model(owner) if owner is not None else None

    def _any_model(self, op: Operation) -> Model:
        """The model of `op`, also where the options leave it out; without one, the defaults."""
        return self.context.model(op.name) or _NO_MODEL

    def has_tensor_semantics(self, op: Operation) -> bool:
        """Whether there is anything to bufferize in `op`; operations left out count as well."""
        return self._any_model(op).has_tensor_semantics(op)

    # Memory

    def bufferizes_to_memory_read(self, operand: OpOperand) -> bool:
        """Whether the contents of `operand` are read by its owner."""
        model = self.model(operand.owner)
        return model is None or model.bufferizes_to_memory_read(operand.owner, operand, self)

    def bufferizes_to_memory_write(self, operand: OpOperand) -> bool:
        """Whether the buffer of `operand` is written to by its owner."""
        model = self.model(operand.owner)
        return model is None or model.bufferizes_to_memory_write(operand.owner, operand, self)

    def value_bufferizes_to_memory_write(self, value: Value) -> bool:
        """Whether the contents of `value` are set where it is defined. Always so for arguments."""
        if not isinstance(value, OpResult):
            return True
        model = self.model(value.owner)
        return model is None or model.result_bufferizes_to_memory_write(value.owner, value, self)

    def bufferizes_to_aliasing_only(self, operand: OpOperand) -> bool:
        """Whether `operand` is neither read nor written, but has an alias."""
        return (
            self.model(operand.owner) is not None
            and not self.bufferizes_to_memory_read(operand)
            and not self.bufferizes_to_memory_write(operand)
            and bool(self.get_aliasing_values(operand))
        )

    def is_value_read(self, value: Value) -> bool:
        """Whether the contents of `value` are read by a use, or by a use of a view of it."""
        work = list(value.uses)
        seen: set[OpOperand] = set()
        while work:
            use = work.pop()
            if use in seen:
                continue
            seen.add(use)
            if self.bufferizes_to_memory_read(use):
                return True
            if self.bufferizes_to_aliasing_only(use):
                for alias in self.get_aliasing_values(use):
                    work.extend(alias.value.uses)
        return False

    def is_writable(self, value: Value) -> bool:
        """Whether the buffer of `value` may be written to."""
        owner = owner_of_value(value)
        model = self.model(owner) if owner is not None else None
        if owner is None or model is None:
            return False
        return model.is_writable(owner, value, self)

    # Aliases

    def get_aliasing_values(self, operand: OpOperand) -> list[AliasingValue]:
        """The values that may share the buffer of `operand`, if it is used in place."""
        model = self.model(operand.owner)
        if model is None:
            return unknown_aliasing_values(operand)
        return model.get_aliasing_values(operand.owner, operand, self)

    def get_aliasing_op_operands(self, value: Value) -> list[AliasingOpOperand]:
        """The operands whose buffer `value` may share."""
        owner = owner_of_value(value)
        model = self.model(owner) if owner is not None else None
        if owner is None or model is None:
            return unknown_aliasing_op_operands(value)
        return model.get_aliasing_op_operands(owner, value, self)

    def find_values_in_reverse_use_def_chain(
        self,
        operand: OpOperand,
        condition: Callable[[Value], bool],
        *,
        always_include_leaves: bool = True,
        follow_equivalent_only: bool = False,
        follow_same_type_or_casts_only: bool = False,
        within: Operation | None = None,
        visited_operands: set[OpOperand] | None = None,
    ) -> list[Value]:
        """The values for which `condition` holds, from `operand` backwards over aliases.

        The search does not go past a value that it finds. Where it ends without having found one,
        the last value is included too, unless `always_include_leaves` is off. The `follow_` options
        end it earlier; `within` ends it at values defined outside of that operation or by it. The
        operands passed are added to `visited_operands`.
        """
        found: dict[Value, None] = {}
        seen: set[Value] = set()
        work = {operand.value: None}
        if visited_operands is not None:
            visited_operands.add(operand)
        while work:
            value, _ = work.popitem()
            if value in seen:
                if always_include_leaves:
                    found[value] = None
                continue
            seen.add(value)
            if within is not None:
                owner = owner_of_value(value)
                if owner is None or (isinstance(value, OpResult) and owner is within):
                    continue
                if not within.is_ancestor_of(owner):
                    continue
            if condition(value):
                found[value] = None
                continue
            if self.model_of_value(value) is None:
                if always_include_leaves:
                    found[value] = None
                continue
            aliases = self.get_aliasing_op_operands(value)
            if not aliases and always_include_leaves:
                found[value] = None
            for alias in aliases:
                source = alias.operand.value
                if (follow_equivalent_only and alias.relation is not BufferRelation.EQUIVALENT) or (
                    follow_same_type_or_casts_only
                    and source.type is not value.type
                    and not isinstance(value.defining_op, CastOpInterface)
                ):
                    if always_include_leaves:
                        found[value] = None
                    continue
                work.setdefault(source)
                if visited_operands is not None:
                    visited_operands.add(alias.operand)
        return list(found)

    def find_definitions(self, operand: OpOperand) -> list[Value]:
        """The values that may have set the contents of `operand`; empty: they are undefined."""
        return self.find_values_in_reverse_use_def_chain(
            operand, self.value_bufferizes_to_memory_write, always_include_leaves=False
        )

    # Decisions

    def why(self, operand: OpOperand) -> Decision:
        """What was decided about `operand`, and why."""
        return Decision(operand, self.is_in_place(operand), Reason.UNEXPLAINED)

    def decide(self, *operands: OpOperand, in_place: bool) -> None:
        """Decide operands otherwise, and anew all that follows from it.

        What is to be in place is decided before all else, so that others may have to be copied.
        Raises PassError where that cannot be, OptionError where there is nothing to decide, or
        where the module was changed since it was analysed; all is then as it was.
        """
        raise OptionError(f"analysis '{self.options.analysis}' cannot be told what to decide")

    def is_in_place(self, operand: OpOperand) -> bool:
        """Whether `operand` is used without a copy. By default it is, unless it is written."""
        if operand.owner.name == "bufferization.to_buffer":
            return True
        return not self.bufferizes_to_memory_write(operand)

    def are_equivalent_buffer_values(self, a: Value, b: Value) -> bool:
        """Whether two values are sure to be the same buffer. By default they are not."""
        return False

    def are_aliasing_buffer_values(self, a: Value, b: Value) -> bool:
        """Whether two values may share memory. By default they may."""
        return True

    def alias_class(self, value: Value) -> Value | None:
        """One of the values that may share memory with `value`, the same one for all of them.

        By default None: any value may share memory with any other.
        """
        return None

    def alias_class_members(self, value: Value) -> Iterator[Value]:
        """All values that may share memory with `value`. Asked only where `alias_class` is not None."""
        raise LookupError(f"'{type(self).__name__}' does not know what shares memory")

    def has_unique_buffer(self, value: Value) -> bool:
        """Whether no other value is known to be the same buffer."""
        return True

    def has_undefined_contents(self, operand: OpOperand) -> bool:
        """Whether nothing has set the contents of `operand`. By default something may have."""
        return False

    def can_omit_tensor_copy(self, operand: OpOperand) -> bool:
        """Whether a new buffer for `operand` need not be given the old contents."""
        if self.has_undefined_contents(operand):
            return True
        if self.bufferizes_to_memory_read(operand):
            return False
        return self.bufferizes_to_memory_write(operand) or not any(
            self.is_value_read(alias.value) for alias in self.get_aliasing_values(operand)
        )

    # Regions

    def is_repetitive_region(self, region: Region) -> bool:
        """Whether `region` may run more than once for one run of its operation.

        A loop that has no model, or is left out of bufferization, still is a loop; the reference
        overlooks that.
        """
        op = region.parent
        return op is not None and self._any_model(op).is_repetitive_region(op, region.index)

    def enclosing_repetitive_region(self, region: Region | None) -> Region | None:
        """`region` if it is repetitive, or else the nearest around it that is."""
        path: list[Region] = []
        while region is not None and region not in self._repetitive:
            if self.is_repetitive_region(region):
                self._repetitive[region] = region
                break
            path.append(region)
            region = region.parent_region
        found = self._repetitive[region] if region is not None else None
        for inner in path:
            self._repetitive[inner] = found
        return found

    def parallel_region(self, region: Region | None) -> Region | None:
        """`region` if it is parallel, or else the nearest around it that is."""
        while region is not None:
            if self.is_parallel_region(region):
                return region
            region = region.parent_region
        return None

    def is_parallel_region(self, region: Region) -> bool:
        """Whether `region` may run several times at once, in an operation left out as well."""
        op = region.parent
        return op is not None and self._any_model(op).is_parallel_region(op, region.index)

    def reset_cache(self) -> None:
        """Forget what was remembered about the IR; to be called after the IR was changed."""
        self._repetitive.clear()


class AlwaysCopyAnalysisState(AnalysisState):
    """No analysis: every operand that is written is copied first."""

    writes_in_place = False

    def why(self, operand: OpOperand) -> Decision:
        return Decision(operand, self.is_in_place(operand), Reason.NOT_ANALYZED)
