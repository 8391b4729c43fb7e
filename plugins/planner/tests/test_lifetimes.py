"""Lifetimes of buffers in functions: what is planned, for how long, and what is not."""

from __future__ import annotations

import io
import types

import pytest

import bufferize
import bufferize_func.plugin
from bufferize import define as d
from bufferize.interfaces import FunctionOpInterface, RegionBranchOpInterface, RegionSuccessor
from bufferize.ir import Operation, Region
from bufferize.ir.copying import clone
from bufferize.passes import pipeline_from_text
from bufferize.plugins import adding
from bufferize_interpreter import Machine
from bufferize_planner.arena import plan_function, use_arenas
from bufferize_planner.lifetimes import ModuleUses, lifetimes
from plugins.buffers.tests.deallocation.graph_programs import graph_program

CONTEXT = bufferize.Context()
SEEDS = [range(5), pytest.param(range(5, 25), marks=pytest.mark.slow)]


def functions(module: Operation) -> list[FunctionOpInterface]:
    return [
        op for op in module.walk() if isinstance(op, FunctionOpInterface) and not op.is_external
    ]


def printed(module: Operation) -> str:
    output = io.StringIO()
    Machine(module, CONTEXT, output=output).run("main", limit=100_000)
    return output.getvalue()


def planned(module: Operation, algorithm: str) -> tuple[Operation, int]:
    """Return a copy of a module with arenas, and how many buffers share a byte with another one."""
    result, shared = clone(module), 0
    for function in functions(result):
        arenas = plan_function(function, result, algorithm)
        for arena in arenas:
            shared += arena.plan.height < sum(each.buffer.size for each in arena.allocations)
        use_arenas(function, arenas, CONTEXT, mark_views=True)
    assert bufferize.verify(result) == []
    return result, shared


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("freed", [False, True])
def test_planned_programs_compute_the_same(freed: bool, seeds: range) -> None:
    """A buffer whose lifetime is too short loses its contents to another one, which traps."""
    total = 0
    for seed in seeds:
        module = bufferize.parse(graph_program(seed), CONTEXT)
        expected = printed(module)
        if freed:
            pipeline_from_text("builtin.module(buffer-deallocation-pipeline)", CONTEXT).run(
                module, CONTEXT
            )
        result, shared = planned(module, "size-first")
        assert printed(result) == expected, seed
        total += shared
    assert total > 0


M = "memref<4xf32>"
AGAIN = "it may still be in use when it is allocated again"
CONCURRENT = "several of it may be in use at the same time"
CASES = {
    "one operation uses two buffers": (
        f"""
        %a = memref.alloc() : {M}
        memref.store %f, %a[%i] : {M}
        %b = memref.alloc() : {M}
        memref.copy %a, %b : {M} to {M}
        memref.dealloc %a : {M}
        memref.store %f, %b[%i] : {M}
        memref.dealloc %b : {M}""",
        ["1-4", "3-6"],
    ),
    "no use": (f"%a = memref.alloc() : {M}", ["0-1"]),
    "uses by other names": (
        f"""
        %a = memref.alloc() : {M}
        %b = memref.alloc() : {M}
        %v = memref.cast %a : {M} to memref<?xf32>
        %s = arith.select %c, %a, %b : {M}
        memref.store %f, %s[%i] : {M}
        memref.store %f, %v[%i] : memref<?xf32>""",
        ["2-6", "3-5"],
    ),
    "branches share": (
        f"""
        %a = memref.alloc() : {M}
        scf.if %c {{
          %b = memref.alloc() : {M}
          memref.copy %a, %b : {M} to {M}
        }} else {{
          %d = memref.alloc() : {M}
          memref.store %f, %d[%i] : {M}
        }}""",
        ["3-4", "3-4", "6-7"],
    ),
    "a result of a branch": (
        f"""
        %r = scf.if %c -> {M} {{
          %a = memref.alloc() : {M}
          memref.store %f, %a[%i] : {M}
          scf.yield %a : {M}
        }} else {{
          %b = memref.alloc() : {M}
          scf.yield %b : {M}
        }}
        memref.store %f, %r[%i] : {M}
        memref.dealloc %r : {M}""",
        ["2-7", "5-7"],
    ),
    "a loop uses it": (
        f"""
        %a = memref.alloc() : {M}
        %b = memref.alloc() : {M}
        memref.store %f, %b[%i] : {M}
        scf.for %j = %i to %n step %n {{
          memref.store %f, %a[%i] : {M}
          %d = memref.alloc() : {M}
          memref.store %f, %d[%i] : {M}
        }}""",
        ["3-8", "2-3", "6-7"],
    ),
    "a loop carries it": (
        f"""
        %a = memref.alloc() : {M}
        %r = scf.for %j = %i to %n step %n iter_args(%y = %a) -> {M} {{
          %b = memref.alloc() : {M}
          memref.copy %y, %b : {M} to {M}
          scf.yield %b : {M}
        }}
        memref.store %f, %r[%i] : {M}""",
        ["1-6", AGAIN],
    ),
    "iterations that run at the same time": (
        f"""
        scf.parallel (%j) = (%i) to (%n) step (%n) {{
          %a = memref.alloc() : {M}
          memref.store %f, %a[%i] : {M}
          scf.reduce
        }}""",
        [CONCURRENT],
    ),
    "a loop of blocks": (
        f"""
        %a = memref.alloc() : {M}
        %b = memref.alloc() : {M}
        memref.store %f, %b[%i] : {M}
        cf.br ^head
      ^head:
        %d = memref.alloc() : {M}
        memref.store %f, %d[%i] : {M}
        cf.cond_br %c, ^body, ^end
      ^body:
        %e = memref.alloc() : {M}
        memref.copy %a, %e : {M} to {M}
        cf.br ^head
      ^end:""",
        ["0-11", "2-3", "5-6", "9-10"],
    ),
    "a loop of blocks carries it": (
        f"""
        %a = memref.alloc() : {M}
        cf.br ^head(%a : {M})
      ^head(%y: {M}):
        %b = memref.alloc() : {M}
        memref.copy %y, %b : {M} to {M}
        cf.cond_br %c, ^head(%b : {M}), ^end
      ^end:""",
        ["0-5", AGAIN],
    ),
    "a loop of blocks in a region": (
        f"""
        %a = memref.alloc() : {M}
        scf.execute_region {{
          cf.br ^head
        ^head:
          memref.store %f, %a[%i] : {M}
          cf.cond_br %c, ^head, ^end
        ^end:
          scf.yield
        }}""",
        ["1-6"],
    ),
    "it is freed together with another one": (
        f"""
        %a = memref.alloc() : {M}
        %b = memref.alloc() : {M}
        %s = arith.select %c, %a, %b : {M}
        memref.dealloc %s : {M}
        %d = memref.alloc() : {M}
        %t = arith.select %c, %d, %x : {M}
        memref.dealloc %t : {M}""",
        ["2-3", "2-3", "what frees it may free another buffer instead"],
    ),
    "it is freed where a function may return it or a new one": (
        f"""
        %a = memref.alloc() : {M}
        %r = func.call @returns(%a) : ({M}) -> {M}
        memref.dealloc %r : {M}""",
        ["what frees it may free another buffer instead"],
    ),
    "an operation that is not known may return it or a new one": (
        f"""
        %a = memref.alloc() : {M}
        %r = "new_or"(%a) : ({M}) -> {M}
        memref.dealloc %r : {M}""",
        ["what frees it may free another buffer instead"],
    ),
    "an operation that is not known may pass it to its region": (
        f"""
        %a = memref.alloc() : {M}
        "region"(%a) ({{
        ^block(%r: {M}):
          memref.dealloc %r : {M}
          "end"() : () -> ()
        }}) : ({M}) -> ()""",
        ["what frees it may free another buffer instead"],
    ),
    "it is freed and something else as well": (
        f"""
        %a = memref.alloc() : {M}
        %b = memref.realloc %a : {M} to memref<8xf32>""",
        ["what frees it does something else as well"],
    ),
    "a function frees it": (
        f"""
        %a = memref.alloc() : {M}
        func.call @frees(%a) : ({M}) -> ()
        %b = memref.alloc() : {M}
        func.call @reads(%b) : ({M}) -> ()""",
        ["a function that is called may free it", "3-4"],
    ),
    "it is stored": (
        f"""
        %a = memref.alloc() : {M}
        %b = memref.alloc() : memref<1x{M}>
        memref.store %a, %b[%i] : memref<1x{M}>""",
        [
            "it is stored in another buffer, or used in a region that may run later",
            f"the size of {M} is not known",
        ],
    ),
    "its address is taken": (
        f"""
        %a = memref.alloc() : {M}
        %p = memref.extract_aligned_pointer_as_index %a : {M} -> index""",
        ["its address is taken"],
    ),
    "a region that runs later uses it": (
        f"""
        %a = memref.alloc() : {M}
        %t = async.execute {{
          memref.store %f, %a[%i] : {M}
          async.yield
        }}""",
        ["it is stored in another buffer, or used in a region that may run later"],
    ),
    "types": (
        """
        %a = memref.alloc(%n) : memref<?xf32>
        %b = memref.alloc() : memref<4xf32, strided<[2]>>""",
        ["its size is not static", "it has a layout"],
    ),
}
HELPERS = f"""
func.func private @frees(%a: {M}) {{
  %v = memref.cast %a : {M} to memref<?xf32>
  func.call @frees_too(%v) : (memref<?xf32>) -> ()
  return
}}
func.func private @frees_too(%a: memref<?xf32>) {{
  memref.dealloc %a : memref<?xf32>
  return
}}
func.func private @returns(%a: {M}) -> {M}
func.func private @reads(%a: {M}) {{
  %b = memref.alloc() : {M}
  memref.dealloc %b : {M}
  return
}}
"""


@pytest.mark.parametrize("name", CASES)
def test_lifetimes(name: str) -> None:
    body, expected = CASES[name]
    arguments = f"%c: i1, %f: f32, %i: index, %n: index, %x: {M}"
    text = f"{HELPERS}\nfunc.func @f({arguments}) {{\n{body}\nreturn\n}}"
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    assert bufferize.verify(module) == []
    found = lifetimes(functions(module)[-1], ModuleUses(module))
    said: dict[Operation, str] = {
        each.op: f"{each.buffer.lower}-{each.buffer.upper}" for each in found.planned
    }
    said.update(found.kept)
    assert [said[op] for op in module.walk() if op in said] == expected


APART = d.Dialect("apart")


@APART.op("region")
class ApartOp(d.Operation, RegionBranchOpInterface):
    """A region that runs once, and uses nothing from outside."""

    body: d.Region = d.region()
    traits = (d.IsolatedFromAbove(), d.NoTerminator())
    assembly_format = "attr-dict-with-keyword $body"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        return [RegionSuccessor(self.body if point is None else None)]


def test_regions_that_use_nothing_from_outside_keep_their_buffers() -> None:
    plugin = types.SimpleNamespace(__name__="apart", register_dialects=adding({"apart": APART}))
    context = bufferize.Context([bufferize_func.plugin, plugin])
    text = f"func.func @f() {{ apart.region {{ %a = memref.alloc() : {M} }} return }}"
    module = bufferize.parse(text, context)
    found = lifetimes(functions(module)[0], ModuleUses(module))
    assert list(found.kept.values()) == ["it is in a region that uses nothing from outside"]
    assert found.planned == []


@pytest.mark.parametrize(
    ("type", "size", "alignment"),
    [
        ("memref<3x5xf32>", 60, 4),
        ("memref<129xi1>", 129, 1),
        ("memref<3xi17>", 12, 4),
        ("memref<3xi24>", 12, 4),
        ("memref<3xi33>", 24, 8),
        ("memref<2xi65>", 32, 16),
        ("memref<2xi257>", 96, 16),
        ("memref<2xf80>", 32, 16),
        ("memref<2xcomplex<i17>>", 16, 8),
        ("memref<2xindex>", 16, 8),
        ("memref<2xcomplex<f32>>", 16, 8),
        ("memref<0xf64>", 0, 8),
        ("memref<f16>", 2, 2),
    ],
)
def test_sizes_and_alignments_are_those_in_memory(type: str, size: int, alignment: int) -> None:
    text = f"func.func @f() {{\n%a = memref.alloc() : {type}\nreturn\n}}"
    module = bufferize.parse(text, CONTEXT)
    (found,) = lifetimes(functions(module)[0], ModuleUses(module)).planned
    assert (found.buffer.size, found.buffer.alignment) == (size, alignment)


def test_alignments_that_are_asked_for() -> None:
    text = "func.func @f() {\n%a = memref.alloc() {alignment = 64 : i64} : memref<f32>\nreturn\n}"
    module = bufferize.parse(text, CONTEXT)
    (found,) = lifetimes(functions(module)[0], ModuleUses(module)).planned
    assert found.buffer.alignment == 64


def test_each_memory_space_has_an_arena() -> None:
    """An operation that frees one of two buffers, in different spaces, is removed with both."""
    text = f"""
func.func @f(%c: i1, %f: f32, %i: index) {{
  %a = memref.alloc() : {M}
  %b = memref.alloc() {{alignment = 64 : i64}} : memref<4xf32, 1>
  %v = memref.memory_space_cast %b : memref<4xf32, 1> to {M}
  %s = arith.select %c, %a, %v : {M}
  memref.store %f, %s[%i] : {M}
  memref.dealloc %s : {M}
  cf.cond_br %c, ^left, ^right
^left:
  return
^right:
  return
}}
"""
    module = bufferize.parse(text, CONTEXT)
    (function,) = functions(module)
    arenas = plan_function(function, module)
    assert [(a.plan.height, a.alignment, str(a.memory_space)) for a in arenas] == [
        (16, 4, "None"),
        (16, 64, "1 : i64"),
    ]
    use_arenas(function, arenas, CONTEXT)
    assert bufferize.verify(module) == []
    lines = str(module).splitlines()
    allocated = [line.strip() for line in lines if "memref.alloc(" in line]
    assert allocated == [
        "%alloc = memref.alloc() {alignment = 4 : i64} : memref<16xi8>",
        "%alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<16xi8, 1>",
    ]
    assert sum("memref.dealloc" in line for line in lines) == 4  # two arenas, two ends
    assert sum("memref.view" in line for line in lines) == 2
