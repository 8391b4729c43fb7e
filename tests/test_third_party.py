"""Plugins as their authors install them: into a fresh environment, beside the core and its tools."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "blas_dialect"

pytestmark = pytest.mark.slow

PYPROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "2.5"

[project.entry-points.bufferize]
{entry} = "{module}"

[tool.hatch.build.targets.wheel]
packages = ["{module}"]
"""


@dataclass
class Environment:
    """A virtual environment."""

    path: Path

    def run(self, *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run one of its programs."""
        program = str(self.path / "bin" / command[0])
        return subprocess.run(
            [program, *command[1:]], input=stdin, capture_output=True, text=True, check=False
        )

    def install(self, *what: Path) -> None:
        """Install folders."""
        done = self.run("python", "-m", "pip", "install", "--quiet", *map(str, what))
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment with the core, its tools and the example plugin."""
    path = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(path)], check=True)
    made = Environment(path)
    names = ("tools", "transforms", "buffers", "planner", "optimum", "explain")
    plugins = (ROOT / "plugins" / name for name in names)
    made.install(ROOT / "core", *plugins, EXAMPLE)
    return made


Install = Callable[[str, str, str], None]


@pytest.fixture
def install(environment: Environment, tmp_path: Path) -> Iterator[Install]:
    """Return a function that installs a plugin, made of one source text, for the length of a test."""

    def install_(name: str, entry: str, source: str) -> None:
        module = name.replace("-", "_")
        package = tmp_path / name / module
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(source)
        text = PYPROJECT.format(name=name, entry=entry, module=module)
        (tmp_path / name / "pyproject.toml").write_text(text)
        environment.install(tmp_path / name)
        names.append(name)

    names: list[str] = []
    yield install_
    for name in names:
        environment.run("python", "-m", "pip", "uninstall", "--quiet", "--yes", name)


def test_the_example_is_listed(environment: Environment) -> None:
    done = environment.run("bufferize", "plugins")
    assert done.returncode == 0, done.stderr
    (row,) = [line.split() for line in done.stdout.splitlines() if "blas" in line]
    assert row == ["blas", "blas-dialect", "1.0", "blas", "blas", "semantics:", "blas"]


UNKNOWN_FUNCTION = """
"test.function"() ({
^bb0(%a: f32, %x: memref<16xf32>, %y: memref<16xf32>):
  %tx = bufferization.to_tensor %x restrict : memref<16xf32> to tensor<16xf32>
  %ty = bufferization.to_tensor %y restrict writable : memref<16xf32> to tensor<16xf32>
  %0 = blas.axpy %a, %tx into %ty : tensor<16xf32> into tensor<16xf32> -> tensor<16xf32>
  %1 = blas.axpy %a, %0 into %0 : tensor<16xf32> into tensor<16xf32> -> tensor<16xf32>
  %2 = blas.asum %0 : tensor<16xf32> -> f32
  "test.use"(%1, %2) : (tensor<16xf32>, f32) -> ()
}) : () -> ()
"""


def test_the_example_is_parsed_analysed_and_bufferized(environment: Environment) -> None:
    done = environment.run(
        "bufferize-opt",
        "--one-shot-bufferize=allow-unknown-ops",
        "--allow-unregistered-dialect",
        stdin=UNKNOWN_FUNCTION,
    )
    assert done.returncode == 0, done.stderr
    lines = [line.strip() for line in done.stdout.splitlines()]
    # The first axpy is in place; the second writes a copy, because asum reads what it overwrites.
    assert "blas.axpy %arg0, %arg1 into %arg2 : memref<16xf32> into memref<16xf32>" in lines
    assert "memref.copy %arg2, %alloc : memref<16xf32> to memref<16xf32>" in lines
    assert "blas.axpy %arg0, %arg2 into %alloc : memref<16xf32> into memref<16xf32>" in lines
    assert any(line.endswith(" = blas.asum %arg2 : memref<16xf32> -> f32") for line in lines)


def test_the_copies_of_the_example_are_explained(environment: Environment) -> None:
    command = ("bufferize", "explain", "--one-shot-bufferize=allow-unknown-ops")
    options = ("--allow-unregistered-dialect", "--format=json")
    done = environment.run(*command, *options, stdin=UNKNOWN_FUNCTION)
    assert done.returncode == 0, done.stderr
    explained = json.loads(done.stdout)
    (copy,) = explained["copies"]
    assert (copy["reason"], copy["cost"], copy["loops"]) == ("conflict", 64, [])
    assert (copy["write"]["op"], copy["write"]["line"]) == ("blas.axpy", 7)
    assert (copy["read"]["op"], copy["read"]["line"]) == ("blas.asum", 8)

    code = (
        "from importlib.resources import files\n"
        "print(files('bufferize_explain').joinpath('explain.schema.json').read_text())"
    )
    schema = environment.run("python", "-c", code)
    assert schema.returncode == 0, schema.stderr
    jsonschema.validate(explained, json.loads(schema.stdout))


def test_a_new_dialect_is_installed(environment: Environment, tmp_path: Path) -> None:
    folder = tmp_path / "dsp-dialect"
    written = environment.run("bufferize", "new-dialect", "dsp", "-o", str(folder))
    assert written.returncode == 0, written.stderr
    environment.install(folder)
    checked = environment.run("bufferize", "plugins", "--check")
    environment.run("python", "-m", "pip", "uninstall", "--quiet", "--yes", "dsp-dialect")
    assert checked.returncode == 0, checked.stderr
    (row,) = [line.split() for line in checked.stdout.splitlines() if "dsp" in line]
    assert row == ["dsp", "dsp-dialect", "0.1.0", "dsp", "dsp", "semantics:", "dsp"]


def test_the_missing_dialect_is_named(environment: Environment) -> None:
    text = "func.func @f() {\n  return\n}\n"
    done = environment.run("bufferize-opt", stdin=text)
    assert done.returncode == 1
    assert "<stdin>:1:1: error:" in done.stderr
    assert "bufferize-func" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_plugin_is_one_warning(environment: Environment, install: Install) -> None:
    install("broken-plugin", "broken", "import no_such_module\n")
    done = environment.run("bufferize-opt", stdin="module {}\n")
    assert done.returncode == 0
    assert done.stdout == "module {\n}\n"
    warning = done.stderr.rstrip("\n")
    assert warning == (
        "warning: plugin 'broken' of broken-plugin 2.5 is not used: cannot be imported: "
        "ModuleNotFoundError: No module named 'no_such_module'"
    )
    listed = environment.run("bufferize", "plugins")
    assert listed.returncode == 1
    assert warning in listed.stderr
    blocked = environment.run("bufferize-opt", "--block-plugin=broken", stdin="module {}\n")
    assert (blocked.returncode, blocked.stderr) == (0, "")


DUPLICATE = """
from bufferize import define as d
from bufferize.plugins import hookimpl

DIALECT = d.Dialect("blas")

@DIALECT.op("asum")
class AsumOp(d.Operation):
    '''Another asum.'''

@hookimpl
def register_dialects(registry):
    registry.add("blas", DIALECT)
"""


def test_a_duplicate_op_is_an_error_that_names_both(
    environment: Environment, install: Install
) -> None:
    install("other-blas", "other", DUPLICATE)
    done = environment.run("bufferize-opt", stdin='"blas.asum"() : () -> ()\n')
    assert done.returncode == 1
    assert "error: op 'blas.asum' is declared by the plugins" in done.stderr
    assert "'blas'" in done.stderr
    assert "'other'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_second_entry_point_of_one_name_is_an_error(
    environment: Environment, install: Install
) -> None:
    install("second-blas", "blas", "")
    done = environment.run("bufferize-opt", stdin="module {}\n")
    assert done.returncode == 1
    assert "plugin 'blas' is installed twice" in done.stderr
    assert "'second-blas'" in done.stderr


def test_another_api_version_says_what_to_install(
    environment: Environment, install: Install
) -> None:
    install("newer-plugin", "newer", "BUFFERIZE_API = 99\n")
    done = environment.run("bufferize-opt", stdin="module {}\n")
    assert done.returncode == 0
    assert (
        "warning: plugin 'newer' of newer-plugin 2.5 is not used: is written for plugin API 99, "
        "this core has 2; install a bufferize-core with plugin API 99" in done.stderr
    )
