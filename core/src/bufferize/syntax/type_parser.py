"""Types at the cursor.

What stands in brackets is found by regular expressions and kept by its text, so that each
spelling is parsed once; the grammar reads the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from bufferize.define.dialect import Dialect
from bufferize.diagnostics import Diagnostic, Severity, closest_name, did_you_mean
from bufferize.ir import Attribute, DistinctId, FunctionType, OpaqueType, Type
from bufferize.syntax.cursor import Cursor
from bufferize.syntax.scanner import (
    ScanError,
    blob_end,
    match_dialect_name,
    match_function_type,
    match_string,
    match_type,
    match_word,
    unescape,
)
from bufferize.syntax.simple_types import is_integer_keyword, plain_shaped_type, simple_type

if TYPE_CHECKING:
    from bufferize.define.context import Context

T = TypeVar("T")
TypeT = TypeVar("TypeT", bound=Type)

_BRACKETED_TYPES = frozenset(("tensor", "vector", "memref", "complex", "tuple"))


class TypeParser(Cursor):
    """Parses types, with all that `Cursor` does."""

    __slots__ = ("_distinct_ids", "_function_memo", "type_aliases", "type_memo")

    def __init__(self, text: str, context: Context, filename: str) -> None:
        super().__init__(text, context, filename)
        self.type_memo: dict[str, Type] = {}
        self.type_aliases: dict[str, Type] = {}
        self._function_memo: dict[str, FunctionType] = {}
        self._distinct_ids: dict[int, DistinctId] = {}

    # The grammar

    def _read(self, start: str, begin: int, end: int) -> Any:
        """What the grammar's rule `start` makes of the text between two places."""
        # Imported here: short files do well without lark, whose import takes longer than they.
        from bufferize.syntax.grammar import parse_excerpt
        from bufferize.syntax.lexer import Excerpt

        self.enter()
        try:
            return parse_excerpt(start, Excerpt(self, self.text, begin, end))
        except ScanError as failure:
            raise self.error(
                failure.message, begin if failure.offset < 0 else failure.offset
            ) from None
        finally:
            self.leave()

    def _blob_end(self, offset: int) -> int:
        """The place after the bracket that closes the one at `offset`."""
        return self.scanned(blob_end, self.text, offset)

    # Types

    def parse_optional_type(self) -> Type | None:
        """A type, if one comes next."""
        offset = self.offset
        match = match_type(self.text, offset)
        if match is not None:
            spelling = match.group()
            type = self.type_memo.get(spelling)
            if type is None:
                word = simple_type(spelling)
                type = word if word is not None else plain_shaped_type(spelling)
                if type is None:
                    return self._parse_rare_type()
                self.type_memo[spelling] = type
            # The same as _go_to, which this is too hot a place to call.
            end = match.end()
            text = self.text
            character = text[end]
            if character in " \n\t\r/":
                self._go_to(end)
            else:
                self.offset = end
            return type
        return self._parse_rare_type()

    def _parse_rare_type(self) -> Type | None:
        """A type that no table knows yet."""
        offset, text = self.offset, self.text
        character = text[offset]
        if character == "(":
            return self.parse_function_type()
        if character == "!":
            type, end = self.dialect_type_at(offset)
            self.type_memo[text[offset:end].rstrip()] = type
            self._go_to(end)
            return type
        match = match_word(text, offset)
        if match is None:
            return None
        word = match.group()
        if word not in _BRACKETED_TYPES:
            if is_integer_keyword(word):
                raise self.error("integer bitwidth is limited to 16777215 bits")
            return None
        self._go_to(match.end())
        opening = self.offset
        if text[opening] != "<":
            raise self.expected("'<' in type")
        end = self._blob_end(opening)
        self.offset = offset
        type = self._read("type", offset, end)
        assert isinstance(type, Type)
        self.type_memo[text[offset:end]] = type
        self._go_to(end)
        return type

    def parse_type(self) -> Type:
        """A type."""
        match = match_type(self.text, self.offset)
        if match is not None:
            known = self.type_memo.get(match.group())
            if known is not None:
                self._go_to(match.end())
                return known
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

    # Dialects' types. The attribute parser below does the same for attributes.

    def dialect_type_at(self, offset: int) -> tuple[Type, int]:
        """The type alias or dialect type at `offset` (a `!`), and where it ends."""
        return self._at(offset, self._dialect_type)

    def _at(self, offset: int, parse: Callable[[], T]) -> tuple[T, int]:
        """What `parse` reads at `offset`, and where it ends; the cursor stays where it is."""
        saved, self.offset = self.offset, offset
        try:
            result = parse()
            return result, self.offset
        finally:
            self.offset = saved

    def _dialect_type(self) -> Type:
        offset = self.offset
        dialect, mnemonic, bracket = self._dialect_name("type")
        if not dialect:
            alias = self.type_aliases.get(mnemonic)
            if alias is None:
                raise self.error(f"undefined symbol alias id '{mnemonic}'", offset)
            return alias
        declared = self.context.dialect(dialect)
        if not bracket and declared is not None:
            cls = declared.types.get(mnemonic)
            if cls is not None:
                return self._parameters(cls, offset)  # type: ignore[no-any-return]
        if dialect == "builtin":  # whose types all have a syntax of their own
            raise self.error("dialect 'builtin' provides no type parsing hook", offset)
        if declared is None:
            self._check_unregistered(dialect, offset)
        if bracket:
            return OpaqueType(dialect, *self._quoted_data())
        return OpaqueType(dialect, self._pretty_data(mnemonic))

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

    def _quoted_data(self) -> tuple[str, bool]:
        """The data of `!dialect<"data">` or `!dialect<data>`, and whether it was quoted."""
        start, end = self.offset, self._blob_end(self.offset)
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
        end = self._blob_end(start)
        self._go_to(end)
        return mnemonic + self.text[start:end]

    def _check_unregistered(self, dialect: str, offset: int) -> None:
        if not self.context.allow_unregistered_dialects:
            raise self.error(
                f"dialect '{dialect}' is unknown",
                offset,
                [unregistered_note(self.context, dialect)],
            )

    def distinct_id(self, number: int) -> DistinctId:
        """The identity that `distinct[number]` stands for in this text."""
        return self._distinct_ids.setdefault(number, DistinctId())

    def dialect_attribute_at(self, offset: int) -> tuple[Attribute, int]:
        """The attribute alias or dialect attribute at `offset`, and where it ends."""
        raise NotImplementedError


def _kind_name(cls: type[Any]) -> str:
    return f"{cls.dialect_name}.{cls.mnemonic}" if cls.mnemonic else cls.__name__


def unregistered_note(context: Context, dialect: str) -> Diagnostic:
    """What to do about a dialect that is not there."""
    other = (
        "write the operation in its generic form"
        if context.allow_unregistered_dialects  # of which only that form can be read
        else "allow unregistered dialects (--allow-unregistered-dialect)"
    )
    return Diagnostic(Severity.NOTE, f"{context.way_to_get(dialect)}, or {other}")


def unknown_op_notes(dialect: Dialect, mnemonic: str) -> list[Diagnostic]:
    """What a dialect declares, if that is not all there is of it, or else which op may be meant."""
    if dialect.partial:
        return [Diagnostic(Severity.NOTE, dialect.partial)]
    close = closest_name(mnemonic, dialect.op_mnemonics)
    return [did_you_mean(f"{dialect.name}.{close}")] if close else []
