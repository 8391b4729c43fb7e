"""`bufferize reduce`: the command decides; failures are messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bufferize_tools import tool

TEXT = """\
func.func @f(%x: index) -> index {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<8xf32>
  memref.dealloc %1 : memref<8xf32>
  return %x : index
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.mlir"
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_the_command_decides(
    program: Path, jobs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.mlir"
    command = "grep -q memref<4xf32> {}"
    status = tool.main(["reduce", str(program), "--test", command, "--jobs", jobs, "-o", str(out)])
    said = capsys.readouterr()
    assert (status, said.out) == (0, "")
    assert "6 operations became 4, in " in said.err
    assert (
        out.read_text()
        == """\
module {
  func.func @f() {
    %alloc = memref.alloc() : memref<4xf32>
    return
  }
}
"""
    )


def test_resources_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "resources.mlir"
    entry = '{-# dialect_resources: { builtin: { blob: "0x0200000001000200" } } #-}'
    constant = "memref.global constant @c : memref<2xi16> = dense_resource<blob>"
    program.write_text(f"memref.global @g : memref<4xf32>\n{constant}\n{entry}\n")
    assert tool.main(["reduce", str(program), "--test", "grep -q 0x0200000001000200"]) == 0
    out = capsys.readouterr().out
    assert "@g" not in out
    assert 'blob: "0x0200000001000200"' in out


def test_the_file_stands_at_the_end(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["reduce", str(program), "--test", "grep -q 'memref.dealloc %'"]) == 0
    assert "memref<4xf32>" not in capsys.readouterr().out


def test_a_command_that_changes_its_mind(
    program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    once = tmp_path / "once"
    once.write_text(
        f"#!/bin/sh\n[ $(wc -c < {tmp_path}/calls) -lt 2 ] && echo >> {tmp_path}/calls\n"
    )
    once.chmod(0o755)
    (tmp_path / "calls").touch()
    assert tool.main(["reduce", str(program), "--test", str(once)]) == 0
    err = capsys.readouterr().err
    assert "warning: the command does not say the same of this program each time" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--test", "false"], "does not end with status 0 for the program as it is: false {}"),
        (["--test", "sleep 5", "--timeout", "0.1"], "does not end with status 0"),
        (["--test", "there-is-none-such"], "cannot run 'there-is-none-such': No such file"),
        (["--test", "'"], "--test: No closing quotation"),
        (["--test", ""], "--test: there is no command"),
    ],
)
def test_commands_that_do_not_work(
    program: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main(["reduce", str(program), *arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert message in said.err


def test_a_program_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.mlir"
    path.write_text("func.func @f(")
    assert tool.main(["reduce", str(path), "--test", "true"]) == 1
    assert f"{path}:1:14: error: " in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        tool.main(["reduce", str(path), "--test", "true", "--jobs", "0"])
    assert ended.value.code == 2
    assert "0 is less than 1" in capsys.readouterr().err
