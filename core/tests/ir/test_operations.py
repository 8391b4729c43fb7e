from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bufferize.ir import (
    F32,
    I32,
    Block,
    Builder,
    InsertionPoint,
    IRMapping,
    Listener,
    Operation,
    Region,
    Rewriter,
    UnregisteredOp,
    Value,
    clone,
)


def make(name: str = "t.op", *operands: Value, results: int = 1) -> UnregisteredOp:
    return UnregisteredOp.named(name, operands, [F32] * results)


def names(block: Block) -> list[str]:
    return [op.name for op in block.ops]


def test_use_lists() -> None:
    a, b = make("a"), make("b")
    user = make("user", a.result, b.result, a.result)
    assert [(use.owner, use.index) for use in a.result.uses] == [(user, 2), (user, 0)]
    assert b.result.has_one_use()
    assert not a.result.has_one_use()
    a.result.replace_all_uses_with(b.result)
    assert not a.result.has_uses()
    assert user.operands == (b.result,) * 3
    user.set_operand(1, a.result)
    assert user.operands == (b.result, a.result, b.result)
    assert list(a.result.users) == [user]


def test_operand_lists_keep_their_numbers() -> None:
    a, b = make("a"), make("b")
    user = make("user", a.result)
    user.insert_operands(0, [b.result, b.result])
    assert user.operands == (b.result, b.result, a.result)
    assert [o.index for o in user.op_operands] == [0, 1, 2]
    user.erase_operand(0)
    assert [o.index for o in user.op_operands] == [0, 1]
    user.set_operands([a.result])
    assert not b.result.has_uses()


def test_erasing_what_is_used_is_refused() -> None:
    a = make("a")
    user = make("user", a.result)
    with pytest.raises(ValueError, match="still has uses"):
        a.erase()
    user.erase()
    a.erase()


def test_block_lists() -> None:
    block = Block()
    ops = [make(str(i)) for i in range(4)]
    block.append(ops[1])
    block.insert_before(ops[0], block.first_op)
    block.insert_after(ops[3], ops[1])
    block.insert_before(ops[2], ops[3])
    assert names(block) == ["0", "1", "2", "3"]
    assert [op.name for op in block.ops_reversed] == ["3", "2", "1", "0"]
    assert block.num_ops == 4
    ops[0].move_after(ops[3])
    ops[3].move_before(ops[1])
    assert names(block) == ["3", "1", "2", "0"]
    assert ops[3].is_before_in_block(ops[0])
    with pytest.raises(ValueError, match="in a block already"):
        block.append(ops[0])
    for op in block.ops:
        op.erase()
    assert block.num_ops == 0
    assert block.first_op is None
    assert block.last_op is None


@given(st.lists(st.tuples(st.integers(0, 10**6), st.booleans()), max_size=200))
def test_order_is_the_list_order(moves: list[tuple[int, bool]]) -> None:
    block = Block()
    model: list[Operation] = []
    for number, erase in moves:
        if erase and model:
            model.pop(number % len(model)).erase()
            continue
        place = number % (len(model) + 1)
        op = make()
        block.insert_before(op, model[place] if place < len(model) else None)
        model.insert(place, op)
    assert list(block.ops) == model
    for first, second in pairwise(model):
        assert first.is_before_in_block(second)
        assert not second.is_before_in_block(first)


def test_order_of_what_was_far_behind() -> None:
    block, other = Block(), Block()
    for _ in range(500):
        other.append(make())
    ops: list[Operation] = [make() for _ in range(3)]
    for op in ops:
        block.append(op)
    generator = random.Random(1)
    for moved in list(other.ops_reversed):
        moved.detach()  # its label is that of the place where it was
        block.insert_after(moved, generator.choice(ops[-6:]))
        ops.append(moved)
        for first, second in pairwise(block.ops):
            assert first.is_before_in_block(second)


@pytest.mark.parametrize("where", ["front", "middle", "after", "random"])
def test_order_labels_stay_cheap(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from bufferize.ir import block as blocks

    block = Block()
    ops = [make() for _ in range(1000)]
    for op in ops:
        block.append(op)
    moved = 0
    spread = blocks._spread

    def counted(op: Operation) -> None:
        nonlocal moved
        before = [o._order for o in block.ops]
        spread(op)
        moved += sum(a != o._order for a, o in zip(before, block.ops, strict=True))

    monkeypatch.setattr(blocks, "_spread", counted)
    middle, generator = ops[500], random.Random(1)
    for _ in range(2000):
        new = make()
        if where == "front":
            block.insert_before(new, block.first_op)
        elif where == "middle":
            block.insert_before(new, middle)
        elif where == "after":
            block.insert_after(new, middle)
        else:
            block.insert_before(new, generator.choice(ops))
    labels = [op._order for op in block.ops]
    assert labels == sorted(set(labels))
    # O(log n) labels a place on average, far from the 3,000 that renumbering the block would take.
    assert moved < 2000 * 40


def nest() -> tuple[UnregisteredOp, list[str]]:
    inner = UnregisteredOp.named("inner", regions=[Region([Block(), Block()])])
    for i, block in enumerate(inner.regions[0].blocks):
        block.append(make(f"leaf{i}"))
    outer = UnregisteredOp.named("outer", regions=[Region([Block()])])
    outer.regions[0].entry.append(inner)
    outer.regions[0].entry.append(make("last"))
    return outer, ["outer", "inner", "leaf0", "leaf1", "last"]


def test_walks() -> None:
    outer, order = nest()
    assert [op.name for op in outer.walk()] == order
    assert [op.name for op in outer.walk_post()] == ["leaf0", "leaf1", "inner", "last", "outer"]


def test_deep_nesting_is_walked_without_recursion() -> None:
    root = UnregisteredOp.named("root", regions=[Region([Block()])])
    current = root
    for _ in range(20_000):
        child = UnregisteredOp.named("child", regions=[Region([Block()])])
        current.regions[0].entry.append(child)
        current = child
    assert sum(1 for _ in root.walk()) == 20_001
    assert sum(1 for _ in root.walk_post()) == 20_001
    assert root.is_proper_ancestor_of(current)


def test_ancestors() -> None:
    outer, _ = nest()
    inner = outer.regions[0].entry.first_op
    assert inner is not None
    leaf = inner.regions[0].blocks[1].first_op
    assert leaf is not None
    assert outer.is_ancestor_of(leaf)
    assert outer.is_ancestor_of(outer)
    assert not outer.is_proper_ancestor_of(outer)
    assert outer.regions[0].is_proper_ancestor_of(inner.regions[0])
    assert outer.regions[0].find_ancestor_op(leaf) is inner
    assert leaf.parent_op is inner
    assert inner.regions[0].index == 0


def test_successors_and_predecessors() -> None:
    region = Region([Block(), Block(), Block()])
    UnregisteredOp.named("f", regions=[region])
    entry, left, right = region.blocks
    branch = UnregisteredOp.named("br", successors=[left, right])
    entry.append(branch)
    assert left.predecessors == [entry]
    assert entry.successors() == [left, right]
    branch.set_successor(1, left)
    assert right.predecessors == []
    assert list(left.branches) == [branch]
    branch.erase()
    assert left.predecessors == []


def test_block_arguments() -> None:
    block = Block([F32, I32])
    third = block.add_argument(F32)
    first = block.insert_argument(0, I32)
    assert [a.index for a in block.arguments] == [0, 1, 2, 3]
    block.append(make("user", third))
    with pytest.raises(ValueError, match="argument 3 still has uses"):
        block.erase_argument(3)
    block.erase_argument(first.index)
    assert third.index == 2


def test_clone_maps_values_blocks_and_regions() -> None:
    region = Region([Block([F32]), Block()])
    op = UnregisteredOp.named("f", regions=[region], attributes={})
    entry, exit_block = region.blocks
    early = make("early", entry.arguments[0])
    entry.append(early)
    entry.append(UnregisteredOp.named("br", successors=[exit_block]))
    exit_block.append(make("late", early.result))
    mapping = IRMapping()
    copy = clone(op, mapping)
    new_entry, new_exit = copy.regions[0].blocks
    assert mapping.block(exit_block) is new_exit
    assert new_entry.terminator.successors == [new_exit]
    new_early = new_entry.first_op
    assert new_early is not None
    assert new_early.operands == (new_entry.arguments[0],)
    assert new_exit.terminator.operands == (new_early.result,)
    assert not any(use.owner.parent is new_entry for use in entry.arguments[0].uses)


def test_clone_keeps_uses_before_definitions() -> None:
    block = Block()
    op = UnregisteredOp.named("graph", regions=[Region([block])])
    late = make("late")
    block.append(make("early", late.result))
    block.append(late)
    copied = clone(op).regions[0].entry
    first, last = copied.first_op, copied.last_op
    assert first is not None
    assert last is not None
    assert first.operands == last.results


class Recorder(Listener):
    def __init__(self) -> None:
        self.events: list[str] = []

    def operation_inserted(self, op: Operation) -> None:
        self.events.append(f"inserted {op.name}")

    def operation_modified(self, op: Operation) -> None:
        self.events.append(f"modified {op.name}")

    def operation_replaced(self, op: Operation, values: object) -> None:
        self.events.append(f"replaced {op.name}")

    def operation_erased(self, op: Operation) -> None:
        self.events.append(f"erased {op.name}")


def test_rewriter_tells_its_listeners() -> None:
    block = Block()
    old = make("old")
    user = make("user", old.result)
    block.append(old)
    block.append(user)
    rewriter, recorder = Rewriter(InsertionPoint.before(old)), Recorder()
    rewriter.listeners.append(recorder)
    rewriter.replace_op(old, rewriter.insert(make("new")))
    assert names(block) == ["new", "user"]
    assert recorder.events == ["inserted new", "replaced old", "modified user", "erased old"]
    # The place before `old` is now the one before what followed it.
    rewriter.insert(make("next"))
    assert names(block) == ["new", "next", "user"]


def test_insertion_points() -> None:
    block = Block([F32])
    builder = Builder(InsertionPoint.at_end(block))
    a = builder.insert(make("a"))
    end = builder.insert(make("end"))
    with builder.at(InsertionPoint.at_start(block)):
        builder.insert(make("start"))
    with builder.at(InsertionPoint.after(a)):
        builder.insert(make("after a"))
    with builder.at(InsertionPoint.before(block.terminator)):
        builder.insert(make("before end"))
    with builder.at(InsertionPoint.after_value(block.arguments[0])):
        builder.insert(make("first"))
    with builder.at(InsertionPoint.after_value(end.result)):
        builder.insert(make("very end"))
    assert names(block) == [
        "first", "start", "a", "after a", "before end", "end", "very end",
    ]  # fmt: skip


def test_a_builder_needs_a_place() -> None:
    with pytest.raises(ValueError, match="no insertion point"):
        Builder().insert(make())


def test_regions_belong_to_one_operation() -> None:
    region = Region([Block()])
    UnregisteredOp.named("a", regions=[region])
    with pytest.raises(ValueError, match="belongs to an operation already"):
        UnregisteredOp.named("b", regions=[region])
    with pytest.raises(ValueError, match="in a region already"):
        Region().append(region.entry)
