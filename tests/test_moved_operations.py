"""Passes do not move an operation that may be undefined before its guard, nor erase endless ones.

Programs are made of an operation that is undefined for some operands, a guard that does not return for
these, and a place where a pass or a fix would like to move the operation. Each is run before and
after, with operands that the guard lets pass and with others.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions, ir
from bufferize.passes import pipeline_from_text
from bufferize_explain.fixes import fix
from bufferize_interpreter import Machine, Trap
from bufferize_transforms import eliminate_empty_tensors

PARTIAL = {
    "tensor.extract": "%v = tensor.extract %t[%i] : tensor<4xi32>",
    "tensor.insert": """
        %s = tensor.insert %k into %z[%i] : tensor<4xi32>
        %v = tensor.extract %s[%c1] : tensor<4xi32>""",
    "tensor.extract_slice": """
        %s = tensor.extract_slice %t[%i] [1] [1] : tensor<4xi32> to tensor<1xi32>
        %v = tensor.extract %s[%c0] : tensor<1xi32>""",
    "tensor.insert_slice": """
        %o = tensor.from_elements %k : tensor<1xi32>
        %s = tensor.insert_slice %o into %z[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
        %v = tensor.extract %s[%c1] : tensor<4xi32>""",
    "tensor.splat": """
        %n = arith.subi %c4, %i : index
        %s = tensor.splat %k[%n] : tensor<?xi32>
        %e = tensor.dim %s, %c0 : tensor<?xi32>
        %v = arith.index_cast %e : index to i32""",
    "tensor.gather": """
        %l = tensor.from_elements %i : tensor<1xindex>
        %s = tensor.gather %t[%l] gather_dims([0]) : (tensor<4xi32>, tensor<1xindex>) -> tensor<1xi32>
        %v = tensor.extract %s[%c0] : tensor<1xi32>""",
    "vector.transfer_read": """
        %s = vector.transfer_read %t[%i], %k {in_bounds = [true]} : tensor<4xi32>, vector<1xi32>
        %v = vector.extract %s[0] : i32 from vector<1xi32>""",
    "vector.extract": """
        %s = vector.broadcast %k : i32 to vector<4xi32>
        %v = vector.extract %s[%i] : i32 from vector<4xi32>""",
    "affine.apply": """
        %q = affine.apply affine_map<()[s] -> (7 floordiv s)>()[%j]
        %v = arith.index_cast %q : index to i32""",
    "affine.delinearize_index": """
        %q:2 = affine.delinearize_index %c4 into (%j, %j) : index, index
        %v = arith.index_cast %q#1 : index to i32""",
    "math.ipowi": "%v = math.ipowi %d, %minus : i32",
}
for name in ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"):
    PARTIAL[f"arith.{name}"] = f"%v = arith.{name} %k, %d : i32"
for name in ("divs", "divu", "rems", "remu", "ceildivs", "ceildivu", "floordivs"):
    PARTIAL[f"index.{name}"] = f"""
        %q = index.{name} %c4, %j
        %v = arith.index_cast %q : index to i32"""

GUARDS = {
    "assert": 'cf.assert %ok, "guard"',
    "assert in a branch": 'scf.if %bad { cf.assert %ok, "guard" }',
    "call": "func.call @outer(%ok) : (i1) -> ()",
    "while": "scf.while : () -> () { scf.condition(%bad) } do { scf.yield }",
    "blocks": """
        scf.execute_region {
          cf.br ^again
        ^again:
          cf.cond_br %bad, ^again, ^end
        ^end:
          scf.yield
        }""",
    "recursion": "func.call @forever(%bad) : (i1) -> ()",
}
RETURNING = {
    "nothing": "",
    "call": "func.call @harmless(%k) : (i32) -> ()",
    "loop": """
        scf.for %step = %c0 to %j step %c1 {
          %m = memref.alloc() : memref<1xi32>
          memref.store %k, %m[%c0] : memref<1xi32>
        }""",
}
FUNCTIONS = """
func.func private @outer(%ok: i1) { func.call @inner(%ok) : (i1) -> () return }
func.func private @inner(%ok: i1) { cf.assert %ok, "guard" return }
func.func private @forever(%bad: i1) {
  scf.if %bad { func.call @forever(%bad) : (i1) -> () }
  return
}
func.func private @harmless(%k: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi32>
  memref.store %k, %m[%c0] : memref<1xi32>
  return
}
"""
HEAD = """
func.func @main(%t: tensor<4xi32> {bufferization.writable = true}, %i: index, %j: index)
    -> (tensor<4xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %k = arith.constant 5 : i32
  %minus = arith.constant -1 : i32
  %yes = arith.constant true
  %z = arith.constant dense<3> : tensor<4xi32>
  %d = arith.index_cast %j : index to i32
  %ok = arith.cmpi ult, %i, %c4 : index
  %bad = arith.xori %ok, %yes : i1
"""
READ_LATER = """
  %u = tensor.insert %k into %t[%c0] : tensor<4xi32>
  BETWEEN
  PARTIAL
  %w = vector.transfer_read %t[%c0], %v {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  %r = vector.extract %w[0] : i32 from vector<4xi32>
  %sum = arith.addi %r, %v : i32
  return %u, %sum : tensor<4xi32>, i32
}"""
LOOP = """
  %r = scf.for %step = %c0 to END step %c1 iter_args(%x = %k) -> i32 {
    BETWEEN
    PARTIAL
    scf.yield %v : i32
  }
  return %t, %r : tensor<4xi32>, i32
}"""
INSERTED = """
  %empty = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%k : i32) outs(%empty : tensor<2xi32>) -> tensor<2xi32>
  BETWEEN
  PARTIAL
  %one = arith.constant 1 : i32
  %bit = arith.andi %v, %one : i32
  %p = arith.index_cast %bit : i32 to index
  %u = tensor.insert_slice %f into %t[%p] [2] [1] : tensor<2xi32> into tensor<4xi32>
  return %u, %v : tensor<4xi32>, i32
}"""


def outcomes(module: ir.Operation, context: Context) -> list[Any]:
    """Return what @main gives for operands that are defined, and for others: results or the trap.

    Not which operation traps: an insertion out of bounds may become an extraction of the same place.
    """
    found: list[Any] = []
    for i, j in ((1, 3), (9, 0)):
        output = StringIO()
        try:
            run = Machine(module, context, output=output).run(
                "main", ([10, 20, 30, 40], i, j), limit=50
            )
        except Trap as trap:
            message = trap.diagnostics[0].message
            found.append((trap.kind, re.sub("^'[^']*' ", "", message), output.getvalue()))
        else:
            found.append(([str(result) for result in run.results], output.getvalue()))
    return found


def parsed(body: str, between: str, partial: str) -> tuple[ir.Operation, Context]:
    context = Context()
    text = HEAD + body.replace("BETWEEN", between).replace("PARTIAL", partial) + FUNCTIONS
    return bufferize.parse(text, context), context


def run(module: ir.Operation, passes: str, context: Context) -> None:
    pipeline_from_text(f"builtin.module({passes})", context).run(module, context)
    assert bufferize.verify(module) == []


def fixed(body: str, between: str, partial: str) -> bool:
    """Apply `fix`, compare the outcomes, and return whether it moved reads."""
    module, context = parsed(body, between, partial)
    before = outcomes(module, context)
    applied = fix(module, OneShotOptions(bufferize_function_boundaries=True), context).applied
    assert outcomes(module, context) == before
    return any(help.kind == "read-first" for help in applied)


ALIKE = ("arith.rem", "arith.ceildiv", "index.")
"""Prefixes of operations that are much like others; only the long run tests them."""
ALL = [
    pytest.param(name, marks=[pytest.mark.slow] if name.startswith(ALIKE) else [])
    for name in PARTIAL
]


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize("partial", ALL)
def test_fix_moves_nothing_before_a_guard(partial: str, guard: str) -> None:
    assert not fixed(READ_LATER, GUARDS[guard], PARTIAL[partial])


@pytest.mark.parametrize("between", RETURNING)
@pytest.mark.parametrize("partial", ALL)
def test_fix_moves_before_what_returns(partial: str, between: str) -> None:
    assert fixed(READ_LATER, RETURNING[between], PARTIAL[partial])


def test_fix_moves_nothing_before_a_print() -> None:
    assert not fixed(READ_LATER, "vector.print %k : i32", PARTIAL["tensor.extract"])


def is_in_loop(module: ir.Operation, name: str) -> bool:
    (op,) = [op for op in module.walk() if op.name == name and op.has_uses()][:1]
    return op.parent_op is not None and op.parent_op.name == "scf.for"


@pytest.mark.parametrize("partial", ALL)
def test_loops_that_may_not_run_keep_it(partial: str) -> None:
    # With 9 for %i and 0 for %j the operation is undefined, and the loop does not run.
    module, context = parsed(LOOP.replace("END", "%j"), "", PARTIAL[partial])
    before = outcomes(module, context)
    run(module, "func.func(loop-invariant-code-motion)", context)
    assert is_in_loop(module, partial)
    assert outcomes(module, context) == before


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize("partial", ALL)
def test_loops_keep_it_behind_a_guard(partial: str, guard: str) -> None:
    module, context = parsed(LOOP.replace("END", "%c3"), GUARDS[guard], PARTIAL[partial])
    before = outcomes(module, context)
    run(module, "func.func(loop-invariant-code-motion)", context)
    assert is_in_loop(module, partial)
    assert outcomes(module, context) == before


@pytest.mark.parametrize("partial", ALL)
def test_it_moves_out_of_loops_that_surely_run_it(partial: str) -> None:
    module, context = parsed(LOOP.replace("END", "%c3"), "", PARTIAL[partial])
    before = outcomes(module, context)
    run(module, "func.func(loop-invariant-code-motion)", context)
    assert not is_in_loop(module, partial)
    assert outcomes(module, context) == before


def is_eliminated(between: str, partial: str) -> bool:
    module, context = parsed(INSERTED, between, partial)
    before = outcomes(module, context)
    eliminate_empty_tensors(module, context)
    assert outcomes(module, context) == before
    (fill,) = [op for op in module.walk() if op.name == "linalg.fill"]
    return fill.operands[1].defining_op is not None and (
        fill.operands[1].defining_op.name == "tensor.extract_slice"
    )


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize("partial", ALL)
def test_places_of_slices_are_not_computed_before_a_guard(partial: str, guard: str) -> None:
    assert not is_eliminated(GUARDS[guard], PARTIAL[partial])


@pytest.mark.parametrize("between", RETURNING)
@pytest.mark.parametrize("partial", ALL)
def test_places_of_slices_are_computed_before_what_returns(partial: str, between: str) -> None:
    assert is_eliminated(RETURNING[between], PARTIAL[partial])


@pytest.mark.parametrize("passes", ["canonicalize", "cse", "empty-tensor-to-alloc-tensor"])
@pytest.mark.parametrize("guard", ["while", "blocks"])
def test_what_may_not_end_is_not_dead(guard: str, passes: str) -> None:
    module, context = parsed(LOOP.replace("END", "%c3"), GUARDS[guard], PARTIAL["arith.divsi"])
    before = outcomes(module, context)
    run(module, passes, context)
    assert outcomes(module, context) == before
