"""What the passes say that they do with buffers, and why."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize.record import BufferLog
from bufferize_tools import tool

PROGRAM = """\
func.func @f(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = memref.alloc() : memref<4xf32>
    memref.copy %x, %t : memref<4xf32> to memref<4xf32>
    memref.copy %t, %y : memref<4xf32> to memref<4xf32>
  }
  %r = scf.if %c -> (memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  memref.copy %r, %y : memref<4xf32> to memref<4xf32>
  return %x : memref<4xf32>
}
"""
LATE = """\
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
"""

RETAINED = """\
func.func @f() -> memref<4xf32> {
  %true = arith.constant true
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<8xf32>
  %c = memref.cast %a : memref<4xf32> to memref<4xf32>
  %owned = bufferization.dealloc (%a, %b : memref<4xf32>, memref<8xf32>) if (%true, %true)
    retain (%c : memref<4xf32>)
  return %c : memref<4xf32>
}
"""


def remarks(pipeline: str, text: str = PROGRAM) -> list[str]:
    context = bufferize.Context()
    module = bufferize.parse(text, context, "in.mlir")
    context.buffer_log = BufferLog()
    pipeline_from_text(f"builtin.module({pipeline})", context).run(module, context)
    return [str(remark) for remark in context.buffer_log.remarks]


@pytest.mark.parametrize(
    ("pipeline", "text", "expected"),
    [
        (
            "buffer-hoisting",
            PROGRAM,
            [
                "'memref.alloc' at in.mlir:6:10 is kept: an extent, or every value that may share "
                "the memory, is defined in this block (buffer-hoisting)",
                "'memref.alloc' at in.mlir:11:10 is moved, by 'scf.if' at in.mlir:10:8: it can be "
                "allocated there, but not further up: an extent, or every value that may share the "
                "memory, is defined in this block (buffer-hoisting)",
            ],
        ),
        (
            "buffer-loop-hoisting",
            PROGRAM,
            [
                "'memref.alloc' at in.mlir:6:10 is moved, by 'scf.for' at in.mlir:5:3: it can be "
                "allocated there, but not further up: the operation around it is not a loop, or its "
                "iterations run at the same time (buffer-loop-hoisting)",
                "'memref.alloc' at in.mlir:11:10 is kept: the operation around it is not a loop, or "
                "its iterations run at the same time (buffer-loop-hoisting)",
            ],
        ),
        (
            "promote-buffers-to-stack",
            PROGRAM,
            [
                "'memref.alloc' at in.mlir:6:10 is promoted: it is small, and not used after its "
                "scope ends (promote-buffers-to-stack)",
                "'memref.alloc' at in.mlir:11:10 is promoted: it is small, and not used after its "
                "scope ends (promote-buffers-to-stack)",
            ],
        ),
        (
            "promote-buffers-to-stack{max-alloc-size-in-bytes=15}",
            LATE,
            [
                "'memref.alloc' at in.mlir:2:8 is kept: it is larger than the options allow, or its "
                "size is not known (promote-buffers-to-stack)",
            ],
        ),
        (
            "optimize-allocation-liveness",
            LATE,
            [
                "result #0 of 'memref.alloc' at in.mlir:2:8 is freed, by 'memref.copy' at "
                "in.mlir:3:3: this is its last use (optimize-allocation-liveness)",
            ],
        ),
        (
            "ownership-based-buffer-deallocation",
            PROGRAM,
            [
                "result #0 of 'memref.alloc' at in.mlir:6:10 is freed, by 'scf.yield' at in.mlir:5:3: "
                "the block owns it and ends here, without passing it on "
                "(ownership-based-buffer-deallocation)",
                "argument #1 of 'func.func' at in.mlir:1:22 is copied, by 'func.return' at "
                "in.mlir:17:3: the caller frees what is returned, but this function does not own it "
                "(ownership-based-buffer-deallocation)",
                "result #0 of 'bufferization.clone' at in.mlir:17:3 is handed on, by 'func.return' at "
                "in.mlir:17:3: the caller frees it (ownership-based-buffer-deallocation)",
                "result #0 of 'scf.if' at in.mlir:10:8 is freed, by 'func.return' at in.mlir:17:3: if "
                "a condition is true that the program computes: the block owns it and ends here, "
                "without passing it on (ownership-based-buffer-deallocation)",
            ],
        ),
        (
            "buffer-deallocation-simplification",
            RETAINED,
            [
                "result #0 of 'memref.alloc' at in.mlir:3:8 is kept, by result #0 of 'memref.cast' at "
                "in.mlir:5:8: it is not freed here, because it is passed on under another name "
                "(buffer-deallocation-simplification)",
                "result #0 of 'memref.alloc' at in.mlir:4:8 is removed: it is allocated only to be "
                "freed (buffer-deallocation-simplification)",
            ],
        ),
    ],
)
def test_remarks(pipeline: str, text: str, expected: list[str]) -> None:
    assert remarks(pipeline, text) == expected


EARLY = """\
func.func @f(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  scf.if %c {
    memref.copy %b, %y : memref<4xf32> to memref<4xf32>
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  }
  %r = scf.for %i = %n to %n step %n iter_args(%p = %x) -> (memref<4xf32>) {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    %d = memref.alloc() : memref<4xf32>
    memref.copy %x, %d : memref<4xf32> to memref<4xf32>
    scf.yield %d : memref<4xf32>
  }
  memref.copy %r, %y : memref<4xf32> to memref<4xf32>
  return
}
"""


def test_a_free_that_goes_up_says_why() -> None:
    found = remarks("buffer-deallocation-pipeline{earliest-deallocation}", EARLY)
    assert [remark for remark in found if remark.endswith("(earliest-deallocation)")] == [
        "argument #1 of 'scf.for' at in.mlir:10:48 is freed: no operation in its block uses it "
        "(earliest-deallocation)",
        "result #0 of 'memref.alloc' at in.mlir:2:8 is freed, by 'memref.copy' at in.mlir:5:3: this "
        "is its last use in the block (earliest-deallocation)",
        "result #0 of 'memref.alloc' at in.mlir:4:8 is freed, by 'scf.if' at in.mlir:6:3: each "
        "branch frees it after its last use there (earliest-deallocation)",
    ]


def test_nobody_is_told_who_does_not_listen() -> None:
    context = bufferize.Context()
    module = bufferize.parse(PROGRAM, context)
    pipeline_from_text("builtin.module(buffer-loop-hoisting)", context).run(module, context)
    assert context.buffer_log.remarks == []


def test_explain_shows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text(LATE)
    pipeline = "--pass-pipeline=builtin.module(optimize-allocation-liveness)"
    assert tool.main(["explain", "in.mlir", pipeline]) == 0
    assert capfd.readouterr().out == (
        "freed: result #0 of 'memref.alloc' at in.mlir:2:8\n"
        " --> in.mlir:2:8\n"
        "  |\n"
        "2 |   %a = memref.alloc() : memref<4xf32>\n"
        "  |        ^^^^^^^^^^^^ freed\n"
        "3 |   memref.copy %x, %a : memref<4xf32> to memref<4xf32>\n"
        "  |   ----------- here\n"
        "  = why: this is its last use\n"
        "  = where: 'memref.copy' at in.mlir:3:3\n"
        "  = in: @f\n"
        "  = by: optimize-allocation-liveness\n"
        "\n"
        "nothing is copied\n"
        "allocations: 1 (16 bytes); copies: 2 (32 bytes); at most in use: 16 bytes\n"
    )
    assert tool.main(["explain", "in.mlir", "--format=json", pipeline]) == 0
    found = json.loads(capfd.readouterr().out)
    schema = resources.files("bufferize_explain").joinpath("explain.schema.json").read_text()
    jsonschema.validate(found, json.loads(schema), jsonschema.Draft202012Validator)
    (remark,) = found["buffers"]
    assert (remark["action"], remark["pass"]) == ("freed", "optimize-allocation-liveness")
    assert (remark["place"]["line"], remark["where"]["line"]) == (2, 3)


def test_one_pipeline_at_a_time(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tool.main(["explain", "--pass-pipeline=any(cse)", "--one-shot-bufferize="])
    assert "not allowed with argument --pass-pipeline" in capfd.readouterr().err


def test_a_wrong_pipeline(capfd: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["explain", "--pass-pipeline=any(csee)", "no.mlir"]) == 1
    assert "<pass pipeline>:1:5: error: no pass is called 'csee'" in capfd.readouterr().err
