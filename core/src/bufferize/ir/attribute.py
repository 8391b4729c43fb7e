"""The base classes of attributes and types."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import ClassVar

from bufferize.ir.interning import Interned


def _first_text(symbol: Attribute | Type) -> str:
    import_module("bufferize.syntax.text")
    return str(symbol)


# Printing is a matter of a layer above this one, which is loaded when it is first asked for, and
# then puts its functions here.
attribute_text: Callable[[Attribute], str] = _first_text
type_text: Callable[[Type], str] = _first_text


class Attribute(Interned):
    """Compile-time data on an operation. Interned: compare with `is`.

    A dialect's attribute is a class below this one, decorated with `parameters`.
    `dialect_name` and `mnemonic` are set by the dialect that declares it.
    """

    __slots__ = ("_text",)

    _text: str

    dialect_name: ClassVar[str] = "builtin"
    mnemonic: ClassVar[str] = ""

    def verify(self) -> str | None:
        """What is wrong with the parameters, None when nothing is."""
        return None

    @property
    def self_type(self) -> Type | None:
        """The type that a dialect's attribute is written with, `#d.a : type`; None for none."""
        return None

    def __str__(self) -> str:
        return attribute_text(self)

    __repr__ = __str__


class Type(Interned):
    """The type of a value. Interned: compare with `is`.

    A dialect's type is a class below this one, decorated with `parameters`.
    """

    __slots__ = ("_text",)

    _text: str

    dialect_name: ClassVar[str] = "builtin"
    mnemonic: ClassVar[str] = ""

    def verify(self) -> str | None:
        """What is wrong with the parameters, None when nothing is."""
        return None

    def __str__(self) -> str:
        return type_text(self)

    __repr__ = __str__
