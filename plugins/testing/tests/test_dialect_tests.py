"""The tests that DialectTests makes, for a dialect whose golden files are right, wrong or old."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bufferize_testing import golden_parts

MODULE = """\
from bufferize import define as d
from bufferize.dialects import builtin
from bufferize_testing import DialectTests

TOY = d.Dialect("toy")


@TOY.op("copy")
class CopyOp(d.Operation):
    source = d.operand(d.ANY_TYPE)
    result = d.result(d.ANY_TYPE)
    traits = (d.SameOperandsAndResultType(),)
    assembly_format = "$source attr-dict `:` type($source)"


class ToyTests(DialectTests):
    dialect = TOY

    @classmethod
    def make_context(cls):
        dialects = {"builtin": builtin.DIALECT, "toy": TOY}
        return d.DialectContext(dialects, allow_unregistered_dialects=True)


class TestToy(ToyTests):
    golden = "files"
"""
PRINTED = """\
module {
  %0 = "test.a"() : () -> f32
  %1 = toy.copy %0 : f32
}
"""
INVALID = """\
// error: use of undeclared SSA value name '%0'
module {
  %1 = toy.copy %0 : f32
}

// -----

// error: 'toy.copy' op requires the same type for all operands and results
// The reference differs: other words.
module {
  %0 = "test.a"() : () -> f32
  %1 = "toy.copy"(%0) : (f32) -> f64
}
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "test_toy.py").write_text(MODULE)
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "printed.mlir").write_text(PRINTED)
    (folder / "invalid.mlir").write_text(INVALID)
    return folder


def run(files: Path, *flags: str, marked: str = "not reference") -> tuple[dict[str, str], str]:
    """How each test ended, and the whole output."""
    options = ["-p", "bufferize_testing", "--import-mode=importlib", "--strict-markers", "-vv"]
    # Without the settings of this repository and, but for one test, without MLIR's own tool.
    options += ["-c", "/dev/null", "-m", marked, f"--rootdir={files.parent}", *flags]
    command = [sys.executable, "-W", "error", "-m", "pytest", *options, str(files.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.findall(r"::TestToy::(test_\w+).* (PASSED|FAILED|SKIPPED)", done.stdout)
    return dict(sorted(found, key=lambda pair: pair[1], reverse=True)), done.stdout + done.stderr


def test_golden_files_that_are_right(files: Path) -> None:
    ended, output = run(files)
    assert ended == dict.fromkeys(
        [
            "test_printed",
            "test_invalid",
            "test_generic_form",
            "test_every_op_is_printed",
            "test_declarations_are_sound",
        ],
        "PASSED",
    ), output


def test_golden_files_that_are_wrong(files: Path) -> None:
    (files / "printed.mlir").write_text('"test.a"() : () -> ()\n')
    (files / "invalid.mlir").write_text("// error: wrong\ntoy.what\n")
    (files / "accepted.mlir").write_text("toy.what\n")
    ended, output = run(files)
    failed = {name for name, outcome in ended.items() if outcome == "FAILED"}
    assert failed == {"test_printed", "test_every_op_is_printed", "test_accepted", "test_invalid"}
    assert "'toy.copy'" in output
    assert "custom op 'toy.what' is unknown" in output


@pytest.mark.slow
def test_golden_files_are_updated(files: Path) -> None:
    (files / "printed.mlir").write_text(f"{PRINTED}// -----\n{PRINTED}".replace("%1", "%b"))
    (files / "invalid.mlir").write_text(INVALID.replace("requires", "wants"))
    assert set(run(files, "--update-golden")[0].values()) == {"PASSED"}
    assert (files / "printed.mlir").read_text() == f"{PRINTED}// -----\n{PRINTED}"
    assert (files / "invalid.mlir").read_text() == INVALID


@pytest.mark.reference
def test_the_reference_is_not_asked_about_dialects_that_it_does_not_have(files: Path) -> None:
    (files / "accepted.mlir").write_text(PRINTED)
    ended, output = run(files, marked="reference")
    assert ended == dict.fromkeys(
        [
            "test_reference_printed",
            "test_reference_reads",
            "test_reference_accepted",
            "test_reference_invalid",
        ],
        "SKIPPED",
    ), output


@pytest.mark.slow
def test_a_missing_folder_is_an_error(files: Path) -> None:
    (files / "printed.mlir").unlink()
    assert "printed.mlir" in run(files)[1]


def test_parts(files: Path) -> None:
    first, second = golden_parts(files / "invalid.mlir")
    assert first.error == "use of undeclared SSA value name '%0'"
    assert first.text == "module {\n  %1 = toy.copy %0 : f32\n}\n"
    assert (first.lines.start, second.lines.start) == (1, 7)
    assert (first.reference_differs, second.reference_differs) == (False, True)
