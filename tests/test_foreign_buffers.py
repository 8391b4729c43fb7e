"""Buffers of a third party's dialect are freed as early as possible, and programs stay right.

The dialect has its own loop, choice, allocations and deallocations, which passes know only by their
interfaces, and the interpreter by the semantics that come with it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize import define as d
from bufferize.diagnostics import PassError
from bufferize.interfaces import (
    BufferDeallocationOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    OwnershipState,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize.ir import IntegerType, Operation, OpOperand, Region
from bufferize.passes import pipeline_from_text
from bufferize.plugins import adding
from bufferize_interpreter import Compiler, Machine, MemRef, Trap, TrapKind, element_of

POOL = d.Dialect("pool")
INTEGER = IntegerType(32)
SIZE = 16
"""The size of each buffer in bytes."""


@POOL.op("repeat")
class RepeatOp(d.Operation, RegionBranchOpInterface):
    """A loop that carries values."""

    times: d.Operand = d.operand(d.INDEX)
    inits: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    body: d.Region = d.region(1)
    traits = (d.RecursiveMemoryEffects(),)

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return self.op_operands[1:]

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        again = RegionSuccessor(self.body, tuple(self.body.blocks[0].arguments))
        return [again, RegionSuccessor(None, self.results)]


@POOL.op("choose")
class ChooseOp(d.Operation, RegionBranchOpInterface):
    """An op that runs one of two regions."""

    condition: d.Operand = d.operand(d.I1)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    first: d.Region = d.region(1)
    second: d.Region = d.region(1)
    traits = (d.RecursiveMemoryEffects(),)

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return []

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(self.first), RegionSuccessor(self.second)]
        return [RegionSuccessor(None, self.results)]


@POOL.op("next")
class NextOp(d.Operation, RegionBranchTerminatorOpInterface):
    """A terminator of a region."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    traits = (d.Pure(), d.IsTerminator())
    assembly_format = "($values^ `:` type($values))? attr-dict"


@POOL.op("take")
class TakeOp(d.Operation, MemoryEffectsOpInterface):
    """An op that allocates a buffer of zeros."""

    buffer: d.Result = d.result(d.ANY_MEMREF)
    assembly_format = "attr-dict `:` type($buffer)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.buffer)]


@POOL.op("give_back")
class GiveBackOp(d.Operation, MemoryEffectsOpInterface):
    """An op that frees a buffer."""

    buffer: d.Operand = d.operand(d.ANY_MEMREF)
    assembly_format = "$buffer attr-dict `:` type($buffer)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.FREE, self.buffer, self.op_operands[0])]


@POOL.op("borrow")
class BorrowOp(d.Operation, MemoryEffectsOpInterface, BufferDeallocationOpInterface):
    """An op that returns a buffer of zeros: a new one or, by a condition, one that is never freed."""

    to_be_new: d.Operand = d.operand(d.I1)
    buffer: d.Result = d.result(d.ANY_MEMREF)
    is_new: d.Result = d.result(d.I1)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ), MemoryEffect(EffectKind.WRITE)]

    def deallocate(self, state: OwnershipState) -> Operation:
        state.set_ownership(self.buffer, self.is_new)
        return self


@POOL.op("add")
class AddOp(d.Operation, MemoryEffectsOpInterface):
    """An op that adds the elements of a buffer to those of another one."""

    source: d.Operand = d.operand(d.ANY_MEMREF)
    target: d.Operand = d.operand(d.ANY_MEMREF)
    assembly_format = "$source `to` $target attr-dict `:` type($source)"
    traits = (d.SameTypeOperands(),)

    def effects(self) -> list[MemoryEffect]:
        source, target = self.op_operands
        return [
            MemoryEffect(EffectKind.READ, source.value, source),
            MemoryEffect(EffectKind.READ, target.value, target),
            MemoryEffect(EffectKind.WRITE, target.value, target),
        ]


@POOL.op("spin")
class SpinOp(d.Operation):
    """A loop that does not have the interface of loops."""

    inits: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    body: d.Region = d.region(1)
    traits = (d.RecursiveMemoryEffects(),)


@POOL.op("mystery")
class MysteryOp(d.Operation):
    """An operation without any declarations."""

    buffer: d.Operand = d.operand(d.ANY_MEMREF)
    assembly_format = "$buffer attr-dict `:` type($buffer)"


# What they compute

Run = Callable[..., Any]


def repeat(op: Operation, compiler: Compiler) -> Run:
    body = compiler.region(op.regions[0])

    def run(count: int, *inits: Any) -> Sequence[Any]:
        values: Sequence[Any] = inits
        for _ in range(count):
            values = body(*values)
        return values

    return run


def choose(op: Operation, compiler: Compiler) -> Run:
    first, second = (compiler.region(region) for region in op.regions)
    return lambda condition: first() if condition else second()


def hand_on(op: Operation, compiler: Compiler) -> Run:
    return lambda *values: values


def zeros(op: Operation, compiler: Compiler) -> MemRef:
    found = compiler.machine.memory.allocate(element_of(INTEGER), (4,), op)
    found.write(np.zeros(4, np.int32))
    return found


def take(op: Operation, compiler: Compiler) -> Run:
    return lambda: zeros(op, compiler)


def give_back(op: Operation, compiler: Compiler) -> Run:
    return lambda buffer: compiler.machine.memory.free(buffer, op)


def borrow(op: Operation, compiler: Compiler) -> Run:
    def run(to_be_new: int) -> tuple[MemRef, int]:
        if to_be_new:
            return zeros(op, compiler), to_be_new
        found = compiler.machine.memory.permanent(element_of(INTEGER), (4,), op, read_only=False)
        found.write(np.zeros(4, np.int32))
        return found, to_be_new

    return run


def add(op: Operation, compiler: Compiler) -> Run:
    return lambda source, target: target.write(source.read() + target.read())


SEMANTICS = {
    "pool.repeat": repeat,
    "pool.choose": choose,
    "pool.next": hand_on,
    "pool.take": take,
    "pool.give_back": give_back,
    "pool.borrow": borrow,
    "pool.add": add,
}
PLUGIN = types.SimpleNamespace(
    __name__="pool",
    register_dialects=adding({"pool": POOL}),
    register_semantics=adding({"pool": SEMANTICS}),
)
M = "memref<4xi32>"
AS_UPSTREAM = "buffer-deallocation-pipeline"
EARLIEST = "buffer-deallocation-pipeline{earliest-deallocation=true}"


def freed(body: str, pipeline: str) -> tuple[Operation, bufferize.Context]:
    """Return a function of a number, a condition and two buffers, with its deallocations."""
    context = bufferize.Context([PLUGIN, *("arith", "buffers", "cf", "func", "interpreter", "scf")])
    text = f"func.func @f(%n: index, %c: i1, %x: {M}, %y: {M}) {{\n{body}\nreturn\n}}"
    module = bufferize.parse(text, context)
    pipeline_from_text(f"builtin.module({pipeline})", context).run(module, context)
    return module, context


def outcome(body: str, pipeline: str, *, times: int, condition: bool) -> tuple[list[int], int]:
    """Return the final contents of the second buffer, and the peak in buffers.

    A leak is an error.
    """
    module, context = freed(body, pipeline)
    x, y = np.array([1, 2, 3, 4], np.int32), np.zeros(4, np.int32)
    found = Machine(module, context).run("f", [times, condition, x, y], leaks=True)
    return y.tolist(), found.statistics.peak_bytes // SIZE


def order(body: str, pipeline: str) -> list[str]:
    """Return the names of operations that use or free buffers, in the order of the text."""
    module, _ = freed(body, pipeline)
    names = [op.name for op in module.walk()]
    return [n for n in names if n.startswith("pool.") or n == "memref.dealloc"]


LOOP = f"""
  %a = pool.take : {M}
  pool.add %x to %a : {M}
  pool.add %a to %y : {M}
  %r = "pool.repeat"(%n, %x) ({{
  ^bb0(%p: {M}):
    %b = pool.take : {M}
    pool.add %p to %b : {M}
    %d = pool.take : {M}
    pool.add %b to %d : {M}
    pool.add %d to %b : {M}
    pool.next %b : {M}
  }}) : (index, {M}) -> {M}
  pool.add %r to %y : {M}
  %e = pool.take : {M}
  pool.add %x to %e : {M}
  pool.add %e to %y : {M}
"""


@pytest.mark.parametrize("condition", [False, True])
@pytest.mark.parametrize("times", [0, 1, 4])
def test_a_loop_frees_what_an_iteration_needs_no_more(times: int, condition: bool) -> None:
    expected, peak = outcome(LOOP, AS_UPSTREAM, times=times, condition=condition)
    assert expected == [(2 + 2**times) * x for x in (1, 2, 3, 4)]
    found, least = outcome(LOOP, EARLIEST, times=times, condition=condition)
    assert found == expected
    assert (peak, least) == {0: (2, 1), 1: (3, 2), 4: (4, 2)}[times]


def test_where_a_loop_frees() -> None:
    assert order(LOOP, EARLIEST) == [
        *("pool.take", "pool.add", "pool.add", "memref.dealloc", "pool.repeat"),
        *("pool.take", "pool.add", "memref.dealloc"),  # what the iteration before has made
        *("pool.take", "pool.add", "pool.add", "memref.dealloc", "pool.next"),
        *("pool.add", "memref.dealloc"),
        *("pool.take", "pool.add", "pool.add", "memref.dealloc"),
    ]
    assert order(LOOP, AS_UPSTREAM)[-3:] == ["memref.dealloc"] * 3


CHOICE = f"""
  %a = pool.take : {M}
  pool.add %x to %a : {M}
  "pool.choose"(%c) ({{
    pool.add %a to %y : {M}
    %b = pool.take : {M}
    pool.add %x to %b : {M}
    pool.add %b to %y : {M}
    pool.next
  }}, {{
    pool.add %x to %y : {M}
    pool.next
  }}) : (i1) -> ()
"""


@pytest.mark.parametrize(("condition", "peaks"), [(True, (2, 1)), (False, (1, 1))])
def test_each_branch_frees_what_only_one_needs(condition: bool, peaks: tuple[int, int]) -> None:
    found = [outcome(CHOICE, p, times=0, condition=condition) for p in (AS_UPSTREAM, EARLIEST)]
    assert found[0][0] == found[1][0] == [(1 + condition) * x for x in (1, 2, 3, 4)]
    assert (found[0][1], found[1][1]) == peaks
    assert order(CHOICE, EARLIEST)[2:] == [
        *("pool.choose", "pool.add", "memref.dealloc"),
        *("pool.take", "pool.add", "pool.add", "memref.dealloc", "pool.next"),
        *("memref.dealloc", "pool.add", "pool.next"),
    ]


BORROWED = f"""
  %r = "pool.repeat"(%n, %x) ({{
  ^bb0(%p: {M}):
    %b, %new = "pool.borrow"(%c) : (i1) -> ({M}, i1)
    pool.add %p to %b : {M}
    %q = "pool.choose"(%new) ({{
      pool.next %b : {M}
    }}, {{
      pool.next %p : {M}
    }}) : (i1) -> {M}
    pool.next %q : {M}
  }}) : (index, {M}) -> {M}
  pool.add %r to %y : {M}
  %a = pool.take : {M}
  pool.add %x to %a : {M}
"""


@pytest.mark.parametrize("condition", [False, True])
def test_what_is_borrowed_is_freed_if_it_is_new(condition: bool) -> None:
    expected, peak = outcome(BORROWED, AS_UPSTREAM, times=3, condition=condition)
    assert expected == [1, 2, 3, 4]
    found, least = outcome(BORROWED, EARLIEST, times=3, condition=condition)
    assert found == expected
    assert least <= peak


MANUAL = f"""
  %a = pool.take {{bufferization.manual_deallocation}} : {M}
  pool.add %x to %a : {M}
  %b = pool.take : {M}
  pool.add %a to %b : {M}
  pool.give_back %a {{bufferization.manual_deallocation}} : {M}
  pool.add %b to %y : {M}
  pool.add %x to %y : {M}
"""


def test_what_the_program_frees_itself_is_left_to_it() -> None:
    found = [outcome(MANUAL, p, times=0, condition=False) for p in (AS_UPSTREAM, EARLIEST)]
    assert found == [([2, 4, 6, 8], 2)] * 2
    assert order(MANUAL, EARLIEST)[4:] == [
        *("pool.give_back", "pool.add", "memref.dealloc", "pool.add")
    ]


# Used wrongly


@pytest.mark.parametrize("pipeline", [AS_UPSTREAM, EARLIEST])
@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f"pool.give_back %x : {M}", "memory free side-effect on MemRef value not supported!"),
        (f"pool.mystery %x : {M}", "ops with unknown memory side effects are not supported"),
        (
            f"""
            %r = "pool.spin"(%x) ({{
            ^bb0(%p: {M}):
              %a = pool.take : {M}
              pool.next %a : {M}
            }}) : ({M}) -> {M}
            """,
            "need to implement the RegionBranchOpInterface",
        ),
    ],
)
def test_what_cannot_be_freed_is_said(body: str, message: str, pipeline: str) -> None:
    with pytest.raises(PassError, match=message):
        freed(body, pipeline)


@pytest.mark.parametrize("pipeline", [AS_UPSTREAM, EARLIEST])
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        # It frees what it still needs,
        (MANUAL.replace("pool.add %x to %y", "pool.add %a to %y"), TrapKind.USE_AFTER_FREE),
        # says so where it frees, but not where it allocates, and the other way round.
        (MANUAL.replace("{bufferization.manual_deallocation}", "", 1), TrapKind.ASSERTION),
        (MANUAL.replace("pool.give_back", "// pool.give_back"), TrapKind.LEAK),
    ],
)
def test_a_program_that_frees_wrongly_itself_is_caught_when_it_runs(
    body: str, kind: TrapKind, pipeline: str
) -> None:
    with pytest.raises(Trap) as trap:
        outcome(body, pipeline, times=0, condition=False)
    assert trap.value.kind is kind
