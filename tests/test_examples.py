"""The examples run, and print what they claim."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.run_lines import run_tool

EXAMPLES = Path(__file__).parent.parent / "examples"
BUFFERIZE = "--one-shot-bufferize=bufferize-function-boundaries"


def test_the_tiled_product_allocates_nothing() -> None:
    status, out, err = run_tool([str(EXAMPLES / "tiled_matmul.mlir"), BUFFERIZE, "--canonicalize"])
    assert (status, err) == (0, "")
    assert "memref.alloc" not in out
    assert "tensor<" not in out


def test_the_conflict_needs_one_copy() -> None:
    status, out, err = run_tool([str(EXAMPLES / "conflict.mlir"), BUFFERIZE])
    assert (status, err) == (0, "")
    assert out.count("memref.copy") == 1


def test_the_embedding_compiler() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "embed.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "0 tensors copied" in done.stdout
    assert done.stdout.count("store to memref<16xf32") == 3


@pytest.mark.slow
def test_the_notebook_shows_what_it_gives() -> None:
    pytest.importorskip("xdsl")
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    stored, executed = (nbformat.read(EXAMPLES / "xdsl.ipynb", as_version=4) for _ in range(2))
    nbclient.NotebookClient(executed, timeout=60).execute()
    # What is printed may come in several pieces.
    shown = [
        [
            "".join(output["text"] for output in cell.outputs)
            for cell in notebook.cells
            if "outputs" in cell
        ]
        for notebook in (stored, executed)
    ]
    assert shown[0] == shown[1]
    assert sum(map(bool, shown[0])) > 3
