"""Loops and choices of any dialect check by their interfaces what passes in and out of regions."""

from __future__ import annotations

import types
from typing import Any

import pytest

import bufferize
from bufferize import Context, hookimpl
from bufferize import define as d
from bufferize.interfaces import (
    CountedLoopInterface,
    IfOpInterface,
    ParallelLoopInterface,
    RegionBranchTerminatorOpInterface,
)
from bufferize.ir import OpOperand, verify

FLOW = d.Dialect("flow")


@FLOW.op("count")
class CountOp(d.Operation, CountedLoopInterface):
    """A loop with values."""

    inits = d.variadic_operand(d.ANY_TYPE)
    outputs = d.variadic_result(d.ANY_TYPE)
    body = d.region(1)

    @property
    def init_operands(self) -> list[OpOperand]:
        return list(self.op_operands)


@FLOW.op("spread")
class SpreadOp(d.Operation, ParallelLoopInterface):
    """A parallel loop with values."""

    shared = d.variadic_operand(d.ANY_TYPE)
    outputs = d.variadic_result(d.ANY_TYPE)
    body = d.region(1)

    @property
    def init_operands(self) -> list[OpOperand]:
        return list(self.op_operands)


@FLOW.op("if")
class IfOp(d.Operation, IfOpInterface):
    """A choice."""

    outputs = d.variadic_result(d.ANY_TYPE)
    first = d.region(1)
    second = d.region()


@FLOW.op("end")
class EndOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of a region."""

    values = d.variadic_operand(d.ANY_TYPE)
    traits = (d.IsTerminator(),)


def first_problem(text: str) -> str | None:
    @hookimpl
    def register_dialects(registry: Any) -> None:
        registry.add("flow", FLOW)

    plugin = types.SimpleNamespace(__name__="flow", register_dialects=register_dialects)
    context = Context([plugin])
    context.allow_unregistered_dialects = True
    given = '%x, %y, %n = "test.given"() : () -> (f32, i32, index)'
    problems = verify(bufferize.parse(f"{given}\n{text}", context))
    return problems[0].message if problems else None


def loop(argument: str, given: str, type: str) -> str:
    return f"""%r = "flow.count"(%x) ({{
    ^bb0(%i: index, %a: {argument}):
      "flow.end"({given}) : ({type}) -> ()
    }}) : (f32) -> f32"""


def spread(arguments: str, result: str = "f32") -> str:
    return f"""%r = "flow.spread"(%x) ({{
    ^bb0({arguments}):
      "flow.end"() : () -> ()
    }}) : (f32) -> {result}"""


def choice(given: str, type: str, other: str = '^bb0: "flow.end"(%x) : (f32) -> ()') -> str:
    return f"""%r = "flow.if"() ({{
      "flow.end"({given}) : ({type}) -> ()
    }}, {{ {other} }}) : () -> f32"""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (loop("f32", "%a", "f32"), None),
        (loop("i32", "%x", "f32"), "0-th init and 0-th region iter_arg have different type"),
        (loop("f32", "%y", "i32"), "0-th region iter_arg and 0-th yielded value have different"),
        (loop("f32", "", ""), "from Operation flow.end to Region #0: region branch point has 0"),
        (loop("f32", "%a, %a", "f32, f32"), "region branch point has 2 operands"),
        (spread("%i: index, %j: index, %a: f32"), None),
        (spread("%a: i32"), "0-th init and 0-th region iter_arg have different type"),
        (spread("%a: f32", "i32"), "0-th loop result and 0-th region iter_arg have different"),
        (spread(""), "different number of inits and region iter_args: 1 != 0"),
        (choice("%x", "f32"), None),
        (choice("", ""), "region branch point has 0 operands, but region successor needs 1"),
        (choice("%y", "i32"), "operand type #0 'i32' should match successor input type #0 'f32'"),
        (choice("%x", "f32", ""), "from parent to parent: region branch point has 0 operands"),
    ],
)
def test_what_is_passed(text: str, problem: str | None) -> None:
    found = first_problem(text)
    assert found == problem if problem is None else problem in (found or "")
