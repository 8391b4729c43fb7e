"""Affine maps, integer sets, and affine expressions over values."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bufferize.define import DialectContext
from bufferize.diagnostics import ParseError
from bufferize.ir import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymbolExpr,
    IntegerSetAttr,
)
from bufferize.syntax import Parser, parse_affine_map, parse_attribute

CONTEXT = DialectContext()
D0, D1 = AffineDimExpr(0), AffineDimExpr(1)
S0 = AffineSymbolExpr(0)


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("(d0, d1) -> (d0, d1)", (D0, D1)),
        ("(d0, d1) -> (d1, d0, 0)", (D1, D0, AffineConstantExpr(0))),
        ("(i, j) -> (j + i)", (D1 + D0,)),
        ("(d0)[s0] -> (d0 + s0, d0 - s0)", (D0 + S0, D0 - S0)),
        ("(d0)[s0] -> (d0 * s0)", (D0 * S0,)),
        ("(d0) -> (2 * d0 + 1)", (D0 * 2 + 1,)),
        ("(d0) -> (d0 floordiv 4 mod 2)", ((D0 // 4) % 2,)),
        ("(d0) -> (d0 ceildiv (1 + 3))", (D0.ceil_div(4),)),
        ("(d0) -> (-d0 + -3)", (-D0 - 3,)),
        ("(d0, d1) -> (d0 - (d1 - d0))", (D0 - (D1 - D0),)),
        ("(d0) -> (--d0)", (D0,)),
        ("(mod_, to) -> (to)", (D1,)),
        ("(index, f32) -> (f32)", (D1,)),
        ("() -> ()", ()),
        ("()[s0] -> (s0)", (S0,)),
        ("(d0, d0_) -> (d0_, 0x10)", (D1, AffineConstantExpr(16))),
    ],
)
def test_maps(text: str, results: tuple[AffineExpr, ...]) -> None:
    map = parse_affine_map(text, CONTEXT)
    assert map.results == results
    assert parse_affine_map(f"affine_map<{text}>", CONTEXT) is map
    assert parse_affine_map(f"affine_map< {text} > // comment", CONTEXT) is map
    assert parse_affine_map(str(map), CONTEXT) is map


def test_simplification() -> None:
    assert str(parse_affine_map("(d0) -> (d0 * 4 floordiv 4 + 0)", CONTEXT)) == "(d0) -> (d0)"


def test_sets() -> None:
    attribute = parse_attribute("affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 == d0)>", CONTEXT)
    assert isinstance(attribute, IntegerSetAttr)
    assert attribute.set.constraints == (D0 - 1, S0 - D0)
    assert attribute.set.equalities == (False, True)
    assert parse_attribute(str(attribute), CONTEXT) is attribute
    flipped = parse_attribute("affine_set<(d0)[s0] : (1 <= d0, s0 == d0)>", CONTEXT)
    assert flipped is attribute
    nested = parse_attribute("[affine_set<(d0) : (d0 >= 0)>, 1]", CONTEXT)
    assert str(nested) == "[affine_set<(d0) : (d0 >= 0)>, 1]"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            "(d0, d1) -> (d0 * d1)",
            17,
            "non-affine expression: at least one of the multiply operands has to be either a "
            "constant or symbolic",
        ),
        (
            "(d0, d1) -> (d0 mod d1)",
            17,
            "non-affine expression: right operand of mod has to be either a constant or symbolic",
        ),
        (
            "(d0, d1) -> (1 + (d0 floordiv d1))",
            22,
            "non-affine expression: right operand of floordiv has to be either a constant or "
            "symbolic",
        ),
        ("(d0) -> (d1)", 10, "use of undeclared identifier 'd1'"),
        ("(d0, d0) -> (d0)", 6, "redefinition of identifier 'd0'"),
        ("(d0)[d0] -> (d0)", 6, "redefinition of identifier 'd0'"),
        ("(d0) -> (d0 +)", 14, "expected affine expression"),
        ("(d0) -> (d0 d0)", 13, "expected ',' or ')'"),
        ("(d0) -> (9223372036854775808)", 10, "integer value too large"),
        ("(d0) : (d0)", 1, "expected affine map: '(dims)[symbols] -> (...)'"),
        ("() -> (%a)", 8, "expected affine expression"),
        ("(d0) -> (d0", 9, "'(' is never closed"),
    ],
)
def test_errors(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_affine_map(text, CONTEXT)
    assert str(caught.value) == f"<map>:1:{column}: error: {message}"


def test_not_a_map() -> None:
    with pytest.raises(ParseError):
        parse_affine_map("affine_map_<>", CONTEXT)


def expressions(dims: int, symbols: int) -> st.SearchStrategy[AffineExpr]:
    leaves = st.one_of(
        st.integers(0, dims - 1).map(AffineDimExpr),
        st.integers(0, symbols - 1).map(AffineSymbolExpr),
        st.integers(-50, 50).map(AffineConstantExpr),
    )
    divisor = st.integers(1, 9)
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
            st.tuples(inner, inner).map(lambda p: p[0] - p[1]),
            st.tuples(inner, divisor).map(lambda p: p[0] * p[1]),
            st.tuples(inner, divisor).map(lambda p: p[0] // p[1]),
            st.tuples(inner, divisor).map(lambda p: p[0].ceil_div(AffineConstantExpr(p[1]))),
            st.tuples(inner, divisor).map(lambda p: p[0] % p[1]),
        ),
        max_leaves=6,
    )


@settings(suppress_health_check=[HealthCheck.too_slow])  # which is about the machine's load
@given(
    st.lists(expressions(3, 2), max_size=3), st.lists(st.integers(-9, 9), min_size=5, max_size=5)
)
def test_any_printed_map_has_the_same_value(results: list[AffineExpr], point: list[int]) -> None:
    map = AffineMap(3, 2, tuple(results))
    again = parse_affine_map(str(map), CONTEXT)
    assert again.evaluate(point[:3], point[3:]) == map.evaluate(point[:3], point[3:])


# Over values


def test_map_of_values() -> None:
    parser = Parser("[%a + 1, symbol(%s) * %b#1, %a - %a]rest", CONTEXT, "<input>")
    map, operands = parser.parse_affine_map_of_ssa_ids()
    assert str(map) == "(d0, d1)[s0] -> (d0 + 1, d1 * s0, 0)"
    assert [(o.name, o.number) for o in operands] == [("a", 0), ("b", 1), ("s", 0)]
    assert parser.peek() == "rest"


def test_map_of_no_values() -> None:
    map, operands = Parser("()", CONTEXT, "<input>").parse_affine_map_of_ssa_ids("(")
    assert map is AffineMap(0, 0, ())
    assert operands == []


def test_expression_of_values() -> None:
    parser = Parser("%i * 2 + symbol(%s) to 5", CONTEXT, "<input>")
    map, dims, symbols = parser.parse_affine_expr_of_ssa_ids()
    assert str(map) == "(d0)[s0] -> (d0 * 2 + s0)"
    assert [o.name for o in dims] == ["i"]
    assert [o.name for o in symbols] == ["s"]
    assert parser.peek() == "to"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("%a", "1:1: error: expected '\\['"),
        ("[%a * %b]", "1:5: error: non-affine"),
        ("[%a", "1:1: error: '\\[' is never closed"),
    ],
)
def test_errors_over_values(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        Parser(text, CONTEXT, "<input>").parse_affine_map_of_ssa_ids()
    with pytest.raises(ParseError, match="expected affine expression"):
        Parser("to", CONTEXT, "<input>").parse_affine_expr_of_ssa_ids()
