"""Types at the cursor; each spelling is read once and then known by its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bufferize.define.dialect import Dialect
from bufferize.diagnostics import Diagnostic, Severity, closest_name, did_you_mean
from bufferize.ir import (
    DYNAMIC,
    FLOAT_FORMATS,
    INDEX,
    NONE,
    AffineMapAttr,
    Attribute,
    BaseMemRefType,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    OpaqueAttr,
    OpaqueType,
    RankedTensorType,
    Signedness,
    StridedLayoutAttr,
    TensorType,
    TupleType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from bufferize.syntax.affine_parser import AffineParser
from bufferize.syntax.scanner import (
    match_dialect_name,
    match_function_type,
    match_string,
    match_type,
    match_unranked,
    match_word,
    unescape,
)

if TYPE_CHECKING:
    from bufferize.define.context import Context

TypeT = TypeVar("TypeT", bound=Type)

_KEYWORDS: dict[str, Type] = {
    "index": INDEX,
    "none": NONE,
    **{name: FloatType(name) for name in FLOAT_FORMATS},
}
_MAX_INTEGER_WIDTH = (1 << 24) - 1
_integer_type = re.compile(r"(i|si|ui)([1-9][0-9]*|0)", re.ASCII).fullmatch

_NEVER_IN_TENSORS = (FunctionType, NoneType, TensorType, TupleType, BaseMemRefType)
_NEVER_IN_MEMREFS = (FunctionType, NoneType, TensorType, TupleType)


class TypeParser(AffineParser):
    """Parses types, with all that `AffineParser` does."""

    __slots__ = ("_function_memo", "attribute_aliases", "type_aliases", "type_memo")

    def __init__(self, text: str, context: Context, filename: str) -> None:
        super().__init__(text, context, filename)
        self.type_memo = _KEYWORDS.copy()
        self.type_aliases: dict[str, Type] = {}
        self.attribute_aliases: dict[str, Attribute] = {}
        self._function_memo: dict[str, FunctionType] = {}

    def parse_attribute(self, type: Type | None = None) -> Attribute:
        """An attribute; a literal takes the given type and then has no `: type` of its own."""
        raise NotImplementedError

    # Types

    def parse_optional_type(self) -> Type | None:
        """A type, if one comes next."""
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
        # The same as _go_to, which this is too hot a place to call.
        end = match.end()
        if text[end] in " \n\t\r/":
            self._go_to(end)
        else:
            self.offset = end
        return type

    def _parse_new_type(self) -> Type | None:
        """A type that is not known by its text."""
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
        parse_parameters = _IN_BRACKETS.get(word)
        if parse_parameters is None:
            type = _KEYWORDS.get(word) or self._parse_integer_type(word)
            if type is not None:
                self._go_to(match.end())
            return type
        self._go_to(match.end())
        opening = self.offset
        if text[opening] != "<":
            raise self.expected("'<' in type")
        made = self.nested(parse_parameters, self, offset)
        problem = made.verify()
        if problem is not None:
            raise self.error(problem, opening + 1)
        return made

    def _parse_integer_type(self, word: str) -> IntegerType | None:
        match = _integer_type(word)
        if match is None:
            return None
        signedness, width = match.groups()
        if len(width) > 8 or int(width) > _MAX_INTEGER_WIDTH:
            raise self.error(f"integer bitwidth is limited to {_MAX_INTEGER_WIDTH} bits")
        return IntegerType(int(width), Signedness(signedness))

    # What stands in the brackets of a type; `offset` is where the type starts.

    def _parse_tensor(self, offset: int) -> Type:
        extents, element = self._parse_shaped("tensor", _NEVER_IN_TENSORS)
        if extents is None:
            self.parse_punctuation(">")
            return UnrankedTensorType(element)
        encoding = None
        if self.parse_optional_punctuation(","):
            encoding = self.parse_attribute()
            self.parse_punctuation(">")
        elif not self.parse_optional_punctuation(">"):
            raise self.expected("',' or '>'")
        return RankedTensorType(extents, element, encoding)

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
            return UnrankedMemRefType(element, space)
        for of_kind, what in ((layouts, "layouts"), (spaces, "memory spaces")):
            if len(of_kind) > 1:
                raise self.error(f"multiple {what} specified in memref type", start)
        return MemRefType(extents, element, layouts[0] if layouts else None, space)

    def _parse_shaped(
        self, kind: str, never: tuple[type[Type], ...]
    ) -> tuple[tuple[int, ...] | None, Type]:
        """`<4x?xelement` or `<*xelement`: the extents, None if unranked, and the element type."""
        self.parse_punctuation("<")
        unranked = match_unranked(self.text, self.offset)
        if unranked is not None:
            self._go_to(unranked.end())
            return None, self.parse_type()
        start = self.offset
        extents, scalable = self._parse_shape()
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
        extents, scalable = self._parse_shape()
        element = self.parse_type()
        self.parse_punctuation(">")
        if element.dialect_name == "builtin" and not isinstance(
            element, IntegerType | FloatType | IndexType
        ):
            raise self.error("vector elements must be int/index/float type", start)
        if DYNAMIC in extents:
            raise self.error("vector types must have a static shape", start)
        if 0 in extents:
            sizes = ", ".join(map(str, extents))
            message = f"vector types must have positive constant sizes but got {sizes}"
            raise self.error(message, start)
        return VectorType(tuple(extents), element, tuple(scalable))

    def _parse_complex(self, offset: int) -> Type:
        self.parse_punctuation("<")
        element = self.parse_type()
        self.parse_punctuation(">")
        if not isinstance(element, IntegerType | FloatType):
            raise self.error("invalid element type for complex", offset)
        return ComplexType(element)

    def _parse_tuple(self, offset: int) -> Type:
        return TupleType(tuple(self.parse_comma_separated_list("<", self.parse_type)))

    # Where types are expected

    def parse_type(self) -> Type:
        """A type."""
        type = self.parse_optional_type()
        if type is None:
            word = match_word(self.text, self.offset)
            if word is not None:
                raise self.error(f"expected type: there is no builtin type '{word.group()}'")
            raise self.expected("type")
        return type

    def parse_colon_type(self) -> Type:
        """`: type`."""
        self.parse_punctuation(":")
        return self.parse_type()

    def parse_type_list(self) -> list[Type]:
        """One or more types with commas between."""
        types = [self.parse_type()]
        while self.parse_optional_punctuation(","):
            types.append(self.parse_type())
        return types

    def parse_optional_colon_type_list(self) -> list[Type]:
        """`: types`, if a colon comes next."""
        return self.parse_type_list() if self.parse_optional_punctuation(":") else []

    def parse_optional_arrow_type_list(self) -> list[Type]:
        """`-> type` or `-> (types)`, if an arrow comes next."""
        if not self.parse_optional_punctuation("->"):
            return []
        return self._parse_results()

    def parse_arrow_type_list(self) -> list[Type]:
        """`-> type` or `-> (types)`."""
        self.parse_punctuation("->")
        return self._parse_results()

    def _parse_results(self) -> list[Type]:
        if self.text[self.offset] != "(":
            return [self.parse_type()]
        return self.parse_comma_separated_list("(", self.parse_type)

    def parse_function_type(self) -> FunctionType:
        """`(types) -> types`."""
        match = match_function_type(self.text, self.offset)
        spelling = ""
        if match is not None:
            spelling = match.group()
            known = self._function_memo.get(spelling)
            if known is not None:
                self._go_to(match.end())
                return known
        if self.text[self.offset] != "(":
            raise self.expected("function type")
        self.enter()
        inputs = self.parse_comma_separated_list("(", self.parse_type)
        self.parse_punctuation("->")
        results = self._parse_results()
        self.leave()
        type = FunctionType(tuple(inputs), tuple(results))
        if match is not None and self.offset >= match.end():
            self._function_memo[spelling] = type
        return type

    def parse_custom_type(self, cls: type[TypeT]) -> TypeT:
        """A type of this class, with or without its `!dialect.mnemonic`."""
        offset = self.offset
        if self.text[offset] != "!" and hasattr(cls, "parse_parameters"):
            made: TypeT = self._parameters(cls, offset)
            return made
        type = self.parse_type()
        if not isinstance(type, cls):
            raise self.error(f"expected a type of {_kind_name(cls)}, got '{type}'", offset)
        return type

    def _parameters(self, cls: Any, offset: int) -> Any:
        """What a dialect's class makes of the parameters at the cursor."""
        self.enter()
        made = cls.parse_parameters(self)
        self.leave()
        problem = made.verify()
        if problem is not None:
            raise self.error(problem, offset)
        return made

    # Dialects' types and attributes

    def _parse_dialect_symbol(self, kind: str, aliases: Mapping[str, Any]) -> Any:
        """An alias, or a dialect's type or attribute, as the `kind` says.

        What no dialect declares is kept as it is written.
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
        return OpaqueType(dialect, data, quoted) if is_type else OpaqueAttr(dialect, data, quoted)

    def _dialect_name(self, kind: str) -> tuple[str, str, bool]:
        """Takes `!dialect.mnemonic`: dialect, mnemonic, and whether it is `!dialect<…>` instead.

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
        self._go_to(end)
        return (dialect, mnemonic, False) if dot else ("", dialect, False)

    def _bracketed_mnemonic(self) -> str:
        """The first word of `!dialect<mnemonic…>`, "" if there is none; takes nothing."""
        word = match_word(self.text, self.offset + 1)
        return "" if word is None else word.group()

    def _bracketed(self, cls: Any, offset: int) -> Any:
        """`<mnemonic…>`, which is `!dialect.mnemonic…` in another form."""
        self.parse_punctuation("<")
        self.parse_any_keyword()
        made = self._parameters(cls, offset)
        self.parse_punctuation(">")
        return made

    def _quoted_data(self) -> tuple[str, bool]:
        """The data of `!dialect<"data">` or `!dialect<data>`, and whether it was quoted."""
        start, end = self.offset, self.bracket_end(self.offset)
        body = self.text[start + 1 : end - 1]
        self._go_to(end)
        string = match_string(body)
        if string is not None and string.end() == len(body):
            return self.scanned(unescape, body, start + 1), True
        return body, False

    def _pretty_data(self, mnemonic: str) -> str:
        """`mnemonic<…>` as it stands."""
        start = self.offset
        if self.text[start] != "<":
            return mnemonic
        end = self.bracket_end(start)
        self._go_to(end)
        return mnemonic + self.text[start:end]


_IN_BRACKETS: Final[dict[str, Callable[[TypeParser, int], Type]]] = {
    "tensor": TypeParser._parse_tensor,
    "vector": TypeParser._parse_vector,
    "memref": TypeParser._parse_memref,
    "complex": TypeParser._parse_complex,
    "tuple": TypeParser._parse_tuple,
}


def _is_layout(attribute: Attribute) -> bool:
    """Whether an attribute is a layout: a map, or a dialect's that says it gives one."""
    return isinstance(attribute, AffineMapAttr | StridedLayoutAttr) or hasattr(
        attribute, "affine_map"
    )


def _kind_name(cls: type[Any]) -> str:
    return f"{cls.dialect_name}.{cls.mnemonic}" if cls.mnemonic else cls.__name__


def unregistered_note(context: Context, dialect: str) -> Diagnostic:
    """What to do about a dialect that is not there."""
    other = "allow unregistered dialects (--allow-unregistered-dialect)"
    return Diagnostic(Severity.NOTE, f"{context.way_to_get(dialect)}, or {other}")


def custom_op_notes(context: Context, dialect: str) -> list[Diagnostic]:
    """What to do about an op of a dialect that is not there, in a syntax of its own."""
    install = f"{context.way_to_get(dialect)}, or give the operation in its generic form"
    pipe = (
        f"a tool that knows '{dialect}', such as mlir-opt-22, writes that: "
        "mlir-opt-22 --mlir-print-op-generic FILE | bufferize-opt --allow-unregistered-dialect"
    )
    return [Diagnostic(Severity.NOTE, text) for text in (install, pipe)]


def unknown_op_notes(dialect: Dialect, mnemonic: str) -> list[Diagnostic]:
    """What a dialect declares, if that is not all there is of it, or else which op may be meant."""
    if dialect.partial:
        return [Diagnostic(Severity.NOTE, dialect.partial)]
    close = closest_name(mnemonic, dialect.op_mnemonics)
    return [did_you_mean(f"{dialect.name}.{close}")] if close else []
