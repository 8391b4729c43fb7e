"""The generator of random programs: what it makes is valid, small where it may be, and can be extended."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import HealthCheck, Phase, find, given, settings

from bufferize import Context, parse
from bufferize.ir import verify
from bufferize.testing.generation import (
    FEATURES,
    TENSORS,
    Maker,
    Program,
    TensorStyle,
    Values,
    Vocabulary,
    random_program,
)
from bufferize.testing.generation.graphs import dominators, random_edges, with_ways_out
from bufferize.testing.generation.strategies import programs

CONTEXT = Context()
PATIENT = settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)


def test_graphs_are_reached_and_left() -> None:
    entries: Counter[bool] = Counter()
    for seed in range(300):
        rng = random.Random(seed)
        edges = with_ways_out(random_edges(rng, rng.randint(1, 6)), only_one=seed % 2 == 0)
        assert all(max(targets, default=1) > 0 and len(targets) <= 2 for targets in edges)
        assert sum(not targets for targets in edges) >= 1
        assert seed % 2 or sum(not targets for targets in edges) == 1
        for start in range(len(edges)):
            block = start
            for _ in edges:  # the last successor is on the way out
                block = edges[block][-1] if edges[block] else block
            assert not edges[block]
        over = dominators(edges)
        back = [(a, b) for a, to in enumerate(edges) for b in to if _is_reached(edges, b, a)]
        entries[any(b not in over[a] and a not in over[b] for a, b in back)] += 1
    assert entries[True] > 3, "loops with several entries"


def _is_reached(edges: list[list[int]], start: int, target: int) -> bool:
    seen, work = {start}, [start]
    while work:
        for block in edges[work.pop()]:
            if block not in seen:
                seen.add(block)
                work.append(block)
    return target in seen


WORDS = {
    "windows": "d0 + d1",
    "loop_bounds": "scf.for unsigned",
    "masks": "_mask ",
    "graphs": "arith.subi",
    "recursion": "%times",
    "vectors": "transfer_write",
    "strides": "[-1",
}


def test_features_are_in_the_programs_that_have_them() -> None:
    assert WORDS.keys() <= set(FEATURES)
    for feature, word in WORDS.items():
        texts = [random_program(seed, [feature]).text for seed in range(30)]
        assert sum(word in text for text in texts) > 4, feature


def test_weights_say_what_there_is() -> None:
    style = TensorStyle({"slices": 1}, size=5)
    text = random_program(1, style=style).text
    assert "_slice" in text
    assert "scf" not in text
    assert "linalg" not in text.replace("linalg.fill", "")


def test_functions_say_what_they_take() -> None:
    program = random_program(4, ["calls"])
    for function in program.functions:
        assert f"@{function.name}(" in program.text
        for parameter in function.parameters:
            assert f"{parameter.name}: {parameter.type}" in program.text


@PATIENT
@given(programs())
def test_drawn_programs_are_valid(program: Program) -> None:
    assert not verify(parse(program.text, CONTEXT))


def test_drawn_programs_become_small() -> None:
    more = settings(PATIENT, max_examples=300, phases=[Phase.generate, Phase.shrink])
    found = find(programs(), lambda program: "scf.for" in program.text, settings=more)
    lines = found.text.splitlines()
    assert len([line for line in lines if "arith.constant" not in line]) <= 26, found.text


CUSTOM: Vocabulary[Maker, Values] = Vocabulary()


@CUSTOM.step("halves", 2)
def halve(maker: Maker, scope: Values, depth: int) -> None:
    """An operation of someone else's dialect."""
    tensor = maker.tensor(scope, defined=True)
    line = f'"their.halve"({tensor.name}) : ({tensor.type}) -> {tensor.type}'
    maker.new(line, scope, tensor.type, tensor.shape)


def test_others_add_their_operations() -> None:
    context = Context()
    context.allow_unregistered_dialects = True
    vocabulary = TENSORS | CUSTOM
    texts = [random_program(seed, ["halves"], vocabulary=vocabulary).text for seed in range(10)]
    assert sum("their.halve" in text for text in texts) > 4
    for text in texts:
        assert not verify(parse(text, context))
    assert "their.halve" not in random_program(0, vocabulary=vocabulary.without("halve")).text
