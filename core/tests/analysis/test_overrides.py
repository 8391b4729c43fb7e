"""What is wished is decided as by an order that begins with it, and all else follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from unittest.mock import patch

import pytest

from bufferize.analysis import AnalysisOptions, AnalysisState, OneShotAnalysisState, analyze_module
from bufferize.analysis.decide import OperandDecider
from bufferize.diagnostics import PassError
from bufferize.ir import Operation, OpOperand
from bufferize.record import Reason

from .program_shapes import SHAPES
from .programs import random_module
from .toy_models import ToyContext

OPTIONS = AnalysisOptions(
    bufferize_function_boundaries=True,
    allow_return_allocs_from_loops=True,
    analyze_recursive_functions=True,
)


def analyzed(
    root: Operation, options: AnalysisOptions, overrides: dict[OpOperand, bool] | None = None
) -> OneShotAnalysisState | None:
    """None where the program is refused."""
    try:
        return analyze_module(root, options, ToyContext(), overrides)
    except PassError:
        return None


def decisions(state: OneShotAnalysisState) -> dict[OpOperand, bool]:
    return {decision.operand: decision.in_place for decision in state.decisions}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.slow
def test_in_place_is_decided_first(name: str) -> None:
    for seed in range(3):
        root = random_module(seed, SHAPES[name])
        usual = analyzed(root, OPTIONS)
        for operand in [] if usual is None else list(decisions(usual)):

            def first(
                below: Operation, state: AnalysisState, chosen: OpOperand = operand
            ) -> Iterable[OpOperand]:
                return [chosen] if below.is_ancestor_of(chosen.owner) else []

            # What is wished is not copied to spare other copies.
            with patch.object(OperandDecider, "_sparing_copy", lambda *_: None):
                ordered = analyzed(root, replace(OPTIONS, analysis_order=first))
                wished = analyzed(root, OPTIONS, {operand: True})
            assert (wished is not None) == (ordered is not None and ordered.is_in_place(operand))
            if wished is not None and ordered is not None:
                assert decisions(wished) == decisions(ordered)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.slow
def test_copies_that_are_asked_for_are_made(name: str) -> None:
    for seed in range(3):
        root = random_module(seed, SHAPES[name])
        usual = analyzed(root, OPTIONS)
        if usual is None:
            continue
        for operand, in_place in decisions(usual).items():
            if usual.why(operand).reason is Reason.MUST_BE_IN_PLACE:
                continue
            wished = analyzed(root, OPTIONS, {operand: False})
            if wished is not None:
                assert not wished.is_in_place(operand)
                assert wished.why(operand).reason is Reason.ASKED_FOR
                if not in_place:
                    assert decisions(wished) == decisions(usual)
