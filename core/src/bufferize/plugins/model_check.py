"""Checks that a bufferization model matches its interface, made once for each model."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any, TypeVar, get_args, get_origin

from bufferize.diagnostics import Diagnostic, closest_name, error
from bufferize.driver import BufferizableOpInterface
from bufferize.ir import Operation

_OURS = ("bufferize.analysis.", "bufferize.driver.", "bufferize.models.")
"""Modules whose models need no check; their methods are those that models may override."""
# The similarity from which a public name is reported as a misspelled method of the interface.
_TYPO_CUTOFF = 0.85


def model_problems(
    model: object, op_name: str, op_class: type[Operation] | None = None
) -> list[Diagnostic]:
    """Return the errors in `model` as the model of the operation `op_name`."""
    who = f"model of '{op_name}'"
    if isinstance(model, type):
        return [error(f"{who} is the class {model.__name__}; register an instance of it")]
    name = type(model).__name__
    if not isinstance(model, BufferizableOpInterface):
        return [error(f"{who}, {name}, is not a BufferizableOpInterface; derive it from that")]
    problems = []
    missing = type(model).missing(op_class)
    if missing:
        problems.append(error(f"{who}, {name}, {missing}"))
    if op_class is not None:
        problems += [
            error(f"{who}, {name}, {problem}") for problem in _misfits(type(model), op_class)
        ]
    expected = _members_of_ours(type(model))
    for cls in type(model).__mro__:
        if issubclass(cls, BufferizableOpInterface) and not cls.__module__.startswith(_OURS):
            problems.extend(method_problems(who, cls, expected))
    return problems


def _misfits(model: type, op_class: type[Operation]) -> Iterator[str]:
    """Yield the reasons why a model class does not fit operations of `op_class`."""
    for cls in model.__mro__:
        for parameter in getattr(cls, "__parameters__", ()):
            bound = parameter.__bound__
            if bound is not None and not issubclass(op_class, bound):
                yield (
                    f"is a {cls.__name__} model, but {op_class.__name__} does not have "
                    f"{bound.__name__}"
                )
    declared = _declared_op_classes(model)
    if declared and not issubclass(op_class, declared):
        names = " or ".join(known.__name__ for known in declared)
        yield f"is made for {names}, but the operation is {op_class.__name__}"


def _declared_op_classes(model: type) -> tuple[type, ...]:
    """Return the op classes in the bases of a model class, as in ``DestinationStyle[DotOp]``."""
    for cls in model.__mro__:
        for base in cls.__dict__.get("__orig_bases__", ()):
            origin, arguments = get_origin(base), get_args(base)
            if (
                isinstance(origin, type)
                and issubclass(origin, BufferizableOpInterface)
                and not isinstance(arguments[0], TypeVar)
            ):
                (argument,) = arguments
                classes = () if argument is Any else get_args(argument) or (argument,)
                return tuple(known for known in classes if isinstance(known, type))
    return ()


def _members_of_ours(model: type) -> dict[str, FunctionType]:
    """Return the methods that a model class inherits from the interface and the core's presets."""
    return {
        name: member
        for cls in model.__mro__
        if cls.__module__.startswith(_OURS)
        for name, member in vars(cls).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }


def method_problems(
    who: str, cls: type, all_expected: Mapping[str, FunctionType]
) -> list[Diagnostic]:
    """Return the errors in the methods of a model class, compared with `all_expected`."""
    problems = []
    for name, member in vars(cls).items():
        if name.startswith("_") or not inspect.isfunction(member):
            continue
        where = f"{who}, {cls.__name__}.{name}()"
        expected = all_expected.get(name)
        if expected is None:
            close = closest_name(name, all_expected, _TYPO_CUTOFF)
            if close:
                problems.append(error(f"{where} is not in the interface; is {close}() meant?"))
            continue
        if not _takes(member, expected.__code__.co_argcount):
            parameters = ", ".join(inspect.signature(expected).parameters)
            problems.append(error(f"{where} must take the parameters ({parameters})"))
    return problems


def _takes(function: FunctionType, count: int) -> bool:
    """Return whether a call with `count` positional arguments is possible."""
    # inspect.signature is much slower, and each run of the tools checks dozens of models.
    code = function.__code__
    at_most = math.inf if code.co_flags & inspect.CO_VARARGS else code.co_argcount
    required = code.co_argcount - len(function.__defaults__ or ())
    keywords = code.co_kwonlyargcount - len(function.__kwdefaults__ or ())
    return required <= count <= at_most and not keywords
