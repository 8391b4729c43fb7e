"""The tester names what is wrong with a model of the example dialects, or what it cannot test."""

from __future__ import annotations

from functools import cache

import pytest

from bufferize import Context
from bufferize_interpreter.model_tests import Kind, Problem, check_op_model
from plugins.interpreter.tests.broken_models import broken
from plugins.interpreter.tests.mutated_examples import (
    MODELS,
    MUTATIONS,
    PLUGINS,
    SAMPLES,
    Mutation,
)

DAILY = ("row.reverse: element by element", "row.pairs: forgets the layout", "fft.half: row-major")


@cache
def context() -> Context:
    return Context(["arith", "func", "interpreter", "scf", "tensor", *PLUGINS])


def found(op: str) -> list[Problem]:
    return check_op_model(op, SAMPLES[op.partition(".")[0]], context())


@pytest.mark.parametrize("op", sorted(set(MODELS) - {"fft.forward"}))
def test_the_models_are_right(op: str) -> None:
    assert found(op) == []


def test_there_are_enough_mutations() -> None:
    assert len(MUTATIONS) >= 60
    assert len({str(mutation) for mutation in MUTATIONS}) == len(MUTATIONS)
    assert set(DAILY) <= {str(mutation) for mutation in MUTATIONS}


def named(mutation: Mutation) -> str:
    """Return whether a mutation is named, cannot be tested, or is missed."""
    made = context()
    made.models[mutation.op] = broken(MODELS[mutation.op], mutation.members)
    try:
        problems = found(mutation.op)
    finally:
        del made.models[mutation.op]
    if any(p.declaration == mutation.declaration and p.kind is not Kind.UNTESTED for p in problems):
        return "named"
    if any(problem.kind is not Kind.UNTESTED for problem in problems):
        return "named otherwise"
    return "untested" if problems else "missed"


@pytest.mark.parametrize("mutation", MUTATIONS, ids=str)
@pytest.mark.slow
def test_a_mutation_is_named(mutation: Mutation) -> None:
    assert named(mutation) != "missed"


@pytest.mark.parametrize("mutation", [m for m in MUTATIONS if str(m) in DAILY], ids=str)
def test_some_mutations_are_named(mutation: Mutation) -> None:
    assert named(mutation) == "named"
