"""Running the tools in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bufferize_tools import opt
from core.tests.plugins.conftest import install as install


class Result(NamedTuple):
    """How a run ended, and what it wrote."""

    status: int
    out: str
    err: str


RunTool = Callable[..., Result]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> RunTool:
    """`run(arguments…, text=…)` runs `bufferize-opt` in an empty folder, with `in.mlir` as a file.

    `text` becomes `in.mlir`, which is added to the arguments.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BUFFERIZE_DEBUG", raising=False)

    def run_(*argv: str, text: str | bytes | None = None) -> Result:
        arguments = list(argv)
        if text is not None:
            data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
            (tmp_path / "in.mlir").write_bytes(data)
            arguments.append("in.mlir")
        capfdbinary.readouterr()
        status = opt.main(arguments)
        out, err = capfdbinary.readouterr()
        return Result(
            status, out.decode("utf-8", "surrogateescape"), err.decode("utf-8", "surrogateescape")
        )

    return run_
