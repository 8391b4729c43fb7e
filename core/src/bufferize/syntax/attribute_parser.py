"""Attributes, dictionaries and locations at the cursor."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from bufferize.ir import (
    DYNAMIC,
    FALSE,
    NONE,
    TRUE,
    UNIT,
    UNKNOWN_LOC,
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    CallSiteLoc,
    DenseResourceElementsAttr,
    DictionaryAttr,
    DistinctAttr,
    DistinctId,
    FileLineColLoc,
    FusedLoc,
    IntegerSetAttr,
    Location,
    NameLoc,
    OpaqueAttr,
    ShapedType,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    Type,
    TypeAttr,
    parameters,
)
from bufferize.syntax.literal_parser import LiteralParser
from bufferize.syntax.scanner import (
    STRING,
    SYMBOL,
    WORD,
    match_attribute,
    match_braces,
    match_number,
    match_symbol_reference,
    match_word,
    small_integer,
    unquote,
)

if TYPE_CHECKING:
    from bufferize.define.context import Context

AttributeT = TypeVar("AttributeT", bound=Attribute)

_WORDS: dict[str, Attribute] = {"true": TRUE, "false": FALSE, "unit": UNIT}

# Longer literals are worth more memory than a second parse is worth time.
_LONGEST_MEMO = 256

_key = re.compile(rf"({WORD}|{STRING})\s*(=(?!=))?", re.ASCII).match
_symbols = re.compile(SYMBOL, re.ASCII)
_location_alias = re.compile(r"loc\s*\(\s*#([\w$.-]+)\s*\)", re.ASCII).match
_location_start = re.compile(r"loc\s*(?=\()").match
_properties = re.compile(r"<\s*(?=\{)").match


@parameters
class DeferredLoc(Location):
    """`loc(#alias)` before the alias is defined; replaced when the whole text is read."""

    alias: str
    offset: int


class AttributeParser(LiteralParser):
    """Parses attributes, with all that `LiteralParser` does."""

    __slots__ = (
        "_attribute_memo",
        "_dictionary_memo",
        "_distinct_ids",
        "has_deferred_locations",
    )

    def __init__(self, text: str, context: Context, filename: str) -> None:
        super().__init__(text, context, filename)
        self._distinct_ids: dict[int, DistinctId] = {}
        self.has_deferred_locations = False
        self._attribute_memo: dict[str, Attribute] = {}
        self._dictionary_memo: dict[str, dict[str, Attribute]] = {}

    # Attributes

    def parse_attribute(self, type: Type | None = None) -> Attribute:
        """An attribute; a literal takes the given type and then has no `: type` of its own."""
        attribute = self.parse_optional_attribute(type)
        if attribute is None:
            word = match_word(self.text, self.offset)
            if word is not None:
                raise self.error(
                    f"expected attribute value: there is no builtin attribute '{word.group()}'"
                )
            raise self.expected("attribute value")
        return attribute

    def parse_optional_attribute(self, type: Type | None = None) -> Attribute | None:
        """An attribute, if one comes next."""
        offset, text = self.offset, self.text
        character = text[offset]
        if character.isalpha() or character == "_":
            return self._parse_word_attribute(type)
        if character in "0123456789-":
            return self._parse_number(type)
        if character == '"':
            value = self.parse_string()
            if type is None and self.parse_optional_punctuation(":"):
                type = self.parse_type()
            return StringAttr(value) if type is None else StringAttr(value, type)
        if character == "@":
            return self._parse_symbol_reference()
        if character == "[":
            return self._remembered(offset, AttributeParser._parse_array, None)
        if character == "{":
            return DictionaryAttr.of(self._parse_dictionary())
        if character == "#":
            return self._parse_hash(type)
        if character in "!(":
            found = self.parse_optional_type()
            return None if found is None else TypeAttr(found)
        return None

    def _parse_word_attribute(self, type: Type | None) -> Attribute | None:
        offset = self.offset
        match = match_word(self.text, offset)
        if match is None:  # a letter that is not ASCII
            return None
        word = match.group()
        known = _WORDS.get(word)
        if known is not None:
            self._go_to(match.end())
            return known
        form = _IN_BRACKETS.get(word)
        if form is None:
            found = self.parse_optional_type()
            return None if found is None else TypeAttr(found)
        opening, read = form
        self._go_to(match.end())
        if self.text[self.offset] != opening:
            self.offset = offset
            return None
        self.offset = offset
        return self._remembered(match.end(), read, type)

    def _remembered(
        self,
        start: int,
        read: Callable[[AttributeParser, int, Type | None], Attribute],
        type: Type | None,
    ) -> Attribute:
        """What `read` makes of the brackets after `start`, or once made of the same text."""
        offset, text = self.offset, self.text
        match = None
        if type is None:
            match = match_attribute(text, offset, offset + _LONGEST_MEMO)
        if match is not None:
            known = self._attribute_memo.get(match.group())
            if known is not None:
                self._go_to(match.end())
                return known
        self._go_to(start)
        if match is None:
            return self.nested(read, self, offset, type)
        self.enter()
        made = read(self, offset, type)
        self.leave()
        self._attribute_memo[match.group()] = made
        return made

    # What stands in brackets; `offset` is where the attribute starts, the cursor at the bracket.

    def _parse_array(self, offset: int, _type: Type | None) -> Attribute:
        return ArrayAttr(tuple(self.parse_comma_separated_list("[", self.parse_attribute)))

    def _parse_map_attribute(self, offset: int, _type: Type | None) -> Attribute:
        self.parse_punctuation("<")
        map = self.parse_affine_map()
        self.parse_punctuation(">")
        return AffineMapAttr(map)

    def _parse_set_attribute(self, offset: int, _type: Type | None) -> Attribute:
        self.parse_punctuation("<")
        set = self.parse_integer_set()
        self.parse_punctuation(">")
        return IntegerSetAttr(set)

    def _parse_strided(self, offset: int, _type: Type | None) -> Attribute:
        """`strided<[strides], offset: offset>`."""
        self.parse_punctuation("<")
        strides = self.parse_comma_separated_list("[", self._parse_stride)
        start = 0
        if self.parse_optional_punctuation(","):
            if not self.parse_optional_keyword("offset"):
                raise self.error("expected 'offset' after comma")
            self.parse_punctuation(":")
            start = self._parse_stride()
        self.parse_punctuation(">")
        return StridedLayoutAttr(start, tuple(strides))

    def _parse_stride(self) -> int:
        if self.parse_optional_punctuation("?"):
            return DYNAMIC
        stride = self.parse_optional_integer()
        if stride is None:
            raise self.expected("integer or '?'")
        return stride

    def _parse_dense_resource(self, offset: int, given: Type | None) -> Attribute:
        """`dense_resource<key> : type`."""
        type, end = self._parse_elements_type(given)
        key = self.parse_keyword_or_string()
        self.parse_punctuation(">")
        self.offset = end
        if not isinstance(type, ShapedType):
            raise self.error("`dense_resource` expected a shaped type", offset)
        return DenseResourceElementsAttr(type, key)

    def _parse_distinct(self, offset: int, _type: Type | None) -> Attribute:
        """`distinct[number]<attribute>`; equal numbers are one identity within a text."""
        self.parse_punctuation("[")
        identity = self._distinct_ids.setdefault(self._parse_count(), DistinctId())
        self.parse_punctuation("]")
        self.parse_punctuation("<")
        referenced = UNIT if self.text[self.offset] == ">" else self.parse_attribute()
        self.parse_punctuation(">")
        return DistinctAttr(identity, referenced)

    def _parse_count(self) -> int:
        match = match_number(self.text, self.offset)
        if match is None or "." in match.group():
            raise self.expected("integer")
        count = self.scanned(small_integer, match.group(), self.offset)
        self._go_to(match.end())
        return count

    def _parse_symbol_reference(self) -> Attribute:
        match = match_symbol_reference(self.text, self.offset)
        if match is None:
            raise self.error("@ identifier expected to start with letter or '_'")
        names = match.group()
        if "::" not in names and '"' not in names:
            reference = SymbolRefAttr(names[1:])
        else:
            parts = [self.scanned(unquote, n[1:], self.offset) for n in _symbols.findall(names)]
            reference = SymbolRefAttr(parts[0], tuple(parts[1:]))
        self._go_to(match.end())
        return reference

    def parse_custom_attribute(self, cls: type[AttributeT]) -> AttributeT:
        """An attribute of this class, with or without its `#dialect.mnemonic`."""
        offset = self.offset
        if self.text[offset] != "#" and hasattr(cls, "parse_parameters"):
            made: AttributeT = self._parameters(cls, offset)
            return made
        attribute = self.parse_attribute()
        if not isinstance(attribute, cls):
            name = f"#{cls.dialect_name}.{cls.mnemonic}" if cls.mnemonic else cls.__name__
            raise self.error(f"expected an attribute {name}, got '{attribute}'", offset)
        return attribute

    def _parse_hash(self, type: Type | None) -> Attribute:
        offset = self.offset
        attribute: Attribute = self._parse_dialect_symbol("attribute", self.attribute_aliases)
        # As in MLIR a type may follow; attributes of known classes take care of theirs.
        if isinstance(attribute, OpaqueAttr) and attribute.type is NONE:
            name = self.text[offset + 1 : self.offset].rstrip()
            if name in self.attribute_aliases:
                return attribute
            if type is None and self.parse_optional_punctuation(":"):
                type = self.parse_type()
            if type is not None:
                return OpaqueAttr(attribute.dialect, attribute.data, attribute.quoted, type)
        return attribute

    # Dictionaries

    def _parse_dictionary(self) -> dict[str, Attribute]:
        """`{…}`; the dictionary is shared between equal spellings, copy it to change it."""
        offset, text = self.offset, self.text
        match = match_braces(text, offset, offset + _LONGEST_MEMO)
        if match is not None:
            known = self._dictionary_memo.get(match.group())
            if known is not None:
                self._go_to(match.end())
                return known
        self.enter()
        known = {}
        self._go_to(offset + 1)
        if not self.parse_optional_punctuation("}"):
            self._parse_entry(known)
            while self.parse_optional_punctuation(","):
                self._parse_entry(known)
            if not self.parse_optional_punctuation("}"):
                raise self.expected("',' or '}' in attribute dictionary")
        self.leave()
        if match is not None:
            self._dictionary_memo[match.group()] = known
        return known

    def _parse_entry(self, entries: dict[str, Attribute]) -> None:
        """`key = value`, or `key` alone for a unit attribute."""
        offset = self.offset
        match = _key(self.text, offset)
        if match is None:
            raise self.expected("attribute name")
        key, equals = match.groups()
        name = self.scanned(unquote, key, offset)
        if not name:
            raise self.error("expected valid attribute name")
        if name in entries:
            raise self.error(f"duplicate key '{name}' in dictionary attribute")
        self._go_to(match.end())
        entries[name] = self.parse_attribute() if equals else UNIT

    def parse_optional_attr_dict(self) -> dict[str, Attribute]:
        """`{…}`, if it comes next; `{-#` begins no attributes."""
        if self.text[self.offset] != "{" or self.text.startswith("{-#", self.offset):
            return {}
        return self._parse_dictionary().copy()

    def parse_optional_attr_dict_with_keyword(self) -> dict[str, Attribute]:
        """`attributes {…}`, if it comes next."""
        if not self.parse_optional_keyword("attributes"):
            return {}
        if self.text[self.offset] != "{":
            raise self.expected("'{'")
        return self._parse_dictionary().copy()

    def parse_optional_prop_dict(self) -> dict[str, Attribute]:
        """`<{…}>`, if it comes next."""
        match = _properties(self.text, self.offset)
        if match is None:
            return {}
        self.offset = match.end()
        entries = self._parse_dictionary().copy()
        self.parse_punctuation(">")
        return entries

    # Locations

    def parse_optional_location(self) -> Location | None:
        """`loc(…)`, if it comes next."""
        offset, text = self.offset, self.text
        if not text.startswith("loc", offset):
            return None
        alias = _location_alias(text, offset)
        if alias is not None and "." not in alias.group(1):
            self._go_to(alias.end())
            name = alias.group(1)
            known = self.attribute_aliases.get(name)
            if known is None:
                self.has_deferred_locations = True
                return DeferredLoc(name, offset)
            return self.as_location(known, offset)
        match = _location_start(text, offset)
        if match is None:
            return None
        self._go_to(match.end())
        return self.nested(self._parse_location)

    def _parse_location(self) -> Location:
        """`(location)`."""
        self.parse_punctuation("(")
        location = self._parse_location_body()
        self.parse_punctuation(")")
        return location

    def _parse_location_attribute(self, offset: int, _type: Type | None) -> Attribute:
        return self._parse_location()

    def _parse_location_body(self) -> Location:
        offset = self.offset
        if self.text[offset] == "#":
            alias = self._parse_dialect_symbol("attribute", self.attribute_aliases)
            return self.as_location(alias, offset)
        name = self.parse_optional_string()
        if name is not None:
            if self.parse_optional_punctuation(":"):
                return self._parse_file_location(name)
            if self.text[self.offset] == "(":
                return NameLoc(name, self.nested(self._parse_location))
            return NameLoc(name, UNKNOWN_LOC)
        if self.parse_optional_keyword("unknown"):
            return UNKNOWN_LOC
        if self.parse_optional_keyword("callsite"):
            return self.nested(self._parse_callsite)
        if self.parse_optional_keyword("fused"):
            return self._parse_fused()
        raise self.expected("location")

    def _parse_file_location(self, file: str) -> Location:
        """`"file":line:column to line:column` from the first line number on."""
        take = self.parse_optional_punctuation
        line, column, end_line, end_column = self._parse_count(), 0, 0, 0
        if take(":"):
            column = self._parse_count()
            if self.parse_optional_keyword("to"):
                if not take(":"):
                    if match_number(self.text, self.offset) is None:
                        raise self.expected("':' or integer")
                    end_line = self._parse_count()
                    self.parse_punctuation(":")
                end_column = self._parse_count()
        return FileLineColLoc(file, line, column, 0 if end_line == line else end_line, end_column)

    def _parse_callsite(self) -> Location:
        """`(callee at caller)`."""
        self.parse_punctuation("(")
        callee = self._parse_location_body()
        self.parse_keyword("at")
        caller = self._parse_location_body()
        self.parse_punctuation(")")
        return CallSiteLoc(callee, caller)

    def _parse_fused(self) -> Location:
        """`<metadata>[locations]`."""
        metadata = None
        if self.parse_optional_punctuation("<"):
            metadata = self.parse_attribute()
            self.parse_punctuation(">")
        elif self.text[self.offset] != "[":
            raise self.expected("'<' or '['")
        locations = self.nested(self.parse_comma_separated_list, "[", self._parse_location_body)
        return FusedLoc.simplified(locations, metadata)

    def as_location(self, attribute: Attribute, offset: int) -> Location:
        """The attribute, which must be a location."""
        if not isinstance(attribute, Location):
            raise self.error(f"expected location, but found '{attribute}'", offset)
        return attribute

    def resolve_location(self, location: Location) -> Location:
        """The location that a deferred one stands for, once all aliases are known."""
        if not isinstance(location, DeferredLoc):
            return location
        known = self.attribute_aliases.get(location.alias)
        if known is None:
            raise self.error(
                f"operation location alias was never defined: '#{location.alias}'",
                location.offset,
            )
        return self.as_location(known, location.offset)


_Reader = Callable[[AttributeParser, int, Type | None], Attribute]
_IN_BRACKETS: Final[dict[str, tuple[str, _Reader]]] = {
    "dense": ("<", AttributeParser._parse_dense),
    "array": ("<", AttributeParser._parse_dense_array),
    "affine_map": ("<", AttributeParser._parse_map_attribute),
    "strided": ("<", AttributeParser._parse_strided),
    "affine_set": ("<", AttributeParser._parse_set_attribute),
    "dense_resource": ("<", AttributeParser._parse_dense_resource),
    "sparse": ("<", AttributeParser._parse_sparse),
    "distinct": ("[", AttributeParser._parse_distinct),
    "loc": ("(", AttributeParser._parse_location_attribute),
}
