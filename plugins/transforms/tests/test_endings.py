"""Operations that may not return, and the operations that must stay before or after them."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import Context, ir
from bufferize.analysis import AnalysisOptions, AnalysisState
from bufferize_transforms import Endings, may_be_left_out, may_not_return

PROGRAM = """
func.func private @unknown()
func.func private @asserts(%c: i1) { cf.assert %c, "no" return }
func.func private @calls(%c: i1) { func.call @asserts(%c) : (i1) -> () return }
func.func private @ping() { func.call @pong() : () -> () return }
func.func private @pong() { func.call @ping() : () -> () return }
func.func private @loops() {
  cf.br ^again
^again:
  cf.br ^again
}
func.func private @returns() { return }
func.func @f(%c: i1, %n: index, %m: memref<4xf32>, %t: tensor<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "test.start"() : () -> ()
  OP
  "test.end"() : () -> ()
  return
}
"""
RETURN = {
    "pure": "%0 = arith.addf %x, %x : f32",
    "undefined": "%0 = arith.divsi %n, %n : index",
    "named memory": "memref.store %x, %m[%c0] : memref<4xf32>",
    "new memory": "%0 = memref.alloc() : memref<4xf32>",
    "new tensor": "%0 = bufferization.alloc_tensor() : tensor<4xf32>",
    "print": "vector.print %x : f32",
    "if": "scf.if %c { memref.store %x, %m[%c0] : memref<4xf32> }",
    "for": "scf.for %i = %c0 to %n step %n { memref.store %x, %m[%i] : memref<4xf32> }",
    "parallel": """%0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
      scf.reduce (%x : f32) {
      ^bb0(%a: f32, %b: f32):
        scf.reduce.return %a : f32
      }
    }""",
    "forall": """%0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<4xf32> {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %t into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
      }
    }""",
    "generate": "%0 = tensor.generate %n { ^bb0(%i: index): tensor.yield %x : f32 } : tensor<?xf32>",
    "blocks": """scf.execute_region {
      cf.cond_br %c, ^left, ^right
    ^left:
      cf.br ^right
    ^right:
      scf.yield
    }""",
    "call": "func.call @returns() : () -> ()",
}
MAY_NOT = {
    "assert": 'cf.assert %c, "no"',
    "unregistered": '"test.op"() : () -> ()',
    "unknown call": "func.call @unknown() : () -> ()",
    "asserting call": "func.call @asserts(%c) : (i1) -> ()",
    "call of a call": "func.call @calls(%c) : (i1) -> ()",
    "recursion": "func.call @ping() : () -> ()",
    "call of a loop": "func.call @loops() : () -> ()",
    "inside": 'scf.for %i = %c0 to %n step %c1 { scf.if %c { cf.assert %c, "no" } }',
    "while": "scf.while : () -> () { scf.condition(%c) } do { scf.yield }",
    "loop of blocks": """scf.execute_region {
      cf.br ^again
    ^again:
      cf.cond_br %c, ^again, ^end
    ^end:
      scf.yield
    }""",
}


def between(op: str) -> tuple[ir.Operation, list[ir.Operation], Context]:
    """Parse the program with `op`; return it and its operations between start and end."""
    context = Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(PROGRAM.replace("OP", op), context)
    block = next(o for o in module.walk() if o.name == "test.start").parent
    assert block is not None
    ops = list(block.ops)
    names = [o.name for o in ops]
    return module, ops[names.index("test.start") + 1 : names.index("test.end") + 1], context


def ends(op: str) -> bool:
    module, (first, *rest), context = between(op)
    return Endings(module, AnalysisState(AnalysisOptions(), context)).are_between(first, rest[-1])


@pytest.mark.parametrize("name", RETURN)
def test_what_returns(name: str) -> None:
    assert not ends(RETURN[name])


@pytest.mark.parametrize("name", MAY_NOT)
def test_what_may_not(name: str) -> None:
    assert ends(MAY_NOT[name])
    _, ops, _ = between(MAY_NOT[name])
    assert any(may_not_return(op) for op in ops[0].walk())
    assert not may_be_left_out(ops[0])


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("pure", True),
        ("undefined", True),
        ("generate", True),
        ("named memory", False),
        ("print", False),
    ],
)
def test_what_may_be_left_out(name: str, answer: bool) -> None:
    _, ops, _ = between(RETURN[name])
    assert may_be_left_out(ops[0]) == answer
