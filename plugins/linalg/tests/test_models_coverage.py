"""Which elements of an init are sure to be written: proofs against counting them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bufferize.ir import AffineDimExpr, AffineExpr, AffineMap
from bufferize_linalg.coverage import values_without_gaps, writes_all_elements
from bufferize_linalg.structured import LinalgOpInterface
from bufferize_testing import function_ops

LOOPS = 3
EXTENTS = st.lists(st.integers(1, 5), min_size=LOOPS, max_size=LOOPS)


def _combined(inner: st.SearchStrategy[AffineExpr]) -> st.SearchStrategy[AffineExpr]:
    factor = st.integers(-6, 6)
    divisor = st.integers(1, 6)
    return st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a - b, inner, inner),
        st.builds(lambda a, n: a * n, inner, factor),
        st.builds(lambda a, n: a + n, inner, factor),
        st.builds(lambda a, n: a % n, inner, divisor),
        st.builds(lambda a, k, n: (a + k) % n, inner, factor, divisor),
        st.builds(lambda a, n: a // n, inner, divisor),
        st.builds(lambda a, n: a.ceil_div(n), inner, divisor),
    )


EXPRS = st.recursive(st.integers(0, LOOPS - 1).map(AffineDimExpr), _combined, max_leaves=4)


def _values(exprs: Sequence[AffineExpr], extents: Sequence[int]) -> set[tuple[int, ...]]:
    """What `exprs` come to, loop by loop."""
    return {
        tuple(expr.evaluate(indices) for expr in exprs) for indices in product(*map(range, extents))
    }


def _generic(
    extents: Sequence[int | str], exprs: Sequence[AffineExpr], shape: Sequence[int | str]
) -> LinalgOpInterface:
    """An operation with loops of these extents that writes to elements of a tensor of this shape."""
    loops = len(extents)
    source = f"tensor<{'x'.join([*map(str, extents), 'f32'])}>"
    result = f"tensor<{'x'.join([*map(str, shape), 'f32'])}>"
    maps = AffineMap.identity(loops), AffineMap(loops, 0, tuple(exprs))
    (op, _) = function_ops(
        f"%r = linalg.generic {{indexing_maps = [affine_map<{maps[0]}>, affine_map<{maps[1]}>],"
        f" iterator_types = [{', '.join([chr(34) + 'parallel' + chr(34)] * loops)}]}}"
        f" ins(%a : {source}) outs(%b : {result}) {{\n^bb0(%x: f32, %y: f32):\n"
        f"linalg.yield %x : f32\n}} -> {result}",
        f"%a: {source}, %b: {result}",
    )
    assert isinstance(op, LinalgOpInterface)
    return op


@settings(deadline=None, max_examples=500)
@given(EXPRS, EXTENTS)
def test_values_without_gaps(expr: AffineExpr, extents: list[int]) -> None:
    found = values_without_gaps(expr, dict(enumerate(extents)))
    if found is not None:
        first, last = found
        assert {value for (value,) in _values([expr], extents)} == set(range(first, last + 1))


@settings(deadline=None)
@given(st.lists(EXPRS, min_size=1, max_size=3), EXTENTS)
def test_what_is_found_to_be_overwritten_is(exprs: list[AffineExpr], extents: list[int]) -> None:
    values = _values(exprs, extents)
    # Indices are in bounds: each expression starts at 0 where it would start below.
    least = [min(column) for column in zip(*values, strict=True)]
    exprs = [expr + -start for expr, start in zip(exprs, least, strict=True)]
    written = _values(exprs, extents)
    shape = [max(column) + 1 for column in zip(*written, strict=True)]
    op = _generic(extents, exprs, shape)
    if writes_all_elements(op, op.dps_inits[0]):
        assert written == set(product(*map(range, shape)))


D0, D1, D2 = map(AffineDimExpr, range(3))


@pytest.mark.parametrize(
    ("extents", "exprs", "shape", "all_written"),
    [
        (["?", "?"], [D1, D0], ["?", "?"], True),
        ([2], [1 - D0], [2], True),
        ([2], [1 - D0], ["?"], False),
        (["?"], [1 - D0], [2], False),
        ([3, 4], [3 - D1, 2 - D0], [4, 3], True),
        ([2, 2], [D0 * 2 + D1], [4], True),
        ([3, 2], [D1 * 3 + D0], [6], True),
        ([3, 2], [D0 * 3 + D1], [8], False),
        ([2, 3, 4], [D0 * 12 + D1 * 4 - D2 + 3], [24], True),
        ([5], [(D0 + 2) % 5], [5], True),
        ([5, "?"], [(D0 + 2) % 5, D1], [5, "?"], True),
        ([7], [(D0 + 2) % 5], [5], True),
        ([4], [(D0 + 2) % 5], [5], False),
        ([8], [D0 // 4], [2], True),
        ([8], [D0.ceil_div(4)], [3], True),
        ([4], [D0, D0], [4, 4], False),
        ([4], [D0, D0 * 0], [4, 1], True),
        ([4, 2], [D0], [4], True),
        ([4, "?"], [D0], [4], False),
        ([4, 0], [D0], [4], False),
        ([8], [D0 // 4, D0 // 8], [2, 1], True),
        ([2], [D0 * 2], [3], False),
    ],
)
def test_overwritten(
    extents: list[int | str], exprs: list[AffineExpr], shape: list[int | str], all_written: bool
) -> None:
    op = _generic(extents, exprs, shape)
    assert writes_all_elements(op, op.dps_inits[0]) == all_written
