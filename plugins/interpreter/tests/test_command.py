"""`bufferize run`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import numpy as np
import pytest

from bufferize_tools import tool

PROGRAM = """\
func.func private @helper(%x: f32) -> f32 {
  return %x : f32
}
func.func @scale(%m: memref<?xf32>, %f: f32) -> (f32, tensor<2xi8>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<?xf32>
  %y = arith.mulf %x, %f : f32
  memref.store %y, %m[%c0] : memref<?xf32>
  %t = arith.constant dense<[1, -2]> : tensor<2xi8>
  return %y, %t : f32, tensor<2xi8>
}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    return str(path)


def test_results_and_changed_buffers_are_printed(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main(["run", file, "--args", "[1.5, 2]", "2"]) == 0
    assert capsys.readouterr().out == (
        "result #0: f32 = 3.0\n"
        "result #1: tensor<2xi8> = [ 1, -2]\n"
        "argument #0: memref<?xf32> = [3., 2.]\n"
    )


def test_arrays_in_files(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    array = str(tmp_path / "x.npy")
    np.save(array, np.array([4, 5], np.float32))
    assert tool.main(["run", file, "--function", "scale", "--args", array, "0.5"]) == 0
    assert "argument #0: memref<?xf32> = [2., 5.]" in capsys.readouterr().out


def test_what_is_no_finite_number(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["run", file, "--args", "[-inf, nan]", "inf"]) == 0
    assert "argument #0: memref<?xf32> = [-inf,  nan]" in capsys.readouterr().out


def test_who_interrupts_a_program_sees_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "endless.mlir"
    path.write_text(
        "func.func @f() {\n  cf.br ^again\n^again:\n  %x = arith.constant 1 : i32\n"
        "  vector.print %x : i32\n  cf.br ^again\n}\n"
    )
    start = "import sys; from bufferize_tools.tool import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", start, "run", str(path)]
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()  # now it runs
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "error: the program was interrupted here\n" in said
    assert "endless.mlir:" in said
    assert "Traceback" not in said


def test_drawn_arguments_are_the_same_for_the_same_seed(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    outputs = []
    for seed in ("1", "1", "2"):
        assert tool.main(["run", file, "--random-args", seed]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] != outputs[2]


def test_statistics_and_a_trace(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "trace.json"
    arguments = ["run", file, "--args", "[1.5]", "2", "--stats", "--trace", str(trace)]
    assert tool.main(arguments) == 0
    text = capsys.readouterr().out
    statistics = json.loads(text[text.index("{") :])
    assert statistics["allocations"] == 0
    assert statistics["loads"] == [{"op": "memref.load", "at": f"{file}:6:8", "elements": 1}]
    assert {event["ph"] for event in json.loads(trace.read_text())["traceEvents"]} == {"M"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--args", "[]", "1"], "{file}:6:8: error: 'memref.load' index #0 0 is out of bounds"),
        (["--args", "1"], "{file}:4:1: error: 'scale' takes 2 arguments, but 1 are given"),
        (["--args", "x", "1"], "error: --args: 'x' is no number, list of numbers, or file"),
        (["--args", "no.npy", "1"], "error: --args: cannot read 'no.npy': "),
        (["--args", "['a']", "1"], "error: --args: ['a'] is no memref<?xf32>: "),
        (["--args", "[a]", "1"], "error: --args: '[a]' is no number, list of numbers"),
        (["--args", "empty.npy", "1"], "error: --args: cannot read 'empty.npy': "),
        (["--args", "several.npy", "1"], "error: --args: cannot read 'several.npy': it holds no"),
        (["--function", "f"], "error: there is no function 'f': --function=NAME\n"),
        (["--function", "f"], "note: functions with a body: helper, scale"),
    ],
)
def test_what_goes_wrong(
    file: str,
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.npy").touch()
    with Path("several.npy").open("wb") as several:
        np.savez(several, a=np.zeros(1), b=np.zeros(2))
    assert tool.main(["run", file, *arguments]) == 1
    out, err = capsys.readouterr()
    assert message.format(file=file) in err
    assert "Traceback" not in err
    assert out == ""


def test_types_of_which_nothing_can_be_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "token.mlir"
    path.write_text("func.func @f(%x: !ml_program.token) { return }")
    assert tool.main(["run", str(path), "--random-args", "1"]) == 1
    assert "--random-args: no values of type !ml_program.token can be drawn" in (
        capsys.readouterr().err
    )


TENSORS = """\
func.func @main(%x: tensor<?xf32>, %m: memref<2xf32>) -> (tensor<?xf32>, f32) {
  %c1 = arith.constant 1 : index
  %f = tensor.extract %x[%c1] : tensor<?xf32>
  memref.store %f, %m[%c1] : memref<2xf32>
  %t = tensor.insert %f into %x[%f0] : tensor<?xf32>
  %0 = tensor.extract %x[%f0] : tensor<?xf32>
  vector.print %0 : f32
  return %t, %f : tensor<?xf32>, f32
}
""".replace("%f0", "%c0").replace("{\n", "{\n  %c0 = arith.constant 0 : index\n", 1)


@pytest.mark.reference
def test_programs_on_tensors_run_natively(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tensors.mlir"
    path.write_text(TENSORS)
    arguments = ["run", str(path), "--args", "[1, 2.5]", "[3, 4]"]
    assert tool.main(arguments) == 0
    interpreted, _ = capfd.readouterr()
    assert interpreted == (
        "1\n"
        "result #0: tensor<?xf32> = [2.5, 2.5]\n"
        "result #1: f32 = 2.5\n"
        "argument #1: memref<2xf32> = [3. , 2.5]\n"
    )
    assert tool.main([*arguments, "--native"]) == 0
    assert capfd.readouterr() == (interpreted, "")


def test_programs_that_cannot_be_bufferized_say_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "unknown.mlir"
    path.write_text(
        "func.func @f(%x: tensor<4xi8>) -> tensor<4xi8> {\n"
        '  %0 = "some.op"(%x) : (tensor<4xi8>) -> tensor<4xi8>\n'
        "  return %0 : tensor<4xi8>\n"
        "}\n"
    )
    arguments = ["run", str(path), "--allow-unregistered-dialect", "--random-args", "1"]
    assert tool.main([*arguments, "--native"]) == 1
    assert f"{path}:2:8: error: op was not bufferized" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", [["--stats"], ["--trace", "t.json"], ["--leaks"], ["--undefined"]]
)
def test_what_only_the_interpreter_can_do(
    file: str, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main(["run", file, "--native", "--args", "[1]", "2", *option]) == 1
    out, err = capsys.readouterr()
    assert err == f"error: {option[0]} is for programs that are interpreted: leave out --native\n"
    assert out == ""
