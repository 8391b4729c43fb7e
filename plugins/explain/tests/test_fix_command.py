"""`bufferize fix`: what it writes, and what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from bufferize_tools import tool

PROGRAM = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
"""
FIXED = """\
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: f32, %arg2: index) -> (tensor<8xf32>, f32) {
    %extracted = tensor.extract %arg0[%arg2] : tensor<8xf32>
    %inserted = tensor.insert %arg1 into %arg0[%arg2] : tensor<8xf32>
    return %inserted, %extracted : tensor<8xf32>, f32
  }
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text(PROGRAM)
    return tmp_path


def test_the_program_is_written_and_what_was_done_is_said(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert tool.main(["fix", "in.mlir"]) == 0
    out, err = capfd.readouterr()
    assert out == FIXED
    assert err == (
        "move 'tensor.extract' at in.mlir:3:8 before 'tensor.insert' at in.mlir:2:8: removes this "
        "copy: 32 bytes\n"
        "before: 1 copy: 32 bytes\n"
        "after: nothing is copied\n"
    )


def test_resources_stay() -> None:
    constant = "  %c = arith.constant dense_resource<blob> : tensor<2xi16>\n"
    sections = (
        'dialect_resources: { builtin: { blob: "0x0200000001000200" } }, '
        'external_resources: { tool: { key: "value" } }'
    )
    head, body = PROGRAM.split("\n", 1)
    Path("in.mlir").write_text(f"{head}\n{constant}{body}{{-# {sections} #-}}\n")
    assert tool.main(["fix", "in.mlir", "-o", "in.mlir"]) == 0
    text = Path("in.mlir").read_text()
    assert 'blob: "0x0200000001000200"' in text
    assert 'key: "value"' in text


def test_in_the_same_file(capfd: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["fix", "in.mlir", "-o", "in.mlir"]) == 0
    assert Path("in.mlir").read_text() == FIXED
    assert tool.main(["fix", "in.mlir", "-o", "in.mlir"]) == 0
    assert Path("in.mlir").read_text() == FIXED
    assert capfd.readouterr().err.endswith("nothing was found to change: nothing is copied\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--one-shot-bufferize=nope"], "nope"),
        (["--one-shot-bufferize=buffer-alignment=3"], "must be 0 or a power of two"),
        (["nothere.mlir"], "cannot read 'nothere.mlir'"),
    ],
)
def test_what_is_refused(
    arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    given = arguments if arguments[0].endswith(".mlir") else ["in.mlir", *arguments]
    assert tool.main(["fix", *given, "-o", "out.mlir"]) == 1
    assert message in capfd.readouterr().err
    assert not Path("out.mlir").exists()


def test_a_misspelt_option(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        tool.main(["fix", "in.mlir", "--trails=3"])
    assert ended.value.code == 2
    err = capfd.readouterr().err
    assert err.startswith("usage: bufferize fix")
    assert "unrecognized arguments: --trails=3; did you mean '--trials'?" in err


def test_a_copy_that_is_forbidden_and_stays(capfd: pytest.CaptureFixture[str]) -> None:
    text = PROGRAM.replace("[%i] :", "[%i] {bufferize.in_place} :", 1)
    Path("in.mlir").write_text(
        text.replace("return %0, %1 : tensor<8xf32>, f32", "return %0, %v : tensor<8xf32>, f32")
    )
    assert tool.main(["fix", "in.mlir", "-o", "out.mlir"]) == 0
    kept = text.replace("%1 = tensor.extract %t[%i]", "%1 = tensor.insert %v into %t[%i]")
    kept = kept.replace("%0, %1 : tensor<8xf32>, f32", "%0, %1 : tensor<8xf32>, tensor<8xf32>")
    Path("in.mlir").write_text(
        kept.replace("(tensor<8xf32>, f32) {", "(tensor<8xf32>, tensor<8xf32>) {")
    )
    Path("out.mlir").unlink()
    capfd.readouterr()
    assert tool.main(["fix", "in.mlir", "-o", "out.mlir"]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("in.mlir:2:8: error: operand #1 of 'tensor.insert' is copied, which")
    assert not Path("out.mlir").exists()


def test_layouts_and_how_far_from_the_best_the_copies_are(
    capfd: pytest.CaptureFixture[str],
) -> None:
    Path("in.mlir").write_text(
        """\
func.func private @use(memref<8xf32>)
func.func @f(%t: tensor<8xf32>) {
  %m = bufferization.to_buffer %t : tensor<8xf32> to memref<8xf32>
  call @use(%m) : (memref<8xf32>) -> ()
  return
}
"""
    )
    assert tool.main(["fix", "--layouts", "--fewest-bytes", "in.mlir"]) == 0
    out, err = capfd.readouterr()
    assert "%arg0: tensor<8xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>}" in out
    assert err == (
        "set `bufferization.buffer_layout` to the identity on argument #0 of @f, if callers pass "
        "contiguous buffers: removes this copy: 32 bytes\n"
        "before: 1 copy: 32 bytes\n"
        "after: nothing is copied\n"
        "proved: no decisions copy less\n"
    )
