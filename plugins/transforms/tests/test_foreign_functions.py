"""Functions, calls and allocations of a dialect that the project does not know."""

from __future__ import annotations

import types

import pytest

from bufferize import Context, hookimpl, parse, print_module
from bufferize import define as d
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.function_ops import FunctionOp
from bufferize.interfaces import AllocationOpInterface, CallOpInterface
from bufferize.ir import Operation, OpOperand, verify
from bufferize.plugins import Registry
from bufferize_transforms import (
    OutParamOptions,
    buffer_results_to_out_params,
    drop_equivalent_buffer_results,
)

OWN = d.Dialect("own")


@OWN.op("func")
class FuncOp(FunctionOp):
    """A function."""

    traits = (d.IsolatedFromAbove(), d.SymbolTrait())


@OWN.op("give")
class GiveOp(d.Operation):
    """Ends a function."""

    values = d.variadic_operand(d.ANY_TYPE)
    traits = (d.ReturnLike(), d.IsTerminator())
    assembly_format = "($values^ `:` type($values))? attr-dict"


@OWN.op("finish")
class FinishOp(d.Operation):
    """Ends a function, but is not `ReturnLike`."""

    values = d.variadic_operand(d.ANY_TYPE)
    traits = (d.IsTerminator(),)
    assembly_format = "$values attr-dict `:` type($values)"


@OWN.op("ask")
class AskOp(d.Operation, CallOpInterface):
    """A call whose first operand is a priority."""

    callee = d.attr(d.FLAT_SYMBOL_REF)
    priority = d.operand(d.I32)
    arguments = d.variadic_operand(d.ANY_TYPE)
    answers = d.variadic_result(d.ANY_TYPE)
    assembly_format = (
        "$callee `at` $priority `(` $arguments `)` attr-dict `:` "
        "functional-type($arguments, $answers)"
    )

    @property
    def arg_operands(self) -> list[OpOperand]:
        return self.op_operands[1:]


@OWN.op("ask_when")
class AskWhenOp(d.Operation, CallOpInterface):
    """A call whose last operand is a condition: nobody says how to change its arguments."""

    callee = d.attr(d.FLAT_SYMBOL_REF)
    arguments = d.variadic_operand(d.ANY_TYPE)
    condition = d.operand(d.I1)
    answers = d.variadic_result(d.ANY_TYPE)
    assembly_format = (
        "$callee `(` $arguments `)` `when` $condition attr-dict `:` "
        "functional-type($arguments, $answers)"
    )

    @property
    def arg_operands(self) -> list[OpOperand]:
        return self.op_operands[:-1]


@OWN.op("new")
class NewOp(d.Operation, AllocationOpInterface):
    """A buffer."""

    dynamic_sizes = d.variadic_operand(d.INDEX)
    buffer = d.result(d.ANY_MEMREF)
    assembly_format = "`(` $dynamic_sizes `)` attr-dict `:` type($buffer)"


def context() -> Context:
    module = types.ModuleType("own")

    def register_dialects(registry: Registry) -> None:
        registry.add("own", OWN)

    module.register_dialects = hookimpl(register_dialects)  # type: ignore[attr-defined]
    result = Context(plugins=[module])
    result.allow_unregistered_dialects = True
    return result


def parsed(text: str) -> Operation:
    return parse(text, context())


PROGRAM = """
own.func private @f(%m: memref<4xf32>, %n: index) -> (memref<4xf32>, memref<?xf32>) {
  %new = own.new(%n) : memref<?xf32>
  own.give %m, %new : memref<4xf32>, memref<?xf32>
}
own.func @g(%m: memref<4xf32>, %n: index, %p: i32) -> memref<?xf32> {
  %0:2 = own.ask @f at %p(%m, %n) {x.y} : (memref<4xf32>, index) -> (memref<4xf32>, memref<?xf32>)
  "x.use"(%0#0) : (memref<4xf32>) -> ()
  own.give %0#1 : memref<?xf32>
}
"""


def lines(module: Operation) -> list[str]:
    assert not verify(module)
    return [line.strip() for line in print_module(module).splitlines()]


def test_results_are_dropped() -> None:
    module = parsed(PROGRAM)
    drop_equivalent_buffer_results(module)
    text = lines(module)
    assert "own.give %0 : memref<?xf32>" in text
    call = "%0 = own.ask @f at %arg2(%arg0, %arg1) {x.y} : (memref<4xf32>, index) -> memref<?xf32>"
    assert call in text
    assert '"x.use"(%arg0) : (memref<4xf32>) -> ()' in text


def test_results_become_arguments() -> None:
    module = parsed(PROGRAM)
    drop_equivalent_buffer_results(module)
    buffer_results_to_out_params(module, OutParamOptions(hoist_dynamic_allocs=True))
    text = lines(module)
    assert "own.func private @f(%arg0: memref<4xf32>, %arg1: index, %arg2: memref<?xf32>) {" in text
    assert "%alloc = memref.alloc(%arg1) : memref<?xf32>" in text
    call = "own.ask @f at %arg2(%arg0, %arg1, %alloc) {x.y} : "
    assert f"{call}(memref<4xf32>, index, memref<?xf32>) -> ()" in text
    assert "own.give %alloc : memref<?xf32>" in text
    assert "own.new" not in "\n".join(text)


CONDITIONAL = """
own.func private @f(%m: memref<4xf32>) -> memref<4xf32> {
  own.give %m : memref<4xf32>
}
own.func @g(%m: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %0 = own.ask_when @f(%m) when %c : (memref<4xf32>) -> memref<4xf32>
  own.give %0 : memref<4xf32>
}
"""


def test_calls_that_cannot_change_keep_the_function_as_it_is() -> None:
    module = parsed(CONDITIONAL)
    before = print_module(module)
    drop_equivalent_buffer_results(module)
    assert print_module(module) == before
    with pytest.raises(DiagnosticError, match="not only called directly") as raised:
        buffer_results_to_out_params(module)
    (note,) = raised.value.diagnostics[0].notes
    assert (note.message, str(note.position)) == ("used here", "<input>:6:8")
    assert print_module(module) == before


ENDS_AND_CALLS = {
    "terminator": """
own.func private @f(%m: memref<4xf32>) -> memref<4xf32> {
  own.finish %m : memref<4xf32>
}""",
    "operands": """
own.func private @f(%m: memref<4xf32>, %status: i32) -> memref<4xf32> {
  own.give %status, %m : i32, memref<4xf32>
}""",
    "no operands": """
own.func private @f(%m: memref<4xf32>) -> (memref<4xf32>, memref<?xf32>) {
  own.give
}""",
    "results": """
own.func private @f(%m: memref<4xf32>) -> memref<4xf32> {
  own.give %m : memref<4xf32>
}
own.func @g(%m: memref<4xf32>, %p: i32) -> memref<4xf32> {
  %status, %0 = own.ask @f at %p(%m) : (memref<4xf32>) -> (i32, memref<4xf32>)
  own.give %0 : memref<4xf32>
}""",
}


@pytest.mark.parametrize("name", ENDS_AND_CALLS)
def test_what_is_not_understood_stays_as_it_is(name: str) -> None:
    module = parsed(ENDS_AND_CALLS[name])
    before = print_module(module)
    drop_equivalent_buffer_results(module)
    assert print_module(module) == before
    with pytest.raises(DiagnosticError, match="cannot create out param: the function") as raised:
        buffer_results_to_out_params(module, OutParamOptions(hoist_dynamic_allocs=True))
    assert raised.value.diagnostics[0].notes
    assert print_module(module) == before
