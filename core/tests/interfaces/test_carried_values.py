"""Loops and choices of any dialect check by their interfaces what passes in and out of regions."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.ir import verify
from core.tests.flow import flow_context


def first_problem(text: str) -> str | None:
    given = '%x, %y, %n = "test.given"() : () -> (f32, i32, index)'
    problems = verify(bufferize.parse(f"{given}\n{text}", flow_context()))
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
