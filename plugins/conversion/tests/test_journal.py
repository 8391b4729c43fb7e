"""What a journal notes is undone exactly, back to any mark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bufferize.ir import (
    F32,
    I64,
    UNIT,
    UNKNOWN_LOC,
    Block,
    NameLoc,
    Operation,
    OpOperand,
    Region,
    UnregisteredOp,
    Value,
)
from bufferize_conversion.journal import Journal
from core.tests.ir.test_undo import everything, parsed


def state(module: Operation) -> list[object]:
    """All of a module, but for the order in which blocks know what branches to them."""
    ops = {op: number for number, op in enumerate(module.walk())}
    for op in ops:
        for region in op.regions:
            for block in region.blocks:
                block.branches = dict(sorted(block.branches.items(), key=lambda item: ops[item[0]]))
    return everything(module)


class Changes:
    """Changes by a journal, at places that numbers choose."""

    def __init__(self, root: Operation, journal: Journal, choose: Callable[[int], int]) -> None:
        self._root, self._journal, self._choose = root, journal, choose

    def _op(self) -> Operation | None:
        ops = [op for op in self._root.walk() if op is not self._root]
        return ops[self._choose(len(ops))] if ops else None

    def _blocks(self) -> list[Block]:
        return [b for op in self._root.walk() for region in op.regions for b in region.blocks]

    def _block(self) -> Block:
        blocks = self._blocks()
        return blocks[self._choose(len(blocks))]

    def _value(self) -> Value:
        values: list[Value] = [result for op in self._root.walk() for result in op.results]
        values += [argument for block in self._blocks() for argument in block.arguments]
        return values[self._choose(len(values))] if values else Block([F32]).arguments[0]

    # What may happen

    def insert(self) -> None:
        block = self._block()
        anchors = [None, *block.ops]
        successors = [self._block()] if self._choose(2) else []
        made = UnregisteredOp.named("y.made", [self._value()] * 2, [I64], successors=successors)
        self._journal.insert(made, block, anchors[self._choose(len(anchors))])

    def make_before_changing(self) -> None:
        """A new operation uses values before anyone is told of it."""
        value = self._value()
        made = UnregisteredOp.named("y.early", [value, self._value()], [I64])
        for use in list(value.uses):
            self._journal.set_operand(use, self._value())
        self._journal.insert(made, self._block(), None)

    def erase(self) -> None:
        op = self._op()
        if op is not None:
            for inner in op.walk():
                for result in inner.results:
                    self._journal.replace_all_uses_with(result, self._elsewhere(op))
                for region in inner.regions:
                    for block in region.blocks:
                        for argument in block.arguments:
                            self._journal.replace_all_uses_with(argument, self._elsewhere(op))
            left = {b for inner in op.walk() for r in inner.regions for b in r.blocks}
            if not any(branch not in set(op.walk()) for b in left for branch in b.branches):
                self._journal.erase(op)

    def _elsewhere(self, op: Operation) -> Value:
        value = self._value()
        return Block([F32]).arguments[0] if op.is_ancestor_of(value.parent_op) or value.defining_op is op else value  # fmt: skip

    def set_operand(self) -> None:
        uses: list[OpOperand] = [use for op in self._root.walk() for use in op.op_operands]
        if uses:
            self._journal.set_operand(uses[self._choose(len(uses))], self._value())

    def replace(self) -> None:
        self._journal.replace_all_uses_with(self._value(), self._value())

    def change_in_place(self) -> None:
        op = self._op()
        if op is None:
            return
        self._journal.keep(op)
        op.set_operands([self._value(), *op.operands, self._value()][self._choose(2) :])
        if op.op_operands and self._choose(2):
            op.erase_operand(self._choose(len(op.op_operands)))
        if op.successors:
            op.set_successor(0, self._block())
        op.attributes["new"] = UNIT
        op.properties.pop("q", None)
        op.location = NameLoc("moved", UNKNOWN_LOC)
        for result in op.results:
            result.type = I64

    def move(self) -> None:
        op, block = self._op(), self._block()
        if op is not None and not op.is_ancestor_of(block.parent_op):
            anchors = [None, *(each for each in block.ops if each is not op)]
            self._journal.move(op, block, anchors[self._choose(len(anchors))])

    def arguments(self) -> None:
        block = self._block()
        self._journal.insert_argument(block, self._choose(len(block.arguments) + 1), F32)
        argument = block.arguments[self._choose(len(block.arguments))]
        if not argument.has_uses():
            self._journal.erase_argument(argument)

    def blocks(self) -> None:
        block = self._block()
        region = block.parent
        assert region is not None
        self._journal.insert_block(region, self._choose(len(region.blocks) + 1), Block([I64]))
        last = region.blocks[self._choose(len(region.blocks))]
        if last is not block and last.first_op is None and not last.branches:
            self._journal.remove_block(last)

    def regions(self) -> None:
        op = self._op()
        target = self._block().parent
        assert target is not None
        if op is not None and op.regions and not op.is_ancestor_of(target.parent):
            index = self._choose(len(target.blocks) + 1)
            self._journal.move_blocks(op.regions[0], target, index)


NAMES = [name for name in vars(Changes) if not name.startswith("_")]


@settings(deadline=None, max_examples=80)
@given(st.data(), st.lists(st.sampled_from(NAMES), min_size=1, max_size=14), st.integers(0, 13))
def test_all_is_as_it_was_at_a_mark(data: st.DataObject, names: list[str], at: int) -> None:
    module, journal = parsed(), Journal()
    states = [(journal.mark, state(module))]
    changes = Changes(module, journal, lambda count: data.draw(st.integers(0, count - 1)))
    for name in names:
        getattr(changes, name)()
        states.append((journal.mark, state(module)))
    for mark, before in (states[min(at, len(names))], states[0]):
        journal.undo(mark)
        assert state(module) == before


def test_what_is_thrown_away_uses_nothing() -> None:
    module, journal = parsed(), Journal()
    block = module.regions[0].entry
    assert block.last_op is not None
    (value,) = block.last_op.operands
    made = UnregisteredOp.named("y.made", [value], regions=[Region()])
    journal.insert(made, block, None)
    journal.undo()
    assert made.operands == ()
    assert made not in list(value.users)


def test_what_is_forgotten_stays() -> None:
    module, journal = parsed(), Journal()
    journal.insert(UnregisteredOp.named("y.made"), module.regions[0].entry, None)
    journal.forget()
    journal.undo()
    assert module.regions[0].entry.last_op is not None
    assert module.regions[0].entry.last_op.name == "y.made"


def test_other_things_are_undone_in_their_place() -> None:
    journal, seen = Journal(), list[int]()
    journal.note(seen.append, 1)
    mark = journal.mark
    journal.note(seen.append, 2)
    journal.undo(mark)
    journal.undo()
    assert seen == [2, 1]


def test_what_is_used_is_not_erased() -> None:
    module, journal = parsed(), Journal()
    before = state(module)
    used = next(op for op in module.walk() if op.has_uses())
    with pytest.raises(ValueError, match="still has uses"):
        journal.erase(used)
    assert state(module) == before
