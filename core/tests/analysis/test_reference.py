"""The decisions of mlir-opt-22 on random programs in MLIR's own dialects, under all heuristics.

That is without the rules that the reference lacks.
"""

from __future__ import annotations

import os

import pytest

import bufferize
from bufferize.analysis import AnalysisHeuristic, analyze_module
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions
from bufferize.ir import Operation, clone
from bufferize_testing import reference_outputs

from .reference_programs import random_text
from .reference_rules import rules_of_the_reference

PLUGINS = ("affine", "arith", "cf", "func", "linalg", "ml_program", "scf", "tensor", "vector")
OPTIONS = (
    "test-analysis-only dump-alias-sets allow-unknown-ops allow-return-allocs-from-loops "
    "bufferize-function-boundaries analysis-heuristic={} analysis-fuzzer-seed={}"
)
# As in test_brute_force.py, a tenth of it.
PROGRAMS = int(os.environ.get("BUFFERIZE_PROGRAMS", "1000")) // 10
BATCH = 50

pytestmark = pytest.mark.reference


def parse(text: str) -> tuple[Operation, bufferize.Context]:
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    return bufferize.parse(text, context), context


def written(root: Operation) -> list[tuple[str, list[str]]]:
    """All that the analysis has written, operation by operation."""
    return [
        (
            op.name,
            [f"{n} = {op.attributes[n]}" for n in sorted(op.attributes) if "memoized" not in n]
            + [str(op.properties[name]) for name in ("arg_attrs",) if name in op.properties],
        )
        for op in root.walk()
    ]


def differences(module: Operation, expected: str | None, options: OneShotOptions) -> list[str]:
    """Where what the analysis writes into a copy of `module` is not what the reference printed."""
    copy = clone(module)
    context = bufferize.Context()
    try:
        with rules_of_the_reference():
            analyze_module(copy, options, context)
    except DiagnosticError as refused:
        return [] if expected is None else [f"refused: {refused}"]
    if expected is None:
        return ["the reference refuses it"]
    ours, theirs = written(copy), written(parse(expected)[0])
    assert len(ours) == len(theirs)
    return [f"{a} instead of {b}" for a, b in zip(ours, theirs, strict=True) if a != b]


@pytest.mark.parametrize("start", range(0, PROGRAMS, BATCH))
def test_decisions_are_those_of_the_reference(start: int) -> None:
    for plugin in PLUGINS:
        pytest.importorskip(f"bufferize_{plugin}")
    seeds = range(start, min(start + BATCH, PROGRAMS))
    # Printed anew by the reference, so that values have the names that it will give them.
    texts = reference_outputs([random_text(seed) for seed in seeds], "--mlir-print-op-generic")
    programs = [text for text in texts if text is not None]
    assert len(programs) == len(seeds)
    modules = [parse(text)[0] for text in programs]
    for heuristic in AnalysisHeuristic:
        options = OneShotOptions(
            test_analysis_only=True,
            dump_alias_sets=True,
            allow_unknown_ops=True,
            allow_return_allocs_from_loops=True,
            bufferize_function_boundaries=True,
            analysis_heuristic=heuristic,
            analysis_fuzzer_seed=start + 1,
        )
        flags = OPTIONS.format(heuristic.value, start + 1)
        outputs = reference_outputs(programs, f"--one-shot-bufferize={flags}")
        for seed, text, module, expected in zip(seeds, programs, modules, outputs, strict=True):
            found = differences(module, expected, options)
            if found:
                pytest.fail(f"seed {seed}, {heuristic.value}: {found[0]} in\n{text}")
