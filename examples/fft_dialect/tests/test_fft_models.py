"""The distribution uses presets, a few lines of code, and only public names."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples.fft_dialect.tests.programs import context
from fft_dialect.dialect import DIALECT
from fft_dialect.models import MODELS

ROOT = Path(__file__).parent.parent.parent.parent
SOURCES = sorted((Path(__file__).parent.parent / "src" / "fft_dialect").glob("*.py"))
MOST_LINES = 10
# Those of no tensors, which bufferization makes.
ON_BUFFERS = {"fft.new_bins", "fft.copy_bins"}


def model_classes() -> Iterator[ast.ClassDef]:
    (source,) = (path for path in SOURCES if path.name == "models.py")
    for node in ast.parse(source.read_text()).body:
        if isinstance(node, ast.ClassDef):
            yield node


@pytest.mark.parametrize("model", list(model_classes()), ids=lambda node: node.name)
def test_models_are_short(model: ast.ClassDef) -> None:
    assert model.end_lineno is not None
    if model.name != "SpectrumModel":  # of the tensor type
        assert model.end_lineno - model.lineno + 1 <= MOST_LINES


def test_every_op_has_a_model() -> None:
    ops = {f"{DIALECT.name}.{mnemonic}" for mnemonic in DIALECT.op_mnemonics}
    assert set(MODELS) == ops - ON_BUFFERS
    for name in MODELS:
        assert context().model(name) is not None


def used(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the modules and names that a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_nothing_private_is_used(source: Path) -> None:
    """Only names of packages of the core, or of modules that the recipes name.

    Semantics use the interpreter.
    """
    recipes = (ROOT / "docs" / "extend" / "recipes.md").read_text()
    for module, name in used(source):
        package = module.partition(".")[0]
        if source.stem == "semantics" and module == "bufferize_interpreter":
            continue
        assert not package.startswith("bufferize_"), "another plugin"
        assert not name.startswith("_")
        if package == "bufferize":
            is_package = hasattr(importlib.import_module(module), "__path__")
            assert is_package or f"from {module} import" in recipes, module
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_")
