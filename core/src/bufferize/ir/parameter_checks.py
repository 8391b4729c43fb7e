"""What the parameters of types, attributes, locations and affine expressions may be.

The annotations of the dataclasses tell. Interning relies on it: Python holds `True`, `1` and `1.0`
for equal, so that the wrong one of them must not become a part of what all others are given.
"""

from __future__ import annotations

import dataclasses
import sys
import types
from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any, Union, get_args, get_origin

Check = Callable[[Any], Any]
"""Returns the value as it is to be kept. Raises TypeError for a wrong one."""


def checks_of(cls: type) -> dict[str, Check | None]:
    """The check of each parameter of a class, in order; None where its annotation tells nothing."""
    if not dataclasses.is_dataclass(cls):
        return {}
    return {field.name: _annotated(cls, field) for field in dataclasses.fields(cls)}


def checked_parameters(
    cls: Any, checks: dict[str, Check | None], values: Iterable[Any]
) -> tuple[Any, ...]:
    """The parameters of an object as they are to be kept: lists as tuples, numbers as `int`.

    Raises TypeError for one of the wrong kind, naming the class and the parameter.
    """
    pairs = zip(checks.items(), values, strict=True)
    return tuple([_checked(cls, check, name, value) for (name, check), value in pairs])


def _checked(cls: Any, check: Check | None, name: str, value: Any) -> Any:
    if check is None:
        return value
    try:
        return check(value)
    except TypeError:
        field = next(f for f in dataclasses.fields(cls) if f.name == name)
        wanted = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", "")
        hint = cls.parameter_hints.get(name)
        raise TypeError(
            f"{cls.__name__} has '{name}: {wanted}', not {_shown(value)}"
            + (f"; {hint}" if hint else "")
        ) from None


def _shown(value: Any) -> str:
    return f"the {type(value).__name__} {value}" if dataclasses.is_dataclass(value) else repr(value)


def _annotated(cls: type, field: dataclasses.Field[Any]) -> Check | None:
    annotation: Any = field.type
    if isinstance(annotation, str):
        owner = next(c for c in cls.__mro__ if field.name in vars(c).get("__annotations__", ()))
        try:
            annotation = eval(annotation, vars(sys.modules[owner.__module__]))
        except (NameError, AttributeError):  # known to type checkers only
            return None
    return _check(annotation)


def _check(annotation: Any) -> Check | None:
    if annotation is int:
        return index
    if annotation is bool:
        return _bool
    if annotation is float:
        return _float
    if annotation is str:
        return _string
    if annotation is None:
        annotation = type(None)
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        alternatives = get_args(annotation)
        numbers = [a for a in (float, int, bool) if a in alternatives]
        # Equal numbers of several classes would stand for one another: they become the widest.
        return _any_of([_check(a) for a in alternatives if a not in numbers[1:]])
    if origin is tuple:
        return _tuple(get_args(annotation))
    return _instance(annotation) if isinstance(annotation, type) else None


def _bool(value: Any) -> bool:
    if index(value) not in (0, 1):
        raise TypeError
    return bool(value)


def _float(value: Any) -> float:
    if not isinstance(value, int | float):
        raise TypeError
    return float(value)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return str.__str__(value)  # of an enum's member what it stands for


def _instance(cls: type) -> Check:
    def check(value: Any) -> Any:
        if not isinstance(value, cls):
            raise TypeError
        return value

    return check


def _any_of(checks: Sequence[Check | None]) -> Check | None:
    known = [check for check in checks if check is not None]
    if len(known) < len(checks):
        return None

    def check(value: Any) -> Any:
        for alternative in known:
            try:
                return alternative(value)
            except TypeError:
                continue
        raise TypeError

    return check


def _tuple(elements: tuple[Any, ...]) -> Check:
    parts = [_check(element) for element in elements if element is not ...]

    def check(value: Any) -> Any:
        if not isinstance(value, tuple | list):
            raise TypeError
        if elements[-1] is ...:
            if parts[0] is None:
                return tuple(value)
            if parts[0] is index and set(map(type, value)) <= {int}:
                return tuple(value)
            return tuple(map(parts[0], value))
        if len(value) != len(parts):
            raise TypeError
        return tuple(v if p is None else p(v) for p, v in zip(parts, value, strict=True))

    return check
