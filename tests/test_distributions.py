"""Every distribution is complete: metadata, README, entry point, types; each stands alone."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import bufferize
from bufferize import Context
from bufferize.syntax import PrintOptions
from bufferize_tools import providers
from bufferize_tools.check import check_plugins
from tests.distributions import CORE, PLUGINS, ROOT, dependencies, first_party_dependencies

DISTRIBUTIONS = [CORE, *PLUGINS]
WITHOUT_DIALECT = {
    "buffers",
    "conversion",
    "explain",
    "interpreter",
    "lsp",
    "mlir",
    "optimum",
    "planner",
    "testing",
    "tools",
    "transforms",
    "xdsl",
}
NEEDED_PLUGINS = {
    "buffers": ["transforms"],
    "conversion": ["transforms"],
    "explain": ["optimum", "planner", "tools", "transforms"],
    "interpreter": ["tools"],
    "linalg": ["tensor"],
    "lsp": ["explain", "tools"],
    "optimum": ["tools"],
    "planner": ["buffers", "tools", "transforms"],
    "tm_tensor": ["arith", "linalg", "math", "scf"],
    "transform": ["linalg", "transforms"],
}
"""The plugins that a plugin imports; semantics import the interpreter, which then is there."""
DIALECTS = [folder for folder in PLUGINS if folder.name not in WITHOUT_DIALECT]


@pytest.mark.parametrize("folder", DISTRIBUTIONS, ids=lambda p: p.name)
def test_metadata(folder: Path) -> None:
    text = (folder / "pyproject.toml").read_text()
    assert f'name = "bufferize-{folder.name.replace("_", "-")}"' in text
    oldest = "3.11" if folder.name == "xdsl" else "3.10"  # xDSL needs it
    assert f'requires-python = ">={oldest}"' in text
    assert 'license = "Apache-2.0"' in text
    assert "bufferize-" in (folder / "README.md").read_text()
    (package,) = (p for p in (folder / "src").iterdir() if p.name != "__pycache__")
    assert (package / "py.typed").exists()
    assert list((folder / "tests").rglob("test_*.py"))


@pytest.mark.slow
def test_the_distribution_at_the_root_holds_all_others(tmp_path: Path) -> None:
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "-w",
        tmp_path,
    ]
    subprocess.run([*command, ROOT], check=True)
    (wheel,) = tmp_path.glob("bufferize-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    metadata = re.findall(r"/purelib/(\w+)-[\d.]+\.dist-info/METADATA$", "\n".join(names), re.M)
    expected = {f"bufferize_{folder.name}" for folder in DISTRIBUTIONS}
    if sys.version_info < (3, 11):
        expected.remove("bufferize_xdsl")
    assert sorted(metadata) == sorted(expected)
    pages = {page.name for page in ROOT.glob("*/man/*.1")} | {
        page.name for page in ROOT.glob("plugins/*/man/*.1")
    }
    assert {Path(name).name for name in names if "/share/man/man1/" in name} == pages
    assert any(name.endswith("/entry_points.txt") and ".data/" not in name for name in names)


def test_the_readme_lists_every_distribution() -> None:
    listed = re.findall(r"^\| \[`(bufferize-[\w-]+)`\]", (ROOT / "README.md").read_text(), re.M)
    assert sorted(listed) == sorted(f"bufferize-{p.name.replace('_', '-')}" for p in DISTRIBUTIONS)


def test_a_missing_dialect_is_said_to_come_with_its_distribution() -> None:
    context = Context(["tools"])
    for folder in DIALECTS:
        way = context.way_to_get("dialect", folder.name)
        assert way is not None
        provider = way.removeprefix("install ")
        assert f'name = "{provider}"' in (folder / "pyproject.toml").read_text()
    assert context.way_to_get("dialect", "other") is None


def test_a_missing_pass_is_said_to_come_with_its_distribution() -> None:
    context = Context()
    tables = (context.registries.passes, context.registries.instrumentations)
    found = {
        p.name: tuple(sorted(name for table in tables for name in table.of_plugin(p.name)))
        for p in PLUGINS
    }
    assert {plugin: names for plugin, names in found.items() if names} == providers.PASSES
    for plugin, names in providers.PASSES.items():
        for name in names:
            way = f"install bufferize-{plugin.replace('_', '-')}"
            assert Context(["tools"]).way_to_get("pass", name) == way
            if plugin != "tools":  # which is what knows the way
                assert Context(block=[plugin]).way_to_get("pass", name) == (
                    f"do not block the plugin '{plugin}'"
                )
    assert context.way_to_get("pass", "other") is None
    commands = {
        name: p.name for p in PLUGINS for name in context.registries.commands.of_plugin(p.name)
    }
    assert commands == providers.COMMANDS
    readers = {
        name: p.name for p in PLUGINS for name in context.registries.readers.of_plugin(p.name)
    }
    assert readers == providers.READERS or "xdsl" not in [p.name for p in context.plugins]


@pytest.mark.parametrize("folder", DIALECTS, ids=lambda p: p.name)
def test_a_plugin_brings_its_own_dialect_alone(folder: Path) -> None:
    plugin = importlib.import_module(f"bufferize_{folder.name}.plugin")
    context = Context([plugin])
    core = ["bufferization", "builtin", "memref"]
    own = ["pdl", "pdl_interp"] if folder.name == "pdl" else [folder.name]
    assert context.dialect_names() == sorted([*core, *own])
    for name in own:
        dialect = context.dialect(name)
        assert dialect is not None
        dialect.check()
        for mnemonic in dialect.ops:
            context.model(f"{name}.{mnemonic}")


@pytest.mark.parametrize("folder", PLUGINS, ids=lambda p: p.name)
def test_a_plugin_needs_the_core_and_few_others(folder: Path) -> None:
    needed = first_party_dependencies(folder)
    assert sorted(needed) == sorted(["core", *NEEDED_PLUGINS.get(folder.name, [])])
    others = set(dependencies(folder)) - {"lazy-loader"}  # small, and it makes the start fast
    assert len(needed) == len(others) or folder.name in WITHOUT_DIALECT


def test_passes_come_without_a_dialect() -> None:
    context = Context([importlib.import_module("bufferize_buffers.plugin")])
    assert context.dialect_names() == ["bufferization", "builtin", "memref"]
    assert not check_plugins(context)


GENERIC = """\
"builtin.module"() ({
  "other.function"() <{kind = #other.kind<a, b>}> ({
  ^bb0(%arg0: memref<4xf32>, %arg1: index):
    %0 = "memref.load"(%arg0, %arg1) : (memref<4xf32>, index) -> f32
    "other.branch"(%0)[^bb1] {why = "so"} : (f32) -> ()
  ^bb1(%1: f32):
    "other.end"(%1) : (f32) -> !other.type<4 x f32>
  }) : () -> ()
}) : () -> ()
"""


def test_the_core_alone_round_trips_generic_text() -> None:
    context = Context([])
    context.allow_unregistered_dialects = True
    module = bufferize.parse(GENERIC, context)
    options = PrintOptions(generic=True)
    text = bufferize.print_module(module, options)
    again = bufferize.print_module(bufferize.parse(text, context), options)
    assert text == again
    assert "#other.kind<a, b>" in text
    assert "!other.type<4 x f32>" in text


def test_the_core_alone_bufferizes_memref_bufferization_and_unknown_ops() -> None:
    context = Context([])
    context.allow_unregistered_dialects = True
    module = bufferize.parse(
        """
        "other.function"() ({
        ^bb0(%m: memref<4xf32>, %i: index):
          %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
          %a = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
          %u = "other.use"(%a) : (tensor<4xf32>) -> tensor<4xf32>
          bufferization.materialize_in_destination %u in restrict writable %m
              : (tensor<4xf32>, memref<4xf32>) -> ()
        }) : () -> ()
        """,
        context,
    )
    options = bufferize.OneShotOptions(allow_unknown_ops=True)
    bufferize.one_shot_bufferize(module, options, context)
    lines = [line.strip() for line in bufferize.print_module(module).splitlines()]
    assert "%alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>" in lines
    assert "memref.copy %arg0, %alloc : memref<4xf32> to memref<4xf32>" in lines
    assert '%1 = "other.use"(%0) : (tensor<4xf32>) -> tensor<4xf32>' in lines
    assert not any("alloc_tensor" in line or "materialize" in line for line in lines)


def test_the_public_names_are_there() -> None:
    for name in bufferize.__all__:
        assert getattr(bufferize, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(bufferize, "nothing")  # noqa: B009
