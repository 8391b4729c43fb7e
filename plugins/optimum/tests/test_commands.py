"""`bufferize optimum` and `bufferize certify`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bufferize_tools import tool

from .programs import FILLED, SLICED


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
