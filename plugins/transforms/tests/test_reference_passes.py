"""The passes around One-Shot Bufferize print what mlir-opt prints, on programs from practice.

Both get what mlir-opt makes of the programs before.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize.passes import pipeline_from_text
from bufferize.syntax import parse_module, print_module
from bufferize_testing import reference_outputs, run_reference
from core.tests.analysis.corpus import NEWER, context, folders, programs
from tests.lowered_deallocations import without_helpers

BUFFERIZE = "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops"
IDENTITY = f"{BUFFERIZE} function-boundary-type-conversion=identity-layout-map"
DEALLOCATE = (IDENTITY, "--ownership-based-buffer-deallocation")
CASES = {
    "drop": ((BUFFERIZE,), "drop-equivalent-buffer-results"),
    "out-params": ((IDENTITY,), "buffer-results-to-out-params"),
    "hoist-static": ((IDENTITY,), "buffer-results-to-out-params=hoist-static-allocs"),
    "hoist-dynamic": (
        (IDENTITY, "--drop-equivalent-buffer-results"),
        "buffer-results-to-out-params=hoist-dynamic-allocs hoist-static-allocs add-result-attr",
    ),
    "dealloc": (DEALLOCATE, "convert-bufferization-to-memref"),
    "simple-dealloc": (
        (*DEALLOCATE, "--canonicalize", "--buffer-deallocation-simplification"),
        "convert-bufferization-to-memref",
    ),
    "copies": ((), "test-tensor-copy-insertion"),
    "module-copies": ((), "test-tensor-copy-insertion=bufferize-function-boundaries"),
}
_DEFINITION = re.compile(r"^( *func\.func) (?=@)", re.MULTILINE)
"""Only private functions change."""
_MASKED_WRITE = re.compile(r"vector.transfer_write [^:]*\], %")
"""Here the two differ: see docs/reference/differences.md."""


def _ours(text: str, name: str) -> str | None:
    pass_name, _, options = name.partition("=")
    pipeline = pipeline_from_text(f"builtin.module({pass_name}{{{options}}})", context())
    try:
        module = parse_module(text, context())
        pipeline.run(module, context())
    except DiagnosticError:
        return None
    return print_module(module)


def different(folder: Path, before: tuple[str, ...], name: str) -> list[tuple[str, str, str]]:
    """The programs that the two do not make the same of, once all is canonicalized."""
    given = reference_outputs([text for _, text in programs(folder)], *before)
    texts = [
        _DEFINITION.sub(r"\1 private ", text)
        for text in given
        if text is not None and not _MASKED_WRITE.search(text) and not NEWER.search(text)
    ]
    pairs = []
    for text, theirs in zip(texts, reference_outputs(texts, f"--{name}"), strict=True):
        ours = _ours(text, name)
        if theirs is not None or run_reference(text, f"--{name}").returncode == 1:  # no crash
            pairs.append((text, ours or "", theirs or ""))
    unlike = [pair for pair in pairs if pair[1].strip() != pair[2].strip()]
    return [pair for pair in unlike if _canonical(pair[1]) != _canonical(pair[2])]


def _canonical(text: str) -> list[str]:
    """The lines of what the canonicalizer makes of a text, which has constants in any order."""
    (found,) = reference_outputs([text], "--canonicalize", "--cse")
    return sorted(without_helpers(found or "").splitlines())


@pytest.mark.reference
@pytest.mark.parametrize(
    "folder", [f for f in folders() if f.name != "filecheck"], ids=lambda folder: folder.name
)
@pytest.mark.parametrize(("before", "name"), CASES.values(), ids=CASES)
def test_same_program(folder: Path, before: tuple[str, ...], name: str) -> None:
    assert different(folder, before, name) == []
