"""Comparisons with torch-mlir-opt: what it prints and refuses, and what its loops compute.

torch-mlir is a wheel whose command `torch-mlir-opt` is in `torch_mlir/_mlir_libs`: these tests are
skipped unless it is on PATH.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize import ir
from bufferize.interfaces import FunctionOpInterface
from bufferize.passes import pipeline_from_text
from bufferize.syntax import PrintOptions, print_module
from bufferize_interpreter import Machine
from bufferize_testing.programs import GoldenPart, golden_parts

TOOL = shutil.which("torch-mlir-opt")
pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(TOOL is None, reason="torch-mlir-opt, the reference, is not on PATH"),
]
GOLDEN = Path(__file__).parent / "golden"
CONTEXT = bufferize.Context()

OWN_RULES = {
    # What torch-mlir accepts, or fails on with a signal.
    "'tm_tensor.attention' op expected inputs of one rank, which is at least 2",
    "'tm_tensor.attention' op expected one output operand",
    "'tm_tensor.attention' op expected three or four input operands",
    "'tm_tensor.scan' op dimension exceeds rank",
    # It finds another rule broken first.
    "'tm_tensor.sort' op expected a region with a block",
    "'tm_tensor.sort' op expects regions to end with 'tm_tensor.yield', found 'func.return'",
}
NEWER_WORDS = {"operand #0 must be variadic of"}
"""The types that an operand may have are described otherwise in the MLIR of torch-mlir."""


def said(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    assert TOOL is not None
    return subprocess.run(
        [TOOL, "-", *options], input=text, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "part", golden_parts(GOLDEN / "printed.mlir"), ids=lambda part: part.lines.start
)
@pytest.mark.parametrize("generic", [False, True])
def test_programs_are_printed_as_by_the_reference(part: GoldenPart, generic: bool) -> None:
    done = said(part.text, *["--mlir-print-op-generic"] * generic)
    assert not done.returncode, done.stderr
    printed = bufferize.parse(done.stdout, CONTEXT)
    own = bufferize.parse(part.text, CONTEXT)
    options = PrintOptions(generic=generic)
    assert print_module(printed, options) == print_module(own, options)
    if not generic:
        assert done.stdout.strip() == print_module(own).strip()


@pytest.mark.parametrize("part", golden_parts(GOLDEN / "invalid.mlir"), ids=lambda part: part.error)
def test_errors_are_those_of_the_reference(part: GoldenPart) -> None:
    message = part.error or ""
    errors = [
        line.partition("error: ")[2].strip()
        for line in said(part.text).stderr.splitlines()
        if "error: " in line
    ]
    if message in OWN_RULES:
        assert message not in errors
        return
    for words in NEWER_WORDS:
        if words in message:
            assert words in errors[0]
            return
    assert errors[0] == message


def programs() -> dict[str, str]:
    """The functions of `models.mlir`, each in a module of its own."""
    module = bufferize.parse((GOLDEN / "models.mlir").read_text(), CONTEXT)
    return {
        op.symbol_name: str(op)
        for op in module.regions[0].entry.ops
        if isinstance(op, FunctionOpInterface)
    }


def drawn(type: ir.Type, seed: np.random.Generator) -> Any:
    assert isinstance(type, ir.RankedTensorType)
    if isinstance(type.element_type, ir.FloatType):
        return seed.integers(-3, 4, type.shape).astype(np.float32)  # with equal elements
    width = np.int32 if type.element_type is ir.I32 else np.int64
    return seed.integers(-3, 4, type.shape).astype(width)


@pytest.mark.parametrize("name", programs())
def test_its_loops_compute_the_same(name: str) -> None:
    """Attention agrees but for rounding: the maximum that is subtracted is another one."""
    text = programs()[name]
    passes = "builtin.module(one-shot-bufferize{bufferize-function-boundaries})"
    module = bufferize.parse(text, CONTEXT)
    types = next(op for op in module.walk() if isinstance(op, FunctionOpInterface)).signature.inputs
    buffers = bufferize.parse(text, CONTEXT)
    pipeline_from_text(passes, CONTEXT).run(buffers, CONTEXT)
    done = said(
        print_module(buffers), "--pass-pipeline=builtin.module(func.func(tm-tensor-to-loops))"
    )
    assert not done.returncode, done.stderr
    loops = bufferize.parse(done.stdout, CONTEXT)
    assert not any(op.name.startswith("tm_tensor.") for op in loops.walk())
    seed = np.random.default_rng(1)
    for _ in range(20):
        given = [drawn(type, seed) for type in types]
        own = Machine(module, CONTEXT).run(name, [a.copy() for a in given]).results
        other = Machine(loops, CONTEXT).run(name, [a.copy() for a in given]).results
        for one, another in zip(own, other, strict=True):
            if name == "attention":
                np.testing.assert_allclose(one, another, rtol=1e-4, atol=1e-6)
            else:
                np.testing.assert_array_equal(one, another)
