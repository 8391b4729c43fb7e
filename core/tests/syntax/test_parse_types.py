"""Every spelling of every type, and what is wrong with the others."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bufferize.define import DialectContext
from bufferize.diagnostics import ParseError
from bufferize.ir import (
    BF16,
    DYNAMIC,
    F32,
    F64,
    FLOAT_FORMATS,
    I1,
    I8,
    I32,
    INDEX,
    NONE,
    AffineMapAttr,
    ComplexType,
    FloatType,
    FunctionType,
    IntegerType,
    MemRefType,
    OpaqueType,
    RankedTensorType,
    Signedness,
    StridedLayoutAttr,
    StringAttr,
    TupleType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    i64_attr,
)
from bufferize.syntax import parse_attribute, parse_type

CONTEXT = DialectContext(allow_unregistered_dialects=True)


def parse(text: str) -> Type:
    return parse_type(text, CONTEXT)


TYPES: list[tuple[str, Type]] = [
    ("i1", I1),
    ("i0", IntegerType(0)),
    ("i16777215", IntegerType(16777215)),
    ("si8", IntegerType(8, Signedness.SIGNED)),
    ("ui7", IntegerType(7, Signedness.UNSIGNED)),
    ("index", INDEX),
    ("none", NONE),
    *((name, FloatType(name)) for name in FLOAT_FORMATS),
    ("complex<f32>", ComplexType(F32)),
    ("complex < i8 >", ComplexType(I8)),
    ("tuple<>", TupleType(())),
    ("tuple<i32, tuple<f32>>", TupleType((I32, TupleType((F32,))))),
    ("() -> ()", FunctionType((), ())),
    ("(i32) -> f32", FunctionType((I32,), (F32,))),
    ("(i32,f32)->(f32 , i1)", FunctionType((I32, F32), (F32, I1))),
    ("() -> (() -> ())", FunctionType((), (FunctionType((), ()),))),
    ("((i32) -> i32, i1) -> ()", FunctionType((FunctionType((I32,), (I32,)), I1), ())),
    ("vector<4xf32>", VectorType((4,), F32)),
    ("vector<f32>", VectorType((), F32)),
    ("vector<[4]x8x[2]xi32>", VectorType((4, 8, 2), I32, (True, False, True))),
    ("vector<4 x index>", VectorType((4,), INDEX)),
    ("tensor<f32>", RankedTensorType((), F32)),
    ("tensor<4x?x0xbf16>", RankedTensorType((4, DYNAMIC, 0), BF16)),
    ("tensor< 4x // the shape\n 2xf32>", RankedTensorType((4, 2), F32)),
    ("tuple<!a.b, !a.b-c>", TupleType((OpaqueType("a", "b"), OpaqueType("a", "b-c")))),
    ("tensor<0x4xf32>", RankedTensorType((0, 4), F32)),
    ("tensor<2xvector<4xf32>>", RankedTensorType((2,), VectorType((4,), F32))),
    ("tensor<2xcomplex<f64>>", RankedTensorType((2,), ComplexType(F64))),
    ('tensor<4xf32, "dense">', RankedTensorType((4,), F32, StringAttr("dense"))),
    ("tensor<4xf32, 5 : i64>", RankedTensorType((4,), F32, i64_attr(5))),
    ("tensor<*xf32>", UnrankedTensorType(F32)),
    ("tensor< * x f32>", UnrankedTensorType(F32)),
    ("tensor<4x!a.b<c>>", RankedTensorType((4,), OpaqueType("a", "b<c>"))),
    ("memref<4x?xf32>", MemRefType((4, DYNAMIC), F32)),
    ("memref<f32, 3>", MemRefType((), F32, None, i64_attr(3))),
    ("memref<4xf32, 0>", MemRefType((4,), F32)),
    ("memref<2xmemref<4xf32>>", MemRefType((2,), MemRefType((4,), F32))),
    ("memref<4xf32, affine_map<(d0) -> (d0)>>", MemRefType((4,), F32)),
    (
        "memref<4x2xf32, strided<[?, 1], offset: ?>, 3>",
        MemRefType((4, 2), F32, StridedLayoutAttr(DYNAMIC, (DYNAMIC, 1)), i64_attr(3)),
    ),
    (
        'memref<4xf32, strided<[2]>, "x">',
        MemRefType((4,), F32, StridedLayoutAttr(0, (2,)), StringAttr("x")),
    ),
    ("memref<*xf32>", UnrankedMemRefType(F32)),
    ("memref<*xf32, 3>", UnrankedMemRefType(F32, i64_attr(3))),
    ("!a.b", OpaqueType("a", "b")),
    ('!a.b<x -> [y], ">">', OpaqueType("a", 'b<x -> [y], ">">')),
    ('!a<"b<x>">', OpaqueType("a", "b<x>", True)),
    ("!a<b -> c>", OpaqueType("a", "b -> c")),
    ('!a<"b c">', OpaqueType("a", "b c", True)),
    ("!a<b>", OpaqueType("a", "b")),
    ("!a.b.c<1>", OpaqueType("a", "b.c<1>")),
    ("tensor<4x // the shape\n f32>", RankedTensorType((4,), F32)),
]


@pytest.mark.parametrize(("text", "type"), TYPES, ids=[text for text, _ in TYPES])
def test_types(text: str, type: Type) -> None:
    assert parse(text) is type


@pytest.mark.parametrize("type", [type for _, type in TYPES], ids=str)
def test_printed_types_read_back(type: Type) -> None:
    assert parse(str(type)) is type


def test_affine_layout() -> None:
    type = parse("memref<4xf32, affine_map<(d0)[s0] -> (d0 * 2 + s0)>>")
    assert isinstance(type, MemRefType)
    assert isinstance(type.layout, AffineMapAttr)
    assert str(type.layout.map) == "(d0)[s0] -> (d0 * 2 + s0)"


ERRORS = [
    ("", 1, "expected type"),
    ("foo", 1, "expected type: there is no builtin type 'foo'"),
    ("i16777216", 1, "integer bitwidth is limited to 16777215 bits"),
    ("tensor<4xi99999999>", 10, "integer bitwidth is limited to 16777215 bits"),
    ("tensor", 7, "expected '<' in type"),
    ("tensor<4xf32", 7, "'<' is never closed"),
    ("vector<=>", 8, "expected type"),
    ("tensor<4xf32]>", 13, "expected '>', found ']'"),
    ("tensor<4x>", 10, "expected type"),
    ("tensor<foo>", 8, "expected type: there is no builtin type 'foo'"),
    ("tensor<4xf32,>", 14, "expected attribute value"),
    ("tensor<4xf32, 1, 2>", 16, "expected '>'"),
    ("tensor<-1xf32>", 8, "expected type"),
    ("tensor<4xtensor<4xf32>>", 10, "invalid tensor element type: 'tensor<4xf32>'"),
    ("tensor<4xnone>", 10, "invalid tensor element type: 'none'"),
    ("tensor<[4]xf32>", 8, "only vectors have scalable dimensions"),
    ("memref<4xtuple<>>", 10, "invalid memref element type: 'tuple<>'"),
    ("memref<4xf32, 1, 2>", 8, "multiple memory spaces specified in memref type"),
    (
        "memref<4xf32, strided<[1]>, strided<[1]>>",
        8,
        "multiple layouts specified in memref type",
    ),
    (
        "memref<4xf32, 1, strided<[1]>>",
        8,
        "expected memory space to be last in memref type",
    ),
    (
        "memref<4xf32, strided<[1, 2]>>",
        8,
        "expected the number of strides to match the rank 1",
    ),
    (
        "memref<*xf32, strided<[1]>>",
        1,
        "an unranked memref has no layout and one memory space",
    ),
    ("vector<?xf32>", 8, "vector types must have a static shape"),
    ("vector<0xf32>", 8, "vector types must have positive constant sizes but got 0"),
    ("vector<4xtensor<f32>>", 8, "vector elements must be int/index/float type"),
    ("vector<*xf32>", 8, "expected type"),
    ("complex<index>", 1, "invalid element type for complex"),
    ("tuple<i32 i32>", 11, "expected ',' or '>'"),
    ("(i32", 5, "expected ',' or ')'"),
    ("(i32)", 6, "expected '->'"),
    ("(i32) ->", 9, "expected type"),
    ("!a", 1, "undefined symbol alias id 'a'"),
    ("!", 1, "expected type name"),
    ("!a.b<(]>", 7, "expected ')', found ']'"),
    ("i32 i32", 5, "expected the end of the type, found 'i32'"),
    ("tensor<4xf32, affine_map<(d0) -> (d1)>>", 35, "use of undeclared identifier 'd1'"),
]


@pytest.mark.parametrize(("text", "column", "message"), ERRORS, ids=[e[0] for e in ERRORS])
def test_errors(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert str(caught.value) == f"<type>:1:{column}: error: {message}"


def test_types_of_unknown_dialects_are_kept_as_they_are() -> None:
    made = parse_type("tensor<4x!some_dialect.thing<f32, a>>", DialectContext())
    assert str(made) == "tensor<4x!some_dialect.thing<f32, a>>"


def test_types_are_attributes_too() -> None:
    assert str(parse_attribute("tensor<4xf32>", CONTEXT)) == "tensor<4xf32>"
    assert str(parse_attribute("(i32) -> ()", CONTEXT)) == "(i32) -> ()"


SCALARS = st.one_of(
    st.sampled_from([INDEX, F32, F64, BF16, I1]),
    st.builds(IntegerType, st.integers(1, 200), st.sampled_from(Signedness)),
)
EXTENTS = st.lists(st.one_of(st.integers(0, 10**6), st.just(DYNAMIC)), max_size=4).map(tuple)


def shaped(elements: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    scalable = st.lists(st.tuples(st.integers(1, 99), st.booleans()), max_size=3)
    return st.one_of(
        st.builds(RankedTensorType, EXTENTS, elements),
        st.builds(UnrankedTensorType, elements),
        st.builds(MemRefType, EXTENTS, elements),
        st.builds(UnrankedMemRefType, elements),
        st.builds(
            lambda dims, element: VectorType(
                tuple(d for d, _ in dims), element, tuple(s for _, s in dims)
            ),
            scalable,
            SCALARS,
        ),
    )


ANY_TYPE = st.recursive(
    st.one_of(SCALARS, st.just(NONE), shaped(SCALARS)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda types: TupleType(tuple(types))),
        st.builds(
            lambda a, b: FunctionType(tuple(a), tuple(b)),
            st.lists(inner, max_size=3),
            st.lists(inner, max_size=2),
        ),
    ),
    max_leaves=8,
)


@given(ANY_TYPE)
def test_any_printed_type_reads_back(type: Type) -> None:
    assert parse(str(type)) is type


@given(st.text('tensormfvc<>[](){}x?*,:-!#"@%0123 4\n/', max_size=30))
def test_no_text_breaks_the_parser(text: str) -> None:
    for read in (parse, lambda t: parse_attribute(t, CONTEXT)):
        with contextlib.suppress(ParseError):
            read(text)
