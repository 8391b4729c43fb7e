"""Numbers, and the elements of `dense<…>`, `sparse<…>` and `array<…>`, read from their text."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from bufferize.ir import (
    F64,
    I1,
    I64,
    Attribute,
    ComplexType,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
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

if TYPE_CHECKING:
    from bufferize.syntax.attribute_parser import AttributeParser

# CPython refuses to read longer integers; only the very widest types could hold one.
_MAX_DIGITS = 4300
_STRUCT_CODES = {"f16": "e", "f32": "f", "f64": "d"}

_hexadecimal = re.compile(r'"0x([0-9a-fA-F]*)"\s*(?=>)').match
# Numbers, bools and nested lists are JSON, except for rare spellings.
_plain_elements = re.compile(r"[-+0-9.eE\[\],\strufals]+(?=>)").match
_scalar = re.compile(rf"(?:{NUMBER})|(?:true|false)\b|{STRING}", re.ASCII).match


class Literal(NamedTuple):
    """A number, bool or string as written: the sign, the text after it, and the position."""

    negative: bool
    spelling: str
    offset: int

    @property
    def is_float(self) -> bool:
        """Whether the literal is a decimal with a point."""
        return "." in self.spelling and not self.is_string

    @property
    def is_bool(self) -> bool:
        """Whether the literal is `true` or `false`."""
        return self.spelling in ("true", "false")

    @property
    def is_string(self) -> bool:
        """Whether the literal is in quotes."""
        return self.spelling.startswith('"')


class Complex(NamedTuple):
    """A complex element `(real, imaginary)`."""

    real: Literal
    imaginary: Literal
    offset: int


Element: TypeAlias = Literal | Complex


# Numbers


def parse_number(parser: AttributeParser, type: Type | None) -> Attribute | None:
    """Parse an integer or float attribute; without a type, it is i64 or f64."""
    offset, text = parser.offset, parser.text
    negative = text[offset] == "-"
    if negative:
        if text[offset + 1] == ">":
            return None
        parser.go_to(offset + 1)
    match = match_number(text, parser.offset)
    if match is None:
        raise parser.expected("integer or floating point literal")
    number = Literal(negative, match.group(), offset)
    parser.go_to(match.end())
    if type is None and parser.parse_optional_punctuation(":"):
        type = parser.parse_type()
    if type is None:
        type = F64 if number.is_float else I64
    if isinstance(type, FloatType):
        return FloatAttr(_float_bits(parser, number, type), type)
    if number.is_float:
        raise parser.error("floating point value not valid for specified type", offset)
    if not isinstance(type, IntegerType | IndexType):
        raise parser.error("integer literal not valid for specified type", offset)
    return IntegerAttr(_integer(parser, number, type, "attribute"), type)


def _integer(
    parser: AttributeParser, number: Literal, type: IntegerType | IndexType, what: str
) -> int:
    """Return the value of an integer literal of a type."""
    spelling = number.spelling
    if spelling.startswith("0x"):
        value = int(spelling, 16)
    elif len(spelling) <= _MAX_DIGITS:
        value = int(spelling)
    else:
        raise parser.error(f"integer constant out of range for {what}", number.offset)
    low, high = _integer_range(type)
    if number.negative:
        if value == 0:
            low = 1  # as in MLIR, there is no -0
        value = -value
    if not low <= value <= high:
        raise parser.error(f"integer constant out of range for {what}", number.offset)
    return value


def _float_bits(parser: AttributeParser, number: Literal, type: FloatType) -> int:
    """Return the bit pattern of a literal of a float type: a decimal, or the pattern itself."""
    spelling = number.spelling
    if number.is_float:
        # It is a double first and is then rounded to the format, twice rounded as in MLIR.
        value = float(spelling)
        return float_to_bits(-value if number.negative else value, type)
    if not spelling.startswith("0x"):
        raise parser.error(
            "unexpected decimal integer literal for a floating point value; "
            "add a trailing dot to make the literal a float",
            number.offset,
        )
    if number.negative:
        raise parser.error(
            "hexadecimal float literal should not have a leading minus", number.offset
        )
    bits = int(spelling, 16)
    if bits >> type.width:
        raise parser.error("hexadecimal float constant out of range for type", number.offset)
    return bits


def parse_float(parser: AttributeParser) -> float:
    """Parse a decimal number with a point, or the bits of an f64 in hexadecimal."""
    offset = parser.offset
    negative = parser.parse_optional_punctuation("-")
    match = match_number(parser.text, parser.offset)
    if match is None:
        parser.offset = offset
        raise parser.expected("floating point literal")
    parser.go_to(match.end())
    number = Literal(negative, match.group(), offset)
    return bits_to_float(_float_bits(parser, number, F64), F64)


# Elements


def _parse_element(parser: AttributeParser) -> Element:
    """Parse `(real, imaginary)`, a number, a bool or a string."""
    offset = parser.offset
    if not parser.parse_optional_punctuation("("):
        return _parse_literal(parser)
    real = _parse_literal(parser)
    parser.parse_punctuation(",")
    imaginary = _parse_literal(parser)
    parser.parse_punctuation(")")
    return Complex(real, imaginary, offset)


def _parse_literal(parser: AttributeParser) -> Literal:
    offset = parser.offset
    negative = parser.parse_optional_punctuation("-")
    match = (match_number if negative else _scalar)(parser.text, parser.offset)
    if match is None:
        raise parser.expected("element literal")
    parser.go_to(match.end())
    return Literal(negative, match.group(), offset)


def _parse_nested_elements(parser: AttributeParser) -> Any:
    """Parse an element or nested lists of elements."""
    if parser.text[parser.offset] != "[":
        return _parse_element(parser)
    return parser.nested(
        parser.parse_comma_separated_list, "[", lambda: _parse_nested_elements(parser)
    )


def _parse_flat_elements(parser: AttributeParser) -> tuple[list[int] | None, list[Any]]:
    """Parse nested lists; return their shape and their elements in order.

    A single element has no shape.
    """
    offset = parser.offset
    found = _flatten(_parse_nested_elements(parser))
    if found is None:
        message = "tensor literal is invalid; ranks are not consistent between elements"
        raise parser.error(message, offset)
    return found


def _raw(parser: AttributeParser, element: Element, type: Type) -> int:
    """Return an element as a raw number: an integer, or the bit pattern of a float."""
    if isinstance(element, Complex) or element.is_string:
        raise parser.error(f"expected an element of type '{type}'", element.offset)
    if element.is_bool:
        if type is I1:
            return int(element.spelling == "true")
        message = "expected i1 type for 'true' or 'false' values"
        if isinstance(type, FloatType):
            message = "expected floating-point elements, but parsed a bool"
        raise parser.error(message, element.offset)
    if isinstance(type, FloatType):
        return _float_bits(parser, element, type)
    assert isinstance(type, IntegerType | IndexType)
    if element.is_float:
        message = "expected integer elements, but parsed floating-point"
        raise parser.error(message, element.offset)
    return _integer(parser, element, type, "type")


def _raw_complex(parser: AttributeParser, element: Element, type: ComplexType) -> tuple[int, int]:
    if not isinstance(element, Complex):
        message = "expected complex elements '(real, imaginary)'"
        raise parser.error(message, element.offset)
    part = type.element_type
    return _raw(parser, element.real, part), _raw(parser, element.imaginary, part)


def _elements_attribute(
    parser: AttributeParser, flat: list[Element], type: ShapedType, splat: bool
) -> Attribute:
    """Return the attribute of these elements, or of one for all (`splat`)."""
    element_type = type.element_type
    if isinstance(element_type, ComplexType):
        return dense_attr(type, [_raw_complex(parser, each, element_type) for each in flat], splat)
    if isinstance(element_type, IntegerType | IndexType | FloatType):
        return dense_attr(type, [_raw(parser, each, element_type) for each in flat], splat)
    values: list[str] = []
    for element in flat:
        if isinstance(element, Complex) or not element.is_string:
            message = f"elements of type '{element_type}' have no number literals"
            raise parser.error(message, element.offset)
        values.append(parser.scanned(unescape, element.spelling, element.offset))
    if splat or (values and len(set(values)) == 1):
        return DenseStringElementsAttr(type, (values[0],), True)
    return DenseStringElementsAttr(type, tuple(values))


# Dense attributes. Each starts at `offset`; the cursor is at the `<`.


def _parse_elements_type(parser: AttributeParser, type: Type | None) -> tuple[Type, int]:
    """Parse the type after the brackets, unless one is given; return it and its end.

    The cursor then goes back to the content of the brackets, which can be read with its type only.
    """
    opening = parser.offset
    match = match_elements(parser.text, opening)
    parser.go_to(parser.bracket_end(opening) if match is None else match.end())
    if type is None:
        parser.parse_punctuation(":")
        type = parser.parse_type()
    end = parser.offset
    parser.go_to(opening + 1)
    return type, end


def _check_static(parser: AttributeParser, type: Type, offset: int) -> ShapedType:
    if not isinstance(type, ShapedType):
        raise parser.error("elements literal must be a shaped type", offset)
    if not type.has_static_shape():
        raise parser.error("elements literal type must have static shape", offset)
    return type


def _check_shape(
    parser: AttributeParser, shape: list[int] | None, type: ShapedType, offset: int
) -> None:
    expected = list(type.extents or ())
    if shape is not None and shape != expected:
        raise parser.error(
            f"inferred shape of elements literal ({shape}) does not match type ({expected})", offset
        )


def parse_dense(parser: AttributeParser, offset: int, given: Type | None) -> Attribute:
    """Parse `dense<elements> : type`."""
    any_type, end = _parse_elements_type(parser, given)
    type = _check_static(parser, any_type, offset)
    made = _parse_dense_body(parser, type, offset)
    parser.parse_punctuation(">")
    parser.offset = end
    return made


def _parse_dense_body(parser: AttributeParser, type: ShapedType, offset: int) -> Attribute:
    text = parser.text
    if text[parser.offset] == ">":
        if type.num_elements():
            message = f"parsed zero elements, but type ('{type}') expected at least 1"
            raise parser.error(message, offset)
        return dense_attr(type, [])
    buffer = _hexadecimal(text, parser.offset)
    if buffer is not None:
        parser.go_to(buffer.end())
        return _from_buffer(parser, buffer.group(1), type, offset)
    plain = _plain_elements(text, parser.offset)
    if plain is not None:
        made = _plain_dense(plain.group(), type)
        if made is not None:
            parser.go_to(plain.end())
            return made
    shape, flat = _parse_flat_elements(parser)
    _check_shape(parser, shape, type, offset)
    return _elements_attribute(parser, flat, type, shape is None)


def _from_buffer(parser: AttributeParser, digits: str, type: ShapedType, offset: int) -> Attribute:
    try:
        made = dense_from_buffer(type, bytes.fromhex(digits))
    except ValueError:
        raise parser.error("elements hex string needs two digits for each byte", offset) from None
    except TypeError:
        raise parser.error(
            f"elements of type '{type.element_type}' cannot be given as a hex string", offset
        ) from None
    if made is None:
        message = f"elements hex data size is invalid for provided type: '{type}'"
        raise parser.error(message, offset)
    return made


def parse_sparse(parser: AttributeParser, offset: int, given: Type | None) -> Attribute:
    """Parse `sparse<indices, values> : type`, or `sparse<> : type` if there are no values."""
    any_type, end = _parse_elements_type(parser, given)
    type = _check_static(parser, any_type, offset)
    rank = len(type.extents or ())
    index_shape: list[int] | None = [0]
    value_shape: list[int] | None = [0]
    indices: list[Element] = []
    values: list[Element] = []
    if parser.text[parser.offset] != ">":
        index_shape, indices = _parse_flat_elements(parser)
        parser.parse_punctuation(",")
        value_shape, values = _parse_flat_elements(parser)
    parser.parse_punctuation(">")
    parser.offset = end
    scalar = index_shape is None
    if index_shape is None:
        index_shape = [1, rank]
    elif index_shape == value_shape == [0]:
        index_shape = [0, rank]
    elif len(index_shape) == 1:  # one index for all, `sparse<[1, 2], 5>`, or one number each
        index_shape = [1, *index_shape] if value_shape is None else [*index_shape, 1]
    if index_shape[1:] != [rank]:
        message = f"expected {rank} numbers in each index of elements of type '{type}'"
        raise parser.error(message, offset)
    index_type = RankedTensorType(tuple(index_shape), I64)
    value_type = RankedTensorType((index_shape[0],), type.element_type)
    positions = _elements_attribute(parser, indices, index_type, scalar)
    _check_shape(parser, value_shape, value_type, offset)
    entries = _elements_attribute(parser, values, value_type, value_shape is None)
    assert isinstance(positions, DenseElementsAttr)
    assert isinstance(entries, DenseElementsAttr | DenseStringElementsAttr)
    for number, position in enumerate(elements(positions)):
        extent = (type.extents or ())[number % rank]
        if not isinstance(position, int) or not 0 <= position < extent:
            message = f"sparse index {position} lies outside of the extent {extent}"
            raise parser.error(message, offset)
    return SparseElementsAttr(type, positions, entries)


def parse_dense_resource(parser: AttributeParser, offset: int, given: Type | None) -> Attribute:
    """Parse `dense_resource<key> : type`."""
    type, end = _parse_elements_type(parser, given)
    key = parser.parse_keyword_or_string()
    parser.parse_punctuation(">")
    parser.offset = end
    if not isinstance(type, ShapedType):
        raise parser.error("`dense_resource` expected a shaped type", offset)
    return DenseResourceElementsAttr(type, key)


def parse_dense_array(parser: AttributeParser, offset: int, _type: Type | None) -> Attribute:
    """Parse `array<type: elements>`."""
    parser.parse_punctuation("<")
    type = parser.parse_type()
    if not isinstance(type, IntegerType | FloatType):
        raise parser.error("expected integer or float type", offset)
    if type.width not in (1, 8, 16, 32, 64):
        raise parser.error("element type bitwidth must be a multiple of 8", offset)
    values: list[int] = []
    if parser.parse_optional_punctuation(":"):
        values = _parse_array_elements(parser, type)
    if not parser.parse_optional_punctuation(">"):
        raise parser.expected("',' or '>'" if values else "':' or '>'")
    return DenseArrayAttr(type, tuple(values))


def _parse_array_elements(parser: AttributeParser, type: IntegerType | FloatType) -> list[int]:
    plain = _plain_elements(parser.text, parser.offset)
    if plain is not None and isinstance(type, IntegerType):
        values = _plain_value(f"[{plain.group()}]")
        if values and _are_plain(values, type, plain.group()):
            parser.go_to(plain.end())
            return _signed(map(int, values), type)
    values = parser.parse_comma_separated_list(
        None, lambda: _raw(parser, _parse_element(parser), type)
    )
    return _signed(values, type)


def _integer_range(type: IntegerType | IndexType) -> tuple[int, int]:
    """Return the least and greatest literal of a type. Signless literals may be signed or not."""
    if isinstance(type, IndexType):
        return -(1 << 63), (1 << 63) - 1
    if type.width == 0:
        return 0, 0
    low = 0 if type.signedness is Signedness.UNSIGNED else -(1 << (type.width - 1))
    bits = type.width - 1 if type.signedness is Signedness.SIGNED else type.width
    return low, (1 << bits) - 1


def _signed(values: Iterable[int], type: IntegerType | FloatType) -> list[int]:
    """Return raw elements as the values of a dense array, in which integers are signed."""
    if isinstance(type, FloatType) or type is I1:
        return list(values)
    limit, span = 1 << (type.width - 1), 1 << type.width
    return [value - span if value >= limit else value for value in values]


def _flatten(value: Any) -> tuple[list[int] | None, list[Any]] | None:
    """Return the shape of nested lists and their elements; None if lengths within a level differ.

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


# Plain numbers, read fast with `json`. The functions return None if the result might be wrong.


def _plain_value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _are_plain(flat: list[Any], type: Type, text: str) -> bool:
    """Return whether the literals are numbers of this type, or bools if it is i1.

    `text` is their source.
    """
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
