"""The search for programs that catch mutants which the pool does not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from bufferize import Context
from bufferize_testing.generation import FEATURES, random_program
from tests.mutation_score.declarations import Reach
from tests.mutation_score.judgement import AnyMutant, Judge, Judgement, Verdict
from tests.mutation_score.pool import program_of, runs_of

_MIXES: Final = (
    ("loops", "tiles"),
    ("blocks", "tiles"),
    ("slices", "loops"),
    ("slices", "blocks"),
    ("calls", "empties", "loops"),
    ("threads", "slices"),
    ("strides", "loops"),
    ("branches", "slices"),
    ("calls", "blocks"),
    ("generics", "loops"),
    ("graphs", "tiles"),
    ("bodies", "empties"),
)
"""Features that the rules are about; every other program has some that are drawn."""
_VARIANTS: Final = ("default", "disjoint top-down", "fuzzer")
_SECONDS: Final = 2


def search(
    mutants: Sequence[AnyMutant], seeds: range, context: Context
) -> Iterator[tuple[Judgement, str]]:
    """Yield the mutants that random programs catch, each with the features and the seed of the
    program."""
    reach = Reach(context)
    left = {mutant.name: mutant for mutant in mutants}
    for seed in seeds:
        features: tuple[str, ...] = _MIXES[seed // 2 % len(_MIXES)]
        if seed % 2:
            features = tuple(sorted(random.Random(seed).sample(FEATURES, 2)))
        name = f"generated {' '.join(features)} {seed}"
        program = program_of(name, random_program(seed, features).text, context)
        if program is None:
            continue
        judge = Judge(list(runs_of(program, context, reach, _VARIANTS)), context, _SECONDS)
        for mutant in list(left.values()):
            found = judge.judged(mutant)
            if found.verdict is Verdict.CHECK:
                del left[mutant.name]
                yield found, f"({features}, {seed})"
        if not left:
            return
