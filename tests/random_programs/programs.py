"""Random programs on tensors of 32-bit integers, of operations of all dialects, that print."""

from __future__ import annotations

import random
from collections.abc import Iterable

from tests.random_programs import (  # noqa: F401  # register their steps
    steps_elements,
    steps_regions,
    steps_slices,
    steps_structured,
    steps_threads,
    steps_vectors,
)
from tests.random_programs.functions import blocks, helper
from tests.random_programs.maker import KINDS, OPAQUE, Maker, Style
from tests.random_programs.values import Scope, tensor_type

ALWAYS = {"print": 3, "elements": 1}
FEATURES = sorted(
    {kind.feature for kind in KINDS} - ALWAYS.keys() | {"blocks", "recursion", "bodies"}
)
SHAPES = [(2,), (2,), (4,), (2, 2), (1,), (3,), (4, 2)]
_VALUES = {"%n0": 0, "%n1": 1, "%n2": 2, "%n4": 4, "%yes": 1, "%no": 0, "%low": -1}


def style(rng: random.Random, features: Iterable[str]) -> Style:
    """What one program is like: it has only some of the features, so that these meet often."""
    wanted = frozenset(features)
    weights = dict(ALWAYS)
    for feature in FEATURES:
        weight = rng.choice([0, 0, 0, 1, 3] if not wanted else [0] * 9 + [1])
        if feature in wanted:
            weight = 4
        if weight:
            weights[feature] = weight
    shapes = [rng.choice(SHAPES) for _ in range(rng.choice([1, 1, 2]))]
    return Style(
        weights,
        shapes,
        dynamic=rng.choice([0, 0, 0, 0.3, 0.6]),
        opaque=rng.choice([0, 0.2, 0.7]),
        new=rng.choice([0.03, 0.1, 0.25]),
    )


def random_program(seed: int, features: Iterable[str] = (), size: int = 7) -> str:
    """A module of functions and `main`; `size` is about how many steps `main` takes."""
    rng = random.Random(seed)
    maker = Maker(rng, style(rng, features))
    weights = maker.style.weights
    if "calls" in weights or "recursion" in weights:
        weights.setdefault("calls", 1)
        for number in range(rng.choice([1, 1, 2])):
            helper(maker, f"f{number}")
    maker.open()
    if "blocks" in weights and rng.random() < 0.4:
        blocks(maker, Scope(), [])
    else:
        scope = Scope()
        maker.block(scope, size, 2)
        for _ in range(rng.choice([1, 2, 3])):
            maker.print(scope, maker.tensor(scope, defined=True))
        maker.emit("return")
    opaque = maker.close("program", [], [])
    maker.open()
    names, types = [], []
    for name in opaque:
        value = OPAQUE[name]
        names.append(maker.constant(_VALUES[name], value.type))
        types.append(value.type)
    maker.emit(f"func.call @program({', '.join(names)}) : ({', '.join(types)}) -> ()")
    maker.emit("return")
    maker.close("main", [], [])
    return "\n".join([*_globals(maker), *sorted(maker.declarations), *maker.texts, ""])


def _globals(maker: Maker) -> list[str]:
    shape = maker.style.shapes[0]
    type = tensor_type(shape)
    return [
        f"ml_program.global private {'' if number else 'mutable '}@state{number}"
        f"(dense<{number + 5}> : {type}) : {type}"
        for number in sorted(maker.globals)
    ]
