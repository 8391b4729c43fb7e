"""Random programs with output, on tensors of 32-bit integers, with ops of all dialects."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from bufferize_testing.generation import (  # noqa: F401  # register their steps
    steps_elements,
    steps_regions,
    steps_slices,
    steps_structured,
    steps_threads,
    steps_vectors,
)
from bufferize_testing.generation.blocks import blocks
from bufferize_testing.generation.functions import plan, write_function
from bufferize_testing.generation.maker import Vocabulary
from bufferize_testing.generation.text import (
    OPAQUE,
    TENSORS,
    Function,
    Maker,
    Shape,
    TensorStyle,
    Values,
    tensor_type,
)

ALWAYS = {"print": 3, "elements": 1}
FEATURES = sorted(
    TENSORS.features - ALWAYS.keys() | {"blocks", "bodies", "graphs", "masks", "recursion"}
)
SHAPES: list[Shape] = [(2,), (2,), (4,), (2, 2), (1,), (3,), (4, 2)]


@dataclass(frozen=True)
class RandomProgram:
    """A module as text."""

    text: str
    functions: tuple[Function, ...]
    """The functions with tensor parameters; `main` has no parameters and calls them."""


def random_program(
    seed: int | random.Random,
    features: Iterable[str] = (),
    size: int = 7,
    *,
    style: TensorStyle | None = None,
    vocabulary: Vocabulary[Maker, Values] = TENSORS,
) -> RandomProgram:
    """Return a program that terminates and reads no undefined or out-of-bounds elements.

    Args:
        seed: a seed, or a random number generator.
        features: the required features; some others are added.
        size: the approximate number of steps of the largest function.
        style: the parameters of the program, drawn by default.
        vocabulary: the steps.
    """
    rng = random.Random(seed) if isinstance(seed, int) else seed
    maker = Maker(rng, style or random_style(rng, features, size, vocabulary), vocabulary)
    if "calls" in maker.style.weights:
        plan(maker, rng.choice([1, 1, 2]))
        for function in maker.functions:
            write_function(maker, function)
    _main(maker)
    text = "\n".join([*_globals(maker), *sorted(maker.helpers), *maker.texts, ""])
    return RandomProgram(text, tuple(maker.functions))


def random_style(
    rng: random.Random,
    features: Iterable[str] = (),
    size: int = 7,
    vocabulary: Vocabulary[Maker, Values] = TENSORS,
) -> TensorStyle:
    """Return random parameters with a few features, so that these are often combined."""
    wanted = frozenset(features)
    weights: dict[str, float] = dict(ALWAYS)
    for feature in sorted({*vocabulary.features, *FEATURES} - ALWAYS.keys()):
        weight = rng.choice([0, 0, 0, 1, 3] if not wanted else [0] * 9 + [1])
        if feature in wanted:
            weight = 4
        if weight:
            weights[feature] = weight
    for part, whole in (("recursion", "calls"), ("masks", "vectors"), ("graphs", "blocks")):
        if part in weights:
            weights.setdefault(whole, 1)
    return TensorStyle(
        weights,
        size,
        shapes=tuple(rng.choice(SHAPES) for _ in range(rng.choice([1, 1, 2]))),
        dynamic=rng.choice([0, 0, 0, 0.3, 0.6]),
        opaque=rng.choice([0, 0.2, 0.7]),
        new=rng.choice([0.03, 0.1, 0.25]),
    )


def _main(maker: Maker) -> None:
    """Add the largest function, and `main`, which calls it."""
    program = Function("program", (), ())
    maker.open(program)
    if "blocks" in maker.style.weights and maker.chance(0.4):
        blocks(maker, Values(), [], "return")
    else:
        scope = Values()
        maker.steps(scope, maker.style.size, maker.style.depth)
        for _ in range(maker.rng.choice([1, 2, 3])):
            maker.print(scope, maker.tensor(scope, defined=True))
        maker.emit("return")
    maker.close(program)
    main = Function("main", (), ())
    maker.open(main)
    given = [OPAQUE[name] for name in program.opaque]
    names = ", ".join(maker.constant(value.known or 0, value.type) for value in given)
    types = ", ".join(value.type for value in given)
    maker.emit(f"func.call @program({names}) : ({types}) -> ()")
    maker.emit("return")
    maker.close(main)


def _globals(maker: Maker) -> list[str]:
    type = tensor_type(maker.style.shapes[0])
    return [
        f"ml_program.global private {'' if number else 'mutable '}@state{number}"
        f"(dense<{number + 5}> : {type}) : {type}"
        for number in sorted(maker.globals)
    ]
