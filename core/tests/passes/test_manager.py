from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bufferize.define import Context
from bufferize.diagnostics import OptionError, PassError, VerifyError
from bufferize.ir import Operation
from bufferize.passes import Pass, PassManager, Timing, pipeline_from_text
from bufferize.plugins import Context as PluginContext
from bufferize.syntax import parse_module

TEXT = """
module @outer {
  func.func @f() {
    return
  }
  module @inner {
    func.func @g() {
      return
    }
  }
}
"""
SEEN: list[str] = []


@dataclass(frozen=True)
class See(Pass):
    """Remembers what it runs on."""

    name = "see"
    word: str = ""

    def run(self, op: Operation, context: Context) -> None:
        SEEN.append(f"{op.name}{self.word}")


@dataclass(frozen=True)
class Break(Pass):
    """Drops the terminators of functions."""

    name = "break"

    def run(self, op: Operation, context: Context) -> None:
        for nested in list(op.walk()):
            if nested.name == "func.return":
                nested.erase()


@dataclass(frozen=True)
class Fail(Pass):
    """Fails."""

    name = "fail"

    def run(self, op: Operation, context: Context) -> None:
        raise PassError("no luck")


class Passes:
    """The passes of this file."""

    def pass_class(self, name: str) -> type[Pass] | None:
        known: dict[str, type[Pass]] = {"see": See, "break": Break, "fail": Fail}
        return known.get(name)

    def pass_names(self) -> list[str]:
        return ["break", "fail", "see"]


@dataclass
class Program:
    """A module in its context."""

    context: PluginContext = field(default_factory=PluginContext)

    def __post_init__(self) -> None:
        self.module = parse_module(TEXT, self.context)

    def run(self, text: str) -> list[str]:
        """What `see` saw."""
        SEEN.clear()
        pipeline_from_text(text, Passes()).run(self.module, self.context)
        return list(SEEN)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("see", ["builtin.module"]),
        ("builtin.module(see,see{word=!})", ["builtin.module", "builtin.module!"]),
        ("builtin.module(func.func(see))", ["func.func"]),
        ("builtin.module(builtin.module(func.func(see)))", ["func.func"]),
        ("any(any(see))", ["func.func", "builtin.module"]),
        ("func.func(see),see", ["func.func", "builtin.module"]),
        ("builtin.module()", []),
    ],
)
def test_where_passes_run(text: str, seen: list[str]) -> None:
    assert Program().run(text) == seen


def test_a_pipeline_for_another_kind_of_op() -> None:
    with pytest.raises(PassError) as caught:
        Program().run("func.func(see)")
    assert "a pipeline for 'func.func' cannot run on 'builtin.module'" in str(caught.value)
    assert "note: nest it: 'builtin.module(func.func(...))'" in str(caught.value)


def test_text_of_a_manager() -> None:
    text = "builtin.module(see,func.func(see{word=x}))"
    assert str(pipeline_from_text(text, Passes())) == text


def test_unknown_pass_has_a_position() -> None:
    with pytest.raises(OptionError) as caught:
        pipeline_from_text("builtin.module(see,\n sea)", Passes())
    assert str(caught.value) == (
        "<pass pipeline>:2:2: error: no pass is called 'sea'; there are: break, fail, see"
    )


def test_wrong_options_have_positions() -> None:
    with pytest.raises(OptionError) as caught:
        pipeline_from_text("see{word=a},see{word={a,b} words=1}", Passes())
    first, second = caught.value.diagnostics
    assert str(first) == (
        "<pass pipeline>:1:17: error: pass 'see': option 'word' takes one value, not 'a,b'"
    )
    assert str(second) == "<pass pipeline>:1:28: error: pass 'see' has no option 'words'"


def test_each_pass_is_verified() -> None:
    with pytest.raises(VerifyError):
        Program().run("break")
    program = Program()
    manager = pipeline_from_text("break,see", Passes())
    manager.verify_each = False
    manager.run(program.module, program.context)
    assert SEEN[-1] == "builtin.module"


def test_listeners_hear_of_every_pass_and_whether_it_succeeded() -> None:
    program, heard = Program(), list[str]()
    manager = pipeline_from_text("func.func(see),fail,see", Passes())
    manager.before_pass = lambda step, op: heard.append(f"before {step.name} {op.name}")
    manager.after_pass = lambda step, op, ok: heard.append(f"after {step.name} {op.name} {ok}")
    with pytest.raises(PassError, match="no luck"):
        manager.run(program.module, program.context)
    assert heard == [
        "before see func.func",
        "after see func.func True",
        "before fail builtin.module",
        "after fail builtin.module False",
    ]


def test_a_pass_that_leaves_invalid_ir_has_failed() -> None:
    program, heard = Program(), list[bool]()
    manager = PassManager(steps=[Break()], after_pass=lambda _step, _op, ok: heard.append(ok))
    with pytest.raises(VerifyError):
        manager.run(program.module, program.context)
    assert heard == [False]


def test_timing_adds_up_by_name() -> None:
    timing = Timing()
    for _ in range(2):
        with timing.measure("a"):
            pass
    with pytest.raises(ValueError), timing.measure("b"):
        raise ValueError
    assert list(timing.seconds) == ["a", "b"]
    assert [line.split()[-1] for line in timing.report().splitlines()[-3:]] == ["a", "b", "Total"]


def test_timing_of_nothing() -> None:
    assert "(  0.0%)  Total" in Timing().report()


def test_passes_are_timed() -> None:
    program = Program()
    manager = pipeline_from_text("func.func(see),see", Passes())
    manager.run(program.module, program.context)
    assert set(manager.timing.seconds) == {"see", "verifier"}
