"""Every spelling of every attribute, and what is wrong with the others."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bufferize.define import DialectContext
from bufferize.diagnostics import ParseError
from bufferize.ir import (
    DYNAMIC,
    F16,
    F32,
    F64,
    FALSE,
    I1,
    I8,
    I32,
    I64,
    INDEX,
    TRUE,
    UNIT,
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    DenseStringElementsAttr,
    DictionaryAttr,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    OpaqueAttr,
    RankedTensorType,
    Signedness,
    SparseElementsAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    Type,
    TypeAttr,
    UnknownLoc,
    bool_attr,
    dense_i32,
    dense_i64,
    i64_attr,
    index_attr,
)
from bufferize.ir.dense import dense_attr, numbers
from bufferize.syntax import literals, parse_attribute

CONTEXT = DialectContext(allow_unregistered_dialects=True)


def parse(text: str, type: Type | None = None) -> Attribute:
    return parse_attribute(text, CONTEXT, type=type)


UI8 = IntegerType(8, Signedness.UNSIGNED)

ATTRIBUTES: list[tuple[str, Attribute]] = [
    ("unit", UNIT),
    ("true", TRUE),
    ("false", FALSE),
    ("5", i64_attr(5)),
    ("-5", i64_attr(-5)),
    ("0x1F", i64_attr(31)),
    ("-0x10", i64_attr(-16)),
    ("5 : i32", IntegerAttr(5, I32)),
    ("5:index", index_attr(5)),
    ("255 : i8", IntegerAttr(-1, I8)),
    ("255 : ui8", IntegerAttr(255, UI8)),
    ("-128 : i8", IntegerAttr(-128, I8)),
    ("1 : i1", TRUE),
    ("-1 : i1", TRUE),
    ("0xFFFFFFFFFFFFFFFF : i64", i64_attr(-1)),
    ("1.5", FloatAttr.of(1.5, F64)),
    ("1. : f32", FloatAttr.of(1.0, F32)),
    ("-1.5e+3 : f32", FloatAttr.of(-1500.0, F32)),
    ("2.0E-1 : f16", FloatAttr.of(0.2, F16)),
    ("-0.0 : f32", FloatAttr(1 << 31, F32)),
    ("1.0e400 : f32", FloatAttr(0x7F800000, F32)),
    ("0x7FC00000 : f32", FloatAttr(0x7FC00000, F32)),
    ("0x7FF0000000000001 : f64", FloatAttr(0x7FF0000000000001, F64)),
    ('"text"', StringAttr("text")),
    ('""', StringAttr("")),
    (r'"a\n\t\"\\\41"', StringAttr('a\n\t"\\A')),
    (r'"\C3\A9"', StringAttr("é")),
    ('"é"', StringAttr("é")),
    (r'"\FF"', StringAttr("\udcff")),
    ('"text" : i32', StringAttr("text", I32)),
    ("@a", SymbolRefAttr("a")),
    ("@a-b.c$", SymbolRefAttr("a-b.c$")),
    ('@"a b"', SymbolRefAttr("a b")),
    ('@a::@"b c"::@d', SymbolRefAttr("a", ("b c", "d"))),
    ("[]", ArrayAttr(())),
    ("[1, [true], unit]", ArrayAttr((i64_attr(1), ArrayAttr((TRUE,)), UNIT))),
    ('["]", 1 : i32]', ArrayAttr((StringAttr("]"), IntegerAttr(1, I32)))),
    ("{}", DictionaryAttr(())),
    (
        '{b = 1, a, "c d" = {}, i32 = 2}',
        DictionaryAttr.of(
            {"a": UNIT, "b": i64_attr(1), "c d": DictionaryAttr(()), "i32": i64_attr(2)}
        ),
    ),
    (
        "[{tensor = 1, true = 2}]",
        ArrayAttr((DictionaryAttr.of({"tensor": i64_attr(1), "true": i64_attr(2)}),)),
    ),
    ("f32", TypeAttr(F32)),
    ("array<i64>", dense_i64([])),
    ("array<i64: 1, -2>", dense_i64([1, -2])),
    ("array<i32:1,0x10>", dense_i32([1, 16])),
    ("array<i8: 255>", DenseArrayAttr(I8, (-1,))),
    ("array<i1: true, false, 1>", DenseArrayAttr(I1, (1, 0, 1))),
    ("array<f32: 1.0, 0x7F800000>", DenseArrayAttr(F32, (0x3F800000, 0x7F800000))),
    ("strided<[]>", StridedLayoutAttr(0, ())),
    ("strided<[1, ?], offset: ?>", StridedLayoutAttr(DYNAMIC, (1, DYNAMIC))),
    ("strided<[-1], offset: 7>", StridedLayoutAttr(7, (-1,))),
    (
        "dense_resource<key> : tensor<2xi32>",
        DenseResourceElementsAttr(RankedTensorType((2,), I32), "key"),
    ),
    (
        'dense_resource<"a b"> : tensor<2xi32>',
        DenseResourceElementsAttr(RankedTensorType((2,), I32), "a b"),
    ),
    ("#a.b", OpaqueAttr("a", "b")),
    ("#a.b<[1, {}], x -> y>", OpaqueAttr("a", "b<[1, {}], x -> y>")),
    ('#a<"b">', OpaqueAttr("a", "b", True)),
    ("#a<b -> c>", OpaqueAttr("a", "b -> c")),
    ('#a<"b c">', OpaqueAttr("a", "b c", True)),
    ('#a<"b c"> : i32', OpaqueAttr("a", "b c", True, I32)),
    ("[#a.b : i32]", ArrayAttr((OpaqueAttr("a", "b", False, I32),))),
    ("loc(unknown)", UnknownLoc()),
]


@pytest.mark.parametrize(("text", "attribute"), ATTRIBUTES, ids=[text for text, _ in ATTRIBUTES])
def test_attributes(text: str, attribute: Attribute) -> None:
    assert parse(text) is attribute


@pytest.mark.parametrize("attribute", [a for _, a in ATTRIBUTES], ids=str)
def test_printed_attributes_read_back(attribute: Attribute) -> None:
    assert parse(str(attribute)) is attribute


def test_types_given_by_the_caller() -> None:
    assert parse("5", I32) is IntegerAttr(5, I32)
    assert parse("5.0", F32) is FloatAttr.of(5.0, F32)
    assert parse("0x3F800000", F32) is FloatAttr.of(1.0, F32)
    assert parse("dense<1>", RankedTensorType((2,), I32)) is parse("dense<1> : tensor<2xi32>")
    assert parse('"x"', I32) is StringAttr("x", I32)
    weights = parse("dense_resource<w> : tensor<2xi32>")
    assert parse("dense_resource<w>", RankedTensorType((2,), I32)) is weights


# Elements

INT8 = RankedTensorType((2,), I8)


def dense(text: str) -> DenseElementsAttr:
    attribute = parse(text)
    assert isinstance(attribute, DenseElementsAttr)
    return attribute


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("dense<7> : tensor<2xi8>", [7, 7]),
        ("dense<[1, -2]> : tensor<2xi8>", [1, -2]),
        ("dense<[0x0F, 255]> : tensor<2xi8>", [15, -1]),
        ("dense<[[1, 2], [3, 4]]> : tensor<2x2xindex>", [1, 2, 3, 4]),
        ("dense<[true, false]> : tensor<2xi1>", [1, 0]),
        ("dense<[1, 0, -1]> : vector<3xi1>", [1, 0, 1]),
        ("dense<true> : tensor<2xi1>", [1, 1]),
        ("dense<[1.5, -2.5e0]> : tensor<2xf32>", [1.5, -2.5]),
        ("dense<[1., 2.]> : tensor<2xf64>", [1.0, 2.0]),
        ("dense<0x3F800000> : tensor<1xf32>", [1.0]),
        ("dense<[1.0, 1.0e10]> : tensor<2xf16>", [1.0, float("inf")]),
        ("dense<(1.0, -2.0)> : tensor<complex<f32>>", [1 - 2j]),
        ("dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>", [1 + 2j, 3 + 4j]),
        ("dense<> : tensor<0x2xf32>", []),
        ("dense<1.0> : tensor<0xf32>", []),
        ("dense<[]> : tensor<0xi32>", []),
        ("dense<[[], []]> : tensor<2x0xi32>", []),
        ('dense<"0x0100FF7F"> : tensor<2xi16>', [1, 32767]),
        ('dense<"0x05"> : tensor<3xi1>', [1, 0, 1]),
        ('dense<"0x0000803F"> : tensor<3xf32>', [1.0, 1.0, 1.0]),
        ("dense<[1, // one\n 2]> : tensor<2xi8>", [1, 2]),
    ],
)
def test_dense_elements(text: str, values: list[complex]) -> None:
    assert numbers(dense(text)) == values


def test_equal_elements_are_a_splat() -> None:
    assert dense("dense<[3, 3]> : tensor<2xi8>") is dense_attr(INT8, [3], splat=True)
    assert dense('dense<"0x0303"> : tensor<2xi8>').is_splat


def test_long_literals() -> None:
    values = [i * 0.5 for i in range(20_000)]
    attribute = dense(f"dense<{values}> : tensor<20000xf32>")
    assert attribute.data == struct.pack("<20000f", *values)
    digits = attribute.data.hex().upper()
    assert dense(f'dense<"0x{digits}"> : tensor<20000xf32>') is attribute


PLAIN_NUMBERS = st.one_of(
    st.integers(-(10**10), 10**10).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map("{:e}".format),
    st.sampled_from(["0", "-0", "-0.0", "1.0e+400", "01", "1.", "0x", "--1", "true", "1 "]),
)
PLAIN_LISTS = st.lists(PLAIN_NUMBERS, max_size=4).map(lambda items: f"[{', '.join(items)}]")
NESTED_LISTS = st.lists(PLAIN_LISTS, max_size=3).map(lambda items: f"[{', '.join(items)}]")
ELEMENT_TYPES = st.sampled_from(["f32", "f64", "bf16", "i1", "i8", "i32", "i64", "index"])
PLAIN_LITERALS = st.one_of(
    st.tuples(
        st.one_of(PLAIN_NUMBERS, PLAIN_LISTS, NESTED_LISTS),
        st.lists(st.integers(0, 4), max_size=2).map(lambda e: "".join(f"{n}x" for n in e)),
        ELEMENT_TYPES,
    ).map(lambda parts: f"dense<{parts[0]}> : tensor<{parts[1]}{parts[2]}>"),
    st.tuples(ELEMENT_TYPES, PLAIN_LISTS).map(lambda p: f"array<{p[0]}: {p[1][1:-1]}>"),
)


@settings(deadline=None)  # the first call may take long on a busy machine
@given(PLAIN_LITERALS)
def test_plain_numbers_are_read_as_any_others(text: str) -> None:
    def result() -> object:
        try:
            return parse(text)
        except ParseError as error:
            return str(error)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(literals, "_plain_value", lambda _: None)
        one_by_one = result()
    assert result() == one_by_one


def test_no_negative_zero_among_integers() -> None:
    for text in ("-0", "-0 : index", "dense<[1, -0]> : tensor<2xi8>", "array<i32: -0>"):
        with pytest.raises(ParseError, match="integer constant out of range"):
            parse(text)


def test_dense_strings() -> None:
    type = RankedTensorType((2,), parse_string_type())
    assert parse('dense<["a", "b"]> : tensor<2x!a.s>') is DenseStringElementsAttr(type, ("a", "b"))
    assert parse('dense<"a"> : tensor<2x!a.s>') is DenseStringElementsAttr(type, ("a",), True)


def parse_string_type() -> Type:
    attribute = parse("!a.s")
    assert isinstance(attribute, TypeAttr)
    return attribute.type


def test_sparse() -> None:
    attribute = parse("sparse<[[0, 1], [1, 0]], [5, 6]> : tensor<2x2xi32>")
    assert isinstance(attribute, SparseElementsAttr)
    assert isinstance(attribute.indices, DenseElementsAttr)
    assert numbers(attribute.indices) == [0, 1, 1, 0]
    assert isinstance(attribute.values, DenseElementsAttr)
    assert numbers(attribute.values) == [5, 6]
    assert parse(str(attribute)) is attribute
    assert parse("sparse<0, 5> : tensor<4xi32>") is parse("sparse<[[0]], [5]> : tensor<4xi32>")
    empty = parse("sparse<> : tensor<4xi32>")
    assert parse("sparse<[], []> : tensor<4xi32>") is empty
    assert parse(str(empty)) is empty


def test_distinct() -> None:
    attribute = parse("[distinct[0]<1>, distinct[0]<1>, distinct[1]<1>, distinct[2]<>]")
    assert isinstance(attribute, ArrayAttr)
    first, second, third, fourth = attribute
    assert isinstance(first, DistinctAttr)
    assert isinstance(fourth, DistinctAttr)
    assert first is second
    assert first is not third
    assert fourth.referenced is UNIT


ERRORS = [
    ("", 1, "expected attribute value"),
    ("foo", 1, "expected attribute value: there is no builtin attribute 'foo'"),
    ("300 : i8", 1, "integer constant out of range for attribute"),
    ("-1 : ui8", 1, "integer constant out of range for attribute"),
    ("-129 : i8", 1, "integer constant out of range for attribute"),
    ("-0 : i8", 1, "integer constant out of range for attribute"),
    ("128 : si8", 1, "integer constant out of range for attribute"),
    ("0xFFFFFFFFFFFFFFFF : index", 1, "integer constant out of range for attribute"),
    ("1 : i0", 1, "integer constant out of range for attribute"),
    ("9" * 5000, 1, "integer constant out of range for attribute"),
    (
        "5 : f32",
        1,
        "unexpected decimal integer literal for a floating point value; "
        "add a trailing dot to make the literal a float",
    ),
    ("-0x1 : f32", 1, "hexadecimal float literal should not have a leading minus"),
    ("0x1FFFFFFFF : f32", 1, "hexadecimal float constant out of range for type"),
    ("1.5 : i32", 1, "floating point value not valid for specified type"),
    ("1 : tensor<f32>", 1, "integer literal not valid for specified type"),
    ("- x", 3, "expected integer or floating point literal"),
    ('"abc', 1, "expected '\"' in string literal"),
    (r'"a\qb"', 3, "unknown escape in string literal"),
    ("@1", 1, "@ identifier expected to start with letter or '_'"),
    ("[1,]", 4, "expected attribute value"),
    ("[1 2]", 4, "expected ',' or ']'"),
    ("[1", 1, "'[' is never closed"),
    ("{1 = 2}", 2, "expected attribute name"),
    ("{a = }", 6, "expected attribute value"),
    ("{a = 1", 7, "expected ',' or '}' in attribute dictionary"),
    ("{a = 1, a = 2}", 9, "duplicate key 'a' in dictionary attribute"),
    ("[{a = 1, a = 2}]", 10, "duplicate key 'a' in dictionary attribute"),
    ('{"" = 1}', 2, "expected valid attribute name"),
    ("array<i32: 1.0>", 12, "expected integer elements, but parsed floating-point"),
    ("array<i8: 300>", 11, "integer constant out of range for type"),
    ("array<index: 1>", 1, "expected integer or float type"),
    ("array<i32: true>", 12, "expected i1 type for 'true' or 'false' values"),
    ("strided<[1], size: 3>", 14, "expected 'offset' after comma"),
    ("dense<1>", 9, "expected ':'"),
    ("dense<1> : i32", 1, "elements literal must be a shaped type"),
    ("dense<1> : tensor<?xi32>", 1, "elements literal type must have static shape"),
    (
        "dense<> : tensor<2xi32>",
        1,
        "parsed zero elements, but type ('tensor<2xi32>') expected at least 1",
    ),
    (
        "dense<[1, 2]> : tensor<3xi32>",
        1,
        "inferred shape of elements literal ([2]) does not match type ([3])",
    ),
    (
        "dense<[[1], [2, 3]]> : tensor<2xi32>",
        7,
        "tensor literal is invalid; ranks are not consistent between elements",
    ),
    (
        "dense<[1, [2]]> : tensor<2xi32>",
        7,
        "tensor literal is invalid; ranks are not consistent between elements",
    ),
    ("dense<[1, 2.0]> : tensor<2xi32>", 11, "expected integer elements, but parsed floating-point"),
    (
        "dense<[1.0, 2]> : tensor<2xf32>",
        13,
        "unexpected decimal integer literal for a floating point value; "
        "add a trailing dot to make the literal a float",
    ),
    (
        "dense<true> : tensor<2xf32>",
        7,
        "expected floating-point elements, but parsed a bool",
    ),
    ("dense<[1, true]> : tensor<2xi8>", 11, "expected i1 type for 'true' or 'false' values"),
    ("dense<[1, 300]> : tensor<2xi8>", 11, "integer constant out of range for type"),
    ("dense<1.0> : tensor<2xcomplex<f32>>", 7, "expected complex elements '(real, imaginary)'"),
    ("dense<(1.0, 2.0)> : tensor<2xf32>", 7, "expected an element of type 'f32'"),
    ('dense<["a"]> : tensor<1xf32>', 8, "expected an element of type 'f32'"),
    ("dense<1> : tensor<2x!a.s>", 7, "elements of type '!a.s' have no number literals"),
    (
        'dense<"0x12"> : tensor<4xi32>',
        1,
        "elements hex data size is invalid for provided type: 'tensor<4xi32>'",
    ),
    ('dense<"0x123"> : tensor<4xi32>', 1, "elements hex string needs two digits for each byte"),
    (
        'dense<"0x12"> : tensor<4x!a.s>',
        1,
        "elements of type '!a.s' cannot be given as a hex string",
    ),
    ("dense_resource<a> : i32", 1, "`dense_resource` expected a shaped type"),
    ("sparse<[[9]], [5]> : tensor<4xi32>", 1, "sparse index 9 lies outside of the extent 4"),
    (
        "sparse<[[1, 2]], [5]> : tensor<4xi32>",
        1,
        "expected 1 numbers in each index of elements of type 'tensor<4xi32>'",
    ),
    ("#a", 1, "undefined symbol alias id 'a'"),
    ("#builtin.int<0>", 1, "dialect 'builtin' provides no attribute parsing hook"),
    ("!builtin.int<0>", 1, "dialect 'builtin' provides no type parsing hook"),
    ("distinct[0]", 12, "expected '<'"),
    ("loc(foo)", 5, "expected location"),
    ("1 1", 3, "expected the end of the attribute, found '1'"),
]


@pytest.mark.parametrize(("text", "column", "message"), ERRORS, ids=[e[0][:40] for e in ERRORS])
def test_errors(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert str(caught.value) == f"<attribute>:1:{column}: error: {message}"


def test_attributes_of_unknown_dialects_are_kept_as_they_are() -> None:
    kept = OpaqueAttr("x", "y<3, [z]>")
    assert parse_attribute("[#x.y<3, [z]>]", DialectContext()) == ArrayAttr((kept,))
    assert str(kept) == "#x.y<3, [z]>"


# Round trips of anything

KEYS = st.text(min_size=1, max_size=6)
FLOATS = st.one_of(
    st.integers(0, 2**32 - 1).map(lambda bits: FloatAttr(bits, F32)),
    st.integers(0, 2**64 - 1).map(lambda bits: FloatAttr(bits, F64)),
    st.integers(0, 2**16 - 1).map(lambda bits: FloatAttr(bits, F16)),
)
LEAVES = st.one_of(
    st.sampled_from([UNIT, TRUE, FALSE]),
    st.integers(-(2**63), 2**63 - 1).map(i64_attr),
    st.integers(-(2**7), 2**7 - 1).map(lambda v: IntegerAttr(v, I8)),
    FLOATS,
    st.text(max_size=8).map(StringAttr),
    st.lists(KEYS, min_size=1, max_size=3).map(lambda n: SymbolRefAttr(n[0], tuple(n[1:]))),
    st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4).map(dense_i64),
    st.lists(st.booleans(), max_size=4).map(lambda bits: DenseArrayAttr(I1, tuple(bits))),
    st.lists(st.integers(0, 255), min_size=1, max_size=9).map(
        lambda v: dense_attr(RankedTensorType((len(v),), UI8), v)
    ),
    st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=5).map(
        lambda v: dense_attr(RankedTensorType((len(v),), F32), v)
    ),
    st.lists(st.booleans(), min_size=1, max_size=20).map(
        lambda v: dense_attr(RankedTensorType((len(v),), I1), [int(b) for b in v])
    ),
)
ANY_ATTRIBUTE = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: ArrayAttr(tuple(items))),
        st.dictionaries(KEYS, inner, max_size=3).map(DictionaryAttr.of),
    ),
    max_leaves=10,
)


@given(ANY_ATTRIBUTE)
def test_any_printed_attribute_reads_back(attribute: Attribute) -> None:
    assert parse(str(attribute)) is attribute


def test_helpers_agree() -> None:
    assert parse("true") is bool_attr(True)
    assert parse("3 : i64") is IntegerAttr(3, I64)
    assert parse("3 : index") is IntegerAttr(3, INDEX)
