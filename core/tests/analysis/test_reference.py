"""The decisions of mlir-opt-22 on random programs in MLIR's own dialects."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.analysis import AnalysisHeuristic, analyze_module
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions
from bufferize.ir import Operation
from bufferize.testing import run_reference

from .reference_programs import random_text

PLUGINS = ("arith", "func", "linalg", "scf", "tensor")
OPTIONS = (
    "test-analysis-only allow-unknown-ops allow-return-allocs-from-loops "
    "bufferize-function-boundaries analysis-heuristic={} analysis-fuzzer-seed={}"
)

pytestmark = pytest.mark.reference


def reference_text(text: str, *flags: str) -> str | None:
    """What the reference prints; None where it refuses the program."""
    done = run_reference(text, "--mlir-print-op-generic", *flags)
    return done.stdout if done.returncode == 0 else None


def parse(text: str) -> tuple[Operation, bufferize.Context]:
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    return bufferize.parse(text, context), context


def written(root: Operation) -> list[tuple[str, list[str]]]:
    """All that the analysis has written, operation by operation."""
    return [
        (
            op.name,
            [f"{name} = {op.attributes[name]}" for name in sorted(op.attributes)]
            + [str(op.properties[name]) for name in ("arg_attrs",) if name in op.properties],
        )
        for op in root.walk()
    ]


@pytest.mark.parametrize("heuristic", AnalysisHeuristic)
def test_decisions_are_those_of_the_reference(heuristic: AnalysisHeuristic) -> None:
    for plugin in PLUGINS:
        pytest.importorskip(f"bufferize_{plugin}")
    for seed in range(6):
        text = reference_text(random_text(seed, size=3 + seed % 5, depth=seed % 4))
        assert text is not None
        flags = OPTIONS.format(heuristic.value, seed + 1)
        expected = reference_text(text, f"--one-shot-bufferize={flags}")
        module, context = parse(text)
        options = OneShotOptions(
            test_analysis_only=True,
            allow_unknown_ops=True,
            allow_return_allocs_from_loops=True,
            bufferize_function_boundaries=True,
            analysis_heuristic=heuristic,
            analysis_fuzzer_seed=seed + 1,
        )
        if expected is None:
            with pytest.raises(DiagnosticError):
                analyze_module(module, options, context)
            continue
        analyze_module(module, options, context)
        assert written(module) == written(parse(expected)[0]), f"seed {seed}"
