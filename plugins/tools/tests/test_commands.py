"""Sub-commands that plugins bring."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from bufferize.diagnostics import DiagnosticError, Position, SourceMap, error
from bufferize.plugins import Command, PluginRecord, ProgressLine, adding, context
from bufferize_tools import tool
from bufferize_tools.files import read_input
from bufferize_tools.providers import COMMANDS

Brings = Callable[[Any], None]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file")
    parser.add_argument("--loud", action="store_true")


def greet(given: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    name, text = read_input(given.file, sources)
    if "hello" not in text:
        raise DiagnosticError(error("no greeting", Position(name, 1, 1)))
    print(text.upper() if given.loud else text, end="")
    return 3


GREET = Command("say what a file says", arguments, greet)


@pytest.fixture
def brings(monkeypatch: pytest.MonkeyPatch) -> Brings:
    def bring(command: Any) -> None:
        def found(_block: object) -> Iterable[tuple[PluginRecord, Any]]:
            plugin = SimpleNamespace(register_commands=adding({"greet": command}))
            yield PluginRecord("toys", "toys-plugin", "1.0"), plugin

        monkeypatch.setattr(context, "entry_point_plugins", found)

    return bring


def test_it_runs(brings: Brings, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    brings(GREET)
    file = tmp_path / "file"
    file.write_text("hello\n")
    assert tool.main(["greet", str(file), "--loud"]) == 3
    assert capsys.readouterr().out == "HELLO\n"


def test_its_errors_are_shown(
    brings: Brings, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    brings(GREET)
    file = tmp_path / "file"
    file.write_text("good bye\n")
    assert tool.main(["greet", str(file)]) == 1
    assert capsys.readouterr().err == f"{file}:1:1: error: no greeting\ngood bye\n^\n"


def test_help(brings: Brings, capsys: pytest.CaptureFixture[str]) -> None:
    brings(GREET)
    for argv, text in ((["--help"], "greet"), (["greet", "--help"], "say what a file says")):
        with pytest.raises(SystemExit) as ended:
            tool.main(argv)
        assert ended.value.code == 0
        assert text in capsys.readouterr().out


def test_wrong_usage(brings: Brings, capsys: pytest.CaptureFixture[str]) -> None:
    brings(GREET)
    for argv in (["greet"], ["greet", "x", "--loudly"], ["great"]):
        with pytest.raises(SystemExit) as ended:
            tool.main(argv)
        assert ended.value.code == 2
        assert "usage: bufferize" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (greet, "command 'greet' is not a bufferize.plugins.Command"),
        ("nowhere:GREET", "cannot load 'nowhere:GREET': ModuleNotFoundError"),
    ],
)
def test_a_plugin_that_is_wrong(
    command: object, problem: str, brings: Brings, capsys: pytest.CaptureFixture[str]
) -> None:
    brings(command)
    assert tool.main(["greet", "x"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("error: plugin 'toys': ")
    assert problem in error


def test_a_first_party_command_that_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(context, "entry_point_plugins", lambda _: [])
    assert tool.main(["run", "x"]) == 1
    assert capsys.readouterr().err == (
        "error: no installed plugin brings the sub-command 'run'\n"
        "note: install bufferize-interpreter\n"
    )


@pytest.mark.parametrize("name", ["plugins", "run"])
def test_a_first_party_command_whose_plugin_is_blocked(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BUFFERIZE_BLOCK_PLUGINS", "tools,interpreter")
    assert tool.main([name]) == 1
    plugin = COMMANDS[name]
    assert capsys.readouterr().err == (
        f"error: no installed plugin brings the sub-command '{name}'\n"
        f"note: do not block the plugin '{plugin}'\n"
    )
