"""`plan`: planners by name, checks of what they return, and the errors of its users."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from bufferize.diagnostics import DiagnosticError, OptionError, PluginError
from bufferize.plugins import Context, adding
from bufferize_planner import Budget, Buffer, Planner, Solution, first_mistake, plan
from bufferize_planner.plugin import PLANNERS

from .plans import is_plan, random_buffers

A, B, C = Buffer("a", 0, 2, 16), Buffer("b", 1, 3, 8), Buffer("c", 2, 4, 16)


def stacked(buffers: Sequence[Buffer], budget: Budget) -> Solution:
    """Place the last buffer at the bottom."""
    offsets, at = [], sum(buffer.size for buffer in buffers)
    for buffer in buffers:
        at -= buffer.size
        offsets.append(at)
    return Solution(offsets)


def test_a_plan() -> None:
    found = plan([A, B, C])
    assert found.height == found.bound == 24
    assert found.is_optimal
    assert found.proof == "bytes alive"
    assert found.offsets == {"a": 0, "b": 16, "c": 0}


def test_a_planner_of_the_caller() -> None:
    found = plan([A, B, C], stacked)
    assert found.offsets == {"a": 24, "b": 16, "c": 0}
    assert (found.height, found.bound, found.is_optimal) == (40, 24, False)


def test_a_planner_of_a_plugin() -> None:
    context = Context(["planner", SimpleNamespace(register_planners=adding({"stacked": stacked}))])
    assert plan([A, B, C], "stacked", context=context).height == 40
    assert plan([A, B, C], "size-first", context=context).height == 24


@pytest.mark.parametrize("name", PLANNERS)
def test_the_planners_of_this_plugin_are_found(name: str) -> None:
    assert plan([A, B, C], name) == plan([A, B, C], name, context=Context(["planner"]))


def test_an_unknown_planner() -> None:
    with pytest.raises(OptionError) as caught:
        plan([A], "exakt")
    (problem,) = caught.value.diagnostics
    assert problem.message == "no planner is called 'exakt'"
    assert [note.message for note in problem.notes] == [
        "did you mean 'exact'?",
        "there are: best-fit, exact, size-first, trivial",
    ]


def failing(buffers: Sequence[Buffer], budget: Budget) -> Solution:
    raise ZeroDivisionError("7 / 0")


WRONG = [
    (failing, "planner 'failing': ZeroDivisionError: 7 / 0"),
    (lambda buffers, budget: [0, 0], "planner '<lambda>': it must return a Solution, not [0, 0]"),
    (lambda buffers, budget: Solution([0]), "planner '<lambda>': it must return 2 offsets, not 1"),
    (
        lambda buffers, budget: Solution([0, 16.0]),  # type: ignore[list-item]
        "planner '<lambda>': its offsets must be int, not 16.0",
    ),
    (
        lambda buffers, budget: Solution([0, 15]),
        "planner '<lambda>': buffers 'a' and 'b' overlap: both are alive at time 1, at the offsets "
        "0 and 15",
    ),
    (
        lambda buffers, budget: Solution([0, 16], bound=25),
        "planner '<lambda>': it says that 25 bytes are needed, but its plan takes 24",
    ),
]


@pytest.mark.parametrize(("planner", "message"), WRONG)
def test_a_wrong_planner_is_named(planner: Planner, message: str) -> None:
    with pytest.raises(PluginError) as caught:
        plan([A, B], planner)
    (problem,) = caught.value.diagnostics
    assert problem.message == message


def test_an_error_of_a_planner_stays() -> None:
    def refuse(buffers: Sequence[Buffer], budget: Budget) -> Solution:
        raise DiagnosticError("too many")

    with pytest.raises(DiagnosticError, match="too many") as caught:
        plan([A], refuse)
    assert not isinstance(caught.value, PluginError)


def test_a_bound_that_a_planner_proves_is_its_own() -> None:
    found = plan([A, C], lambda buffers, budget: Solution([0, 16], 32, "a dream"))
    assert (found.height, found.bound, found.proof) == (32, 32, "a dream")


def test_two_buffers_of_one_name() -> None:
    with pytest.raises(DiagnosticError, match="two buffers are called 'a'"):
        plan([A, Buffer("a", 5, 6, 1)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 3, 8), "the lifetime from 3 to before 3 is empty"),
        ((0, 1, -8), "the size -8 is negative"),
        ((0, 1, 8, 0), "the alignment 0 is less than 1"),
        ((0, 5, 8, 1, ((0, 2),)), "the gap from 0 to before 2 is not inside the lifetime, or not"),
        ((0, 9, 8, 1, ((4, 6), (6, 7))), "the gap from 6 to before 7 is not inside"),
    ],
)
def test_wrong_buffers(arguments: tuple[int, int, int], message: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        Buffer("x", *arguments)
    assert caught.value.diagnostics[0].message.startswith(f"buffer 'x': {message}")


@pytest.mark.parametrize("seed", range(12))
def test_mistakes_are_what_comparing_all_pairs_finds(seed: int) -> None:
    buffers = random_buffers(seed, 7)
    offsets = list(plan(buffers).offsets.values())
    assert first_mistake(buffers, offsets) is None
    for number in range(len(buffers)):
        for offset in range(-1, 24):
            changed = [*offsets[:number], offset, *offsets[number + 1 :]]
            assert (first_mistake(buffers, changed) is None) == is_plan(buffers, changed)
