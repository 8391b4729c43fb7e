from __future__ import annotations

from bufferize.ir import F32, Block, Operation, UnregisteredOp, Value, origin_of


def before(value: Value) -> Value | None:
    op = value.defining_op
    return op.operand(0) if op is not None and op.op_operands else None


def step(value: Value) -> Operation:
    return UnregisteredOp.named("test.step", [value], [F32])


def test_the_chain_is_followed_to_its_beginning() -> None:
    (start,) = Block([F32]).arguments
    second = step(step(start).results[0]).results[0]
    assert origin_of(second, before) is start
    assert origin_of(start, before) is start


def test_a_value_made_from_itself_is_its_own_origin() -> None:
    (start,) = Block([F32]).arguments
    first = step(start)
    second = step(first.results[0])
    first.op_operands[0].set(second.results[0])
    user = step(second.results[0])
    for value in (first.results[0], second.results[0], user.results[0]):
        assert origin_of(value, before) is value
