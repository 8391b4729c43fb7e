"""`--buffer-statistics`, and what `bufferize explain` says of memory and of passes."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bufferize_tools import opt, tool

PROGRAM = """\
func.func private @g(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  return
}
func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
  affine.for %i = 0 to 10 {
    func.call @g(%x) : (memref<4xf32>) -> ()
  }
  return %x : memref<4xf32>
}
"""
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """`run(tool, arguments…)` in a folder with PROGRAM as in.mlir: status, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text(PROGRAM)

    def run_(main: Callable[[list[str]], int], *argv: str) -> tuple[int, str, str]:
        status = main([*argv])
        out, err = capfd.readouterr()
        return status, out, err

    return run_


def schema() -> Any:
    path = "buffer_statistics.schema.json"
    return json.loads(resources.files("bufferize_buffers.statistics").joinpath(path).read_text())


def test_a_row_before_and_after_each_pass(run: Run) -> None:
    status, out, err = run(
        opt.main, "in.mlir", "--buffer-statistics", "--buffer-deallocation-pipeline", "--cse"
    )
    assert status == 0
    assert "memref.dealloc" in out
    rows = [line.split("  ") for line in err.splitlines()]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    freed = ["11", "176", "21", "336", "16", "0", "16", "0"]
    assert cells == [
        ["Buffers of in.mlir"],
        [
            "allocations",
            "bytes",
            "copies",
            "bytes copied",
            "peak bytes",
            "leaked",
            "returned",
            "stack",
        ],
        ["(before)", "10", "160", "20", "320", "160", "160", "0", "0"],
        ["expand-realloc", "10", "160", "20", "320", "160", "160", "0", "0"],
        ["canonicalize", "10", "160", "20", "320", "160", "160", "0", "0"],
        [
            "ownership-based-buffer-deallocation",
            *("11 (+1)", "176 (+16)", "21 (+1)", "336 (+16)", "16 (-144)", "0 (-160)"),
            *("16 (+16)", "0"),
        ],
        ["canonicalize", *freed],
        ["buffer-deallocation-simplification", *freed],
        ["bufferization-lower-deallocations", *freed],
        ["cse", *freed],
        ["canonicalize", *freed],
        ["buffer-deallocation-pipeline", *freed],
        ["cse", *freed],
    ]
    indented = [line.startswith("   ") for line in err.splitlines()[2:]]
    assert indented == [False, *[True] * 8, False, False]


def test_the_passes_of_the_pipeline_are_shown_one_by_one(run: Run) -> None:
    _, _, err = run(
        opt.main, "in.mlir", "--buffer-deallocation-pipeline", "--mlir-print-ir-after-all"
    )
    shown = [line.split("(")[-1].split(")")[0] for line in err.splitlines() if "IR Dump" in line]
    assert shown == [
        "expand-realloc",
        "canonicalize",
        "ownership-based-buffer-deallocation",
        "canonicalize",
        "buffer-deallocation-simplification",
        "bufferization-lower-deallocations",
        "cse",
        "canonicalize",
    ]


def test_rows_of_functions(run: Run) -> None:
    _, _, err = run(opt.main, "in.mlir", "--buffer-statistics=functions", "--cse")
    names = [line.split()[0] for line in err.splitlines()[2:]]
    assert names == ["(before)", "@g", "@f", "cse", "@g", "@f"]


def test_json_is_as_its_schema_says(run: Run) -> None:
    pipeline = "--pass-pipeline=builtin.module(func.func(cse),buffer-deallocation-pipeline)"
    status, _, err = run(opt.main, "in.mlir", "--buffer-statistics=json", pipeline)
    assert status == 0
    found = json.loads(err)
    jsonschema.validate(found, schema(), jsonschema.Draft202012Validator)
    assert found["file"] == "in.mlir"
    within = [step for step in found["steps"] if step["within"] is not None]
    assert {step["within"] for step in within} == {"buffer-deallocation-pipeline"}
    assert [step["pass"] for step in within][:2] == ["expand-realloc", "canonicalize"]
    steps = [step for step in found["steps"] if step["within"] is None]
    assert [(step["pass"], step["on"]) for step in steps] == [
        (None, "@g"),
        ("cse", "@g"),
        (None, "@f"),
        ("cse", "@f"),
        (None, "builtin.module"),
        ("buffer-deallocation-pipeline", "builtin.module"),
    ]
    assert [step["total"]["peak_bytes"] for step in steps] == [16, 16, 160, 160, 160, 16]
    last = found["steps"][-1]
    assert [f["name"] for f in last["functions"]] == ["g", "f"]
    assert last["functions"][1]["returned_bytes"] == 16
    assert last["global_bytes"] == 0


def test_symbols_are_strings(run: Run) -> None:
    Path("in.mlir").write_text(
        PROGRAM.replace("0 to 10", "0 to %n").replace("@f(", "@f(%n: index, ")
    )
    _, _, err = run(opt.main, "in.mlir", "--buffer-statistics=json", "--cse")
    found = json.loads(err)
    jsonschema.validate(found, schema(), jsonschema.Draft202012Validator)
    assert found["steps"][1]["total"]["allocated_bytes"] == "16*%arg0"


def test_a_file(run: Run) -> None:
    arguments = ("in.mlir", "--buffer-statistics=json output=out.json", "--cse")
    assert run(opt.main, *arguments)[2] == ""
    assert json.loads(Path("out.json").read_text())["version"] == 1
    status, _, err = run(opt.main, "in.mlir", "--buffer-statistics=output=no/such", "--cse")
    assert status == 1
    assert err == "error: cannot write 'no/such': No such file or directory\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("jsno", "option '--buffer-statistics' has no option 'jsno'"),
        ("json=maybe", "option '--buffer-statistics': option 'json' takes true or false"),
    ],
)
def test_wrong_options(run: Run, options: str, message: str) -> None:
    status, out, err = run(opt.main, "in.mlir", f"--buffer-statistics={options}")
    assert (status, out) == (1, "")
    assert err.startswith(f"<--buffer-statistics>:1:1: error: {message}")


def test_a_program_that_cannot_be_read_has_no_table(run: Run) -> None:
    Path("in.mlir").write_text("func.func @f(")
    status, _, err = run(opt.main, "in.mlir", "--buffer-statistics", "--cse")
    assert status == 1
    assert err.startswith("in.mlir:1:14: error: ")
    assert "Buffers of" not in err


def test_a_pass_that_fails_has_no_row(run: Run) -> None:
    Path("in.mlir").write_text(
        'func.func @f(%x: memref<4xf32>) {\n  "test.use"(%x) : (memref<4xf32>) -> ()\n  return\n}\n'
    )
    status, _, err = run(
        opt.main,
        *("in.mlir", "--allow-unregistered-dialect", "--buffer-statistics"),
        "--ownership-based-buffer-deallocation",
    )
    assert status == 1
    assert "error: " in err
    before, not_counted = err.splitlines()[-2:]
    assert before.split()[0] == "(before)"
    assert not_counted == "not counted: 1 x test.use"


def test_help_has_it(run: Run) -> None:
    _, out, _ = run(opt.main, "--help")
    assert "--buffer-statistics" in out
    assert "Whether the table has a row for each function, too" in " ".join(out.split())


def test_explain_sums_up(run: Run) -> None:
    _, out, _ = run(tool.main, "explain", "in.mlir")
    assert out == (
        "nothing is copied\n"
        "by the program itself: 2 copies: 32 bytes (2 x memref.copy)\n"
        "allocations: 10 (160 bytes); copies: 20 (320 bytes); at most in use: 160 bytes; "
        "never freed: 160 bytes\n"
    )
    _, out, _ = run(tool.main, "explain", "--format=json", "in.mlir")
    (found,) = json.loads(out)["summaries"]["buffer-statistics"]
    part = {**schema(), **schema()["$defs"]["statistics"]}
    jsonschema.validate(found, part, jsonschema.Draft202012Validator)
    assert found["total"]["peak_bytes"] == 160


def test_nothing_is_summed_up_without_the_plugin(run: Run) -> None:
    _, out, _ = run(tool.main, "explain", "--block-plugin=buffers", "in.mlir")
    assert out.startswith("nothing is copied\n")
    assert "allocations" not in out
