"""Native runs of programs with ops of tm_tensor, which mlir-opt does not know."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import bufferize
from bufferize import OneShotOptions
from bufferize.passes import pipeline_from_text
from bufferize.syntax import print_module
from bufferize_interpreter.native import NativeError, run_native
from bufferize_tools.tool import main

MODELS = Path(__file__).parent / "golden" / "models.mlir"
PIPELINE = "one-shot-bufferize{bufferize-function-boundaries}"
PROGRAM = """
func.func @f(%t: memref<5xi32>) {
  tm_tensor.sort dimension(0) outs(%t : memref<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %r = arith.cmpi sle, %a, %b : i32
    tm_tensor.yield %r : i1
  }
  return
}"""


@pytest.mark.reference
@pytest.mark.parametrize(
    "passes", [PIPELINE, f"reuse-buffers,{PIPELINE},buffer-deallocation-pipeline"]
)
def test_all_ops_compute_the_same_natively(passes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert not main(
        [
            "check",
            "--native",
            "--inputs=1",
            str(MODELS),
            f"--pass-pipeline=builtin.module({passes})",
        ]
    )
    assert "7 functions called" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.reference
def test_a_plan_computes_the_same_natively() -> None:
    assert not main(["check", "--native", "--inputs=1", "--plan", str(MODELS)])


@pytest.mark.reference
def test_the_context_has_the_pass_that_lowers_a_module_which_stays_as_it_is() -> None:
    context = bufferize.Context()
    module = bufferize.parse(PROGRAM, context)
    before = print_module(module)
    numbers = np.array([3, 1, 2, 5, 4], np.int32)
    run_native(module, "f", [numbers], context=context)
    assert numbers.tolist() == [1, 2, 3, 4, 5]
    assert print_module(module) == before
    with pytest.raises(NativeError, match="mlir-opt cannot lower the program"):
        run_native(module, "f", [numbers])


@pytest.mark.reference
def test_attention_of_extents_that_are_not_known_frees_its_memory() -> None:
    text = """
    func.func @f(%q: tensor<?x?x?xf32>, %k: tensor<?x?x?xf32>, %v: tensor<?x?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
      %0 = tm_tensor.attention ins(%q, %k, %v : tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>)
          outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
      return %0 : tensor<?x?x?xf32>
    }"""
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    bufferize.one_shot_bufferize(
        module, OneShotOptions(bufferize_function_boundaries=True), context
    )
    seed = np.random.default_rng(0)
    shapes = [(2, 3, 4), (2, 5, 4), (2, 5, 6), (2, 3, 6)]
    given = [seed.standard_normal(shape).astype(np.float32) for shape in shapes]
    (found,) = run_native(module, "f", given, context=context)
    query, key, value, _ = given
    powers = np.exp(query @ key.swapaxes(1, 2) / 2)
    wanted = powers / powers.sum(-1, keepdims=True) @ value
    np.testing.assert_allclose(found, wanted, rtol=1e-4)


def test_loops_free_what_they_allocate_and_copy_nothing() -> None:
    context = bufferize.Context()
    module = bufferize.parse(MODELS.read_text(), context)
    for name in (PIPELINE, "tm-tensor-to-loops"):
        pipeline_from_text(f"builtin.module({name})", context).run(module, context)
    names = [op.name for op in module.walk()]
    assert not any(name.startswith("tm_tensor.") for name in names)
    assert names.count("memref.alloc") == names.count("memref.dealloc") == 1
