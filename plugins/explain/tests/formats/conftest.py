"""Reports of `bufferize explain` in formats for other programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bufferize_tools import tool

WriteReport = Callable[..., str]


@pytest.fixture
def write_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> WriteReport:
    """`write_report(arguments…, text=…)` in an empty folder, where `text` is in.mlir: the report."""
    monkeypatch.chdir(tmp_path)

    def write_report_(*argv: str, text: str | bytes, name: str = "in.mlir", status: int = 0) -> str:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        capfd.readouterr()
        assert tool.main(["explain", *argv, name]) == status
        return capfd.readouterr().out

    return write_report_
