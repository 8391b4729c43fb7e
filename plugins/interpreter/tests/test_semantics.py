"""Semantics from a third party: in a few lines, missing, and wrong in every way."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize import define as d
from bufferize.diagnostics import PluginError
from bufferize.plugins import adding
from bufferize_interpreter import (
    Compiler,
    Elementwise,
    Kernel,
    Machine,
    ProgramError,
    Semantics,
    Trap,
    TrapKind,
)

TOY = d.Dialect("toy")


@TOY.op("clamp")
class ClampOp(d.Operation):
    """An op with one result."""

    value: d.Operand = d.operand(d.ANY_TYPE)
    low: d.Attr[Any, int] = d.attr(d.I64_ATTR)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(), d.SameOperandsAndResultType())
    assembly_format = "$value `,` $low attr-dict `:` type($result)"


@TOY.op("pair")
class PairOp(d.Operation):
    """An op with two results."""

    first: d.Result = d.result(d.I8)
    second: d.Result = d.result(d.I8)
    assembly_format = "attr-dict"


@TOY.op("log")
class LogOp(d.Operation):
    """An op without results."""

    value: d.Operand = d.operand(d.ANY_TYPE)
    assembly_format = "$value attr-dict `:` type($value)"


@TOY.op("twice")
class TwiceOp(d.Operation):
    """An op that runs its region twice."""

    value: d.Operand = d.operand(d.I8)
    result: d.Result = d.result(d.I8)
    body: d.Region = d.region(1)
    traits = (d.SingleBlock(),)
    assembly_format = "$value $body attr-dict"


@TOY.op("yield")
class YieldOp(d.Operation):
    """A terminator."""

    value: d.Operand = d.operand(d.I8)
    traits = (d.IsTerminator(), d.ReturnLike(), d.Pure())
    assembly_format = "$value attr-dict"


def clamp(op: Any) -> Kernel:
    low = op.low.value
    return Kernel(lambda value: max(value, low), lambda value: np.maximum(value, low))


def twice(op: Any, compiler: Compiler) -> Callable[..., Any]:
    body = compiler.region(op.body)
    return lambda value: body(*body(value))[0]


GOOD: dict[str, Semantics] = {"toy.clamp": Elementwise(clamp), "toy.twice": twice}


def machine(semantics: dict[str, Any] | None, ops: str, type: str = "i8") -> Machine:
    plugin = types.SimpleNamespace(
        __name__="toys",
        register_dialects=adding({"toy": TOY}),
        **({} if semantics is None else {"register_semantics": adding({"toy": semantics})}),
    )
    context = bufferize.Context([plugin, "func", "arith", "scf", "interpreter"])
    text = f"func.func @f(%x: {type}) -> {type} {{\n  {ops}\n  return %r : {type}\n}}"
    module = bufferize.parse(text, context, filename="toy.mlir")
    bufferize.verify(module)
    return Machine(module, context)


def test_an_elementwise_op() -> None:
    program = machine(GOOD, "%r = toy.clamp %x, 3 : i8")
    assert [program.run("f", [x]).results[0] for x in (1, 5)] == [3, 5]
    program = machine(GOOD, "%r = toy.clamp %x, 3 : tensor<?xi8>", "tensor<?xi8>")
    assert program.run("f", [np.array([1, 5], np.int8)]).results[0].tolist() == [3, 5]


def test_an_op_with_a_region() -> None:
    ops = "%r = toy.twice %x {\n^bb0(%y: i8):\n%z = arith.addi %y, %x : i8\ntoy.yield %z\n}"
    assert machine(GOOD, ops).run("f", [3]).results == (9,)


def failure(semantics: dict[str, Any] | None, ops: str) -> Exception:
    with pytest.raises((PluginError, Trap)) as found:
        machine(semantics, ops).run("f", [1])
    return found.value


def test_missing_semantics_name_op_plugin_and_hook_when_they_are_reached() -> None:
    assert str(failure(None, "%r = toy.clamp %x, 3 : i8")) == (
        "toy.mlir:2:8: error: the interpreter does not know what 'toy.clamp' computes\n"
        "note: the dialect 'toy' is of the plugin 'toys'\n"
        "note: a plugin can: register_semantics = adding({'toy': {'toy.clamp': function}})"
    )
    dead = (
        "%no = arith.constant false\nscf.if %no {\ntoy.log %x : i8\n}\n%r = arith.addi %x, %x : i8"
    )
    assert machine({}, dead).run("f", [4]).results == (8,)


def test_semantics_of_an_op_that_is_misspelt() -> None:
    misspelt = {"toy.clmap": GOOD["toy.clamp"]}
    assert (
        "note: there are semantics of 'toy.clmap', but no such op: is 'toy.clamp' meant?\n"
    ) in str(failure(misspelt, "%r = toy.clamp %x, 3 : i8"))


def test_semantics_of_the_core_without_the_interpreter() -> None:
    context = bufferize.Context(["func"])
    text = "func.func @f() -> memref<4xf32> {\n%0 = memref.alloc() : memref<4xf32>\nreturn %0 : memref<4xf32>\n}"
    program = Machine(bufferize.parse(text, context), context)
    with pytest.raises(PluginError) as found:
        program.run("f", [])
    assert str(found.value).splitlines()[-1] == (
        "note: the plugin 'interpreter' knows it, but is not in the context"
    )


def gives(value: Any) -> Callable[..., Any]:
    return lambda op, compiler: lambda *operands: value


def raises(problem: Exception) -> Callable[..., Any]:
    def run(*operands: Any) -> Any:
        raise problem

    return lambda op, compiler: run


CLAMP = "%r = toy.clamp %x, 3 : i8"
PAIR = "%r, %s = toy.pair"
LOG = "toy.log %x : i8\n  %r = arith.addi %x, %x : i8"
WRONG: list[tuple[str, str, Any, str]] = [
    ("clamp", CLAMP, gives(None), "give None (NoneType) for result #0 of type 'i8'"),
    ("clamp", CLAMP, gives(1.5), "give 1.5 (float) for result #0 of type 'i8'"),
    ("clamp", CLAMP, gives(200), "give 200 (int) for result #0 of type 'i8'"),
    ("clamp", CLAMP, gives((1,)), "give (1,) (tuple) for result #0 of type 'i8'"),
    ("clamp", CLAMP, gives(np.int8(1)), "give np.int8(1) (int8) for result #0 of type 'i8'"),
    (
        "clamp",
        CLAMP,
        gives(np.zeros(2)),
        "give an array of float64 with the extents [2] for result",
    ),
    ("pair", PAIR, gives(1), "give 1 (int) for 2 results"),
    ("pair", PAIR, gives((1, 2, 3)), "give 3 values for 2 results"),
    ("pair", PAIR, gives((1, "x")), "give 'x' (str) for result #1 of type 'i8'"),
    ("log", LOG, gives(1), "give 1 (int), but the op has no results"),
    ("clamp", CLAMP, raises(KeyError("k")), "failed: KeyError: 'k'"),
    ("clamp", CLAMP, lambda op, compiler: op.nothing, "failed: AttributeError: 'ClampOp' object"),
    ("clamp", CLAMP, lambda op: None, "failed: TypeError: <lambda>() takes 1 positional argument"),
    ("clamp", CLAMP, lambda op, compiler: lambda: 1, "failed: TypeError: "),
    ("clamp", CLAMP, lambda op, compiler: 5, "failed: TypeError: 'int' object is not callable"),
]


@pytest.mark.parametrize(("name", "ops", "semantics", "message"), WRONG)
def test_wrong_semantics(name: str, ops: str, semantics: Any, message: str) -> None:
    found = str(failure({f"toy.{name}": semantics}, ops))
    assert found.startswith("toy.mlir:2:")
    expected = f"error: plugin 'toys': the semantics of 'toy.{name}' {message}"
    assert expected in found


def test_what_a_program_must_not_do() -> None:
    problem = ProgramError(TrapKind.ASSERTION, "must be small")
    found = failure({"toy.clamp": raises(problem)}, CLAMP)
    assert str(found) == "toy.mlir:2:8: error: 'toy.clamp' must be small"
    assert isinstance(found, Trap)
    assert found.kind is TrapKind.ASSERTION


def test_what_is_given_is_checked_each_time_if_wanted() -> None:
    values = iter([1, "x"])
    semantics = {"toy.log": gives(None), "toy.clamp": lambda op, c: lambda value: next(values)}
    ops = "%a = arith.constant 0 : index\n%b = arith.constant 1 : index\n%c = arith.constant 2 : index\n"
    ops += (
        "scf.for %i = %a to %c step %b {\n%s = toy.clamp %x, 3 : i8\n}\n%r = arith.addi %x, %x : i8"
    )
    program = machine(semantics, ops)
    assert program.run("f", [1]).results == (2,)
    values = iter([1, "x"])
    checked = Machine(program.module, program.context, check=True)
    with pytest.raises(PluginError, match=r"give 'x' \(str\) for result #0"):
        checked.run("f", [1])


def test_two_plugins_for_one_op() -> None:
    def plugin(name: str) -> Any:
        hook = adding({"toy": {"toy.log": gives(None)}})
        return types.SimpleNamespace(__name__=name, register_semantics=hook)

    context = bufferize.Context([plugin("one"), plugin("two")])
    with pytest.raises(PluginError, match="registered by the plugins 'one' and 'two'"):
        context.semantics("toy.log")
