"""Programs that are changed so that less is copied."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import Context, DiagnosticError, OneShotOptions
from bufferize.ir import clone, is_equivalent
from bufferize_explain.fixes import Budget, Fixed, fix

OPTIONS = OneShotOptions(bufferize_function_boundaries=True)
CONFLICT = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
"""
CONSTANT = """\
func.func @f(%v: f32, %i: index) -> (tensor<64xf32>, tensor<64xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %0 = tensor.insert %v into %zeros[%i] : tensor<64xf32>
  %1 = linalg.exp ins(%zeros : tensor<64xf32>) outs(%zeros : tensor<64xf32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}
"""


def fixed(text: str, budget: Budget | None = None) -> tuple[Fixed, str]:
    context = Context()
    module = bufferize.parse(text, context, "f.mlir")
    found = fix(module, OPTIONS, context, budget=budget)
    assert bufferize.verify(module) == []
    again = bufferize.one_shot_bufferize(clone(module), OPTIONS, context)
    assert len(again.copies) == len(found.after)
    return found, str(module)


def test_reads_come_first() -> None:
    found, text = fixed(CONFLICT)
    assert (len(found.before), len(found.after)) == (1, 0)
    assert [help.kind for help in found.applied] == ["read-first"]
    assert text.index("tensor.extract") < text.index("tensor.insert")


def test_each_use_gets_a_fill() -> None:
    found, text = fixed(CONSTANT)
    assert (len(found.before), len(found.after)) == (2, 0)
    assert [help.kind for help in found.applied] == ["own-fill"]
    assert text.count("linalg.fill") == 2


def test_one_change_comes_after_the_other() -> None:
    found, _ = fixed(CONFLICT + CONSTANT.replace("@f", "@g"))
    assert len(found.before) == 3
    assert not found.after
    # What saves most comes first.
    assert [help.kind for help in found.applied] == ["own-fill", "read-first"]


def test_what_callers_would_notice_stays() -> None:
    text = """\
func.func @f(%t: tensor<8xf32> {bufferization.writable = false}, %v: f32, %i: index) -> tensor<8xf32> {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    found, _ = fixed(text)
    assert len(found.before) == len(found.after) == 1
    assert found.applied == []


def test_what_need_not_be_valid_is_not_moved_before_what_may_not_end() -> None:
    text = """\
func.func private @may_not_end(tensor<8xi32>) -> tensor<8xi32>
func.func @f(%t: tensor<8xi32>, %i: index, %n: i32) -> (tensor<8xi32>, i32) {
  %0 = func.call @may_not_end(%t) : (tensor<8xi32>) -> tensor<8xi32>
  %1 = tensor.insert %n into %0[%i] : tensor<8xi32>
  %2 = arith.divsi %n, %n : i32
  %3 = arith.index_cast %2 : i32 to index
  %4 = tensor.extract %t[%3] : tensor<8xi32>
  return %1, %4 : tensor<8xi32>, i32
}
"""
    found, _ = fixed(text)
    assert found.before
    assert found.applied == []
    # It is moved if it is valid anyway, or if the function surely returns.
    found, _ = fixed(
        text.replace("%t[%3]", "%t[%c3]").replace("%2 =", "%c3 = arith.constant 3 : index\n%2 =")
    )
    assert [help.kind for help in found.applied] == ["read-first"]
    body = "(%u: tensor<8xi32>) -> tensor<8xi32> { return %u : tensor<8xi32> }"
    found, _ = fixed(text.replace("(tensor<8xi32>) -> tensor<8xi32>\n", f"{body}\n", 1))
    assert [help.kind for help in found.applied] == ["read-first"]


def test_without_trials_nothing_is_changed() -> None:
    found, text = fixed(CONFLICT, Budget(trials=0))
    assert found.applied == []
    assert is_equivalent(bufferize.parse(text, Context()), bufferize.parse(CONFLICT, Context()))


def test_what_is_refused_stays() -> None:
    text = 'func.func @f(%t: tensor<8xf32>) { "my.op"(%t) : (tensor<8xf32>) -> () return }'
    context = Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    before = str(module)
    with pytest.raises(DiagnosticError, match="op was not bufferized"):
        fix(module, OPTIONS, context)
    assert str(module) == before
