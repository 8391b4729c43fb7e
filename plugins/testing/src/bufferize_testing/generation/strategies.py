"""Random programs as strategies of hypothesis, which makes them small where a test fails.

Needs hypothesis, which `pip install bufferize-testing` brings.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from hypothesis import strategies as st

from bufferize_testing.generation.maker import Vocabulary
from bufferize_testing.generation.programs import Program, random_program
from bufferize_testing.generation.text import TENSORS, Maker, TensorStyle, Values


def programs(
    features: Iterable[str] = (),
    size: int = 7,
    *,
    style: TensorStyle | None = None,
    vocabulary: Vocabulary[Maker, Values] = TENSORS,
) -> st.SearchStrategy[Program]:
    """Return what `random_program` makes of the same arguments, each decision drawn by hypothesis."""
    wanted = tuple(features)

    def drawn(rng: random.Random) -> Program:
        return random_program(rng, wanted, size, style=style, vocabulary=vocabulary)

    # Not a seed: what follows from a smaller one is no smaller.
    return st.randoms(use_true_random=False).map(drawn)
