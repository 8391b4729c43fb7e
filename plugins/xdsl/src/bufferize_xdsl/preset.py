"""What all presets are, and how they look at the ops that they are for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from xdsl import irdl
from xdsl.irdl import IRDLOperation

from bufferize import define as d
from bufferize.define.context import Context
from bufferize.diagnostics import PluginError, closest_name, did_you_mean, error
from bufferize.driver import BufferizableOpInterface
from bufferize_xdsl.declarations import declare

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
