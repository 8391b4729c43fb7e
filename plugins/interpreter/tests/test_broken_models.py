"""The tester names each method of a model that is wrong in either direction, on several kinds of
ops."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bufferize import Context
from bufferize_interpreter.model_tests import check_op_model
from bufferize_testing import golden_parts
from plugins.interpreter.tests.broken_models import BREAKINGS, broken

PLUGINS = Path(__file__).parent.parent.parent
ALIASES = ("fewer aliases", "relation", "certainty")
SOURCES = ("fewer sources", "relation of sources", "certainty of sources")
REWRITING = ("refusal", "no rewriting")
COMMON = ("has_tensor_semantics", *REWRITING)
ON_OPERANDS = ("bufferizes_to_memory_read", "bufferizes_to_memory_write", "must_bufferize_in_place")
ON_RESULTS = ("is_writable", "result_bufferizes_to_memory_write")

NAMED = {
    # in destination-passing style
    "tensor.insert": (
        *COMMON,
        *ON_OPERANDS,
        *ON_RESULTS,
        *ALIASES,
        *SOURCES,
        "bufferizes_to_allocation",
        "is_not_conflicting",
        "no copies",
    ),
    # a view
    "tensor.extract_slice": (
        *COMMON,
        *ON_OPERANDS,
        *ON_RESULTS,
        *ALIASES,
        *SOURCES,
        "bufferizes_to_allocation",
        "no copies",
        "no extents",
        "other extents",
        "row-major",
    ),
    # one that allocates, and has a region
    "tensor.pad": (
        *COMMON,
        *ON_OPERANDS,
        *ON_RESULTS,
        "bufferizes_to_allocation",
        "more aliases",
        "no extents",
        "other extents",
    ),
    # one that only reads
    "tensor.extract": (*COMMON, *ON_OPERANDS),
    "vector.transfer_read": ("is_not_conflicting",),
    "arith.constant": (*ON_RESULTS, "bufferizes_to_allocation"),
    # loops
    "scf.for": (
        *COMMON,
        *ON_OPERANDS,
        *ON_RESULTS,
        *ALIASES,
        *SOURCES,
        "more aliases",
        "is_not_conflicting",
        "is_parallel_region",
        "is_repetitive_region",
        "no copies",
        "no refusal",
        "row-major",
    ),
    "scf.forall": ("is_parallel_region", "is_repetitive_region", "bufferizes_to_memory_write"),
    # a choice
    "scf.if": (
        *COMMON,
        *ON_RESULTS,
        "bufferizes_to_allocation",
        "fewer sources",
        "certainty of sources",
        "is_parallel_region",
        "is_repetitive_region",
    ),
    "arith.select": ("row-major",),
    # calls
    "func.call": (
        *COMMON,
        *ON_OPERANDS,
        *ON_RESULTS,
        *ALIASES,
        *SOURCES,
        "no copies",
    ),
    "func.func": ("has_tensor_semantics", "several blocks"),
    "scf.execute_region": ("several blocks", "one block only"),
    # element by element, and not
    "linalg.add": ("bufferizes_to_element_wise_access",),
    "linalg.matmul": ("bufferizes_to_element_wise_access",),
    # what ends a block
    "scf.yield": ("bufferizes_to_memory_read", "must_bufferize_in_place"),
    "cf.cond_br": ("bufferizes_to_memory_write", "fewer aliases"),
}


NAMED_OTHERWISE = {
    # It makes a buffer of another type than it announces, which bufferization itself refuses.
    ("arith.select", "row-major"): "bufferize",
}
"""The declarations that are named instead of the wrong one."""


OTHER_SAMPLES = {
    "linalg.add": """
func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
""",
    "linalg.matmul": """
func.func @multiply(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
""",
    "scf.execute_region": """
func.func @blocks(%flag: i1, %t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %i = arith.constant 1 : index
  %0 = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %flag, ^write, ^end(%t : tensor<4xf32>)
  ^write:
    %w = tensor.insert %f into %t[%i] : tensor<4xf32>
    cf.br ^end(%w : tensor<4xf32>)
  ^end(%r: tensor<4xf32>):
    scf.yield %r : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
}
"""Programs in place of those of the dialects' own tests."""

SAMPLES_OF_BREAKINGS = {
    # Loops that only pass on what they carry are not refused, but one that writes to it is.
    ("scf.for", "no refusal"): """
func.func @swap(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = tensor.insert %v into %x[%i] : tensor<4xf32>
    scf.yield %y, %1 : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
""",
}
"""Programs in addition, each for one wrong declaration."""


@cache
def context() -> Context:
    return Context()


@cache
def samples(name: str) -> list[str]:
    """Return programs with an op."""
    if name in OTHER_SAMPLES:
        return [OTHER_SAMPLES[name]]
    dialect, _, mnemonic = name.partition(".")
    path = PLUGINS / dialect / "tests" / "golden" / "models.mlir"
    texts = [part.text for part in golden_parts(path)]
    return [text for text in texts if name in text or f"{mnemonic} " in text]


@pytest.mark.parametrize(
    ("name", "breaking"), [(name, breaking) for name, wrong in NAMED.items() for breaking in wrong]
)
@pytest.mark.slow
def test_what_is_wrong_is_named(name: str, breaking: str) -> None:
    dialect = name.partition(".")[0]
    declaration, members = BREAKINGS[breaking]
    made = context()
    made.models[name] = broken(made.models_of(dialect)[name], members)
    more = SAMPLES_OF_BREAKINGS.get((name, breaking))
    try:
        found = check_op_model(name, [*samples(name), *([more] if more else [])], made, draws=2)
    finally:
        del made.models[name]
    declaration = NAMED_OTHERWISE.get((name, breaking), declaration)
    assert declaration in {problem.declaration for problem in found}
    if len(found) == 1:
        assert name in found[0].program or dialect in ("func", "cf", "scf")


def test_every_method_is_wrong_somewhere() -> None:
    tried = {breaking for wrong in NAMED.values() for breaking in wrong}
    assert tried == set(BREAKINGS)
