"""Models that fail, from the command line: who, which op, where, and what becomes of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from bufferize_tools import opt, tool
from core.tests.plugins.conftest import Install

SOURCE = """\
import sys

from bufferize import define as d
from bufferize.driver import (BufferizableOpInterface,)
from bufferize.plugins import adding

THEIRS = d.Dialect("theirs")

@THEIRS.op("use")
class UseOp(d.Operation):
    source = d.operand(d.ANY_TYPE)
    assembly_format = "$source attr-dict `:` type($source)"

class UseModel(BufferizableOpInterface):
    def bufferizes_to_memory_read(self, op, operand, state):
        {body}

    def bufferize(self, *arguments):
        pass

register_dialects = adding({"theirs": THEIRS})
register_op_models = adding({"theirs": {"theirs.use": UseModel()}})
"""

PROGRAM = """\
%t = bufferization.alloc_tensor() : tensor<4xf32>
theirs.use %t : tensor<4xf32>
// -----
%m = memref.alloc() : memref<4xf32>
memref.dealloc %m : memref<4xf32>
"""


@pytest.mark.parametrize(
    ("body", "said"),
    [("{}['no luck']", "KeyError: 'no luck'"), ("sys.exit(7)", "SystemExit: 7")],
)
def test_the_command_line_names_them_and_keeps_the_other_parts(
    body: str,
    said: str,
    install: Install,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    install("theirs", SOURCE.replace("{body}", body))
    file = tmp_path / "in.mlir"
    file.write_text(PROGRAM)
    monkeypatch.delenv("BUFFERIZE_DEBUG", raising=False)
    arguments = [str(file), "--one-shot-bufferize", "--split-input-file"]
    assert opt.main(arguments) == 1
    out, err = capsys.readouterr()
    assert "memref.dealloc" in out
    assert said in err
    assert f"{file}:2:1: " in err
    assert "plugin 'theirs'" in err
    assert "'theirs.use'" in err
    assert "Traceback" not in err

    monkeypatch.setenv("BUFFERIZE_DEBUG", "1")
    assert opt.main(arguments) == 1
    err = capsys.readouterr().err
    assert "Traceback (most recent call last)" in err
    assert "in bufferizes_to_memory_read" in err


def test_explain_names_them(
    install: Install, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    install("theirs", SOURCE.replace("{body}", "sys.exit()"))
    file = tmp_path / "in.mlir"
    file.write_text(PROGRAM)
    assert tool.main(["explain", str(file), "--split-input-file"]) == 1
    err = capsys.readouterr().err
    assert "SystemExit" in err
    assert "plugin 'theirs'" in err
