"""The examples of the document "Bufferization", and the pipelines that it describes.

`docs/contribute/documents.md` says which of them is which.
"""

from __future__ import annotations

import re

import pytest

from bufferize import Context, parse, print_module
from bufferize.diagnostics import DiagnosticError
from bufferize.passes import pipeline_from_text
from bufferize_testing import bufferized

WHOLE = "bufferize-function-boundaries"
WRITABLE = "{bufferization.writable = true}"


def run(text: str, *pipeline: str) -> str:
    context = Context()
    context.allow_unregistered_dialects = True
    module = parse(text, context)
    pipeline_from_text(f"builtin.module({','.join(pipeline)})", context).run(module, context)
    return print_module(module)


def count(text: str, what: str) -> int:
    return len(re.findall(what, text))


GENERATED = """
func.func @generated(%sz: index) -> tensor<?xf32> {
  %0 = tensor.generate %sz {
  ^bb0(%i : index):
    %cst = arith.constant 0.0 : f32
    tensor.yield %cst : f32
  } : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def test_without_a_destination_there_is_an_allocation() -> None:
    text = bufferized(GENERATED)
    assert "memref.alloc(%arg0)" in text
    assert "memref.copy" not in text


FILLED = """
#map = affine_map<(i) -> (i)>
func.func @filled(%t: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]}
                      outs(%t : tensor<?xf32>) {
    ^bb0(%arg0 : f32):
      %cst = arith.constant 0.0 : f32
      linalg.yield %cst : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def test_with_a_destination_there_is_none() -> None:
    text = bufferized(FILLED)
    assert "outs(%arg0 : memref<?xf32, strided<[?], offset: ?>>)" in text
    assert "memref.alloc" not in text


def slice_program(read: str = "") -> str:
    return f"""
#map = affine_map<(i) -> (i)>
func.func @slice(%s: tensor<?xf32>, %idx: index, %sz: index) -> tensor<?xf32> {{
  %t = tensor.extract_slice %s[%idx] [%sz] [1] : tensor<?xf32> to tensor<?xf32>
  %0 = linalg.generic {{indexing_maps = [#map], iterator_types = ["parallel"]}}
                      outs(%t : tensor<?xf32>) {{
    ^bb0(%arg0 : f32):
      %cst = arith.constant 0.0 : f32
      linalg.yield %cst : f32
  }} -> tensor<?xf32>
  %1 = tensor.insert_slice %0 into %s[%idx] [%sz] [1] : tensor<?xf32> into tensor<?xf32>
  {read}
  return %1 : tensor<?xf32>
}}
"""


def test_a_slice_is_overwritten_where_it_lies() -> None:
    # The insertion copies the slice to itself, which is tidied away.
    text = run(slice_program(), f"one-shot-bufferize{{{WHOLE}}}", "cse", "canonicalize")
    assert "%subview = memref.subview %arg0[%arg1] [%arg2] [1]" in text
    assert "outs(%subview" in text
    assert "memref.alloc" not in text
    assert "memref.copy" not in text
    # A read of the whole tensor afterwards is the conflict that the document speaks of.
    later = "%e = tensor.extract %s[%idx] : tensor<?xf32>\n vector.print %e : f32"
    assert "memref.copy" in bufferized(slice_program(later))


def chain(third: str) -> str:
    return f"""
func.func @chain(%t: tensor<8xf32>, %f: f32, %i: index) -> tensor<8xf32> {{
  %0 = tensor.insert %f into %t[%i] : tensor<8xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<8xf32>
  %2 = tensor.insert %f into {third}[%i] : tensor<8xf32>
  %e = tensor.extract %1[%i] : tensor<8xf32>
  vector.print %e : f32
  return %2 : tensor<8xf32>
}}
"""


def test_one_chain_of_uses_needs_no_copy() -> None:
    once = chain("%1").replace("tensor.extract %1", "tensor.extract %2")
    assert count(bufferized(once), "memref.copy") == 0


def test_a_chain_that_splits_is_copied() -> None:
    text = bufferized(chain("%0"))
    assert count(text, "memref.copy") == 1
    conflicts = bufferized(chain("%0"), test_analysis_only=True, print_conflicts=True)
    assert "CONFL-WRITE" in conflicts
    assert '"false"' in conflicts


YIELDED = """
func.func @yielded(%c: i1, %sz: index, %another: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %c -> (tensor<?xf32>) {
    %1 = tensor.generate %sz {
    ^bb0(%i: index):
      %cst = arith.constant 0.0 : f32
      tensor.yield %cst : f32
    } : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %another : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
"""
DISTURBED = """
func.func @disturbed(%c: i1, %i: index, %one: tensor<?xf32>, %other: tensor<?xf32>) -> tensor<?xf32> {
  %cst = arith.constant 1.0 : f32
  %0 = scf.if %c -> (tensor<?xf32>) {
    %1 = tensor.insert %cst into %one[%i] : tensor<?xf32>
    "my_dialect.reading_tensor_op"(%one) : (tensor<?xf32>) -> ()
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %other : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
"""


@pytest.mark.parametrize("program", [YIELDED, DISTURBED])
def test_a_block_hands_on_a_new_buffer(program: str) -> None:
    options = f"{WHOLE} allow-unknown-ops"
    text = run(program, f"one-shot-bufferize{{{options}}}")
    branch = text[text.index("scf.if") : text.index("else")]
    assert "memref.alloc" in branch
    # The option set of the document refuses it unless it is asked for.
    with pytest.raises(DiagnosticError, match="not supported|not allowed|return"):
        run(program, f"one-shot-bufferize{{{options} create-deallocs}}")
    run(program, f"one-shot-bufferize{{{options} create-deallocs allow-return-allocs}}")


def test_deallocation_copies_what_only_one_branch_has_made() -> None:
    text = run(YIELDED, f"one-shot-bufferize{{{WHOLE}}}", "buffer-deallocation")
    then, other = text[text.index("scf.if") :].split("else")
    assert "memref.alloc" in then
    assert "bufferization.clone %" in other


UNBUFFERIZABLE = """
func.func @boundary(%t: tensor<?x?xf32>, %i: index, %j: index) -> f32 {
  %0 = "my_dialect.unbufferizable_op"(%t) : (tensor<?x?xf32>) -> (tensor<?x?xf32>)
  %1 = tensor.extract %0[%i, %j] : tensor<?x?xf32>
  return %1 : f32
}
"""


def test_the_most_dynamic_layout_at_the_boundary() -> None:
    text = run(UNBUFFERIZABLE, "one-shot-bufferize{allow-unknown-ops}")
    layout = r"memref<\?x\?xf32, strided<\[\?, \?\], offset: \?>>"
    assert count(text, rf"bufferization.to_buffer %\d : tensor<\?x\?xf32> to {layout}") == 1
    assert count(text, rf"memref.load %\d\[%arg1, %arg2\] : {layout}") == 1


def test_an_identity_layout_at_the_boundary() -> None:
    options = "allow-unknown-ops unknown-type-conversion=identity-layout-map"
    text = run(UNBUFFERIZABLE, f"one-shot-bufferize{{{options}}}")
    assert "strided" not in text
    assert "memref.load %1[%arg1, %arg2] : memref<?x?xf32>" in text


MIXED = """
func.func private @kernel(%t: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %f = arith.constant 2.0 : f32
  %0 = tensor.insert %f into %t[%c0] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @mixed(%n: index, %t: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %weights = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %sum = linalg.add ins(%t, %weights : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %sum) -> tensor<4xf32> {
    %b = func.call @kernel(%a) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  %f = tensor.extract %sum[%c0] : tensor<4xf32>
  return %r, %f : tensor<4xf32>, f32
}
"""
PARTIAL = ["arith", "linalg", "scf", "tensor", "func"]


def test_the_pipeline_of_partial_passes() -> None:
    text = run(
        MIXED,
        "arith-bufferize",
        "func.func(scf-bufferize,linalg-bufferize,tensor-bufferize)",
        "func-bufferize",
        "func.func(finalizing-bufferize)",
    )
    assert "tensor<" not in text
    assert "memref.global" in text


@pytest.mark.parametrize("first", ["tensor", "linalg", "scf", "linalg,tensor", "scf,tensor,linalg"])
def test_one_shot_first_for_some_dialects_and_partial_passes_for_the_rest(first: str) -> None:
    one_shot = (
        f"one-shot-bufferize{{dialect-filter={first},bufferization allow-unknown-ops "
        "allow-return-allocs-from-loops}"
    )
    rest = [f"{name}-bufferize" for name in PARTIAL if name not in first.split(",")]
    text = run(MIXED, one_shot, *rest, "tensor-bufferize", "finalizing-bufferize")
    assert "tensor<" not in text


def test_one_shot_last_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="to_tensor ops without `restrict`"):
        run(MIXED, "linalg-bufferize", "one-shot-bufferize{allow-unknown-ops}")


def test_what_no_pass_bufferizes_is_told_in_the_end() -> None:
    with pytest.raises(DiagnosticError) as caught:
        run(MIXED, "arith-bufferize", "scf-bufferize", "tensor-bufferize", "finalizing-bufferize")
    assert "failed to legalize operation" in str(caught.value)
