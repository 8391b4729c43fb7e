"""`bufferize plugins --check`: all that is wrong with plugins, before a program meets it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bufferize import Context
from bufferize.plugins import adding
from bufferize_tools import tool
from bufferize_tools.check import check_plugins
from core.tests.plugins.conftest import Install

SOURCE = """\
from bufferize import define as d
from bufferize.driver import (TensorTypeModel,)
from bufferize.models import DestinationStyle, NeedsNoRewriting, ReadOnlyOperands
from bufferize.passes import Pass
from bufferize.plugins import hookimpl

TOY = d.Dialect("toy")
MISNAMED = d.Dialect("other")

import bufferize.interfaces

@TOY.op("read")
class ReadOp(d.Operation):
    source = d.operand(d.ANY_TYPE)
    assembly_format = "$source attr-dict `:` type($source)"

@TOY.op("wrong")
class WrongOp(d.Operation):
    source = d.operand(d.ANY_TYPE)
    assembly_format = "$source attr-dict"

class ReadModel(NeedsNoRewriting, ReadOnlyOperands):
    pass

class Unfinished(bufferize.driver.BufferizableOpInterface):
    pass

class Outputs(NeedsNoRewriting, DestinationStyle):
    pass

class Fine(Pass):
    name = "fine"

    def run(self, op, context):
        pass

class Idle(Pass):
    name = "idle"

class Nameless(Pass):
    def run(self, op, context):
        pass

@hookimpl
def {hook}(registry):
    registry.add({arguments})
"""

WRONG = [
    (
        "register_dialects",
        "'toy', 'no_such_module:TOY'",
        ["plugin 'toys': cannot load 'no_such_module:TOY': ModuleNotFoundError"],
    ),
    (
        "register_dialects",
        "'toy', 'toys_plugin:TYO'",
        ["cannot load 'toys_plugin:TYO': AttributeError"],
    ),
    (
        "register_dialects",
        "'toy', 5",
        ["plugin 'toys': dialect 'toy' must be a Dialect, not a int"],
    ),
    (
        "register_dialects",
        "'toy', MISNAMED",
        ["plugin 'toys' registers the dialect 'other' under the name 'toy'"],
    ),
    (
        "register_dialects",
        "'toy', TOY",
        ["plugin 'toys': assembly format of 'toy.wrong', column 1"],
    ),
    (
        "register_op_models",
        "'tensor', {'tensor.pda': ReadModel()}, replaces='tensor.pda'",
        [
            "plugin 'toys' replaces the model of 'tensor.pda', but no other plugin has one",
        ],
    ),
    (
        "register_op_models",
        "'tensor', {'tensor.pda': ReadModel(), 'tensor.zzzzz': ReadModel()}",
        [
            "plugin 'toys' has a model of 'tensor.pda', but the dialect 'tensor' has no such op",
            "plugin 'toys' has a model of 'tensor.zzzzz', but the dialect 'tensor' has no such op",
        ],
    ),
    (
        "register_op_models",
        "'arith', {'arith.addi': ReadModel, 'arith.addf': Unfinished(), 'arith.subi': 5, "
        "'arith.subf': Outputs()}",
        [
            "model of 'arith.addf', Unfinished, does not override bufferize()",
            "model of 'arith.addi' is the class ReadModel; register an instance of it",
            "model of 'arith.subf', Outputs, is a DestinationStyle model, but",
            "model of 'arith.subi', int, is not a BufferizableOpInterface",
        ],
    ),
    (
        "register_type_models",
        "'toy.tensor', 'toys_plugin:TOY'",
        ["plugin 'toys': the model of type 'toy.tensor' is not a TensorTypeModel"],
    ),
    (
        "register_type_models",
        "'tensor.zzz', TensorTypeModel()",
        ["plugin 'toys': model of type 'tensor.zzz': the dialect has no such type"],
    ),
    (
        "register_passes",
        "'fine', 'toys_plugin:ReadModel'",
        ["plugin 'toys': pass 'fine' is not a subclass of bufferize.passes.Pass"],
    ),
    (
        "register_passes",
        "'idle', Idle",
        ["plugin 'toys': pass 'idle', Idle, does not override run()"],
    ),
    (
        "register_passes",
        "'nameless', Nameless",
        ["plugin 'toys': pass 'nameless', Nameless, has no `name`"],
    ),
    (
        "register_analyses",
        "'guess', 5",
        ["plugin 'toys': analysis 'guess' cannot be called: 5"],
    ),
    (
        "register_heuristics",
        "'mine', 5",
        ["plugin 'toys': heuristic 'mine' cannot be called: 5"],
    ),
    (
        "register_commands",
        "'greet', print",
        ["plugin 'toys': command 'greet' is not a bufferize.plugins.Command: <built-in"],
    ),
    (
        "register_constants",
        "'f32', 5",
        ["plugin 'toys': constants of type 'f32' cannot be called: 5"],
    ),
    (
        "register_planners",
        "'lowest', 5",
        ["plugin 'toys': planner 'lowest' cannot be called: 5"],
    ),
    (
        "register_semantics",
        "'arith', {'arith.zzz': 5}",
        ["plugin 'toys': the semantics of op 'arith.zzz' cannot be called: 5"],
    ),
    (
        "register_semantics",
        "'arith', {'arith.zzz': len}",
        ["plugin 'toys': semantics of op 'arith.zzz': the dialect has no such op"],
    ),
    ("register_zzz", "'a', 5", ["plugin 'toys' of toys-plugin 2.5 is not used: "]),
]


def test_semantics_are_not_loaded_where_nothing_runs_programs() -> None:
    plugin = SimpleNamespace(register_semantics=adding({"toy": "bufferize_missing:SEMANTICS"}))
    assert check_plugins(Context([plugin])) == []
    (problem,) = check_plugins(Context([plugin, "interpreter", "arith"]))
    assert "cannot load 'bufferize_missing:SEMANTICS'" in problem.message


def source(hook: str, arguments: str) -> str:
    return SOURCE.replace("{hook}", hook).replace("{arguments}", arguments)


@pytest.mark.parametrize(("hook", "arguments", "messages"), WRONG)
def test_what_would_fail_later(
    hook: str,
    arguments: str,
    messages: list[str],
    install: Install,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install("toys", source(hook, arguments))
    assert tool.main(["plugins", "--check"]) == 1
    out, err = capsys.readouterr()
    assert f"plugins checked: {len(messages)} problems" in out
    errors = [line for line in err.splitlines() if line.startswith("error: ")]
    assert len(errors) == len(messages), err
    for line, message in zip(errors, messages, strict=True):
        assert message in line
    if hook == "register_op_models":
        assert "'toys'" in err


def test_conflicts_are_problems(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("toys", source("register_passes", "'cse', Fine"))
    assert tool.main(["plugins", "--check"]) == 1
    assert (
        "pass 'cse' is registered by the plugins 'transforms' and 'toys'" in capsys.readouterr().err
    )


def test_nothing_is_wrong(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("toys", source("register_passes", "'fine', 'toys_plugin:Fine'"))
    assert tool.main(["plugins", "--check"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("plugins checked: 0 problems\n")
    assert err == ""


def test_models_of_dialects_that_are_not_installed_are_no_problem(install: Install) -> None:
    install("toys", source("register_op_models", "'nowhere', {'nowhere.op': ReadModel()}"))
    assert check_plugins(Context(["toys"])) == []
