"""Random programs over all dialects print what they mean, bufferized under any options.

Each is run as it stands, every tensor a value, by `tests/random_programs/evaluation.py`, and, once it
is bufferized and lowered by mlir-opt, by mlir-runner. BUFFERIZE_RANDOM_PROGRAMS=5000 runs more of
them than the sample.
"""

from __future__ import annotations

import os
import shutil

import pytest

from bufferize import Context, parse
from bufferize.diagnostics import DiagnosticError
from tests.random_programs.programs import random_program
from tests.random_programs.run import bufferized, expected, found
from tests.run_programs import RUNNER

COUNT = int(os.environ.get("BUFFERIZE_RANDOM_PROGRAMS", "39"))
BOUNDARIES = "bufferize-function-boundaries allow-return-allocs-from-loops"
IDENTITY = "function-boundary-type-conversion=identity-layout-map"
PIPELINES = [
    *(
        f"one-shot-bufferize{{{BOUNDARIES} {options}}}"
        for options in (
            "",
            "analysis-heuristic=top-down",
            "analysis-heuristic=bottom-up-from-terminators",
            "analysis-heuristic=fuzzer analysis-fuzzer-seed=7",
            "copy-before-write",
            "analysis=always-copy",
            "function-boundary-type-conversion=fully-dynamic-layout-map",
            "disjoint-subsets",
            "create-deallocs allow-return-allocs",
        )
    ),
    f"canonicalize,cse,one-shot-bufferize{{{BOUNDARIES}}},canonicalize,cse",
    f"eliminate-empty-tensors,one-shot-bufferize{{{BOUNDARIES}}}",
    f"loop-iter-arg-destination-folding,one-shot-bufferize{{{BOUNDARIES}}}",
    f"one-shot-bufferize{{{BOUNDARIES} {IDENTITY}}},drop-equivalent-buffer-results,"
    "buffer-results-to-out-params{hoist-static-allocs}",
]
REFUSALS = (
    "cannot avoid RaW conflict",
    "would write to read-only buffer",
    "cannot create out param for dynamically shaped result",
)
"""What may be said against a program: some operations cannot use a copy, some results stay."""


@pytest.mark.reference
@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
@pytest.mark.parametrize("number", range(len(PIPELINES)), ids=PIPELINES)
def test_bufferized_programs_print_what_they_mean(number: int) -> None:
    refused = 0
    seeds = range(number, COUNT, len(PIPELINES))
    for seed in seeds:
        text = random_program(seed)
        try:
            buffers = bufferized(text, PIPELINES[number])
        except DiagnosticError as failure:
            if not any(refusal in str(failure) for refusal in REFUSALS):
                raise
            refused += 1
            continue
        assert found(buffers) == expected(parse(text, Context())), f"seed {seed}:\n{text}"
    assert refused <= len(seeds) / 2
