"""Modules are run before and after bufferization.

Those that cannot be run are counted separately.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import bufferize
from tests.checked_modules import NOT_CALLABLE, RUN, SETTINGS, Outcome, check

CORPUS = Path(os.environ.get("BUFFERIZE_SHARED", "../shared")) / "corpus" / "real"
SHARE = 8
"""One in this many modules is tried here."""

CONTEXT = bufferize.Context()
CONTEXT.allow_unregistered_dialects = True

MODULE = """
func.func private @outside()
func.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @large(%x: tensor<4096x64xf32>) -> tensor<4096x64xf32> {
  %0 = linalg.add ins(%x, %x : tensor<4096x64xf32>, tensor<4096x64xf32>) outs(%x : tensor<4096x64xf32>)
    -> tensor<4096x64xf32>
  return %0 : tensor<4096x64xf32>
}
func.func @external(%x: tensor<4xf32>) -> tensor<4xf32> {
  call @outside() : () -> ()
  return %x : tensor<4xf32>
}
func.func @wrong() -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.divsi %0, %0 : i32
  return %1 : i32
}
func.func @kept(%i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1.0 : f32
  %0 = memref.alloc() {bufferization.manual_deallocation} : memref<2xf32>
  memref.store %c1, %0[%c0] : memref<2xf32>
  %1 = memref.load %0[%i] : memref<2xf32>
  return %1 : f32
}
"""


def test_each_function_has_a_verdict() -> None:
    found = {
        (verdict.function, verdict.setting.frees): verdict
        for verdict in check(MODULE, CONTEXT, [SETTINGS[0], SETTINGS[-1]], work=100_000)
    }
    outcomes = {name: (found[name, False].outcome, found[name, True].outcome) for name, _ in found}
    assert outcomes == {
        "same": (Outcome.SAME, Outcome.SAME),
        "large": (Outcome.SAME_SMALLER, Outcome.SAME_SMALLER),
        "external": (Outcome.EXTERNAL, Outcome.EXTERNAL),
        "wrong": (Outcome.NO_INPUTS, Outcome.NO_INPUTS),
        "kept": (Outcome.SAME, Outcome.DIFFERS),
    }
    assert "never freed" in found["kept", True].detail


def test_what_is_not_bufferized_is_told() -> None:
    text = """
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "unknown.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    first, _, _, unknown, _ = check(text, CONTEXT)
    assert (first.outcome, unknown.outcome) == (Outcome.REFUSED, Outcome.FAILED)
    assert "the interpreter does not know what 'unknown.op' computes" in unknown.detail
    without_model = """
    func.func @f(%x: tensor<2x3x3x5xf32>, %y: tensor<4x4x5x2xf32>) -> tensor<4x4x5x2xf32> {
      %0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%x : tensor<2x3x3x5xf32>)
        outs(%y : tensor<4x4x5x2xf32>) -> tensor<4x4x5x2xf32>
      return %0 : tensor<4x4x5x2xf32>
    }"""
    first, _, _, unknown, _ = check(without_model, CONTEXT)
    assert (first.outcome, unknown.outcome) == (Outcome.REFUSED, Outcome.SAME)


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="BUFFERIZE_SHARED names no folder with a corpus")
def test_some_modules_of_the_corpus() -> None:
    """All of them: `python -m tests.checked_modules $BUFFERIZE_SHARED/corpus/real`."""
    run = callable = 0
    for path in sorted(CORPUS.rglob("*.mlir"))[::SHARE]:
        for verdict in check(path.read_text(), CONTEXT, work=1 << 18, inputs=1):
            assert verdict.outcome is not Outcome.DIFFERS, (path, verdict)
            callable += verdict.outcome not in NOT_CALLABLE
            run += verdict.outcome in RUN
    assert run >= 0.85 * callable > 100
