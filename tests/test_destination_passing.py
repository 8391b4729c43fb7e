"""Random programs whose tensors are made where they are inserted print the same, and copy no more.

BUFFERIZE_DESTINATION_PROGRAMS=10000 tries more of them than the sample.
"""

from __future__ import annotations

import os
from collections import Counter

from bufferize import Context, parse
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation, clone
from bufferize.passes import pipeline_from_text
from bufferize_testing.generation import TENSORS
from bufferize_testing.generation.programs import random_program
from tests.random_programs.interpreted import Interpretation
from tests.random_programs.variants import VARIANTS

COUNT = int(os.environ.get("BUFFERIZE_DESTINATION_PROGRAMS", "40"))
FEATURES = ("loops", "branches", "tiles", "destinations", "generics", "calls")
"""The features of programs in turn, beside slices."""
NAMES = (
    "destination-style",
    "destination-style-eliminate",
    "tensor-out-params",
    "tensor-out-params-eliminate",
)
CONTEXT = Context()


def cost(module: Operation, pipeline: str) -> Counter[str] | None:
    """Return the numbers of copies and allocations after a pipeline; None if it is refused."""
    copy = clone(module)
    try:
        pipeline_from_text(f"builtin.module({pipeline})", CONTEXT).run(copy, CONTEXT)
    except DiagnosticError:
        return None
    ops = (op.name for op in copy.walk())
    return Counter(
        "copies" if name.endswith(".copy") else "allocations"
        for name in ops
        if name in ("memref.alloc", "memref.copy", "linalg.copy")
    )


def test_the_rewrite_changes_no_result_and_copies_no_more() -> None:
    interpretation = Interpretation(CONTEXT)
    total: Counter[str] = Counter()
    for seed in range(COUNT):
        text = random_program(seed, ("slices", FEATURES[seed % len(FEATURES)]), vocabulary=TENSORS)
        module = parse(text.text, CONTEXT)
        for name in NAMES:
            ((_, verdict, _),) = interpretation.verdicts(module, [VARIANTS[name]], seed)
            assert not verdict.problem, f"seed {seed}, {name}: {verdict.problem}\n{text.text}"
            total["runs"] += verdict.became == "run"
        tidy = ",cse,canonicalize"
        after = cost(module, VARIANTS["destination-style-eliminate"].pipeline + tidy)
        before = cost(module, VARIANTS["default"].pipeline + tidy)
        if after is not None and before is not None:
            message = f"seed {seed}: {before} {after}\n{text.text}"
            assert after["copies"] <= before["copies"], message
            total["without"] += before["copies"]
            total["with"] += after["copies"]
    assert total["runs"] >= len(NAMES) * COUNT * 0.9
    assert total["with"] < total["without"]
