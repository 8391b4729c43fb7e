"""Imports point down the layers of the core; plugins use what is public, of what they declare."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.distributions import CORE as CORE_FOLDER
from tests.distributions import PLUGINS, ROOT, first_party_dependencies

LAYERS = (
    "diagnostics",
    "ir",
    "define",
    "interfaces",
    "syntax",
    "dialects",
    "record",
    "analysis",
    "driver",
    "models",
    "passes",
    "plugins",
)
CORE = CORE_FOLDER / "src" / "bufferize"


def imports(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line, module and name of all imports of a file, including those for types."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, ""
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield node.lineno, node.module, alias.name


def is_first_party(package: str) -> bool:
    return package == "bufferize" or package.startswith("bufferize_")


def is_private(name: str) -> bool:
    return name.startswith("_") and name != "__version__"


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
    usable = {f"bufferize_{name}" for name in (plugin.name, *first_party_dependencies(plugin))}
    wrong = []
    for path in sorted((plugin / "src").rglob("*.py")):
        in_semantics = any(part.startswith("semantics") for part in path.parts)
        allowed = usable | ({"bufferize_interpreter"} if in_semantics else set())
        for line, module, name in imports(path):
            where = f"{path.relative_to(ROOT)}:{line}: {module} {name}"
            parts = [*module.split("."), name]
            if parts[0].startswith("bufferize_") and parts[0] not in allowed:
                wrong.append(f"{where} (of a distribution that is not declared)")
            others = parts[0] != f"bufferize_{plugin.name}" and is_first_party(parts[0])
            if others and any(is_private(part) for part in parts):
                wrong.append(f"{where} (private)")
    assert not wrong


def test_modules_are_read_in_one_sitting() -> None:
    sources = [*CORE.rglob("*.py"), *(p for d in PLUGINS for p in (d / "src").rglob("*.py"))]
    long = [
        f"{path.relative_to(ROOT)}: {count} lines"
        for path in sorted(sources)
        if (count := len(path.read_text().splitlines())) > 900
    ]
    assert not long
