"""Types that are one keyword or nothing but a shape and a keyword: most of them, found fast."""

from __future__ import annotations

import re

from bufferize.ir import (
    DYNAMIC,
    FLOAT_FORMATS,
    INDEX,
    NONE,
    FloatType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    Signedness,
    Type,
    VectorType,
)
from bufferize.syntax.scanner import small_integer

_KEYWORD_TYPES: dict[str, Type] = {
    "index": INDEX,
    "none": NONE,
    **{name: FloatType(name) for name in FLOAT_FORMATS},
    **{f"i{width}": IntegerType(width) for width in (1, 4, 8, 16, 32, 64)},
}

MAX_INTEGER_WIDTH = (1 << 24) - 1

_integer = re.compile(r"(i|si|ui)([1-9][0-9]*|0)", re.ASCII).fullmatch
_plain = re.compile(
    r"(tensor|vector|memref)<((?:[0-9]{1,18}x|\?x)*)([a-z]\w*)>", re.ASCII
).fullmatch
_shaped = re.compile(r"(\[)?\s*([0-9]+|\?)", re.ASCII)


def simple_type(word: str) -> Type | None:
    """The type that a keyword names: `index`, `none`, a float or an integer type; else None.

    An integer wider than 2**24 - 1 bits is None too: whoever reports it can ask
    `is_integer_keyword`.
    """
    known = _KEYWORD_TYPES.get(word)
    if known is not None:
        return known
    match = _integer(word)
    if match is None or len(match.group(2)) > 8 or int(match.group(2)) > MAX_INTEGER_WIDTH:
        return None
    return IntegerType(int(match.group(2)), Signedness(match.group(1)))


def is_integer_keyword(word: str) -> bool:
    """Whether a word is spelled as an integer type, whatever its width."""
    return _integer(word) is not None


def parse_extents(shape: str, offset: int = 0) -> tuple[int, ...]:
    """The extents of `4x?x[8]x`, DYNAMIC for `?`. Raises ScanError for one beyond 63 bits."""
    return tuple(
        [
            DYNAMIC if extent == "?" else small_integer(extent, offset)
            for _, extent in _shaped.findall(shape)
        ]
    )


def scalable_extents(shape: str) -> tuple[bool, ...]:
    """Which extents of `4x[8]x` stand in brackets."""
    return tuple([bool(bracket) for bracket, _ in _shaped.findall(shape)])


def plain_shaped_type(text: str) -> Type | None:
    """`tensor<4x?xf32>`, `vector<…>` or `memref<…>` of a keyword type, else None.

    What is not certain to be right (extents of a vector, say) is left to the grammar.
    """
    match = _plain(text)
    if match is None:
        return None
    kind, shape, element = match.groups()
    element_type = simple_type(element)
    if element_type is None or element_type is NONE:
        return None
    extents = parse_extents(shape)
    if kind == "tensor":
        return RankedTensorType(extents, element_type)
    if kind == "memref":
        return MemRefType(extents, element_type)
    if any(extent <= 0 for extent in extents):
        return None
    return VectorType(extents, element_type)
