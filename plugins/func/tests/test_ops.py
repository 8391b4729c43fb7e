"""Functions and calls: their verification, and how they are built in Python."""

from __future__ import annotations

import pytest

from bufferize import Context, parse, print_module
from bufferize.ir import F32, I32, UNIT, Block, FunctionType, Operation, SymbolRefAttr, verify
from bufferize.passes import pipeline_from_text
from bufferize.syntax import parse_module
from bufferize_func.ops import CallIndirectOp, CallOp, ConstantOp, FuncOp, ReturnOp

TEXT = """
func.func private @declared(i32 {x.a}) -> (i32 {x.b})
func.func @f(%arg0: i32) -> i32 {
  %0 = call @declared(%arg0) : (i32) -> i32
  %1 = constant @declared : (i32) -> i32
  %2 = call_indirect %1(%0) : (i32) -> i32
  return %2 : i32
}
"""


@pytest.fixture
def module() -> Operation:
    return parse(TEXT, Context())


def functions(module: Operation) -> dict[str, FuncOp]:
    return {op.symbol_name: op for op in module.walk() if isinstance(op, FuncOp)}


def test_declaration(module: Operation) -> None:
    declared = functions(module)["declared"]
    assert declared.is_external
    assert declared.body_arguments == ()
    assert declared.signature is FunctionType((I32,), (I32,))
    assert declared.get_arg_attr(0, "x.a") is UNIT
    assert declared.get_result_attrs(0) == {"x.b": UNIT}


def test_definition(module: Operation) -> None:
    function = functions(module)["f"]
    assert not function.is_external
    assert [argument.type for argument in function.body_arguments] == [I32]
    assert function.arg_attrs is None
    function.set_arg_attr(0, "x.c", UNIT)
    assert "@f(%arg0: i32 {x.c}) -> i32" in print_module(module)
    function.set_arg_attr(0, "x.c", None)
    assert "@f(%arg0: i32) -> i32" in print_module(module)


def test_calls(module: Operation) -> None:
    [call] = [op for op in module.walk() if isinstance(op, CallOp)]
    assert call.callable_for_callee is SymbolRefAttr("declared")
    assert [operand.index for operand in call.arg_operands] == [0]
    [indirect] = [op for op in module.walk() if isinstance(op, CallIndirectOp)]
    assert indirect.callable_for_callee is indirect.operand(0)
    assert [operand.index for operand in indirect.arg_operands] == [1]
    [constant] = [op for op in module.walk() if isinstance(op, ConstantOp)]
    assert constant.result_names() == ["f"]


def test_mismatched_results_are_shown(module: Operation) -> None:
    [call] = [op for op in module.walk() if isinstance(op, CallOp)]
    call.results[0].replace_all_uses_with(call.operand(0))
    call.results[0].type = F32
    [problem] = verify(module)
    assert problem.message == "'func.call' op result type mismatch at index 0"
    assert [note.message for note in problem.notes] == [
        "      op result types: 'f32'",
        "function result types: 'i32'",
    ]


def test_visibility_is_printed() -> None:
    text = "module {\n  func.func nested @f()\n  func.func private @g()\n}\n"
    assert print_module(parse(text, Context())) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "func.func @f() {\n return\n}\nmodule {\n func.func @g() {\n  call @f() : () -> ()\n"
            "  return\n }\n}",
            "'func.call' op 'f' does not reference a valid function",
        ),
        (
            'func.func @g() {\n  call @f() : () -> ()\n  return\n}\n"func.func"() '
            '<{sym_name = "f"}> ({}) : () -> ()',
            "'func.func' op requires attribute 'function_type'",
        ),
    ],
    ids=["function of an outer module", "function that is invalid itself"],
)
def test_calls_of_what_is_no_function_here(text: str, message: str) -> None:
    assert [problem.message for problem in verify(parse_module(text, Context()))] == [message]


def test_a_block_is_a_body() -> None:
    body = Block([F32])
    body.append(ReturnOp(values=body.arguments))
    function = FuncOp(sym_name="f", function_type=FunctionType((F32,), (F32,)), body=body)
    assert function.body.blocks == [body]
    assert function.sym_name.value == "f"
    assert verify(function) == []


def test_misspelt_field() -> None:
    with pytest.raises(TypeError, match="'func.call' has no field 'calle'; did you mean 'callee'"):
        CallOp(calle="f")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def test_an_indirect_call_of_a_known_function_becomes_a_call(module: Operation) -> None:
    context = Context()
    pipeline_from_text("builtin.module(canonicalize)", context).run(module, context)
    assert not any(isinstance(op, CallIndirectOp) for op in module.walk())
    calls = [op for op in module.walk() if isinstance(op, CallOp)]
    assert [call.callee.root for call in calls] == ["declared", "declared"]
    assert calls[1].arguments == (calls[0].results[0],)
