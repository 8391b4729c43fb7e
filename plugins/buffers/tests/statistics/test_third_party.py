"""Operations of somebody else's dialect, which the statistics know by their interfaces."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import define as d
from bufferize.interfaces import (
    AllocationOpInterface,
    CopyOpInterface,
    EffectKind,
    LoopLikeOpInterface,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RepeatedRegionsInterface,
)
from bufferize.interfaces.loops import LoopBounds
from bufferize_buffers.statistics import FunctionUsage, buffer_statistics

POOL = d.Dialect("pool")


@POOL.op("take")
class TakeOp(d.Operation, AllocationOpInterface, MemoryEffectsOpInterface):
    """Allocates."""

    sizes = d.variadic_operand(d.INDEX)
    buffer = d.result(d.ANY_MEMREF)
    assembly_format = "$sizes attr-dict `:` type($buffer)"

    @property
    def allocated_sizes(self) -> list[bufferize.ir.Value]:
        return list(self.sizes)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.buffer)]


@POOL.op("give")
class GiveOp(d.Operation, MemoryEffectsOpInterface):
    """Frees."""

    buffer = d.operand(d.ANY_MEMREF)
    assembly_format = "$buffer attr-dict `:` type($buffer)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.FREE, self.buffer, self.op_operands[0])]


@POOL.op("move")
class MoveOp(d.Operation, CopyOpInterface):
    """Copies."""

    source = d.operand(d.ANY_MEMREF)
    target = d.operand(d.ANY_MEMREF)
    assembly_format = "$source `,` $target attr-dict `:` type($source) `,` type($target)"


@POOL.op("twice")
class TwiceOp(d.Operation, LoopLikeOpInterface, RepeatedRegionsInterface):
    """Runs its region two times."""

    body = d.region(num_blocks=1)
    traits = (d.NoTerminator(), d.RecursiveMemoryEffects())
    assembly_format = "$body attr-dict"

    @property
    def loop_bounds(self) -> list[LoopBounds]:
        return [(0, 2, 1)]


@POOL.op("look")
class LookOp(d.Operation):
    """Nobody knows what it does to memory."""

    buffer = d.operand(d.ANY_MEMREF)
    assembly_format = "$buffer attr-dict `:` type($buffer)"


def usage(body: str) -> FunctionUsage:
    context = bufferize.Context()
    context.register_dialect(POOL)
    text = f"func.func @f(%n: index, %x: memref<4xf32>) {{\n{body}\nreturn\n}}"
    return buffer_statistics(bufferize.parse(text, context)).total


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("%a = pool.take : memref<4xf32>\npool.give %a : memref<4xf32>", "1 16 0 0 16 0"),
        ("%a = pool.take %n : memref<?xi8>", "1 %arg0 0 0 %arg0 %arg0"),
        (
            "%a = pool.take : memref<4xf32>\n"
            "pool.move %x, %a : memref<4xf32>, memref<4xf32>\nmemref.dealloc %a : memref<4xf32>",
            "1 16 1 16 16 0",
        ),
        ("pool.twice {\n%a = pool.take : memref<4xf32>\n}", "2 32 0 0 32 32"),
    ],
)
def test_interfaces(body: str, expected: str) -> None:
    found = usage(body)
    counts = found.usage
    figures = (
        *(counts.allocations, counts.allocated_bytes, counts.copies, counts.copied_bytes),
        *(found.peak, found.leaked),
    )
    assert " ".join(map(str, figures)) == expected
    assert found.not_counted == {}


def test_an_operation_without_interfaces_is_named() -> None:
    assert usage("pool.look %x : memref<4xf32>").not_counted == {"pool.look": 1}
