"""Plugins of installed distributions: named, blocked, in conflict, broken."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

import pytest

from bufferize import Context
from bufferize.diagnostics import PluginError
from bufferize.plugins import PluginWarning, Registry, hookimpl
from bufferize.plugins.discovery import entry_point_plugins
from bufferize_tools import opt, tool
from core.tests.plugins.conftest import Install

HEADER = """\
from bufferize import define as d
from bufferize.passes import Pass
from bufferize.plugins import hookimpl

"""
PASS = (
    HEADER
    + """
class MinePass(Pass):
    '''Mine.'''
    name = "mine"

    def run(self, op, context):
        {body}

@hookimpl
def register_passes(registry):
    registry.add("mine", MinePass)
"""
)


def test_installed_plugins_are_named(install: Install) -> None:
    install("theirs", PASS.format(body="pass"))
    install("broken", "import no_such_module\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the broken one is not even imported
        context = Context(["theirs", "func"])
    assert context.pass_class("mine") is not None
    assert context.dialect_names() == ["bufferization", "builtin", "func", "memref"]
    assert [record.distribution for record in context.plugins[1:]] == [
        "theirs-plugin",
        "bufferize-func",
    ]


MISSING = "No module named 'no_such_module'"


@pytest.mark.parametrize(
    ("requirements", "advice"),
    [
        (["no-such-module>=0.1,<0.2", "bufferize-core"], "; install no-such-module"),
        (["not.there", "Gone_too"], "; install Gone_too and not.there"),
        (["far; extra == 'solver'", "near; python_version < '3'", "pluggy>=1"], ""),
        ([], ""),
    ],
)
def test_a_distribution_that_is_missing_is_named(
    requirements: list[str], advice: str, install: Install
) -> None:
    """Its module may be called otherwise, so it is not guessed from the name of that."""
    install("broken", "import no_such_module\n", requirements=requirements)
    problem = f"is not used: cannot be imported: ModuleNotFoundError: {MISSING}{advice}$"
    with pytest.warns(PluginWarning, match=problem):
        Context()


def test_a_distribution_that_another_requires_is_named(install: Install) -> None:
    """As bufferize-planner, which bufferize-explain requires, does not work without -buffers."""
    install("other", PASS.format(body="pass"), requirements=["no-such-module", "theirs_plugin"])
    source = HEADER + "@hookimpl\ndef register_passes(registry):\n"
    source += "    registry.add('late', 'no_such_module:Pass')\n"
    install("theirs", source, requirements=["Other.Plugin"])
    with pytest.raises(PluginError, match=f"{MISSING}; install no-such-module$"):
        Context().pass_class("late")


def test_a_name_that_no_plugin_has() -> None:
    with pytest.raises(PluginError, match="no installed plugin is called 'tensr'") as caught:
        Context(["tensr"])
    assert "did you mean 'tensor'?" in str(caught.value)


@pytest.mark.parametrize("wrong", [5, {}, SimpleNamespace()])
def test_something_else_than_plugins(wrong: object) -> None:
    with pytest.raises(PluginError, match="is no plugin: give a module or an object"):
        Context([wrong])


def test_a_name_alone_is_no_list() -> None:
    with pytest.raises(PluginError, match=r"a list, as in Context\(\['func'\]\)"):
        Context("func")
    with pytest.raises(PluginError, match=r"a list, as in Context\(\['func'\]\)"):
        Context(block="func")


def test_only_installed_plugins_are_blocked() -> None:
    with pytest.raises(PluginError, match="no installed plugin is called 'tensr'"):
        Context(block=["tensr"])
    with pytest.raises(PluginError, match="`block` is for installed plugins"):
        Context([], block=["tensor"])


def test_a_forgotten_mark_is_told() -> None:
    def register_passes(registry: Registry) -> None:
        """A hook by its name only."""

    with pytest.warns(
        PluginWarning, match="register_passes would not be called: mark it with @hook"
    ):
        Context([SimpleNamespace(register_passes=register_passes)])


def test_a_plugin_without_hooks_is_told(install: Install) -> None:
    install("empty", "")
    with pytest.warns(PluginWarning, match="'empty' of empty-plugin 2.5.*has no hooks"):
        Context()


def test_a_mark_may_name_the_hook() -> None:
    @hookimpl(specname="register_passes")
    def passes(registry: Registry) -> None:
        registry.add("mine", "no.such:Pass")

    assert "mine" in Context([SimpleNamespace(passes=passes)]).pass_names()


def test_blocked_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUFFERIZE_BLOCK_PLUGINS", "tensor, linalg")
    names = Context().dialect_names()
    assert "tensor" not in names
    assert "linalg" not in names
    assert "tensor" in Context(["tensor"]).dialect_names()  # who names a plugin wants it


@pytest.mark.parametrize("flags", [["--block-plugin=theirs"], ["-block-plugin", "ub,theirs"]])
def test_the_advice_for_a_conflict_is_right(
    flags: list[str],
    install: Install,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install("theirs", PASS.format(body="pass").replace('"mine"', '"cse"'))
    assert opt.main(["--help"]) == 1
    err = capsys.readouterr().err
    assert "error: pass 'cse' is registered by the plugins 'transforms' and 'theirs'" in err
    advice = "leave one out: --block-plugin=theirs, or BUFFERIZE_BLOCK_PLUGINS=theirs in the env"
    assert advice in err

    assert opt.main(["--help", *flags]) == 0
    assert "--cse" in capsys.readouterr().out
    if flags[0].startswith("--"):
        assert tool.main(["plugins", *flags]) == 0
    monkeypatch.setenv("BUFFERIZE_BLOCK_PLUGINS", "theirs")
    assert opt.main(["--help"]) == 0


def test_a_conflict_does_not_stop_the_list(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("theirs", PASS.format(body="pass").replace('"mine"', '"cse"'))
    install("tensor", PASS.format(body="pass"), "other-tensor")
    assert tool.main(["plugins"]) == 1
    out, err = capsys.readouterr()
    assert "bufferize-tensor" in out
    assert "other-tensor" in out
    assert "theirs-plugin" in out
    assert err.count("error: ") == 2
    assert "plugin 'tensor' is installed twice, by the distributions" in err
    assert "pass 'cse' is registered by the plugins" in err


def test_what_a_later_plugin_registers_stays_out(install: Install) -> None:
    install("theirs", PASS.format(body="pass").replace('"mine"', '"cse"'))
    context = Context(strict=False)
    assert len(context.conflicts) == 1
    found = context.pass_class("cse")
    assert found is not None
    assert found.__module__ == "bufferize_transforms.passes"


LEAVES = {
    "import": "import sys\nsys.exit()\n",
    "hook": HEADER
    + """
import sys

@hookimpl
def register_passes(registry):
    sys.exit(3)
""",
}


@pytest.mark.parametrize("where", list(LEAVES))
def test_a_plugin_that_leaves_is_left_out(
    where: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("leaving", LEAVES[where])
    assert opt.main(["--show-dialects"]) == 0
    assert tool.main(["plugins"]) == 1
    out, err = capsys.readouterr()
    assert "Available Dialects: " in out
    assert "plugin 'leaving' of leaving-plugin 2.5 is not used: " in err
    assert "SystemExit" in err


def test_an_import_string_that_leaves(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    lazy = """
@hookimpl
def register_passes(registry):
    registry.add("mine", "leaving_later:MinePass")
"""
    install("lazy", HEADER + lazy)
    install("later", "import sys\nsys.exit(4)\n", "leaving-later")
    assert opt.main(["--mine", "--block-plugin=later"]) == 1
    err = capsys.readouterr().err
    assert "error: plugin 'lazy': cannot load 'leaving_later:MinePass': SystemExit: 4" in err


@pytest.mark.parametrize("source", ["import no_such_module\n", LEAVES["hook"]])
def test_tracebacks_are_shown_if_asked_for(
    source: str,
    install: Install,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install("broken", source)
    monkeypatch.delenv("BUFFERIZE_DEBUG", raising=False)
    assert tool.main(["plugins"]) == 1
    assert "Traceback" not in capsys.readouterr().err
    monkeypatch.setenv("BUFFERIZE_DEBUG", "1")
    assert tool.main(["plugins"]) == 1
    err = capsys.readouterr().err
    assert "Traceback (most recent call last)" in err
    assert "broken_plugin.py" in err


def test_help_survives_options_that_cannot_be_told(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "pass\n\n    @classmethod\n    def options_class(cls):\n        raise SystemExit(3)"
    install("theirs", PASS.format(body=body))
    assert opt.main(["--help"]) == 0
    assert "--mine                          (not usable: 3)" in capsys.readouterr().out


def test_the_traceback_of_what_an_import_string_names(
    install: Install, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install("theirs", PASS.format(body="pass").replace("MinePass)", "'no_such_module:Mine')"))
    for value, count in (("0", 0), ("1", 1)):
        monkeypatch.setenv("BUFFERIZE_DEBUG", value)
        assert opt.main(["--mine"]) == 1
        assert capsys.readouterr().err.count("ModuleNotFoundError: ") == 1 + count


def run_on(text: str, *arguments: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=SimpleNamespace(read=text.encode)))
    return opt.main([*arguments])


BODIES = {
    "leaves": ("raise SystemExit(5)", "SystemExit: 5"),
    "fails": ("raise KeyError('no luck')", "KeyError: 'no luck'"),
}


@pytest.mark.parametrize("kind", list(BODIES))
def test_a_pass_that_fails_names_its_plugin_and_keeps_the_other_parts(
    kind: str,
    install: Install,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body, said = BODIES[kind]
    install("theirs", PASS.format(body=f"if 'my.bad' in op.attributes:\n            {body}"))
    text = "module {\n}\n// -----\nmodule attributes {my.bad} {\n}\n// -----\nmodule @last {\n}\n"
    status = run_on(text, "--mine", "--split-input-file", monkeypatch=monkeypatch)
    out, err = (stream.decode() for stream in capsysbinary.readouterr())
    assert status == 1
    assert out == "module {\n}\n\n// -----\n// -----\nmodule @last {\n}\n"
    first, second = err.splitlines()
    assert first == f"error: internal error (<stdin>: mine): {said}"
    assert second.startswith(
        "note: this arose in plugin 'theirs' of theirs-plugin 2.5 (theirs_plugin, line 12): "
    )


def test_no_comment_expects_an_internal_error(
    install: Install,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install("theirs", PASS.format(body="raise KeyError('no luck')"))
    text = "// expected-error@unknown {{internal error}}\nmodule {\n}\n"
    flags = ["--mine", "--verify-diagnostics"]
    assert run_on(text, *flags, monkeypatch=monkeypatch) == 1
    err = capsysbinary.readouterr().err.decode()
    assert "internal error (<stdin>: mine): KeyError: 'no luck'" in err
    assert "this arose in plugin 'theirs'" in err


def test_the_process_of_a_pass_that_leaves_tells(install: Install) -> None:
    install("theirs", PASS.format(body="raise SystemExit(0)"))
    code = "import sys; from bufferize_tools.opt import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}\n{code}", "--mine"],
        input="module {}",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "SystemExit: 0" in done.stderr


OP = (
    HEADER
    + """
THEIRS = d.Dialect("theirs")

@THEIRS.op("bad")
class BadOp(d.Operation):
    assembly_format = "attr-dict"

    def verify_op(self):
        {}["no luck"]

@hookimpl
def register_dialects(registry):
    registry.add("theirs", THEIRS)
"""
)


def test_an_op_that_fails_names_its_plugin_and_the_other_parts_are_explained(
    install: Install, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    install("theirs", OP)
    file = tmp_path / "in.mlir"
    file.write_text("theirs.bad\n// -----\ntheirs.worse\n")
    assert tool.main(["explain", str(file), "--split-input-file"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f"error: internal error (verifying {file}): KeyError: 'no luck'" in err
    assert f"{file}:1:1: note: while working on 'theirs.bad'" in err
    assert "this arose in plugin 'theirs' of theirs-plugin 2.5 (theirs_plugin, line " in err
    assert f"{file}:3:1: error: " in err


def test_explain_leaves_out_plugins(
    install: Install, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    install("theirs", OP.replace('"theirs"', '"func"').replace('"bad"', '"func"'))
    file = tmp_path / "in.mlir"
    file.write_text("func.func @f() {\n  return\n}\n")
    assert tool.main(["explain", str(file)]) == 1
    assert (
        "op 'func.func' is declared by the plugins 'func' and 'theirs'" in capsys.readouterr().err
    )
    assert tool.main(["explain", str(file), "--block-plugin=theirs"]) == 0
    assert "nothing is copied" in capsys.readouterr().out


def test_a_distribution_whose_metadata_is_lost(install: Install, tmp_path: Path) -> None:
    """As an installation leaves it that was interrupted."""
    install("lost", "raise ImportError('gone')")
    (tmp_path / "site-packages" / "lost_plugin-2.5.dist-info" / "METADATA").unlink()
    records = {record.name: record for record, _ in entry_point_plugins()}
    assert (records["lost"].distribution, records["lost"].version) == ("?", "?")
    assert records["lost"].problem == "cannot be imported: ImportError: gone"
