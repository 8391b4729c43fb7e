"""What stands in `dense<…>` and `array<…>`, and the attributes it becomes for a type."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, TypeAlias

from bufferize.ir import (
    I1,
    Attribute,
    ComplexType,
    DenseArrayAttr,
    DenseStringElementsAttr,
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
    Type,
)
from bufferize.ir.dense import Raw, dense_attr, dense_from_buffer
from bufferize.ir.floats import float_to_bits
from bufferize.syntax.literals import (
    Number,
    check_integer,
    float_bits,
    integer_range,
    nth_scalar,
)
from bufferize.syntax.scanner import ScanError


@dataclass(frozen=True)
class Text:
    """A string or `true`/`false` among the elements, and where it stands."""

    value: str | bool
    offset: int


@dataclass(frozen=True)
class Pair:
    """A complex element `(real, imaginary)`."""

    parts: tuple[Element, Element]
    offset: int


Element: TypeAlias = Number | Text | Pair


@dataclass(frozen=True)
class Numbers:
    """Plain numbers and bools as one Python value or nested lists of them, and their text."""

    value: Any
    text: str
    offset: int


@dataclass(frozen=True)
class Hexadecimal:
    """The raw buffer, two digits a byte."""

    digits: str
    offset: int


@dataclass(frozen=True)
class Values:
    """Elements one by one: an Element or nested lists of them."""

    value: Any
    offset: int


@dataclass(frozen=True)
class Empty:
    """Nothing, for types without elements."""

    offset: int


DenseBody: TypeAlias = Numbers | Hexadecimal | Values | Empty

_STRUCT_CODES = {"f16": "e", "f32": "f", "f64": "d"}


def dense_elements(body: DenseBody, type: Type, offset: int) -> Attribute:
    """`dense<body> : type`; `offset` is where the literal starts. Raises ScanError."""
    if not isinstance(type, ShapedType):
        raise ScanError("elements literal must be a shaped type", offset)
    if not type.has_static_shape():
        raise ScanError("elements literal type must have static shape", offset)
    if isinstance(body, Hexadecimal):
        return _from_hexadecimal(body, type, offset)
    if isinstance(body, Empty):
        if type.num_elements():
            raise ScanError(
                f"parsed zero elements, but type ('{type}') expected at least 1", offset
            )
        return dense_attr(type, [])
    shape, flat = _flatten(body.value, body.offset)
    if shape is not None and list(type.extents or ()) != shape:
        raise ScanError(
            f"inferred shape of elements literal ({shape}) does not match "
            f"type ({list(type.extents or ())})",
            offset,
        )
    if isinstance(body, Numbers):
        return _from_numbers(body, flat, type, shape is None)
    return _from_values(flat, type, shape is None, offset)


def _from_hexadecimal(body: Hexadecimal, type: ShapedType, offset: int) -> Attribute:
    try:
        result = dense_from_buffer(type, bytes.fromhex(body.digits))
    except ValueError:
        raise ScanError("elements hex string needs two digits for each byte", offset) from None
    except TypeError:
        raise ScanError(
            f"elements of type '{type.element_type}' cannot be given as a hex string", offset
        ) from None
    if result is None:
        raise ScanError(f"elements hex data size is invalid for provided type: '{type}'", offset)
    return result


def _flatten(value: Any, offset: int) -> tuple[list[int] | None, list[Any]]:
    """Nested lists as their shape and their elements in order; no shape for a single element."""
    if not isinstance(value, list):
        return None, [value]
    shape = [len(value)]
    level = value
    while level and isinstance(level[0], list):
        length = len(level[0])
        following: list[Any] = []
        for each in level:
            if not isinstance(each, list) or len(each) != length:
                raise _ragged(offset)
            following += each
        shape.append(length)
        level = following
    if any(isinstance(each, list) for each in level):
        raise _ragged(offset)
    return shape, level


def _ragged(offset: int) -> ScanError:
    return ScanError("tensor literal is invalid; ranks are not consistent between elements", offset)


def _from_numbers(body: Numbers, flat: list[Any], type: ShapedType, splat: bool) -> Attribute:
    element_type = type.element_type
    kinds = set(map(_kind, flat))
    if isinstance(element_type, FloatType):
        if kinds - {float}:
            wrong = next(i for i, value in enumerate(flat) if _kind(value) is not float)
            message = "unexpected decimal integer literal for a floating point value; " + (
                "add a trailing dot to make the literal a float"
            )
            if _kind(flat[wrong]) is bool:
                message = "expected floating-point elements, but parsed a bool"
            raise ScanError(message, nth_scalar(body.text, wrong, body.offset))
        return _pack_floats(flat, type, element_type, splat)
    if isinstance(element_type, IntegerType | IndexType):
        allowed = {int, bool} if element_type is I1 else {int}
        if kinds - allowed:
            wrong = next(i for i, value in enumerate(flat) if _kind(value) not in allowed)
            message = "expected integer elements, but parsed floating-point"
            if _kind(flat[wrong]) is bool:
                message = "expected i1 type for 'true' or 'false' values"
            raise ScanError(message, nth_scalar(body.text, wrong, body.offset))
        low, high = (
            integer_range(element_type)
            if isinstance(element_type, IntegerType)
            else (-(1 << 63), (1 << 63) - 1)
        )
        if flat and not (low <= min(flat) and max(flat) <= high):
            wrong = next(i for i, value in enumerate(flat) if not low <= value <= high)
            raise ScanError(
                "integer constant out of range for type",
                nth_scalar(body.text, wrong, body.offset),
            )
        return dense_attr(type, flat, splat)
    if not flat:
        return dense_attr(type, [])
    raise _wrong_elements(element_type, body.offset)


def _kind(value: object) -> type:
    return value.__class__


def _pack_floats(
    flat: list[float], type: ShapedType, element_type: FloatType, splat: bool
) -> Attribute:
    code = _STRUCT_CODES.get(element_type.name)
    if code is not None and not splat:
        try:
            result = dense_from_buffer(type, struct.pack(f"<{len(flat)}{code}", *flat))
        except OverflowError:  # a number beyond the format becomes infinity below
            result = None
        if result is not None:
            return result
    return dense_attr(type, [float_to_bits(value, element_type) for value in flat], splat)


def _wrong_elements(element_type: Type, offset: int) -> ScanError:
    if isinstance(element_type, ComplexType):
        return ScanError("expected complex elements '(real, imaginary)'", offset)
    return ScanError(f"elements of type '{element_type}' have no number literals", offset)


def _from_values(flat: list[Any], type: ShapedType, splat: bool, offset: int) -> Attribute:
    element_type = type.element_type
    scalar = isinstance(element_type, IntegerType | IndexType | FloatType | ComplexType)
    if not scalar:
        return _from_strings(flat, type, splat)
    raw: list[Raw] = []
    for element in flat:
        if isinstance(element_type, ComplexType):
            if not isinstance(element, Pair):
                raise _wrong_elements(element_type, _offset(element))
            first, second = element.parts
            part = element_type.element_type
            raw.append((scalar_value(first, part), scalar_value(second, part)))
        else:
            raw.append(scalar_value(element, element_type))
    return dense_attr(type, raw, splat)


def _from_strings(flat: list[Any], type: ShapedType, splat: bool) -> Attribute:
    values = []
    for element in flat:
        if not isinstance(element, Text) or not isinstance(element.value, str):
            raise ScanError(
                f"expected strings as elements of type '{type.element_type}'", _offset(element)
            )
        values.append(element.value)
    if splat or (values and len(set(values)) == 1):
        return DenseStringElementsAttr(type, (values[0],), True)
    return DenseStringElementsAttr(type, tuple(values))


def _offset(element: Element) -> int:
    return element.offset


def scalar_value(element: Element, type: Type) -> int:
    """An element as a raw number: an integer, or the bit pattern of a float. Raises ScanError."""
    if isinstance(element, Text) and isinstance(element.value, bool):
        if type is not I1:
            raise ScanError("expected i1 type for 'true' or 'false' values", element.offset)
        return int(element.value)
    if isinstance(element, Number):
        if isinstance(type, FloatType):
            return float_bits(element, type)
        if isinstance(type, IntegerType | IndexType):
            if element.is_float:
                raise ScanError(
                    "expected integer elements, but parsed floating-point", element.offset
                )
            return check_integer(element, type, "type")
    raise ScanError(f"expected an element of type '{type}'", _offset(element))


def dense_array(type: Type, elements: list[Element], offset: int) -> DenseArrayAttr:
    """`array<type: elements>`. Raises ScanError."""
    if not isinstance(type, IntegerType | FloatType):
        raise ScanError("expected integer or float type", offset)
    if type.width not in (1, 8, 16, 32, 64):
        raise ScanError("element type bitwidth must be a multiple of 8", offset)
    values = [scalar_value(element, type) for element in elements]
    if isinstance(type, IntegerType) and type is not I1:
        limit, span = 1 << (type.width - 1), 1 << type.width
        values = [value - span if value >= limit else value for value in values]
    return DenseArrayAttr(type, tuple(values))
