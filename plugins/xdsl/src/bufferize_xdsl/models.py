"""Models of ops that xDSL declares: one line where a preset fits.

The presets are those of `bufferize.models`, by the same names. Operands, results and attributes are
called as xDSL's declaration calls them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from xdsl import irdl
from xdsl.irdl import IRDLOperation

from bufferize import define as d
from bufferize import models
from bufferize.define.context import Context
from bufferize.diagnostics import PluginError, closest_name, did_you_mean, error
from bufferize.driver import BufferizableOpInterface, BufferizationRewriter
from bufferize.interfaces import BufferRelation
from bufferize.ir import MemRefType, Value
from bufferize_xdsl import op_interfaces
from bufferize_xdsl.declarations import declare, declared_class, field_name

Model = BufferizableOpInterface[Any]


class Preset(ABC):
    """What an op of xDSL does to buffers, in terms of its fields."""

    interfaces: ClassVar[tuple[type, ...]] = ()
    """What our class of the op has besides its fields."""

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        """What the interfaces need to know. Raises PluginError for fields that do not fit."""
        return {}

    @abstractmethod
    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        """The model for bufferize. Raises PluginError."""


@dataclass(frozen=True)
class OpModel:
    """The model of one op of xDSL; `model` makes it."""

    op: type[IRDLOperation]
    behaviour: Preset | Model

    @cached_property
    def op_class(self) -> type[d.Operation] | None:
        """Our class of the op, if it is another one than `declare` gives."""
        if not isinstance(self.behaviour, Preset) or not self.behaviour.interfaces:
            return None
        return declared_class(
            self.op, *self.behaviour.interfaces, **self.behaviour.members(self.op)
        )

    def for_context(self, context: Context) -> Model:
        """The model for bufferize. Raises PluginError."""
        if isinstance(self.behaviour, Preset):
            return self.behaviour.model(self.op, context)
        return self.behaviour


def model(op: type[IRDLOperation], behaviour: Preset | Model) -> OpModel:
    """Says how an op of xDSL bufferizes: by a preset of this module, or by a model of bufferize.

    Raises PluginError for what is no op or no model, and where a preset does not fit the op.
    """
    if not _is_op(op):
        raise PluginError([error(f"a model is for an op that xDSL declares, but got {op!r}")])
    if not isinstance(behaviour, Preset | BufferizableOpInterface):
        problem = error(f"model of '{op.name}': {behaviour!r} is neither a preset nor a model")
        advice = "bufferize_xdsl.models has the presets: write NoMemoryAccess(), with parentheses"
        raise PluginError([problem.note(advice)])
    if isinstance(behaviour, Preset):
        behaviour.members(op)
    return OpModel(op, behaviour)


@dataclass(frozen=True)
class DestinationStyle(Preset):
    """The op writes into the operands of the field `inits`, and its results are these, in order.

    All operands are read, the inits only if `reads_inits`. The op becomes itself on buffers,
    without results, or `buffer_op`, which has the same operands and attributes.
    """

    inits: str
    reads_inits: bool = True
    is_elementwise: bool = False
    buffer_op: type[IRDLOperation] | None = None
    interfaces = (op_interfaces.InitsInField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        if self.buffer_op is None:
            _check_results_may_go(op)
        else:
            _check_is_op(op, "buffer_op", self.buffer_op)
        return {"inits_field": operand_field(op, self.inits)}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return _derived(
            models.DestinationStyle,
            reads_inits=self.reads_inits,
            is_elementwise=self.is_elementwise,
            buffer_op=_declared(self.buffer_op, context),
        )


@dataclass(frozen=True)
class ReadOnlyOperands(Preset):
    """Tensor operands are read, and no result is a tensor. The op becomes itself on buffers."""

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.ReadOnlyOperands()


@dataclass(frozen=True)
class NoMemoryAccess(Preset):
    """Of tensor operands only the shape is used, and no result is a tensor."""

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.NoMemoryAccess()


@dataclass(frozen=True)
class ViewOf(Preset):
    """The one result is the buffer of the operand `source`, seen differently.

    With `equivalent` it is the same elements at the same places. `buffer_type` gives the type of
    that buffer from our op and the type of the source's buffer; without it, it is the latter with
    `equivalent`, and else one whose layout is not known. The op becomes itself on buffers, or `buffer_op`.
    """

    source: str
    equivalent: bool = False
    buffer_type: Callable[[Any, MemRefType], MemRefType] | None = None
    buffer_op: type[IRDLOperation] | None = None
    interfaces = (op_interfaces.SourceInField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        number = operand_field(op, self.source)
        before = op.get_irdl_definition().operands[: number + 1]
        if any(isinstance(field, irdl.VariadicDef) for _, field in before):
            raise _unfit(op, f"the source, '{self.source}', must be one operand at a fixed place")
        if len(op.get_irdl_definition().results) != 1:
            raise _unfit(op, "a view has one result")
        if self.buffer_op is not None:
            _check_is_op(op, "buffer_op", self.buffer_op)
        return {"source_index": number}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        relation = BufferRelation.EQUIVALENT if self.equivalent else BufferRelation.UNKNOWN
        members: dict[str, object] = {
            "source": operand_field(op, self.source),
            "relation": relation,
            "buffer_op": _declared(self.buffer_op, context),
        }
        view_type, source = self.buffer_type, self.source
        if view_type is not None:

            def get_buffer_type(self: object, op: Any, value: Value, state: Any) -> Any:
                return view_type(op, state.memref_type(getattr(op, field_name(source))))

            members["get_buffer_type"] = get_buffer_type
        return _derived(models.ViewOf, **members)


@dataclass(frozen=True)
class AllocatesResult(Preset):
    """The one result is a new buffer, which the op `fill` sets; tensor operands are read.

    Its operand `into` is the buffer; its other operands and its attributes are those of the op of
    the same names.
    """

    fill: type[IRDLOperation]
    into: str

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        _check_is_op(op, "fill", self.fill)
        operand_field(self.fill, self.into, of=op)
        mine = {name for name, _ in op.get_irdl_definition().operands}
        for name, field in self.fill.get_irdl_definition().operands:
            if name != self.into and name not in mine and not isinstance(field, irdl.OptionalDef):
                raise _unfit(op, f"has no operand '{name}', which '{self.fill.name}' needs")
        if len(op.get_irdl_definition().results) != 1:
            raise _unfit(op, "what allocates its result has one")
        return {}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        filler = _declared(self.fill, context)
        assert filler is not None  # `members` has seen its declaration
        mine, its = op.get_irdl_definition(), self.fill.get_irdl_definition()
        operands = [name for name, _ in mine.operands if name in dict(its.operands)]
        attributes = {**mine.properties, **mine.attributes}.keys() & {
            **its.properties,
            **its.attributes,
        }.keys()
        into = field_name(self.into)

        def fill(self: object, op: Any, buffer: Value, rewriter: BufferizationRewriter) -> None:
            given: dict[str, Any] = {into: buffer}
            for name in map(field_name, operands):
                if name != into:
                    given[name] = _buffers(getattr(op, name), rewriter)
            new = filler.build(**given)
            for name in sorted(attributes & op.properties.keys()):
                new.properties[name] = op.properties[name]
            rewriter.insert(new)

        return _derived(models.AllocatesResult, fill=fill)


@dataclass(frozen=True)
class LoopWithIterArgs(Preset):
    """A loop with one region of one block, which carries the operands of the field `inits`.

    The last arguments of the block are what it carries, the results are those after the last
    iteration, and its terminator, which needs the model `RegionTerminator`, yields the next ones.
    """

    inits: str
    interfaces = (op_interfaces.LoopOverField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        _check_regions(op, "one", 1)
        return {"inits_field": operand_field(op, self.inits)}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.LoopWithIterArgs()


@dataclass(frozen=True)
class BranchesWithResults(Preset):
    """One of the regions is run, and what its terminator yields are the results.

    The terminators need the model `RegionTerminator`.
    """

    interfaces = (op_interfaces.Choice,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        _check_regions(op, "regions", None)
        return {}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.BranchesWithResults()


@dataclass(frozen=True)
class RegionTerminator(Preset):
    """The op ends a region of a loop or of a choice, and yields its operands."""

    interfaces = (op_interfaces.Terminator,)

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.RegionTerminator()


def operand_field(
    cls: type[IRDLOperation], name: str, of: type[IRDLOperation] | None = None
) -> int:
    """The number of an operand field. Raises PluginError, about the model of the op `of`."""
    names = [known for known, _ in cls.get_irdl_definition().operands]
    if name in names:
        return names.index(name)
    problem = error(f"model of '{(of or cls).name}': '{cls.name}' has no operand called '{name}'")
    close = closest_name(name, names)
    if close is not None:
        problem.notes.append(did_you_mean(close))
    raise PluginError([problem.note(f"its operands are: {', '.join(names) or 'none'}")])


def _is_op(given: object) -> bool:
    return isinstance(given, type) and issubclass(given, IRDLOperation) and "." in given.name


def _check_is_op(op: type[IRDLOperation], what: str, given: object) -> None:
    if not _is_op(given):
        raise _unfit(op, f"{what} must be an op that xDSL declares, but got {given!r}")


def _unfit(op: type[IRDLOperation], message: str) -> PluginError:
    return PluginError([error(f"model of '{op.name}': {message}")])


def _check_results_may_go(op: type[IRDLOperation]) -> None:
    """On buffers an op in destination style has no results."""
    for name, field in op.get_irdl_definition().results:
        if not isinstance(field, irdl.VariadicDef):
            problem = error(f"model of '{op.name}': on buffers the op has no result '{name}'")
            raise PluginError(
                [
                    problem.note(
                        f"declare '{name}' with opt_result_def() or var_result_def(), or name the "
                        "op that it becomes with buffer_op"
                    )
                ]
            )


def _check_regions(op: type[IRDLOperation], what: str, count: int | None) -> None:
    regions = op.get_irdl_definition().regions
    single = not any(isinstance(region, irdl.VariadicDef) for _, region in regions)
    if not regions or (count is not None and not (single and len(regions) == count)):
        raise _unfit(op, f"the preset is for ops with {what} region{'s' * (count is None)}")


def _declared(op: type[IRDLOperation] | None, context: Context) -> type[d.Operation] | None:
    return None if op is None else context.op_class(op.name) or declare(op, context)


def _buffers(given: Value | Iterable[Value] | None, rewriter: BufferizationRewriter) -> Any:
    """The buffers of what is in a field."""
    if given is None or isinstance(given, Value):
        return given if given is None else rewriter.buffer(given)
    return [rewriter.buffer(value) for value in given]


def _derived(base: type[Model], **members: object) -> Model:
    """A model of a preset of bufferize with other settings."""
    made: type[Model] = type(base.__name__, (base,), {"__module__": __name__, **members})
    return made()
