from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bufferize.diagnostics import OptionError
from bufferize.passes import Pass
from bufferize.passes.pipeline import (
    option_fields,
    read_options,
    write_options,
)


class Color(enum.Enum):
    DARK_RED = "dark-red"
    BLUE = "blue"


@dataclass(frozen=True)
class Paint(Pass):
    """Paints."""

    name = "paint"
    twice: bool = False
    """Whether to paint
    it twice."""
    layers: int = 1
    limit: int | None = None
    label: str = ""
    base_color: Color = Color.BLUE
    trim: Color | str = Color.BLUE
    walls: tuple[str, ...] = ()
    brush: Callable[[], None] | None = None


def test_every_kind_of_option_is_read_and_written() -> None:
    options = {
        "twice": ["1"],
        "layers": ["3"],
        "limit": ["7"],
        "label": ["x"],
        "base-color": ["dark-red"],
        "trim": ["dark-red"],
        "walls": ["n", "s"],
    }
    paint = Paint.from_options(options)
    assert paint == Paint(True, 3, 7, "x", Color.DARK_RED, Color.DARK_RED, ("n", "s"))
    assert paint.to_options() == options


def test_an_enumeration_that_plugins_add_to_takes_any_name() -> None:
    options = {"trim": ["gold"]}
    paint = Paint.from_options(options)
    assert paint.trim == "gold"
    assert paint.to_options() == options
    assert {field.name: kind.takes for field, kind in option_fields(Paint)}["trim"] == (
        "=dark-red|blue|<string>"
    )
    with pytest.raises(OptionError, match="option 'trim' takes one value, not 'a,b'"):
        Paint.from_options({"trim": ["a", "b"]})


def test_defaults_are_left_out() -> None:
    assert write_options(Paint()) == {}


@pytest.mark.parametrize(
    ("given", "value"),
    [([], True), (["true"], True), (["1"], True), (["false"], False), (["0"], False)],
)
def test_flags(given: list[str], value: bool) -> None:
    assert read_options(Paint, {"twice": given}, "paint").twice is value


def test_functions_are_no_options() -> None:
    assert "brush" not in {field.name for field, _ in option_fields(Paint)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layer": ["1"]}, "pass 'paint' has no option 'layer'"),
        ({"layer": ["1"]}, "note: did you mean 'layers'?"),
        (
            {"zzz": []},
            "note: the options are: base-color, label, layers, limit, trim, twice, walls",
        ),
        ({"layers": ["x"]}, "pass 'paint': option 'layers' takes an integer, not 'x'"),
        ({"layers": []}, "pass 'paint': option 'layers' takes one integer, not ''"),
        ({"twice": ["maybe"]}, "pass 'paint': option 'twice' takes true or false, not 'maybe'"),
        (
            {"base-color": ["red"]},
            "pass 'paint': option 'base-color' takes one of dark-red, blue, not 'red'",
        ),
        ({"label": ["a", "b"]}, "pass 'paint': option 'label' takes one value, not 'a,b'"),
    ],
)
def test_wrong_options(options: dict[str, list[str]], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        Paint.from_options(options)
    assert message in str(caught.value)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        Paint.from_options({"layers": ["x"], "twice": [], "zzz": ["1"]})
    assert len(caught.value.diagnostics) == 2
