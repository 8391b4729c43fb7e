"""Stack allocations of callees: inlined into a loop, they must not pile up."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import Context, ir
from bufferize_interpreter import Machine
from bufferize_transforms import inline_calls

STACK = """
func.func private @square(%x: i32) -> i32 {
  %a = memref.alloca() : memref<1xi32>
  %c0 = arith.constant 0 : index
  memref.store %x, %a[%c0] : memref<1xi32>
  %y = memref.load %a[%c0] : memref<1xi32>
  %z = arith.muli %x, %y : i32
  BLOCKS
  return %z : i32
}
func.func @main(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  AROUND
  return %r : i32
}
"""
CALL = "func.call @square(%x) : (i32) -> i32"
REPEATED = {
    "for": f"""%r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> i32 {{
      %s = {CALL}
      scf.yield %s : i32
    }}""",
    "branch of a while": f"""%r = scf.while (%y = %x) : (i32) -> i32 {{
      %yes = arith.cmpi sgt, %y, %x : i32
      scf.condition(%yes) %y : i32
    }} do {{
    ^bb0(%y: i32):
      %s = scf.execute_region -> i32 {{
        %q = {CALL}
        scf.yield %q : i32
      }}
      scf.yield %s : i32
    }}""",
    "blocks": f"""cf.br ^again(%c0 : index)
  ^again(%i: index):
    %r = {CALL}
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi ult, %next, %n : index
    cf.cond_br %more, ^again(%next : index), ^end
  ^end:""",
}
ONCE = {
    "once": f"%r = {CALL}",
    "scope in a loop": f"""%r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> i32 {{
      %s = memref.alloca_scope -> (i32) {{
        %q = {CALL}
        memref.alloca_scope.return %q : i32
      }}
      scf.yield %s : i32
    }}""",
}


def inlined(around: str, blocks: str = "") -> tuple[ir.Operation, int]:
    """Inline the call in @main and return the module, and how many calls were; values stay."""
    context = Context()
    text = STACK.replace("AROUND", around).replace("BLOCKS", blocks)
    module = bufferize.parse(text, context)
    before = Machine(module, context).run("main", (3, 5)).results
    number = inline_calls(module, context)
    assert bufferize.verify(module) == []
    assert Machine(module, context).run("main", (3, 5)).results == before
    return module, number


@pytest.mark.parametrize("name", REPEATED)
def test_stack_of_a_callee_in_a_loop_gets_a_scope(name: str) -> None:
    module, number = inlined(REPEATED[name])
    assert number == 1
    (alloca,) = [op for op in module.walk() if op.name == "memref.alloca"]
    assert alloca.parent_op is not None
    assert alloca.parent_op.name == "memref.alloca_scope"


@pytest.mark.parametrize("name", ONCE)
def test_stack_of_a_callee_needs_no_scope_of_its_own(name: str) -> None:
    module, number = inlined(ONCE[name])
    assert number == 1
    assert sum(op.name == "memref.alloca_scope" for op in module.walk()) == (name != "once")


def test_several_blocks_with_a_stack_stay_out_of_loops() -> None:
    blocks = "cf.br ^end\n^end:"
    assert inlined(REPEATED["blocks"], blocks)[1] == 0
    assert inlined(ONCE["once"], blocks)[1] == 1
