"""Named operations made in a program, and without the dialects of their bodies."""

from __future__ import annotations

import pytest

from bufferize import Context, parse, print_module
from bufferize.diagnostics import VerifyError
from bufferize.ir import F32, I32, Block, MemRefType, RankedTensorType, UnregisteredOp, verify
from bufferize.syntax import PrintOptions
from bufferize_linalg.contraction_rules import is_contraction_body
from bufferize_linalg.dialect import TypeFnAttr
from bufferize_linalg.ops_named import named_op
from bufferize_linalg.structured import LinalgOpInterface


def test_matmul(context: Context) -> None:
    matrix = RankedTensorType((4, 4), F32)
    lhs, rhs, out = Block([matrix] * 3).arguments
    op = named_op(context, "matmul", [lhs, rhs], [out])
    assert isinstance(op, LinalgOpInterface)
    assert op.results[0].type is matrix
    assert op.tied_operand(op.results[0]) is op.op_operands[2]
    assert is_contraction_body(op.body)
    assert verify(op) == []


def test_buffers_have_no_results(context: Context) -> None:
    source, target = Block([MemRefType((4,), I32), MemRefType((4,), F32)]).arguments
    cast = {"cast": TypeFnAttr.of("cast_unsigned")}
    op = named_op(context, "copy", [source], [target], cast)
    assert not op.results
    assert [nested.name for nested in op.regions[0].entry.ops] == ["arith.uitofp", "linalg.yield"]


def test_unfit_operands(context: Context) -> None:
    (values,) = Block([MemRefType((4,), I32)]).arguments
    with pytest.raises(VerifyError, match=r"'linalg\.exp' op 'exp' is not defined"):
        named_op(context, "exp", [values], [values])
    with pytest.raises(VerifyError, match="takes 2 inputs and 1 output, got 1 and 1"):
        named_op(context, "add", [values], [values])


TEXT = """
func.func @f(%a: memref<2x2xi8>, %b: memref<2x2xi32>) {
  linalg.matmul ins(%a, %a : memref<2x2xi8>, memref<2x2xi8>) outs(%b : memref<2x2xi32>)
  return
}
"""


def test_bodies_without_the_plugin_of_arith() -> None:
    context = Context(block=["arith"])
    module = parse(TEXT, context)
    assert verify(module) == []
    bodies = [op for op in module.walk() if op.name.startswith("arith.")]
    assert [op.name for op in bodies] == ["arith.extsi", "arith.extsi", "arith.muli", "arith.addi"]
    assert all(isinstance(op, UnregisteredOp) for op in bodies)
    assert '"arith.extsi"(%arg2) : (i8) -> i32' in print_module(module, PrintOptions(generic=True))
    assert "linalg.matmul ins(%arg0, %arg0 :" in print_module(module)
