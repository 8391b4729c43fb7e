"""`--tensor-results-to-out-params`: which results get an argument, which do not, and what that saves."""

from __future__ import annotations

from collections import Counter

import pytest

import bufferize
from bufferize import Context
from bufferize.diagnostics import PassError
from bufferize.passes import pipeline_from_text
from bufferize_transforms import tensor_results_to_out_params

T = "tensor<4xf32>"
EXP = f"""\
func.func private @g(%a: {T}) -> {T} {{
  %e = tensor.empty() : {T}
  %x = linalg.exp ins(%a : {T}) outs(%e : {T}) -> {T}
  return %x : {T}
}}
"""
INSERT = f"""\
func.func @f(%a: {T}, %b: {T}) -> tensor<8xf32> {{
  %x = call @g(%a) : ({T}) -> {T}
  %y = call @g(%b) : ({T}) -> {T}
  %d = tensor.empty() : tensor<8xf32>
  %d0 = tensor.insert_slice %x into %d[0] [4] [1] : {T} into tensor<8xf32>
  %d1 = tensor.insert_slice %y into %d0[4] [4] [1] : {T} into tensor<8xf32>
  return %d1 : tensor<8xf32>
}}
"""
CALL = f"""\
func.func @f(%a: {T}) -> {T} {{
  %x = call @g(%a) : ({T}) -> {T}
  return %x : {T}
}}
"""
WHOLE = (
    "builtin.module(tensor-results-to-out-params,eliminate-empty-tensors,"
    "one-shot-bufferize{bufferize-function-boundaries},drop-equivalent-buffer-results,cse,canonicalize)"
)


def context_with_unknown_ops() -> Context:
    context = Context()
    context.allow_unregistered_dialects = True
    return context


def changed(text: str) -> tuple[int, str]:
    context = context_with_unknown_ops()
    module = bufferize.parse(text, context)
    count = tensor_results_to_out_params(module, context)
    assert bufferize.verify(module) == []
    return count, str(module)


def ops_after(text: str, pipeline: str = WHOLE) -> Counter[str]:
    context = Context()
    module = bufferize.parse(text, context)
    pipeline_from_text(pipeline, context).run(module, context)
    return Counter(op.name for op in module.walk())


def test_a_result_is_computed_in_the_slice_of_the_caller() -> None:
    ops = ops_after(EXP + INSERT)
    assert ops["memref.alloc"] == 1
    assert ops["memref.copy"] == 0
    without = ops_after(EXP + INSERT, WHOLE.replace("tensor-results-to-out-params,", ""))
    assert (without["memref.alloc"], without["memref.copy"]) == (2, 2)


def test_callers_pass_empty_tensors() -> None:
    count, text = changed(EXP + INSERT)
    assert count == 1
    assert f"@g(%arg0: {T}, %arg1: {T}) -> {T}" in text
    assert "outs(%arg1 : tensor<4xf32>)" in text
    assert text.count("tensor.empty") == 3
    assert f"call @g(%arg0, %0) : ({T}, {T}) -> {T}" in text


def test_what_a_caller_returns_is_its_own_argument_then() -> None:
    middle = f"func.func private @h(%a: {T}) -> {T} {{\n  %x = call @g(%a) : ({T}) -> {T}\n  return %x : {T}\n}}\n"
    count, text = changed(EXP + middle + INSERT.replace("@g", "@h"))
    assert count == 2
    assert f"call @g(%arg0, %arg1) : ({T}, {T}) -> {T}" in text
    assert ops_after(EXP + middle + INSERT.replace("@g", "@h"))["memref.alloc"] == 1


def test_a_call_that_is_built_anew_keeps_arguments_of_its_caller() -> None:
    """The first result of @g is computed in an empty tensor of @h, and the second in one of @g."""
    two = f"""\
func.func private @g(%a: {T}, %o: {T}) -> ({T}, {T}) {{
  %x = linalg.exp ins(%a : {T}) outs(%o : {T}) -> {T}
  %e = tensor.empty() : {T}
  %y = linalg.tanh ins(%a : {T}) outs(%e : {T}) -> {T}
  return %x, %y : {T}, {T}
}}
func.func private @h(%a: {T}) -> ({T}, {T}) {{
  %e = tensor.empty() : {T}
  %r:2 = call @g(%a, %e) : ({T}, {T}) -> ({T}, {T})
  return %r#0, %r#1 : {T}, {T}
}}
func.func @f(%a: {T}) -> ({T}, {T}) {{
  %r:2 = call @h(%a) : ({T}) -> ({T}, {T})
  return %r#0, %r#1 : {T}, {T}
}}
"""
    count, text = changed(two)
    assert count == 3
    assert f"call @g(%arg0, %arg1, %arg2) : ({T}, {T}, {T}) -> ({T}, {T})" in text


def test_each_return_may_have_its_own_empty_tensor() -> None:
    text = f"""\
func.func private @g(%a: {T}, %c: i1) -> {T} {{
  cf.cond_br %c, ^exp, ^tanh
^exp:
  %e0 = tensor.empty() : {T}
  %x = linalg.exp ins(%a : {T}) outs(%e0 : {T}) -> {T}
  return %x : {T}
^tanh:
  %e1 = tensor.empty() : {T}
  %y = linalg.tanh ins(%a : {T}) outs(%e1 : {T}) -> {T}
  return %y : {T}
}}
func.func @f(%a: {T}, %c: i1) -> {T} {{
  %x = call @g(%a, %c) : ({T}, i1) -> {T}
  return %x : {T}
}}
"""
    count, after = changed(text)
    assert count == 1
    assert after.count("outs(%arg2 : tensor<4xf32>)") == 2
    # One of them returns what it was given.
    assert changed(text.replace("return %y", "return %a"))[0] == 0


STAYS = {
    "a public function": EXP.replace(" private", "") + CALL,
    "a function that is used otherwise than by calls": EXP
    + CALL
    + 'func.func @h() { "some.op"() {callee = @g} : () -> () return }',
    "a function without a body": f"func.func private @g({T}) -> {T}\n" + CALL,
    "dynamic extents": (EXP + CALL)
    .replace("4xf32", "?xf32")
    .replace("  %e = tensor.empty()", "  %n = arith.constant 4 : index\n  %e = tensor.empty(%n)"),
    "a result that is an argument": EXP.replace("return %x", "return %a") + CALL,
    "a tensor of an unknown op": EXP.replace(
        "return %x", f'%z = "some.op"(%x) : ({T}) -> {T}\n return %z'
    )
    + CALL,
    "a choice between two tensors": f"""\
func.func private @g(%a: {T}, %c: i1) -> {T} {{
  %e0 = tensor.empty() : {T}
  %x = linalg.exp ins(%a : {T}) outs(%e0 : {T}) -> {T}
  %e1 = tensor.empty() : {T}
  %y = linalg.tanh ins(%x : {T}) outs(%e1 : {T}) -> {T}
  %z = arith.select %c, %x, %y : {T}
  return %z : {T}
}}
""",
    "recursion": f"""\
func.func private @g(%a: {T}, %c: i1) -> {T} {{
  %e = tensor.empty() : {T}
  %x = linalg.exp ins(%a : {T}) outs(%e : {T}) -> {T}
  scf.if %c {{
    %y = func.call @g(%x, %c) : ({T}, i1) -> {T}
  }}
  return %x : {T}
}}
""",
}


@pytest.mark.parametrize("name", STAYS)
def test_functions_that_stay(name: str) -> None:
    before = str(bufferize.parse(STAYS[name], context_with_unknown_ops()))
    assert changed(STAYS[name]) == (0, before)


def test_only_a_module_can_be_changed() -> None:
    context = Context()
    module = bufferize.parse(EXP, context)
    (function,) = module.regions[0].blocks[0].ops
    with pytest.raises(PassError, match="this needs a module, not 'func.func'"):
        tensor_results_to_out_params(function, context)
