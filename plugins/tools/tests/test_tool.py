from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from bufferize import __version__
from bufferize.plugins import PluginRecord, adding, context, hookimpl
from bufferize.plugins.discovery import entry_point_plugins
from bufferize_tools import tool


def rows(text: str) -> dict[str, list[str]]:
    return {words[0]: words[1:] for words in map(str.split, text.splitlines())}


def test_installed_plugins_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["plugins"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "\x1b" not in out
    table = rows(out)
    assert table["core"][:2] == ["bufferize-core", __version__]
    assert table["core"][2:5] == ["bufferization,", "builtin,", "memref"]
    assert all(name in out for name in ("canonicalize", "cse", "one-shot-bufferize"))
    assert table["tensor"][:4] == ["bufferize-tensor", __version__, "tensor", "tensor"]
    assert table["arith"][2:] == ["arith", "arith", "semantics:", "arith;", "constants:", "index"]


def test_all_that_a_plugin_brings_is_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = SimpleNamespace(
        register_type_models=adding({"toy.tensor": "toys:MODEL"}),
        register_analyses=adding({"guess": "toys:guess", "bet": "toys:bet"}),
        register_semantics=adding({"toy": "toys:SEMANTICS"}),
    )

    def found(_block: object) -> Iterable[tuple[PluginRecord, Any]]:
        yield from entry_point_plugins()
        yield PluginRecord("toys", "toys-plugin", "1.0"), plugin

    monkeypatch.setattr(context, "entry_point_plugins", found)
    assert tool.main(["plugins"]) == 0
    others = "type models: toy.tensor; analyses: bet, guess; semantics: toy"
    assert rows(capsys.readouterr().out)["toys"] == ["toys-plugin", "1.0", *others.split()]


def test_a_plugin_that_cannot_be_used_is_a_warning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(_block: object) -> Iterable[tuple[PluginRecord, Any]]:
        yield from entry_point_plugins()
        yield PluginRecord("[bad]", "bad-plugin", "1.0", "cannot be imported: no luck"), None

    monkeypatch.setattr(context, "entry_point_plugins", found)
    assert tool.main(["plugins"]) == 1
    out, err = capsys.readouterr()
    assert rows(out)["[bad]"] == ["bad-plugin", "1.0"]
    assert err == (
        "warning: plugin '[bad]' of bad-plugin 1.0 is not used: cannot be imported: no luck\n"
    )


def test_two_plugins_of_one_name_are_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @hookimpl
    def hook(registry: object) -> None:
        pass

    def found(_block: object) -> Iterable[tuple[PluginRecord, Any]]:
        yield from entry_point_plugins()
        yield PluginRecord("a", "first", "1.0"), SimpleNamespace(register_passes=hook)
        yield PluginRecord("a", "second", "1.0"), SimpleNamespace(register_passes=hook)

    monkeypatch.setattr(context, "entry_point_plugins", found)
    assert tool.main(["plugins"]) == 1
    out, err = capsys.readouterr()
    assert all(name in out for name in ("first", "second", "one-shot-bufferize"))
    assert "error: plugin 'a' is installed twice" in err
    assert "leave out both: --block-plugin=a, or BUFFERIZE_BLOCK_PLUGINS=a" in err


@pytest.mark.parametrize(
    ("argv", "status"), [(["--version"], 0), (["--help"], 0), ([], 2), (["zzz"], 2)]
)
def test_exit_statuses(argv: list[str], status: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        tool.main(argv)
    assert caught.value.code == status
    assert "Traceback" not in capsys.readouterr().err


def test_without_a_sub_command_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tool.main([])
    listed = " ".join(capsys.readouterr().err.split())
    assert "explain lists the copies that One-Shot Bufferize makes, and why" in listed


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("explian", "did you mean 'explain'?"),
        ("zzz", "there are: certify, check, completion, explain, fix"),
    ],
)
def test_an_unknown_sub_command(name: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tool.main([name])
    assert f"error: no sub-command is called '{name}'; {hint}" in capsys.readouterr().err


def test_the_options_of_the_pass_follow_an_equals_sign(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tool.main(["check", "--one-shot-bufferize", "bufferize-function-boundaries", "f.mlir"])
    hint = "is it '--one-shot-bufferize=bufferize-function-boundaries'?"
    assert f"error: unrecognized arguments: f.mlir; {hint}\n" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("argv", ["--help", "--version", "explain --help", "plugins"])
def test_what_cannot_be_written_is_said(argv: str) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "bufferize", *argv.split()]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    said = "error: cannot write to stdout: No space left on device\n"
    assert (done.returncode, done.stderr) == (1, said)


def test_the_package_is_the_tool() -> None:
    command = [sys.executable, "-m", "bufferize", "--version"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"bufferize {__version__}\n")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("bufferize exp", ["explain"]),
        ("bufferize explain --one", ["--one-shot-bufferize"]),
        ("bufferize-opt --one-shot", ["--one-shot-bufferize"]),
        ("bufferize-opt --mlir-print-ir-tree", ["--mlir-print-ir-tree-dir"]),
        ("bufferize-opt --mlir-timing-display l", ["list"]),
        ("bufferize-opt --help-pass cs", ["cse"]),
    ],
)
def test_bash_completes(line: str, found: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["completion", "bash"]) == 0
    script = capfd.readouterr().out
    words = line.split()
    function = f"_shtab_{words[0].replace('-', '_')}"
    script += f"""
        COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}
        {function} {words[0]} {words[-1]} {words[-2]}; echo "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert done.stdout.split() == found


@pytest.mark.parametrize("shell", ["zsh", "tcsh"])
def test_other_shells(shell: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["completion", shell]) == 0
    script = capfd.readouterr().out
    assert all(word in script for word in ("new-dialect", "mlir-timing", "one-shot-bufferize"))
