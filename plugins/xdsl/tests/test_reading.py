"""`bufferize explain --xdsl`: xDSL reads the program, and positions are those of its text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bufferize.plugins import Context
from bufferize_tools import tool
from plugins.xdsl.tests.modules import ROOT

MODULE = """
from xdsl.ir import Dialect
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, opt_result_def, traits_def
from xdsl.traits import Pure
from xdsl.universe import Universe
from xdsl.utils.exceptions import VerifyException

from bufferize_xdsl.models import DestinationStyle, model


@irdl_op_definition
class ClampOp(IRDLOperation):
    name = "readable.clamp"
    limit = operand_def()
    tensor = operand_def()
    clamped = opt_result_def()
    traits = traits_def(Pure())
    assembly_format = (
        "$limit `,` $tensor attr-dict `:` type($limit) `,` type($tensor) (`->` type($clamped)^)?"
    )


@irdl_op_definition
class WrongOp(IRDLOperation):
    name = "readable.wrong"

    def verify_(self) -> None:
        raise VerifyException("never right")


@irdl_op_definition
class BrokenOp(IRDLOperation):
    name = "readable.broken"

    @classmethod
    def parse(cls, parser):
        raise KeyError("oops")

    def verify_(self) -> None:
        raise KeyError("oops")


DIALECT = Dialect("readable", [ClampOp, WrongOp, BrokenOp])
UNIVERSE = Universe(all_dialects={"readable": lambda: DIALECT})
MODELS = [model(ClampOp, DestinationStyle(inits="tensor"))]
ALONE = MODELS[0]
"""

PROGRAM = """\
// xDSL's own syntax
func.func @f(%t: tensor<8xf32>, %v: f32,
             %i: index) -> (tensor<8xf32>, f32) {
  %0 = readable.clamp %v, %t : f32, tensor<8xf32> -> tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
"""

EXPLAINED = """\
copy #1: 32 bytes at in.mlir:4:8
 --> in.mlir:4:27
  |
2 | func.func @f(%t: tensor<8xf32>, %v: f32,
  |              -- the contents are set here
3 |              %i: index) -> (tensor<8xf32>, f32) {
4 |   %0 = readable.clamp %v, %t : f32, tensor<8xf32> -> tensor<8xf32>
  |                           ^^ copied; in place, they would be overwritten here
5 |   %1 = tensor.extract %t[%i] : tensor<8xf32>
  |                       -- before they are read here
  = why: in place, 'readable.clamp' would overwrite what 'tensor.extract' still reads
  = in: @f
  = help: move 'tensor.extract' at in.mlir:5:8 before 'readable.clamp' at in.mlir:4:8: removes this copy: 32 bytes

1 copy: 32 bytes
"""

GENERIC = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8xf32>, index, f32) -> (tensor<8xf32>, f32), sym_name = "f"}> ({
  ^bb0(%t: tensor<8xf32>, %i: index, %v: f32):
    %0:1 = "readable.clamp"(%v, %t) : (f32, tensor<8xf32>) -> tensor<8xf32>
    %1 = "tensor.extract"(%t, %i) : (tensor<8xf32>, index) -> f32
    "func.return"(%0#0, %1) : (tensor<8xf32>, f32) -> ()
  }) : () -> ()
}) : () -> ()
"""

Explain = Callable[..., tuple[int, str, str]]


@pytest.fixture
def explain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Explain:
    """Return `explain(text, arguments…)`, run in a folder with `text` as in.mlir and MODULE as
    readable.py."""
    if "xdsl" not in Context().reader_names():
        pytest.skip("bufferize-xdsl is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))  # taken back after the test
    Path("readable.py").write_text(MODULE)
    Path("broken_module.py").write_text("1 / 0\n")

    def explain_(text: str, *argv: str) -> tuple[int, str, str]:
        Path("in.mlir").write_text(text)
        status = tool.main(["explain", "--block-plugin=buffers", "in.mlir", *argv])
        out, err = capfd.readouterr()
        return status, out, err

    return explain_


def test_places_are_those_of_the_text(explain: Explain) -> None:
    assert explain(PROGRAM, "--xdsl=readable") == (0, EXPLAINED, "")


@pytest.mark.parametrize("target", ["readable:DIALECT", "readable:UNIVERSE"])
def test_a_dialect_without_models(target: str, explain: Explain) -> None:
    status, _, err = explain(PROGRAM, f"--xdsl={target}")
    assert status == 1
    assert err.startswith("in.mlir:4:8: error: op was not bufferized\n")
    options = "--one-shot-bufferize=allow-unknown-ops bufferize-function-boundaries"
    assert explain(PROGRAM, f"--xdsl={target}", options) == (0, "nothing is copied\n", "")


def test_the_generic_form(explain: Explain) -> None:
    status, out, err = explain(GENERIC, "--xdsl", "readable")
    assert (status, err) == (0, "")
    assert '4 |     %0:1 = "readable.clamp"(%v, %t)' in out
    assert "\n  |                                 ^^ copied; in place" in out
    assert "3 |   ^bb0(%t: tensor<8xf32>, %i: index, %v: f32):\n  |        -- the contents" in out


def test_parts_of_a_file(explain: Explain) -> None:
    text = f"{PROGRAM}// -----\n{GENERIC}// -----\n// nothing\n"
    status, out, err = explain(text, "--xdsl", "readable", "--split-input-file")
    assert (status, err) == (0, "")
    assert "copy #1: 32 bytes at in.mlir:4:8" in out
    assert "copy #2: 32 bytes at in.mlir:12:12" in out


def test_without_a_module_it_is_what_is_installed(explain: Explain) -> None:
    text = (ROOT / "examples" / "conflict.mlir").read_text()
    assert explain(text, "--xdsl") == explain(text)
    status, _, err = explain(PROGRAM, "--xdsl")
    assert status == 1
    assert err.startswith("in.mlir:4:8: error: 'readable.clamp' is not known to xDSL\n")
    assert "--xdsl=MODULE" in err


def test_what_nobody_declares_may_be_allowed(explain: Explain) -> None:
    options = ("--allow-unregistered-dialect", "--one-shot-bufferize=allow-unknown-ops")
    status, out, err = explain(GENERIC, "--xdsl", *options)
    assert (status, err) == (0, "")
    assert "nothing is copied" in out


ONLY_OURS = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<1x4x4xf32>) -> tensor<1x4x4xf32>, sym_name = "f"}> ({
  ^bb0(%t: tensor<1x4x4xf32>):
    %0 = "tensor.empty"() : () -> tensor<1x4x4xf32>
    %1 = "linalg.softmax"(%t, %0) <{dimension = 1 : i64}> : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
    "func.return"(%1) : (tensor<1x4x4xf32>) -> ()
  }) : () -> ()
}) : () -> ()
"""


def test_an_op_that_bufferize_alone_has(explain: Explain) -> None:
    assert explain(ONLY_OURS, "--xdsl") == (0, "nothing is copied\n", "")
    status, _, err = explain("func.func @f() {\n  linalg.softmax\n}", "--xdsl")
    assert status == 1
    assert err.startswith("in.mlir:2:3: error: 'linalg.softmax' is known to bufferize alone")


@pytest.mark.parametrize("options", [(), ("--allow-unregistered-dialect",)])
def test_custom_syntax_of_what_nobody_declares(options: tuple[str, ...], explain: Explain) -> None:
    status, _, err = explain("func.func @f() {\n  some.op %x\n}", "--xdsl", *options)
    assert status == 1
    assert err == (
        "in.mlir:2:3: error: 'some.op' is not known to xDSL\n  some.op %x\n  ^\n"
        "note: name the Python module that declares it (--xdsl=MODULE)\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PROGRAM.replace("%v, %t :", "%v %t :"), "4:26: error: Expected ','"),
        (PROGRAM.replace("%v, %t :", "%v, %u :"), "values used but not defined: [%u]"),
        (PROGRAM.replace("%v, %t :", "%v, %v :"), "4:27: error: operand is used with type tensor"),
        (PROGRAM.replace("%1 =", "%0 ="), "5:3: error: SSA value %0 is already defined"),
        ('"readable.wrong"() : () -> ()', "1:1: error: 'readable.wrong' op never right"),
        ("\nreadable.broken", "2:1: error: xDSL cannot read this: KeyError: 'oops'"),
        (
            '"readable.broken"() : () -> ()',
            "1:1: error: 'readable.broken' op cannot be verified by xDSL: KeyError: 'oops'",
        ),
        (
            "func.func @f() {\n  cf.br ^no\n}",
            'in.mlir:2:9: note: reference to block "^no" without implementation',
        ),
        (PROGRAM.replace("f32, tensor", "f32, tensr"), "4:37: error: type expected"),
    ],
)
def test_wrong_programs(text: str, message: str, explain: Explain) -> None:
    status, out, err = explain(text, "--xdsl=readable")
    assert (status, out) == (1, "")
    assert message in err
    assert err.startswith("in.mlir:")
    assert "internal error" not in err


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (
            "no_such_module",
            "there is no Python module 'no_such_module'\nnote: give a Python module",
        ),
        ("in.mlir", "there is no Python module 'in'\nnote: give a Python module"),
        ("./readable.py", "'./readable.py' is no Python module\nnote: give a Python module"),
        ("json", "'json' has no dialect of xDSL, no universe and no models\nnote: give"),
        (
            "readable:ClampOp",
            "'readable:ClampOp' has no dialect of xDSL, no universe and no models",
        ),
        ("readable:NONE", "readable:NONE: module 'readable' has no attribute 'NONE'"),
        (
            "broken_module",
            "'broken_module' cannot be imported: ZeroDivisionError: division by zero",
        ),
    ],
)
def test_wrong_modules(target: str, message: str, explain: Explain) -> None:
    status, out, err = explain(PROGRAM, f"--xdsl={target}")
    assert (status, out) == (1, "")
    assert err.startswith(f"error: --xdsl: {message}")


def test_models_without_their_dialect(explain: Explain) -> None:
    for target in ("readable:MODELS", "readable:ALONE"):
        status, _, err = explain(PROGRAM, f"--xdsl={target}")
        assert status == 1
        assert err.startswith("error: a model is given for 'readable.clamp', but the context of")


def test_check_and_run_read_by_xdsl_too(
    explain: Explain, capfd: pytest.CaptureFixture[str]
) -> None:
    if "check" not in Context().command_names():
        pytest.skip("bufferize-interpreter is not installed")
    text = (ROOT / "examples" / "conflict.mlir").read_text()
    explain(text)
    assert tool.main(["check", "in.mlir", "--xdsl", "--inputs=2"]) == 0
    assert "all the same" in capfd.readouterr().out
    explain(PROGRAM)
    assert tool.main(["run", "in.mlir", "--xdsl", "readable", "--random-args=1"]) == 1
    assert (
        "in.mlir:4:8: error: the interpreter does not know what 'readable.clamp' computes"
        in capfd.readouterr().err
    )
