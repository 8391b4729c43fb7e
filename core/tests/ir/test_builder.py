"""Where builders insert when what is there changes."""

from __future__ import annotations

import pytest

from bufferize.ir import Block, Builder, InsertionPoint, Operation, Rewriter, UnregisteredOp


def _block(*names: str) -> tuple[Block, list[Operation]]:
    block = Block()
    for name in names:
        block.append(UnregisteredOp.named(name))
    return block, list(block.ops)


def _names(block: Block) -> list[str]:
    return [op.name for op in block.ops]


def test_anchor_erased_while_elsewhere() -> None:
    block, (_, anchor, _) = _block("t.a", "t.b", "t.c")
    rewriter = Rewriter(InsertionPoint.before(anchor))
    with rewriter.at(InsertionPoint.at_start(block)):
        with rewriter.at(InsertionPoint.at_end(block)):
            rewriter.erase_op(anchor)
        rewriter.insert(UnregisteredOp.named("t.first"))
    rewriter.insert(UnregisteredOp.named("t.new"))
    assert _names(block) == ["t.first", "t.a", "t.new", "t.c"]


def test_last_anchor_erased_while_elsewhere() -> None:
    block, (_, anchor) = _block("t.a", "t.b")
    rewriter = Rewriter(InsertionPoint.before(anchor))
    with rewriter.at(InsertionPoint.at_start(block)):
        rewriter.erase_op(anchor)
    rewriter.insert(UnregisteredOp.named("t.new"))
    assert _names(block) == ["t.a", "t.new"]


def test_anchor_erased_without_the_rewriter() -> None:
    block, (_, anchor, _) = _block("t.a", "t.b", "t.c")
    builder = Builder(InsertionPoint.before(anchor))
    with builder.at(InsertionPoint.at_end(block)):
        anchor.erase()
    with pytest.raises(ValueError, match=r"<t\.b>, before which to insert <t\.new>, is not in"):
        builder.insert(UnregisteredOp.named("t.new"))
    assert _names(block) == ["t.a", "t.c"]


def test_anchor_in_another_block() -> None:
    block, _ = _block("t.a")
    _, (other,) = _block("t.b")
    with pytest.raises(ValueError, match=r"<t\.b>, after which to insert <t\.new>, is not in"):
        block.insert_after(UnregisteredOp.named("t.new"), other)
    assert _names(block) == ["t.a"]
