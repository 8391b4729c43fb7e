"""Classes, positions and the collections by position."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bufferize.analysis.alias_sets import AliasSets
from bufferize.analysis.candidates import Intervals, SetAccesses
from bufferize.analysis.program_order import ProgramOrder
from bufferize.ir import Block

from .toy import TENSOR, NewOp, ReturnOp, UpdateOp, finish, function, loop, make, module

SPANS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 20)).map(lambda s: (s[0], s[0] + s[1])),
    max_size=150,
)


@given(SPANS, SPANS, st.integers(0, 80))
def test_intervals(a: list[tuple[int, int]], b: list[tuple[int, int]], position: int) -> None:
    first: Intervals[int] = Intervals()
    second: Intervals[int] = Intervals()
    for number, (start, end) in enumerate(a):
        first.add(start, end, number)
    for number, (start, end) in enumerate(b, len(a)):
        second.add(start, end, number)
    first.absorb(second)
    expected = [n for n, (start, end) in enumerate([*a, *b]) if start <= position <= end]
    assert sorted(first.holding(position)) == expected
    assert sorted(item for _, _, item in first) == list(range(len(first)))


@given(SPANS, SPANS, st.integers(0, 60), st.integers(0, 60))
def test_starts(a: list[tuple[int, int]], b: list[tuple[int, int]], first: int, last: int) -> None:
    halves: list[Intervals[int]] = [Intervals(), Intervals()]
    for half, spans in zip(halves, (a, b), strict=True):
        for start, end in spans:
            half.add(start, end, start)
    halves[0].absorb(halves[1])
    expected = sorted(start for start, _ in [*a, *b] if first <= start <= last)
    assert sorted(halves[0].starting_within(first, last)) == expected
    assert len(halves[0]) == len(a) + len(b)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=20))
def test_classes(merges: list[tuple[int, int]]) -> None:
    values = Block([TENSOR] * 10).arguments
    classes = AliasSets()
    expected = [[i] for i in range(10)]
    for a, b in merges:
        root = classes.union(values[a], values[b])
        assert root is classes.find(values[a]) is classes.find(values[b])
        of_a = next(c for c in expected if a in c)
        of_b = next(c for c in expected if b in c)
        if of_a is not of_b:
            expected.remove(of_b)
            of_a.extend(of_b)
    for group in expected:
        for member in group:
            assert list(classes.members(values[member])) == [values[i] for i in group]
            assert classes.size(values[member]) == len(group)
            assert classes.same(values[member], values[group[0]])


def test_positions() -> None:
    func = function(module(), "f", 1)
    body = func.entry_block
    first = make(body, NewOp)
    outer = loop(body, first.result)
    inner = outer.regions[0].entry
    inside = make(inner, NewOp)
    end = finish(inner, inside.result)
    last = finish(body, outer.result, cls=ReturnOp)
    order = ProgramOrder(func)
    assert [order.position(op) for op in (func, first, outer, inside, end, last)] == list(range(6))
    assert order.span(outer) == (2, 4)
    assert order.block_span(body) == (1, 5)
    assert order.region_span(outer.regions[0]) == (3, 4)
    assert order.contains(func, inside)
    assert order.contains(outer, outer)
    assert not order.contains(outer, last)
    assert order.position(module()) == 6


def test_merged_uses_know_what_both_knew() -> None:
    body = function(module(), "f", 1).entry_block
    update = make(body, UpdateOp, body.arguments[0])
    first, second = SetAccesses(), SetAccesses()
    second.count, second.private_write = 2, update.op_operands[0]
    second.non_writable[update.result] = None
    second.exposing[update.result] = update.op_operands[0]
    first.absorb(second)
    first.absorb(SetAccesses())
    assert first.count == 2
    assert list(first.non_writable) == [update.result]
    assert first.exposing == {update.result: update.op_operands[0]}
    assert first.private_write is update.op_operands[0]
