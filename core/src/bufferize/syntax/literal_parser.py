"""Numbers, and the elements of `dense<…>`, `sparse<…>` and `array<…>`, at the cursor."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from bufferize.ir import (
    F64,
    I1,
    I64,
    Attribute,
    ComplexType,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseStringElementsAttr,
    FloatAttr,
    FloatType,
    IndexType,
    IntegerAttr,
    IntegerType,
    RankedTensorType,
    ShapedType,
    Signedness,
    SparseElementsAttr,
    Type,
)
from bufferize.ir.dense import dense_attr, dense_from_buffer, elements
from bufferize.ir.floats import bits_to_float, float_to_bits
from bufferize.syntax.scanner import NUMBER, STRING, match_elements, match_number, unescape
from bufferize.syntax.type_parser import TypeParser

# CPython refuses to read integers of more digits, which no type can hold but the widest.
_MAX_DIGITS = 4300
_STRUCT_CODES = {"f16": "e", "f32": "f", "f64": "d"}

_hexadecimal = re.compile(r'"0x([0-9a-fA-F]*)"\s*(?=>)').match
# Numbers, bools and lists of them are JSON but for rare spellings.
_plain_elements = re.compile(r"[-+0-9.eE\[\],\strufals]+(?=>)").match
_scalar = re.compile(rf"(?:{NUMBER})|(?:true|false)\b|{STRING}", re.ASCII).match


class Literal(NamedTuple):
    """A number, bool or string as written: whether it has a minus, the rest, and where it is."""

    negative: bool
    spelling: str
    offset: int

    @property
    def is_float(self) -> bool:
        """Whether it is a decimal with a point."""
        return "." in self.spelling and not self.is_string

    @property
    def is_bool(self) -> bool:
        """Whether it is `true` or `false`."""
        return self.spelling in ("true", "false")

    @property
    def is_string(self) -> bool:
        """Whether it is in quotes."""
        return self.spelling.startswith('"')


class Complex(NamedTuple):
    """A complex element `(real, imaginary)`."""

    real: Literal
    imaginary: Literal
    offset: int


Element: TypeAlias = Literal | Complex


class LiteralParser(TypeParser):
    """Parses literals, with all that `TypeParser` does."""

    __slots__ = ()

    # Numbers

    def _parse_number(self, type: Type | None) -> Attribute | None:
        """An integer or float attribute: without a type i64 or f64."""
        offset, text = self.offset, self.text
        negative = text[offset] == "-"
        if negative:
            if text[offset + 1] == ">":
                return None
            self._go_to(offset + 1)
        match = match_number(text, self.offset)
        if match is None:
            raise self.expected("integer or floating point literal")
        number = Literal(negative, match.group(), offset)
        self._go_to(match.end())
        if type is None and self.parse_optional_punctuation(":"):
            type = self.parse_type()
        if type is None:
            type = F64 if number.is_float else I64
        if isinstance(type, FloatType):
            return FloatAttr(self._float_bits(number, type), type)
        if number.is_float:
            raise self.error("floating point value not valid for specified type", offset)
        if not isinstance(type, IntegerType | IndexType):
            raise self.error("integer literal not valid for specified type", offset)
        return IntegerAttr(self._integer(number, type, "attribute"), type)

    def _integer(self, number: Literal, type: IntegerType | IndexType, what: str) -> int:
        """The value of an integer literal of a type."""
        spelling = number.spelling
        if spelling.startswith("0x"):
            value = int(spelling, 16)
        elif len(spelling) <= _MAX_DIGITS:
            value = int(spelling)
        else:
            raise self.error(f"integer constant out of range for {what}", number.offset)
        low, high = _integer_range(type)
        if number.negative:
            if value == 0:
                low = 1  # as in MLIR, there is no -0
            value = -value
        if not low <= value <= high:
            raise self.error(f"integer constant out of range for {what}", number.offset)
        return value

    def _float_bits(self, number: Literal, type: FloatType) -> int:
        """The bit pattern of a literal of a float type: a decimal, or the pattern itself."""
        spelling = number.spelling
        if number.is_float:
            # It is a double first and is then rounded to the format, twice rounded as in MLIR.
            value = float(spelling)
            return float_to_bits(-value if number.negative else value, type)
        if not spelling.startswith("0x"):
            raise self.error(
                "unexpected decimal integer literal for a floating point value; "
                "add a trailing dot to make the literal a float",
                number.offset,
            )
        if number.negative:
            raise self.error(
                "hexadecimal float literal should not have a leading minus", number.offset
            )
        bits = int(spelling, 16)
        if bits >> type.width:
            raise self.error("hexadecimal float constant out of range for type", number.offset)
        return bits

    def parse_float(self) -> float:
        """A decimal number with a point, or the bits of an f64 in hexadecimal."""
        offset = self.offset
        negative = self.parse_optional_punctuation("-")
        match = match_number(self.text, self.offset)
        if match is None:
            self.offset = offset
            raise self.expected("floating point literal")
        self._go_to(match.end())
        number = Literal(negative, match.group(), offset)
        return bits_to_float(self._float_bits(number, F64), F64)

    # Elements

    def _parse_element(self) -> Element:
        """`(real, imaginary)`, a number, a bool or a string."""
        offset = self.offset
        if not self.parse_optional_punctuation("("):
            return self._parse_literal()
        real = self._parse_literal()
        self.parse_punctuation(",")
        imaginary = self._parse_literal()
        self.parse_punctuation(")")
        return Complex(real, imaginary, offset)

    def _parse_literal(self) -> Literal:
        offset = self.offset
        negative = self.parse_optional_punctuation("-")
        match = (match_number if negative else _scalar)(self.text, self.offset)
        if match is None:
            raise self.expected("element literal")
        self._go_to(match.end())
        return Literal(negative, match.group(), offset)

    def _parse_nested_elements(self) -> Any:
        """An element or nested lists of elements."""
        if self.text[self.offset] != "[":
            return self._parse_element()
        return self.nested(self.parse_comma_separated_list, "[", self._parse_nested_elements)

    def _parse_flat_elements(self) -> tuple[list[int] | None, list[Any]]:
        """The shape of nested lists and their elements in order; a single element has no shape."""
        offset = self.offset
        found = _flatten(self._parse_nested_elements())
        if found is None:
            message = "tensor literal is invalid; ranks are not consistent between elements"
            raise self.error(message, offset)
        return found

    def _raw(self, element: Element, type: Type) -> int:
        """An element as a raw number: an integer, or the bit pattern of a float."""
        if isinstance(element, Complex) or element.is_string:
            raise self.error(f"expected an element of type '{type}'", element.offset)
        if element.is_bool:
            if type is I1:
                return int(element.spelling == "true")
            message = "expected i1 type for 'true' or 'false' values"
            if isinstance(type, FloatType):
                message = "expected floating-point elements, but parsed a bool"
            raise self.error(message, element.offset)
        if isinstance(type, FloatType):
            return self._float_bits(element, type)
        assert isinstance(type, IntegerType | IndexType)
        if element.is_float:
            message = "expected integer elements, but parsed floating-point"
            raise self.error(message, element.offset)
        return self._integer(element, type, "type")

    def _raw_complex(self, element: Element, type: ComplexType) -> tuple[int, int]:
        if not isinstance(element, Complex):
            message = "expected complex elements '(real, imaginary)'"
            raise self.error(message, element.offset)
        part = type.element_type
        return self._raw(element.real, part), self._raw(element.imaginary, part)

    def _elements_attribute(self, flat: list[Element], type: ShapedType, splat: bool) -> Attribute:
        """The attribute of these elements, or of one for all (`splat`)."""
        element_type = type.element_type
        if isinstance(element_type, ComplexType):
            return dense_attr(type, [self._raw_complex(each, element_type) for each in flat], splat)
        if isinstance(element_type, IntegerType | IndexType | FloatType):
            return dense_attr(type, [self._raw(each, element_type) for each in flat], splat)
        values: list[str] = []
        for element in flat:
            if isinstance(element, Complex) or not element.is_string:
                message = f"elements of type '{element_type}' have no number literals"
                raise self.error(message, element.offset)
            values.append(self.scanned(unescape, element.spelling, element.offset))
        if splat or (values and len(set(values)) == 1):
            return DenseStringElementsAttr(type, (values[0],), True)
        return DenseStringElementsAttr(type, tuple(values))

    # Dense attributes. Each starts at `offset`; the cursor is at the `<`.

    def _parse_elements_type(self, type: Type | None) -> tuple[Type, int]:
        """The type after the brackets, unless one is given, and where it ends.

        The cursor goes to what stands in the brackets, which is read when its type is known.
        """
        opening = self.offset
        match = match_elements(self.text, opening)
        self._go_to(self.bracket_end(opening) if match is None else match.end())
        if type is None:
            self.parse_punctuation(":")
            type = self.parse_type()
        end = self.offset
        self._go_to(opening + 1)
        return type, end

    def _check_static(self, type: Type, offset: int) -> ShapedType:
        if not isinstance(type, ShapedType):
            raise self.error("elements literal must be a shaped type", offset)
        if not type.has_static_shape():
            raise self.error("elements literal type must have static shape", offset)
        return type

    def _check_shape(self, shape: list[int] | None, type: ShapedType, offset: int) -> None:
        expected = list(type.extents or ())
        if shape is not None and shape != expected:
            raise self.error(
                f"inferred shape of elements literal ({shape}) does not match type ({expected})",
                offset,
            )

    def _parse_dense(self, offset: int, given: Type | None) -> Attribute:
        """`dense<elements> : type`."""
        any_type, end = self._parse_elements_type(given)
        type = self._check_static(any_type, offset)
        made = self._parse_dense_body(type, offset)
        self.parse_punctuation(">")
        self.offset = end
        return made

    def _parse_dense_body(self, type: ShapedType, offset: int) -> Attribute:
        text = self.text
        if text[self.offset] == ">":
            if type.num_elements():
                message = f"parsed zero elements, but type ('{type}') expected at least 1"
                raise self.error(message, offset)
            return dense_attr(type, [])
        buffer = _hexadecimal(text, self.offset)
        if buffer is not None:
            self._go_to(buffer.end())
            return self._from_buffer(buffer.group(1), type, offset)
        plain = _plain_elements(text, self.offset)
        if plain is not None:
            made = _plain_dense(plain.group(), type)
            if made is not None:
                self._go_to(plain.end())
                return made
        shape, flat = self._parse_flat_elements()
        self._check_shape(shape, type, offset)
        return self._elements_attribute(flat, type, shape is None)

    def _from_buffer(self, digits: str, type: ShapedType, offset: int) -> Attribute:
        try:
            made = dense_from_buffer(type, bytes.fromhex(digits))
        except ValueError:
            raise self.error("elements hex string needs two digits for each byte", offset) from None
        except TypeError:
            raise self.error(
                f"elements of type '{type.element_type}' cannot be given as a hex string", offset
            ) from None
        if made is None:
            message = f"elements hex data size is invalid for provided type: '{type}'"
            raise self.error(message, offset)
        return made

    def _parse_sparse(self, offset: int, given: Type | None) -> Attribute:
        """`sparse<indices, values> : type`; `sparse<>` if there are none."""
        any_type, end = self._parse_elements_type(given)
        type = self._check_static(any_type, offset)
        rank = len(type.extents or ())
        index_shape: list[int] | None = [0]
        value_shape: list[int] | None = [0]
        indices: list[Element] = []
        values: list[Element] = []
        if self.text[self.offset] != ">":
            index_shape, indices = self._parse_flat_elements()
            self.parse_punctuation(",")
            value_shape, values = self._parse_flat_elements()
        self.parse_punctuation(">")
        self.offset = end
        scalar = index_shape is None
        if index_shape is None:
            index_shape = [1, rank]
        elif index_shape == value_shape == [0]:
            index_shape = [0, rank]
        elif len(index_shape) == 1:  # one index for all, `sparse<[1, 2], 5>`, or one number each
            index_shape = [1, *index_shape] if value_shape is None else [*index_shape, 1]
        if index_shape[1:] != [rank]:
            message = f"expected {rank} numbers in each index of elements of type '{type}'"
            raise self.error(message, offset)
        index_type = RankedTensorType(tuple(index_shape), I64)
        value_type = RankedTensorType((index_shape[0],), type.element_type)
        positions = self._elements_attribute(indices, index_type, scalar)
        self._check_shape(value_shape, value_type, offset)
        entries = self._elements_attribute(values, value_type, value_shape is None)
        assert isinstance(positions, DenseElementsAttr)
        assert isinstance(entries, DenseElementsAttr | DenseStringElementsAttr)
        for number, position in enumerate(elements(positions)):
            extent = (type.extents or ())[number % rank]
            if not isinstance(position, int) or not 0 <= position < extent:
                message = f"sparse index {position} lies outside of the extent {extent}"
                raise self.error(message, offset)
        return SparseElementsAttr(type, positions, entries)

    def _parse_dense_array(self, offset: int, _type: Type | None) -> Attribute:
        """`array<type: elements>`."""
        self.parse_punctuation("<")
        type = self.parse_type()
        if not isinstance(type, IntegerType | FloatType):
            raise self.error("expected integer or float type", offset)
        if type.width not in (1, 8, 16, 32, 64):
            raise self.error("element type bitwidth must be a multiple of 8", offset)
        values: list[int] = []
        if self.parse_optional_punctuation(":"):
            values = self._parse_array_elements(type)
        if not self.parse_optional_punctuation(">"):
            raise self.expected("',' or '>'" if values else "':' or '>'")
        return DenseArrayAttr(type, tuple(values))

    def _parse_array_elements(self, type: IntegerType | FloatType) -> list[int]:
        plain = _plain_elements(self.text, self.offset)
        if plain is not None and isinstance(type, IntegerType):
            values = _plain_value(f"[{plain.group()}]")
            if values and _are_plain(values, type, plain.group()):
                self._go_to(plain.end())
                return _signed(map(int, values), type)
        values = self.parse_comma_separated_list(
            None, lambda: self._raw(self._parse_element(), type)
        )
        return _signed(values, type)


def _integer_range(type: IntegerType | IndexType) -> tuple[int, int]:
    """The least and the greatest literal of a type; a signless one takes both readings."""
    if isinstance(type, IndexType):
        return -(1 << 63), (1 << 63) - 1
    if type.width == 0:
        return 0, 0
    low = 0 if type.signedness is Signedness.UNSIGNED else -(1 << (type.width - 1))
    bits = type.width - 1 if type.signedness is Signedness.SIGNED else type.width
    return low, (1 << bits) - 1


def _signed(values: Iterable[int], type: IntegerType | FloatType) -> list[int]:
    """The elements of an array as its values: the first bit of an integer is its sign."""
    if isinstance(type, FloatType) or type is I1:
        return list(values)
    limit, span = 1 << (type.width - 1), 1 << type.width
    return [value - span if value >= limit else value for value in values]


def _flatten(value: Any) -> tuple[list[int] | None, list[Any]] | None:
    """Nested lists as their shape and their elements in order, None if their lengths differ.

    There is no shape for a single element.
    """
    if not isinstance(value, list):
        return None, [value]
    shape = [len(value)]
    level = value
    while level and isinstance(level[0], list):
        length = len(level[0])
        following: list[Any] = []
        for each in level:
            if not isinstance(each, list) or len(each) != length:
                return None
            following += each
        shape.append(length)
        level = following
    return None if any(isinstance(each, list) for each in level) else (shape, level)


# Plain numbers, read fast: None for all that is not sure to be right.


def _plain_value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _are_plain(flat: list[Any], type: Type, text: str) -> bool:
    """Whether these are numbers, or bools for i1, of this type; `text` is where they are from."""
    kinds = {value.__class__ for value in flat}
    if isinstance(type, FloatType):
        return kinds <= {float}
    if not isinstance(type, IntegerType | IndexType) or kinds - {int, bool if type is I1 else int}:
        return False
    low, high = _integer_range(type)
    return not flat or (low <= min(flat) and max(flat) <= high and "-0" not in text)


def _plain_dense(text: str, type: ShapedType) -> Attribute | None:
    found = _flatten(_plain_value(text))
    if found is None:
        return None
    shape, flat = found
    element_type = type.element_type
    if shape not in (None, list(type.extents or ())) or not _are_plain(flat, element_type, text):
        return None
    if not isinstance(element_type, FloatType):
        return dense_attr(type, flat, shape is None)
    code = _STRUCT_CODES.get(element_type.name)
    if code is not None and shape is not None:
        try:
            return dense_from_buffer(type, struct.pack(f"<{len(flat)}{code}", *flat))
        except OverflowError:  # a number beyond the format becomes infinity below
            pass
    return dense_attr(type, [float_to_bits(value, element_type) for value in flat], shape is None)
