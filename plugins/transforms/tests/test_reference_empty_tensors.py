"""Empty tensors are eliminated as the reference does it: up to canonicalization, the same IR."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.passes import pipeline_from_text
from bufferize_testing.reference import reference_output, reference_outputs
from core.tests.analysis.corpus import context, folders, programs

from .insertion_programs import Maker

pytestmark = pytest.mark.reference

_NORMAL = ("--canonicalize", "--cse", "--canonicalize")
_PROGRAMS = 300


@pytest.fixture(autouse=True)
def plugins() -> None:
    for plugin in ("arith", "cf", "func", "linalg", "scf", "tensor", "vector"):
        pytest.importorskip(f"bufferize_{plugin}")


def passed(text: str, pipeline: str) -> str | None:
    """The module of `text` after a pipeline; None where it is refused."""
    try:
        module = bufferize.parse(text, context())
        pipeline_from_text(pipeline, context()).run(module, context())
    except DiagnosticError:
        return None
    return bufferize.print_module(module)


def _copies(text: str) -> int:
    """Return the number of copies that the reference makes of a module."""
    options = "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops"
    return reference_output(text, options).count("memref.copy")


def test_random_programs() -> None:
    texts = [Maker(seed).make() for seed in range(_PROGRAMS)]
    expected = reference_outputs(texts, "--eliminate-empty-tensors", *_NORMAL)
    pipeline = "builtin.module(eliminate-empty-tensors)"
    ours = [passed(text, pipeline) or "" for text in texts]
    # The reference makes invalid IR where a tensor is copied into itself.
    pairs = [pair for pair in zip(ours, expected, strict=True) if pair[1] is not None]
    mine = reference_outputs([made for made, _ in pairs], *_NORMAL)
    kept = [i for i, (a, b) in enumerate(zip(mine, (b for _, b in pairs), strict=True)) if a != b]
    # The reference replaces an empty tensor even if more is copied then.
    compared = [text for text, other in zip(texts, expected, strict=True) if other is not None]
    for i in kept:
        theirs = reference_output(compared[i], "--eliminate-empty-tensors")
        assert _copies(pairs[i][0]) <= min(_copies(theirs), _copies(compared[i]))
    assert len(kept) < _PROGRAMS // 10
    unchanged = reference_outputs(texts, *_NORMAL)
    assert sum(a != b for a, b in zip(unchanged, expected, strict=True)) > _PROGRAMS // 10


@pytest.mark.parametrize("name", ["eliminate-empty-tensors", "empty-tensor-to-alloc-tensor"])
def test_corpus(name: str) -> None:
    texts = [text for folder in folders() for _, text in programs(folder)]
    # The reference also drops dead operations and simplifies blocks while it makes alloc_tensor.
    # Programs of our own say how elimination differs.
    differs = ("// REFERENCE: ", "@uses_in_branches")
    left_out = differs if name == "eliminate-empty-tensors" else ("^bb",)
    compared = 0
    for original in texts:
        if "tensor.empty" not in original or any(word in original for word in left_out):
            continue
        [text] = reference_outputs([original], "--canonicalize")
        ours = passed(text, f"builtin.module({name})") if text is not None else None
        if text is None or ours is None:
            continue
        [expected] = reference_outputs([text], f"--{name}", *_NORMAL)
        if expected is None:
            continue
        compared += 1
        assert reference_output(ours, *_NORMAL).split() == expected.split(), text
    assert compared


def test_on_functions() -> None:
    """A pass on a function analyzes it without its boundary, as in the reference."""
    pipeline = "builtin.module(func.func(eliminate-empty-tensors))"
    compared = 0
    for seed in range(5):
        text = Maker(seed).make()
        ours = passed(text, pipeline)
        if ours is not None:
            compared += 1
            expected = reference_output(text, f"--pass-pipeline={pipeline}")
            assert reference_output(ours, *_NORMAL) == reference_output(expected, *_NORMAL)
    assert compared
