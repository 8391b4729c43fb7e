"""Conversion of numbers: single constants, and the raw data of `dense<…>` and `array<…>`.

Data is not converted as text: xDSL prints an infinity as `dense<0xFF800000>`, but reads that as a
large number. Layouts differ for elements that do not fill their bytes: xDSL stores an i1 in a byte,
where MLIR packs eight, and sign-extends an i4 or an i33.
"""

from __future__ import annotations

import struct
from typing import cast

from xdsl.dialects import builtin as x

from bufferize import ir
from bufferize.ir.dense import dense_attr, dense_from_buffer, elements, pack, unpack
from bufferize.ir.floats import bits_to_float, float_to_bits
from bufferize.ir.types import element_bytes
from bufferize_xdsl.errors import NotRepresentable

_MAX_FLOAT_BITS = 64
"""The width of the widest float format with data in xDSL."""

_SIGNED_CODES = {1: "b", 2: "h", 3: "i", 4: "i", 5: "q", 6: "q", 7: "q", 8: "q"}


def _fills_its_bytes(type: ir.Type) -> bool:
    """Return whether xDSL and bufferize store elements alike. Raises NotRepresentable."""
    if isinstance(type, ir.ComplexType):
        return _fills_its_bytes(type.element_type)
    if isinstance(type, ir.FloatType):
        if type.width > _MAX_FLOAT_BITS:
            raise NotRepresentable(f"xDSL has no data of type {type}")
        return True
    if isinstance(type, ir.IntegerType):
        if not 0 < type.width <= 64:
            raise NotRepresentable(f"xDSL has no data of type {type}")
        return type.width in (8, 16, 32, 64)
    return isinstance(type, ir.IndexType)


def _code(type: ir.Type) -> str:
    """Return the `struct` code of xDSL's data of an integer type that does not fill its bytes."""
    scalar = type.element_type if isinstance(type, ir.ComplexType) else type
    assert isinstance(scalar, ir.IntegerType)
    code = _SIGNED_CODES[(scalar.width + 7) // 8]
    return code.upper() if scalar.signedness is ir.Signedness.UNSIGNED else code


def _numbers(type: ir.Type, data: bytes) -> list[int]:
    """Return the integers in xDSL's data of a type that does not fill its bytes."""
    code = _code(type)
    size = struct.calcsize(code)
    if len(data) % size:
        raise NotRepresentable(f"{len(data)} bytes are no elements of type {type}")
    values = struct.unpack(f"<{len(data) // size}{code}", data)
    return [value & 1 for value in values] if type is ir.I1 else list(values)


def to_dense(type: ir.ShapedType, data: bytes) -> ir.DenseElementsAttr:
    """Convert elements that xDSL stores as `data`. Raises NotRepresentable."""
    element_type = type.element_type
    if _fills_its_bytes(element_type):
        found = dense_from_buffer(type, data)
        if found is None:
            raise NotRepresentable(f"{len(data)} bytes are not the elements of {type}")
        return found
    scalars = _numbers(element_type, data)
    is_complex = isinstance(element_type, ir.ComplexType)
    values = list(zip(scalars[::2], scalars[1::2], strict=True)) if is_complex else scalars
    try:
        return dense_attr(type, values, splat=len(values) == 1)
    except ValueError as problem:
        raise NotRepresentable(str(problem)) from None


def from_dense(attribute: ir.DenseElementsAttr) -> bytes:
    """Convert elements to xDSL's data, which repeats the element of a splat."""
    type = attribute.type.element_type
    count = attribute.type.num_elements()
    if _fills_its_bytes(type):
        return attribute.data * count if attribute.is_splat else attribute.data
    values = elements(attribute)[:1] if attribute.is_splat else elements(attribute)
    scalars = [
        part for value in values for part in (value if isinstance(value, tuple) else [value])
    ]
    if type is ir.I1:
        scalars = [-value for value in scalars]
    data = struct.pack(f"<{len(scalars)}{_code(type)}", *scalars)
    return data * count if attribute.is_splat else data


def to_array(type: ir.Type, data: bytes) -> tuple[int, ...]:
    """Convert the values of a dense array; floats become bit patterns."""
    if _fills_its_bytes(type):
        return cast("tuple[int, ...]", tuple(unpack(type, data, len(data) // element_bytes(type))))
    return tuple(_numbers(type, data))


def from_array(type: ir.Type, values: tuple[int, ...]) -> bytes:
    """Convert the values of a dense array to xDSL's data."""
    if _fills_its_bytes(type):
        return pack(type, values)
    signs = [-value for value in values] if type is ir.I1 else values
    return struct.pack(f"<{len(values)}{_code(type)}", *signs)


def to_float(value: float, type: ir.FloatType) -> ir.FloatAttr:
    """Convert a float constant, which xDSL keeps as a Python float."""
    return ir.FloatAttr(float_to_bits(value, type), type)


def from_float(attribute: ir.FloatAttr, type: x.AnyFloat) -> x.FloatAttr:
    """Convert a constant to xDSL. Raises NotRepresentable if no Python float is equal to it."""
    found = x.FloatAttr(bits_to_float(attribute.bits, attribute.type), type)
    if to_float(found.value.data, attribute.type) is not attribute:
        raise NotRepresentable("xDSL holds it as a Python float, which would be another number")
    return found
