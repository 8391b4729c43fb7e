"""`bufferize explain` about allocations, in all formats, and `bufferize fix` about what saves some."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from bufferize_tools import tool

T = "tensor<64xf32>"
PROGRAM = f"""\
func.func @f(%a: {T}) -> f32 {{
  %c0 = arith.constant 0 : index
  %e0 = tensor.empty() : {T}
  %0 = linalg.exp ins(%a : {T}) outs(%e0 : {T}) -> {T}
  %e1 = tensor.empty() : {T}
  %1 = linalg.tanh ins(%0 : {T}) outs(%e1 : {T}) -> {T}
  %r = tensor.extract %1[%c0] : {T}
  return %r : f32
}}
"""
CSE = "--pass-pipeline='builtin.module(cse,one-shot-bufferize{bufferize-function-boundaries=1})'"
OPTIONS = "{bufferize-function-boundaries=1}"
REUSE = f"--pass-pipeline='builtin.module(reuse-buffers{OPTIONS},one-shot-bufferize{OPTIONS})'"
HELP = (
    f"help: run --cse first: `{CSE}`: removes 1 buffer: 256 bytes\n"
    f"help: run --reuse-buffers first: `{REUSE}`: removes 1 buffer: 256 bytes\n"
)
TRIED = (
    "`--cse`, `--eliminate-empty-tensors`, `--rewrite-in-destination-passing-style "
    "--eliminate-empty-tensors`, `--tensor-results-to-out-params --eliminate-empty-tensors`, "
    "`--reuse-buffers`, `--buffer-results-to-out-params`"
)
TEXT = f"""\
buffer #1: 256 bytes at in.mlir:3:9
 --> in.mlir:3:9
  |
3 |   %e0 = tensor.empty() : tensor<64xf32>
  |         ^^^^^^^^^^^^ needs this buffer
  = why: 'tensor.empty' begins a tensor, and nothing gives it another buffer
  = in: @f
  = in use: from 'linalg.exp' at in.mlir:4:8 to 'linalg.tanh' at in.mlir:6:8
  = note: it is in use when most bytes are
  = tried in vain: {TRIED}

buffer #2: 256 bytes at in.mlir:5:9
 --> in.mlir:5:9
  |
5 |   %e1 = tensor.empty() : tensor<64xf32>
  |         ^^^^^^^^^^^^ needs this buffer
  = why: 'tensor.empty' begins a tensor, and nothing gives it another buffer
  = in: @f
  = in use: from 'linalg.tanh' at in.mlir:6:8 to 'memref.load' at in.mlir:7:8
  = note: it is in use when most bytes are
  = help: run --cse first: `{CSE}`: removes this buffer: 256 bytes
  = help: run --reuse-buffers first: `{REUSE}`: removes this buffer: 256 bytes

nothing is copied
2 buffers: 512 bytes
@f: at most 512 bytes in use at once, if each buffer is freed after its last use: #1, #2
{HELP}"""

Explain = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Explain:
    """`run(arguments…, text=…)` in an empty folder, where `text` is in.mlir."""
    monkeypatch.chdir(tmp_path)

    def run_(*argv: str, text: str = PROGRAM) -> tuple[int, str, str]:
        Path("in.mlir").write_text(text)
        command, *rest = argv
        status = tool.main([command, "--block-plugin=buffers", *rest, "in.mlir"])
        out, err = capfd.readouterr()
        return status, out, err

    return run_


def test_text(run: Explain) -> None:
    assert run("explain", "--allocations") == (0, TEXT, "")


def test_what_saves_buffers_is_said_also_without_the_list(run: Explain) -> None:
    assert run("explain") == (0, f"nothing is copied\n{HELP}", "")
    assert run("explain", "--trials=0") == (0, "nothing is copied\n", "")


def test_selected_allocations(run: Explain) -> None:
    other = PROGRAM.replace("@f", "@g").replace("64xf32", "8xf32")
    _, out, _ = run("explain", "--allocations", "--function=g", text=PROGRAM + other)
    assert out.count("buffer #") == 2
    assert "2 buffers: 64 bytes\n" in out
    _, out, _ = run("explain", "--allocations", "--min-bytes=100", text=PROGRAM + other)
    assert out.count("buffer #") == 2
    assert "2 buffers: 512 bytes\n" in out
    _, out, _ = run("explain", "--allocations", "--top=1", text=PROGRAM + other)
    assert out.count("buffer #") == 1
    assert "4 buffers: 576 bytes\n" in out


def test_json(run: Explain) -> None:
    status, out, err = run("explain", "--format=json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    schema = json.loads(
        resources.files("bufferize_explain").joinpath("explain.schema.json").read_text()
    )
    jsonschema.validate(found, schema, jsonschema.Draft202012Validator)
    first, second = found["allocations"]
    for name, entry in ("allocation", first), ("saving", found["savings"][0]):
        assert set(entry) == set(schema["$defs"][name]["properties"])
        assert set(entry) == set(schema["$defs"][name]["required"])
    assert (first["cause"], first["bytes"], first["at_peak"]) == ("empty-tensor", 256, True)
    assert first["place"]["line"] == 3
    assert (first["first_use"]["line"], first["last_use"]["line"]) == (4, 6)
    assert (first["savings"], second["savings"]) == ([], [0, 1])
    assert second["tried"] == []
    assert found["peaks"] == [
        {"function": "f", "known_bytes": 512, "unknown": 0, "allocations": [1, 2]}
    ]
    cse = found["savings"][0]
    assert (cse["flag"], cse["saved_bytes"], cse["removes"]) == (CSE, 256, [2])


def test_an_allocation_for_a_copy_names_it(run: Explain) -> None:
    text = f"""\
func.func @f(%a: {T}, %v: f32, %i: index) -> ({T}, {T}) {{
  %0 = tensor.insert %v into %a[%i] : {T}
  return %0, %a : {T}, {T}
}}
"""
    _, out, _ = run("explain", "--format=json", text=text)
    found = json.loads(out)
    assert [each["copy"] for each in found["allocations"]] == [1]
    assert found["allocations"][0]["place"] == found["copies"][0]["place"]


def test_html(run: Explain) -> None:
    _, out, _ = run("explain", "--format=html")
    _, _, section = out.partition('id="allocations"')
    assert "Allocations (2)" in section
    assert 'id="allocation-1"' in section
    assert "at most 512 bytes in use at once" in section
    assert "removes this buffer: 256 bytes" in section
    assert '<a href="#L5-9">5:9 <code>tensor.empty</code></a>' in section
    assert "help: run --cse first" in out.partition("<main>")[0]


def test_remarks(run: Explain) -> None:
    class Loader(yaml.SafeLoader):
        pass

    def read(loader: yaml.SafeLoader, _: str, node: yaml.MappingNode) -> Any:
        return loader.construct_mapping(node, deep=True)

    Loader.add_multi_constructor("!", read)
    records = [
        record
        for record in yaml.load_all(run("explain", "--format=remarks", "--allocations")[1], Loader)
        if record["Name"] == "Allocation"
    ]
    assert [record["DebugLoc"]["Line"] for record in records] == [3, 5]
    assert {"AllocatedBytes": "256"} in records[0]["Args"]
    assert "!Analysis" not in run("explain", "--format=remarks")[1]


def test_sarif(run: Explain) -> None:
    properties = json.loads(run("explain", "--format=sarif", "--allocations")[1])["runs"][0][
        "properties"
    ]
    assert [each["cost"] for each in properties["allocations"]] == [256, 256]
    assert properties["savings"][0].startswith("run --cse first")
    properties = json.loads(run("explain", "--format=sarif")[1])["runs"][0]["properties"]
    assert properties["allocations"] == []


def test_a_pipeline_is_changed_where_it_bufferizes(run: Explain) -> None:
    _, out, _ = run(
        "explain", "--pass-pipeline=builtin.module(canonicalize,one-shot-bufferize,canonicalize)"
    )
    changed = "builtin.module(canonicalize,cse,one-shot-bufferize,canonicalize)"
    assert f"help: run --cse first: `--pass-pipeline='{changed}'`" in out


def test_parts_of_a_split_input(run: Explain) -> None:
    _, out, _ = run(
        "explain",
        "--allocations",
        "--split-input-file=// -----",
        text=PROGRAM + "// -----\n" + PROGRAM,
    )
    assert "4 buffers: 1024 bytes" in out
    numbers = [line.rpartition(": ")[2] for line in out.splitlines() if line.startswith("@f: ")]
    assert numbers == ["#1, #2", "#3, #4"]


def test_fix(run: Explain) -> None:
    status, out, err = run("fix")
    assert status == 0
    assert err == "run --cse: removes 1 buffer: 256 bytes\n"
    assert out.count("tensor.empty") == 1
    assert run("fix", text=out)[2] == "nothing was found to change: nothing is copied\n"


OPAQUE = f"""\
func.func private @unknown({T}) -> {T}
func.func @f(%a: {T}, %v: f32) -> {T} {{
  %e0 = tensor.empty() : {T}
  %0 = "some.op"(%e0) : ({T}) -> {T}
  %e1 = tensor.empty() : {T}
  %1 = linalg.exp ins(%0 : {T}) outs(%e1 : {T}) -> {T}
  %2 = call @unknown(%1) : ({T}) -> {T}
  %3 = "some.op"(%2) : ({T}) -> {T}
  %4 = "some.op"(%2) : ({T}) -> {T}
  %e5 = tensor.empty() : {T}
  %5 = linalg.add ins(%3, %4 : {T}, {T}) outs(%e5 : {T}) -> {T}
  return %5 : {T}
}}
"""


def test_operations_that_nobody_knows(run: Explain) -> None:
    """They may do anything: none is left out, and buffers that they get are in use to the end."""
    options = (
        "--allow-unregistered-dialect",
        "--one-shot-bufferize=bufferize-function-boundaries allow-unknown-ops",
    )
    status, out, _ = run("explain", "--allocations", *options, text=OPAQUE)
    assert status == 0
    assert "= in use: counted to the end of the function, since" in out
    status, out, _ = run("fix", *options, text=OPAQUE)
    assert status == 0
    assert out.count('"some.op"') == 3
    assert out.count("call @unknown") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func @f() { %0 = tensor.empty() : tensor<xf32> return }", "in.mlir:1:"),
        (
            'func.func @f(%t: tensor<4xf32>) { "some.op"(%t) : (tensor<4xf32>) -> () return }',
            "in.mlir:1:",
        ),
        (
            "func.func @f(%t: tensor<4xf32>) -> tensor<5xf32> { return %t : tensor<4xf32> }",
            "in.mlir:1:",
        ),
    ],
)
def test_malformed_programs(text: str, message: str, run: Explain) -> None:
    for argv in ("explain", "--allocations"), ("explain", "--format=json"), ("fix",):
        status, _, err = run(*argv, text=text)
        assert status == 1
        assert err.startswith(f"{message}"), err
        assert "error: " in err
        assert "Traceback" not in err
