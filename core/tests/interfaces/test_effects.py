"""Memory effects of an operation and of what is inside it."""

from __future__ import annotations

from bufferize.define import Pure, RecursiveMemoryEffects
from bufferize.interfaces import (
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    has_effect,
    is_memory_effect_free,
    memory_effects,
)
from bufferize.ir import F32, Block, MemRefType, Operation, Region, UnregisteredOp


class StoreOp(MemoryEffectsOpInterface):
    name = "t.store"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE, self.operand(0), self.op_operands[0])]


class PureOp(Operation):
    name = "t.pure"
    traits = (Pure(),)


class NestOp(Operation):
    name = "t.nest"
    traits = (RecursiveMemoryEffects(),)


def store() -> StoreOp:
    return StoreOp.create([Block([MemRefType((8,), F32)]).arguments[0]])


def nest(*ops: Operation) -> Operation:
    block = Block()
    for op in ops:
        block.append(op)
    return NestOp.create(regions=[Region([block])])


def test_effects_of_the_operation_itself() -> None:
    op = store()
    assert has_effect(op, EffectKind.WRITE)
    assert has_effect(op, EffectKind.WRITE, op.operand(0))
    assert not has_effect(op, EffectKind.READ)
    assert not has_effect(PureOp.create(), EffectKind.WRITE)
    assert is_memory_effect_free(PureOp.create())
    assert memory_effects(UnregisteredOp.named("t.op")) is None


def test_effects_of_what_is_inside() -> None:
    inner = store()
    assert memory_effects(nest(nest(inner), PureOp.create())) == inner.effects()
    assert is_memory_effect_free(nest(PureOp.create()))
    assert memory_effects(nest(UnregisteredOp.named("t.op"))) is None
