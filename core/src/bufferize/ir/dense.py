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

from bufferize.ir.attributes import DenseElementsAttr
from bufferize.ir.floats import bits_to_float
from bufferize.ir.interning import Type
from bufferize.ir.types import (
    I1,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
    Signedness,
    bit_width,
    element_bytes,
)

Raw: TypeAlias = int | tuple[int, int]

_UNSIGNED_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
_SPREAD_BITS = [tuple(byte >> bit & 1 for bit in range(8)) for byte in range(256)]


def _scalars(element_type: Type) -> tuple[int, int, str | None]:
    """Return the number of bits and bytes and the `struct` code of an integer or float element.

    Raises TypeError for any other type.
    """
    size = element_bytes(element_type)
    return bit_width(element_type) or 0, size, _UNSIGNED_CODES.get(size)


def pack(element_type: Type, values: Sequence[Raw]) -> bytes:
    """Return the buffer of the elements. Negative integers are stored as two's complement."""
    if isinstance(element_type, ComplexType):
        pairs = cast("Sequence[tuple[int, int]]", values)
        return _pack_scalars(element_type.element_type, [part for pair in pairs for part in pair])
    if element_type is I1:
        text = "".join(["1" if bit else "0" for bit in reversed(values)])
        return int(text or "0", 2).to_bytes((len(values) + 7) // 8, "little")
    return _pack_scalars(element_type, cast("Sequence[int]", values))


def _pack_scalars(type: Type, values: Sequence[int]) -> bytes:
    width, size, code = _scalars(type)
    mask = (1 << width) - 1
    masked = [value & mask for value in values]
    if code is not None:
        return struct.pack(f"<{len(masked)}{code}", *masked)
    return b"".join([value.to_bytes(size, "little") for value in masked])


def unpack(element_type: Type, data: bytes, count: int) -> list[Raw]:
    """Return the first `count` elements of a buffer that is no splat."""
    if isinstance(element_type, ComplexType):
        parts = _unpack_scalars(element_type.element_type, data, 2 * count)
        return list(zip(parts[::2], parts[1::2], strict=True))
    if element_type is I1:
        bits = [bit for byte in data[: (count + 7) // 8] for bit in _SPREAD_BITS[byte]]
        return cast("list[Raw]", bits[:count])
    return cast("list[Raw]", _unpack_scalars(element_type, data, count))


def _unpack_scalars(type: Type, data: bytes, count: int) -> list[int]:
    width, size, code = _scalars(type)
    # Index and most integers are two's complement numbers.
    signed = isinstance(type, IndexType) or (
        isinstance(type, IntegerType)
        and type.signedness is not Signedness.UNSIGNED
        and type is not I1
    )
    exact = width == 8 * size
    if code is not None:
        code = code.lower() if signed and exact else code
        values = list(struct.unpack_from(f"<{count}{code}", data))
        if exact:
            return values
    else:
        places = range(0, count * size, size)
        values = [int.from_bytes(data[at : at + size], "little") for at in places]
    mask = (1 << width) - 1
    values = [value & mask for value in values]
    if signed and width:
        limit = 1 << (width - 1)
        values = [value - (limit << 1) if value >= limit else value for value in values]
    return values


def _is_uniform(data: bytes, size: int) -> bool:
    """Return whether a buffer consists of repetitions of its first `size` bytes."""
    first = data[:size]
    if data[size : 2 * size] != first or data[-size:] != first:
        return False
    return data[size:] == data[:-size]


def dense_from_buffer(type: ShapedType, data: bytes) -> DenseElementsAttr | None:
    """Return the attribute for a raw buffer, None if its size does not fit the type.

    A buffer of one element is a splat, and so is one whose elements are all equal. Raises
    TypeError for element types that have no raw data.
    """
    count = type.num_elements()
    if type.element_type is I1:
        return _bool_from_buffer(type, data, count)
    size = element_bytes(type.element_type)
    if len(data) not in (size, size * count):
        return None
    if len(data) == size or (count and _is_uniform(data, size)):
        return DenseElementsAttr(type, data[:size], True)
    return DenseElementsAttr(type, data, False)


def _bool_from_buffer(type: ShapedType, data: bytes, count: int) -> DenseElementsAttr | None:
    if data in (b"\x00", b"\xff"):
        return DenseElementsAttr(type, data, True)
    if len(data) != (count + 7) // 8:
        return None
    everything = (1 << count) - 1
    number = int.from_bytes(data, "little") & everything  # drops stray bits at the end
    if count and number in (0, everything):
        return DenseElementsAttr(type, b"\xff" if number else b"\x00", True)
    return DenseElementsAttr(type, number.to_bytes(len(data), "little"), False)


def dense_attr(type: ShapedType, values: Sequence[Raw], splat: bool = False) -> DenseElementsAttr:
    """Return the attribute of raw elements: as many as the type has, or one for all (`splat`).

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
    """Return all raw elements of an attribute; the element of a splat is repeated."""
    count = attribute.type.num_elements()
    if attribute.is_splat:
        return [splat_element(attribute)] * count
    return unpack(attribute.type.element_type, attribute.data, count)


def splat_element(attribute: DenseElementsAttr) -> Raw:
    """Return the only raw element of a splat."""
    if attribute.type.element_type is I1:
        return 1 if attribute.data[0] else 0
    return unpack(attribute.type.element_type, attribute.data, 1)[0]


def numbers(attribute: DenseElementsAttr) -> list[int | float | complex]:
    """Return all elements as Python numbers: `int`, `float` or `complex`, by their type."""
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
