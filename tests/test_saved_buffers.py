"""Random programs after each saving of buffers, and after `bufferize fix`, print the same.

BUFFERIZE_SAVED_PROGRAMS=1000 tries more of them than the sample.
"""

from __future__ import annotations

import os
from collections import Counter

from bufferize import Context, OneShotOptions, parse
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation, clone, require_valid
from bufferize.passes import pipeline_from_text
from bufferize_explain.fixes import Budget, Saving, advise_on_buffers, fix
from bufferize_testing.generation import TENSORS
from bufferize_testing.generation.programs import random_program
from tests.random_programs.evaluation import Undefined
from tests.random_programs.interpreted import Interpretation, Meaningless
from tests.random_programs.meaning import expected
from tests.random_programs.variants import Variant
from tests.test_reused_buffers import CHAINS

COUNT = int(os.environ.get("BUFFERIZE_SAVED_PROGRAMS", "16"))
FEATURES = ("slices", "loops", "branches", "destinations", "named", "calls", "generics", "tiles")
"""The features of programs in turn, beside chains of element-wise operations."""
OPTIONS = OneShotOptions(bufferize_function_boundaries=True, allow_return_allocs_from_loops=True)
CONTEXT = Context()


def program(seed: int) -> Operation:
    features = ("chains", FEATURES[seed % len(FEATURES)])
    return parse(random_program(seed, features, vocabulary=TENSORS | CHAINS).text, CONTEXT)


def pipeline_of(saving: Saving) -> str:
    """Return the pipeline that its flag gives, without the module around it."""
    flag = saving.fix.flag
    assert flag is not None
    return flag.partition("'builtin.module(")[2].removesuffix(")'")


def ops_after(module: Operation, pipeline: str) -> Counter[str]:
    copy = clone(module)
    pipeline_from_text(f"builtin.module({pipeline})", CONTEXT).run(copy, CONTEXT)
    return Counter(op.name for op in copy.walk())


PLAIN = "one-shot-bufferize{bufferize-function-boundaries allow-return-allocs-from-loops}"


def test_savings_are_what_they_say_and_change_no_result() -> None:
    interpretation = Interpretation(CONTEXT)
    total: Counter[str] = Counter()
    for seed in range(COUNT):
        module = program(seed)
        try:
            advice = advise_on_buffers(module, OPTIONS, CONTEXT, only_safe=True)
        except DiagnosticError:
            continue
        before = ops_after(module, PLAIN)
        assert before["memref.alloc"] == len(advice.buffers), f"seed {seed}"
        for saving in advice.savings:
            total[saving.fix.name] += 1
            after = ops_after(module, pipeline_of(saving))
            fewer = before["memref.alloc"] - after["memref.alloc"]
            assert fewer == saving.num_removed - saving.num_added, f"seed {seed}: {saving}"
            variant = Variant(saving.fix.name, pipeline_of(saving))
            try:
                ((_, verdict, _),) = interpretation.verdicts(module, [variant], seed)
            except Meaningless:
                continue
            assert not verdict.problem, f"seed {seed}: {saving}: {verdict.problem}"
            total["runs"] += verdict.became == "run"
    assert total["`--cse`"] > COUNT / 4
    assert total["`--reuse-buffers`"] > COUNT / 4
    assert total["runs"] > COUNT / 2


def test_fixed_programs_print_the_same_and_allocate_less() -> None:
    num_fixed = 0
    for seed in range(COUNT):
        module = program(seed)
        try:
            before = ops_after(module, PLAIN)
            wanted = expected(module)
            fixed = fix(module, OPTIONS, CONTEXT, budget=Budget(trials=8))
        except (Undefined, DiagnosticError):
            continue
        require_valid(module)
        assert expected(module) == wanted, f"seed {seed}"
        after = ops_after(module, PLAIN)
        if fixed.savings:
            num_fixed += 1
            assert after["memref.alloc"] < before["memref.alloc"], f"seed {seed}"
            assert after["memref.copy"] <= before["memref.copy"], f"seed {seed}"
    assert num_fixed > COUNT / 4
