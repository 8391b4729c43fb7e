"""Small programs are bufferized to right code, and ever fewer of them copy too much.

Those of one operation and a tenth of those of two are judged in every run, all of two in the long
ones; `python -m tests.small_programs` judges more of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from unittest.mock import patch

import pytest

import bufferize
from bufferize.analysis.conflicts import ConflictRules
from bufferize.driver import OneShotOptions, make_copies_explicit
from bufferize.interfaces import is_tensor_like
from tests.small_programs import ledger
from tests.small_programs.decisions import copied_operands, programs_of
from tests.small_programs.evaluation import evaluate
from tests.small_programs.faults import (
    NOT_NEEDED,
    TAKEN_OUT,
    WEAKENED,
    all_rules,
    copies_more,
    first_seen,
    is_wrong,
    without,
)
from tests.small_programs.programs import SHAPES, Program, Step
from tests.small_programs.search import Part, Searcher, Tally, search
from tests.small_programs.simulation import Judge
from tests.small_programs.spaces import EXTRACT, INSERT, SPACES, Space
from tests.small_programs.text import function_text, module_text

STRAIGHT = [name for name, space in SPACES.items() if space.shape == "straight"]
LARGE = [name for name, space in SPACES.items() if space.count(1) > 1000]
COMPLETE = [
    (name, int(operations)) for name, lines in ledger.read().items() for operations in lines
]
AROUND = [name for name in SPACES if name not in STRAIGHT]


@pytest.fixture(scope="module")
def context() -> bufferize.Context:
    return bufferize.Context()


def judged(part: Part, jobs: int = 1) -> Tally:
    tally = Tally()
    for _, found in search(part, jobs):
        tally.add(found)
    for finding in tally.found("wrong", "refused")[:3]:
        print(finding)
    assert not tally.found("wrong", "refused")
    return tally


class TestNumbers:
    """Programs by number are those that a plain enumeration finds."""

    @pytest.mark.parametrize(
        ("name", "operations"),
        [*product(STRAIGHT, [0, 1]), ("slices", 2), ("shapes", 2), ("matrices", 2)],
    )
    def test_they_are_all_programs(self, name: str, operations: int) -> None:
        space = SPACES[name]
        numbered = {space.program(operations, n) for n in range(space.count(operations))}
        assert len(numbered) == space.count(operations)
        assert numbered == set(enumerated(space, operations))

    @pytest.mark.parametrize("name", [name for name in SPACES if name not in LARGE])
    def test_no_program_comes_twice(self, name: str) -> None:
        space = SPACES[name]
        numbers = range(space.count(1))
        texts = {function_text(space.program(1, number), "f") for number in numbers}
        assert len(texts) == len(numbers)

    @pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "straight"])
    def test_regions_take_any_visible_tensor(self, shape: str) -> None:
        # Without operations, the numbers of ways are multiplied by hand.
        counts = {"if": 16, "diamond": 16, "for": 24, "while": 72, "blocks": 24, "forall": 0}
        counts |= {"index_switch": 32, "two_carried": 320}
        assert SPACES[shape].count(0) == counts[shape]

    def test_numbers_end(self) -> None:
        space = SPACES["elements"]
        with pytest.raises(IndexError):
            space.program(2, space.count(2))


def enumerated(space: Space, operations: int) -> Iterator[Program]:
    """Enumerate straight-line programs without counting any."""
    start = replace(space, most_returned=0).program(0, 0)

    def extended(types: tuple[str, ...], steps: tuple[Step, ...]) -> Iterator[Program]:
        if len(steps) == operations:
            for size in range(3):
                for returned in combinations(range(len(types)), size):
                    yield replace(start, types=types, segments=(steps,), returns=returned)
            return
        for kind in space.kinds:
            fitting = [[v for v, t in enumerate(types) if t == type] for type in kind.operands]
            results = [] if kind.result is None else [kind.result]
            defined = len(types) if results else -1
            for operands, place in product(product(*fitting), range(kind.places)):
                step = Step(kind, operands, place, defined, len(steps))
                yield from extended((*types, *results), (*steps, step))

    return extended(start.types, ())


class TestJudge:
    """The judges see what is wrong."""

    @pytest.mark.parametrize("name", SPACES)
    def test_operands_have_the_numbers_of_the_ir(
        self, name: str, context: bufferize.Context
    ) -> None:
        space = SPACES[name]
        numbers = range(0, space.count(2), max(1, space.count(2) // 15))
        for number in numbers:
            program = space.program(2, number)
            module = bufferize.parse(module_text([program]), context)
            options = OneShotOptions(
                bufferize_function_boundaries=True,
                allow_return_allocs_from_loops=True,
                analysis="always-copy",
            )
            (function,) = programs_of(module)
            operands = [operand for op in function.walk() for operand in op.operands]
            assert sum(is_tensor_like(o.type) for o in operands) == program.sites.total
            make_copies_explicit(module, options, context)
            copied = copied_operands(function)
            assert copied <= set(range(program.sites.total))
            assert Judge(program).is_right(copied)

    def test_all_in_place_is_right_without_a_read(self) -> None:
        read_before, read_after = [
            next(p for p in programs_with("extract", "insert") if p.steps[1 - at].kind is INSERT)
            for at in (0, 1)
        ]
        assert Judge(read_before).is_right(frozenset())
        assert evaluate(read_before, read_before.inputs[0]).seen == [1]
        assert read_after.steps[0].kind is INSERT
        assert read_after.steps[1].kind is EXTRACT


def programs_with(*names: str) -> Iterator[Program]:
    space = SPACES["elements"]
    for number in range(space.count(2)):
        program = space.program(2, number)
        if sorted(step.kind.name for step in program.steps) == sorted(names):
            yield program


class TestFaults:
    """Planted faults are found."""

    def test_every_rule_is_taken_out_or_known_not_to_be_needed(self) -> None:
        assert all_rules() == TAKEN_OUT.keys() | NOT_NEEDED.keys()
        assert not TAKEN_OUT.keys() & NOT_NEEDED.keys()

    @pytest.mark.slow
    @pytest.mark.parametrize("rule", TAKEN_OUT)
    def test_without_a_rule_there_are_more_copies(
        self, rule: str, context: bufferize.Context
    ) -> None:
        assert first_seen(TAKEN_OUT[rule], lambda: without(rule), copies_more, context)

    @pytest.mark.parametrize("fault", WEAKENED)
    def test_with_a_weaker_rule_a_program_is_wrong(
        self, fault: str, context: bufferize.Context
    ) -> None:
        target, shown = WEAKENED[fault]
        assert first_seen(shown, lambda: patch.object(*target), is_wrong, context)

    def test_running_finds_it_too(self) -> None:
        numbers = range(SPACES["shapes"].count(1))
        with patch.object(ConflictRules, "conflicting_definition", lambda *_: None):
            tally = Searcher().judge(Part("shapes", 1, numbers, "running"))
        assert tally.counts["wrong"] > 2
        assert "computes" in tally.findings[0].problem


class TestPrograms:
    """No small program is wrong, and copies only become fewer."""

    @pytest.mark.parametrize("name", [name for name in SPACES if name not in LARGE])
    def test_one_operation_by_decisions(self, name: str) -> None:
        self.compare(name, 1, judged(ledger.whole(name, 1)))

    @pytest.mark.parametrize("name", STRAIGHT)
    def test_one_operation_by_running(self, name: str) -> None:
        judged(Part(name, 1, range(SPACES[name].count(1)), "running"))

    @pytest.mark.parametrize(
        ("name", "operations", "every"),
        [
            *((name, 1, 20) for name in LARGE),
            *((name, 2, 10) for name in STRAIGHT),
            *((name, 2, 500) for name in AROUND),
        ],
    )
    def test_some_by_decisions(self, name: str, operations: int, every: int) -> None:
        judged(Part(name, operations, range(3, SPACES[name].count(operations), every)))

    @pytest.mark.parametrize("heuristic", ["dearest-first", "fewest-bytes"])
    @pytest.mark.parametrize("name", SPACES)
    def test_orders_of_bufferize_optimum(self, name: str, heuristic: str) -> None:
        operations = 2 if name in STRAIGHT else 1
        count = SPACES[name].count(operations)
        numbers = range(7, count, max(1, count // 40))
        judged(Part(name, operations, numbers, heuristic=heuristic))

    @pytest.mark.slow
    @pytest.mark.parametrize(("name", "operations"), COMPLETE)
    def test_all_by_decisions(self, name: str, operations: int) -> None:
        tally = judged(ledger.whole(name, operations), os.cpu_count() or 1)
        self.compare(name, operations, tally)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", AROUND)
    def test_some_of_two_operations_by_running(self, name: str) -> None:
        numbers = range(5, SPACES[name].count(2), 100)
        judged(Part(name, 2, numbers, "running"), os.cpu_count() or 1)

    @pytest.mark.slow
    @pytest.mark.reference
    @pytest.mark.parametrize("name", [name for name in SPACES if name not in LARGE])
    def test_one_operation_with_the_reference(self, name: str) -> None:
        self.compare(name, 1, judged(ledger.whole(name, 1, compares=True)))

    def compare(self, name: str, operations: int, tally: Tally) -> None:
        listed = ledger.read()[name][str(operations)]
        line = ledger.line(name, tally)
        assert line["programs"] == listed["programs"]
        assert not ledger.raised(listed, line), "more copies; if that is right: --ledger"
