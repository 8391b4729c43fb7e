"""Imports point down the layers of the core; plugins use only what is public."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

LAYERS = (
    "diagnostics",
    "ir",
    "define",
    "interfaces",
    "syntax",
    "dialects",
    "analysis",
    "explain",
    "driver",
    "models",
    "transforms",
    "reduction",
    "passes",
    "remedies",
    "registration",
    "cli",
    "testing",
)
ROOT = Path(__file__).parent.parent
CORE = ROOT / "core" / "src" / "bufferize"
PLUGINS = sorted(p for p in (ROOT / "plugins").iterdir() if p.is_dir())


def imports(path: Path) -> Iterator[tuple[int, str, str]]:
    """Line, module and name of everything that a file imports, for types alone as well."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, ""
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield node.lineno, node.module, alias.name


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_point_down(layer: str) -> None:
    allowed = set(LAYERS[: LAYERS.index(layer) + 1])
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {module}"
        for path in sorted((CORE / layer).rglob("*.py"))
        for line, module, _ in imports(path)
        if module.startswith("bufferize.") and module.split(".")[1] not in allowed
    ]
    assert not wrong


def test_every_package_is_a_layer() -> None:
    packages = {p.name for p in CORE.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert packages == set(LAYERS)


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda p: p.name)
def test_plugins_use_only_what_is_public(plugin: Path) -> None:
    own = f"bufferize_{plugin.name}"
    wrong = []
    for path in sorted((plugin / "src").rglob("*.py")):
        for line, module, name in imports(path):
            where = f"{path.relative_to(ROOT)}:{line}: {module} {name}"
            parts = [*module.split("."), name]
            allowed = {own, "bufferize_interpreter"} if path.stem.startswith("semantics") else {own}
            if (
                module.split(".")[0].startswith("bufferize_")
                and module.split(".")[0] not in allowed
            ):
                wrong.append(f"{where} (another plugin)")
            if parts[:2] == ["bufferize", "testing"]:
                wrong.append(f"{where} (for tests only)")
            if parts[0] == "bufferize" and any(p.startswith("_") for p in parts):
                wrong.append(f"{where} (private)")
    assert not wrong


def test_modules_are_read_in_one_sitting() -> None:
    sources = [*CORE.rglob("*.py"), *(p for d in PLUGINS for p in (d / "src").rglob("*.py"))]
    long = [
        f"{path.relative_to(ROOT)}: {count} lines"
        for path in sorted(sources)
        if (count := len(path.read_text().splitlines())) > 500
    ]
    assert not long
