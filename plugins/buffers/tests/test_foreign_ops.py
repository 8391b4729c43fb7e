"""The passes on operations of a third party, which they know by their interfaces alone."""

from __future__ import annotations

import types
from collections.abc import Sequence

import pytest

import bufferize
import bufferize_arith.plugin
import bufferize_buffers.plugin
import bufferize_func.plugin
from bufferize import define as d
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import (
    AllocationOpInterface,
    EffectKind,
    LoopLikeOpInterface,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize.ir import BlockArgument, Builder, OpOperand, Region, Value
from bufferize.passes import pipeline_from_text
from bufferize.plugins import adding

MINE = d.Dialect("mine")


@MINE.op("end")
class EndOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Hands on its operands."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    traits = (d.IsTerminator(),)
    assembly_format = "($values^ `:` type($values))? attr-dict"


@MINE.op("choose")
class ChooseOp(d.Operation, RegionBranchOpInterface):
    """Runs one of two regions and then a third one, each of which gets a buffer."""

    start: d.Operand = d.operand(d.ANY_TYPE)
    result: d.Result = d.result(d.ANY_TYPE)
    first: d.Region = d.region()
    second: d.Region = d.region()
    join: d.Region = d.region()

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return list(self.op_operands)

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        first, second, join = (
            RegionSuccessor(region, tuple(region.blocks[0].arguments)) for region in self.regions
        )
        if point is None:
            return [first, second]
        return [RegionSuccessor(None, self.results)] if point is join.region else [join]


@MINE.op("pick")
class PickOp(d.Operation, RegionBranchOpInterface):
    """Gives each of two regions a buffer of its own; the first one may run again."""

    first_start: d.Operand = d.operand(d.ANY_TYPE)
    second_start: d.Operand = d.operand(d.ANY_TYPE)
    result: d.Result = d.result(d.ANY_TYPE)
    first: d.Region = d.region()
    second: d.Region = d.region()

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return [self.op_operands[int(successor is self.second)]]

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        first, second = (
            RegionSuccessor(region, tuple(region.blocks[0].arguments)) for region in self.regions
        )
        if point is None:
            return [first, second]
        end = RegionSuccessor(None, self.results)
        return [first, end] if point is self.first else [end]


@MINE.op("spin")
class SpinOp(d.Operation, LoopLikeOpInterface):
    """A loop that carries a buffer, and gives none."""

    start: d.Operand = d.operand(d.ANY_TYPE)
    body: d.Region = d.region()

    @property
    def init_operands(self) -> list[OpOperand]:
        return list(self.op_operands)

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return list(self.body.blocks[0].arguments)


@MINE.op("two")
class TwoOp(d.Operation, MemoryEffectsOpInterface):
    """Allocates two buffers, and counts them."""

    count: d.Result = d.result(d.INDEX)
    first: d.Result = d.result(d.ANY_TYPE)
    second: d.Result = d.result(d.ANY_TYPE)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, buffer) for buffer in self.results[1:]]


@MINE.op("new")
class NewOp(d.Operation, AllocationOpInterface, MemoryEffectsOpInterface):
    """Allocates a buffer of somebody's own."""

    buffer: d.Result = d.result(d.ANY_TYPE)
    traits = ()

    @property
    def allocated_sizes(self) -> Sequence[Value]:
        return ()

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.buffer)]

    def build_automatic(self, builder: Builder) -> Value | None:
        if "heap" in self.attributes:
            return None
        return builder.insert(NewOp.create((), self.result_types, attributes={})).buffer


PLUGIN = types.SimpleNamespace(__name__="mine", register_dialects=adding({"mine": MINE}))


def lines(body: str, name: str, *plugins: object) -> list[str]:
    given = [bufferize_buffers.plugin, bufferize_func.plugin, "tools", PLUGIN, *plugins]
    context = bufferize.Context(given)
    context.allow_unregistered_dialects = True
    text = f"func.func @f(%x: memref<4xf32>, %n: index) {{\n{body}\nreturn\n}}"
    module = bufferize.parse(text, context)
    pipeline_from_text(f"builtin.module({name})", context).run(module, context)
    return [line.strip() for line in bufferize.print_module(module).splitlines()[2:-3]]


def test_an_allocation_goes_before_regions_of_which_one_is_run() -> None:
    body = """
      %r = "mine.choose"(%x) ({
      ^bb0(%a: memref<4xf32>):
        mine.end %a : memref<4xf32>
      }, {
      ^bb0(%a: memref<4xf32>):
        %new = memref.alloc() : memref<4xf32>
        mine.end %new : memref<4xf32>
      }, {
      ^bb0(%a: memref<4xf32>):
        mine.end %a : memref<4xf32>
      }) : (memref<4xf32>) -> memref<4xf32>
    """
    assert lines(body, "buffer-hoisting")[0].startswith("%alloc = memref.alloc()")
    assert lines(body, "promote-buffers-to-stack")[5].startswith("%alloca = memref.alloca()")
    # Nothing of it leaves the one that allocates it.
    inside = body.replace("mine.end %new", "mine.end %a")
    assert not lines(inside, "buffer-hoisting")[0].startswith("%alloc")


@pytest.mark.parametrize(("sent", "first"), [("%a", "%alloc = memref.alloc"), ("%new", '"mine.')])
def test_what_a_loop_carries_stays_in_it_though_it_has_no_results(sent: str, first: str) -> None:
    body = f"""
      "mine.spin"(%x) ({{
      ^bb0(%a: memref<4xf32>):
        %new = memref.alloc() : memref<4xf32>
        "t.use"(%a, %new) : (memref<4xf32>, memref<4xf32>) -> ()
        mine.end {sent} : memref<4xf32>
      }}) : (memref<4xf32>) -> ()
    """
    assert lines(body, "buffer-loop-hoisting")[0].startswith(first)


def test_each_of_several_buffers_is_freed_after_its_last_use() -> None:
    body = """
      %k, %a, %b = "mine.two"() : () -> (index, memref<4xf32>, memref<4xf32>)
      %v = memref.load %a[%k] : memref<4xf32>
      memref.store %v, %b[%n] : memref<4xf32>
      "t.work"() : () -> ()
      memref.dealloc %a : memref<4xf32>
      memref.dealloc %b : memref<4xf32>
    """
    ops = [line.split(" : ")[0] for line in lines(body, "optimize-allocation-liveness")]
    assert ops[1:] == [
        "%0 = memref.load %first[%count]",
        "memref.dealloc %first",
        "memref.store %0, %second[%arg1]",
        "memref.dealloc %second",
        '"t.work"()',
    ]


def test_allocations_of_others_are_moved_and_promoted_where_they_can_be() -> None:
    loop = """
      "mine.spin"(%x) ({
      ^bb0(%a: memref<4xf32>):
        %new = "mine.new"() {heap} : () -> memref<4xf32>
        "t.use"(%new) : (memref<4xf32>) -> ()
        mine.end %a : memref<4xf32>
      }) : (memref<4xf32>) -> ()
    """
    assert lines(loop, "buffer-loop-hoisting")[0].startswith('%0 = "mine.new"()')
    straight = """
      %a = "mine.new"() {heap} : () -> memref<4xf32>
      %b = "mine.new"() {other} : () -> memref<4xf32>
      "t.use"(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    """
    assert lines(straight, "promote-buffers-to-stack")[:2] == [
        '%0 = "mine.new"() {heap} : () -> memref<4xf32>',
        '%1 = "mine.new"() : () -> memref<4xf32>',
    ]


def test_a_stack_allocation_stays_in_the_only_scope_around_it() -> None:
    body = """
      "t.region"() ({
        "mine.spin"(%x) ({
        ^bb0(%a: memref<4xf32>):
          memref.alloca_scope {
            %new = memref.alloca() : memref<4xf32>
            "t.use"(%new) : (memref<4xf32>) -> ()
          }
          mine.end %a : memref<4xf32>
        }) : (memref<4xf32>) -> ()
        "t.end"() : () -> ()
      }) : () -> ()
    """
    assert lines(body, "buffer-loop-hoisting")[3:5] == [
        "memref.alloca_scope  {",
        "%alloca = memref.alloca() : memref<4xf32>",
    ]


def test_what_a_reallocation_needs_is_said_where_it_is() -> None:
    body = "%r = memref.realloc %x(%n) : memref<4xf32> to memref<?xf32>"
    with pytest.raises(DiagnosticError) as caught:
        lines(body, "expand-realloc", bufferize_arith.plugin)
    assert (
        "expanding this needs 'scf.if', but the dialect 'scf' is not available; "
        "install bufferize-scf" in str(caught.value)
    )


def test_operands_of_some_regions_only_cannot_be_copied() -> None:
    """The copy for the first region would leak if the second one runs."""
    body = """
      %r = "mine.pick"(%x, %x) ({
      ^bb0(%a: memref<4xf32>):
        %new = memref.alloc() : memref<4xf32>
        memref.copy %a, %new : memref<4xf32> to memref<4xf32>
        mine.end %new : memref<4xf32>
      }, {
      ^bb0(%b: memref<4xf32>):
        mine.end %b : memref<4xf32>
      }) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
      memref.copy %r, %x : memref<4xf32> to memref<4xf32>"""
    with pytest.raises(DiagnosticError, match="passed to some of the regions only") as problem:
        lines(body, "buffer-deallocation")
    assert problem.value.diagnostics[0].op.name == "mine.pick"
