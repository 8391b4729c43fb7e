"""Random programs whose loops copy into the tensors that they carry print the same.

BUFFERIZE_CARRIED_PROGRAMS=10000 tries more of them than the sample.
"""

from __future__ import annotations

import os
from collections import Counter

from bufferize import Context, parse
from bufferize_testing.generation import TENSORS
from bufferize_testing.generation.programs import random_program
from tests.random_programs.interpreted import Interpretation
from tests.random_programs.variants import Variant

COUNT = int(os.environ.get("BUFFERIZE_CARRIED_PROGRAMS", "40"))
FEATURES = ("named", "slices", "branches", "destinations", "generics", "elements", "tiles", "calls")
"""The features of programs in turn, beside loops."""
CONTEXT = Context()
PLAIN = Variant("plain", "one-shot-bufferize{bufferize-function-boundaries}")
COPYING = Variant(
    "copying",
    "scf-loop-bufferization-preprocessing{bufferize-function-boundaries}," + PLAIN.pipeline,
)


def test_copies_into_carried_tensors_change_no_result() -> None:
    interpretation = Interpretation(CONTEXT)
    total: Counter[tuple[str, str]] = Counter()
    for seed in range(COUNT):
        features = ("loops", FEATURES[seed % len(FEATURES)])
        text = random_program(seed, features, vocabulary=TENSORS).text
        module = parse(text, CONTEXT)
        for variant in (PLAIN, COPYING):
            # One after the other: what they have in common would not be run again.
            ((_, verdict, _),) = interpretation.verdicts(module, [variant], seed)
            problem = verdict.problem
            if "is not equivalent to the corresponding iter bbArg" in problem:
                problem = ""
            assert not problem, f"seed {seed}: {problem}\n{text}"
            total[variant.name, verdict.became] += 1
    assert total["copying", "failed"] <= total["plain", "failed"] * 0.7
    assert total["copying", "refused"] <= total["plain", "refused"]
