"""Checks of a bufferization model, made once, when it is registered."""

from __future__ import annotations

import inspect
import math
from types import FunctionType

from bufferize.diagnostics import Diagnostic, PluginError, closest_name, error
from bufferize.interfaces.bufferizable import BufferizableOpInterface
from bufferize.interfaces.destination_style import DestinationStyleOpInterface
from bufferize.interfaces.presets import DestinationStyle
from bufferize.ir import Operation

_INTERFACE = {
    name: member
    for name, member in vars(BufferizableOpInterface).items()
    if inspect.isfunction(member)
}
# How alike a public name must be to one of the interface to be taken for a slip of the pen.
_TYPO_CUTOFF = 0.85


def model_problems(
    model: object, op_name: str, op_class: type[Operation] | None = None
) -> list[Diagnostic]:
    """What is wrong with `model` as the model of operation `op_name`; empty where nothing is."""
    who = f"model of '{op_name}'"
    if isinstance(model, type):
        return [error(f"{who} is the class {model.__name__}; register an instance of it")]
    name = type(model).__name__
    if not isinstance(model, BufferizableOpInterface):
        return [error(f"{who}, {name}, is not a BufferizableOpInterface; derive it from that")]
    problems = []
    if type(model).bufferize is BufferizableOpInterface.bufferize:
        problems.append(error(f"{who}, {name}, does not override bufferize()"))
    if (
        isinstance(model, DestinationStyle)
        and op_class is not None
        and not issubclass(op_class, DestinationStyleOpInterface)
    ):
        problems.append(
            error(
                f"{who}, {name}, is a DestinationStyle model, but {op_class.__name__} does not "
                "have DestinationStyleOpInterface"
            )
        )
    for cls in type(model).__mro__:
        if issubclass(cls, BufferizableOpInterface) and not cls.__module__.startswith(
            "bufferize.interfaces."
        ):
            problems.extend(_member_problems(who, cls))
    return problems


def check_model(model: object, op_name: str, op_class: type[Operation] | None = None) -> None:
    """Raise a `PluginError` that lists all that is wrong with `model`."""
    problems = model_problems(model, op_name, op_class)
    if problems:
        raise PluginError(problems)


def _member_problems(who: str, cls: type) -> list[Diagnostic]:
    problems = []
    for name, member in vars(cls).items():
        if name.startswith("_") or not inspect.isfunction(member):
            continue
        where = f"{who}, {cls.__name__}.{name}()"
        expected = _INTERFACE.get(name)
        if expected is None:
            close = closest_name(name, _INTERFACE, _TYPO_CUTOFF)
            if close:
                problems.append(error(f"{where} is not in the interface; is {close}() meant?"))
            continue
        if not _takes(member, expected.__code__.co_argcount):
            parameters = ", ".join(inspect.signature(expected).parameters)
            problems.append(error(f"{where} must take the parameters ({parameters})"))
    return problems


def _takes(function: FunctionType, count: int) -> bool:
    """Whether a call with `count` positional arguments is possible."""
    # Much faster than inspect.signature, and every start of the tools checks dozens of models.
    code = function.__code__
    at_most = math.inf if code.co_flags & inspect.CO_VARARGS else code.co_argcount
    required = code.co_argcount - len(function.__defaults__ or ())
    keywords = code.co_kwonlyargcount - len(function.__kwdefaults__ or ())
    return required <= count <= at_most and not keywords
