"""After a failure everything is as it was: the same objects, in the same order, with the same uses."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bufferize.define import DialectContext
from bufferize.dialects.builtin import DIALECT
from bufferize.ir import (
    F32,
    I64,
    UNIT,
    UNKNOWN_LOC,
    Block,
    BlockArgument,
    Builder,
    InsertionPoint,
    NameLoc,
    Operation,
    Region,
    Rewriter,
    StringAttr,
    UnregisteredOp,
    Value,
    all_or_nothing,
    clone,
)
from bufferize.syntax import PrintOptions, parse_module, print_module

PROGRAM = """
"x.first"() ({
^entry(%a: i64, %b: f32):
  %0:2 = "x.two"(%a, %a) {p, q = "text"} : (i64, i64) -> (i64, f32)
  %1 = "x.loop"(%0#0, %b) ({
  ^bb0(%i: i64):
    %2 = "x.inner"(%i, %0#0, %late) : (i64, i64, f32) -> i64
    "x.inner_end"(%2) : (i64) -> ()
  }, {
  }) : (i64, f32) -> f32
  "x.branch"(%1)[^left, ^left, ^right] {w = 1 : i64} : (f32) -> ()
^left:
  %late = "x.one"(%b) : (f32) -> f32
  "x.branch"(%late)[^right] : (f32) -> ()
^right(%c: f32):
  "x.end"(%c, %b) : (f32, f32) -> ()
}) {name = "f"} : () -> ()
%v = "x.value"() : () -> f32
"x.second"(%v) ({
  "x.use"(%v, %v) : (f32, f32) -> ()
}) : (f32) -> ()
"x.third"(%v) : (f32) -> ()
"""
EXACT = PrintOptions(generic=True, debuginfo=True)


def parsed() -> Operation:
    return parse_module(
        PROGRAM, DialectContext([DIALECT], allow_unregistered_dialects=True), "in.mlir"
    )


def everything(root: Operation) -> list[object]:
    """The objects and all that they refer to; two lists are equal if nothing differs."""
    found: list[object] = [print_module(root, EXACT)]
    for op in root.walk():
        found += [op, op.parent, op.prev_op, op.next_op, op.location, *op.operands, *op.results]
        found += [list(op.properties.items()), list(op.attributes.items()), *op.successors]
        for use in op.op_operands:
            found += [use, use.owner, use.index, use._previous, use._next]
        for region in op.regions:
            found += [region, region.parent]
            for block in region.blocks:
                found += [block, block.parent, block.first_op, block.last_op, block.num_ops]
                found += [list(block.branches.items()), *block.arguments]
                found += [part for argument in block.arguments for part in value_parts(argument)]
                orders = [each._order for each in block.ops]
                assert orders == sorted(set(orders))
        found += [part for result in op.results for part in value_parts(result)]
    return found


def value_parts(value: Value) -> list[object]:
    assert isinstance(value.index, int)  # type: ignore[attr-defined]
    parts: list[object] = [value, value.owner, value.index]  # type: ignore[attr-defined]
    return [*parts, value.type, value.name_hint, value.location, *value.uses]


class Mutator:
    """Changes to what is in an operation, at places that numbers choose."""

    def __init__(self, root: Operation, choose: Callable[[int], int]) -> None:
        self._root = root
        self._choose = choose

    def _pick(self, things: list[object]) -> object:
        return things[self._choose(len(things))]

    def _op(self) -> Operation:
        op = self._pick(list(self._root.walk()))
        assert isinstance(op, Operation)
        return op

    def _block(self) -> Block:
        regions = [region for op in self._root.walk() for region in op.regions]
        block = self._pick([block for region in regions for block in region.blocks] or [Block()])
        assert isinstance(block, Block)
        return block

    def _value(self) -> Value:
        values: list[object] = [result for op in self._root.walk() for result in op.results]
        regions = [region for op in self._root.walk() for region in op.regions]
        values += [a for region in regions for block in region.blocks for a in block.arguments]
        value = self._pick(values or [BlockArgument(Block(), 0, F32)])
        assert isinstance(value, Value)
        return value

    # What may happen

    def erase(self) -> None:
        op = self._op()
        if op is not self._root:
            for inner in op.walk():
                for result in inner.results:
                    result.replace_all_uses_with(Block([F32]).arguments[0])
            op.erase()

    def rewrite(self) -> None:
        op = self._op()
        if op is not self._root and op.parent is not None:
            rewriter = Rewriter(InsertionPoint.before(op), NameLoc("new", UNKNOWN_LOC))
            types = [result.type for result in op.results]
            made = UnregisteredOp.named("y.new", [self._value()], types, regions=[Region()])
            rewriter.insert(made)
            if op.regions:
                made.regions[0].take_body(op.regions[0])
            rewriter.replace_op(op, made)

    def insert(self) -> None:
        made = UnregisteredOp.named("y.made", [self._value(), self._value()], [I64])
        Builder(InsertionPoint.at_start(self._block())).insert(made)

    def copy(self) -> None:
        op = self._op()
        if op is not self._root:
            Builder(InsertionPoint.at_end(self._block())).insert(clone(op))

    def move(self) -> None:
        op, block = self._op(), self._block()
        if not op.is_ancestor_of(block.parent_op):
            op.detach()
            block.append(op)

    def wrap(self) -> None:
        """A region moves into a new operation, which takes the place of the old one's."""
        op = self._op()
        if op.regions:
            region = op.regions.pop()
            region.parent = None
            made = UnregisteredOp.named("y.wrapper", regions=[region])
            op.regions.append(Region([Block()]))
            op.regions[-1].parent = op
            op.regions[-1].entry.append(made)

    def operands(self) -> None:
        op = self._op()
        if op.op_operands and self._choose(2):
            op.set_operand(self._choose(len(op.op_operands)), self._value())
        elif self._choose(2):
            op.set_operands([self._value()])
        else:
            op.insert_operands(0, [self._value()])

    def uses(self) -> None:
        self._value().replace_all_uses_with(self._value())

    def attributes(self) -> None:
        op = self._op()
        op.attributes["new"] = UNIT
        op.attributes.pop("p", None)
        op.properties = {"own": UNIT}
        op.location = NameLoc("moved", op.location)
        if "q" in op.attributes:
            op.attributes["q"] = StringAttr("other")

    def types(self) -> None:
        value = self._value()
        value.type = I64
        value.name_hint = "renamed"
        if isinstance(value, BlockArgument):
            value.location = NameLoc("moved", UNKNOWN_LOC)

    def arguments(self) -> None:
        block = self._block()
        block.insert_argument(0, F32)
        if not block.arguments[-1].has_uses():
            block.erase_argument(len(block.arguments) - 1)

    def blocks(self) -> None:
        block = self._block()
        if block.parent is not None:
            region = block.parent
            region.insert(0, Block([I64]))
            if self._choose(2):
                region.blocks.remove(block)
                block.parent = None
                Region([block])

    def successors(self) -> None:
        op = self._op()
        if op.successors:
            op.set_successor(0, self._block())

    def results(self) -> None:
        op = self._op()
        if op is not self._root:
            op.drop_all_references()


CHANGES = [name for name in vars(Mutator) if not name.startswith("_")]


@settings(deadline=None, max_examples=300)
@given(st.data(), st.lists(st.sampled_from(CHANGES), min_size=1, max_size=12), st.booleans())
def test_all_is_as_it_was(data: st.DataObject, changes: list[str], nested: bool) -> None:
    module = parsed()
    root = list(module.regions[0].entry.ops)[2] if nested else module
    before = everything(module)
    mutator = Mutator(root, lambda count: data.draw(st.integers(0, count - 1)))
    with contextlib.suppress(ZeroDivisionError), all_or_nothing(root):
        for change in changes:
            getattr(mutator, change)()
        raise ZeroDivisionError
    assert everything(module) == before


def test_what_is_new_uses_nothing_any_more() -> None:
    module = parsed()
    made = UnregisteredOp.named("y.made", [module.regions[0].entry.last_op.operand(0)])  # type: ignore[union-attr]
    with contextlib.suppress(ZeroDivisionError), all_or_nothing(module):
        module.regions[0].entry.append(made)
        raise ZeroDivisionError
    assert made.parent is None
    assert made.operands == ()
    made.erase()


def test_without_a_failure_changes_stay() -> None:
    module = parsed()
    with all_or_nothing(module):
        module.attributes["new"] = UNIT
    assert module.attributes == {"new": UNIT}


@pytest.mark.parametrize("failure", [KeyboardInterrupt, SystemExit])
def test_any_exception_counts(failure: type[BaseException]) -> None:
    module = parsed()
    before = everything(module)
    with contextlib.suppress(failure), all_or_nothing(module):
        module.attributes["new"] = UNIT
        raise failure
    assert everything(module) == before
