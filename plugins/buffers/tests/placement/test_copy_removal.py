"""`--copy-removal`: each condition for it, where it holds and where it does not; and programs that are run."""

from __future__ import annotations

import shutil
import types

import pytest

import bufferize
import bufferize_arith.plugin
import bufferize_buffers.plugin
import bufferize_func.plugin
from bufferize import define as d
from bufferize.interfaces import (
    AllocationOpInterface,
    CopyOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
)
from bufferize.ir import Value
from bufferize.plugins import adding
from bufferize_buffers.placement.copy_removal import remove_copies
from tests.run_programs import RUNNER

from ..deallocation.native import outcome
from ..deallocation.programs import program
from ..deallocation.test_reference import run_ours
from ..deallocation.test_static import simpler

M = "memref<4xf32>"
V = "memref<?xf32>"
HEADER = f"func.func @f(%c: i1, %n: index, %x: {M}, %y: {M}, %v: {V}, %e: f32) -> {M} {{"
OTHERS = f"""
func.func private @unknown()
func.func private @given({M})
"""


def copies_left(body: str, context: bufferize.Context | None = None) -> int:
    """How many copies are left of those in the body of a function."""
    if context is None:
        context = bufferize.Context()
        context.allow_unregistered_dialects = True
    module = bufferize.parse(f"{OTHERS}{HEADER}\n{body}\n}}", context)
    remove_copies(module)
    return sum(isinstance(op, CopyOpInterface) for op in module.walk())


def copy(source: str, target: str) -> str:
    return f"memref.copy {source}, {target} : {M} to {M}"


def use(value: str, type: str = M) -> str:
    return f"memref.store %e, {value}[%n] : {type}"


def store(value: str) -> str:
    return use(value)


A = f"%a = memref.alloc() : {M}"
B = f"%b = memref.alloc() : {M}"
FREE_A = f"memref.dealloc %a : {M}"
RETURN_B = f"return %b : {M}"
RETURN_X = f"return %x : {M}"


def lines(*rows: str) -> str:
    return "\n".join(rows)


# The source takes the place of the target: %a is copied to %b, which lives on.

SOURCE_IS_REUSED = {
    "as it is": lines(A, store("%a"), B, copy("%a", "%b"), FREE_A, store("%b"), RETURN_B),
    "the target is allocated first": lines(
        B, A, store("%a"), copy("%a", "%b"), FREE_A, use("%b"), RETURN_B
    ),
    "the source is used before": lines(A, B, use("%a"), copy("%a", "%b"), FREE_A, RETURN_B),
    "something else is used behind the copy": lines(
        A, store("%a"), B, copy("%a", "%b"), use("%x"), FREE_A, RETURN_B
    ),
    "the target is used behind the copy": lines(
        A, store("%a"), B, copy("%a", "%b"), use("%b"), FREE_A, RETURN_B
    ),
    "in a loop": lines(
        "scf.for %i = %n to %n step %n {",
        *(A, store("%a"), B, copy("%a", "%b"), FREE_A, use("%b")),
        f"memref.dealloc %b : {M}",
        "}",
        RETURN_X,
    ),
    "an argument that the function frees": lines(
        B, copy("%y", "%b"), f"memref.dealloc %y : {M}", RETURN_B
    ),
    "alignments that agree": lines(
        f"%a = memref.alloc() {{alignment = 64 : i64}} : {M}",
        f"%b = memref.alloc() {{alignment = 64 : i64}} : {M}",
        *(store("%a"), copy("%a", "%b"), FREE_A, RETURN_B),
    ),
    "a clone": lines(A, store("%a"), f"%b = bufferization.clone %a : {M} to {M}", FREE_A, RETURN_B),
    "a copy of linalg": lines(
        A, store("%a"), B, f"linalg.copy ins(%a : {M}) outs(%b : {M})", FREE_A, RETURN_B
    ),
    "a chain of copies": lines(
        *(A, store("%a"), f"%k = memref.alloc() : {M}", B),
        *(copy("%a", "%k"), copy("%k", "%b")),
        *(FREE_A, f"memref.dealloc %k : {M}", RETURN_B),
    ),
}

SOURCE_STAYS = {
    "the target is allocated in another block": lines(
        B, "scf.if %c {", A, store("%a"), use("%b"), copy("%a", "%b"), FREE_A, "}", RETURN_B
    ),
    "the source is freed in another block": lines(
        A, store("%a"), B, copy("%a", "%b"), f"scf.if %c {{\n{FREE_A}\n}}", RETURN_B
    ),
    "the source is not freed": lines(A, store("%a"), B, copy("%a", "%b"), RETURN_B),
    "the target is used before the copy": lines(
        A, store("%a"), B, use("%b"), copy("%a", "%b"), FREE_A, RETURN_B
    ),
    "a view of the target is used before the copy": lines(
        *(A, store("%a"), B, f"%k = memref.cast %b : {M} to {V}", use("%k", V)),
        *(copy("%a", "%b"), FREE_A, RETURN_B),
    ),
    "the target is used in a region before the copy": lines(
        *(A, store("%a"), B, f"scf.if %c {{\n{use('%b')}\n}}", copy("%a", "%b"), FREE_A, RETURN_B),
    ),
    "the source is used behind the copy": lines(
        A, store("%a"), B, copy("%a", "%b"), use("%a"), FREE_A, RETURN_B
    ),
    "a view of the source is used behind the copy": lines(
        *(A, store("%a"), f"%k = memref.cast %a : {M} to {V}", B, copy("%a", "%b")),
        *(use("%k", V), FREE_A, RETURN_B),
    ),
    "what may be the source is used behind the copy": lines(
        *(A, store("%a"), f"%k = arith.select %c, %a, %x : {M}", B, copy("%a", "%b")),
        *(use("%k"), FREE_A, RETURN_B),
    ),
    "the source is used in a region behind the copy": lines(
        A, store("%a"), B, copy("%a", "%b"), f"scf.if %c {{\n{store('%a')}\n}}", FREE_A, RETURN_B
    ),
    "an argument that a call may use": lines(
        *(B, copy("%y", "%b"), "func.call @unknown() : () -> ()"),
        *(f"memref.dealloc %y : {M}", RETURN_B),
    ),
    "a source that is stored somewhere": lines(
        *(A, f"%m = memref.alloc() : memref<1x{M}>", f"memref.store %a, %m[%n] : memref<1x{M}>"),
        *(store("%a"), B, copy("%a", "%b"), f"%k = memref.load %m[%n] : memref<1x{M}>"),
        *(store("%k"), FREE_A, RETURN_B),
    ),
    "the target is on the stack": lines(
        A,
        store("%a"),
        B.replace("alloc()", "alloca()"),
        copy("%a", "%b"),
        use("%b"),
        FREE_A,
        RETURN_X,
    ),
    "the source is on the stack": lines(
        A.replace("alloc()", "alloca()"), store("%a"), B, copy("%a", "%b"), RETURN_B
    ),
    "another layout": lines(
        *(A, store("%a"), "%b = memref.alloc() : memref<4xf32, affine_map<(i) -> (i + 1)>>"),
        f"memref.copy %a, %b : {M} to memref<4xf32, affine_map<(i) -> (i + 1)>>",
        *(FREE_A, use("%b", "memref<4xf32, affine_map<(i) -> (i + 1)>>"), RETURN_X),
    ),
    "another memory space": lines(
        *(A, store("%a"), "%b = memref.alloc() : memref<4xf32, 3>"),
        f"memref.copy %a, %b : {M} to memref<4xf32, 3>",
        *(FREE_A, use("%b", "memref<4xf32, 3>"), RETURN_X),
    ),
    "another type": lines(
        *(A, store("%a"), f"%b = memref.alloc(%n) : {V}", f"memref.copy %a, %b : {M} to {V}"),
        *(FREE_A, use("%b", V), RETURN_X),
    ),
    "an alignment that the source has not": lines(
        *(A, store("%a"), f"%b = memref.alloc() {{alignment = 64 : i64}} : {M}"),
        *(copy("%a", "%b"), FREE_A, RETURN_B),
    ),
}

# The target takes the place of the source: %a is filled, copied to %x, and freed.

TARGET_IS_REUSED = {
    "as it is": lines(A, store("%a"), copy("%a", "%x"), FREE_A, RETURN_X),
    "the source is used before": lines(
        A, store("%a"), use("%a"), copy("%a", "%x"), FREE_A, RETURN_X
    ),
    "the target is used before and behind": lines(
        use("%x"), A, store("%a"), copy("%a", "%x"), use("%x"), FREE_A, RETURN_X
    ),
    "another argument is used": lines(
        A, store("%a"), f"%q = memref.load %y[%n] : {M}", copy("%a", "%x"), FREE_A, RETURN_X
    ),
    "the target is on the stack": lines(
        f"%s = memref.alloca() : {M}", A, store("%a"), copy("%a", "%s"), FREE_A, use("%s"), RETURN_X
    ),
    "a call that cannot know the target": lines(
        *(B, use("%b"), A, store("%a"), "func.call @unknown() : () -> ()", copy("%a", "%b")),
        *(FREE_A, RETURN_B),
    ),
    "in a loop": lines(
        "scf.for %i = %n to %n step %n {",
        *(A, store("%a"), copy("%a", "%x"), FREE_A),
        "}",
        RETURN_X,
    ),
    "alignments that agree": lines(
        f"%b = memref.alloc() {{alignment = 64 : i64}} : {M}",
        *(use("%b"), f"%a = memref.alloc() {{alignment = 64 : i64}} : {M}"),
        *(store("%a"), copy("%a", "%b"), FREE_A, RETURN_B),
    ),
}

TARGET_STAYS = {
    "the source is allocated in another block": lines(
        A, f"scf.if %c {{\n{store('%a')}\n{copy('%a', '%x')}\n}}", FREE_A, RETURN_X
    ),
    "the source is freed in another block": lines(
        A, store("%a"), copy("%a", "%x"), f"scf.if %c {{\n{FREE_A}\n}}", RETURN_X
    ),
    "the target is read before the copy": lines(
        A, store("%a"), f"%q = memref.load %x[%n] : {M}", copy("%a", "%x"), FREE_A, RETURN_X
    ),
    "the target is written before the copy": lines(
        A, store("%a"), store("%x"), copy("%a", "%x"), FREE_A, RETURN_X
    ),
    "a view of the target is read before the copy": lines(
        *(f"%k = memref.cast %x : {M} to {V}", A, store("%a"), use("%k", V), copy("%a", "%x")),
        *(FREE_A, RETURN_X),
    ),
    "the target is read in a region before the copy": lines(
        A, store("%a"), f"scf.if %c {{\n{use('%x')}\n}}", copy("%a", "%x"), FREE_A, RETURN_X
    ),
    "the source is used behind the copy": lines(
        A, store("%a"), copy("%a", "%x"), use("%a"), FREE_A, RETURN_X
    ),
    "a view of the source is used behind the copy": lines(
        *(A, f"%k = memref.cast %a : {M} to {V}", store("%a"), copy("%a", "%x"), use("%k", V)),
        *(FREE_A, RETURN_X),
    ),
    "the target is allocated later, and used": lines(
        A, store("%a"), B, use("%b"), copy("%a", "%b"), FREE_A, RETURN_B
    ),
    "a call that may use the target": lines(
        A, store("%a"), "func.call @unknown() : () -> ()", copy("%a", "%x"), FREE_A, RETURN_X
    ),
    "what is not known where it comes from may be the target": lines(
        f'%k = "test.get"() : () -> {M}',
        *(A, store("%a"), f"%q = memref.load %k[%n] : {M}", copy("%a", "%x"), FREE_A, RETURN_X),
    ),
    "iterations at the same time": lines(
        "scf.parallel (%i) = (%n) to (%n) step (%n) {",
        *(A, store("%a"), copy("%a", "%x"), FREE_A),
        "}",
        RETURN_X,
    ),
    "the source has contents": lines(
        f"%a = bufferization.clone %y : {M} to {M}",
        *(copy("%a", "%x"), FREE_A, RETURN_X),
    ),
    "an alignment that the target has not": lines(
        f"%a = memref.alloc() {{alignment = 64 : i64}} : {M}",
        *(store("%a"), copy("%a", "%x"), FREE_A, RETURN_X),
    ),
    "another type": lines(
        *(A, store("%a"), f"memref.copy %a, %v : {M} to {V}", FREE_A, RETURN_X),
    ),
}


@pytest.mark.parametrize("name", SOURCE_IS_REUSED)
def test_the_source_takes_the_place_of_the_target(name: str) -> None:
    assert copies_left(SOURCE_IS_REUSED[name]) == 0


@pytest.mark.parametrize("name", SOURCE_STAYS)
def test_the_target_is_needed(name: str) -> None:
    assert copies_left(SOURCE_STAYS[name]) == 1


@pytest.mark.parametrize("name", TARGET_IS_REUSED)
def test_the_target_takes_the_place_of_the_source(name: str) -> None:
    assert copies_left(TARGET_IS_REUSED[name]) == 0


@pytest.mark.parametrize("name", TARGET_STAYS)
def test_the_source_is_needed(name: str) -> None:
    left = 2 if name == "the source has contents" else 1
    assert copies_left(TARGET_STAYS[name]) == left


# Arguments


@pytest.mark.parametrize(("given", "left"), [("%x, %y", 0), ("%x, %x", 1), ("%x, %k", 1)])
def test_arguments_that_a_call_gives_the_same_memory(given: str, left: int) -> None:
    callee = f"""
    func.func private @callee(%p: {M}, %q: {M}, %e: f32, %n: index) {{
      {A}
      {use("%a")}
      %r = memref.load %p[%n] : {M}
      {copy("%a", "%q")}
      {FREE_A}
      return
    }}
    """
    body = f"""
      %k = memref.cast %x : {M} to {M}
      func.call @callee({given}, %e, %n) : ({M}, {M}, f32, index) -> ()
      {RETURN_X}
    """
    module = bufferize.parse(f"{callee}{HEADER}{body}}}", bufferize.Context())
    remove_copies(module)
    assert sum(isinstance(op, CopyOpInterface) for op in module.walk()) == left


# What is not used


def test_allocations_that_are_only_freed_go() -> None:
    text = lines(A, FREE_A, B, copy("%x", "%x"), use("%b"), RETURN_B)
    module = bufferize.parse(f"{HEADER}\n{text}\n}}", bufferize.Context())
    remove_copies(module)
    printed = bufferize.print_module(module)
    assert printed.count("memref.alloc") == 1
    assert "dealloc" not in printed
    assert "copy" not in printed


# Operations of another dialect

MINE = d.Dialect("mine")


@MINE.op("new")
class NewOp(d.Operation, AllocationOpInterface, MemoryEffectsOpInterface):
    """Allocates a buffer of somebody's own."""

    buffer: d.Result = d.result(d.ANY_TYPE)
    assembly_format = "attr-dict `:` type($buffer)"

    @property
    def allocated_sizes(self) -> tuple[Value, ...]:
        return ()

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.buffer)]


@MINE.op("free")
class FreeOp(d.Operation, MemoryEffectsOpInterface):
    """Frees it."""

    buffer: d.Operand = d.operand(d.ANY_TYPE)
    assembly_format = "$buffer attr-dict `:` type($buffer)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.FREE, self.buffer, self.op_operands[0])]


@MINE.op("move")
class MoveOp(d.Operation, CopyOpInterface, MemoryEffectsOpInterface):
    """Copies from the second buffer to the first one."""

    to: d.Operand = d.operand(d.ANY_TYPE)
    what: d.Operand = d.operand(d.ANY_TYPE)
    assembly_format = "$to `=` $what attr-dict `:` type($to) `,` type($what)"

    @property
    def copy_source(self) -> Value:
        return self.what

    @property
    def copy_target(self) -> Value:
        return self.to

    def effects(self) -> list[MemoryEffect]:
        return [
            MemoryEffect(EffectKind.WRITE, self.to, self.op_operands[0]),
            MemoryEffect(EffectKind.READ, self.what, self.op_operands[1]),
        ]


NEW_A, NEW_B = f"%a = mine.new : {M}", f"%b = mine.new : {M}"
MOVE = f"mine.move %b = %a : {M}, {M}"
MINE_FREE_A = f"mine.free %a : {M}"
FOREIGN = {
    "all of its own": (lines(NEW_A, use("%a"), NEW_B, MOVE, MINE_FREE_A, RETURN_B), 0),
    "its copies": (lines(A, use("%a"), B, MOVE, FREE_A, RETURN_B), 0),
    "into an argument": (
        lines(NEW_A, use("%a"), f"mine.move %x = %a : {M}, {M}", MINE_FREE_A, RETURN_X),
        0,
    ),
    "the target is freed in another way than the source": (
        lines(NEW_A, use("%a"), B, MOVE, MINE_FREE_A, RETURN_B),
        1,
    ),
    "the source is freed in another way than the target": (
        lines(A, use("%a"), NEW_B, MOVE, FREE_A, RETURN_B),
        1,
    ),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_operations_of_another_dialect(name: str) -> None:
    given = types.SimpleNamespace(__name__="mine", register_dialects=adding({"mine": MINE}))
    plugins = (bufferize_arith.plugin, bufferize_buffers.plugin, bufferize_func.plugin, given)
    body, left = FOREIGN[name]
    assert copies_left(body, bufferize.Context(plugins)) == left


# Programs that are run


@pytest.mark.reference
@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
@pytest.mark.parametrize("seed", range(6))
def test_the_results_are_the_same(seed: int) -> None:
    text = program(seed)
    pipeline = "buffer-deallocation-pipeline"
    ways = {
        text: (pipeline, f"{pipeline},optimize-allocation-liveness"),
        simpler(text): (pipeline, "buffer-deallocation"),
    }
    for written, passes in ways.items():
        expected = outcome(run_ours(written, pipeline), seed)
        for way in passes:
            assert outcome(run_ours(written, f"{way},copy-removal"), seed) == expected
