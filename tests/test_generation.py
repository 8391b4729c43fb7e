"""The generator of random programs makes valid programs, shrinks them, and can be extended."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings

from bufferize import Context, parse
from bufferize.interfaces import LoopLikeOpInterface, constant_int
from bufferize.ir import DYNAMIC, TensorType, Value, verify
from bufferize_testing.generation import (
    FEATURES,
    TENSORS,
    Maker,
    RandomProgram,
    TensorStyle,
    Values,
    Vocabulary,
    random_program,
)
from bufferize_testing.generation.graphs import dominators, random_edges, with_ways_out
from bufferize_testing.generation.strategies import programs

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


@pytest.mark.slow
def test_features_are_in_the_programs_that_have_them() -> None:
    assert WORDS.keys() <= set(FEATURES)
    for feature, word in WORDS.items():
        texts = [random_program(seed, [feature]).text for seed in range(30)]
        assert sum(word in text for text in texts) > 4, feature


def _blocks(op: Any) -> int:
    """Return the largest number of blocks of a region of an operation."""
    return max((len(region.blocks) for region in op.regions), default=0)


def _goes_back(op: Any) -> bool:
    """Return whether the blocks of an operation are not in the order in which they run."""
    for region in op.regions:
        number = {block: at for at, block in enumerate(region.blocks)}
        for block, at in number.items():
            if block.last_op and any(number[other] <= at for other in block.last_op.successors):
                return True
    return False


def _is_among_blocks(op: Any) -> bool:
    region = op.parent_region
    return bool(op.regions) and region is not None and len(region.blocks) > 1


def _counter(op: Any) -> Any:
    """Return start, end and step of an `scf.for`, if they are known."""
    bounds = (op.lower_bound, op.upper_bound, op.step) if op.name == "scf.for" else ()
    numbers = [constant_int(value) for value in bounds]
    return (1, 1, 1) if None in numbers or not numbers else numbers


def _strides(op: Any) -> set[int]:
    return {*op.static_strides.values} if op.name == "tensor.extract_slice" else set()


def _tensors(op: Any) -> list[Value]:
    return [value for value in op.operands if isinstance(value.type, TensorType)]


def _repeats(op: Any) -> bool:
    return len(set(_tensors(op))) < len(_tensors(op))


def _calls_earlier(op: Any) -> bool:
    """Return whether a callee stands before the function that calls it."""
    caller = op
    while caller.name != "func.func":
        caller = caller.parent_op
    for function in caller.parent.ops:
        if function is caller:
            return False
        if function.name == "func.func" and function.symbol_name == op.callee.leaf:
            return True
    return False


def _leaves_elements(op: Any) -> bool:
    """Return whether some elements of an output are not computed: its map is no permutation."""
    if op.name != "linalg.generic":
        return False
    maps = [attr.map for attr in op.indexing_maps][len(op.inputs) :]
    return any(map.num_results and not map.is_projected_permutation() for map in maps)


def _in_bounds(op: Any) -> bool:
    return all(attr.value for attr in op.in_bounds)


OCCURRENCES: dict[str, Callable[[Any], bool]] = {
    "slices": lambda op: op.name == "tensor.insert_slice",
    "slices backwards": lambda op: any(DYNAMIC < stride < 0 for stride in _strides(op)),
    "slices of one element": lambda op: 0 in _strides(op),
    "signed loops": lambda op: op.name == "scf.for" and not op.unsigned_cmp,
    "unsigned loops": lambda op: op.name == "scf.for" and op.unsigned_cmp,
    "steps of zero": lambda op: _counter(op)[2] == 0,
    "negative steps": lambda op: _counter(op)[2] < 0,
    "negative starts": lambda op: _counter(op)[0] < 0,
    "zero trips": lambda op: isinstance(op, LoopLikeOpInterface) and op.static_trip_count == 0,
    "while": lambda op: op.name == "scf.while",
    "branches": lambda op: op.name == "scf.if",
    "branches of many ways": lambda op: op.name == "scf.index_switch",
    "block graphs": lambda op: op.name == "func.func" and _blocks(op) > 1,
    "blocks in any order": _goes_back,
    "blocks in regions": lambda op: op.name != "func.func" and _blocks(op) > 1,
    "regions within blocks": _is_among_blocks,
    "calls": lambda op: op.name == "func.call" and len(op.operands) > 1,
    "calls with aliasing arguments": lambda op: op.name == "func.call" and _repeats(op),
    "functions without a body": lambda op: op.name == "func.func" and op.is_external,
    "recursion": lambda op: op.name == "func.call" and not _calls_earlier(op),
    "windows": lambda op: op.name == "linalg.generic" and "d0 + d1" in str(op.indexing_maps),
    "repeated operands": lambda op: op.name.startswith("linalg.") and _repeats(op),
    "partial outputs": _leaves_elements,
    "transfers out of bounds": lambda op: "vector.transfer" in op.name and not _in_bounds(op),
    "masked transfers": lambda op: "vector.transfer" in op.name and op.is_masked,
    "threads": lambda op: op.name == "scf.forall",
}
"""What programs drawn from a seed alone must have now and then, as a test of some operation."""


def test_programs_have_everything_without_being_asked() -> None:
    counts: Counter[str] = Counter()
    for seed in range(250):
        ops = list(parse(random_program(seed).text, CONTEXT).walk())
        counts.update(name for name, has in OCCURRENCES.items() if any(map(has, ops)))
    assert {name: counts[name] for name in OCCURRENCES if counts[name] < 2} == {}


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
@pytest.mark.slow
def test_drawn_programs_are_valid(program: RandomProgram) -> None:
    assert not verify(parse(program.text, CONTEXT))


@pytest.mark.slow
def test_drawn_programs_become_small() -> None:
    more = settings(PATIENT, max_examples=300, phases=[Phase.generate, Phase.shrink])
    found = find(programs(), lambda program: "scf.for" in program.text, settings=more)
    lines = found.text.splitlines()
    assert len([line for line in lines if "arith.constant" not in line]) <= 40, found.text


CUSTOM: Vocabulary[Maker, Values] = Vocabulary()


@CUSTOM.step("halves", 2)
def halve(maker: Maker, scope: Values, depth: int) -> None:
    """Add an operation of a foreign dialect."""
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
