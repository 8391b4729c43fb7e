"""The values of a random program, with what its maker knows of them."""

from __future__ import annotations

from collections.abc import Iterable
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
    """What a truth or a parameter is, the same each time."""

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
