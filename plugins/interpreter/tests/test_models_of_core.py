"""The models of the core's own dialect say what its ops do."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bufferize import Context
from bufferize_interpreter.model_tests import check_op_model
from bufferize_testing import golden_parts

SAMPLES = Path(__file__).parent / "core_models.mlir"
MEANT = {
    ("bufferization.materialize_in_destination", "must_bufferize_in_place"): "that is its purpose: "
    "the destination that is named is the one that is written to",
    ("bufferization.to_buffer", "bufferizes_to_memory_write"): "what becomes of the buffer is not "
    "known",
    ("bufferization.to_tensor", "result_bufferizes_to_memory_write"): "the contents come from a "
    "buffer, of which nothing is known",
}


@cache
def context() -> Context:
    return Context()


@pytest.mark.parametrize("name", sorted(Context(["interpreter"]).models_of("bufferization")))
def test_models_of_bufferization(name: str) -> None:
    samples = [part.text for part in golden_parts(SAMPLES)]
    found = {problem.declaration for problem in check_op_model(name, samples, context())}
    assert found == {declaration for op, declaration in MEANT if op == name}
