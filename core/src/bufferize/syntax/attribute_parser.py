"""Types, attributes, dictionaries and locations, read from their text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bufferize import ir
from bufferize.define.asm import UnresolvedOperand
from bufferize.ir import Attribute, Type
from bufferize.syntax.affine import AffineReader, parse_affine_map, parse_integer_set
from bufferize.syntax.cursor import Cursor
from bufferize.syntax.literals import (
    parse_dense,
    parse_dense_array,
    parse_dense_resource,
    parse_float,
    parse_number,
    parse_sparse,
)
from bufferize.syntax.scanner import (
    STRING,
    SYMBOL,
    WORD,
    match_attribute,
    match_braces,
    match_dialect_name,
    match_function_type,
    match_number,
    match_string,
    match_symbol_reference,
    match_type,
    match_unranked,
    match_word,
    small_integer,
    unescape,
    unquote,
)

if TYPE_CHECKING:
    from bufferize.define.dialect_context import DialectContext

TypeT = TypeVar("TypeT", bound=Type)

_TYPE_KEYWORDS: dict[str, Type] = {
    "index": ir.INDEX,
    "none": ir.NONE,
    **{name: ir.FloatType(name) for name in ir.FLOAT_FORMATS},
}
_MAX_INTEGER_WIDTH = (1 << 24) - 1
_integer_type = re.compile(r"(i|si|ui)([1-9][0-9]*|0)", re.ASCII).fullmatch

_NEVER_IN_TENSORS = (ir.FunctionType, ir.NoneType, ir.TensorType, ir.TupleType, ir.BaseMemRefType)
_NEVER_IN_MEMREFS = (ir.FunctionType, ir.NoneType, ir.TensorType, ir.TupleType)

AttributeT = TypeVar("AttributeT", bound=Attribute)

_WORDS: dict[str, Attribute] = {"true": ir.TRUE, "false": ir.FALSE, "unit": ir.UNIT}

# Longer spellings are not kept: they cost more memory than parsing them again costs time.
_LONGEST_MEMO = 256

_key = re.compile(rf"({WORD}|{STRING})\s*(=(?!=))?", re.ASCII).match
_symbols = re.compile(SYMBOL, re.ASCII)
_location_alias = re.compile(r"loc\s*\(\s*#([\w$.-]+)\s*\)", re.ASCII).match
_location_start = re.compile(r"loc\s*(?=\()").match
_properties = re.compile(r"<\s*(?=\{)").match


@ir.parameters
class DeferredLoc(ir.Location):
    """`loc(#alias)` before the alias is defined; replaced at the end of the text."""

    alias: str
    offset: int


class AttributeParser(Cursor):
    """The parser of types, attributes and locations, with all that `Cursor` does.

    A model repeats few types and attributes many thousand times. So each spelling is parsed once:
    regular expressions find where one ends, and a table by its text (a memo) knows what it stands
    for. Only the parser of the whole text holds these tables, as aliases (`!name`, `#name`) are
    part of what a spelling means.
    """

    __slots__ = (
        "_attribute_memo", "_dictionary_memo", "_distinct_ids", "_function_memo",
        "attribute_aliases", "has_deferred_locations", "type_aliases", "type_memo",
    )  # fmt: skip

    def __init__(self, text: str, context: DialectContext, filename: str) -> None:
        super().__init__(text, context, filename)
        self.type_memo = _TYPE_KEYWORDS.copy()
        self.type_aliases: dict[str, Type] = {}
        self.attribute_aliases: dict[str, Attribute] = {}
        self.has_deferred_locations = False
        self._function_memo: dict[str, ir.FunctionType] = {}
        self._distinct_ids: dict[int, ir.DistinctId] = {}
        self._attribute_memo: dict[str, Attribute] = {}
        self._dictionary_memo: dict[str, dict[str, Attribute]] = {}

    # Types

    def parse_optional_type(self) -> Type | None:
        offset, text = self.offset, self.text
        match = match_type(text, offset)
        if match is None:
            return self._parse_new_type()
        spelling = match.group()
        type = self.type_memo.get(spelling)
        if type is None:
            type = self._parse_new_type()
            if type is not None and self.offset >= match.end():
                self.type_memo[spelling] = type
            return type
        # A copy of `go_to`: this runs too often for one more call.
        end = match.end()
        if text[end] in " \n\t\r/":
            self.go_to(end)
        else:
            self.offset = end
        return type

    def _parse_new_type(self) -> Type | None:
        """Parse a type whose text was not parsed before."""
        offset, text = self.offset, self.text
        if text[offset] == "(":
            return self.parse_function_type()
        if text[offset] == "!":
            made: Type = self._parse_dialect_symbol("type", self.type_aliases)
            return made
        match = match_word(text, offset)
        if match is None:
            return None
        word = match.group()
        parse_parameters = _TYPES_IN_BRACKETS.get(word)
        if parse_parameters is None:
            type = _TYPE_KEYWORDS.get(word) or self._parse_integer_type(word)
            if type is not None:
                self.go_to(match.end())
            return type
        self.go_to(match.end())
        opening = self.offset
        if text[opening] != "<":
            raise self.expected("'<' in type")
        made = self.nested(parse_parameters, self, offset)
        problem = made.verify()
        if problem is not None:
            raise self.error(problem, opening + 1)
        return made

    def _parse_integer_type(self, word: str) -> ir.IntegerType | None:
        match = _integer_type(word)
        if match is None:
            return None
        signedness, width = match.groups()
        if len(width) > 8 or int(width) > _MAX_INTEGER_WIDTH:
            raise self.error(f"integer bitwidth is limited to {_MAX_INTEGER_WIDTH} bits")
        return ir.IntegerType(int(width), ir.Signedness(signedness))

    # What stands in the brackets of a type; `offset` is where the type starts.

    def _parse_tensor(self, offset: int) -> Type:
        extents, element = self._parse_shaped("tensor", _NEVER_IN_TENSORS)
        if extents is None:
            self.parse_punctuation(">")
            return ir.UnrankedTensorType(element)
        encoding = None
        if self.parse_optional_punctuation(","):
            encoding = self.parse_attribute()
            self.parse_punctuation(">")
        elif not self.parse_optional_punctuation(">"):
            raise self.expected("',' or '>'")
        return ir.RankedTensorType(extents, element, encoding)

    def _parse_memref(self, offset: int) -> Type:
        start = self.offset + 1
        extents, element = self._parse_shaped("memref", _NEVER_IN_MEMREFS)
        layouts: list[Attribute] = []
        spaces: list[Attribute] = []
        while self.parse_optional_punctuation(","):
            attribute = self.parse_attribute()
            if not _is_layout(attribute):
                spaces.append(attribute)
            elif spaces:
                raise self.error("expected memory space to be last in memref type", start)
            else:
                layouts.append(attribute)
        if not self.parse_optional_punctuation(">"):
            raise self.expected("',' or '>'")
        space = spaces[0] if spaces else None
        if extents is None:
            if layouts or len(spaces) > 1:
                raise self.error("an unranked memref has no layout and one memory space", offset)
            return ir.UnrankedMemRefType(element, space)
        for of_kind, what in ((layouts, "layouts"), (spaces, "memory spaces")):
            if len(of_kind) > 1:
                raise self.error(f"multiple {what} specified in memref type", start)
        return ir.MemRefType(extents, element, layouts[0] if layouts else None, space)

    def _parse_shaped(
        self, kind: str, never: tuple[type[Type], ...]
    ) -> tuple[tuple[int, ...] | None, Type]:
        """Parse `<4x?xelement` or `<*xelement`: the extents (None if unranked) and element type."""
        self.parse_punctuation("<")
        unranked = match_unranked(self.text, self.offset)
        if unranked is not None:
            self.go_to(unranked.end())
            return None, self.parse_type()
        start = self.offset
        extents, scalable = self.parse_shape()
        element_offset = self.offset
        element = self.parse_type()
        if isinstance(element, never):
            raise self.error(f"invalid {kind} element type: '{element}'", element_offset)
        if any(scalable):
            raise self.error("only vectors have scalable dimensions", start)
        return tuple(extents), element

    def _parse_vector(self, offset: int) -> Type:
        self.parse_punctuation("<")
        start = self.offset
        extents, scalable = self.parse_shape()
        element = self.parse_type()
        self.parse_punctuation(">")
        if element.dialect_name == "builtin" and not isinstance(
            element, ir.IntegerType | ir.FloatType | ir.IndexType
        ):
            raise self.error("vector elements must be int/index/float type", start)
        if ir.DYNAMIC in extents:
            raise self.error("vector types must have a static shape", start)
        if 0 in extents:
            sizes = ", ".join(map(str, extents))
            message = f"vector types must have positive constant sizes but got {sizes}"
            raise self.error(message, start)
        return ir.VectorType(tuple(extents), element, tuple(scalable))

    def _parse_complex(self, offset: int) -> Type:
        self.parse_punctuation("<")
        element = self.parse_type()
        self.parse_punctuation(">")
        if not isinstance(element, ir.IntegerType | ir.FloatType):
            raise self.error("invalid element type for complex", offset)
        return ir.ComplexType(element)

    def _parse_tuple(self, offset: int) -> Type:
        return ir.TupleType(tuple(self.parse_comma_separated_list("<", self.parse_type)))

    # Where types are expected

    def parse_type(self) -> Type:
        type = self.parse_optional_type()
        if type is None:
            word = match_word(self.text, self.offset)
            if word is not None:
                raise self.error(f"expected type: there is no builtin type '{word.group()}'")
            raise self.expected("type")
        return type

    def parse_colon_type(self) -> Type:
        self.parse_punctuation(":")
        return self.parse_type()

    def parse_type_list(self) -> list[Type]:
        types = [self.parse_type()]
        while self.parse_optional_punctuation(","):
            types.append(self.parse_type())
        return types

    def parse_optional_colon_type_list(self) -> list[Type]:
        return self.parse_type_list() if self.parse_optional_punctuation(":") else []

    def parse_optional_arrow_type_list(self) -> list[Type]:
        if not self.parse_optional_punctuation("->"):
            return []
        return self._parse_results()

    def parse_arrow_type_list(self) -> list[Type]:
        self.parse_punctuation("->")
        return self._parse_results()

    def _parse_results(self) -> list[Type]:
        if self.text[self.offset] != "(":
            return [self.parse_type()]
        return self.parse_comma_separated_list("(", self.parse_type)

    def parse_function_type(self) -> ir.FunctionType:
        match = match_function_type(self.text, self.offset)
        spelling = ""
        if match is not None:
            spelling = match.group()
            known = self._function_memo.get(spelling)
            if known is not None:
                self.go_to(match.end())
                return known
        if self.text[self.offset] != "(":
            raise self.expected("function type")
        self.enter()
        inputs = self.parse_comma_separated_list("(", self.parse_type)
        self.parse_punctuation("->")
        results = self._parse_results()
        self.leave()
        type = ir.FunctionType(tuple(inputs), tuple(results))
        if match is not None and self.offset >= match.end():
            self._function_memo[spelling] = type
        return type

    def parse_custom_type(self, cls: type[TypeT]) -> TypeT:
        offset = self.offset
        if self.text[offset] != "!" and hasattr(cls, "parse_parameters"):
            made: TypeT = self._parameters(cls, offset)
            return made
        type = self.parse_type()
        if not isinstance(type, cls):
            raise self.error(f"expected a type of {_kind_name(cls)}, got '{type}'", offset)
        return type

    def _parameters(self, cls: Any, offset: int) -> Any:
        """Parse the parameters of a dialect's type or attribute, by the method of its class."""
        self.enter()
        made = cls.parse_parameters(self)
        self.leave()
        problem = made.verify()
        if problem is not None:
            raise self.error(problem, offset)
        return made

    # Dialects' types and attributes

    def _parse_dialect_symbol(self, kind: str, aliases: Mapping[str, Any]) -> Any:
        """Parse an alias, or a dialect's type or attribute, as the `kind` says.

        Text that no dialect declares is kept unchanged.
        """
        offset = self.offset
        dialect, mnemonic, bracket = self._dialect_name(kind)
        if not dialect:
            alias = aliases.get(mnemonic)
            if alias is None:
                raise self.error(f"undefined symbol alias id '{mnemonic}'", offset)
            return alias
        is_type = kind == "type"
        declared = self.context.dialect(dialect)
        if declared is not None:
            classes: Mapping[str, Any] = declared.types if is_type else declared.attributes
            cls = classes.get(self._bracketed_mnemonic() if bracket else mnemonic)
            if cls is not None:
                return self._bracketed(cls, offset) if bracket else self._parameters(cls, offset)
        if dialect == "builtin":  # all of its types and attributes have a syntax of their own
            raise self.error(f"dialect 'builtin' provides no {kind} parsing hook", offset)
        data, quoted = self._quoted_data() if bracket else (self._pretty_data(mnemonic), False)
        return (ir.OpaqueType if is_type else ir.OpaqueAttr)(dialect, data, quoted)

    def _dialect_name(self, kind: str) -> tuple[str, str, bool]:
        """Parse `!dialect.mnemonic`: dialect, mnemonic, and whether it has the form `!dialect<…>`.

        An alias has no dialect.
        """
        match = match_dialect_name(self.text, self.offset)
        if match is None:
            raise self.expected(f"{kind} name")
        end = match.end()
        dialect, dot, mnemonic = match.group(1).partition(".")
        if not dot and self.text[end] == "<":
            self.offset = end
            return dialect, "", True
        self.go_to(end)
        return (dialect, mnemonic, False) if dot else ("", dialect, False)

    def _bracketed_mnemonic(self) -> str:
        """Return the first word in `!dialect<mnemonic…>`, or "", without consuming it."""
        word = match_word(self.text, self.offset + 1)
        return "" if word is None else word.group()

    def _bracketed(self, cls: Any, offset: int) -> Any:
        """Parse `<mnemonic…>`, another form of `!dialect.mnemonic…`."""
        self.parse_punctuation("<")
        self.parse_any_keyword()
        made = self._parameters(cls, offset)
        self.parse_punctuation(">")
        return made

    def _quoted_data(self) -> tuple[str, bool]:
        """Parse the data of `!dialect<"data">` or `!dialect<data>`; also return whether it was quoted."""
        start, end = self.offset, self.bracket_end(self.offset)
        body = self.text[start + 1 : end - 1]
        self.go_to(end)
        string = match_string(body)
        if string is not None and string.end() == len(body):
            return self.scanned(unescape, body, start + 1), True
        return body, False

    def _pretty_data(self, mnemonic: str) -> str:
        """Parse the text after a mnemonic; return both unchanged."""
        start = self.offset
        if self.text[start] != "<":
            return mnemonic
        end = self.bracket_end(start)
        self.go_to(end)
        return mnemonic + self.text[start:end]

    # Attributes

    def parse_attribute(self, type: Type | None = None) -> Attribute:
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
        offset, text = self.offset, self.text
        character = text[offset]
        if character.isalpha() or character == "_":
            return self._parse_word_attribute(type)
        if character in "0123456789-":
            return parse_number(self, type)
        if character == '"':
            value = self.parse_string()
            if type is None and self.parse_optional_punctuation(":"):
                type = self.parse_type()
            return ir.StringAttr(value) if type is None else ir.StringAttr(value, type)
        if character == "@":
            return self._parse_symbol_reference()
        if character == "[":
            return self._remembered(offset, AttributeParser._parse_array, None)
        if character == "{":
            return ir.DictionaryAttr.of(self._parse_dictionary())
        if character == "#":
            return self._parse_hash(type)
        if character in "!(":
            found = self.parse_optional_type()
            return None if found is None else ir.TypeAttr(found)
        return None

    def _parse_word_attribute(self, type: Type | None) -> Attribute | None:
        offset = self.offset
        match = match_word(self.text, offset)
        if match is None:  # a letter that is not ASCII
            return None
        word = match.group()
        known = _WORDS.get(word)
        if known is not None:
            self.go_to(match.end())
            return known
        form = _ATTRIBUTES_IN_BRACKETS.get(word)
        if form is None:
            found = self.parse_optional_type()
            return None if found is None else ir.TypeAttr(found)
        opening, read = form
        self.go_to(match.end())
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
        """Parse the brackets after `start` with `read`, memoized by their text."""
        offset, text = self.offset, self.text
        match = None
        if type is None:
            match = match_attribute(text, offset, offset + _LONGEST_MEMO)
        if match is not None:
            known = self._attribute_memo.get(match.group())
            if known is not None:
                self.go_to(match.end())
                return known
        self.go_to(start)
        if match is None:
            return self.nested(read, self, offset, type)
        self.enter()
        made = read(self, offset, type)
        self.leave()
        self._attribute_memo[match.group()] = made
        return made

    # What stands in brackets; `offset` is where the attribute starts, the cursor at the bracket.

    def _parse_array(self, offset: int, _type: Type | None) -> Attribute:
        return ir.ArrayAttr(tuple(self.parse_comma_separated_list("[", self.parse_attribute)))

    def _parse_map_attribute(self, offset: int, _type: Type | None) -> Attribute:
        self.parse_punctuation("<")
        map = self.parse_affine_map()
        self.parse_punctuation(">")
        return ir.AffineMapAttr(map)

    def _parse_set_attribute(self, offset: int, _type: Type | None) -> Attribute:
        self.parse_punctuation("<")
        set = self.parse_integer_set()
        self.parse_punctuation(">")
        return ir.IntegerSetAttr(set)

    def _parse_strided(self, offset: int, _type: Type | None) -> Attribute:
        """Parse `strided<[strides], offset: offset>`."""
        self.parse_punctuation("<")
        strides = self.parse_comma_separated_list("[", self._parse_stride)
        start = 0
        if self.parse_optional_punctuation(","):
            if not self.parse_optional_keyword("offset"):
                raise self.error("expected 'offset' after comma")
            self.parse_punctuation(":")
            start = self._parse_stride()
        self.parse_punctuation(">")
        return ir.StridedLayoutAttr(start, tuple(strides))

    def _parse_stride(self) -> int:
        if self.parse_optional_punctuation("?"):
            return ir.DYNAMIC
        return self.required(self.parse_optional_integer(), "integer or '?'")

    def _parse_distinct(self, offset: int, _type: Type | None) -> Attribute:
        """Parse `distinct[number]<attribute>`; equal numbers are one identity within a text."""
        self.parse_punctuation("[")
        identity = self._distinct_ids.setdefault(self._parse_count(), ir.DistinctId())
        self.parse_punctuation("]")
        self.parse_punctuation("<")
        referenced = ir.UNIT if self.text[self.offset] == ">" else self.parse_attribute()
        self.parse_punctuation(">")
        return ir.DistinctAttr(identity, referenced)

    def _parse_count(self) -> int:
        match = match_number(self.text, self.offset)
        if match is None or "." in match.group():
            raise self.expected("integer")
        count = self.scanned(small_integer, match.group(), self.offset)
        self.go_to(match.end())
        return count

    def _parse_symbol_reference(self) -> Attribute:
        match = match_symbol_reference(self.text, self.offset)
        if match is None:
            raise self.error("@ identifier expected to start with letter or '_'")
        names = match.group()
        if "::" not in names and '"' not in names:
            reference = ir.SymbolRefAttr(names[1:])
        else:
            parts = [self.scanned(unquote, n[1:], self.offset) for n in _symbols.findall(names)]
            reference = ir.SymbolRefAttr(parts[0], tuple(parts[1:]))
        self.go_to(match.end())
        return reference

    def parse_custom_attribute(self, cls: type[AttributeT]) -> AttributeT:
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
        if isinstance(attribute, ir.OpaqueAttr) and attribute.type is ir.NONE:
            name = self.text[offset + 1 : self.offset].rstrip()
            if name in self.attribute_aliases:
                return attribute
            if type is None and self.parse_optional_punctuation(":"):
                type = self.parse_type()
            if type is not None:
                return ir.OpaqueAttr(attribute.dialect, attribute.data, attribute.quoted, type)
        return attribute

    # Dictionaries

    def _parse_dictionary(self) -> dict[str, Attribute]:
        """Parse `{…}`. Equal spellings share one dictionary: copy it to change it."""
        offset, text = self.offset, self.text
        match = match_braces(text, offset, offset + _LONGEST_MEMO)
        if match is not None:
            known = self._dictionary_memo.get(match.group())
            if known is not None:
                self.go_to(match.end())
                return known
        self.enter()
        known = {}
        self.go_to(offset + 1)
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
        """Parse `key = value`, or `key` alone for a unit attribute, into `entries`."""
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
        self.go_to(match.end())
        entries[name] = self.parse_attribute() if equals else ir.UNIT

    def parse_optional_attr_dict(self) -> dict[str, Attribute]:
        if self.text[self.offset] != "{" or self.text.startswith("{-#", self.offset):
            return {}
        return self._parse_dictionary().copy()

    def parse_optional_attr_dict_with_keyword(self) -> dict[str, Attribute]:
        if not self.parse_optional_keyword("attributes"):
            return {}
        if self.text[self.offset] != "{":
            raise self.expected("'{'")
        return self._parse_dictionary().copy()

    def parse_optional_prop_dict(self) -> dict[str, Attribute]:
        match = _properties(self.text, self.offset)
        if match is None:
            return {}
        self.offset = match.end()
        entries = self._parse_dictionary().copy()
        self.parse_punctuation(">")
        return entries

    # Numbers and affine expressions

    def parse_float(self) -> float:
        return parse_float(self)

    def parse_affine_map(self) -> ir.AffineMap:
        return parse_affine_map(self)

    def parse_integer_set(self) -> ir.IntegerSet:
        return parse_integer_set(self)

    def parse_affine_expr(self, dims: Sequence[str], symbols: Sequence[str] = ()) -> ir.AffineExpr:
        reader = AffineReader(self)
        for name in dims:
            reader.add(UnresolvedOperand(name), True)
        for name in symbols:
            reader.add(UnresolvedOperand(name), False)
        return reader.parse_expression()

    def parse_affine_map_of_ssa_ids(
        self, delimiter: str = "["
    ) -> tuple[ir.AffineMap, list[UnresolvedOperand]]:
        reader = AffineReader(self, of_values=True)
        map = reader.map_of(reader.parse_expressions(delimiter))
        return map, reader.dims + reader.symbols

    def parse_affine_expr_of_ssa_ids(
        self,
    ) -> tuple[ir.AffineMap, list[UnresolvedOperand], list[UnresolvedOperand]]:
        reader = AffineReader(self, of_values=True)
        map = reader.map_of([reader.parse_expression()])
        return map, reader.dims, reader.symbols

    # Locations

    def parse_optional_location(self) -> ir.Location | None:
        offset, text = self.offset, self.text
        if not text.startswith("loc", offset):
            return None
        alias = _location_alias(text, offset)
        if alias is not None and "." not in alias.group(1):
            self.go_to(alias.end())
            name = alias.group(1)
            known = self.attribute_aliases.get(name)
            if known is None:
                self.has_deferred_locations = True
                return DeferredLoc(name, offset)
            return self.as_location(known, offset)
        match = _location_start(text, offset)
        if match is None:
            return None
        self.go_to(match.end())
        return self.nested(self._parse_location)

    def _parse_location(self) -> ir.Location:
        """Parse `(location)`."""
        self.parse_punctuation("(")
        location = self._parse_location_body()
        self.parse_punctuation(")")
        return location

    def _parse_location_attribute(self, offset: int, _type: Type | None) -> Attribute:
        return self._parse_location()

    def _parse_location_body(self) -> ir.Location:
        offset = self.offset
        if self.text[offset] == "#":
            alias = self._parse_dialect_symbol("attribute", self.attribute_aliases)
            return self.as_location(alias, offset)
        name = self.parse_optional_string()
        if name is not None:
            if self.parse_optional_punctuation(":"):
                return self._parse_file_location(name)
            if self.text[self.offset] == "(":
                return ir.NameLoc(name, self.nested(self._parse_location))
            return ir.NameLoc(name, ir.UNKNOWN_LOC)
        if self.parse_optional_keyword("unknown"):
            return ir.UNKNOWN_LOC
        if self.parse_optional_keyword("callsite"):
            return self.nested(self._parse_callsite)
        if self.parse_optional_keyword("fused"):
            return self._parse_fused()
        raise self.expected("location")

    def _parse_file_location(self, file: str) -> ir.Location:
        """Parse `"file":line:column to line:column` from the first line number on."""
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
        return ir.FileLineColLoc(
            file, line, column, 0 if end_line == line else end_line, end_column
        )

    def _parse_callsite(self) -> ir.Location:
        """Parse `(callee at caller)`."""
        self.parse_punctuation("(")
        callee = self._parse_location_body()
        self.parse_keyword("at")
        caller = self._parse_location_body()
        self.parse_punctuation(")")
        return ir.CallSiteLoc(callee, caller)

    def _parse_fused(self) -> ir.Location:
        """Parse `<metadata>[locations]`."""
        metadata = None
        if self.parse_optional_punctuation("<"):
            metadata = self.parse_attribute()
            self.parse_punctuation(">")
        elif self.text[self.offset] != "[":
            raise self.expected("'<' or '['")
        locations = self.nested(self.parse_comma_separated_list, "[", self._parse_location_body)
        return ir.FusedLoc.simplified(locations, metadata)

    def as_location(self, attribute: Attribute, offset: int) -> ir.Location:
        """Return the attribute if it is a location. Raises ParseError for any other attribute."""
        if not isinstance(attribute, ir.Location):
            raise self.error(f"expected location, but found '{attribute}'", offset)
        return attribute

    def resolve_location(self, location: ir.Location) -> ir.Location:
        """Return the location for a deferred one, once all aliases are known."""
        if not isinstance(location, DeferredLoc):
            return location
        known = self.attribute_aliases.get(location.alias)
        if known is None:
            raise self.error(
                f"operation location alias was never defined: '#{location.alias}'", location.offset
            )
        return self.as_location(known, location.offset)


_TYPES_IN_BRACKETS: Final[dict[str, Callable[[AttributeParser, int], Type]]] = {
    "tensor": AttributeParser._parse_tensor,
    "vector": AttributeParser._parse_vector,
    "memref": AttributeParser._parse_memref,
    "complex": AttributeParser._parse_complex,
    "tuple": AttributeParser._parse_tuple,
}


def _is_layout(attribute: Attribute) -> bool:
    """Return whether an attribute is a layout: a map, or one with the method `affine_map`."""
    return isinstance(attribute, ir.AffineMapAttr | ir.StridedLayoutAttr) or hasattr(
        attribute, "affine_map"
    )


def _kind_name(cls: type[Any]) -> str:
    return f"{cls.dialect_name}.{cls.mnemonic}" if cls.mnemonic else cls.__name__


_Reader = Callable[[AttributeParser, int, Type | None], Attribute]
_ATTRIBUTES_IN_BRACKETS: Final[dict[str, tuple[str, _Reader]]] = {
    "dense": ("<", parse_dense),
    "array": ("<", parse_dense_array),
    "affine_map": ("<", AttributeParser._parse_map_attribute),
    "strided": ("<", AttributeParser._parse_strided),
    "affine_set": ("<", AttributeParser._parse_set_attribute),
    "dense_resource": ("<", parse_dense_resource),
    "sparse": ("<", parse_sparse),
    "distinct": ("[", AttributeParser._parse_distinct),
    "loc": ("(", AttributeParser._parse_location_attribute),
}
