"""The pass together with those of other dialects, in any order, and after One-Shot Bufferize."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

import bufferize
from bufferize import Context
from bufferize.diagnostics import DiagnosticError
from bufferize.passes import pipeline_from_text
from image_dialect import plugin

SPOTS = (Path(__file__).parent.parent / "spots.mlir").read_text(encoding="utf-8")
PASSES = ("image", "scf", "tensor", "arith", "func")
ONE_SHOT = "one-shot-bufferize{allow-unknown-ops allow-return-allocs-from-loops dialect-filter="


@cache
def context() -> Context:
    return Context(["conversion", "arith", "func", "scf", "tensor", "transforms", plugin])


def run(text: str, *pipeline: str) -> str:
    known = context()
    module = bufferize.parse(text, known)
    pipeline_from_text(f"builtin.module({','.join(pipeline)})", known).run(module, known)
    return bufferize.print_module(module)


def test_the_pass_alone_leaves_the_rest_on_tensors() -> None:
    text = run(SPOTS, "image-bufferize")
    assert "image.brighten_into %0 by %arg2 into %alloc" in text
    assert "image.brighten %" not in text
    assert "image.draw" not in text
    assert "image.pixel" not in text
    assert "iter_args(%arg4 = %1) -> (tensor<?x?xf32>)" in text
    assert "tensor.extract %arg0" in text


def test_every_order_of_the_passes_comes_to_the_same() -> None:
    found = {
        run(
            SPOTS,
            *(f"{name}-bufferize" for name in order),
            "finalizing-bufferize",
            "canonicalize",
            "cse",
        )
        for order in permutations(PASSES)
    }
    (text,) = found
    assert "tensor<" not in text
    assert text.count("memref.copy") == 1  # of what is drawn on
    assert "memref.load %arg0[%c0, %c0]" in text  # nobody has written to the image


def test_passes_may_run_again() -> None:
    again = [f"{name}-bufferize" for name in PASSES * 2]
    tidy = ("finalizing-bufferize", "canonicalize", "cse")
    assert run(SPOTS, *again, *tidy) == run(SPOTS, *again[: len(PASSES)], *tidy)


@pytest.mark.parametrize("first", ["scf", "tensor", "scf,tensor", "arith,scf"])
def test_one_shot_first_for_some_dialects(first: str) -> None:
    rest = [f"{name}-bufferize" for name in PASSES if name not in first.split(",")]
    text = run(SPOTS, f"{ONE_SHOT}{first}}}", *rest, "finalizing-bufferize")
    assert "tensor<" not in text
    assert text.count("memref.copy") >= 1
    assert "memref.store %cst, %arg" not in text


def test_what_is_left_out_is_an_error_in_the_end() -> None:
    others = [f"{name}-bufferize" for name in PASSES if name != "image"]
    with pytest.raises(DiagnosticError) as caught:
        run(SPOTS, *others, "finalizing-bufferize")
    message = str(caught.value)
    assert "failed to legalize operation 'image.brighten'" in message
    assert "its dialect is to be bufferized before" in message
