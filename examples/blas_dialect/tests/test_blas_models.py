"""The models of `blas` declare what its ops do."""

from __future__ import annotations

from pathlib import Path

import pytest

from blas_dialect import plugin
from bufferize import Context
from bufferize_interpreter.model_tests import check_op_model

PROGRAMS = (Path(__file__).parent / "models.mlir").read_text()


@pytest.mark.parametrize("name", ["blas.asum", "blas.axpy"])
def test_models(name: str) -> None:
    assert (
        check_op_model(
            name, [PROGRAMS], Context(["arith", "func", "interpreter", "scf", "tensor", plugin])
        )
        == []
    )
