"""Instrumentations of plugins, from the hook to what bufferize-opt and `bufferize explain` print."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

from bufferize import Context
from bufferize.diagnostics import PluginError
from bufferize.ir import Operation
from bufferize.passes import Pass, PassInstrumentation, Summary
from bufferize.plugins import adding
from bufferize_tools import opt, tool
from bufferize_tools.check import check_plugins

TEXT = "func.func @f() {\n  return\n}\n"


@dataclass
class Count(PassInstrumentation):
    """Counts operations."""

    name = "count-ops"
    shout: bool = False
    """Whether to be loud."""
    heard: list[str] = field(default_factory=list, init=False)

    def run_before_pass(self, step: Pass, op: Operation) -> None:
        self.heard.append(f"before {step.name}: {len(list(op.walk()))}")

    def run_after_pass(self, step: Pass, op: Operation, succeeded: bool) -> None:
        self.heard.append(f"after {step.name}: {succeeded}")

    def report(self, file: str) -> str:
        text = f"{file}: {'; '.join(self.heard)}"
        return text.upper() if self.shout else text

    @classmethod
    def summary(cls, op: Operation) -> Summary:
        number = len(list(op.walk()))
        return Summary(f"{number} operations", {"operations": number})


def plugin(**entries: object) -> SimpleNamespace:
    return SimpleNamespace(__name__="counting", register_instrumentations=adding(entries))


@pytest.fixture
def with_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The tools know Count and the first-party dialects; in.mlir is TEXT."""

    def context(**_: object) -> Context:
        return Context(["explain", "func", "tools", "transforms", plugin(**{"count-ops": Count})])

    # This first: the import of the module binds the real class.
    monkeypatch.setattr("bufferize_explain.commands.Context", context)
    monkeypatch.setattr("bufferize.plugins.Context", context)
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text(TEXT)


@pytest.mark.usefixtures("with_count")
def test_it_hears_of_each_pass(capfd: pytest.CaptureFixture[str]) -> None:
    assert opt.main(["in.mlir", "--cse", "--count-ops", "--canonicalize"]) == 0
    heard = "before cse: 3; after cse: True; before canonicalize: 3; after canonicalize: True"
    assert capfd.readouterr().err == f"in.mlir: {heard}\n"


@pytest.mark.usefixtures("with_count")
def test_it_stands_beside_a_pipeline(capfd: pytest.CaptureFixture[str]) -> None:
    assert opt.main(["in.mlir", "--pass-pipeline=any(cse)", "--count-ops=shout"]) == 0
    assert capfd.readouterr().err == "IN.MLIR: BEFORE CSE: 3; AFTER CSE: TRUE\n"
    assert opt.main(["in.mlir", "--pass-pipeline=any(cse)", "--count-ops", "--cse"]) == 2
    error = "error: --pass-pipeline cannot be used together with --cse\n"
    assert capfd.readouterr().err == error


@pytest.mark.usefixtures("with_count")
def test_wrong_options_and_names(capfd: pytest.CaptureFixture[str]) -> None:
    assert opt.main(["in.mlir", "--count-ops=shuot"]) == 1
    message = "<--count-ops>:1:1: error: option '--count-ops' has no option 'shuot'\n"
    assert capfd.readouterr().err.startswith(message)
    assert opt.main(["in.mlir", "--count-op"]) == 2
    assert "did you mean '--count-ops'?" in capfd.readouterr().err


@pytest.mark.usefixtures("with_count")
def test_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert opt.main(["--help"]) == 0
    out = capfd.readouterr().out
    assert "  --count-ops                     Counts operations." in out
    assert "    shout                         Whether to be loud" in out


@pytest.mark.usefixtures("with_count")
def test_explain_ends_with_its_summary(capfd: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["explain", "in.mlir"]) == 0
    assert capfd.readouterr().out == "nothing is copied\n3 operations\n"
    assert tool.main(["explain", "--format=json", "in.mlir"]) == 0
    assert '"count-ops": [\n      {\n        "operations": 3' in capfd.readouterr().out


def test_what_is_no_instrumentation_is_refused() -> None:
    context = Context([plugin(wrong=int)])
    with pytest.raises(PluginError, match="'wrong' is not a subclass of bufferize.passes.Pass"):
        context.instrumentation_class("wrong")


def test_problems_are_found_beforehand() -> None:
    class Nameless(PassInstrumentation):
        pass

    class Named(PassInstrumentation):
        name = "cse"

    found = check_plugins(Context(["transforms", plugin(cse=Named, nameless=Nameless)]))
    assert [problem.message for problem in found] == [
        "plugin 'counting': instrumentation 'cse' has the name of a pass",
        "plugin 'counting': instrumentation 'nameless' has no `name`",
    ]
