"""What all presets are, and how they look at the ops that they are for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from xdsl import irdl
from xdsl.irdl import IRDLOperation

from bufferize import define as d
from bufferize.define.context import Context
from bufferize.diagnostics import PluginError, closest_name, did_you_mean, error
from bufferize.driver import BufferizableOpInterface, BufferizationRewriter
from bufferize.ir import Trait, Value
from bufferize_xdsl.declarations import declare, declared_class, field_name

Model = BufferizableOpInterface[Any]


class Preset(ABC):
    """What an op of xDSL does to buffers, in terms of its fields."""

    interfaces: ClassVar[tuple[type, ...]] = ()
    """What our class of the op has besides its fields."""
    traits: ClassVar[tuple[Trait, ...]] = ()
    """Those that it has even if xDSL's class does not."""

    def op_class(self, op: type[IRDLOperation]) -> type[d.Operation] | None:
        """Our class of the op, if it is another one than `declare` gives. Raises PluginError."""
        members = self.members(op)
        if not self.interfaces and not self.traits:
            return None
        return declared_class(op, *self.interfaces, traits=self.traits, **members)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        """What the interfaces need to know. Raises PluginError for fields that do not fit."""
        return {}

    @abstractmethod
    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        """The model for bufferize. Raises PluginError."""


def operand_field(
    cls: type[IRDLOperation], name: str, of: type[IRDLOperation] | None = None
) -> int:
    """The number of an operand field. Raises PluginError, about the model of the op `of`."""
    names = [known for known, _ in cls.get_irdl_definition().operands]
    _check_known(of or cls, cls, "operand", name, names)
    return names.index(name)


def attribute_field(cls: type[IRDLOperation], name: str) -> None:
    """Checks that there is an attribute or property of that name. Raises PluginError."""
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
    """Whether something is a class of ops that xDSL declares."""
    return isinstance(given, type) and issubclass(given, IRDLOperation) and "." in given.name


def check_is_op(op: type[IRDLOperation], what: str, given: object) -> None:
    """Raises PluginError, about the model of `op`, for what is no class of ops."""
    if not is_op(given):
        raise unfit(op, f"{what} must be an op that xDSL declares, but got {given!r}")


def unfit(op: type[IRDLOperation], message: str) -> PluginError:
    """The error that a preset does not fit an op."""
    return PluginError([error(f"model of '{op.name}': {message}")])


def check_regions(op: type[IRDLOperation], what: str, count: int | None) -> None:
    """Raises PluginError for an op that has not `count` regions, or none if that is None."""
    regions = op.get_irdl_definition().regions
    single = not any(isinstance(region, irdl.VariadicDef) for _, region in regions)
    if not regions or (count is not None and not (single and len(regions) == count)):
        raise unfit(op, f"the preset is for ops with {what} region{'s' * (count is None)}")


def declared(op: type[IRDLOperation] | None, context: Context) -> type[d.Operation] | None:
    """Our class of an op, which is made known to the context."""
    return None if op is None else context.op_class(op.name) or declare(op, context)


def derived(base: type[Model], **members: object) -> Model:
    """A model of a preset of bufferize with other settings."""
    made: type[Model] = type(base.__name__, (base,), {"__module__": __name__, **members})
    return made()


def check_filler(
    op: type[IRDLOperation], what: str, into_op: type[IRDLOperation], into: str
) -> None:
    """Raises PluginError unless `into_op` is an op that `filler` can make of `op`."""
    check_is_op(op, what, into_op)
    operand_field(into_op, into, of=op)
    mine = {name for name, _ in op.get_irdl_definition().operands}
    for name, field in into_op.get_irdl_definition().operands:
        if name != into and name not in mine and not isinstance(field, irdl.OptionalDef):
            raise unfit(op, f"has no operand '{name}', which '{into_op.name}' needs")


def filler(
    op: type[IRDLOperation], into_op: type[IRDLOperation], into: str, context: Context
) -> Callable[[Any, Value, BufferizationRewriter], None]:
    """What inserts `into_op` for an `op`: its operand `into` is a buffer.

    Its other operands, as buffers, and its attributes are those of the same names.
    """
    made = declared(into_op, context)
    assert made is not None  # `check_filler` has seen its declaration
    op_class = made
    mine, its = op.get_irdl_definition(), into_op.get_irdl_definition()
    operands = [name for name, _ in mine.operands if name in dict(its.operands)]
    attributes = {**mine.properties, **mine.attributes}.keys() & {
        **its.properties,
        **its.attributes,
    }.keys()
    target = field_name(into)

    def fill(op: Any, buffer: Value, rewriter: BufferizationRewriter) -> None:
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


def _buffers(given: Value | Iterable[Value] | None, rewriter: BufferizationRewriter) -> Any:
    """The buffers of what is in a field."""
    if given is None or isinstance(given, Value):
        return given if given is None else rewriter.buffer(given)
    return [rewriter.buffer(value) for value in given]
