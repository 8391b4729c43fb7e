"""The examples of the document "Bufferization on MLIR", from buffer placement to copy removal.

`docs/contribute/documents.md` says which example is which test.
"""

from __future__ import annotations

import types

import bufferize
import bufferize_arith.plugin
import bufferize_buffers.plugin
import bufferize_cf.plugin
import bufferize_func.plugin
import bufferize_linalg.plugin
import bufferize_math.plugin
import bufferize_scf.plugin
from bufferize import define as d
from bufferize.interfaces import (
    BranchOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize.ir import OpOperand, Region
from bufferize.passes import pipeline_from_text
from bufferize.plugins import adding

CUSTOM = d.Dialect("custom")


@CUSTOM.op("br")
class BrOp(d.Operation, BranchOpInterface):
    """Goes to a block."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    target: d.Successor = d.successor()
    traits = (d.IsTerminator(), d.Pure())
    assembly_format = "$target (`(` $values^ `:` type($values) `)`)? attr-dict"

    def successor_operands(self, index: int) -> list[OpOperand]:
        return list(self.op_operands)


@CUSTOM.op("region_if")
class RegionIfOp(d.Operation, RegionBranchOpInterface):
    """Runs one of two regions and then a third one, which gets what the first one yields."""

    start: d.Operand = d.operand(d.ANY_TYPE)
    end: d.Result = d.result(d.ANY_TYPE)
    first: d.Region = d.region()
    second: d.Region = d.region()
    join: d.Region = d.region()
    traits = (d.RecursiveMemoryEffects(),)
    assembly_format = "$start `:` type($start) `->` type($end) `then` $first `else` $second `join` $join attr-dict"

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return list(self.op_operands)

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        first, second, join = (
            RegionSuccessor(region, tuple(region.blocks[0].arguments)) for region in self.regions
        )
        if point is None:
            return [first, second]
        return [RegionSuccessor(None, self.results)] if point is join.region else [join]


@CUSTOM.op("region_if_yield")
class RegionIfYieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Hands on what it gets."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    traits = (d.IsTerminator(), d.Pure(), d.ReturnLike())
    assembly_format = "$values `:` type($values) attr-dict"


PLUGINS = (
    bufferize_arith.plugin,
    bufferize_buffers.plugin,
    bufferize_cf.plugin,
    bufferize_func.plugin,
    bufferize_linalg.plugin,
    bufferize_math.plugin,
    bufferize_scf.plugin,
    types.SimpleNamespace(__name__="custom", register_dialects=adding({"custom": CUSTOM})),
)
FREED = "buffer-deallocation,convert-bufferization-to-memref"
"""With clones as allocations and copies."""


def printed(text: str, passes: str = "") -> str:
    """A program as it is printed, after `passes`."""
    context = bufferize.Context(PLUGINS)
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    pipeline_from_text(f"builtin.module({passes})", context).run(module, context)
    return bufferize.print_module(module)


# Movement and placement of allocations


def test_an_allocation_moves_above_the_branch() -> None:
    before = """
    func.func @choice(%c: i1, %given: memref<2xf32>, %out: memref<2xf32>) {
      cf.cond_br %c, ^given, ^new
    ^given:
      cf.br ^end(%given : memref<2xf32>)
    ^new:
      %new = memref.alloc() : memref<2xf32>
      "test.use"(%new) : (memref<2xf32>) -> ()
      cf.br ^end(%new : memref<2xf32>)
    ^end(%either: memref<2xf32>):
      memref.copy %either, %out : memref<2xf32> to memref<2xf32>
      return
    }
    """
    after = """
    func.func @choice(%c: i1, %given: memref<2xf32>, %out: memref<2xf32>) {
      %new = memref.alloc() : memref<2xf32>
      cf.cond_br %c, ^given, ^new
    ^given:
      cf.br ^end(%given : memref<2xf32>)
    ^new:
      "test.use"(%new) : (memref<2xf32>) -> ()
      cf.br ^end(%new : memref<2xf32>)
    ^end(%either: memref<2xf32>):
      memref.copy %either, %out : memref<2xf32> to memref<2xf32>
      return
    }
    """
    assert printed(before, "buffer-hoisting") == printed(after)


CHOICE_OF_ANY_SIZE = """
    func.func @choice(%c: i1, %given: memref<?xf32>, %out: memref<?xf32>, %n: index) {
      cf.cond_br %c, ^given, ^new(%n : index)
    ^given:
      cf.br ^end(%given : memref<?xf32>)
    ^new(%size: index):
      %new = memref.alloc(%size) : memref<?xf32>
      "test.use"(%new) : (memref<?xf32>) -> ()
      cf.br ^end(%new : memref<?xf32>)
    ^end(%either: memref<?xf32>):
      memref.copy %either, %out : memref<?xf32> to memref<?xf32>
      return
    }
    """


def test_an_allocation_stays_below_its_extents() -> None:
    assert printed(CHOICE_OF_ANY_SIZE, "buffer-hoisting") == printed(CHOICE_OF_ANY_SIZE)


# Introduction of copies, placement of deallocations


def test_a_buffer_beside_one_on_the_stack() -> None:
    before = """
    func.func @mixed(%c: i1, %out: memref<2xf32>) {
      %stack = memref.alloca() : memref<2xf32>
      %heap = memref.alloc() : memref<2xf32>
      cf.cond_br %c, ^stack, ^heap
    ^stack:
      "test.use"(%stack) : (memref<2xf32>) -> ()
      cf.br ^end(%stack : memref<2xf32>)
    ^heap:
      "test.use"(%heap) : (memref<2xf32>) -> ()
      cf.br ^end(%heap : memref<2xf32>)
    ^end(%either: memref<2xf32>):
      memref.copy %either, %out : memref<2xf32> to memref<2xf32>
      return
    }
    """
    after = before.replace(
        "      return", "      memref.dealloc %heap : memref<2xf32>\n      return"
    )
    assert printed(before, FREED) == printed(after)


def test_a_copy_where_the_ways_meet() -> None:
    before = """
    func.func @branch(%c: i1) {
      %0 = memref.alloc() : memref<2xf32>
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %1 = memref.alloc() : memref<2xf32>
      cf.br ^bb3(%1 : memref<2xf32>)
    ^bb2:
      "test.use"(%0) : (memref<2xf32>) -> ()
      cf.br ^bb3(%0 : memref<2xf32>)
    ^bb3(%2: memref<2xf32>):
      "test.use"(%2) : (memref<2xf32>) -> ()
      return
    }
    """
    after = """
    func.func @branch(%c: i1) {
      %0 = memref.alloc() : memref<2xf32>
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %1 = memref.alloc() : memref<2xf32>
      %3 = memref.alloc() : memref<2xf32>
      memref.copy %1, %3 : memref<2xf32> to memref<2xf32>
      memref.dealloc %1 : memref<2xf32>
      cf.br ^bb3(%3 : memref<2xf32>)
    ^bb2:
      "test.use"(%0) : (memref<2xf32>) -> ()
      %4 = memref.alloc() : memref<2xf32>
      memref.copy %0, %4 : memref<2xf32> to memref<2xf32>
      cf.br ^bb3(%4 : memref<2xf32>)
    ^bb3(%2: memref<2xf32>):
      "test.use"(%2) : (memref<2xf32>) -> ()
      memref.dealloc %2 : memref<2xf32>
      memref.dealloc %0 : memref<2xf32>
      return
    }
    """
    assert printed(before, FREED) == printed(after)


def test_a_copy_of_any_size() -> None:
    after = """
    func.func @choice(%c: i1, %given: memref<?xf32>, %out: memref<?xf32>, %n: index) {
      cf.cond_br %c, ^given, ^new(%n : index)
    ^given:
      %c0 = arith.constant 0 : index
      %0 = memref.dim %given, %c0 : memref<?xf32>
      %1 = memref.alloc(%0) : memref<?xf32>
      memref.copy %given, %1 : memref<?xf32> to memref<?xf32>
      cf.br ^end(%1 : memref<?xf32>)
    ^new(%size: index):
      %new = memref.alloc(%size) : memref<?xf32>
      "test.use"(%new) : (memref<?xf32>) -> ()
      %c0_0 = arith.constant 0 : index
      %4 = memref.dim %new, %c0_0 : memref<?xf32>
      %5 = memref.alloc(%4) : memref<?xf32>
      memref.copy %new, %5 : memref<?xf32> to memref<?xf32>
      memref.dealloc %new : memref<?xf32>
      cf.br ^end(%5 : memref<?xf32>)
    ^end(%either: memref<?xf32>):
      memref.copy %either, %out : memref<?xf32> to memref<?xf32>
      memref.dealloc %either : memref<?xf32>
      return
    }
    """
    assert printed(CHOICE_OF_ANY_SIZE, FREED) == printed(after)


def test_critical_and_other_aliases() -> None:
    before = """
    func.func @nested(%c: i1, %given: memref<?xf32>, %out: memref<?xf32>, %n: index) {
      cf.cond_br %c, ^bb1, ^bb2(%n : index)
    ^bb1:
      cf.br ^bb6(%given : memref<?xf32>)
    ^bb2(%0: index):
      %1 = memref.alloc(%0) : memref<?xf32>
      "test.use"(%1) : (memref<?xf32>) -> ()
      cf.cond_br %c, ^bb3, ^bb4
    ^bb3:
      cf.br ^bb5(%1 : memref<?xf32>)
    ^bb4:
      cf.br ^bb5(%1 : memref<?xf32>)
    ^bb5(%2: memref<?xf32>):
      cf.br ^bb6(%2 : memref<?xf32>)
    ^bb6(%3: memref<?xf32>):
      cf.br ^bb7(%3 : memref<?xf32>)
    ^bb7(%4: memref<?xf32>):
      memref.copy %4, %out : memref<?xf32> to memref<?xf32>
      return
    }
    """
    # The document copies %1 in ^bb5, which %2 is there.
    after = """
    func.func @nested(%c: i1, %given: memref<?xf32>, %out: memref<?xf32>, %n: index) {
      cf.cond_br %c, ^bb1, ^bb2(%n : index)
    ^bb1:
      %c0 = arith.constant 0 : index
      %d0 = memref.dim %given, %c0 : memref<?xf32>
      %5 = memref.alloc(%d0) : memref<?xf32>
      memref.copy %given, %5 : memref<?xf32> to memref<?xf32>
      cf.br ^bb6(%5 : memref<?xf32>)
    ^bb2(%0: index):
      %1 = memref.alloc(%0) : memref<?xf32>
      "test.use"(%1) : (memref<?xf32>) -> ()
      cf.cond_br %c, ^bb3, ^bb4
    ^bb3:
      cf.br ^bb5(%1 : memref<?xf32>)
    ^bb4:
      cf.br ^bb5(%1 : memref<?xf32>)
    ^bb5(%2: memref<?xf32>):
      %c0_0 = arith.constant 0 : index
      %d1 = memref.dim %2, %c0_0 : memref<?xf32>
      %6 = memref.alloc(%d1) : memref<?xf32>
      memref.copy %2, %6 : memref<?xf32> to memref<?xf32>
      memref.dealloc %1 : memref<?xf32>
      cf.br ^bb6(%6 : memref<?xf32>)
    ^bb6(%3: memref<?xf32>):
      cf.br ^bb7(%3 : memref<?xf32>)
    ^bb7(%4: memref<?xf32>):
      memref.copy %4, %out : memref<?xf32> to memref<?xf32>
      memref.dealloc %3 : memref<?xf32>
      return
    }
    """
    assert printed(before, FREED) == printed(after)


def test_branches_of_another_dialect() -> None:
    before = """
    func.func @branches(%c: i1, %given: memref<2xf32>) {
      cf.cond_br %c, ^left, ^right
    ^left:
      %0 = memref.alloc() : memref<2xf32>
      "test.use"(%0) : (memref<2xf32>) -> ()
      custom.br ^bb1(%0 : memref<2xf32>)
    ^right:
      custom.br ^bb1(%given : memref<2xf32>)
    ^bb1(%2: memref<2xf32>):
      "test.use"(%2) : (memref<2xf32>) -> ()
      return
    }
    """
    after = """
    func.func @branches(%c: i1, %given: memref<2xf32>) {
      cf.cond_br %c, ^left, ^right
    ^left:
      %0 = memref.alloc() : memref<2xf32>
      "test.use"(%0) : (memref<2xf32>) -> ()
      %3 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
      memref.dealloc %0 : memref<2xf32>
      custom.br ^bb1(%3 : memref<2xf32>)
    ^right:
      %4 = bufferization.clone %given : memref<2xf32> to memref<2xf32>
      custom.br ^bb1(%4 : memref<2xf32>)
    ^bb1(%2: memref<2xf32>):
      "test.use"(%2) : (memref<2xf32>) -> ()
      memref.dealloc %2 : memref<2xf32>
      return
    }
    """
    assert printed(before, "buffer-deallocation") == printed(after)


def test_regions_that_hand_on_one_buffer() -> None:
    program = """
    func.func @inner(%m: index, %n: index) -> memref<?x?xf32> {
      %0 = memref.alloc(%m, %m) : memref<?x?xf32>
      %1 = custom.region_if %0 : memref<?x?xf32> -> memref<?x?xf32> then {
      ^bb0(%arg2: memref<?x?xf32>):
        custom.region_if_yield %arg2 : memref<?x?xf32>
      } else {
      ^bb0(%arg3: memref<?x?xf32>):
        custom.region_if_yield %arg3 : memref<?x?xf32>
      } join {
      ^bb0(%arg4: memref<?x?xf32>):
        custom.region_if_yield %arg4 : memref<?x?xf32>
      }
      return %1 : memref<?x?xf32>
    }
    """
    assert printed(program, FREED) == printed(program)


def test_a_buffer_of_one_region_only() -> None:
    before = """
    func.func @nested(%m: index, %n: index) -> memref<?x?xf32> {
      %0 = arith.cmpi eq, %m, %n : index
      %1 = memref.alloc(%m, %m) : memref<?x?xf32>
      %2 = scf.if %0 -> (memref<?x?xf32>) {
        scf.yield %1 : memref<?x?xf32>
      } else {
        %3 = memref.alloc(%m, %n) : memref<?x?xf32>
        "test.use"(%3) : (memref<?x?xf32>) -> ()
        scf.yield %1 : memref<?x?xf32>
      }
      return %2 : memref<?x?xf32>
    }
    """
    after = """
    func.func @nested(%m: index, %n: index) -> memref<?x?xf32> {
      %0 = arith.cmpi eq, %m, %n : index
      %1 = memref.alloc(%m, %m) : memref<?x?xf32>
      %2 = scf.if %0 -> (memref<?x?xf32>) {
        scf.yield %1 : memref<?x?xf32>
      } else {
        %3 = memref.alloc(%m, %n) : memref<?x?xf32>
        "test.use"(%3) : (memref<?x?xf32>) -> ()
        memref.dealloc %3 : memref<?x?xf32>
        scf.yield %1 : memref<?x?xf32>
      }
      return %2 : memref<?x?xf32>
    }
    """
    assert printed(before, FREED) == printed(after)


REGIONS_WITH_A_NEW_BUFFER = """
    func.func @inner(%m: index, %n: index) -> memref<?x?xf32> {
      %0 = memref.alloc(%m, %m) : memref<?x?xf32>
      %1 = custom.region_if %0 : memref<?x?xf32> -> memref<?x?xf32> then {
      ^bb0(%arg2: memref<?x?xf32>):
        custom.region_if_yield %arg2 : memref<?x?xf32>
      } else {
      ^bb0(%arg3: memref<?x?xf32>):
        %2 = memref.alloc(%m, %n) : memref<?x?xf32>
        custom.region_if_yield %2 : memref<?x?xf32>
      } join {
      ^bb0(%arg4: memref<?x?xf32>):
        custom.region_if_yield %arg4 : memref<?x?xf32>
      }
      return %1 : memref<?x?xf32>
    }
    """


def test_regions_of_which_one_hands_on_a_new_buffer() -> None:
    after = """
    func.func @inner(%m: index, %n: index) -> memref<?x?xf32> {
      %0 = memref.alloc(%m, %m) : memref<?x?xf32>
      %1 = custom.region_if %0 : memref<?x?xf32> -> memref<?x?xf32> then {
      ^bb0(%arg2: memref<?x?xf32>):
        %c0 = arith.constant 0 : index
        %2 = memref.dim %arg2, %c0 : memref<?x?xf32>
        %c1 = arith.constant 1 : index
        %3 = memref.dim %arg2, %c1 : memref<?x?xf32>
        %4 = memref.alloc(%2, %3) : memref<?x?xf32>
        memref.copy %arg2, %4 : memref<?x?xf32> to memref<?x?xf32>
        custom.region_if_yield %4 : memref<?x?xf32>
      } else {
      ^bb0(%arg3: memref<?x?xf32>):
        %2 = memref.alloc(%m, %n) : memref<?x?xf32>
        %c0 = arith.constant 0 : index
        %3 = memref.dim %2, %c0 : memref<?x?xf32>
        %c1 = arith.constant 1 : index
        %4 = memref.dim %2, %c1 : memref<?x?xf32>
        %5 = memref.alloc(%3, %4) : memref<?x?xf32>
        memref.copy %2, %5 : memref<?x?xf32> to memref<?x?xf32>
        memref.dealloc %2 : memref<?x?xf32>
        custom.region_if_yield %5 : memref<?x?xf32>
      } join {
      ^bb0(%arg4: memref<?x?xf32>):
        %c0 = arith.constant 0 : index
        %2 = memref.dim %arg4, %c0 : memref<?x?xf32>
        %c1 = arith.constant 1 : index
        %3 = memref.dim %arg4, %c1 : memref<?x?xf32>
        %4 = memref.alloc(%2, %3) : memref<?x?xf32>
        memref.copy %arg4, %4 : memref<?x?xf32> to memref<?x?xf32>
        memref.dealloc %arg4 : memref<?x?xf32>
        custom.region_if_yield %4 : memref<?x?xf32>
      }
      memref.dealloc %0 : memref<?x?xf32>
      return %1 : memref<?x?xf32>
    }
    """
    assert printed(REGIONS_WITH_A_NEW_BUFFER, FREED) == printed(after)


def test_a_loop_frees_the_buffer_of_the_iteration_before() -> None:
    before = """
    func.func @loop(%lb: index, %ub: index, %step: index, %buf: memref<2xf32>, %res: memref<2xf32>) {
      %0 = scf.for %i = %lb to %ub step %step iter_args(%iter = %buf) -> (memref<2xf32>) {
        %1 = arith.cmpi eq, %i, %ub : index
        %2 = scf.if %1 -> (memref<2xf32>) {
          %3 = memref.alloc() : memref<2xf32>
          "test.use"(%3) : (memref<2xf32>) -> ()
          scf.yield %3 : memref<2xf32>
        } else {
          scf.yield %iter : memref<2xf32>
        }
        scf.yield %2 : memref<2xf32>
      }
      memref.copy %0, %res : memref<2xf32> to memref<2xf32>
      return
    }
    """
    # The document frees %iter last, behind the clone of %2: it is needed up to the scf.if.
    after = """
    func.func @loop(%lb: index, %ub: index, %step: index, %buf: memref<2xf32>, %res: memref<2xf32>) {
      %4 = memref.alloc() : memref<2xf32>
      memref.copy %buf, %4 : memref<2xf32> to memref<2xf32>
      %0 = scf.for %i = %lb to %ub step %step iter_args(%iter = %4) -> (memref<2xf32>) {
        %1 = arith.cmpi eq, %i, %ub : index
        %2 = scf.if %1 -> (memref<2xf32>) {
          %3 = memref.alloc() : memref<2xf32>
          "test.use"(%3) : (memref<2xf32>) -> ()
          %5 = memref.alloc() : memref<2xf32>
          memref.copy %3, %5 : memref<2xf32> to memref<2xf32>
          memref.dealloc %3 : memref<2xf32>
          scf.yield %5 : memref<2xf32>
        } else {
          %6 = memref.alloc() : memref<2xf32>
          memref.copy %iter, %6 : memref<2xf32> to memref<2xf32>
          scf.yield %6 : memref<2xf32>
        }
        memref.dealloc %iter : memref<2xf32>
        %7 = memref.alloc() : memref<2xf32>
        memref.copy %2, %7 : memref<2xf32> to memref<2xf32>
        memref.dealloc %2 : memref<2xf32>
        scf.yield %7 : memref<2xf32>
      }
      memref.copy %0, %res : memref<2xf32> to memref<2xf32>
      memref.dealloc %0 : memref<2xf32>
      return
    }
    """
    assert printed(before, FREED) == printed(after)


# Copy removal


def test_the_source_of_a_copy_is_reused() -> None:
    before = """
    func.func @sizes(%m: index, %n: index) -> memref<?x?xf32> {
      %7 = memref.alloc(%m, %n) : memref<?x?xf32>
      %c0 = arith.constant 0 : index
      %8 = memref.dim %7, %c0 : memref<?x?xf32>
      %c1 = arith.constant 1 : index
      %9 = memref.dim %7, %c1 : memref<?x?xf32>
      %10 = memref.alloc(%8, %9) : memref<?x?xf32>
      linalg.copy ins(%7 : memref<?x?xf32>) outs(%10 : memref<?x?xf32>)
      memref.dealloc %7 : memref<?x?xf32>
      return %10 : memref<?x?xf32>
    }
    """
    after = """
    func.func @sizes(%m: index, %n: index) -> memref<?x?xf32> {
      %7 = memref.alloc(%m, %n) : memref<?x?xf32>
      %c0 = arith.constant 0 : index
      %8 = memref.dim %7, %c0 : memref<?x?xf32>
      %c1 = arith.constant 1 : index
      %9 = memref.dim %7, %c1 : memref<?x?xf32>
      return %7 : memref<?x?xf32>
    }
    """
    assert printed(before, "copy-removal") == printed(after)


def test_the_target_of_a_copy_is_reused() -> None:
    before = """
    #map = affine_map<(i) -> (i)>
    func.func @reuse(%in: memref<2xf32>, %result: memref<2xf32>) {
      %temp = memref.alloc() : memref<2xf32>
      linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
          ins(%in : memref<2xf32>) outs(%temp : memref<2xf32>) {
      ^bb0(%0: f32, %1: f32):
        %2 = math.exp %0 : f32
        linalg.yield %2 : f32
      }
      linalg.copy ins(%temp : memref<2xf32>) outs(%result : memref<2xf32>)
      memref.dealloc %temp : memref<2xf32>
      return
    }
    """
    after = """
    #map = affine_map<(i) -> (i)>
    func.func @reuse(%in: memref<2xf32>, %result: memref<2xf32>) {
      linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
          ins(%in : memref<2xf32>) outs(%result : memref<2xf32>) {
      ^bb0(%0: f32, %1: f32):
        %2 = math.exp %0 : f32
        linalg.yield %2 : f32
      }
      return
    }
    """
    assert printed(before, "copy-removal") == printed(after)


def test_copies_that_deallocation_has_made_go() -> None:
    """The document says so of the one in the last region, and of the one of %3 in the other example."""
    text = printed(REGIONS_WITH_A_NEW_BUFFER, f"{FREED},copy-removal")
    join = text.partition("join")[2]
    assert "copy" not in join.partition("}")[0]
    assert text.count("memref.copy") == 1  # of %0, which is freed at the end
