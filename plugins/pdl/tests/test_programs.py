"""Programs that carry patterns: they are kept, whatever is done with the rest."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize_pdl.ops import PatternOp
from bufferize_pdl.ops_interp import CreateOperationOp, GetResultOp

PATTERN = """
  pdl.pattern @fold : benefit(1) {
    %0 = operand
    %1 = operation "a.neg"(%0 : !pdl.value)
    rewrite %1 {
      replace %1 with(%0 : !pdl.value)
    }
  }
"""
FUNCTION = """
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %v into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
SCRIPT = f"""
module attributes {{transform.with_named_sequence}} {{
  transform.with_pdl_patterns {{
  ^bb0(%root: !transform.any_op):
    {PATTERN}
    sequence %root : !transform.any_op failures(propagate) {{
    ^bb1(%inner: !transform.any_op):
      %found = pdl_match @fold in %inner : (!transform.any_op) -> !transform.any_op
    }}
  }}
}}
"""
OPTIONS = OneShotOptions(bufferize_function_boundaries=True)


@pytest.mark.parametrize("beside", [PATTERN, SCRIPT])
def test_what_is_beside_functions_is_kept(beside: str) -> None:
    context = Context()
    module = bufferize.parse(FUNCTION + beside, context)
    (before,) = [str(op) for op in module.walk() if isinstance(op, PatternOp)]
    bufferize.one_shot_bufferize(module, OPTIONS, context)
    (after,) = [str(op) for op in module.walk() if isinstance(op, PatternOp)]
    assert after == before
    assert "tensor.insert" not in str(module)


def test_names_without_values_are_refused() -> None:
    """MLIR accepts them, but no text could say which name has a value."""
    text = """
    pdl_interp.func @f() {
      %a = "pdl_interp.create_operation"() <{name = "a.b", inputAttributeNames = ["x"],
        operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> !pdl.operation
      pdl_interp.finalize
    }
    """
    (problem,) = bufferize.verify(bufferize.parse(text, Context()))
    assert "1 names and 0 values" in problem.message


def test_constraints_without_arguments_are_refused() -> None:
    """MLIR accepts them in generic form, and prints what it cannot read."""
    text = """
    pdl_interp.func @f() {
      "pdl_interp.apply_constraint"()[^end, ^end] <{name = "c"}> : () -> ()
    ^end:
      pdl_interp.finalize
    }
    """
    (problem,) = bufferize.verify(bufferize.parse(text, Context()))
    assert problem.message == ("'pdl_interp.apply_constraint' op expected at least one argument")


def test_they_can_be_built() -> None:
    op = CreateOperationOp.build(name_="a.b", input_attribute_names=[])
    result = GetResultOp.build(input_op=op.result_op, index=0)
    assert str(result.value.type) == "!pdl.value"
