"""`bufferize optimum` and `bufferize certify`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bufferize_tools import tool

from .programs import FILLED, SLICED
from .test_callees import CALLER, MAYBE, PART, RETURNS


def test_a_certificate_is_written_and_checked(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program, report = tmp_path / "in.mlir", tmp_path / "report"
    program.write_text(SLICED + FILLED)
    assert tool.main(["optimum", str(program), "-o", str(report)]) == 0
    assert capfd.readouterr().err == (
        "@sliced: 4 bytes copied, 4100 allocated; bottom-up: 4100 bytes copied, 4100 allocated\n"
        "@filled: 0 bytes copied, 4096 allocated; bottom-up: 4096 bytes copied, 4096 allocated\n"
        "4 bytes copied, 8196 allocated; proved: no decisions copy less\n"
    )
    assert tool.main(["certify", str(report), str(program)]) == 0
    assert capfd.readouterr().err == (
        "@sliced: no decisions copy less\n"
        "@filled: no decisions copy less\n"
        "right: no decisions copy less (by --one-shot-bufferize='bufferize-function-boundaries=1')\n"
    )
    report.write_text(report.read_text().replace("copied 4", "copied 5"))
    assert tool.main(["certify", str(report), str(program)]) == 1
    assert f"{report}:6:1: error: the copies cost 4 in sum" in capfd.readouterr().err


def test_options_and_seconds(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "in.mlir"
    program.write_text(SLICED)
    options = "--one-shot-bufferize=disjoint-subsets bufferize-function-boundaries"
    assert tool.main(["optimum", str(program), options, "--seconds=0"]) == 0
    out, err = capfd.readouterr()
    assert "options bufferize-function-boundaries=1 disjoint-subsets=1\n" in out
    assert err.endswith("4 bytes copied, 4100 allocated; proved: no decisions copy less\n")


def test_a_proof_that_assumes_decisions_about_callees(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program, report = tmp_path / "in.mlir", tmp_path / "report"
    program.write_text(RETURNS.format(body=MAYBE, written="%r", read="%r"))
    assert tool.main(["optimum", str(program), "-o", str(report)]) == 0
    assert capfd.readouterr().err == (
        "@caller: 32 bytes copied, 32 allocated, with its callees as they are decided\n"
        "32 bytes copied, 32 allocated; "
        "proved for each function, with its callees as they are decided\n"
    )
    assert tool.main(["certify", str(report), str(program)]) == 0
    assert capfd.readouterr().err == (
        "@caller: no decisions copy less, with its callees as they are decided\n"
        "right: no decisions about a function copy less, with its callees as they are decided "
        "(by --one-shot-bufferize='bufferize-function-boundaries=1')\n"
    )
    assert tool.main(["explain", str(program), "--fewest-bytes", "--trials=0"]) == 0
    assert capfd.readouterr().out.endswith(
        "no decisions were found that copy less; "
        "proved for each function, with its callees as they are decided\n"
    )


def test_functions_that_are_decided_together(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program, report = tmp_path / "in.mlir", tmp_path / "report"
    program.write_text(PART + CALLER)
    assert tool.main(["optimum", str(program), "-o", str(report)]) == 0
    assert capfd.readouterr().err == (
        "@part: 16 bytes copied, 16 allocated; bottom-up: 0 bytes copied, 0 allocated\n"
        "@caller: 0 bytes copied, 0 allocated; bottom-up: 4000 bytes copied, 4000 allocated\n"
        "16 bytes copied, 16 allocated; proved: no decisions copy less\n"
    )
    assert tool.main(["certify", str(report), str(program)]) == 0
    assert capfd.readouterr().err == (
        "@part: no decisions copy less\n"
        "right: no decisions copy less (by --one-shot-bufferize='bufferize-function-boundaries=1')\n"
    )
    assert tool.main(["explain", str(program), "--fewest-bytes", "--trials=0"]) == 0
    said = "3984 bytes less with `analysis-heuristic=fewest-bytes`, for these operands\n"
    assert capfd.readouterr().out.endswith(said)


LAYOUT = """
func.func private @kernel(memref<32x32xf32>)
func.func @layout(%t: tensor<32x32xf32>) {
  %buffer = bufferization.to_buffer %t read_only : tensor<32x32xf32> to memref<32x32xf32>
  call @kernel(%buffer) : (memref<32x32xf32>) -> ()
  return
}
"""


def test_copies_for_layouts(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "in.mlir"
    program.write_text(FILLED + LAYOUT)
    assert tool.main(["optimum", str(program), "-o", str(tmp_path / "report")]) == 0
    assert capfd.readouterr().err == (
        "@filled: 0 bytes copied, 4096 allocated; bottom-up: 4096 bytes copied, 4096 allocated\n"
        "0 bytes copied, 4096 allocated; proved: no decisions copy less\n"
        "besides, 4096 bytes are copied because of layouts, which decisions here do not cover\n"
    )
