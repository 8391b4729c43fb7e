"""The limits of processes that are started."""

from __future__ import annotations

import fcntl
import sys
from pathlib import Path

import pytest

from bufferize_interpreter.processes import LimitExceeded, ProcessLimits, run_process
from bufferize_tools import tool

PYTHON = (sys.executable, "-c")
PROGRAM = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n"
ENDLESS = """
func.func @f(%m: memref<1xi32>) {
  %i = arith.constant 0 : index
  scf.while : () -> () {
    %n = memref.load %m[%i] : memref<1xi32>
    %go_on = arith.cmpi sge, %n, %n : i32
    PRINT
    scf.condition(%go_on)
  } do { scf.yield }
  return
}
"""


def test_what_a_process_does() -> None:
    script = "import os, sys; print(sys.stdin.read().upper(), os.environ['WORD']); sys.exit(3)"
    done = run_process([*PYTHON, script], "text é", environment={"WORD": "word"})
    assert done == (3, "TEXT É word\n", "")
    killed = run_process([*PYTHON, "import os; os.kill(os.getpid(), 9)"], "")
    assert killed.status == -9
    with pytest.raises(FileNotFoundError):
        run_process(["/no/such/tool"], "")


def test_input_that_is_not_read() -> None:
    assert run_process([*PYTHON, "print(1)"], "x" * 10_000_000).stdout == "1\n"


def test_much_input_and_much_output() -> None:
    script = "import sys; text = sys.stdin.read(); print(text, file=sys.stderr); print(text)"
    text = "x" * 5_000_000
    assert run_process([*PYTHON, script], text) == (0, text + "\n", text + "\n")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_too_much_output(stream: str) -> None:
    script = f"import sys\nwhile True: print('abc', file=sys.{stream}, flush=True)"
    with pytest.raises(LimitExceeded, match="printed more than 1000 bytes") as problem:
        run_process([*PYTHON, script], "", ProcessLimits(output=1000))
    assert problem.value.stdout == ("abc\n" * 250 if stream == "stdout" else "")


def test_too_much_time() -> None:
    script = "import time; print('begun', flush=True); time.sleep(1000)"
    with pytest.raises(LimitExceeded, match="did not come to an end within 1 seconds") as problem:
        run_process([*PYTHON, script], "", ProcessLimits(seconds=1))
    assert problem.value.stdout in ("begun\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_too_much_memory() -> None:
    script = "import sys; sys.stdin.read(); x = bytearray(10**9)"  # once the limit is set
    assert run_process([*PYTHON, script], "").status == 0
    done = run_process([*PYTHON, script], "", ProcessLimits(bytes=5 * 10**8))
    assert done.status == 1
    assert "MemoryError" in done.stderr


def test_what_a_process_starts_ends_with_it(tmp_path: Path) -> None:
    """A child that outlives its parent is killed, though it holds the parent's output open."""
    lock, mark = tmp_path / "lock", tmp_path / "mark"
    child = (
        f"import fcntl, time, pathlib; file = open({str(lock)!r}, 'w'); fcntl.flock(file, fcntl.LOCK_EX)\n"
        f"print('locked', flush=True); time.sleep(20); pathlib.Path({str(mark)!r}).touch()"
    )
    script = (
        f"import subprocess, sys; child = [sys.executable, '-c', {child!r}]\n"
        "subprocess.Popen(child, stdout=subprocess.PIPE).stdout.readline()"  # stderr stays open
    )
    assert run_process([*PYTHON, script], "").status == 0
    with lock.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # waits for the end of the child
    assert not mark.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sessions")
def test_a_process_that_leaves_the_session() -> None:
    """A child in a session of its own is not killed; the limit holds though it keeps the output open."""
    script = (
        "import os, time\n"
        "there, here = os.pipe()\n"
        "if not os.fork():\n  os.setsid(); os.write(here, b'x'); time.sleep(20)\n"
        "os.read(there, 1)  # until it has left"
    )
    with pytest.raises(LimitExceeded, match="did not come to an end within 1 seconds"):
        run_process([*PYTHON, script], "", ProcessLimits(seconds=1))


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "1e400", "soon"])
def test_no_number_of_seconds(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("run", "check", "reduce"):
        with pytest.raises(SystemExit):
            tool.main([command, f"--timeout={seconds}"])
        assert f"argument --timeout: {seconds} is no number of seconds" in capsys.readouterr().err


def test_help_names_the_limits(capsys: pytest.CaptureFixture[str]) -> None:
    for command, which, runs in (
        ("run", "--native", 1_000_000_000),
        ("check", "--native or --tool", 1_000_000),
    ):
        with pytest.raises(SystemExit):
            tool.main([command, "--help"])
        text = " ".join(capsys.readouterr().out.split())
        assert f"how often one block may run (default: {runs})" in text
        assert f"with {which}, how long a process may take (default: 60)" in text
        assert f"with {which}, how many bytes a process may print (default: 67108864)" in text
        assert f"with {which}, a process may take 2147483648 more" in text


def failed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the output of a command that ends with status 1."""
    assert tool.main([*arguments]) == 1
    out, err = capsys.readouterr()
    return out + err


@pytest.mark.parametrize(
    ("script", "option", "message"),
    [
        ("while True: print(1)", "--max-output=1000", "printed more than 1000 bytes"),
        ("import time; time.sleep(99)", "--timeout=0.5", "did not come to an end within 0.5 s"),
    ],
)
def test_limits_of_a_tool(
    script: str, option: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    command = f"{sys.executable} -c '{script}'"
    assert message in failed(capsys, "check", str(path), "--tool", command, option)


@pytest.mark.reference
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--max-output=1000", "the program printed more than 1000 bytes"),
        ("--timeout=0.001", "mlir-opt did not come to an end within 0.001 seconds"),
    ],
)
def test_limits_of_a_native_program(
    option: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(ENDLESS.replace("PRINT", "vector.print %n : i32"))
    assert message in failed(capsys, "run", str(path), "--native", option, "--args", "[7]")


@pytest.mark.reference
def test_limits_of_a_native_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    assert "within 0.001 seconds" in failed(
        capsys, "check", str(path), "--native", "--timeout=0.001"
    )
