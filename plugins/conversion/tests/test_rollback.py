"""Random patterns, many of which fail: what fails leaves no trace."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import F64, I64, UNIT, Block, InsertionPoint, Operation, UnregisteredOp, Value
from bufferize_conversion import (
    ConversionPatternRewriter,
    FunctionPattern,
    OpAdaptor,
    apply_partial_conversion,
)
from plugins.conversion.tests.conversions import (
    becomes,
    context,
    converted,
    made,
    numbers,
    parsed,
    run,
    target,
)
from plugins.conversion.tests.test_journal import state

PROGRAM = """
"kept.first"() ({
^entry(%a: i64, %b: f32):
  %0:2 = "old.a"(%a, %a) {p, q = "text"} : (i64, i64) -> (i64, f32)
  %1 = "old.b"(%0#0, %b) ({
  ^bb0(%i: i64):
    %2 = "old.a"(%i, %0#0, %b) : (i64, i64, f32) -> i64
    "old.c"(%2) : (i64) -> ()
  }, {
  }) : (i64, f32) -> f32
  "kept.branch"(%1)[^left, ^left, ^right] {w = 1 : i64} : (f32) -> ()
^left:
  %late = "old.a"(%b) : (f32) -> f32
  "old.b"(%late)[^right] : (f32) -> ()
^right(%c: f32):
  "old.c"(%c, %b) : (f32, f32) -> ()
}) {name = "f"} : () -> ()
%v = "old.c"() : () -> f32
"kept.second"(%v) ({
  "old.b"(%v, %v) : (f32, f32) -> ()
}) : (f32) -> ()
"old.b"(%v) : (f32) -> ()
"""

Choose = Callable[[int], int]


class Steps:
    """What a pattern may do, at places that numbers choose."""

    def __init__(
        self, op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter, choose: Choose
    ) -> None:
        self.op, self.adaptor, self.rewriter, self.choose = op, adaptor, rewriter, choose

    def is_gone(self) -> bool:
        return self.op in self.rewriter.erased

    def make(self) -> None:
        name = ("new.made", "old.a", "unknown.made")[self.choose(3)]
        self.rewriter.insert(made(name, [], [I64, F64][: self.choose(3)], self.choose(2)))

    def replace(self) -> None:
        """By something of other types, with the operands as they are."""
        if self.is_gone():
            return
        operands = [value for values in self.adaptor.all_values for value in values]
        types = [(I64, F64)[self.choose(2)] for _ in self.op.results]
        new = UnregisteredOp.named("new.b", operands, types, successors=self.op.successors)
        self.rewriter.insert(new)
        self.rewriter.replace_op(self.op, [[value] for value in new.results])

    def split_values(self) -> None:
        if not self.is_gone():
            new = self.rewriter.insert(made("new.several", [], [F64] * (2 * len(self.op.results))))
            pairs = [new.results[2 * i : 2 * i + 2] for i in range(len(self.op.results))]
            self.rewriter.replace_op(self.op, pairs)

    def change(self) -> None:
        if not self.is_gone():
            with self.rewriter.modify_op_in_place(self.op):
                self.op.set_operands([*self.op.operands, *self.op.operands])
                self.op.attributes.pop("p", None)
                self.op.attributes["done"] = UNIT

    def convert_regions(self) -> None:
        if not self.is_gone():
            for region in self.op.regions:
                self.rewriter.convert_region_types(region, numbers())

    def move_regions(self) -> None:
        if not self.is_gone() and self.op.regions:
            new = self.rewriter.insert(made("new.around", [], [], 1))
            self.rewriter.inline_region_before(self.op.regions[0], new.regions[0])

    def set_operands(self) -> None:
        if not self.is_gone():
            for use in self.op.op_operands:
                value: Value = self.rewriter.remapped(use.value)[0]
                self.rewriter.set_operand(use, value)

    def split(self) -> None:
        block = self.op.parent
        if not self.is_gone() and block is not None and block.parent is not None:
            self.rewriter.split_block(self.op)

    def add_block(self) -> None:
        block = self.op.parent
        if not self.is_gone() and block is not None and block.parent is not None:
            with self.rewriter.at(InsertionPoint.before(self.op)):
                self.rewriter.create_block(block.parent, [I64], before=block)
                self.rewriter.insert(made("new.in_block", [], []))

    def erase_next(self) -> None:
        following = None if self.is_gone() else self.op.next_op
        if following is not None and not following.has_uses():
            branches = [b for op in following.walk() for r in op.regions for b in r.blocks]
            assert all(isinstance(block, Block) for block in branches)
            self.rewriter.erase_op(following)

    def inline(self) -> None:
        if self.is_gone() or not self.op.regions or not self.op.regions[0].blocks:
            return
        block = self.op.regions[0].blocks[0]
        value = self.rewriter.insert(made("new.argument", [], [F64])).result
        if not block.branches:
            self.rewriter.inline_block_before(block, self.op, [value] * len(block.arguments))


NAMES = [name for name in vars(Steps) if not name.startswith("_") and name != "is_gone"]
plans = st.lists(
    st.tuples(
        st.lists(st.sampled_from(NAMES), max_size=4),
        st.sampled_from([True, False, False, "raise"]),
        st.sampled_from(["old.a", "old.b", "old.c", None]),
        st.booleans(),
    ),
    min_size=1,
    max_size=5,
)


def random_pattern(
    plan: tuple[list[str], object, str | None, bool], choose: Choose
) -> FunctionPattern:
    names, end, root, with_types = plan

    def rewrite(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        steps = Steps(op, adaptor, rewriter, choose)
        for name in names:
            getattr(steps, name)()
        if end == "raise":
            raise DiagnosticError("no")
        return bool(end)

    return FunctionPattern(rewrite, numbers() if with_types else None, root=root)


@settings(deadline=None, max_examples=60)
@given(st.data(), plans, st.booleans())
def test_what_fails_leaves_no_trace(data: st.DataObject, drawn: object, full: bool) -> None:
    module = parsed(PROGRAM)
    before = state(module)
    choose: Choose = lambda count: data.draw(st.integers(0, count - 1))  # noqa: E731
    patterns = [random_pattern(plan, choose) for plan in drawn]  # type: ignore[attr-defined]
    try:
        run(module, patterns, full=full)
    except DiagnosticError:
        assert state(module) == before
    else:
        assert not bufferize.verify(module)


@settings(deadline=None, max_examples=30)
@given(st.data(), plans)
def test_a_pattern_that_gives_up_is_as_if_it_were_not_there(
    data: st.DataObject, drawn: list[tuple[list[str], object, str | None, bool]]
) -> None:
    choose: Choose = lambda count: data.draw(st.integers(0, count - 1))  # noqa: E731
    module, other = parsed(PROGRAM), parsed(PROGRAM)
    failing = [
        random_pattern((names, False, root, with_types), choose)
        for names, _, root, with_types in drawn
    ]
    before = state(module)
    run(module, failing, target(illegal=()))
    assert state(module) == before
    helping = [becomes(f"old.{name}", f"new.{name}", benefit=-1) for name in "ac"]
    goal = target(illegal=())
    run(module, [*failing, *helping], goal)
    run(other, helping, goal)
    assert bufferize.print_module(module) == bufferize.print_module(other)
    for op, expected in zip(module.walk(), other.walk(), strict=True):
        for result, same in zip(op.results, expected.results, strict=True):
            assert [use.index for use in result.uses] == [use.index for use in same.uses]


# Nothing of other runs


def test_no_finished_module_is_kept() -> None:
    converter = numbers()
    patterns = [becomes("old.a", "new.a", converter), becomes("old.b", "new.b", converter)]
    goal, everything_known = target(), context()
    alive: list[weakref.ref[object]] = []
    for _ in range(3):
        module = bufferize.parse(
            '%0 = "old.a"() : () -> i64\n"old.b"(%0) : (i64) -> ()', everything_known
        )
        apply_partial_conversion(module, goal, patterns, everything_known)
        alive.append(weakref.ref(module.regions[0]))
        failing = bufferize.parse(
            '"old.a"() ({}) : () -> ()\n"old.c"() : () -> ()', everything_known
        )
        with pytest.raises(DiagnosticError, match="old.c"):
            apply_partial_conversion(failing, goal, patterns, everything_known)
        alive.append(weakref.ref(failing.regions[0]))
        del module, failing
    gc.collect()
    assert [reference() for reference in alive] == [None] * 6


def test_threads_may_share_patterns() -> None:
    """A type converter, a target and patterns have no state of a conversion."""
    converter = numbers()
    patterns = [becomes(f"old.{name}", f"new.{name}", converter) for name in "abc"]
    text = "\n".join(
        f'%{i} = "old.{"abc"[i % 3]}"() : () -> {("i64", "f32", "i16")[i % 3]}\n"kept.use"(%{i}) : '
        f"({('i64', 'f32', 'i16')[i % 3]}) -> ()"
        for i in range(150)
    )
    expected = converted(text, patterns)
    goal = target()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: converted(text, patterns, goal), range(12)))
    assert found == [expected] * 12
