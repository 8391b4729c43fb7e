"""The terminals of grammar.lark: a lexer over an excerpt of the text that is being parsed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Protocol

from lark.common import LexerConf
from lark.lexer import Lexer, Token

from bufferize.ir import Attribute, DistinctId, Type
from bufferize.syntax.scanner import (
    NUMBER,
    STRING,
    SYMBOL,
    TRIVIA,
    VALUE,
    WORD,
    ScanError,
    match_shape,
    match_type,
    small_integer,
)
from bufferize.syntax.simple_types import simple_type


class Host(Protocol):
    """What the lexer asks of the parser whose text it reads."""

    type_memo: dict[str, Type]

    def dialect_type_at(self, offset: int) -> tuple[Type, int]:
        """The type alias or dialect type at `offset` (a `!`), and where it ends."""

    def dialect_attribute_at(self, offset: int) -> tuple[Attribute, int]:
        """The attribute alias or dialect attribute at `offset` (a `#`), and where it ends."""

    def distinct_id(self, number: int) -> DistinctId:
        """The identity that `distinct[number]` stands for in this text."""


class Excerpt:
    """The part of a text, from `start` to `end`, that one lark parse reads."""

    __slots__ = ("end", "host", "start", "text")

    def __init__(self, host: Host, text: str, start: int, end: int) -> None:
        self.host = host
        self.text = text
        self.start = start
        self.end = end


_next_token = re.compile(
    rf"{TRIVIA}(?:(?P<word>{WORD})|(?P<number>{NUMBER})|(?P<bang>![\w$])|(?P<hash>\#[\w$])"
    rf"|(?P<string>{STRING})|(?P<symbol>{SYMBOL})|(?P<value>{VALUE})"
    r"|(?P<punctuation>->|::|>=|<=|==|[()\[\]{}<>,:=+\-*?])|(?P<unknown>[^\0]|\0))",
    re.ASCII,
).match

PUNCTUATION = {
    "(": "_LPAR",
    ")": "_RPAR",
    "[": "_LSQB",
    "]": "_RSQB",
    "{": "_LBRACE",
    "}": "_RBRACE",
    "<": "_LESS",
    ">": "_GREATER",
    ",": "_COMMA",
    ":": "_COLON",
    "::": "_DOUBLE_COLON",
    "=": "_EQUAL",
    "->": "_ARROW",
    "+": "PLUS",
    "-": "MINUS",
    "*": "STAR",
    "?": "QUESTION",
    ">=": "GREATER_EQUAL",
    "<=": "LESS_EQUAL",
    "==": "EQUAL_EQUAL",
}

KEYWORDS = {
    "true": "TRUE",
    "false": "FALSE",
    "unit": "UNIT",
    "floordiv": "FLOORDIV",
    "ceildiv": "CEILDIV",
    "mod": "MOD",
    "symbol": "SYMBOL_OF",
    "unknown": "UNKNOWN",
    "callsite": "CALLSITE",
    "at": "AT",
    "fused": "FUSED",
    "to": "TO",
}

OPENERS = {
    "tensor": "_TENSOR",
    "vector": "_VECTOR",
    "memref": "_MEMREF",
    "complex": "_COMPLEX",
    "tuple": "_TUPLE",
    "dense": "DENSE",
    "sparse": "SPARSE",
    "array": "ARRAY",
    "strided": "_STRIDED",
    "affine_map": "_AFFINE_MAP",
    "affine_set": "_AFFINE_SET",
}

_SHAPED = frozenset(("tensor", "vector", "memref"))
_TYPES = _SHAPED | {"complex", "tuple"}

_angle = re.compile(r"\s*<").match
_unranked = re.compile(r"\s*\*\s*x").match
_location = re.compile(r"\s*\(").match
_distinct = re.compile(r"\s*\[\s*(\d+)\s*\]").match
_resource = re.compile(rf"\s*<\s*({WORD}|{STRING})\s*>", re.ASCII).match
_hexadecimal = re.compile(r'\s*"0x([0-9a-fA-F]*)"\s*(?=>)').match
# Numbers and lists of them are JSON but for rare spellings, which take the way of all tokens.
_numbers = re.compile(r"\s*([-+0-9.eE\[\],\strufals]+)(?=>)").match


class MlirLexer(Lexer):
    """Gives lark the tokens of an Excerpt; `value` of a token is what it stands for."""

    def __init__(self, lexer_conf: LexerConf) -> None:
        """Lark makes the lexer with its configuration, of which nothing is needed."""

    # Lark calls a custom lexer with its input alone.
    def lex(self, data: Excerpt) -> Iterator[Token]:  # type: ignore[override]
        """The tokens of the excerpt. Raises ScanError at text that is no token."""
        text, end, host = data.text, data.end, data.host
        position = data.start
        memo = host.type_memo
        while True:
            match = _next_token(text, position)
            assert match is not None  # any character is a token of the last group
            kind = match.lastgroup
            assert kind is not None
            start = match.start(kind)
            if start >= end:
                return
            position = match.end()
            spelling = match.group(kind)
            if kind == "punctuation":
                yield Token(PUNCTUATION[spelling], spelling, start)
            elif kind == "word":
                known = simple_type(spelling)
                if known is not None:
                    yield _resolved("TYPE", spelling, known, start)
                elif spelling in _TYPES and (found := match_type(text, start)):
                    known = memo.get(found.group())
                    if known is not None and found.end() <= end:
                        position = found.end()
                        yield _resolved("TYPE", spelling, known, start)
                    else:
                        opened = _open(text, spelling, start, position)
                        yield from opened
                        position = opened[-1].end_pos or position
                else:
                    tokens = _word(host, text, spelling, start, position)
                    yield from tokens
                    position = tokens[-1].end_pos or position
            elif kind == "number":
                yield Token("FLOAT" if "." in spelling else "INTEGER", spelling, start)
            elif kind == "string":
                yield Token("STRING", spelling, start)
            elif kind == "symbol":
                yield Token("SYMBOL", spelling, start)
            elif kind == "hash":
                attribute, position = host.dialect_attribute_at(start)
                yield _resolved("ATTRIBUTE", text[start:position], attribute, start)
            elif kind == "bang":
                known, position = host.dialect_type_at(start)
                yield _resolved("TYPE", text[start:position], known, start)
            elif kind == "value":
                yield Token("VALUE", spelling, start)
            elif spelling == '"':
                raise ScanError("expected '\"' in string literal", start)
            else:
                raise ScanError(f"unexpected character {spelling!r}", start)


def _resolved(kind: str, spelling: str, value: object, start: int) -> Token:
    token = Token(kind, spelling, start)
    token.value = value
    return token


def _ending(kind: str, spelling: str, start: int, end: int, value: object = None) -> Token:
    token = Token(kind, spelling, start, end_pos=end)
    token.value = value
    return token


def _word(host: Host, text: str, word: str, start: int, end: int) -> list[Token]:
    """The tokens that a word begins; `end_pos` of the last one tells where to go on."""
    if word in OPENERS:
        return _open(text, word, start, end)
    if word in KEYWORDS:
        return [_ending(KEYWORDS[word], word, start, end, word)]
    if word == "loc" and (match := _location(text, end)):
        return [_ending("_LOC", word, start, match.end())]
    if word == "distinct" and (match := _distinct(text, end)):
        identity = host.distinct_id(small_integer(match.group(1), match.start(1)))
        return [_ending("DISTINCT", word, start, match.end(), identity)]
    if word == "dense_resource" and (match := _resource(text, end)):
        return [_ending("RESOURCE", word, start, match.end(), match.group(1))]
    return [_ending("WORD", word, start, end, word)]


def _open(text: str, word: str, start: int, end: int) -> list[Token]:
    """`tensor<` and its like as one token, with the shape or plain numbers that follow."""
    angle = _angle(text, end)
    if angle is None:
        return [_ending("WORD", word, start, end, word)]
    end = angle.end()
    tokens = [_ending(OPENERS[word], word, start, end)]
    if word in _SHAPED:
        unranked = _unranked(text, end)
        if unranked is not None and word != "vector":
            tokens.append(_ending("_UNRANKED", "*x", end, unranked.end()))
        else:
            shape = match_shape(text, end)
            assert shape is not None  # it may be empty
            tokens.append(_ending("SHAPE", shape.group(), end, shape.end(), shape.group()))
    elif word in ("dense", "sparse"):
        hexadecimal = _hexadecimal(text, end) if word == "dense" else None
        if hexadecimal is not None:
            digits = hexadecimal.group(1)
            tokens.append(_ending("HEXADECIMAL", "hex", end, hexadecimal.end(), digits))
        elif word == "dense" and (numbers := _numbers(text, end)):
            try:
                value = json.loads(numbers.group(1))
            except (ValueError, RecursionError):
                return tokens
            where = numbers.start(1)
            tokens.append(_ending("NUMBERS", numbers.group(1), where, numbers.end(), value))
    return tokens
