from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bufferize.define.dialect_context import DialectContext
from bufferize.ir import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineMapAttr,
    AffineSymbolExpr,
    IntegerSet,
    StridedLayoutAttr,
)
from bufferize.ir.types import DYNAMIC
from bufferize.syntax import parse_attribute

D0, D1 = AffineDimExpr(0), AffineDimExpr(1)
S0 = AffineSymbolExpr(0)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (D0 + 0, "d0"),
        (3 + D0, "d0 + 3"),
        (D0 + 3 + 4, "d0 + 7"),
        (D0 + 3 + D1, "d0 + d1 + 3"),
        (S0 + D0, "d0 + s0"),
        (D0 + D0, "d0 * 2"),
        (D0 * 2 + D0 * 3, "d0 * 5"),
        (D0 - D0, "0"),
        (D0 - D1, "d0 - d1"),
        (D0 - D1 * 3, "d0 - d1 * 3"),
        (D0 - 4, "d0 - 4"),
        (-D0, "-d0"),
        (2 * D0, "d0 * 2"),
        (D0 * 1, "d0"),
        (D0 * 0, "0"),
        (D0 * 2 * 3, "d0 * 6"),
        ((D0 * 4) // 4, "d0"),
        ((D0 * 4 + 8) // 4, "d0 + 2"),
        (D0 // 1, "d0"),
        ((D0 * 4).ceil_div(2), "d0 * 2"),
        (D0.ceil_div(3), "d0 ceildiv 3"),
        ((D0 * 4) % 2, "0"),
        ((D0 * 4 + D1) % 4, "d1 mod 4"),
        ((D0 % 8) % 4, "d0 mod 4"),
        (D0 - (D0 // 3) * 3, "d0 mod 3"),
        ((D0 + D1) * 2, "(d0 + d1) * 2"),
        ((D0 + 1) // 2 + (D1 + 1) % 2, "(d0 + 1) floordiv 2 + (d1 + 1) mod 2"),
        (D0 % S0, "d0 mod s0"),
    ],
)
def test_simplification(expr: AffineExpr, text: str) -> None:
    assert str(expr) == text


Plain = Callable[[int, int, int], int | None]


def leaf() -> st.SearchStrategy[tuple[AffineExpr, Plain]]:
    constants = st.integers(-9, 9).map(lambda n: (AffineConstantExpr(n), lambda d0, d1, s0: n))
    names: list[tuple[AffineExpr, Plain]] = [
        (D0, lambda d0, d1, s0: d0),
        (D1, lambda d0, d1, s0: d1),
        (S0, lambda d0, d1, s0: s0),
    ]
    return st.one_of(st.sampled_from(names), constants)


def combine(
    inner: st.SearchStrategy[tuple[AffineExpr, Plain]],
) -> st.SearchStrategy[tuple[AffineExpr, Plain]]:
    def build(
        lhs: tuple[AffineExpr, Plain], rhs: tuple[AffineExpr, Plain], kind: str
    ) -> tuple[AffineExpr, Plain]:
        def value(d0: int, d1: int, s0: int) -> int | None:
            a, b = lhs[1](d0, d1, s0), rhs[1](d0, d1, s0)
            if a is None or b is None:
                return None
            if kind in "+-*":
                return {"+": a + b, "-": a - b, "*": a * b}[kind]
            if b <= 0:  # the language leaves these undefined
                return None
            return {"//": a // b, "c": -(-a // b), "%": a % b}[kind]

        a, b = lhs[0], rhs[0]
        expr = {
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
            "//": lambda: a // b,
            "c": lambda: a.ceil_div(b),
            "%": lambda: a % b,
        }[kind]()
        return expr, value

    return st.builds(build, inner, inner, st.sampled_from(["+", "-", "*", "//", "c", "%"]))


@given(
    st.recursive(leaf(), combine, max_leaves=8),
    st.integers(-20, 20),
    st.integers(-20, 20),
    st.integers(1, 20),
)
def test_simplification_keeps_the_value(
    pair: tuple[AffineExpr, Plain], d0: int, d1: int, s0: int
) -> None:
    expr, plain = pair
    expected = plain(d0, d1, s0)
    assume(expected is not None)
    assert expr.evaluate([d0, d1], [s0]) == expected


def test_division_by_zero_has_no_value() -> None:
    with pytest.raises(ZeroDivisionError):
        (D0 % S0).evaluate([1], [0])


def test_map_queries() -> None:
    assert AffineMap.identity(2).is_identity()
    assert AffineMap.permutation([1, 0]).is_permutation()
    assert not AffineMap.permutation([1, 0]).is_identity()
    assert AffineMap.minor_identity(3, 2).is_minor_identity()
    broadcast = AffineMap(2, 0, (D0, AffineConstantExpr(0)))
    assert not broadcast.is_projected_permutation()
    assert broadcast.is_projected_permutation(allow_zero_in_results=True)
    assert not AffineMap(2, 0, (D0, D0)).is_projected_permutation()
    assert AffineMap(2, 0, (D1, D0 + 1)).dim_positions() is None
    assert AffineMap(2, 0, (D1,)).dim_positions() == [1]


@given(st.permutations(range(4)), st.permutations(range(4)))
def test_composition_is_application(first: list[int], second: list[int]) -> None:
    outer, inner = AffineMap.permutation(first), AffineMap.permutation(second)
    point = [10, 11, 12, 13]
    assert outer.compose(inner).evaluate(point) == outer.evaluate(inner.evaluate(point))


def test_composition_keeps_symbols_apart() -> None:
    outer = AffineMap(1, 1, (D0 + S0,))
    inner = AffineMap(1, 1, (D0 * S0,))
    assert str(outer.compose(inner)) == "(d0)[s0, s1] -> (d0 * s0 + s1)"
    with pytest.raises(ValueError, match="takes 1 dimensions, not 2"):
        outer.compose(AffineMap.identity(2))


def test_text_of_maps_and_sets() -> None:
    assert str(AffineMap(0, 0, ())) == "() -> ()"
    assert (
        str(IntegerSet(1, 1, (D0 - S0, D0), (False, True))) == "(d0)[s0] : (d0 - s0 >= 0, d0 == 0)"
    )


def test_strided_layout_as_a_map() -> None:
    layout = StridedLayoutAttr(DYNAMIC, (DYNAMIC, 1)).affine_map()
    assert str(layout) == "(d0, d1)[s0, s1] -> (d0 * s1 + s0 + d1)"
    assert StridedLayoutAttr(3, (4, 1)).affine_map().evaluate([2, 5]) == (16,)
    assert str(StridedLayoutAttr(0, ()).affine_map()) == "() -> (0)"


# Long expressions

LONG = 4000
_DIMS = [f"d{i % 7}" for i in range(LONG)]
LONG_TEXTS = {
    "sum": (" + ".join(_DIMS), sum(range(7)) * (LONG // 7) + sum(range(LONG % 7))),
    "differences": ("d0" + " - d1 - d2" * LONG, -3 * LONG),
    "nested on the right": ("d1 * 2 + (" * LONG + "d2" + ")" * LONG, 2 * LONG + 2),
    "scaled": ("(" + "d1 * 6 + d2 * 6 + " * LONG + "d3) * 2", (18 * LONG + 3) * 2),
    "divided": ("(" + "d1 * 6 + d2 * 6 + " * LONG + "d3) floordiv 3", 6 * LONG + 1),
    "divided, nested": (
        "(" + "d1 * 6 + (" * LONG + "d3" + ")" * LONG + ") floordiv 3",
        2 * LONG + 1,
    ),
    "remainder": ("(" + "d1 * 6 + d2 * 6 + " * LONG + "d5) mod 3", 2),
    "remainder, nested": ("(" + "d1 * 6 + (" * LONG + "d5" + ")" * LONG + ") mod 3", 2),
    "remainder of no multiples": ("(" + " + ".join(["d1 * 2", "d2 * 5"] * LONG) + ") mod 3", 0),
    "quotients": ("(" * LONG + "d6" + " floordiv 2)" * LONG, 0),
}


@pytest.mark.parametrize(("text", "value"), LONG_TEXTS.values(), ids=list(LONG_TEXTS))
def test_long_expressions(text: str, value: int) -> None:
    """Parsed, printed, composed and evaluated, with no more frames than short ones."""
    header = "(d0, d1, d2, d3, d4, d5, d6)"
    limit = sys.getrecursionlimit()
    attribute = parse_attribute(f"affine_map<{header} -> ({text})>", DialectContext())
    assert isinstance(attribute, AffineMapAttr)
    map = attribute.map
    assert map.evaluate(range(7)) == (value,)
    assert map.compose(AffineMap.identity(7)) is map
    printed = str(attribute)
    again = parse_attribute(printed, DialectContext())
    assert isinstance(again, AffineMapAttr)
    assert again.map.evaluate(range(7)) == (value,)
    if "(" not in text:
        assert printed == f"affine_map<{header} -> ({text})>"
        assert again is attribute
    assert sys.getrecursionlimit() == limit
