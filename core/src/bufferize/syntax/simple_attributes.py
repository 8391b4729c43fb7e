"""Attributes in their most frequent spellings, found by one regular expression.

The grammar reads every other spelling; these are most of all attributes in the generic form of
a program, and this is ten times faster. Many a program needs no grammar at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from bufferize.ir import (
    I32,
    I64,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    StringAttr,
    i64_attr,
)
from bufferize.syntax.literals import Number
from bufferize.syntax.scanner import ScanError
from bufferize.syntax.simple_types import plain_shaped_type

_NAMES = r"(?:d\d+(?:, d\d+)*)?"
_RESULTS = r"(?:(?:d\d+|\d{1,9})(?:, (?:d\d+|\d{1,9}))*)?"
_map = re.compile(rf"affine_map<\(({_NAMES})\) -> \(({_RESULTS})\)>", re.ASCII).fullmatch
_array = re.compile(r"array<(i32|i64)(?:: (-?\d{1,9}(?:, -?\d{1,9})*))?>", re.ASCII).fullmatch
_dense = re.compile(
    r'dense<(?:"0x([0-9a-fA-F]*)"|(0x[0-9a-fA-F]+)|(\[*-?[0-9][-+0-9.eE, \[\]]*))> : (\w+<[^<>]*>)',
    re.ASCII,
).fullmatch
_group = r"\[\d{1,9}(?:, \d{1,9})*\]"
_groups = re.compile(rf"\[{_group}(?:, {_group})*\]", re.ASCII).fullmatch
_word = r'(?:#[A-Za-z_]\w*|"[^"\\\n]*")'
_words = re.compile(rf"\[{_word}(?:, {_word})*\]", re.ASCII).fullmatch
_each_word = re.compile(_word, re.ASCII).findall


def simple_attribute(text: str, aliases: Mapping[str, Attribute]) -> Attribute | None:
    """The attribute, if the text is `array<i64: …>`, a map of dimensions `d0, d1, …`, plain
    numbers in `dense<…>`, or a list of strings and aliases, or of lists of integers.

    None is no verdict: the text may be right all the same.
    """
    if text.startswith("dense"):
        match = _dense(text)
        return _simple_dense(*match.groups()) if match is not None else None
    if text.startswith("["):
        if _groups(text) is not None:
            return _simple_groups(text)
        return _simple_words(text, aliases) if _words(text) is not None else None
    match = _array(text)
    if match is not None:
        kind, values = match.groups()
        elements = tuple(map(int, values.split(", "))) if values else ()
        return DenseArrayAttr(I32 if kind == "i32" else I64, elements)
    match = _map(text)
    return _simple_map(*match.groups()) if match is not None else None


def _simple_map(names: str, results: str) -> Attribute | None:
    dims = names.split(", ") if names else []
    exprs: dict[str, AffineExpr] = {}
    for position, name in enumerate(dims):
        exprs[name] = AffineDimExpr(position)
    if len(exprs) != len(dims):
        return None
    built: list[AffineExpr] = []
    for result in results.split(", ") if results else []:
        expr = exprs.get(result)
        if expr is None:
            if result.startswith("d"):
                return None
            expr = AffineConstantExpr(int(result))
        built.append(expr)
    return AffineMapAttr(AffineMap(len(dims), 0, tuple(built)))


def _simple_groups(text: str) -> Attribute:
    groups = [group.split(", ") for group in text[2:-2].split("], [")]
    return ArrayAttr(tuple([ArrayAttr(tuple([i64_attr(int(n)) for n in g])) for g in groups]))


def _simple_words(text: str, aliases: Mapping[str, Attribute]) -> Attribute | None:
    found: list[Attribute] = []
    for word in _each_word(text):
        attribute = aliases.get(word[1:]) if word[0] == "#" else StringAttr(word[1:-1])
        if attribute is None:
            return None
        found.append(attribute)
    return ArrayAttr(tuple(found))


def _simple_dense(
    buffer: str | None, bits: str | None, values: str | None, type_text: str
) -> Attribute | None:
    type = plain_shaped_type(type_text)
    if type is None:
        return None
    # Imported here: programs without constants do not need it.
    from bufferize.syntax.dense_literals import (
        DenseBody,
        Hexadecimal,
        Numbers,
        Values,
        dense_elements,
    )

    body: DenseBody
    try:
        if buffer is not None:
            body = Hexadecimal(buffer, 0)
        elif bits is not None:
            body = Values(Number(False, bits, 0), 0)
        else:
            assert values is not None
            body = Numbers(json.loads(values), values, 0)
        return dense_elements(body, type, 0)
    except (ScanError, ValueError, RecursionError):  # the grammar says what is wrong, and where
        return None
