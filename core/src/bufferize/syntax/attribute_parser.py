"""Attributes, dictionaries, affine maps and locations at the cursor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from bufferize.ir import (
    FALSE,
    NONE,
    TRUE,
    UNIT,
    AffineMap,
    Attribute,
    DenseResourceElementsAttr,
    DictionaryAttr,
    IntegerSet,
    Location,
    OpaqueAttr,
    ShapedType,
    StringAttr,
    SymbolRefAttr,
    Type,
    TypeAttr,
    parameters,
)
from bufferize.syntax.literals import Number, number_attribute
from bufferize.syntax.scanner import (
    STRING,
    SYMBOL,
    WORD,
    match_angles,
    match_braces,
    match_elements,
    match_number,
    match_squares,
    match_symbol_reference,
    match_word,
    unquote,
)
from bufferize.syntax.simple_attributes import simple_attribute
from bufferize.syntax.type_parser import TypeParser

if TYPE_CHECKING:
    from bufferize.define.context import Context

AttributeT = TypeVar("AttributeT", bound=Attribute)

_WORDS: dict[str, Attribute] = {"true": TRUE, "false": FALSE, "unit": UNIT}
_ANGLED = frozenset(("affine_map", "affine_set", "array", "strided"))
_TYPED = frozenset(("dense", "sparse", "dense_resource"))

# Longer literals are worth more memory than a second parse is worth time.
_LONGEST_MEMO = 256

_key = re.compile(rf"({WORD}|{STRING})\s*(=(?!=))?", re.ASCII).match
_resource_key = re.compile(rf"\s*<\s*({WORD}|{STRING})\s*>", re.ASCII).match
_symbols = re.compile(SYMBOL, re.ASCII)
_map_head = re.compile(r"\(([^()\0]*)\)\s*(?:\[[^\[\]\0]*\]\s*)?(->|:)\s*(?=\()").match
_location_alias = re.compile(r"loc\s*\(\s*#([\w$.-]+)\s*\)", re.ASCII).match
_location_start = re.compile(r"loc\s*(?=\()").match
_properties = re.compile(r"<\s*(?=\{)").match


@parameters
class DeferredLoc(Location):
    """`loc(#alias)` before the alias is defined; replaced when the whole text is read."""

    alias: str
    offset: int


class AttributeParser(TypeParser):
    """Parses attributes, with all that `TypeParser` does."""

    __slots__ = (
        "_attribute_memo",
        "_dictionary_memo",
        "attribute_aliases",
        "has_deferred_locations",
    )

    def __init__(self, text: str, context: Context, filename: str) -> None:
        super().__init__(text, context, filename)
        self.attribute_aliases: dict[str, Attribute] = {}
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
            match = match_squares(text, offset, offset + _LONGEST_MEMO)
            return self._read_attribute(match.end() if match else self._blob_end(offset))
        if character == "{":
            return DictionaryAttr.of(self._parse_dictionary())
        if character == "#":
            return self._parse_hash(type)
        if character in "!(":
            found = self.parse_optional_type()
            return None if found is None else TypeAttr(found)
        return None

    def _read_attribute(self, end: int) -> Attribute:
        """The attribute from the cursor to `end`, of the table or else of the grammar."""
        offset, text = self.offset, self.text
        short = end - offset <= _LONGEST_MEMO
        spelling = text[offset:end].rstrip()  # of a type at the end more may have been taken
        known = self._attribute_memo.get(spelling)
        if known is None:
            known = simple_attribute(spelling, self.attribute_aliases)
            if known is None:
                known = self._read("attribute", offset, end)
                assert isinstance(known, Attribute)
            if short:
                self._attribute_memo[spelling] = known
        self._go_to(end)
        return known

    def _parse_word_attribute(self, type: Type | None) -> Attribute | None:
        offset, text = self.offset, self.text
        match = match_word(text, offset)
        if match is None:  # a letter that is not ASCII
            return None
        word = match.group()
        known = _WORDS.get(word)
        if known is not None:
            self._go_to(match.end())
            return known
        if word in _ANGLED:
            end = self._angles_end(match.end())
            return None if end < 0 else self._read_attribute(end)
        if word in _TYPED:
            return self._parse_elements(word, match.end(), type)
        if word == "loc":
            return self.parse_optional_location()
        if word == "distinct":
            return self._parse_distinct(match.end())
        found = self.parse_optional_type()
        return None if found is None else TypeAttr(found)

    def _angles_end(self, offset: int) -> int:
        """Where the `<…>` after `offset` ends, -1 if none is there."""
        self_offset = self.offset
        self._go_to(offset)
        opening, self.offset = self.offset, self_offset
        if self.text[opening] != "<":
            return -1
        text = self.text
        match = (
            match_elements(text, opening)
            if text.startswith("dense", self_offset)
            else match_angles(text, opening)
        )
        return match.end() if match is not None else self._blob_end(opening)

    def _parse_elements(self, word: str, after_word: int, type: Type | None) -> Attribute | None:
        """`dense<…> : type` and its like, the type taken from the caller if it gives one."""
        offset = self.offset
        end = self._angles_end(after_word)
        if end < 0:
            return None
        if type is not None and word == "dense":
            # Imported here with the grammar itself, see _read.
            from bufferize.syntax.dense_literals import dense_elements

            body, _ = self._read("dense_literal", offset, end)
            self._go_to(end)
            return self.scanned(dense_elements, body, type, offset)
        if type is not None and word == "dense_resource" and isinstance(type, ShapedType):
            key = _resource_key(self.text, after_word)
            if key is not None:
                self._go_to(end)
                return DenseResourceElementsAttr(type, unquote(key.group(1), key.start(1)))
        self._go_to(end)
        self.parse_punctuation(":")
        self.parse_type()
        end, self.offset = self.offset, offset
        return self._read_attribute(end)

    def _parse_distinct(self, after_word: int) -> Attribute | None:
        offset, text = self.offset, self.text
        self._go_to(after_word)
        opening, self.offset = self.offset, offset
        if text[opening] != "[":
            return None
        closing = self._blob_end(opening)
        end = self._angles_end(closing)
        if end < 0:
            raise self.error("expected '<'", closing)
        return self._read_attribute(end)

    def _parse_number(self, type: Type | None) -> Attribute | None:
        offset, text = self.offset, self.text
        negative = text[offset] == "-"
        if negative:
            if text[offset + 1] == ">":
                return None
            self._go_to(offset + 1)
        match = match_number(text, self.offset)
        if match is None:
            raise self.expected("integer or floating point literal")
        number = Number(negative, match.group(), offset)
        self._go_to(match.end())
        if type is None and self.parse_optional_punctuation(":"):
            type = self.parse_type()
        return self.scanned(number_attribute, number, type)

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

    # Dialects' attributes

    def dialect_attribute_at(self, offset: int) -> tuple[Attribute, int]:
        """The attribute alias or dialect attribute at `offset` (a `#`), and where it ends."""
        return self._at(offset, self._dialect_attribute)

    def _parse_hash(self, type: Type | None) -> Attribute:
        offset = self.offset
        attribute = self._dialect_attribute()
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

    def _dialect_attribute(self) -> Attribute:
        offset = self.offset
        dialect, mnemonic, bracket = self._dialect_name("attribute")
        if not dialect:
            alias = self.attribute_aliases.get(mnemonic)
            if alias is None:
                raise self.error(f"undefined symbol alias id '{mnemonic}'", offset)
            return alias
        declared = self.context.dialect(dialect)
        if not bracket and declared is not None:
            cls = declared.attributes.get(mnemonic)
            if cls is not None:
                return self._parameters(cls, offset)  # type: ignore[no-any-return]
        if dialect == "builtin":  # whose attributes all have a syntax of their own
            raise self.error("dialect 'builtin' provides no attribute parsing hook", offset)
        if declared is None:
            self._check_unregistered(dialect, offset)
        if bracket:
            return OpaqueAttr(dialect, *self._quoted_data())
        return OpaqueAttr(dialect, self._pretty_data(mnemonic))

    # Dictionaries

    def _parse_dictionary(self) -> dict[str, Attribute]:
        """`{…}`; the dictionary is shared between equal spellings, copy it to change it.

        The grammar reads dictionaries as well, within brackets; here each value has a chance to
        be known by its text.
        """
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
        """`{…}`, if it comes next."""
        if self.text[self.offset] != "{":
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

    # Affine maps and sets without their keyword

    def parse_affine_map(self) -> AffineMap:
        """`(d0)[s0] -> (…)` without the `affine_map<>` around."""
        map = self._parse_map("affine_map", "->")
        assert isinstance(map, AffineMap)
        return map

    def parse_integer_set(self) -> IntegerSet:
        """`(d0)[s0] : (…)` without the `affine_set<>` around."""
        set = self._parse_map("integer_set", ":")
        assert isinstance(set, IntegerSet)
        return set

    def _parse_map(self, rule: str, arrow: str) -> object:
        offset = self.offset
        head = _map_head(self.text, offset)
        if head is None or head.group(2) != arrow:
            kind = "affine map" if arrow == "->" else "integer set"
            raise self.expected(f"{kind}: '(dims)[symbols] {arrow} (...)'")
        end = self._blob_end(head.end())
        made: object = self._read(rule, offset, end)
        self._go_to(end)
        return made

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
        opening = match.end()
        end = self._blob_end(opening)
        location = self._read("location", opening + 1, end - 1)
        assert isinstance(location, Location)
        self._go_to(end)
        return location

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
