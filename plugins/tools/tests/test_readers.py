"""Other ways to read programs, which plugins bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bufferize.diagnostics import OptionError
from bufferize.driver import ModelContext
from bufferize.ir import Operation
from bufferize.plugins import PluginRecord, Reader, ReadProgram, adding, context
from bufferize.plugins.discovery import entry_point_plugins
from bufferize.syntax import OperationSpans
from bufferize_explain import parse_module_with_spans
from bufferize_tools import tool

PROGRAM = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %written = tensor.insert %v into %t[%i] : tensor<8xf32>
  %old = tensor.extract %t[%i] : tensor<8xf32>
  return %written, %old : tensor<8xf32>, f32
}
"""


def opened(value: str, context: ModelContext) -> ReadProgram:
    """A language in which `&` is `%`, or what the value is."""
    if len(value) > 1:
        raise OptionError("one character")

    def read(text: str, filename: str, spans: OperationSpans) -> Operation:
        return parse_module_with_spans(text.replace(value or "&", "%"), context, spans, filename)

    return read


Brings = Callable[[object], None]


@pytest.fixture
def brings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Brings:
    """Makes a plugin bring a reader called `signs`; the program is in in.mlir, with `&`."""
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text(PROGRAM.replace("%", "&"))

    def bring(reader: object) -> None:
        def found(block: Any) -> Iterable[tuple[PluginRecord, Any]]:
            yield from entry_point_plugins()
            if "signs" not in block:
                plugin = SimpleNamespace(register_readers=adding({"signs": reader}))
                yield PluginRecord("signs", "signs-plugin", "1.0"), plugin

        monkeypatch.setattr(context, "entry_point_plugins", found)

    return bring


SIGNS = Reader("read `&` as `%`", "SIGN", opened)


@pytest.mark.parametrize(
    "argv",
    [["in.mlir", "--signs"], ["--signs=", "in.mlir"], ["--signs", "&", "in.mlir"]],
    ids=" ".join,
)
def test_explain_points_into_the_text(
    argv: list[str], brings: Brings, capsys: pytest.CaptureFixture[str]
) -> None:
    brings(SIGNS)
    assert tool.main(["explain", *argv]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "2 |   &written = tensor.insert &v into &t[&i] : tensor<8xf32>" in lines
    assert lines[lines.index("  |") + 4].index("^^ copied") == lines[5].index("&t[")


def test_a_program_is_read_for_other_commands(
    brings: Brings, capsys: pytest.CaptureFixture[str]
) -> None:
    brings(SIGNS)
    assert tool.main(["reduce", "in.mlir", "--signs", "--test", "true {}"]) == 0
    assert capsys.readouterr().out == "module {\n}\n"


def test_commands_without_a_program_have_no_readers(
    brings: Brings, capsys: pytest.CaptureFixture[str]
) -> None:
    brings(SIGNS)
    for command, has_it in (("explain", True), ("reduce", True), ("plugins", False)):
        with pytest.raises(SystemExit):
            tool.main([command, "--help"])
        assert ("--signs [SIGN]" in capsys.readouterr().out) is has_it


@pytest.mark.parametrize(
    ("reader", "argv", "problem"),
    [
        (SIGNS, ["--signs=ab"], "error: one character\n"),
        (SIGNS, ["--signs", "--block-plugin=signs"], "--signs: the plugin that brings this option"),
        (opened, ["--signs"], "reader 'signs' is not a bufferize.plugins.Reader"),
        ("nowhere:SIGNS", ["--signs"], "cannot load 'nowhere:SIGNS': ModuleNotFoundError"),
    ],
)
def test_what_goes_wrong(
    reader: object,
    argv: list[str],
    problem: str,
    brings: Brings,
    capsys: pytest.CaptureFixture[str],
) -> None:
    brings(reader)
    assert tool.main(["explain", "in.mlir", *argv]) == 1
    assert problem in capsys.readouterr().err


def test_a_broken_reader_is_no_matter_where_it_is_not_used(
    brings: Brings, capsys: pytest.CaptureFixture[str]
) -> None:
    brings("nowhere:SIGNS")
    Path("in.mlir").write_text(PROGRAM)
    assert tool.main(["explain", "in.mlir"]) == 0
    assert capsys.readouterr().err == ""


def test_a_first_party_reader_that_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(context, "entry_point_plugins", lambda _: entry_point_plugins(["xdsl"]))
    assert tool.main(["explain", "--xdsl", "x"]) == 1
    assert capsys.readouterr().err == (
        "error: no installed plugin brings the option '--xdsl'\nnote: install bufferize-xdsl\n"
    )
