"""Samples of ops with models: those that are generated, and why others are not."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from types import SimpleNamespace
from typing import Any

import pytest

from bufferize import define as d
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import IsTerminator, ShapedType
from bufferize.plugins import Context, adding
from bufferize.syntax import parse_module
from bufferize_testing.samples import NoSampleError, find_sample

TOY = d.Dialect("toy")
SIGNAL = d.ranked_tensor_of(d.F32)


@TOY.attribute("way")
class WayAttr(d.EnumAttr):
    cases = {"up": 0, "down": 1}


@TOY.op("sort")
class SortOp(d.Operation):
    source = d.operand(SIGNAL)
    way = d.attr(WayAttr)
    places = d.attr(d.DENSE_I64_ARRAY)
    result = d.result(SIGNAL)
    traits = (d.SameOperandsAndResultType(),)


@TOY.op("square")
class SquareOp(d.Operation):
    data = d.operand(SIGNAL)
    out = d.optional_result(SIGNAL)

    def verify_op(self) -> None:
        if isinstance(self.data.type, ShapedType) and self.data.type.rank != 2:
            raise self.error("expected a matrix")


@TOY.op("join")
class JoinOp(d.Operation):
    parts = d.variadic_of_variadic_operand(SIGNAL, segments="lengths")
    lengths = d.attr(d.DENSE_I32_ARRAY)
    start = d.optional_operand(d.INDEX)
    whole = d.result(SIGNAL)
    traits = (d.AttrSizedOperandSegments(),)


@TOY.op("gather")
class GatherOp(d.Operation):
    source = d.operand(SIGNAL)
    mask = d.optional_operand(d.vector_of(d.F16))
    result = d.result(SIGNAL)
    traits = (d.SameOperandsAndResultType(),)


@TOY.op("loop")
class LoopOp(d.Operation):
    body = d.region()


@TOY.op("end")
class EndOp(d.Operation):
    traits = (IsTerminator(),)


@TOY.op("odd")
class OddOp(d.Operation):
    source = d.operand(d.vector_of(d.F16))


@TOY.op("never")
class NeverOp(d.Operation):
    source = d.operand(SIGNAL)

    def verify_op(self) -> None:
        raise self.error("is never right")


@TOY.op("count")
class CountOp(d.Operation):
    source = d.operand(d.INDEX)


@pytest.fixture(scope="module")
def context() -> Context:
    return Context(["func", SimpleNamespace(register_dialects=adding({"toy": TOY}))])


class _Kind(Enum):
    WRONG = "wrong"
    UNTESTED = "untested"


def finding(
    found: Callable[[str], _Kind | None], why: str = "it traps"
) -> Callable[[str, str, Any], list[Any]]:
    """Return a tester of models that finds these problems."""

    def check_op_model(op_name: str, sample: str, context: Any) -> list[Any]:
        parse_module(sample, context)
        kind = found(sample)
        return [] if kind is None else [SimpleNamespace(kind=kind, seen=why)]

    return check_op_model


RIGHT = finding(lambda sample: None)


def test_operands_are_arguments_and_attributes_satisfy_their_constraints(context: Context) -> None:
    assert find_sample("toy.sort", context, [], RIGHT) == (
        "func.func @sort(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n"
        '  %0 = "toy.sort"(%arg0) <{places = array<i64: 0>, way = #toy.way<up>}>'
        " : (tensor<4xf32>) -> tensor<4xf32>\n"
        "  return %0 : tensor<4xf32>\n"
        "}\n"
    )


def test_the_verifier_is_satisfied_and_results_are_there(context: Context) -> None:
    assert '"toy.square"(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>' in find_sample(
        "toy.square", context, [], RIGHT
    )


def test_variadic_and_optional_operands(context: Context) -> None:
    sample = find_sample("toy.join", context, [], RIGHT)
    assert "lengths = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0>" in sample


def test_an_optional_operand_of_unknown_type_is_left_out(context: Context) -> None:
    wrong = finding(lambda sample: _Kind.WRONG)
    assert '"toy.gather"(%arg0) : (tensor<4xf32>)' in find_sample("toy.gather", context, [], wrong)


def test_types_of_other_programs_are_tried(context: Context) -> None:
    other = '%0 = "test.a"() : () -> tensor<2x3xf32>'
    context.allow_unregistered_dialects = True
    with pytest.raises(NoSampleError, match="it traps"):
        find_sample("toy.sort", context, [], finding(lambda sample: _Kind.UNTESTED))
    is_it = finding(lambda sample: None if "2x3" in sample else _Kind.UNTESTED)
    assert "(%arg0: tensor<2x3xf32>)" in find_sample("toy.sort", context, [other], is_it)


def test_a_program_that_shows_a_problem_of_the_model_is_better_than_none(context: Context) -> None:
    wrong = finding(lambda sample: _Kind.UNTESTED if "4xf32" in sample else _Kind.WRONG)
    assert "(%arg0: tensor<?xf32>)" in find_sample("toy.sort", context, [], wrong)


@pytest.mark.parametrize(
    ("op", "why"),
    [
        ("toy.loop", "its region 'body' is not made up"),
        ("toy.end", "it ends a block"),
        ("toy.odd", "nothing is known that its operand 'source' may be (vector of 16-bit float"),
        ("toy.never", "'toy.never' op is never right"),
        ("toy.count", "no tensor is an operand or a result"),
        ("toy.other", "it is not declared"),
    ],
)
def test_why_there_is_none(op: str, why: str, context: Context) -> None:
    with pytest.raises(NoSampleError, match=re.escape(why)):
        find_sample(op, context, [], RIGHT)


def test_functions_are_needed() -> None:
    alone = Context([SimpleNamespace(register_dialects=adding({"toy": TOY}))])
    with pytest.raises(NoSampleError, match="the context has no dialect 'func'"):
        find_sample("toy.sort", alone, [], RIGHT)


def test_a_model_that_refuses_all_is_the_reason(context: Context) -> None:
    def refuse(op_name: str, sample: str, context: Any) -> list[Any]:
        raise DiagnosticError("the model is wrong")

    with pytest.raises(NoSampleError, match="the model is wrong"):
        find_sample("toy.sort", context, [], refuse)
