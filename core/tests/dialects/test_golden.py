"""The core's dialects: syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bufferize.define import Context
from bufferize.dialects import bufferization, builtin, memref
from bufferize.dialects.testing import (
    REFERENCE_TOOL,
    InvalidCase,
    check_round_trip,
    generic_text,
    invalid_cases,
    reference_output,
    uncovered_ops,
)

GOLDEN = Path(__file__).parent / "golden"
DIALECTS = {d.name: d for d in (builtin.DIALECT, memref.DIALECT, bufferization.DIALECT)}
INVALID = [
    case
    for name in DIALECTS
    for case in invalid_cases((GOLDEN / f"{name}_invalid.mlir").read_text(encoding="utf-8"))
]

needs_reference = pytest.mark.skipif(
    shutil.which(REFERENCE_TOOL) is None, reason=f"{REFERENCE_TOOL} is not on PATH"
)


def printed(name: str) -> str:
    return (GOLDEN / f"{name}.mlir").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def context() -> Context:
    return Context(DIALECTS, allow_unregistered_dialects=True)


@pytest.mark.parametrize("name", DIALECTS)
def test_declarations(name: str) -> None:
    DIALECTS[name].check()


@pytest.mark.parametrize("name", DIALECTS)
def test_prints_what_it_reads(name: str, context: Context) -> None:
    check_round_trip(printed(name), context)


@pytest.mark.parametrize("name", DIALECTS)
def test_every_op_is_covered(name: str, context: Context) -> None:
    assert uncovered_ops(DIALECTS[name], generic_text(printed(name), context)) == set()


@pytest.mark.parametrize("case", INVALID, ids=[case.error for case in INVALID])
def test_invalid(case: InvalidCase, context: Context) -> None:
    assert case.first_error(context) == case.error


@needs_reference
@pytest.mark.reference
@pytest.mark.parametrize("name", DIALECTS)
def test_reference_prints_the_same(name: str, context: Context) -> None:
    text = printed(name)
    assert reference_output(text) == text
    assert reference_output(text, "--mlir-print-op-generic") == generic_text(text, context)


@needs_reference
@pytest.mark.reference
@pytest.mark.parametrize("case", INVALID, ids=[case.error for case in INVALID])
def test_reference_rejects_the_same(case: InvalidCase) -> None:
    assert case.is_rejected_by_reference()
