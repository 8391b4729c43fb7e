"""Programs changed by `bufferize fix` mean the same, and copy less."""

from __future__ import annotations

import pytest

from bufferize import Context, DiagnosticError, OneShotOptions, parse
from bufferize.ir import DYNAMIC, require_valid
from bufferize.record import TensorCopy
from bufferize_explain.fixes import Budget, fix
from bufferize_testing.generation.programs import random_program
from tests.random_programs.evaluation import Undefined
from tests.random_programs.meaning import expected

OPTIONS = OneShotOptions(bufferize_function_boundaries=True, allow_return_allocs_from_loops=True)
STRICT = OneShotOptions(bufferize_function_boundaries=True)
"""Options with which most programs with loops are refused."""


def cured(seed: int) -> bool:
    """Return whether a random program was refused and is bufferized after changes."""
    context = Context()
    module = parse(random_program(seed).text, context)
    try:
        wanted = expected(module)
        fixed = fix(module, STRICT, context, budget=Budget(trials=8))
    except (Undefined, DiagnosticError):
        return False
    require_valid(module)
    assert expected(module) == wanted, f"seed {seed}: {fixed.cures}"
    return bool(fixed.cures)


def cost(copies: list[TensorCopy]) -> tuple[int, int, int]:
    """Return the unknown extents of what is copied, the number of copies of contents, and of all."""
    copied = [copy for copy in copies if copy.copies_contents]
    # A copy of a part instead of the whole also gains something: a row instead of a matrix.
    unknown = sum(extent == DYNAMIC for copy in copied for extent in copy.known_shape or ())
    return unknown, len(copied), len(copies)


def changes(seed: int, *, fewest_bytes: bool = False) -> int:
    """Return how many changes are made to a random program; none if it is skipped."""
    context = Context()
    module = parse(random_program(seed).text, context)
    try:
        wanted = expected(module)
        fixed = fix(module, OPTIONS, context, budget=Budget(trials=4), fewest_bytes=fewest_bytes)
    except (Undefined, DiagnosticError):  # undefined results, or not to be bufferized
        return 0
    require_valid(module)
    assert expected(module) == wanted, f"seed {seed}: {fixed.applied}"
    if fixed.applied and not fewest_bytes:
        assert cost(fixed.after) < cost(fixed.before), f"seed {seed}"
    return len(fixed.applied)


@pytest.mark.slow
def test_they_mean_the_same() -> None:
    assert sum(changes(seed) for seed in range(60)) > 20


@pytest.mark.slow
def test_they_mean_the_same_if_changes_are_chosen_with_decisions() -> None:
    assert sum(changes(seed, fewest_bytes=True) for seed in range(60, 90)) > 5


@pytest.mark.slow
def test_refused_programs_mean_the_same() -> None:
    assert sum(cured(seed) for seed in range(40)) > 15
