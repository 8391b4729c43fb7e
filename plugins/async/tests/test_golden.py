"""The async dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

import pytest

import bufferize
from bufferize_async.ops import ASYNC
from bufferize_testing import DialectTests, first_error


class TestAsync(DialectTests):
    dialect = ASYNC


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("%0 = async.execute (%t as %a: !async.token) {}", "expected an async value type"),
        ('"async.await"(%v) : (!async.value<f32>) -> ()', "awaiting on a value must have a result"),
    ],
)
def test_what_mlir_opt_does_not_survive_is_an_error(line: str, message: str) -> None:
    text = f"func.func @f(%t: !async.token, %v: !async.value<f32>) {{\n  {line}\n  return\n}}"
    context = bufferize.Context()
    error = first_error(text, context)
    assert error is not None
    assert message in error.message
    assert error.position is not None
    assert error.position.line == 2
