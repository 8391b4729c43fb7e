"""The public names of the core, and of plugins beside ops: a change here is a change of the API."""

from __future__ import annotations

import ast
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
    "bufferize_optimum",
    "bufferize_planner",
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
"""Classes that plugins derive from or get: their members are public, too."""


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


def test_public_names(root: Path, update_golden: bool) -> None:
    path = root / "tests" / "public_names.txt"
    text = "".join(f"{name}\n" for name in public_names())
    if update_golden:
        path.write_text(text, encoding="utf-8")
    else:
        assert text == path.read_text(encoding="utf-8"), (
            "the API has changed: say so in the changelog, and run `pytest --update-golden`"
        )


ROOT = Path(__file__).parent.parent
CORE = ROOT / "core" / "src" / "bufferize"
FACADES = sorted(path for path in CORE.rglob("__init__.py") if path.parent != CORE)


@pytest.mark.parametrize("path", FACADES, ids=lambda p: str(p.parent.relative_to(CORE)))
def test_each_public_name_stands_once(path: Path) -> None:
    """Whole modules are exported by their `__all__`, and single names as `import A as A`."""
    names: list[str] = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            for alias in node.names:
                assert alias.name == "*" or alias.asname == alias.name, (
                    f"{alias.name}: write `import A as A`"
                )
                found = [alias.name]
                if alias.name == "*":
                    assert node.module is not None
                    found = importlib.import_module(node.module).__all__
                names += found
        assert not (isinstance(node, ast.Assign) and "__all__" in map(ast.unparse, node.targets))
    assert len(names) == len(set(names))
