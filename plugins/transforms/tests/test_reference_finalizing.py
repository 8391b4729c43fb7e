"""`finalizing-bufferize` does what the last mlir-opt that was built around it does."""

from __future__ import annotations

import shutil
import subprocess

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize_transforms import finalize_bufferization

LEGACY_TOOL = shutil.which("mlir-opt-16")
LAYOUTS = (
    "",
    ", strided<[1], offset: ?>",
    ", strided<[1], offset: 3>",
    ", strided<[?], offset: ?>",
    ", strided<[2], offset: 1>",
    ", 1",
    ", strided<[2], offset: 1>, 1",
)
PROGRAMS = [
    f"""
    func.func @f(%m: memref<{size}xf32{given}>) -> memref<{size}xf32{wanted}> {{
      %0 = bufferization.to_tensor %m : memref<{size}xf32{given}>
      %1 = bufferization.to_memref %0 : memref<{size}xf32{wanted}>
      return %1 : memref<{size}xf32{wanted}>
    }}
    """
    for size in ("4", "?")
    for given in LAYOUTS
    for wanted in LAYOUTS
]
SEPARATOR = "\n// -----\n"


def _ours(text: str, context: bufferize.Context) -> str:
    module = bufferize.parse(text, context)
    try:
        finalize_bufferization(module, context)
    except DiagnosticError:
        return ""
    return bufferize.print_module(module)


@pytest.mark.reference
@pytest.mark.skipif(LEGACY_TOOL is None, reason="mlir-opt-16 is not on PATH")
def test_same_text_or_refused_alike() -> None:
    for plugin in ("arith", "func"):
        pytest.importorskip(f"bufferize_{plugin}")
    assert LEGACY_TOOL is not None
    command = [LEGACY_TOOL, "-", "--split-input-file", "--finalizing-bufferize"]
    text = SEPARATOR.join(PROGRAMS)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    theirs = [part.strip() for part in done.stdout.split("// -----\n")]
    context = bufferize.Context()
    ours = [_ours(text, context).strip() for text in PROGRAMS]
    assert [t for t, o, e in zip(PROGRAMS, ours, theirs, strict=True) if o != e] == []
    assert 0 < ours.count("") < len(ours)
