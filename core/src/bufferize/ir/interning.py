"""Interning: equal parameters give the identical object, so that equality is identity."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bufferize.ir.parameter_checks import Check, checked_parameters, checks_of


class InternedMeta(type):
    """Metaclass whose instances are unique per constructor arguments.

    The classes are frozen dataclasses without `__eq__`. A `__post_init__` may bring a field into
    its canonical form with `object.__setattr__`: the canonical values are the key.
    """

    _interned: dict[tuple[Any, ...], Any]
    _parameters: tuple[str, ...] | None
    _checks: dict[str, Check | None] | None
    _good_kinds: set[tuple[type, ...]]
    """The classes of arguments that are known to be as annotated."""

    if not TYPE_CHECKING:  # the type checker reads the signatures of the dataclasses instead

        def __init__(cls, name, bases, namespace):
            super().__init__(name, bases, namespace)
            cls._interned = {}
            cls._parameters = None
            cls._checks = None
            cls._good_kinds = set()

        def __call__(cls, *args, **kwargs):
            table = cls._interned
            if not kwargs:
                try:
                    return table[args]
                except (KeyError, TypeError):  # new, or with lists, which have no hash
                    pass
            args, kwargs = _checked(cls, args, kwargs)
            return _intern(cls, super().__call__(*args, **kwargs), None if kwargs else args)


def _checked(cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The arguments as they are to be kept. Raises TypeError for wrong ones."""
    kinds = tuple(map(type, args))
    if not kwargs and kinds in cls._good_kinds:
        return args, kwargs
    if cls._checks is None:
        cls._checks = checks_of(cls)
    args, kwargs = checked_parameters(cls, cls._checks, args, kwargs)
    if tuple not in kinds and kinds == tuple(map(type, args)):
        cls._good_kinds.add(kinds)
    return args, kwargs


def _intern(cls: Any, new: Any, args: tuple[Any, ...] | None) -> Any:
    table = cls._interned
    key = tuple([getattr(new, name) for name in _parameters(cls)])
    known = table.setdefault(key, new)
    if args is not None:
        table[args] = known
    return known


def _parameters(cls: Any) -> tuple[str, ...]:
    """The names of the fields; known only once the dataclass decorator has run."""
    names: tuple[str, ...] | None = cls._parameters
    if names is None:
        declared = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
        names = cls._parameters = tuple(field.name for field in declared)
    return names


class Interned(metaclass=InternedMeta):
    """Base of types, attributes, locations and affine expressions."""

    parameter_hints: ClassVar[Mapping[str, str]] = {}
    """What to write in place of a parameter of the wrong kind, by its name; for messages."""

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return type(self), tuple(getattr(self, name) for name in _parameters(type(self)))
