"""Programs that own buffers under several names: none is left, freed twice, or used once it is freed.

`BUFFERIZE_PROGRAMS=20000 pytest plugins/buffers/tests/deallocation/test_graphs.py` runs 200 random ones.
"""

from __future__ import annotations

import io
import os

import pytest

import bufferize
from bufferize.ir import Operation
from bufferize.ir.copying import clone
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine

from .graph_programs import graph_program

COUNT = int(os.environ.get("BUFFERIZE_PROGRAMS", "600")) // 100
DYNAMIC, EARLIEST = "private-function-dynamic-ownership=true", "earliest-deallocation=true"
OMITTED = "omit-known-ownership=true"
ORDERS = (
    "buffer-deallocation-pipeline",
    f"buffer-deallocation-pipeline{{{DYNAMIC}}}",
    f"buffer-deallocation-pipeline{{{EARLIEST}}}",
    f"buffer-deallocation-pipeline{{{DYNAMIC} {EARLIEST}}}",
    f"buffer-deallocation-pipeline{{{OMITTED}}}",
    f"buffer-deallocation-pipeline{{{OMITTED} {DYNAMIC} {EARLIEST}}}",
    "reference-counting-deallocation,convert-bufferization-to-memref",
    f"reference-counting-deallocation{{{DYNAMIC}}},canonicalize,buffer-deallocation-simplification,"
    "convert-bufferization-to-memref,cse,canonicalize",
)
# Both `%a` and `%v` are kept on the way to the left, where the end returns the buffer as `%v`.
KEPT_UNDER_TWO_NAMES = """
func.func private @new(%x: memref<?xi32>) -> memref<1xi32> {
  %a = memref.alloc() : memref<1xi32>
  %s = memref.cast %x : memref<?xi32> to memref<1xi32>
  memref.copy %s, %a : memref<1xi32> to memref<1xi32>
  return %a : memref<1xi32>
}
func.func @f(%c: i1, %x: memref<?xi32>, %i: index, %n: i32) -> memref<?xi32> {
  %a = memref.alloc() : memref<1xi32>
  %v = memref.cast %a : memref<1xi32> to memref<?xi32>
  %b = func.call @new(%x) : (memref<?xi32>) -> memref<1xi32>
  cf.cond_br %c, ^right, ^left
^left:
  memref.store %n, %a[%i] : memref<1xi32>
  cf.br ^end(%x : memref<?xi32>)
^right:
  cf.br ^end(%v : memref<?xi32>)
^end(%p: memref<?xi32>):
  %e = memref.load %b[%i] : memref<1xi32>
  vector.print %e : i32
  return %v : memref<?xi32>
}
"""
# Whoever owns the buffer as `%a` on the right owns it as `%r` at the end.
OWNED_AS_A_RESULT = """
func.func @f(%c: i1, %x: memref<?xi32>, %i: index, %n: i32) -> memref<?xi32> {
  %s = memref.cast %x : memref<?xi32> to memref<1xi32>
  %o = scf.execute_region -> memref<1xi32> {
    %a = memref.alloc() : memref<1xi32>
    memref.store %n, %a[%i] : memref<1xi32>
    cf.cond_br %c, ^end(%s, %s : memref<1xi32>, memref<1xi32>), ^right(%s : memref<1xi32>)
  ^right(%b: memref<1xi32>):
    %r = scf.execute_region -> memref<1xi32> {
      scf.yield %a : memref<1xi32>
    }
    cf.br ^end(%r, %r : memref<1xi32>, memref<1xi32>)
  ^end(%p: memref<1xi32>, %q: memref<1xi32>):
    %e = memref.load %a[%i] : memref<1xi32>
    vector.print %e : i32
    scf.yield %a : memref<1xi32>
  }
  return %x : memref<?xi32>
}
"""
# What the loop carries is the buffer itself, which the region gives under both names.
GIVEN_UNDER_TWO_NAMES = """
func.func @f(%c: i1, %x: memref<?xi32>, %i: index, %n: i32) -> memref<?xi32> {
  %one = arith.constant 1 : index
  %m = arith.select %c, %i, %one : index
  %a = memref.alloc() : memref<1xi32>
  memref.store %n, %a[%i] : memref<1xi32>
  %o:2 = scf.execute_region -> (memref<1xi32>, memref<?xi32>) {
    %v = memref.cast %a : memref<1xi32> to memref<?xi32>
    %l:2 = scf.while (%k = %i, %p = %v) : (index, memref<?xi32>) -> (index, memref<?xi32>) {
      %more = arith.cmpi ult, %k, %m : index
      scf.condition(%more) %k, %p : index, memref<?xi32>
    } do {
    ^bb0(%k: index, %p: memref<?xi32>):
      %next = arith.addi %k, %one : index
      scf.yield %next, %p : index, memref<?xi32>
    }
    scf.yield %a, %l#1 : memref<1xi32>, memref<?xi32>
  }
  cf.br ^end(%o#1, %o#0 : memref<?xi32>, memref<1xi32>)
^end(%p: memref<?xi32>, %q: memref<1xi32>):
  return %x : memref<?xi32>
}
"""
# What is allocated in a run of the first region is `%p` in every other run after it, else `%q`.
SWAPPED_IN_LOOP = """
func.func @f(%c: i1, %x: memref<?xi32>, %i: index, %n: i32) -> memref<?xi32> {
  %one = arith.constant 1 : index
  %five = arith.constant 5 : index
  %r:3 = scf.while (%k = %i, %p = %x, %q = %x) : (index, memref<?xi32>, memref<?xi32>)
      -> (index, memref<?xi32>, memref<?xi32>) {
    %a = memref.alloc(%one) : memref<?xi32>
    memref.store %n, %a[%i] : memref<?xi32>
    %e = memref.load %p[%i] : memref<?xi32>
    vector.print %e : i32
    %more = arith.cmpi ult, %k, %five : index
    scf.condition(%more) %k, %a, %q : index, memref<?xi32>, memref<?xi32>
  } do {
  ^bb0(%k: index, %p: memref<?xi32>, %q: memref<?xi32>):
    %next = arith.addi %k, %one : index
    scf.yield %next, %q, %p : index, memref<?xi32>, memref<?xi32>
  }
  return %x : memref<?xi32>
}
"""
RETURNED_TWICE = """
func.func private @twice(%n: i32, %i: index) -> (memref<1xi32>, memref<1xi32>) {
  %a = memref.alloc() : memref<1xi32>
  memref.store %n, %a[%i] : memref<1xi32>
  return %a, %a : memref<1xi32>, memref<1xi32>
}
func.func @f(%c: i1, %x: memref<?xi32>, %i: index, %n: i32) -> memref<?xi32> {
  %r:2 = func.call @twice(%n, %i) : (i32, index) -> (memref<1xi32>, memref<1xi32>)
  %d = memref.load %r#0[%i] : memref<1xi32>
  vector.print %d : i32
  %e = memref.load %r#1[%i] : memref<1xi32>
  vector.print %e : i32
  return %x : memref<?xi32>
}
"""
# What is not owned on one of two ways: simplification asks for constants that it has erased.
DROPPED = """
func.func private @used(%a: memref<1xi32>, %b: memref<?xi32>, %i: index) {
  %e = memref.load %b[%i] : memref<?xi32>
  vector.print %e : i32
  return
}
func.func @f(%c: i1, %x: memref<?xi32>, %i: index, %n: i32) -> memref<?xi32> {
  %d = arith.trunci %n : i32 to i1
  %a = memref.alloc() : memref<1xi32>
  %v = memref.cast %a : memref<1xi32> to memref<?xi32>
  cf.cond_br %c, ^choice(%v, %a : memref<?xi32>, memref<1xi32>), ^drop(%v, %x : memref<?xi32>, memref<?xi32>)
^use(%p: memref<?xi32>, %q: memref<1xi32>):
  %e = memref.load %r#1[%i] : memref<?xi32>
  vector.print %e : i32
  func.call @used(%q, %r#0, %i) : (memref<1xi32>, memref<?xi32>, index) -> ()
  cf.cond_br %d, ^end, ^end
^end:
  return %x : memref<?xi32>
^drop(%s: memref<?xi32>, %t: memref<?xi32>):
  cf.br ^end
^choice(%u: memref<?xi32>, %w: memref<1xi32>):
  %r:2 = scf.if %d -> (memref<?xi32>, memref<?xi32>) {
    scf.yield %x, %x : memref<?xi32>, memref<?xi32>
  } else {
    scf.yield %x, %x : memref<?xi32>, memref<?xi32>
  }
  cf.br ^use(%r#0, %w : memref<?xi32>, memref<1xi32>)
}
"""
# Whether `%r` is owned is found out at the end of the entry, but not for a block that never runs.
USED_WHERE_CONTROL_NEVER_COMES = """
func.func @f(%c: i1, %x: memref<?xi32>, %i: index, %n: i32) -> memref<?xi32> {
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<1xindex>
  memref.store %one, %a[%i] : memref<1xindex>
  %r = memref.reshape %x(%a) : (memref<?xi32>, memref<1xindex>) -> memref<?xi32>
  cf.br ^end
^end:
  return %x : memref<?xi32>
^never:
  memref.store %n, %r[%i] : memref<?xi32>
  cf.br ^nor_here
^nor_here:
  %e = memref.load %r[%i] : memref<?xi32>
  vector.print %e : i32
  cf.br ^end
}
"""
MAIN = """
func.func @main() {
  %c0 = arith.constant 0 : index
  %n = arith.constant 7 : i32
  %x = memref.alloc() : memref<1xi32>
  memref.store %n, %x[%c0] : memref<1xi32>
  %v = memref.cast %x : memref<1xi32> to memref<?xi32>
  %false = arith.constant false
  %true = arith.constant true
  %r = func.call @f(%false, %v, %c0, %n) : (i1, memref<?xi32>, index, i32) -> memref<?xi32>
  %s = func.call @f(%true, %v, %c0, %n) : (i1, memref<?xi32>, index, i32) -> memref<?xi32>
  return
}
"""
PROGRAMS = {
    "kept under two names": KEPT_UNDER_TWO_NAMES,
    "owned as a result": OWNED_AS_A_RESULT,
    "given under two names": GIVEN_UNDER_TWO_NAMES,
    "returned twice": RETURNED_TWICE,
    "swapped in a loop": SWAPPED_IN_LOOP,
    "used where control never comes": USED_WHERE_CONTROL_NEVER_COMES,
    "dropped": DROPPED,
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_name_may_own_the_buffer(name: str, order: str) -> None:
    check(PROGRAMS[name] + MAIN, order)


# What a round of the loop stores is loaded by the next one, from a buffer that it gets.
STORED_IN_LOOP = """
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %h = memref.alloc() : memref<1xmemref<?xi32>>
  memref.store %x, %h[%zero] : memref<1xmemref<?xi32>>
"""
ROUND = """
  %old = memref.load %table[%zero] : memref<1xmemref<?xi32>>
  %e = memref.load %old[%zero] : memref<?xi32>
  vector.print %e : i32
  %new = memref.alloc(%one) : memref<?xi32>
  memref.store %e, %new[%zero] : memref<?xi32>
  %next = memref.alloc() : memref<1xmemref<?xi32>>
  memref.store %new, %next[%zero] : memref<1xmemref<?xi32>>
"""
STORING_LOOPS = {
    "structured": f"""{STORED_IN_LOOP}
  %r = scf.for %k = %zero to %two step %one iter_args(%table = %h) -> memref<1xmemref<?xi32>> {{
    {ROUND}
    scf.yield %next : memref<1xmemref<?xi32>>
  }}
  return %x : memref<?xi32>
""",
    "of a block": f"""{STORED_IN_LOOP}
  cf.br ^again(%zero, %h : index, memref<1xmemref<?xi32>>)
^again(%k: index, %table: memref<1xmemref<?xi32>>):
  {ROUND}
  %j = arith.addi %k, %one : index
  %more = arith.cmpi ult, %j, %two : index
  cf.cond_br %more, ^again(%j, %next : index, memref<1xmemref<?xi32>>), ^end
^end:
  return %x : memref<?xi32>
""",
}


@pytest.mark.parametrize("name", STORING_LOOPS)
def test_what_the_next_round_loads_is_not_freed(name: str) -> None:
    head = "func.func @f(%c: i1, %x: memref<?xi32>, %i: index, %n: i32) -> memref<?xi32> {"
    text = f"{head}{STORING_LOOPS[name]}}}{MAIN}"
    for order in ORDERS:
        context = bufferize.Context()
        module = bufferize.parse(text, context)
        pipeline_from_text(f"builtin.module({order})", context).run(module, context)
        assert printed(module, context, leaks=False) == "7\n7\n7\n7\n"


@pytest.mark.parametrize("loops", [False, True], ids=["acyclic", "loops of blocks"])
@pytest.mark.parametrize("seed", range(COUNT))
def test_nothing_is_left_or_freed_twice(seed: int, loops: bool) -> None:
    for order in ORDERS:
        check(graph_program(seed, loops=loops), order)


@pytest.mark.parametrize("loops", [False, True], ids=["acyclic", "loops of blocks"])
@pytest.mark.parametrize("seed", range(2 * COUNT))
def test_static_places_free_each_buffer_once(seed: int, loops: bool) -> None:
    """Without results of functions, which the older pass leaves to callers that do not free them."""
    check(graph_program(seed, loops=loops, returns=False), "buffer-deallocation")


def check(text: str, order: str) -> None:
    """Runs a program before and after its buffers are freed; it must print the same."""
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    freed = clone(module)
    pipeline_from_text(f"builtin.module({order})", context).run(freed, context)
    assert printed(freed, context, leaks=True) == printed(module, context, leaks=False)


def printed(module: Operation, context: bufferize.Context, *, leaks: bool) -> str:
    """What a program prints. Raises Trap for what must not be done to memory."""
    output = io.StringIO()
    Machine(module, context, output=output).run("main", limit=100_000, leaks=leaks)
    return output.getvalue()
