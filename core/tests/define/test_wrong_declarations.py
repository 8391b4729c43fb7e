"""Declarations that do not mean what they look like are refused, with what to write instead."""

from __future__ import annotations

from typing import Any

import pytest

from bufferize import define as d
from bufferize.ir import F32, Trait

T = d.Dialect("t")


def _declare(name: str, value: Any) -> type[d.Operation]:
    cls = type("SomeOp", (d.Operation,), {"__slots__": (), name: value})
    return d.Dialect("t").op("some")(cls)


def test_class_of_traits() -> None:
    with pytest.raises(TypeError, match=r"SomeOp\.traits has the class Pure: write Pure\(\)"):
        _declare("traits", (d.Pure,))


def test_no_trait() -> None:
    with pytest.raises(TypeError, match=r"SomeOp\.traits has 'pure', which is no trait"):
        _declare("traits", ("pure",))


def test_single_trait() -> None:
    class Own(Trait):
        def __repr__(self) -> str:
            return "Own()"

    with pytest.raises(TypeError, match=r"SomeOp\.traits must be a tuple: \(Own\(\),\)"):
        _declare("traits", Own())


_SAME_MEANING = {"operands", "result", "results", "regions", "successors"}
_MEMBERS = {
    *dir(d.Operation),
    *(name for c in d.Operation.__mro__ for name in vars(c).get("__annotations__", ())),
}


@pytest.mark.parametrize("name", sorted(n for n in _MEMBERS if not n.startswith("_")))
def test_member_of_every_operation(name: str) -> None:
    with pytest.raises((d.DefinitionError, TypeError), match=f"{name}"):
        _declare(name, d.attr(d.I64_ATTR))


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("operands", d.operand()),
        ("operands", d.optional_operand()),
        ("operands", d.variadic_of_variadic_operand(segments="sizes")),
        ("results", d.result()),
        ("result", d.optional_result()),
        ("result", d.variadic_result()),
        ("regions", d.region()),
        ("successors", d.successor()),
    ],
)
def test_field_that_means_something_else(name: str, field: Any) -> None:
    with pytest.raises(d.DefinitionError, match=f"the field '{name}' hides an attribute"):
        _declare(name, field)


def test_string_as_constraint() -> None:
    with pytest.raises(d.DefinitionError, match=r"declared with a constraint.*not with 'tensor'"):
        d.operand("tensor")  # type: ignore[arg-type]


def test_type_as_constraint() -> None:
    with pytest.raises(d.DefinitionError, match=r"not with f32; write exactly\(f32\)"):
        d.result(F32)  # type: ignore[arg-type]


def test_any_class_as_constraint() -> None:
    with pytest.raises(d.DefinitionError, match="not with <class .int.>"):
        d.attr(int)  # type: ignore[type-var]


def test_wrong_constraint_within_another() -> None:
    with pytest.raises(d.DefinitionError, match=r"not with 'index'"):
        d.array_of("index")  # type: ignore[arg-type]
