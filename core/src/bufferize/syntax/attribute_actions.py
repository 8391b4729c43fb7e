"""What the attributes in grammar.lark mean."""

from __future__ import annotations

from typing import Any

from bufferize.ir import (
    DYNAMIC,
    FALSE,
    TRUE,
    UNIT,
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    DenseResourceElementsAttr,
    DictionaryAttr,
    DistinctAttr,
    IntegerSet,
    IntegerSetAttr,
    OpaqueAttr,
    ShapedType,
    SparseElementsAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    Type,
    TypeAttr,
)
from bufferize.syntax.dense_literals import (
    DenseBody,
    Element,
    Empty,
    Hexadecimal,
    Numbers,
    Pair,
    Text,
    Values,
    dense_array,
    dense_elements,
)
from bufferize.syntax.literals import Number, number_attribute
from bufferize.syntax.scanner import ScanError, small_integer, unescape, unquote
from bufferize.syntax.sparse import sparse_elements


class AttributeActions:
    """Attributes, dictionaries and dense literals."""

    def attribute(self, attribute: Attribute) -> Attribute:
        """An attribute that one rule below gave."""
        return attribute

    def attributes(self, *attributes: Attribute) -> tuple[Attribute, ...]:
        """Attributes with commas between."""
        return attributes

    def type_attribute(self, type: Type) -> Attribute:
        """A type."""
        return TypeAttr(type)

    def typed_attribute(self, token: Any, type: Type) -> Attribute:
        """`#dialect<"data"> : type`."""
        attribute = token.value
        if isinstance(attribute, OpaqueAttr):
            return OpaqueAttr(attribute.dialect, attribute.data, attribute.quoted, type)
        if getattr(attribute, "type", None) is not type:
            raise ScanError(f"'{token}' has no type of its own", token.start_pos)
        return attribute  # type: ignore[no-any-return]  # a token's value is Any

    def unit(self, _token: Any) -> Attribute:
        """`unit`."""
        return UNIT

    def true(self, _token: Any) -> Attribute:
        """`true`."""
        return TRUE

    def false(self, _token: Any) -> Attribute:
        """`false`."""
        return FALSE

    def number(self, minus: Any, token: Any) -> Number:
        """A number and its sign."""
        start = token.start_pos if minus is None else minus.start_pos
        return Number(minus is not None, str(token), start)

    def untyped_number(self, number: Number) -> Attribute:
        """A number without a type."""
        return number_attribute(number, None)

    def typed_number(self, number: Number, type: Type) -> Attribute:
        """`number : type`."""
        return number_attribute(number, type)

    def string(self, token: Any) -> Attribute:
        """`"text"`."""
        return StringAttr(unescape(token, token.start_pos))

    def typed_string(self, token: Any, type: Type) -> Attribute:
        """`"text" : type`."""
        return StringAttr(unescape(token, token.start_pos), type)

    def symbol_reference(self, *tokens: Any) -> Attribute:
        """`@root::@nested`."""
        names = [unquote(token[1:], token.start_pos + 1) for token in tokens]
        return SymbolRefAttr(names[0], tuple(names[1:]))

    def array(self, attributes: tuple[Attribute, ...] | None) -> Attribute:
        """`[attributes]`."""
        return ArrayAttr(attributes or ())

    # Dictionaries

    def entry(self, key: Any, value: Attribute | None) -> tuple[Any, Attribute]:
        """`key = value`, or `key` alone for a unit attribute."""
        return key, UNIT if value is None else value

    def entries(self, *entries: tuple[Any, Attribute]) -> tuple[tuple[Any, Attribute], ...]:
        """Entries with commas between."""
        return entries

    def dictionary(self, entries: tuple[tuple[Any, Attribute], ...] | None) -> dict[str, Attribute]:
        """`{entries}`."""
        result: dict[str, Attribute] = {}
        for token, value in entries or ():
            name = unquote(token, token.start_pos)
            if not name:
                raise ScanError("expected valid attribute name", token.start_pos)
            if name in result:
                raise ScanError(f"duplicate key '{name}' in dictionary attribute", token.start_pos)
            result[name] = value
        return result

    def dictionary_attribute(self, entries: dict[str, Attribute]) -> Attribute:
        """A dictionary as an attribute."""
        return DictionaryAttr.of(entries)

    # Elements

    def numbers(self, token: Any) -> DenseBody:
        """Plain numbers, read as one."""
        return Numbers(token.value, str(token), token.start_pos)

    def hexadecimal(self, token: Any) -> DenseBody:
        """The raw buffer."""
        return Hexadecimal(token.value, token.start_pos)

    def values(self, value: Any) -> DenseBody:
        """Elements one by one."""
        return Values(_elements(value), _first_offset(value))

    def dense_list(self, values: list[Any] | None) -> list[Any]:
        """`[values]`."""
        return values or []

    def dense_values(self, *values: Any) -> list[Any]:
        """Values with commas between."""
        return list(values)

    def complex_element(self, first: Any, second: Any) -> Pair:
        """`(real, imaginary)`."""
        parts = (_element(first), _element(second))
        return Pair(parts, parts[0].offset - 1)

    def dense_literal(self, opening: Any, body: DenseBody) -> tuple[DenseBody, int]:
        """`dense<body>` and where it starts."""
        return body, opening.start_pos

    def dense_empty(self, opening: Any) -> tuple[DenseBody, int]:
        """`dense<>`."""
        return Empty(opening.start_pos), opening.start_pos

    def dense_elements(self, literal: tuple[DenseBody, int], type: Type) -> Attribute:
        """`dense<body> : type`."""
        return dense_elements(literal[0], type, literal[1])

    def dense_resource(self, token: Any, type: Type) -> Attribute:
        """`dense_resource<key> : type`."""
        if not isinstance(type, ShapedType):
            raise ScanError("`dense_resource` expected a shaped type", token.start_pos)
        return DenseResourceElementsAttr(type, unquote(token.value, token.start_pos))

    def sparse_elements(
        self, opening: Any, indices: DenseBody | None, values: DenseBody | None, type: Type
    ) -> SparseElementsAttr:
        """`sparse<indices, values> : type`."""
        return sparse_elements(indices, values, type, opening.start_pos)

    def array_elements(self, *elements: Any) -> list[Element]:
        """Elements of `array<…>`."""
        return [_element(each) for each in elements]

    def dense_array(self, opening: Any, type: Type, elements: list[Element] | None) -> Attribute:
        """`array<type: elements>`."""
        return dense_array(type, elements or [], opening.start_pos)

    # Layouts, maps and the rest

    def dynamic_extent(self, _token: Any) -> int:
        """`?`."""
        return DYNAMIC

    def extent(self, minus: Any, token: Any) -> int:
        """An integer stride or offset."""
        value = small_integer(token, token.start_pos)
        return value if minus is None else -value

    def extents(self, *extents: int) -> tuple[int, ...]:
        """Strides with commas between."""
        return extents

    def strided(
        self, strides: tuple[int, ...] | None, word: Any = None, offset: int | None = None
    ) -> Attribute:
        """`strided<[strides], offset: offset>`."""
        if word is not None and word != "offset":
            raise ScanError("expected 'offset' after comma", word.start_pos)
        return StridedLayoutAttr(offset or 0, strides or ())

    def affine_map_attribute(self, map: AffineMap) -> Attribute:
        """`affine_map<map>`."""
        return AffineMapAttr(map)

    def integer_set_attribute(self, set: IntegerSet) -> Attribute:
        """`affine_set<set>`."""
        return IntegerSetAttr(set)

    def distinct(self, token: Any, attribute: Attribute | None) -> Attribute:
        """`distinct[id]<attribute>`."""
        return DistinctAttr(token.value, UNIT if attribute is None else attribute)

    def location_attribute(self, location: Attribute) -> Attribute:
        """`loc(location)` as an attribute."""
        return location


def _element(value: Any) -> Element:
    """A token or parsed number as an element of a dense literal."""
    if isinstance(value, Number | Pair):
        return value
    if value.type == "STRING":
        return Text(unescape(value, value.start_pos), value.start_pos)
    return Text(value.type == "TRUE", value.start_pos)


def _elements(value: Any) -> Any:
    if isinstance(value, list):
        return [_elements(each) for each in value]
    return _element(value)


def _first_offset(value: Any) -> int:
    while isinstance(value, list):
        if not value:
            return -1
        value = value[0]
    return _element(value).offset
