"""Presets: the effects of an op of xDSL on buffers, in terms of its fields.

They correspond to those of `bufferize.models` with the same names. Operands, results and attributes
have the names of xDSL's declaration.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from xdsl import irdl
from xdsl.irdl import IRDLOperation

from bufferize import define as d
from bufferize import ir, models
from bufferize.diagnostics import PluginError, closest_name, did_you_mean, error
from bufferize.driver import BufferizationRewriter, Model
from bufferize.interfaces import BufferRelation, InParallelOpInterface
from bufferize_xdsl import op_interfaces
from bufferize_xdsl.declarations import declare, declared_class, field_name


class Preset(ABC):
    """The base of presets."""

    interfaces: ClassVar[tuple[type, ...]] = ()
    """Interfaces of the op's class for bufferize, in addition to its fields."""
    traits: ClassVar[tuple[ir.Trait, ...]] = ()
    """Traits of the op's class for bufferize, even if xDSL's class does not have them."""

    def op_class(self, op: type[IRDLOperation]) -> type[d.Operation] | None:
        """Return the class of the op for bufferize, or None for the one that `declare` returns.

        Raises PluginError.
        """
        members = self.members(op)
        if not self.interfaces and not self.traits:
            return None
        return declared_class(op, *self.interfaces, traits=self.traits, **members)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        """Return the class members that the interfaces need.

        Raises PluginError for fields that do not fit.
        """
        return {}

    @abstractmethod
    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        """Return the model for bufferize. Raises PluginError."""


def operand_field(
    cls: type[IRDLOperation], name: str, of: type[IRDLOperation] | None = None
) -> int:
    """Return the index of an operand field. Raises PluginError about the model of the op `of`."""
    names = [known for known, _ in cls.get_irdl_definition().operands]
    _check_known(of or cls, cls, "operand", name, names)
    return names.index(name)


def attribute_field(cls: type[IRDLOperation], name: str) -> None:
    """Check that there is an attribute or property of that name. Raises PluginError."""
    definition = cls.get_irdl_definition()
    names = sorted({**definition.properties, **definition.attributes})
    _check_known(cls, cls, "attribute", name, names)


def _check_known(
    of: type[IRDLOperation], cls: type[IRDLOperation], what: str, name: str, names: list[str]
) -> None:
    if name in names:
        return
    problem = error(f"model of '{of.name}': '{cls.name}' has no {what} called '{name}'")
    close = closest_name(name, names)
    if close is not None:
        problem.notes.append(did_you_mean(close))
    raise PluginError([problem.note(f"its {what}s are: {', '.join(names) or 'none'}")])


def is_op(given: object) -> bool:
    """Return whether an object is a class of ops that xDSL declares."""
    return isinstance(given, type) and issubclass(given, IRDLOperation) and "." in given.name


def check_is_op(op: type[IRDLOperation], what: str, given: object) -> None:
    """Raise PluginError, about the model of `op`, for anything but a class of ops."""
    if not is_op(given):
        raise unfit(op, f"{what} must be an op that xDSL declares, but got {given!r}")


def unfit(op: type[IRDLOperation], message: str) -> PluginError:
    """Return the error that a preset does not fit an op."""
    return PluginError([error(f"model of '{op.name}': {message}")])


def check_regions(op: type[IRDLOperation], what: str, count: int | None) -> None:
    """Raise PluginError unless an op has `count` regions or, for None, at least one."""
    regions = op.get_irdl_definition().regions
    single = not any(isinstance(region, irdl.VariadicDef) for _, region in regions)
    if not regions or (count is not None and not (single and len(regions) == count)):
        raise unfit(op, f"the preset is for ops with {what} region{'s' * (count is None)}")


def declared(op: type[IRDLOperation] | None, context: d.DialectContext) -> type[d.Operation] | None:
    """Declare an op in the context, and return bufferize's class for it."""
    return None if op is None else context.op_class(op.name) or declare(op, context)


def derived(base: type[Model], **members: object) -> Model:
    """Make a model from a preset of bufferize with other settings."""
    made: type[Model] = type(base.__name__, (base,), {"__module__": __name__, **members})
    return made()


def check_filler(
    op: type[IRDLOperation], what: str, into_op: type[IRDLOperation], into: str
) -> None:
    """Raise PluginError unless `filler` can make `into_op` from `op`."""
    check_is_op(op, what, into_op)
    operand_field(into_op, into, of=op)
    mine = {name for name, _ in op.get_irdl_definition().operands}
    for name, field in into_op.get_irdl_definition().operands:
        if name != into and name not in mine and not isinstance(field, irdl.OptionalDef):
            raise unfit(op, f"has no operand '{name}', which '{into_op.name}' needs")


def filler(
    op: type[IRDLOperation], into_op: type[IRDLOperation], into: str, context: d.DialectContext
) -> Callable[[Any, ir.Value, BufferizationRewriter], None]:
    """Return a function that inserts `into_op` for an `op`, with a buffer as its operand `into`.

    Its other operands, bufferized, and its attributes are those of `op` with the same names.
    """
    made = declared(into_op, context)
    assert made is not None  # `check_filler` has checked that it is declared
    op_class = made
    mine, its = op.get_irdl_definition(), into_op.get_irdl_definition()
    operands = [name for name, _ in mine.operands if name in dict(its.operands)]
    attributes = {**mine.properties, **mine.attributes}.keys() & {
        **its.properties,
        **its.attributes,
    }.keys()
    target = field_name(into)

    def fill(op: Any, buffer: ir.Value, rewriter: BufferizationRewriter) -> None:
        given: dict[str, Any] = {target: buffer}
        for name in map(field_name, operands):
            if name != target:
                given[name] = _buffers(getattr(op, name), rewriter)
        new = op_class.build(**given)
        for name in sorted(attributes & op.properties.keys()):
            new.properties[name] = op.properties[name]
        rewriter.insert(new)

    return fill


def check_results_may_go(op: type[IRDLOperation]) -> None:
    """Check that the op can have no results, as destination-style ops on buffers do.

    Raises PluginError.
    """
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


def _buffers(given: ir.Value | Iterable[ir.Value] | None, rewriter: BufferizationRewriter) -> Any:
    """Return the buffers of the values in a field."""
    if given is None or isinstance(given, ir.Value):
        return given if given is None else rewriter.buffer(given)
    return [rewriter.buffer(value) for value in given]


@dataclass(frozen=True)
class DestinationStyle(Preset):
    """Preset of ops that write into the operands of the field `inits`.

    Its results are the new inits, in order. All operands are read, but inits only if `reads_inits`.
    On buffers it is the same op without results, or `buffer_op`, which has the same operands and
    attributes.
    """

    inits: str
    reads_inits: bool = True
    is_elementwise: bool = False
    buffer_op: type[IRDLOperation] | None = None
    interfaces = (op_interfaces.InitsInField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        if self.buffer_op is None:
            check_results_may_go(op)
        else:
            check_is_op(op, "buffer_op", self.buffer_op)
        return {"inits_field": operand_field(op, self.inits)}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return derived(
            models.DestinationStyle,
            reads_inits=self.reads_inits,
            is_elementwise=self.is_elementwise,
            buffer_op=declared(self.buffer_op, context),
        )


@dataclass(frozen=True)
class ReadOnlyOperands(Preset):
    """Preset of ops that read tensors and return no tensor. On buffers it is the same op."""

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.ReadOnlyOperands()


@dataclass(frozen=True)
class NoMemoryAccess(Preset):
    """Preset of ops that only use the shapes of tensor operands and return no tensor."""

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.NoMemoryAccess()


@dataclass(frozen=True)
class ViewOf(Preset):
    """Preset of ops whose single result is a view of the buffer of the operand `source`.

    With `equivalent`, it has the same elements in the same positions. `buffer_type` computes the
    type of the view from the op and the type of the source's buffer; by default, that is the
    source's type with `equivalent`, and otherwise a type with an unknown layout. On buffers it is
    the same op, or `buffer_op`.
    """

    source: str
    equivalent: bool = False
    buffer_type: Callable[[Any, ir.MemRefType], ir.MemRefType] | None = None
    buffer_op: type[IRDLOperation] | None = None
    interfaces = (op_interfaces.SourceInField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        number = operand_field(op, self.source)
        before = op.get_irdl_definition().operands[: number + 1]
        if any(isinstance(field, irdl.VariadicDef) for _, field in before):
            raise unfit(op, f"the source, '{self.source}', must be one operand at a fixed place")
        if len(op.get_irdl_definition().results) != 1:
            raise unfit(op, "a view has one result")
        if self.buffer_op is not None:
            check_is_op(op, "buffer_op", self.buffer_op)
        return {"source_index": number}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        relation = BufferRelation.EQUIVALENT if self.equivalent else BufferRelation.UNKNOWN
        members: dict[str, object] = {
            "source": operand_field(op, self.source),
            "relation": relation,
            "buffer_op": declared(self.buffer_op, context),
        }
        view_type, source = self.buffer_type, self.source
        if view_type is not None:

            def get_buffer_type(self: object, op: Any, value: ir.Value, state: Any) -> Any:
                return view_type(op, state.memref_type(getattr(op, field_name(source))))

            members["get_buffer_type"] = get_buffer_type
        return derived(models.ViewOf, **members)


@dataclass(frozen=True)
class AllocatesResult(Preset):
    """Preset of ops that read tensors and return a new buffer, initialized by the op `fill`.

    The operand `into` of `fill` is the buffer; its other operands and its attributes are those of
    the op with the same names.
    """

    fill: type[IRDLOperation]
    into: str

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_filler(op, "fill", self.fill, self.into)
        if len(op.get_irdl_definition().results) != 1:
            raise unfit(op, "what allocates its result has one")
        return {}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        fill = filler(op, self.fill, self.into, context)
        return derived(models.AllocatesResult, fill=staticmethod(fill))


@dataclass(frozen=True)
class LoopWithIterArgs(Preset):
    """Preset of loops with one region of one block, and iter_args in the field `inits`.

    The last arguments of the block are the iter_args, and its results are their final values. Its
    terminator, which needs the model `RegionTerminator`, yields the next ones.
    """

    inits: str
    interfaces = (op_interfaces.LoopOverField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "one", 1)
        return {"inits_field": operand_field(op, self.inits)}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.LoopWithIterArgs()


@dataclass(frozen=True)
class BranchesWithResults(Preset):
    """Preset of ops that run one of their regions, whose terminator yields the results.

    The terminators need the model `RegionTerminator`.
    """

    interfaces = (op_interfaces.Choice,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "regions", None)
        return {}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.BranchesWithResults()


@dataclass(frozen=True)
class RegionTerminator(Preset):
    """Preset of terminators of loops and choices, which yield their operands."""

    interfaces = (op_interfaces.Terminator,)

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.RegionTerminator()


@dataclass(frozen=True)
class ParallelLoop(Preset):
    """Preset of parallel loops whose iterations share the operands of the field `outputs`.

    These are the last arguments of its one block, and its only results. On buffers it has neither.
    Its terminator needs the model `InParallel`.
    """

    outputs: str
    interfaces = (op_interfaces.ParallelLoopOverField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "one", 1)
        check_results_may_go(op)
        number = operand_field(op, self.outputs)
        if not isinstance(op.get_irdl_definition().operands[number][1], irdl.VariadicDef):
            raise unfit(op, f"on buffers the op has no '{self.outputs}': declare it as variadic")
        return {"outputs_field": number}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.ParallelLoop()


@dataclass(frozen=True)
class InParallel(Preset):
    """Preset of terminators of parallel loops, whose ops combine the iterations' results.

    They need the model `Contribution`, or come from a plugin, such as
    `tensor.parallel_insert_slice`.
    """

    interfaces = (InParallelOpInterface,)
    traits = (d.IsTerminator(), d.NoTerminator())

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "one", 1)
        return {}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.NeedsNoRewriting()


@dataclass(frozen=True)
class Contribution(Preset):
    """Preset of ops that insert the result of an iteration into the shared tensor `into`.

    Other operands are read. On buffers it becomes `write`, whose operand `into` is the buffer; its
    other operands and its attributes are those of the op with the same names.
    """

    into: str
    write: type[IRDLOperation]
    interfaces = (op_interfaces.ContributionToField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_filler(op, "write", self.write, self.into)
        return {"into_field": operand_field(op, self.into)}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        contribute = filler(op, self.write, self.into, context)
        return derived(models.Contribution, contribute=staticmethod(contribute))


@dataclass(frozen=True)
class Branch(Preset):
    """Preset of branches, which pass operands to their successors.

    `passes` maps each successor to the field of the operands for its block; a successor without
    operands is left out.
    """

    passes: Mapping[str, str]
    interfaces = (op_interfaces.BranchByFields,)
    traits = (d.IsTerminator(),)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        successors = op.get_irdl_definition().successors
        names = [name for name, _ in successors]
        if not names or any(isinstance(field, irdl.VariadicDef) for _, field in successors):
            raise unfit(op, "a branch has successors, and each of them is a field")
        for name in self.passes:
            if name not in names:
                raise unfit(op, f"has no successor '{name}'; there are: {', '.join(names)}")
        passed = [self.passes.get(name) for name in names]
        fields = tuple(None if name is None else operand_field(op, name) for name in passed)
        return {"passed_fields": fields}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.Branch()


@dataclass(frozen=True)
class Function(Preset):
    """Preset of functions with the attributes `sym_name` and `function_type`.

    Its only region is the body; without a block it is external. Its terminator needs the model
    `Return`.
    """

    interfaces = (op_interfaces.FunctionWithSignature,)
    traits = (d.SymbolTrait(), d.IsolatedFromAbove())

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "one", 1)
        for name in ("sym_name", "function_type"):
            attribute_field(op, name)
        return {}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.Function()


@dataclass(frozen=True)
class Return(Preset):
    """Preset of terminators of functions, which return their operands."""

    traits = (d.IsTerminator(), d.ReturnLike())

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.Return()


@dataclass(frozen=True)
class Calls(Preset):
    """Preset of calls of the function `callee`, an attribute, with the operands of `arguments`.

    Its results are the values that the function returns.
    """

    callee: str
    arguments: str
    interfaces = (op_interfaces.CallByFields,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        attribute_field(op, self.callee)
        number = operand_field(op, self.arguments)
        return {"callee_field": field_name(self.callee), "arguments_field": number}

    def model(self, op: type[IRDLOperation], context: d.DialectContext) -> Model:
        return models.Calls()
