"""The tester for op models: it names what a model declares falsely."""

from __future__ import annotations

import pytest

from bufferize import Context
from bufferize.models import DestinationStyle
from bufferize_interpreter.model_tests import Kind, Problem, check_op_model
from plugins.interpreter.tests import toys
from plugins.interpreter.tests.toys import AddOp, DoesNotReadSource, DoesNotWrite, Right

ADD = """\
func.func @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = toy.add %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def problems(model: DestinationStyle[AddOp]) -> list[Problem]:
    return check_op_model("toy.add", [ADD], Context(["func", "interpreter", toys.plugin(model)]))


def test_a_right_model() -> None:
    assert problems(Right()) == []


@pytest.mark.parametrize(
    ("model", "declaration"),
    [
        (DoesNotReadSource(), "bufferizes_to_memory_read"),
        (DoesNotWrite(), "bufferizes_to_memory_write"),
    ],
)
def test_a_false_declaration_is_named(model: DestinationStyle[AddOp], declaration: str) -> None:
    found = [problem for problem in problems(model) if problem.kind is Kind.WRONG]
    assert {problem.declaration for problem in found} == {declaration}
    assert all("toy.add" in problem.program for problem in found)
