"""The base classes of attributes and types."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

from bufferize.ir.interning import Interned


class _AttributeOrType(Interned):
    """What dialects declare and text mentions."""

    __slots__ = ("_text",)

    _text: str

    dialect_name: ClassVar[str] = "builtin"
    mnemonic: ClassVar[str] = ""

    def verify(self) -> str | None:
        """What is wrong with the parameters, None when nothing is."""
        return None

    def __str__(self) -> str:
        # Printing is a matter of a layer above this one, and is loaded when it is asked for.
        text: str = import_module("bufferize.syntax.attribute_printer").text_of(self)
        return text

    __repr__ = __str__


class Attribute(_AttributeOrType):
    """Compile-time data on an operation. Interned: compare with `is`.

    A dialect's attribute is a class below this one, decorated with `parameters`.
    `dialect_name` and `mnemonic` are set by the dialect that declares it.
    """

    __slots__ = ()

    @property
    def self_type(self) -> Type | None:
        """The type that a dialect's attribute is written with, `#d.a : type`; None for none."""
        return None


class Type(_AttributeOrType):
    """The type of a value. Interned: compare with `is`.

    A dialect's type is a class below this one, decorated with `parameters`.
    """

    __slots__ = ()
