"""Buffers of several allocators: each is freed by the operation that fits, or the program is refused."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import define as d
from bufferize.diagnostics import PassError, PluginError
from bufferize.interfaces import (
    AllocationOpInterface,
    CustomAllocationOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
)
from bufferize.ir import Builder, Location, Value, require_valid
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine, Trap

POOL = d.Dialect("pool")


@POOL.op("free")
class FreeOp(d.Operation, MemoryEffectsOpInterface):
    """Gives a buffer back to a pool."""

    buffer: d.Operand = d.operand(d.ANY_TYPE)
    assembly_format = "$buffer attr-dict `:` type($buffer)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.FREE, self.buffer, self.op_operands[0])]


class PoolOp(d.Operation, MemoryEffectsOpInterface, CustomAllocationOpInterface):
    """Base of the operations whose buffers `pool.free` frees."""

    buffer: d.Result = d.result(d.ANY_TYPE)
    assembly_format = "attr-dict `:` type($buffer)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.buffer)]

    @staticmethod
    def build_dealloc(builder: Builder, buffer: Value, location: Location) -> None:
        builder.insert(FreeOp(buffer=buffer, location=location))


@POOL.op("take")
class TakeOp(PoolOp):
    """Takes a buffer out of a pool."""


@POOL.op("take_zeros")
class TakeZerosOp(PoolOp):
    """Takes a buffer of zeros out of a pool."""


@POOL.op("on_stack")
class OnStackOp(d.Operation, MemoryEffectsOpInterface, AllocationOpInterface):
    """Allocates a buffer that nobody frees, though its effect does not say so."""

    buffer: d.Result = d.result(d.ANY_TYPE)
    is_automatic = True
    assembly_format = "attr-dict `:` type($buffer)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.buffer)]


@POOL.op("raises")
class RaisesOp(PoolOp):
    """Allocates what cannot be freed or copied, because that raises an exception."""

    @staticmethod
    def build_dealloc(builder: Builder, buffer: Value, location: Location) -> None:
        raise KeyError("pool")

    @staticmethod
    def build_clone(builder: Builder, buffer: Value, location: Location) -> Value:
        raise SystemExit(3)


@POOL.op("forgets")
class ForgetsOp(PoolOp):
    """Allocates what is freed and copied by functions that are not finished."""

    @staticmethod
    def build_dealloc(builder: Builder, buffer: Value, location: Location) -> None:
        pass

    @staticmethod
    def build_clone(builder: Builder, buffer: Value, location: Location) -> Value:
        return NotImplemented  # type: ignore[no-any-return]


B = "memref<2xf32>"
PIPELINE = "buffer-deallocation-pipeline"


def freed(text: str, passes: str = PIPELINE) -> str:
    """Return the text of a program after `passes`, which must make a valid module."""
    context = bufferize.Context()
    context.register_dialect(POOL)
    module = bufferize.parse(text, context)
    pipeline_from_text(passes, context).run(module, context)
    require_valid(module)
    return bufferize.print_module(module)


def frees(text: str, passes: str = PIPELINE) -> list[str]:
    """Return the names of the operations that free buffers of floats after `passes`, in order."""
    words = ("memref.dealloc", "gpu.dealloc", "pool.free")
    lines = [line for line in freed(text, passes).splitlines() if "f32>" in line]
    return [word for line in lines for word in words if word in line]


def using(allocation: str) -> str:
    return f"""func.func @f(%v: f32, %i: index) -> f32 {{
      %a = {allocation} : {B}
      memref.store %v, %a[%i] : {B}
      %r = memref.load %a[%i] : {B}
      return %r : f32
    }}"""


@pytest.mark.parametrize("passes", [PIPELINE, "buffer-deallocation"])
@pytest.mark.parametrize(
    ("allocation", "expected"),
    [
        ("memref.alloc()", ["memref.dealloc"]),
        ("gpu.alloc ()", ["gpu.dealloc"]),
        ("gpu.alloc host_shared ()", ["gpu.dealloc"]),
        ("pool.take", ["pool.free"]),
        ("memref.alloca()", []),
        ("pool.on_stack", []),
    ],
)
def test_each_allocator_frees_its_own(allocation: str, expected: list[str], passes: str) -> None:
    assert frees(using(allocation), passes) == expected


def test_under_another_name() -> None:
    """Through a view, a branch, a loop and a select of two operations of one allocator."""
    text = f"""func.func @f(%c: i1, %n: index, %one: index) {{
      %a = pool.take : {B}
      %b = scf.if %c -> ({B}) {{
        %x = pool.take_zeros : {B}
        scf.yield %x : {B}
      }} else {{
        %x = pool.take : {B}
        scf.yield %x : {B}
      }}
      %d = scf.for %i = %one to %n step %one iter_args(%x = %b) -> ({B}) {{
        %y = pool.take : {B}
        scf.yield %y : {B}
      }}
      %s = arith.select %c, %a, %d : {B}
      memref.copy %s, %a : {B} to {B}
      return
    }}"""
    assert set(frees(text)) == {"pool.free"}


def test_callers_free_what_callees_allocate() -> None:
    text = f"""
    func.func private @outside() -> {B}
    func.func private @inner() -> {B} {{
      %a = pool.take : {B}
      return %a : {B}
    }}
    func.func private @g(%x: {B}) -> ({B}, {B}) {{
      %a = memref.alloc() : {B}
      %b = call @inner() : () -> {B}
      memref.copy %x, %a : {B} to {B}
      return %a, %b : {B}, {B}
    }}
    func.func @f(%x: {B}) {{
      %a, %b = call @g(%x) : ({B}) -> ({B}, {B})
      memref.copy %a, %x : {B} to {B}
      memref.copy %b, %x : {B} to {B}
      return
    }}
    func.func @h(%x: {B}) {{
      %a = call @outside() : () -> {B}
      memref.copy %a, %x : {B} to {B}
      return
    }}"""
    assert sorted(frees(text)) == ["memref.dealloc", "memref.dealloc", "pool.free"]


CHOSEN = f"""func.func @f(%c: i1, %x: {B}) {{
  %r = scf.if %c -> ({B}) {{
    %a = memref.alloc() : {B}
    scf.yield %a : {B}
  }} else {{
    %a = gpu.alloc () : {B}
    scf.yield %a : {B}
  }}
  memref.copy %x, %r : {B} to {B}
  return
}}"""
RETURNED = f"""func.func @f(%c: i1) -> {B} {{
  %a = memref.alloc() : {B}
  %b = gpu.alloc () : {B}
  %s = arith.select %c, %a, %b : {B}
  return %s : {B}
}}"""


@pytest.mark.parametrize(
    ("text", "passes", "place", "message"),
    [
        (CHOSEN, PIPELINE, 10, "a buffer that is freed here comes from"),
        (CHOSEN, "ownership-based-buffer-deallocation", 10, "a buffer that is freed here comes"),
        (RETURNED, PIPELINE, 5, "a buffer that is returned here, for the caller to free, comes"),
    ],
)
def test_unknown_allocators_are_refused(text: str, passes: str, place: int, message: str) -> None:
    with pytest.raises(PassError, match=message) as problem:
        freed(text, passes)
    (found,) = problem.value.diagnostics
    assert "'memref.alloc' or 'gpu.alloc', which different operations free" in found.message
    assert found.position is not None
    assert found.position.line == place
    notes = [note.message for note in found.notes]
    assert "it may come from this 'gpu.alloc'" in notes
    assert "it may come from this 'memref.alloc'" in notes
    assert "bufferization.manual_deallocation" in notes[-1]


def test_what_the_program_frees_itself_does_not_count() -> None:
    """The buffer of `gpu.alloc` is marked: only that of `memref.alloc` may be freed."""
    text = RETURNED.replace(
        "gpu.alloc ()", "gpu.alloc () {bufferization.manual_deallocation}"
    ).replace("return %s", "memref.copy %a, %s : memref<2xf32> to memref<2xf32>\nreturn %a")
    assert set(frees(text)) <= {"memref.dealloc"}


def test_the_lowering_refuses_what_it_cannot_free() -> None:
    text = f"""func.func @f(%c: i1, %true: i1) {{
      %a = memref.alloc() : {B}
      %b = gpu.alloc () : {B}
      %s = arith.select %c, %a, %b : {B}
      bufferization.dealloc (%s : {B}) if (%true)
      return
    }}"""
    with pytest.raises(bufferize.DiagnosticError, match="which different operations free"):
        freed(text, "bufferization-lower-deallocations")


@pytest.mark.parametrize(("type", "sizes"), [("memref<2xf32>", ""), ("memref<?xf32>", "%n")])
def test_copies_come_from_the_same_allocator(type: str, sizes: str) -> None:
    """Older deallocation copies what a value may be, to free it under one name."""
    text = f"""func.func @f(%c: i1, %n: index, %x: {type}) {{
      %r = scf.if %c -> ({type}) {{
        %a = gpu.alloc ({sizes}) : {type}
        scf.yield %a : {type}
      }} else {{
        %a = gpu.alloc ({sizes}) : {type}
        scf.yield %a : {type}
      }}
      gpu.memcpy %r, %x : {type}, {type}
      return
    }}"""
    result = freed(text, "buffer-deallocation")
    assert "bufferization.clone" not in result
    assert result.count("gpu.memcpy") == result.count("gpu.dealloc") == 3


# What the interpreter says


def run(text: str, *arguments: object) -> None:
    context = bufferize.Context()
    Machine(bufferize.parse(text, context), context).run("f", arguments, leaks=True)


@pytest.mark.parametrize("passes", [PIPELINE, "buffer-deallocation"])
def test_programs_run(passes: str) -> None:
    text = f"""func.func @f(%c: i1, %v: f32) -> f32 {{
      %i = arith.constant 1 : index
      %a = gpu.alloc () : {B}
      gpu.memset %a, %v : {B}, f32
      %r = scf.if %c -> ({B}) {{
        %b = gpu.alloc () : {B}
        gpu.memcpy %b, %a : {B}, {B}
        scf.yield %b : {B}
      }} else {{
        scf.yield %a : {B}
      }}
      %x = memref.load %r[%i] : {B}
      return %x : f32
    }}"""
    result = freed(text, passes)
    for flag in (True, False):
        context = bufferize.Context()
        machine = Machine(bufferize.parse(result, context), context)
        assert machine.run("f", [flag, 3.0], leaks=True).results == (3.0,)


@pytest.mark.parametrize(
    ("allocation", "free"),
    [("gpu.alloc ()", "memref.dealloc"), ("memref.alloc()", "gpu.dealloc")],
)
def test_the_wrong_operation_traps(allocation: str, free: str) -> None:
    text = f"func.func @f() {{\n%a = {allocation} : {B}\n{free} %a : {B}\nreturn\n}}"
    with pytest.raises(Trap, match=f"'{free}' frees a buffer of another allocator"):
        run(text)


@pytest.mark.parametrize("passes", [PIPELINE, "buffer-deallocation"])
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Raises", "failed: KeyError: 'pool'"),
        ("Forgets", "inserted nothing that uses the buffer to free"),
    ],
)
def test_a_wrong_build_dealloc_is_named(name: str, problem: str, passes: str) -> None:
    with pytest.raises(PluginError) as raised:
        freed(using(f"pool.{name.lower()}"), passes)
    who = f"build_dealloc() of 'pool.{name.lower()}', {name}Op of '{__name__}', "
    assert str(raised.value).startswith(f"<input>:2:12: error: {who}{problem}")


@pytest.mark.parametrize("passes", [PIPELINE, "buffer-deallocation"])
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Raises", "failed: SystemExit: 3"),
        ("Forgets", f"gave NotImplemented, not a buffer '{B}'"),
    ],
)
def test_a_wrong_build_clone_is_named(name: str, problem: str, passes: str) -> None:
    text = f"""func.func @f(%n: index) -> {B} {{
      %a = pool.{name.lower()} : {B}
      %r = scf.for %i = %n to %n step %n iter_args(%x = %a) -> ({B}) {{
        %y = pool.{name.lower()} : {B}
        scf.yield %y : {B}
      }}
      return %r : {B}
    }}"""
    with pytest.raises(PluginError) as raised:
        freed(text, passes)
    who = f"build_clone() of 'pool.{name.lower()}', {name}Op of '{__name__}', "
    assert f"error: {who}{problem}" in str(raised.value)
