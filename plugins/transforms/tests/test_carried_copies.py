"""`copy_into_carried_tensors`: what is copied, and what is left alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize_transforms import copy_into_carried_tensors

CONTEXT = Context()
OPTIONS = OneShotOptions(bufferize_function_boundaries=True)
NOT_EQUIVALENT = "is not equivalent to the corresponding iter bbArg"
LOOP = """
func.func @f(%t: tensor<?xf32>, %u: tensor<?xf32>, %n: index) -> tensor<?xf32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim {measured}, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<?xf32> {{
    %e = tensor.empty(%d) : tensor<?xf32>
    %x = linalg.exp ins({read} : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %x : tensor<?xf32>
  }}
  return %r : tensor<?xf32>
}}
"""
# The second region passes on more tensors than the first one has got from it.
PASSES_ON_MORE = """
func.func @f(%t: tensor<4xf32>, %x: f32, %c: i1, %i: index) -> tensor<4xf32> {
  %r = scf.while (%a = %t, %b = %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.extract %b[%i] : tensor<4xf32>
    vector.print %e : f32
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %new = tensor.insert %x into %t[%i] : tensor<4xf32>
    scf.yield %new, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""
ALREADY_ITS_OWN = """
func.func @f(%t: tensor<4xf32>, %x: f32, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<4xf32> {
    %b = tensor.insert %x into %a[%i] : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""


def copied(text: str, options: OneShotOptions = OPTIONS) -> tuple[int, Operation, Operation]:
    """Return the number of copies, and the module before and after they are inserted."""
    before, after = (bufferize.parse(text, CONTEXT) for _ in range(2))
    return copy_into_carried_tensors(after, options, CONTEXT), before, after


@pytest.mark.parametrize("measured", ["%t", "%u"])
def test_the_size_must_be_that_of_the_carried_tensor(measured: str) -> None:
    """That of the first tensor is that of all, as each iteration yields it again."""
    count, before, after = copied(LOOP.format(measured=measured, read="%a"))
    if measured == "%t":
        assert count == 1
        bufferize.one_shot_bufferize(after, OPTIONS, CONTEXT)
    else:
        assert count == 0
        assert str(after) == str(before)


@pytest.mark.parametrize("text", [PASSES_ON_MORE, ALREADY_ITS_OWN])
def test_where_a_copy_does_not_help_there_is_none(text: str) -> None:
    count, before, after = copied(text)
    assert count == 0
    assert str(after) == str(before)


def test_a_loop_may_yield_new_buffers_in_what_follows() -> None:
    """The options that are given are those of the bufferization, which may allow more."""
    text = LOOP.format(measured="%t", read="%a")
    count, _, _ = copied(text, replace(OPTIONS, allow_return_allocs_from_loops=True))
    assert count == 1


def test_what_is_refused_for_another_reason_is_said() -> None:
    text = (
        LOOP.format(measured="%t", read="%u")
        + """
    func.func @g(%m: memref<4xf32>) -> tensor<4xf32> {
      %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
      return %t : tensor<4xf32>
    }
    """
    )
    module = bufferize.parse(text, CONTEXT)
    before = str(module)
    with pytest.raises(DiagnosticError, match="restrict"):
        copy_into_carried_tensors(module, OPTIONS, CONTEXT)
    assert str(module) == before


def test_a_loop_that_cannot_copy_hinders_no_other() -> None:
    text = LOOP.format(measured="%t", read="%a") + PASSES_ON_MORE.replace("@f", "@g")
    count, _, after = copied(text)
    assert count == 1
    with pytest.raises(DiagnosticError) as caught:
        bufferize.one_shot_bufferize(after, OPTIONS, CONTEXT)
    assert all(NOT_EQUIVALENT in problem.message for problem in caught.value.diagnostics)
