"""What others may import from the core, and from plugins beside ops, and how it is called: a change here is one of the API."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

PACKAGES = [
    "bufferize",
    "bufferize.analysis",
    "bufferize.define",
    "bufferize.diagnostics",
    "bufferize.driver",
    "bufferize.interfaces",
    "bufferize.ir",
    "bufferize.models",
    "bufferize.passes",
    "bufferize.plugins",
    "bufferize.record",
    "bufferize.syntax",
    "bufferize_explain",
    "bufferize_testing",
    "bufferize_transforms",
]
_WITH_MEMBERS = {
    "bufferize.analysis": ["AnalysisModel"],
    "bufferize.driver": [
        "BufferizableOpInterface",
        "BufferizationRewriter",
        "BufferizationState",
        "CreatingRewriter",
        "TensorTypeModel",
    ],
    "bufferize.models": ["*"],
}
"""Classes that plugins derive from or are handed: what they may override or call counts, too."""


def public_names() -> Iterator[str]:
    for name in PACKAGES:
        package = importlib.import_module(name)
        for public in sorted(_names(package)):
            yield f"{name}.{public}"
            wanted = _WITH_MEMBERS.get(name, ())
            found = getattr(package, public)
            if inspect.isclass(found) and (public in wanted or "*" in wanted):
                yield from sorted(f"{name}.{public}.{member}" for member in _members(found))


def _names(package: ModuleType) -> list[str]:
    names = getattr(package, "__all__", None)
    if names is not None:
        return list(names)
    return [
        name
        for name, value in vars(package).items()
        if not name.startswith("_") and name != "annotations" and not inspect.ismodule(value)
    ]


def _members(cls: type) -> Iterator[str]:
    for name, member in vars(cls).items():
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            yield f"{name}({', '.join(inspect.signature(member).parameters)})"
        else:
            yield name


def test_public_names(root: Path, pytestconfig: pytest.Config) -> None:
    path = root / "tests" / "public_names.txt"
    text = "".join(f"{name}\n" for name in public_names())
    if pytestconfig.getoption("update_golden"):
        path.write_text(text, encoding="utf-8")
    else:
        assert text == path.read_text(encoding="utf-8"), (
            "the API has changed: say so in the changelog, and run "
            "`pytest --update-golden tests/test_public_names.py`"
        )
