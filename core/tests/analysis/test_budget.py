"""The budget: how much is tested at most, and what becomes of the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bufferize.analysis import AnalysisOptions, OneShotAnalysisState, analyze_module, analyze_op
from bufferize.diagnostics import PassError
from bufferize.ir import Operation, OpOperand, UnitAttr, Value
from bufferize.record import Reason

from .oracle import OracleState
from .program_shapes import SHAPES
from .programs import random_module
from .toy import (
    FORCED,
    TENSOR,
    FillOp,
    ForceOp,
    NewOp,
    PutOp,
    ReturnOp,
    UpdateOp,
    ViewOp,
    finish,
    function,
    make,
    module,
)
from .toy_models import ToyContext


def quadratic(count: int) -> Operation:
    """A function in which every write might disturb every read, until the slices are compared."""
    func = function(module(), "f", 1)
    body = func.entry_block
    whole: Value = body.arguments[0]
    last = whole
    for _ in range(count):
        make(body, FillOp, make(body, ViewOp, whole, at=0).result)
    part = make(body, NewOp).result
    for _ in range(count):
        last = make(body, PutOp, part, whole, at=0).result
    finish(body, last, cls=ReturnOp)
    return func


def analyzed(root: Operation, budget: int) -> OneShotAnalysisState:
    options = AnalysisOptions(bufferize_function_boundaries=True, analysis_budget=budget)
    state = OneShotAnalysisState(options, ToyContext(), root)
    analyze_op(root, state)
    return state


def test_the_number_of_tests_is_bounded() -> None:
    for count in (50, 100):
        assert analyzed(quadratic(count), 0).counters.candidates > count * count
        for budget in (1, 30, 1000):
            state = analyzed(quadratic(count), budget)
            assert state.counters.candidates == budget
            assert len(state.warnings) == 1
    # Nor do other kinds of work grow faster than the program.
    searches = [analyzed(quadratic(count), 30).counters.searches for count in (50, 100)]
    assert searches[1] < 2.1 * searches[0]


def test_what_is_left_untested_is_copied_and_logged() -> None:
    state = analyzed(quadratic(20), 100)
    untested = [decision for decision in state.decisions if decision.reason is Reason.BUDGET]
    assert untested
    for decision in untested:
        assert not decision.in_place
        assert decision.write is not None
        assert decision.read is not None
        assert decision.definition is None
    first = state.decisions.index(untested[0])
    unlimited = {d.operand: d for d in analyzed(untested[0].operand.owner.parent_op, 0).decisions}  # type: ignore[arg-type]
    assert [unlimited[d.operand].in_place for d in state.decisions[:first]] == [
        d.in_place for d in state.decisions[:first]
    ]
    (warning,) = state.warnings
    assert str(warning) == (
        "@f: warning: analysis of function 'f' stopped after 100 candidate tests: "
        f"{first} of {len(state.decisions)} operands had been decided; "
        f"copied for that reason: {len(untested)}"
    )
    assert [note.message for note in warning.notes] == [
        "raise analysis-budget, or set it to 0 for as many tests as it takes"
    ]


def test_what_needs_no_test_stays_in_place() -> None:
    root = quadratic(3)
    body = root.regions[0].entry
    last = body.terminator.operands[0]
    for _ in range(3):
        update = UpdateOp.create([last], [TENSOR])
        body.insert_before(update, body.terminator)
        last = update.result
    body.terminator.set_operand(0, last)
    assert {d.operand.owner.name for d in analyzed(root, 1).decisions if not d.in_place} == {
        "toy.put",
        "toy.view",
    }


def tile(parent: Operation, name: str) -> Operation:
    """A function that takes two tests."""
    func = function(parent, name, 1)
    body = func.entry_block
    whole = body.arguments[0]
    part = make(body, FillOp, make(body, ViewOp, whole, at=0).result).result
    finish(body, make(body, PutOp, part, whole, at=0).result, cls=ReturnOp)
    return func


def test_every_function_has_the_whole_budget() -> None:
    parent = module()
    first, _ = (tile(parent, name) for name in ("f", "g"))
    assert analyzed(first, 0).counters.candidates == 2
    options = AnalysisOptions(bufferize_function_boundaries=True, analysis_budget=2)
    state = analyze_module(parent, options, ToyContext())
    assert state.counters.candidates == 4
    assert state.warnings == []
    state = analyze_module(parent, replace(options, analysis_budget=1), ToyContext())
    assert state.counters.candidates == 2
    assert [str(w).split("'")[1] for w in state.warnings] == ["f", "g"]


def test_what_must_be_in_place_is_not_guessed() -> None:
    func = function(module(), "f", 1)
    body = func.entry_block
    view = make(body, ViewOp, body.arguments[0], at=0)
    view.attributes[FORCED] = UnitAttr()
    make(body, ForceOp, view.result, results=0)
    make(body, ForceOp, view.result, results=0)
    other = make(body, NewOp).result
    finish(body, make(body, PutOp, other, body.arguments[0], at=0).result, cls=ReturnOp)
    assert analyzed(func, 0).counters.candidates >= 2
    with pytest.raises(PassError) as caught:
        analyzed(func, 1)
    assert str(caught.value) == (
        "@f/toy.view#0: error: 'toy.view' op is among what must bufferize in place, which takes more than "
        "1 candidate test to check\n"
        "note: raise analysis-budget, or set it to 0 for as many tests as it takes"
    )


def in_place(state: OneShotAnalysisState, root: Operation) -> list[OpOperand]:
    return [o for op in root.walk() for o in op.op_operands if state.is_in_place(o)]


def outcome(root: Operation, options: AnalysisOptions) -> OneShotAnalysisState | str:
    """The state, or why there is none."""
    try:
        return analyze_module(root, options, ToyContext())
    except PassError as problem:
        return str(problem)


@pytest.mark.parametrize("name", SHAPES)
def test_outcomes_hold_no_conflict(name: str) -> None:
    exceeded = 0
    for seed in range(8):
        root = random_module(seed, SHAPES[name])
        options = AnalysisOptions(check_parallel_regions=seed % 3 != 0)
        unlimited = outcome(root, options)
        if isinstance(unlimited, str):
            continue
        tests = unlimited.counters.candidates
        for budget in {1, 2, 5, tests // 2, tests - 1, tests, 10**6} - {-1, 0}:
            state = outcome(root, replace(options, analysis_budget=budget))
            if isinstance(state, str):
                assert "to check" in state
                continue
            used = in_place(state, root)
            assert OracleState(options, ToyContext(), root).conflicting(used) == []
            assert bool(state.warnings) == (budget < tests)
            exceeded += bool(state.warnings)
            if budget >= tests:
                assert used == in_place(unlimited, root)
    assert exceeded
