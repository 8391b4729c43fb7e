from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bufferize.cli import tool

FUNCTION = """\
func.func @{name}(%t: tensor<{type}>, %v: f32, %i: index) -> (tensor<{type}>, f32) {{
  %written = tensor.insert %v into %t[%i] : tensor<{type}>
  %old = tensor.extract %t[%i] : tensor<{type}>
  return %written, %old : tensor<{type}>, f32
}}
"""
SMALL, LARGE, DYNAMIC = (
    FUNCTION.format(name=name, type=type)
    for name, type in (("small", "8xf32"), ("large", "100xf32"), ("dynamic", "?xf32"))
)
EXPLAINED = """\
copy #1: 32 bytes at in.mlir:2:14
 --> in.mlir:2:36
  |
1 | func.func @small(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  |                  -- the contents are set here
2 |   %written = tensor.insert %v into %t[%i] : tensor<8xf32>
  |                                    ^^ copied; in place, they would be overwritten here
3 |   %old = tensor.extract %t[%i] : tensor<8xf32>
  |                         -- before they are read here
  = why: in place, 'tensor.insert' would overwrite what 'tensor.extract' still reads
  = in: @small
  = help: move 'tensor.extract' at in.mlir:3:10 before 'tensor.insert' at in.mlir:2:14: removes this copy: 32 bytes

1 copy: 32 bytes
"""

Explain = Callable[..., tuple[int, str, str]]


@pytest.fixture
def explain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Explain:
    """`explain(arguments…, text=…)` in an empty folder, where `text` is in.mlir."""
    monkeypatch.chdir(tmp_path)

    def explain_(*argv: str, text: str | None = None) -> tuple[int, str, str]:
        if text is not None:
            Path("in.mlir").write_text(text)
        status = tool.main(
            ["explain", "--block-plugin=buffers", *argv, *([] if text is None else ["in.mlir"])]
        )
        out, err = capfd.readouterr()
        return status, out, err

    return explain_


def schema() -> Any:
    return json.loads(
        resources.files("bufferize.explain").joinpath("explain.schema.json").read_text()
    )


def as_json(explain: Explain, *argv: str, text: str) -> Any:
    """The JSON, which is as its schema says."""
    status, out, err = explain("--format", "json", *argv, text=text)
    assert (status, err) == (0, "")
    found = json.loads(out)
    jsonschema.validate(found, schema(), jsonschema.Draft202012Validator)
    return found


def test_text(explain: Explain) -> None:
    assert explain(text=SMALL) == (0, EXPLAINED, "")


def test_stdin(explain: Explain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SMALL.encode())))
    assert explain() == (0, EXPLAINED.replace("in.mlir", "<stdin>"), "")


def test_the_dearest_come_first(explain: Explain) -> None:
    found = as_json(explain, text=SMALL + LARGE + DYNAMIC)
    assert [copy["function"] for copy in found["copies"]] == ["dynamic", "large", "small"]
    assert [copy["number"] for copy in found["copies"]] == [1, 2, 3]
    assert [copy["cost"] for copy in found["copies"]] == [None, 400, 32]
    assert found["summary"] == {"copies": 3, "new_buffers": 0, "known_bytes": 432, "unknown": 1}
    _, out, _ = explain(text=SMALL + LARGE + DYNAMIC)
    headings = [line.split(" at ")[0] for line in out.splitlines() if line.startswith("copy #")]
    assert headings == ["copy #1: 4 x ? bytes", "copy #2: 400 bytes", "copy #3: 32 bytes"]
    assert out.endswith("\n3 copies: 432 bytes, 1 of unknown size\n")


def test_json(explain: Explain) -> None:
    (copy,) = as_json(explain, text=SMALL)["copies"]
    write = {
        "op": "tensor.insert",
        "kind": "operand",
        "index": 1,
        "file": "in.mlir",
        "line": 2,
        "column": 14,
    }
    assert copy["reason"] == "conflict"
    assert copy["place"] == copy["write"] == write
    assert copy["read"] == {**write, "op": "tensor.extract", "index": 0, "line": 3, "column": 10}
    assert copy["definition"]["kind"] == "argument"
    assert (copy["root"], copy["across"], copy["loops"]) == (None, None, [])
    assert (copy["tensor_type"], copy["bytes"]) == ("tensor<8xf32>", 32)
    assert len(copy["help"]) == 1


def test_the_schema_describes_every_property(explain: Explain) -> None:
    definitions = schema()["$defs"]
    (copy,) = as_json(explain, text=SMALL)["copies"]
    assert set(copy) == set(definitions["copy"]["required"])
    assert set(copy) == set(definitions["copy"]["properties"])
    broken = {"version": 1, "file": "x", "summary": {}, "copies": []}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema())


def test_nothing_is_copied(explain: Explain) -> None:
    assert explain(text="func.func @f() {\n  return\n}\n") == (0, "nothing is copied\n", "")
    assert as_json(explain, text="module {}\n")["copies"] == []


def test_options_of_the_pass(explain: Explain) -> None:
    in_place = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    assert as_json(explain, text=in_place)["copies"] == []
    for argument, reason in (
        # No options are the defaults of the pass: without function boundaries.
        ("--one-shot-bufferize", "not-writable"),
        ("-one-shot-bufferize=copy-before-write bufferize-function-boundaries", "not-analysed"),
    ):
        (copy,) = as_json(explain, argument, text=in_place)["copies"]
        assert copy["reason"] == reason


@pytest.mark.parametrize(
    "option", ["--split-input-file", "--split-input-file=", "--split-input-file=// -----"]
)
def test_parts_of_a_file(option: str, explain: Explain) -> None:
    status, out, _ = explain(option, text=f"{SMALL}// -----\n{LARGE}")
    assert status == 0
    assert "copy #1: 400 bytes at in.mlir:8:14" in out
    assert "8 |   %written = tensor.insert %v into %t[%i] : tensor<100xf32>" in out
    assert "copy #2: 32 bytes at in.mlir:2:14" in out


def test_an_output_file(explain: Explain) -> None:
    assert explain("-o", "out.txt", text=SMALL) == (0, "", "")
    assert Path("out.txt").read_text() == EXPLAINED


def test_colours_at_a_terminal_only(explain: Explain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("bufferize.cli.explain.is_terminal", lambda stream: stream is sys.stdout)
    _, out, _ = explain(text=SMALL)
    assert "\x1b[" in out
    assert "\x1b[" not in EXPLAINED
    explain("-o", "out.txt", text=SMALL)
    assert Path("out.txt").read_text() == EXPLAINED
    monkeypatch.setenv("NO_COLOR", "1")
    assert explain(text=SMALL) == (0, EXPLAINED, "")


@pytest.mark.parametrize(
    ("argv", "text", "message"),
    [
        (["missing.mlir"], None, "error: cannot read 'missing.mlir': No such file or directory"),
        ([], "func.func @f( {\n", "in.mlir:1:15: error: "),
        ([], "func.func @f() -> i32 {\n  return\n}\n", "in.mlir:2:3: error: "),
        ([], '"a.b"() : () -> ()\n', "in.mlir:1:1: error: operation 'a.b' is of an unregistered"),
        (
            ["--one-shot-bufferize=copy-before-write allow-unknown"],
            SMALL,
            "<--one-shot-bufferize>:1:19: error: ",
        ),
        (
            ["--one-shot-bufferize=dump-alias-sets"],
            SMALL,
            "error: invalid option: 'dump-alias-sets' requires 'test-analysis-only'",
        ),
        (
            ["--split-input-file"],
            f"{SMALL}// -----\nfunc.func @f(%t: tensor<2xf32>) {{\n  oops\n}}\n",
            "in.mlir:8:3: error: ",
        ),
    ],
)
def test_errors_leave_no_output(
    argv: list[str], text: str | None, message: str, explain: Explain
) -> None:
    status, out, err = explain("-o", "out.txt", *argv, text=text)
    assert (status, out) == (1, "")
    assert message in err
    assert not Path("out.txt").exists()


def test_what_cannot_be_bufferized(explain: Explain) -> None:
    text = """\
func.func @f(%t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "test.unknown"(%t) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    status, out, err = explain("--allow-unregistered-dialect", text=text)
    assert (status, out) == (1, "")
    assert err.startswith("in.mlir:2:8: error: op was not bufferized\n")


def test_warnings_are_shown(explain: Explain) -> None:
    text = """\
func.func @f(%t: tensor<64xf32>, %v: f32, %i: index) -> tensor<64xf32> {
  %0 = tensor.extract_slice %t[%i] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[%i] [4] [1] : tensor<4xf32> into tensor<64xf32>
  return %2 : tensor<64xf32>
}
"""
    option = "--one-shot-bufferize=bufferize-function-boundaries analysis-budget=1"
    status, out, err = explain(option, text=text)
    assert status == 0
    assert "= why: analysis-budget was spent" in out
    assert "warning: analysis of function" in err


@pytest.mark.parametrize("argv", [["a.mlir", "b.mlir"], ["--format", "xml"], ["--no-such-option"]])
def test_a_wrong_command_line(argv: list[str], explain: Explain) -> None:
    with pytest.raises(SystemExit) as caught:
        explain(*argv)
    assert caught.value.code == 2
