from __future__ import annotations

import subprocess

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Context
from bufferize.syntax import parse_module
from bufferize_testing import bufferized, run_reference

FUNCTIONS = "--one-shot-bufferize=bufferize-function-boundaries"
ADDED = """
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
TOSA = """
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "tosa.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
SHAPE = """
func.func @f(%a: tensor<?x4xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %a : tensor<?x4xf32> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}
"""
NOBODY = """
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mine.op"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def advice(text: str) -> str:
    """What the note on an operation without a model says to lower it with."""
    context = Context()
    context.allow_unregistered_dialects = True
    module = parse_module(text, context)
    with pytest.raises(DiagnosticError, match="op was not bufferized") as caught:
        pipeline_from_text(FUNCTIONS.removeprefix("--").replace("=", "{") + "}", context).run(
            module, context
        )
    (problem,) = caught.value.diagnostics
    (note,) = problem.notes
    head, _, rest = note.message.partition(" has no bufferization model: lower it before")
    assert head.startswith("'")
    advice, _, rest = rest.partition(", register a model, or set allow-unknown-ops")
    assert rest == ""
    return advice.removeprefix(" with ").strip("'")


def ours(text: str, *flags: str) -> str:
    done = subprocess.run(
        ["bufferize-opt", *flags], input=text, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_an_elementwise_operation_names_its_lowering() -> None:
    flag = advice(ADDED)
    assert flag == "--convert-elementwise-to-linalg"
    assert "linalg.generic" in ours(ADDED, flag, FUNCTIONS)


def test_an_elementwise_operation_on_tensors_of_any_rank_has_none() -> None:
    assert advice(ADDED.replace("tensor<4xf32>", "tensor<*xf32>")) == ""


def test_an_unknown_operation_has_none() -> None:
    assert advice(NOBODY) == ""


@pytest.mark.reference
@pytest.mark.parametrize("text", [TOSA, SHAPE])
def test_operations_that_mlir_opt_lowers(text: str) -> None:
    tool, flag = advice(text).split()
    assert tool == "mlir-opt"
    lowered = run_reference(text, flag)
    assert lowered.returncode == 0
    assert "memref" in ours(lowered.stdout, FUNCTIONS)


SPACES = """
func.func @f(%c: i1, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.if %c -> (tensor<4xf32>) {
    scf.yield %t : tensor<4xf32>
  } else {
    %1 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
ENDS = """
func.func @f(%c: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %t : tensor<4xf32>
  ^b:
    scf.yield %u : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
ATTRIBUTE = """
func.func @f(%m: memref<4xf32>) {
  %0 = memref.cast %m {bufferization.writable = true} : memref<4xf32> to memref<?xf32>
  return
}
"""
EMPTY = """
func.func @f(%m: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%m : memref<4xf32>) {
  ^bb0(%x: f32):
  }
  return
}
"""
NO_TERMINATOR = EMPTY.replace("(%x: f32):\n", "(%x: f32):\n    %1 = arith.addf %x, %x : f32\n")


@pytest.mark.reference
@pytest.mark.parametrize("text", [SPACES, ENDS, ATTRIBUTE, EMPTY, NO_TERMINATOR])
def test_as_many_errors_as_mlir_opt_in_its_words(text: str) -> None:
    """So that the comments that `--verify-diagnostics` reads hold for both."""
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text, bufferize_function_boundaries=True)
    done = run_reference(text, FUNCTIONS)
    theirs = [line for line in done.stderr.splitlines() if ": error: " in line]
    found = caught.value.diagnostics
    assert len(found) == len(theirs)
    for ours, line in zip(found, theirs, strict=True):
        assert ours.position is not None
        assert f":{ours.position.line}:{ours.position.column}: " in line
        words = ours.message.partition(" op ")[2] or ours.message
        assert words.partition(", has ")[0] in line
