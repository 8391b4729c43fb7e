"""Interning: equal parameters give the identical object, so that equality is identity."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any


class InternedMeta(type):
    """Metaclass whose instances are unique per constructor arguments.

    The classes are frozen dataclasses without `__eq__`. A `__post_init__` may bring a field into
    its canonical form with `object.__setattr__`: the canonical values are the key.
    """

    _interned: dict[tuple[Any, ...], Any]
    _parameters: tuple[str, ...] | None

    if not TYPE_CHECKING:  # the type checker reads the signatures of the dataclasses instead

        def __init__(cls, name, bases, namespace):
            super().__init__(name, bases, namespace)
            cls._interned = {}
            cls._parameters = None

        def __call__(cls, *args, **kwargs):
            table = cls._interned
            if kwargs:
                return _intern(cls, super().__call__(*args, **kwargs), None)
            try:
                return table[args]
            except KeyError:
                return _intern(cls, super().__call__(*args), args)
            except TypeError:  # lists are taken for the tuples that they stand for
                return cls(*(tuple(a) if isinstance(a, list) else a for a in args))


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

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return type(self), tuple(getattr(self, name) for name in _parameters(type(self)))
