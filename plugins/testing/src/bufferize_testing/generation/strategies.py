"""Random programs as hypothesis strategies, which shrink failing programs.

A module of its own, as it needs hypothesis.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from hypothesis import strategies as st

from bufferize_testing.generation.maker import Vocabulary
from bufferize_testing.generation.programs import RandomProgram, random_program
from bufferize_testing.generation.text import TENSORS, Maker, TensorStyle, Values


def programs(
    features: Iterable[str] = (),
    size: int = 7,
    *,
    style: TensorStyle | None = None,
    vocabulary: Vocabulary[Maker, Values] = TENSORS,
) -> st.SearchStrategy[RandomProgram]:
    """Return a strategy of `random_program`, whose decisions hypothesis draws."""
    wanted = tuple(features)

    def drawn(rng: random.Random) -> RandomProgram:
        return random_program(rng, wanted, size, style=style, vocabulary=vocabulary)

    # Not a seed: a smaller seed does not give a smaller program.
    return st.randoms(use_true_random=False).map(drawn)
