"""The raw element data of `dense<…>`: values to little-endian bytes and back.

Elements are stored in whole bytes: an i33 takes five, a tf32 three, an index eight; a complex
number is its real and its imaginary part. Only i1 is packed, eight elements to a byte, the first
in the lowest bit. A splat holds one element, for i1 the byte 0x00 or 0xFF.

Elements are given and returned as *raw* numbers: an `int` (0 or 1 for i1, the bit pattern for a
float), or a pair of them for a complex element.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TypeAlias, cast

from bufferize.ir.attribute import Type
from bufferize.ir.attributes import DenseElementsAttr
from bufferize.ir.floats import bits_to_float, float_to_bits, format_float, parse_decimal
from bufferize.ir.types import (
    I1,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
    Signedness,
)

__all__ = [
    "Raw",
    "bits_to_float",
    "dense_attr",
    "dense_from_buffer",
    "element_bytes",
    "elements",
    "float_to_bits",
    "format_float",
    "numbers",
    "pack",
    "parse_decimal",
    "unpack",
]

Raw: TypeAlias = int | tuple[int, int]

_UNSIGNED_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
_SPREAD_BITS = [tuple(byte >> bit & 1 for bit in range(8)) for byte in range(256)]


def scalar_width(type: Type) -> int:
    """Bits of an integer, index or float element. Raises TypeError for any other type."""
    if isinstance(type, IntegerType | FloatType):
        return type.width
    if isinstance(type, IndexType):
        return 64
    raise TypeError(f"{type} has no dense representation")


def is_dense_element_type(type: Type) -> bool:
    """Whether elements of this type can be stored as raw data."""
    if isinstance(type, ComplexType):
        type = type.element_type
    return isinstance(type, IntegerType | FloatType | IndexType)


def element_bytes(element_type: Type) -> int:
    """Bytes of one stored element (of i1: of a splat). Raises TypeError where none are defined."""
    if isinstance(element_type, ComplexType):
        return 2 * element_bytes(element_type.element_type)
    return max((scalar_width(element_type) + 7) // 8, 1)


def is_signed(element_type: Type) -> bool:
    """Whether stored integers read as two's complement numbers, as index and most integers do."""
    if isinstance(element_type, IntegerType):
        return element_type.signedness is not Signedness.UNSIGNED and element_type is not I1
    return isinstance(element_type, IndexType)


def pack(element_type: Type, values: Sequence[Raw]) -> bytes:
    """The buffer of these elements. Negative integers are stored as two's complement."""
    if isinstance(element_type, ComplexType):
        pairs = cast("Sequence[tuple[int, int]]", values)
        return _pack_scalars(element_type.element_type, [part for pair in pairs for part in pair])
    scalars = cast("Sequence[int]", values)
    if element_type is I1:
        number = sum(1 << i for i, bit in enumerate(scalars) if bit) if len(scalars) < 64 else None
        if number is None:
            text = "".join(["1" if bit else "0" for bit in reversed(scalars)])
            number = int(text, 2)
        return number.to_bytes((len(scalars) + 7) // 8, "little")
    return _pack_scalars(element_type, scalars)


def _pack_scalars(type: Type, values: Sequence[int]) -> bytes:
    width = scalar_width(type)
    size = element_bytes(type)
    mask = (1 << width) - 1
    code = _UNSIGNED_CODES.get(size)
    masked = [value & mask for value in values]
    if code is not None:
        return struct.pack(f"<{len(masked)}{code}", *masked)
    return b"".join([value.to_bytes(size, "little") for value in masked])


def unpack(element_type: Type, data: bytes, count: int) -> list[Raw]:
    """The first `count` elements of a buffer that is no splat."""
    if isinstance(element_type, ComplexType):
        parts = _unpack_scalars(element_type.element_type, data, 2 * count)
        return list(zip(parts[::2], parts[1::2], strict=True))
    if element_type is I1:
        bits = [bit for byte in data[: (count + 7) // 8] for bit in _SPREAD_BITS[byte]]
        return cast("list[Raw]", bits[:count])
    return cast("list[Raw]", _unpack_scalars(element_type, data, count))


def _unpack_scalars(type: Type, data: bytes, count: int) -> list[int]:
    width = scalar_width(type)
    size = element_bytes(type)
    code = _UNSIGNED_CODES.get(size)
    values: list[int]
    if code is not None:
        exact = width == 8 * size
        signed = exact and is_signed(type)
        values = list(struct.unpack_from(f"<{count}{code.lower() if signed else code}", data))
        if exact:
            return values
    else:
        values = [
            int.from_bytes(data[at : at + size], "little") for at in range(0, count * size, size)
        ]
    mask = (1 << width) - 1
    values = [value & mask for value in values]
    if is_signed(type) and width:
        limit = 1 << (width - 1)
        values = [value - (limit << 1) if value >= limit else value for value in values]
    return values


def _is_uniform(data: bytes, size: int) -> bool:
    """Whether a buffer repeats its first `size` bytes."""
    first = data[:size]
    if data[size : 2 * size] != first or data[-size:] != first:
        return False
    return data[size:] == data[:-size]


def dense_from_buffer(type: ShapedType, data: bytes) -> DenseElementsAttr | None:
    """The attribute for a raw buffer; None when the size of the buffer does not fit the type.

    A buffer of one element is a splat, and so is one whose elements are all equal. Raises
    TypeError for element types that have no raw data.
    """
    count = type.num_elements()
    element_type = type.element_type
    if element_type is I1:
        return _bool_from_buffer(type, data, count)
    size = element_bytes(element_type)
    if len(data) == size:
        return DenseElementsAttr(type, data, True)
    if len(data) != size * count:
        return None
    if count and _is_uniform(data, size):
        return DenseElementsAttr(type, data[:size], True)
    return DenseElementsAttr(type, data, False)


def _bool_from_buffer(type: ShapedType, data: bytes, count: int) -> DenseElementsAttr | None:
    if data in (b"\x00", b"\xff"):
        return DenseElementsAttr(type, data, True)
    if len(data) != (count + 7) // 8:
        return None
    if count == 0:
        return DenseElementsAttr(type, data, False)
    number = int.from_bytes(data, "little") & ((1 << count) - 1)  # drops stray bits at the end
    if number in (0, (1 << count) - 1):
        return DenseElementsAttr(type, b"\xff" if number else b"\x00", True)
    return DenseElementsAttr(type, number.to_bytes(len(data), "little"), False)


def dense_attr(type: ShapedType, values: Sequence[Raw], splat: bool = False) -> DenseElementsAttr:
    """The attribute of these raw elements, one per element of the type, or one for all (`splat`).

    Raises ValueError when their number does not fit the type.
    """
    count = type.num_elements()
    if splat and len(values) == 1:
        if type.element_type is I1:
            return DenseElementsAttr(type, b"\xff" if values[0] else b"\x00", True)
        return DenseElementsAttr(type, pack(type.element_type, values), True)
    if len(values) != count:
        raise ValueError(f"{type} has {count} elements, not {len(values)}")
    if count == 1:
        return dense_attr(type, values, True)
    result = dense_from_buffer(type, pack(type.element_type, values))
    assert result is not None
    return result


def elements(attribute: DenseElementsAttr) -> list[Raw]:
    """All raw elements of an attribute; those of a splat are repeated."""
    count = attribute.type.num_elements()
    if attribute.is_splat:
        return [splat_element(attribute)] * count
    return unpack(attribute.type.element_type, attribute.data, count)


def splat_element(attribute: DenseElementsAttr) -> Raw:
    """The one raw element of a splat."""
    if attribute.type.element_type is I1:
        return 1 if attribute.data[0] else 0
    return unpack(attribute.type.element_type, attribute.data, 1)[0]


def numbers(attribute: DenseElementsAttr) -> list[int | float | complex]:
    """All elements as Python numbers: `int`, `float` for floats and `complex` for complex types."""
    element_type = attribute.type.element_type
    raw = elements(attribute)
    if isinstance(element_type, FloatType):
        scalars = cast("list[int]", raw)
        return [bits_to_float(bits, element_type) for bits in scalars]
    if isinstance(element_type, ComplexType):
        part = element_type.element_type
        pairs = cast("list[tuple[int, int]]", raw)
        if isinstance(part, FloatType):
            return [complex(bits_to_float(a, part), bits_to_float(b, part)) for a, b in pairs]
        return [complex(a, b) for a, b in pairs]
    return cast("list[int | float | complex]", raw)
