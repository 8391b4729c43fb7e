"""Copies of operations, and going back to them."""

from __future__ import annotations

import pytest

from bufferize.ir import F32, Block, Operation, Region, UnregisteredOp, all_or_nothing, clone

Op = UnregisteredOp.named


def _forward() -> tuple[Operation, Operation, Operation]:
    """A function whose nested operation uses what a following block defines."""
    entry, user, definer = blocks = [Block(), Block(), Block()]
    entry.append(Op("t.br", successors=[definer]))
    definition = Op("t.def", result_types=[F32])
    nested = Block()
    use = Op("t.use", definition.results)
    nested.append(use)
    user.append(Op("t.if", regions=[Region([nested])]))
    definer.append(definition)
    definer.append(Op("t.br", successors=[user]))
    return Op("t.func", regions=[Region(blocks)]), definition, use


def _named(op: Operation, name: str) -> Operation:
    return next(found for found in op.walk() if found.name == name)


def test_nested_use_before_its_definition() -> None:
    function, definition, use = _forward()
    copy = clone(function)
    assert _named(copy, "t.use").operands == _named(copy, "t.def").results
    assert list(definition.result.users) == [use]


def test_going_back_to_a_nested_use_before_its_definition() -> None:
    function, *_ = _forward()
    with pytest.raises(ZeroDivisionError), all_or_nothing(function):
        raise ZeroDivisionError
    assert _named(function, "t.use").operands == _named(function, "t.def").results


def test_values_from_outside_stay() -> None:
    block = Block([F32])
    inner = Block()
    inner.append(Op("t.use", block.arguments))
    block.append(Op("t.if", regions=[Region([inner])]))
    assert block.first_op is not None
    assert _named(clone(block.first_op), "t.use").operands == tuple(block.arguments)
