from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bufferize.define import DialectContext
from bufferize.diagnostics import OptionError, PassError, VerifyError
from bufferize.ir import Operation
from bufferize.passes import (
    Pass,
    PassManager,
    PassPipeline,
    PassResult,
    Statistic,
    Timing,
    pipeline_from_text,
)
from bufferize.plugins import Context as PluginContext
from bufferize.syntax import parse_module
from bufferize_tools.reports import statistics_report, timing_report

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

    def run(self, op: Operation, context: DialectContext) -> None:
        SEEN.append(f"{op.name}{self.word}")


@dataclass(frozen=True)
class Break(Pass):
    """Drops the terminators of functions."""

    name = "break"

    def run(self, op: Operation, context: DialectContext) -> None:
        for nested in list(op.walk()):
            if nested.name == "func.return":
                nested.erase()


@dataclass(frozen=True)
class Fail(Pass):
    """Fails."""

    name = "fail"

    def run(self, op: Operation, context: DialectContext) -> None:
        raise PassError("no luck")


class Passes:
    """The passes of this file."""

    def pass_class(self, name: str) -> type[Pass] | None:
        known: dict[str, type[Pass]] = {"see": See, "break": Break, "fail": Fail}
        return known.get(name)

    def way_to_get(self, kind: str, name: str) -> str | None:
        return "install bufferize-hearing" if name == "hear" else None

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


def test_a_pass_that_is_not_installed_is_said_to_come_with_its_distribution() -> None:
    with pytest.raises(OptionError) as caught:
        pipeline_from_text("see,hear", Passes())
    assert str(caught.value) == (
        "<pass pipeline>:1:5: error: no pass is called 'hear'; install bufferize-hearing"
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


@pytest.mark.parametrize("problem", [RuntimeError("a bug"), KeyboardInterrupt(), SystemExit(3)])
def test_a_pass_that_fails_unforeseen_is_heard_of(
    problem: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(self: Fail, op: Operation, context: DialectContext) -> None:
        raise problem

    program, heard = Program(), list[bool]()
    monkeypatch.setattr(Fail, "run", run)
    manager = PassManager(steps=[Fail()], after_pass=lambda _step, _op, ok: heard.append(ok))
    with pytest.raises(type(problem)):
        manager.run(program.module, program.context)
    assert heard == [False]


def test_a_pass_that_leaves_invalid_ir_has_failed() -> None:
    program, heard = Program(), list[bool]()
    manager = PassManager(steps=[Break()], after_pass=lambda _step, _op, ok: heard.append(ok))
    with pytest.raises(VerifyError):
        manager.run(program.module, program.context)
    assert heard == [False]


@dataclass(frozen=True)
class Both(PassPipeline):
    """Counts, and then breaks, or fails."""

    name = "both"
    last: Pass = field(default_factory=Fail)

    def make_steps(self) -> list[Pass]:
        return [Count(), self.last]


def test_the_passes_of_a_pipeline_are_passes() -> None:
    program, heard = Program(), list[str]()
    both = Both(See())
    manager = PassManager(steps=[both, See()])
    manager.before_pass = lambda step, op: heard.append(f"before {step.name}")
    manager.after_pass = lambda step, op, ok: heard.append(f"after {step.name} {ok}")
    manager.run(program.module, program.context)
    assert heard == [
        *("before both", "before count", "after count True", "before see", "after see True"),
        *("after both True", "before see", "after see True"),
    ]
    assert set(manager.timing.seconds) == {"verifier", "count", "see"}
    assert statistics_report(manager).splitlines()[3:6] == [
        "Both",
        "  Count",
        "    (S) 6 largest - Number of operations in the largest",
    ]
    assert both.steps[0] is both.steps[0]
    assert str(manager).startswith("builtin.module(both")


@pytest.mark.parametrize(("last", "error"), [(Fail(), PassError), (Break(), VerifyError)])
def test_a_pipeline_of_which_a_pass_fails_has_failed(last: Pass, error: type[Exception]) -> None:
    program, heard = Program(), list[str]()
    manager = PassManager(steps=[Both(last), See()])
    manager.after_pass = lambda step, op, ok: heard.append(f"{step.name} {ok}")
    with pytest.raises(error):
        manager.run(program.module, program.context)
    assert heard == ["count True", f"{last.name} False", "both False"]


def test_a_pipeline_runs_without_a_manager() -> None:
    program = Program()
    Both(See("!")).run(program.module, program.context)
    assert SEEN[-1] == "builtin.module!"


def test_timing_adds_up_by_name() -> None:
    timing = Timing()
    for _ in range(2):
        with timing.measure("a"):
            pass
    with pytest.raises(ValueError), timing.measure("b"):
        raise ValueError
    assert list(timing.seconds) == ["a", "b"]
    timing.seconds = {"a": 0.5, "b": 0.25}
    for _ in range(2):
        timing.add_parts("a", {"c": 0.125})
    lines = timing_report(PassManager(timing=timing)).splitlines()[-5:]
    assert [line.split()[-1] for line in lines] == ["a", "c", "b", "Rest", "Total"]
    assert [line.split()[0] for line in lines[:3]] == ["0.5000", "0.2500", "0.2500"]
    assert lines[-1].endswith("(100.0%)  Total")


def test_passes_are_timed() -> None:
    program = Program()
    manager = pipeline_from_text("func.func(see),see", Passes())
    manager.run(program.module, program.context)
    assert set(manager.timing.seconds) == {"see", "verifier"}


# Statistics


@dataclass(frozen=True)
class Count(Pass):
    """Counts the operations in what it runs on."""

    name = "count"
    statistics = (
        Statistic("sum", "Number of operations"),
        Statistic("largest", "Number of operations in the largest", max),
        Statistic("unused", "Number of nothing"),
    )

    def run(self, op: Operation, context: DialectContext) -> PassResult:
        count = len(list(op.walk()))
        return PassResult({"sum": count, "largest": count}, {"walk": 0.5})


HEADER = """\
===-------------------------------------------------------------------------===
                         ... Pass statistics report ...
===-------------------------------------------------------------------------===
"""


def test_statistics_as_the_pipeline_is_and_merged() -> None:
    context = PluginContext()
    module = parse_module(
        "func.func @f() {\n  return\n}\nfunc.func @g() {\n  cf.br ^a\n^a:\n  return\n}", context
    )
    manager = PassManager(steps=[See(), Count(), PassManager("func.func", [Count()])])
    manager.run(module, context)
    assert statistics_report(manager) == (
        HEADER
        + """\
See
Count
  (S) 6 largest - Number of operations in the largest
  (S) 6 sum     - Number of operations
  (S) 0 unused  - Number of nothing
'func.func' Pipeline
  Count
    (S) 3 largest - Number of operations in the largest
    (S) 5 sum     - Number of operations
    (S) 0 unused  - Number of nothing
"""
    )
    assert statistics_report(manager, merged=True) == (
        HEADER
        + """\
  Count
    (S)  6 largest - Number of operations in the largest
    (S) 11 sum     - Number of operations
    (S)  0 unused  - Number of nothing
"""
    )
    timing = timing_report(manager)
    assert "(S) 11 sum     - Number of operations\n" in timing
    assert "  1.5000 (" in next(line for line in timing.splitlines() if line.endswith("    walk"))


def test_statistics_of_a_pipeline_that_fails() -> None:
    program = Program()
    manager = PassManager(steps=[Fail(), Count()])
    with pytest.raises(PassError):
        manager.run(program.module, program.context)
    assert "(S) 0 sum" in statistics_report(manager)
