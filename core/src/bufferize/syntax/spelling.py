"""The text of strings, names, shapes and numbers within types and attributes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from bufferize.ir.attribute import Type
from bufferize.ir.dense import Raw
from bufferize.ir.floats import format_float
from bufferize.ir.types import DYNAMIC, ComplexType, FloatType, IntegerType

BARE_IDENTIFIER: Final = re.compile(r"[A-Za-z_][\w$.]*\Z", re.ASCII)
_PLAIN_STRING: Final = re.compile(r"[ !#-\[\]-~]*\Z")
_DIALECT_SYMBOL: Final = re.compile(r"[A-Za-z][\w.]*(<.*>)?\Z", re.ASCII | re.DOTALL)
_ESCAPES: Final = [
    "\\\\"
    if byte == 0x5C
    else chr(byte)
    if 0x20 <= byte < 0x7F and byte != 0x22
    else f"\\{byte:02X}"
    for byte in range(256)
]


def string_literal(value: str) -> str:
    """A string in quotes, bytes that are not printable ASCII as `\\XX`."""
    if _PLAIN_STRING.match(value):
        return f'"{value}"'
    data = value.encode("utf-8", "surrogateescape")
    return '"' + "".join([_ESCAPES[byte] for byte in data]) + '"'


def keyword_or_string(name: str) -> str:
    """A name as it is where it is an identifier, else quoted."""
    return name if BARE_IDENTIFIER.match(name) else string_literal(name)


def symbol_reference(name: str) -> str:
    """`@name`, quoted where need be."""
    return "@" + keyword_or_string(name)


def extent_text(extent: int) -> str:
    """A number, or `?` for one that is only known at run time."""
    return "?" if extent == DYNAMIC else str(extent)


def dialect_symbol(dialect: str, body: str) -> str:
    """`dialect.body`, or `dialect<body>` where the body does not read as one symbol."""
    return f"{dialect}.{body}" if _DIALECT_SYMBOL.match(body) else f"{dialect}<{body}>"


def scalar_text(element_type: Type) -> Callable[[Raw], str]:
    """How one element of this type is written."""
    if isinstance(element_type, ComplexType):
        part = scalar_text(element_type.element_type)
        return lambda raw: f"({part(raw[0])},{part(raw[1])})" if isinstance(raw, tuple) else ""
    if isinstance(element_type, FloatType):
        return lambda raw: format_float(raw, element_type) if isinstance(raw, int) else ""
    if isinstance(element_type, IntegerType) and element_type.width == 1:
        return lambda raw: "true" if raw else "false"
    return str


def nested_text(texts: list[str], shape: tuple[int, ...] | None) -> str:
    """Texts of elements in brackets as deep as the shape; nothing for no elements."""
    if not texts:
        return ""
    for extent in reversed(shape or ()):
        texts = [
            "[" + ", ".join(texts[at : at + extent]) + "]" for at in range(0, len(texts), extent)
        ]
    return texts[0]


def shape_text(shape: Sequence[int], element: str) -> str:
    """`4x?x` and the element type's text."""
    return "".join(["?x" if extent == DYNAMIC else f"{extent}x" for extent in shape]) + element
