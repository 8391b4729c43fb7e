"""The page of fields, constraints, traits and interfaces names all of them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

from bufferize import define, interfaces

PAGE = Path(__file__).parent.parent / "docs" / "extend" / "constraints.md"


def named() -> set[str]:
    """Return the identifiers in inline code of the page; examples do not count."""
    text = re.sub(r"^```.*?^```", "", PAGE.read_text(), flags=re.M | re.S)
    return {code.partition("(")[0].partition("[")[0] for code in re.findall(r"`([^`]+)`", text)}


def public(package: ModuleType) -> dict[str, object]:
    members = vars(package).items()
    return {n: m for n, m in members if not n.startswith("_") and not inspect.ismodule(m)}


def test_all_that_declares_is_named() -> None:
    names = {name for name in public(define) if name != "annotations"}
    assert sorted(names - named()) == []


def test_all_interfaces_are_named() -> None:
    base = interfaces.OpInterface
    names = {
        name
        for name, member in public(interfaces).items()
        if inspect.isclass(member)
        and (issubclass(member, base) or name.endswith("Type"))
        and member is not base
    }
    assert len(names) > 20
    assert sorted(names - named()) == []


@pytest.mark.parametrize("name", sorted(n for n in named() if re.fullmatch("[A-Z][A-Z0-9_]+", n)))
def test_no_name_is_left_over(name: str) -> None:
    assert hasattr(define, name)
