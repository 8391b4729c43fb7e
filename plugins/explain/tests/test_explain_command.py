from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize_explain import as_json as as_json_value
from bufferize_explain import by_cost
from bufferize_tools import tool

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
        resources.files("bufferize_explain").joinpath("explain.schema.json").read_text()
    )


def as_json(explain: Explain, *argv: str, text: str) -> Any:
    """The JSON, which is as its schema says."""
    status, out, err = explain("--format", "json", *argv, text=text)
    assert (status, err) == (0, "")
    found = json.loads(out)
    jsonschema.validate(found, schema(), jsonschema.Draft202012Validator)
    return found


def test_a_report_is_what_the_tool_prints(explain: Explain) -> None:
    printed = as_json(explain, text=SMALL)
    context = Context(block=["buffers"])
    module = bufferize.parse(SMALL, context, "in.mlir")
    options = OneShotOptions(bufferize_function_boundaries=True)
    report = bufferize.one_shot_bufferize(module, options, context)
    found = json.loads(json.dumps(as_json_value("in.mlir", by_cost(report.copies))))
    jsonschema.validate(found, schema(), jsonschema.Draft202012Validator)
    for helped in (*printed["copies"], *printed["groups"]):
        helped["remedies"] = []  # which takes trials
    for copy in printed["copies"]:
        copy["help"] = []
    of_trials: dict[str, list[Any]] = {"allocations": [], "peaks": [], "savings": []}
    assert found == {**printed, "remedies": [], **of_trials}


def test_text(explain: Explain) -> None:
    assert explain(text=SMALL) == (0, EXPLAINED, "")


def test_stdin(explain: Explain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SMALL.encode())))
    assert explain() == (0, EXPLAINED.replace("in.mlir", "<stdin>"), "")


def test_the_most_expensive_come_first(explain: Explain) -> None:
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
    monkeypatch.setattr(
        "bufferize_explain.commands.is_terminal", lambda stream: stream is sys.stdout
    )
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


MANY = (
    "func.func @many(%i: index, "
    + ", ".join(f"%v{n}: f32" for n in range(12))
    + ") -> ("
    + ", ".join(["tensor<4xf32>"] * 12)
    + """) {
  %c = arith.constant dense<0.0> : tensor<4xf32>
  %d = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
"""
    + "".join(
        f"  %{n} = tensor.insert %v{n} into %{'c' if n < 8 else 'd'}[%i] : tensor<4xf32>\n"
        for n in range(12)
    )
    + f"""\
  return {", ".join(f"%{n}" for n in range(12))} : {", ".join(["tensor<4xf32>"] * 12)}
}}
"""
)


def test_many_copies_are_shown_in_groups(explain: Explain) -> None:
    _, out, _ = explain(text=MANY)
    assert (
        out
        == """\
#1 8 copies: 128 bytes: the buffer that 'arith.constant' gives must not be written to
  = largest: operand #1 of 'tensor.insert' at in.mlir:4:8 (16 bytes)
  = of: result #0 of 'arith.constant' at in.mlir:2:8 (8 copies: 128 bytes)
  = help: give each of 8 uses its own `tensor.empty` and `linalg.fill`, in place of 'arith.constant' \
at in.mlir:2:8: removes these 8: 128 bytes

#2 4 copies: 64 bytes: the buffer that 'arith.constant' gives must not be written to
  = largest: operand #1 of 'tensor.insert' at in.mlir:12:8 (16 bytes)
  = of: result #0 of 'arith.constant' at in.mlir:3:8 (4 copies: 64 bytes)
  = tried in vain: `analysis-heuristic=bottom-up-from-terminators`, `analysis-heuristic=top-down`, \
`--loop-iter-arg-destination-folding --eliminate-empty-tensors`, `--canonicalize --cse`

12 copies: 192 bytes
"""
    )
    _, out, _ = explain("--top=1", text=MANY)
    assert out.count("#") - out.count(" #") == 1
    assert "12 copies: 192 bytes (--top=1 leaves out 1 group)" in out
    _, out, _ = explain("--no-summary", text=MANY)
    assert out.count("copy #") == 12


def test_what_is_shown_can_be_chosen(explain: Explain) -> None:
    _, out, _ = explain("--min-bytes=33", text=SMALL + LARGE + DYNAMIC)
    assert "@small" not in out.partition("1 copy")[0]
    assert "in all: 3 copies" in out
    _, out, _ = explain("--function=small", text=SMALL + LARGE + DYNAMIC)
    assert "= in: @small" in out
    assert "= in: @large" not in out
    _, out, _ = explain("--reason=parallel", text=SMALL + LARGE + DYNAMIC)
    assert out.startswith("nothing is copied\nin all: 3 copies")
    _, out, _ = explain("--summary", text=SMALL)
    assert out.startswith("#1 1 copy: 32 bytes: in place")


def test_a_reason_that_there_is_not(explain: Explain) -> None:
    status, out, err = explain("--reason=conflct", text=SMALL)
    assert (status, out) == (1, "")
    assert "error: no copy is made for a reason called 'conflct'" in err
    assert "conflict" in err


def test_a_function_that_there_is_not(explain: Explain) -> None:
    status, out, err = explain("--function=smal", "--function=large", text=SMALL + LARGE)
    assert (status, out) == (1, "")
    assert err == "error: the program has no function 'smal'\nnote: did you mean 'small'?\n"
    _, _, err = explain("--function=other", text=SMALL + LARGE)
    assert "note: its functions are: small, large" in err


def test_without_trials_there_is_no_help(explain: Explain) -> None:
    _, out, _ = explain("--trials=0", text=SMALL)
    assert "help:" not in out
    assert "tried" not in out


def test_what_the_program_copies_is_counted_apart(explain: Explain) -> None:
    text = """\
func.func @f(%s: tensor<4xf32>, %t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %s into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    _, out, _ = explain(text=text)
    assert out == (
        "nothing is copied\nby the program itself: 1 copy: 16 bytes (1 x tensor.insert_slice)\n"
    )
    found = as_json(explain, text=text)
    assert found["own_copies"] == [
        {"op": "tensor.insert_slice", "copies": 1, "known_bytes": 16, "unknown": 0}
    ]
    twice = as_json(explain, "--split-input-file", text=f"{text}// -----\n{text}")
    assert twice["own_copies"] == [
        {"op": "tensor.insert_slice", "copies": 2, "known_bytes": 32, "unknown": 0}
    ]


def test_remedies_in_json(explain: Explain) -> None:
    found = as_json(explain, text=MANY)
    (remedy,) = found["remedies"]
    assert (remedy["kind"], remedy["condition"], remedy["flag"]) == ("own-fill", None, None)
    assert (len(remedy["removes"]), remedy["saved_bytes"]) == (8, 128)
    helped, other = found["groups"]
    assert helped["remedies"] == [0]
    assert helped["copies"] == remedy["removes"]
    assert (helped["tried"], found["copies"][0]["tried"]) == ([], [])
    assert other["tried"] == found["copies"][other["copies"][0] - 1]["tried"]
    assert "`--canonicalize --cse`" in other["tried"]


def test_the_whole_pipeline_is_named(explain: Explain) -> None:
    text = """\
func.func @f(%t: tensor<4xf32>) -> memref<4xf32> {
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
"""
    pipeline = "builtin.module(cse,one-shot-bufferize{bufferize-function-boundaries=1 %s},cse)"
    options = ("buffer-alignment=32", "function-boundary-type-conversion=identity-layout-map")
    _, out, _ = explain("--pass-pipeline", pipeline % options[0], text=text)
    flag = "--pass-pipeline=" + repr(pipeline % " ".join(options))
    assert flag.replace("boundaries=1 buffer", "boundaries=1 buffer") in out or flag in out


LAYOUTS = """\
func.func private @kernel(memref<32xf32>)
func.func @layout(%t: tensor<32xf32>) {
  %buffer = bufferization.to_buffer %t read_only : tensor<32xf32> to memref<32xf32>
  call @kernel(%buffer) : (memref<32xf32>) -> ()
  return
}
"""
_CORPUS = Path(os.environ.get("BUFFERIZE_CORPUS", "../corpus")).absolute()
DECODER = _CORPUS / "models/deepseek_r1_decode.mlir"


def run_advised_command(explain: Explain, copies: int, saved: int) -> None:
    """Run the command that the help for a copy of in.mlir names, and explain what it writes."""
    before = json.loads(explain("in.mlir", "--format=json")[1])
    (found,) = (each for each in before["remedies"] if each["kind"] == "identity-layout")
    assert found["condition"] == "callers pass contiguous buffers"
    assert (found["num_removed"], found["adds"], found["saved_bytes"]) == (copies, 0, saved)
    words = re.findall("`(bufferize [^`]*)`", found["text"])
    assert words == ["bufferize fix --layouts"]
    assert tool.main([*words[0].split()[1:], "in.mlir", "-o", "fixed.mlir"]) == 0
    after = json.loads(explain("fixed.mlir", "--format=json", "--trials=0")[1])
    assert not [copy for copy in after["copies"] if copy["reason"] == "layout"]
    assert after["summary"]["known_bytes"] <= before["summary"]["known_bytes"] - saved


def test_the_command_that_declares_layouts(explain: Explain) -> None:
    Path("in.mlir").write_text(LAYOUTS)
    run_advised_command(explain, copies=1, saved=128)
    for format in "text", "sarif", "html", "remarks":
        assert "bufferize fix --layouts" in explain("in.mlir", f"--format={format}")[1], format


@pytest.mark.slow
@pytest.mark.skipif(not DECODER.is_file(), reason="BUFFERIZE_CORPUS names no folder with it")
def test_the_command_that_declares_layouts_of_a_model(explain: Explain) -> None:
    Path("in.mlir").write_text(DECODER.read_text())
    run_advised_command(explain, copies=56, saved=58_720_256)


def test_limits(explain: Explain) -> None:
    within = ["--max-copies=1", "--max-bytes=32"]
    assert explain(*within, text=SMALL) == (0, EXPLAINED, "")
    status, out, err = explain("--max-copies=1", "--max-bytes=431", text=SMALL + LARGE)
    assert (status, out.count("copy #")) == (1, 2)
    assert err == (
        "error: 2 copies are made, more than --max-copies=1\n"
        "error: 432 bytes are copied, more than --max-bytes=431\n"
    )
    # What is left out does not count.
    assert explain(*within, "--function=small", text=SMALL + LARGE)[::2] == (0, "")


def test_a_copy_of_unknown_size_may_be_too_large(explain: Explain) -> None:
    status, _, err = explain("--max-bytes=1000000", text=SMALL + DYNAMIC)
    assert status == 1
    assert err == "error: 1 copy is of unknown size: --max-bytes=1000000 may be exceeded\n"


def test_what_is_new(explain: Explain) -> None:
    explain("--format=json", "-o", "before.json", text=SMALL + LARGE)
    given = "--baseline=before.json"
    moved = "// a line more\n" + LARGE + SMALL
    assert explain(given, text=moved) == (
        0,
        "nothing new is copied\nin all: 2 copies: 432 bytes\n",
        "",
    )
    status, out, err = explain(given, text=DYNAMIC + SMALL)
    assert status == 1
    assert out.count("copy #") == 1
    assert "= in: @dynamic" in out
    assert out.endswith(
        "new: 1 copy: 1 of unknown size\nin all: 2 copies: 32 bytes, 1 of unknown size\n"
        "no longer copied: 1 of 'before.json'\n"
    )
    assert err.startswith(
        "error: 1 copy is not in 'before.json'\nnote: if these copies are wanted, "
    )


def test_more_of_the_same_are_new(explain: Explain) -> None:
    text = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
"""
    twice = text.replace("  %1", "  %2 = tensor.insert %v into %t[%i] : tensor<8xf32>\n  %1")
    twice = twice.replace("%0, %1 :", "%0, %1, %2 :")
    twice = twice.replace("(tensor<8xf32>, f32) {", "(tensor<8xf32>, f32, tensor<8xf32>) {")
    twice = twice.replace(": tensor<8xf32>, f32\n}", ": tensor<8xf32>, f32, tensor<8xf32>\n}")
    explain("--format=json", "-o", "once.json", text=text)
    explain("--format=json", "-o", "twice.json", text=twice)
    status, out, _ = explain("--baseline=once.json", text=twice)
    assert (status, out.count("copy #")) == (1, 1)
    assert explain("--baseline=twice.json", text=text)[0] == 0


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"copies": [3]}', '{"copies": [{}]}'])
def test_what_is_no_report(explain: Explain, content: str) -> None:
    Path("base.json").write_text(content)
    status, out, err = explain("--baseline=base.json", text=SMALL)
    assert (status, out) == (1, "")
    assert err == "error: 'base.json' is no report of `bufferize explain --format=json`\n"


FORBIDDEN = """\
in.mlir:2:14: error: operand #1 of 'tensor.insert' is copied, which `bufferize.in_place` forbids: \
in place, 'tensor.insert' would overwrite what 'tensor.extract' still reads
  %written = tensor.insert %v into %t[%i] {bufferize.in_place} : tensor<8xf32>
             ^
in.mlir:1:18: note: the contents are set here
func.func @small(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
                 ^
in.mlir:2:36: note: in place, they would be overwritten here
  %written = tensor.insert %v into %t[%i] {bufferize.in_place} : tensor<8xf32>
                                   ^
in.mlir:3:25: note: before they are read here
  %old = tensor.extract %t[%i] : tensor<8xf32>
                        ^
note: cost: 32 bytes
note: help: move 'tensor.extract' at in.mlir:3:10 before 'tensor.insert' at in.mlir:2:14: removes this copy: 32 bytes
"""


@pytest.mark.parametrize(
    "argument",
    [
        "--summary",
        "--function=large",
        "--one-shot-bufferize=bufferize-function-boundaries",
        "--pass-pipeline=builtin.module(one-shot-bufferize{bufferize-function-boundaries},canonicalize)",
    ],
)
def test_forbidden_copies(explain: Explain, argument: str) -> None:
    """They are listed as all others are, and end with errors that say the same."""
    text = SMALL.replace("[%i] :", "[%i] {bufferize.in_place} :", 1) + LARGE
    status, out, err = explain(argument, text=text)
    assert (status, err) == (1, FORBIDDEN)
    assert "2 copies: 432 bytes" in out
    shown = "--summary" not in argument and "large" not in argument
    assert ("= error: `bufferize.in_place` forbids it" in out) is shown
    assert explain("--format=json", argument, text=text)[2] == FORBIDDEN


def test_an_attribute_that_is_wrong(explain: Explain) -> None:
    text = SMALL.replace("[%i] :", "[%i] {bufferize.in_place = 1} :", 1)
    status, out, err = explain(text=text)
    assert (status, out) == (1, "")
    assert err.startswith(
        "in.mlir:2:14: error: `bufferize.in_place` takes no value, or the numbers"
    )


FILLED = """\
func.func @filled(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = linalg.fill ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SMALL, "proved: no decisions copy less"),
        (FILLED, "32 bytes less with `analysis-heuristic=fewest-bytes`, for these operands"),
        (
            FILLED.replace("tensor<8xf32>", "tensor<?xf32>"),
            "0 bytes copied instead of 4 x ? bytes with `analysis-heuristic=fewest-bytes`, "
            "for these operands",
        ),
    ],
)
def test_how_far_from_the_best_the_copies_are(explain: Explain, text: str, said: str) -> None:
    status, out, _ = explain("--trials=0", "--fewest-bytes", text=text)
    assert status == 0
    assert out.splitlines()[-1] == said
    status, out, err = explain("--trials=0", "--fewest-bytes", "--format=json", text=text)
    assert (status, err) == (0, f"{said}\n")
    assert "fewest-bytes" not in out


def test_the_best_decisions_are_compared_with_those_of_the_options(explain: Explain) -> None:
    options = "--one-shot-bufferize=bufferize-function-boundaries analysis-heuristic={}"
    given = "--trials=0", "--fewest-bytes"
    _, out, _ = explain(*given, options.format("fewest-bytes"), text=FILLED)
    assert out.endswith("proved: no decisions copy less\n")
    _, out, _ = explain(*given, options.format("bottom-up analysis=always-copy"), text=FILLED)
    assert "the analysis 'always-copy' makes no decisions that could be compared" in out
    _, out, _ = explain(*given, options.format("bottom-up copy-before-write"), text=FILLED)
    assert out.endswith("with `copy-before-write` there are no decisions that could be compared\n")
