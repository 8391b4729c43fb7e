"""Partial passes: what each leaves alone, what is copied, and what others make of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from types import SimpleNamespace

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError, OptionError
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Context, adding
from bufferize_conversion import PartialBufferizePass

TIDY = ("finalizing-bufferize", "canonicalize", "cse")


def run(text: str, *pipeline: str, context: Context | None = None) -> str:
    known = context or Context()
    known.allow_unregistered_dialects = True
    module = bufferize.parse(text, known)
    pipeline_from_text(f"builtin.module({','.join(pipeline)})", known).run(module, known)
    return bufferize.print_module(module)


CONSTANT = """
func.func @constant() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_globals_are_aligned_as_the_pass_is_told() -> None:
    assert "alignment" not in run(CONSTANT, "arith-bufferize")
    assert "{alignment = 16 : i64}" in run(CONSTANT, "arith-bufferize{alignment=16}")
    with pytest.raises(OptionError, match="must be 0 or a power of two, not 3"):
        run(CONSTANT, "arith-bufferize{alignment=3}")


def test_only_constants() -> None:
    cast = """
    func.func @cast(%t: tensor<2xi32>) -> tensor<2xindex> {
      %0 = arith.index_cast %t : tensor<2xi32> to tensor<2xindex>
      return %0 : tensor<2xindex>
    }
    """
    text = run(CONSTANT + cast, "tensor-constant-bufferize{alignment=16}")
    assert "memref.global" in text
    assert "{alignment = 16 : i64}" in text
    assert "arith.index_cast %arg0 : tensor<2xi32> to tensor<2xindex>" in text


LOOP = """
func.func @loop(%t: tensor<8xf32>, %n: index, %f: f32) -> (tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xf32> {
    %b = tensor.insert %f into %a[%i] : tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  }
  %e = tensor.extract %t[%c0] : tensor<8xf32>
  return %r, %e : tensor<8xf32>, f32
}
"""


def test_a_loop_hands_on_and_who_writes_copies() -> None:
    text = run(LOOP, "scf-bufferize")
    assert "memref.copy" not in text
    assert "iter_args(%arg4 = %0) -> (memref<8xf32>)" in text
    assert "tensor.insert" in text
    for order in permutations(("scf-bufferize", "tensor-bufferize", "func-bufferize")):
        text = run(LOOP, *order, *TIDY)
        assert "tensor<" not in text
        assert text.count("memref.copy %arg4, %alloc") == text.count("memref.copy") == 1


FORALL = """
func.func @shares(%t: tensor<8xf32>, %v: tensor<1xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<8xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r, %t : tensor<8xf32>, tensor<8xf32>
}
"""


def test_contributions_go_with_their_loop() -> None:
    assert "tensor.parallel_insert_slice" in run(FORALL, "tensor-bufferize")
    for order in permutations(("scf-bufferize", "tensor-bufferize", "func-bufferize")):
        text = run(FORALL, *order, *TIDY)
        assert "memref.copy %arg0, %alloc" in text  # %t is returned as it was
        assert "return %alloc, %arg0" in text


def calls(access: str) -> str:
    return f"""
func.func private @takes(tensor<4xf32>{access})
func.func @calls(%t: tensor<4xf32>) -> tensor<4xf32> {{
  call @takes(%t) : (tensor<4xf32>) -> ()
  return %t : tensor<4xf32>
}}
"""


@pytest.mark.parametrize(
    ("access", "copies"), [("", 0), ('"read"', 0), ('"write"', 1), ('"read-write"', 1)]
)
def test_a_declared_function_that_writes_is_given_a_copy(access: str, copies: int) -> None:
    told = f" {{bufferization.access = {access}}}" if access else ""
    text = run(calls(told), "func-bufferize", *TIDY)
    assert "call @takes(%" in text
    # A copy whose contents are not read may be left without them.
    assert text.count("memref.alloc") == copies


def test_functions_of_nested_modules_are_bufferized() -> None:
    text = run(f"module @outer {{ module @inner {{ {CONSTANT} }} }}", "func-bufferize")
    assert "func.func @constant() -> memref<2xf32>" in text


def test_other_operations_stay_on_tensors() -> None:
    text = run(
        """
        func.func @unknown(%t: tensor<4xf32>, %i: index) -> f32 {
          %0 = "other.op"(%t) : (tensor<4xf32>) -> tensor<4xf32>
          %1 = tensor.extract %0[%i] : tensor<4xf32>
          return %1 : f32
        }
        """,
        "tensor-bufferize",
    )
    assert '%0 = "other.op"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>' in text
    assert "bufferization.to_buffer %0 : tensor<4xf32> to memref<4xf32>" in text
    with pytest.raises(DiagnosticError, match=r"failed to legalize operation 'func\.func'"):
        run(text, "finalizing-bufferize")


# Passes of others


@dataclass(frozen=True)
class TheirBufferizePass(PartialBufferizePass):
    """Bufferizes the tensor dialect under another name."""

    name = "their-bufferize"
    dialects = ("tensor",)


THEIRS = SimpleNamespace(
    __name__="theirs", register_passes=adding({"their-bufferize": TheirBufferizePass})
)


def test_a_pass_of_a_third_party() -> None:
    context = Context(["conversion", "func", "scf", "arith", "tensor", THEIRS])
    assert run(LOOP, "their-bufferize", context=context) == run(LOOP, "tensor-bufferize")


def test_a_pass_without_the_plugin_says_so() -> None:
    context = Context(["func", "scf", "arith", "tensor", THEIRS])
    with pytest.raises(OptionError, match="pass 'their-bufferize' needs the plugin 'conversion'"):
        run(LOOP, "their-bufferize", context=context)
