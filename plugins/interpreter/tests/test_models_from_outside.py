"""Tests of models in a folder outside the repository, by DialectTests and by the fixture."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from plugins.interpreter.tests import toys

SETUP = f"""\
import sys
from pathlib import Path
sys.path.insert(0, {str(Path(toys.__file__).parent)!r})
from bufferize import Context
from bufferize_testing import DialectTests
import toys

NAMES = ["arith", "func", "interpreter", "scf", "tensor"]
CONTEXT = Context([*NAMES, toys.plugin(toys.Right())])
"""
DIALECT_TESTS = """

class TestToy(DialectTests):
    dialect = toys.TOY
    golden = "."

    @classmethod
    def make_context(cls):
        return CONTEXT
"""
PROGRAMS = """\
func.func @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = toy.add %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @turn(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = toy.turn %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""

WITHOUT_MODEL = """\
module {
  func.func @both(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0:2 = toy.both %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
  }
}
"""

FIXTURE = """
CAREFUL = Context([*NAMES, toys.plugin(toys.NotElementwise())])
(ADD, _) = Path("models.mlir").read_text().split("// -----")


def test_right(check_model):
    check_model("toy.add", ADD, context=CONTEXT)


def test_needless(check_model):
    check_model("toy.add", ADD, context=CAREFUL)


def test_meant(check_model):
    check_model("toy.add", ADD, context=CAREFUL, meant=("bufferizes_to_element_wise_access",))


def test_nonsense(check_model):
    check_model("toy.add", "nonsense", context=CONTEXT)
"""


def run(
    folder: Path, module: str, wanted: str = "test_toy.py", *flags: str
) -> tuple[dict[str, str], str]:
    """Return how each test of a module ended, and the whole output, which must have no traceback."""
    (folder / "test_toy.py").write_text(module)
    options = ["-p", "bufferize_testing", "-p", "bufferize_interpreter.testing", "-vv"]
    # Without the settings of this repository.
    options += ["-c", "/dev/null", f"--rootdir={folder}", wanted, *flags]
    command = [sys.executable, "-W", "error", "-m", "pytest", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    output = done.stdout + done.stderr
    assert "Traceback" not in output
    assert "During handling of" not in output
    assert "check_op_model(" not in output
    found = re.findall(r"::(test_\w+\S*) .*(PASSED|FAILED|ERROR)", output)
    return dict(found), output


@pytest.mark.parametrize(
    ("more", "programs", "ended", "message"),
    [
        ("", PROGRAMS, ("PASSED", "PASSED"), ""),
        ("", PROGRAMS.partition("// -----")[0], ("PASSED", "FAILED"), "no sample has the op"),
        ("", "nonsense\n", ("FAILED", "FAILED"), "<sample>:1:1: error: "),
        (
            "    model_problems = {('toy.add', 'is_writable'): 'because'}\n",
            PROGRAMS,
            ("FAILED", "PASSED"),
            "`model_problems` lists is_writable of 'toy.add', about which nothing is found",
        ),
        (
            "    model_problems = {('toy.ad', 'is_writable'): 'because'}\n",
            PROGRAMS,
            ("FAILED", "PASSED", "PASSED"),
            "the dialect 'toy' has no such op; is 'toy.add' meant?",
        ),
    ],
)
def test_models(
    tmp_path: Path, more: str, programs: str, ended: tuple[str, ...], message: str
) -> None:
    (tmp_path / "models.mlir").write_text(programs)
    (tmp_path / "printed.mlir").touch()
    found, output = run(tmp_path, SETUP + DIALECT_TESTS + more, "test_toy.py::TestToy::test_models")
    assert tuple(found.values()) == ended, output
    assert message in output


def test_the_fixture(tmp_path: Path) -> None:
    (tmp_path / "models.mlir").write_text(PROGRAMS)
    found, output = run(tmp_path, SETUP + FIXTURE)
    assert found == {
        "test_right": "PASSED",
        "test_needless": "FAILED",
        "test_meant": "PASSED",
        "test_nonsense": "FAILED",
    }
    assert "bufferizes_to_element_wise_access" in output
    assert "<sample>:1:1: error: " in output


@pytest.mark.slow
def test_samples_are_generated(tmp_path: Path) -> None:
    models, printed = tmp_path / "models.mlir", tmp_path / "printed.mlir"
    (add, turn) = PROGRAMS.split("// -----")
    models.write_text(add)
    printed.write_text(WITHOUT_MODEL)
    module = SETUP + DIALECT_TESTS
    wanted = "test_toy.py::TestToy::test_models_have_samples"
    found, output = run(tmp_path, module, wanted)
    assert set(found.values()) == {"FAILED"}
    assert "'toy.turn' has a model, but no program in models.mlir executes it" in output
    found, output = run(tmp_path, module, "test_toy.py", "--update-golden")
    assert set(found.values()) == {"PASSED"}, output
    named = turn.replace("%x", "%arg0").replace("%y", "%arg1").strip()
    assert models.read_text() == f"{add}\n// -----\n\n{named}\n"
    assert "toy.add" in printed.read_text()
    assert "toy.turn" in printed.read_text()
    found, output = run(tmp_path, module, "test_toy.py", "-m", "not reference")
    assert set(found.values()) == {"PASSED"}, output


@pytest.mark.slow
def test_samples_that_are_not_generated(tmp_path: Path) -> None:
    models = tmp_path / "models.mlir"
    models.write_text("module {\n}\n")
    (tmp_path / "printed.mlir").touch()
    module = (SETUP + DIALECT_TESTS).replace('"func", ', "")
    wanted = "test_toy.py::TestToy::test_models_have_samples"
    found, output = run(tmp_path, module, wanted, "--update-golden")
    assert set(found.values()) == {"FAILED"}
    assert (
        "'toy.turn' has a model, but no program in models.mlir executes it: none can be generated, "
        "since the context has no dialect 'func'; by hand, write a function on tensors that executes "
        f"'toy.turn' into {models}\n"
    ) in output
    assert models.read_text() == "module {\n}\n"
