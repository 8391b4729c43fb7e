"""Mutations of the text: tokens and lines are removed, repeated, exchanged, or inserted."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence

_NESTED = r"(?:->|[^<>]|<(?:->|[^<>]|<(?:->|[^<>])*>)*>)*"
_KINDS = {
    "space": r"\s+",
    "type": rf"(?:!\w[\w.]*|tensor|memref|vector|tuple|complex)<{_NESTED}>"
    r"|\b(?:[su]?i\d+|b?f\d+|index|none)\b|!\w[\w.]*",
    "attribute": rf"(?:#\w[\w.]*|dense|array|affine_map|affine_set|strided|distinct)<{_NESTED}>"
    r'|#\w[\w.]*|"[^"\n.]*"',
    "name": r'"[^"\n]*"|[A-Za-z_][\w$]*\.[\w.$]+',
    "value": r"%[\w$.-]+(?:[#:]\d+)?",
    "symbol": r"@[\w$.-]+",
    "block": r"\^[\w$.-]+",
    "number": r"-?(?:0x[0-9A-Fa-f]+|\d+(?:\.\d*(?:[eE][-+]?\d+)?)?)",
    "word": r"[A-Za-z_][\w$]*",
    "punctuation": r"->|::|.",
}
_TOKEN = re.compile("|".join(f"(?P<{kind}>{text})" for kind, text in _KINDS.items()), re.S)

PLANTED = [
    *(
        '__inplace_operands_attr__ = ["true", "false", "none"]',
        '__inplace_operands_attr__ = ["true"]',
    ),
    *(
        "__inplace_operands_attr__ = [1, unit]",
        "__inplace_operands_attr__",
        "bufferization.writable",
    ),
    *("bufferization.writable = true", "bufferization.writable = false", "inplaceable = false"),
    *('bufferization.access = "read"', 'bufferization.access = "none"', "bufferization.access = 1"),
    "bufferization.buffer_layout = affine_map<(d0) -> (d0)>",
    "bufferization.buffer_layout = strided<[?, 1], offset: ?>",
    "bufferization.buffer_layout = affine_map<(d0)[s0] -> (d0 floordiv 2, s0)>",
    *("bufferization.manual_deallocation", "bufferization.escape = [true]", "memory_space = 1"),
    *(
        "__equivalent_func_args__ = [0]",
        "__equivalent_func_args__ = [-1, 7]",
        "restrict",
        "writable",
    ),
    *("__bbarg_alias_set_attr__ = [[]]", '__opresult_alias_set_attr__ = [["%0"]]', "copy_before"),
    *('__raw_conflict_0__[READ: 0] = "x"', "C_0[CONFL-WRITE: 1] = 0", "C_0[DEF: result 0]"),
    *(
        "operandSegmentSizes = array<i32: 1, 0>",
        "resultSegmentSizes = array<i32>",
        "alignment = -1",
    ),
    *(
        'sym_visibility = "private"',
        "static_sizes = array<i64: -9223372036854775808>",
        "callee = @f",
    ),
    *(
        "function_type = () -> ()",
        "arg_attrs = [{bufferization.writable = false}]",
        "value = dense<1>",
    ),
    *("dimensions = array<i64: 1, 0>", "reassociation = [[0, 1], [2]]", "permutation = [0, 0]"),
]
"""Attributes that the analysis writes or reads, and ops' own ones, to be put in unexpected places.
"""

_SPECIAL = {
    "type": [
        *("tensor<?xf32>", "tensor<4xf32>", "tensor<f32>", "tensor<*xf32>", "tensor<0xf32>"),
        *("tensor<?x?xf32>", "tensor<4x4xf32>", "tensor<4xf32, 1>", 'tensor<4xf32, "sparse">'),
        *(
            "memref<4xf32>",
            "memref<?xf32, strided<[?], offset: ?>>",
            "memref<*xf32>",
            "memref<4xf32, 1>",
        ),
        *(
            "vector<4xf32>",
            "vector<[4]xi1>",
            "vector<f32>",
            "index",
            "i1",
            "i0",
            "f32",
            "none",
            "f64",
        ),
        *("tensor<4xi8>", "tensor<4xindex>", "tensor<4xvector<2xf32>>", "tuple<>", "complex<f32>"),
        *(
            "tensor<9223372036854775807x9223372036854775807xf32>",
            "tensor<4xcomplex<f32>>",
            "tensor<4xmemref<f32>>",
        ),
        *(
            "!test.type",
            "memref<4xtensor<4xf32>>",
            "tensor<1x2x3x4x5x6x7x8xf32>",
            "!llvm.ptr",
            "(i1) -> i1",
        ),
    ],
    "attribute": [
        *("unit", "true", "[]", "{}", "1 : i1", "dense<>", "dense<0> : tensor<4xf32>", "@f", "f32"),
        *(
            "dense<1.0> : vector<4xf32>",
            "array<i64>",
            "array<i64: -1, 0>",
            "affine_map<() -> ()>",
            '"x"',
        ),
        *(
            "affine_map<(d0) -> (d0)>",
            "affine_map<(d0, d1) -> (d1, d0)>",
            "loc(unknown)",
            "0x7F : i8",
        ),
    ],
    "name": ["test.op", '"test.op"', '"x.y"', "func.func", "func.return", '"func.return"'],
    "value": ["%0", "%arg0", "%c0", "%1#1", "%0:2"],
    "symbol": ["@f", "@main", "@undefined", "@a"],
    "block": ["^bb0", "^bb1"],
    "number": [
        *(
            "0",
            "1",
            "-1",
            "4",
            "1.0",
            "0x10",
            "1e400",
            "99999999999999999999",
            "-9223372036854775808",
        ),
        *("9223372036854775807", "4294967296", "0x7FC00000"),
    ],
    "word": [
        "none",
        "true",
        "false",
        "dense",
        "loc",
        "to",
        "into",
        "ins",
        "outs",
        "private",
        "f32",
        "x",
    ],
    "punctuation": list('(){}[]<>,:=*?-/|"#!%@^;\0\udcff') + ["->", "//", "::", "é"],
}

_PARTS_OF_TYPES = re.compile(r"(?<![\w?])(?:\d+x|\?x|b?f\d+|i\d+|index)")
_ELEMENTS = ("f32", "f64", "i32", "i1", "index", "vector<4xf32>", "complex<f32>", "i8")

Token = tuple[str, str]
"""The kind and the text of a token."""


def tokens_of(text: str) -> list[Token]:
    """Return all tokens of a text; types and literal attributes are one token each."""
    return [(match.lastgroup or "", match.group()) for match in _TOKEN.finditer(text)]


class TokenPool:
    """The tokens of a corpus by kind, each once, and some special ones."""

    def __init__(self, texts: Iterable[str]) -> None:
        found = {kind: dict.fromkeys(texts) for kind, texts in _SPECIAL.items()}
        for text in texts:
            for kind, token in tokens_of(text):
                if kind in found and kind != "punctuation":
                    found[kind][token] = None
        self._by_kind = {kind: list(tokens) for kind, tokens in found.items()}

    def draw(self, kind: str, rng: random.Random) -> str:
        """Return a token of a kind; one in three is a special one."""
        pool = _SPECIAL if rng.random() < 0.33 else self._by_kind
        return rng.choice(pool[kind])

    def draw_any(self, rng: random.Random) -> str:
        """Return a token of any kind."""
        return self.draw(rng.choice(list(_SPECIAL)), rng)


def mutated_text(text: str, pool: TokenPool, rng: random.Random) -> str:
    """Return the text after a few mutations."""
    tokens = tokens_of(text)
    for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3))):
        mutate = rng.choices(_MUTATIONS, _WEIGHTS)[0]
        places = [i for i, (kind, _) in enumerate(tokens) if kind != "space"]
        if places:
            mutate(tokens, places, pool, rng)
    return "".join(token for _, token in tokens)


def _drop(tokens: list[Token], places: Sequence[int], _pool: TokenPool, rng: random.Random) -> None:
    place = rng.choice(places)
    del tokens[place : place + rng.choice((1, 1, 1, 2, 6))]


def _double(
    tokens: list[Token], places: Sequence[int], _pool: TokenPool, rng: random.Random
) -> None:
    place = rng.choice(places)
    tokens[place:place] = tokens[place : place + rng.choice((1, 2, 4, 12))]


def _swap(tokens: list[Token], places: Sequence[int], _pool: TokenPool, rng: random.Random) -> None:
    """Exchange two tokens, usually of the same kind."""
    place = rng.choice(places)
    kind = tokens[place][0]
    alike = [i for i in places if tokens[i][0] == kind]
    other = rng.choice(alike if rng.random() < 0.8 else places)
    tokens[place], tokens[other] = tokens[other], tokens[place]


def _exchange(
    tokens: list[Token], places: Sequence[int], pool: TokenPool, rng: random.Random
) -> None:
    """Replace a token by another of the same kind: an op, a type, an attribute, a number, …"""
    kind = rng.choice(["type", "type", "attribute", "name", "value", *_SPECIAL])
    place = rng.choice([i for i in places if tokens[i][0] == kind] or places)
    kind = tokens[place][0]
    own = [token for other, token in tokens if other == kind]
    tokens[place] = kind, rng.choice(own) if rng.random() < 0.4 else pool.draw(kind, rng)


def _exchange_everywhere(
    tokens: list[Token], places: Sequence[int], pool: TokenPool, rng: random.Random
) -> None:
    """Do the same for all equal tokens, which often keeps the program consistent."""
    kind = rng.choice(["type", "type", "type", "name", "value", "symbol", "number"])
    old = tokens[rng.choice([i for i in places if tokens[i][0] == kind] or places)]
    new = old[0], pool.draw(old[0], rng)
    tokens[:] = [new if token == old else token for token in tokens]


def _respell(
    tokens: list[Token], _places: Sequence[int], _pool: TokenPool, rng: random.Random
) -> None:
    """Replace an extent or an element type everywhere: many programs stay valid."""
    text = "".join(token for _, token in tokens)
    old = rng.choice(_PARTS_OF_TYPES.findall(text) or ["f32"])
    new = rng.choice(("0x", "1x", "2x", "5x", "?x", "") if old.endswith("x") else _ELEMENTS)
    tokens[:] = tokens_of(re.sub(rf"(?<![\w?]){re.escape(old)}", new, text))


def _put(tokens: list[Token], places: Sequence[int], pool: TokenPool, rng: random.Random) -> None:
    tokens[rng.choice(places) : 0] = [("word", f" {pool.draw_any(rng)} ")]


def _cut(tokens: list[Token], places: Sequence[int], _pool: TokenPool, rng: random.Random) -> None:
    del tokens[rng.choice(places) :]


def _lines(
    tokens: list[Token], _places: Sequence[int], _pool: TokenPool, rng: random.Random
) -> None:
    """Remove a line, repeat it elsewhere, or exchange it with another one."""
    lines = "".join(token for _, token in tokens).splitlines(keepends=True)
    place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(3)
    if kind == 0:
        del lines[place]
    elif kind == 1:
        lines.insert(other, lines[place])
    else:
        lines[place], lines[other] = lines[other], lines[place]
    tokens[:] = tokens_of("".join(lines))


def _plant(tokens: list[Token], places: Sequence[int], pool: TokenPool, rng: random.Random) -> None:
    """Insert an attribute into a dictionary, or as a new one."""
    planted = rng.choice(PLANTED)
    if rng.random() < 0.2:
        planted = f"{planted.split(' = ')[0]} = {pool.draw('attribute', rng)}"
    braces = [i for i in places if tokens[i][1] == "{"]
    if braces and rng.random() < 0.4:
        tokens.insert(rng.choice(braces) + 1, ("word", f"{planted}, "))
        return
    # After the type of an argument or before the colon of an op: most formats take one there.
    ends = [i + 1 for i in places if tokens[i][0] == "type" and i + 1 < len(tokens)]
    colons = [i for i in places if tokens[i][1] == ":"]
    tokens.insert(rng.choice(ends + colons or places), ("word", f" {{{planted}}} "))


_Mutation = Callable[[list[Token], Sequence[int], TokenPool, random.Random], None]
_MUTATIONS: list[_Mutation] = [
    *(_drop, _double, _swap, _exchange, _exchange_everywhere, _put, _cut, _lines, _plant, _respell)
]
_WEIGHTS = (2, 1, 2, 6, 4, 1, 0.2, 3, 5, 5)
