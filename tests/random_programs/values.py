"""The values of a random program, with what its maker knows of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import NamedTuple

I32 = "i32"
Shape = tuple[int, ...]


class Value(NamedTuple):
    """A name that may be used, its type, and what it holds when the program runs."""

    name: str
    type: str
    shape: Shape = ()
    """The extents of a tensor or vector."""
    defined: bool = True
    """Whether all elements are set; nothing must print or decide by others."""
    limit: int = 0
    """An index is below this."""
    known: int | None = None
    """A truth that is the same each time."""

    @property
    def is_tensor(self) -> bool:
        return self.type.startswith("tensor")

    @property
    def is_dynamic(self) -> bool:
        return "?" in self.type

    @property
    def element(self) -> str:
        return element_of(self.type)


def tensor_type(shape: Iterable[int | str], element: str = I32) -> str:
    """The type of a tensor; extents may be "?"."""
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


def vector_type(shape: Iterable[int | str], element: str = I32) -> str:
    """The type of a vector; extents may be "[n]"."""
    return f"vector<{''.join(f'{extent}x' for extent in shape)}{element}>"


def element_of(type: str) -> str:
    """The element type of a tensor or vector type."""
    inner = type[type.index("<") + 1 : -1]
    while inner[0] in "0123456789?[":
        inner = inner[inner.index("x") + 1 :]
    return inner


def extents_of(type: str) -> list[str]:
    """The extents of a tensor type as they are written."""
    inner, extents = type[type.index("<") + 1 : -1], []
    while inner[0] in "0123456789?":
        extent, inner = inner.split("x", 1)
        extents.append(extent)
    return extents


class Scope:
    """The values that may be used at a place."""

    def __init__(self, values: Iterable[Value] = ()) -> None:
        self.values = list(values)

    def copy(self, *more: Value) -> Scope:
        return Scope([*self.values, *more])

    def add(self, value: Value) -> Value:
        self.values.append(value)
        return value

    def remove(self, value: Value) -> None:
        self.values.remove(value)

    def pick(self, rng: random.Random, fits: Callable[[Value], bool]) -> Value | None:
        """A value that fits, rather a late one."""
        fitting = [value for value in self.values if fits(value)]
        if not fitting:
            return None
        if rng.random() < 0.4:
            return fitting[-rng.randint(1, min(2, len(fitting)))]
        return rng.choice(fitting)
