"""Which tensors share a buffer once copies are made."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.record import label_of
from bufferize.syntax import OperationSpans
from bufferize_explain import advise, alias_sets, parse_module_with_spans

INSERT = """
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, f32) {
  %a = tensor.insert %v into %t[%i] : tensor<4xf32>
  %b = tensor.insert %v into %a[%i] : tensor<4xf32>
  return %b, %v : tensor<4xf32>, f32
}
"""
CONFLICT = INSERT.replace(
    "return %b, %v", "%e = tensor.extract %t[%i] : tensor<4xf32>\n return %b, %e"
)
FOR = """
func.func @f(%t: tensor<4xf32>, %n: index, %v: f32, %i: index) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %r = scf.for %k = %c0 to %n step %n iter_args(%it = %t) -> tensor<4xf32> {
    %w = tensor.insert %v into %it[%i] : tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r, %v : tensor<4xf32>, f32
}
"""
FOR_CONFLICT = FOR.replace(
    "return %r, %v", "%e = tensor.extract %t[%i] : tensor<4xf32>\n return %r, %e"
)
SWAP = """
func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %n: index, %v: f32)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.for %k = %c0 to %n step %n iter_args(%a = %t, %b = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    %w = tensor.insert %v into %a[%c0] : tensor<4xf32>
    scf.yield %b, %w : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
"""
WHILE = """
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  %r = scf.while (%a = %t) : (tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.extract %a[%i] : tensor<4xf32>
    %c = arith.cmpf olt, %e, %v : f32
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%b: tensor<4xf32>):
    %w = tensor.insert %v into %b[%i] : tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""
FORALL = """
func.func @f(%t: tensor<4xf32>, %p: tensor<1xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
"""
IF = """
func.func @f(%t: tensor<4xf32>, %c: i1, %v: f32, %i: index) -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    %w = tensor.insert %v into %t[%i] : tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  } else {
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""
BRANCH = """
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  cf.br ^bb1(%t : tensor<4xf32>)
^bb1(%b: tensor<4xf32>):
  %w = tensor.insert %v into %b[%i] : tensor<4xf32>
  return %w : tensor<4xf32>
}
"""


def named_sets(text: str, **given: object) -> list[str]:
    """The names of the values in each set, as they stand in the text."""
    context, spans, lines = Context(), OperationSpans(), text.split("\n")
    module = parse_module_with_spans(text, context, spans)
    options = OneShotOptions(bufferize_function_boundaries=True, **given)  # type: ignore[arg-type]
    state = bufferize.analyze(module, options, context)
    found = []
    for each in alias_sets(module, state, advise(module, options, context).copies):
        assert str(each.type) == "tensor<4xf32>"
        labels = [label_of(place, "", spans) for place in each.values]
        found.append(
            " ".join(
                lines[label.position.line - 1][slice(*label.extent(lines[label.position.line - 1]))]
                for label in labels
                if label is not None
            )
        )
    return found


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        (INSERT, ["%t %a %b"]),
        (CONFLICT, ["%a %b"]),
        (FOR, ["%t %r %it %w"]),
        (FOR_CONFLICT, ["%r %it %w"]),
        (WHILE, ["%t %r %a %b %w"]),
        (FORALL, ["%t %r %o"]),
        (IF, ["%t %r %w"]),
        (BRANCH, ["%t %b %w"]),
    ],
)
def test_sets(text: str, sets: list[str]) -> None:
    assert named_sets(text) == sets


def test_a_loop_that_yields_others_than_its_own_copies_them() -> None:
    assert named_sets(SWAP, allow_return_allocs_from_loops=True) == ["%t %r:2 %a %w", "%u %r:2 %b"]


def test_nothing_is_known_where_nothing_was_analysed() -> None:
    assert named_sets(INSERT, analysis="always-copy") == []


def test_uses() -> None:
    context = Context()
    module = bufferize.parse(INSERT, context)
    state = bufferize.analyze(module, OneShotOptions(bufferize_function_boundaries=True), context)
    (found,) = alias_sets(module, state)
    assert [str(use).partition(" at ")[0] for use in found.uses] == [
        "operand #1 of 'tensor.insert'",
        "operand #1 of 'tensor.insert'",
        "operand #0 of 'func.return'",
    ]
