from __future__ import annotations

import io
import sys

import pytest

from bufferize.diagnostics import DiagnosticError, Position, SourceMap, error
from bufferize_tools.arguments import UsageError
from bufferize_tools.failures import guarded
from bufferize_tools.terminal import Progress


class Broken(io.StringIO):
    """A stream whose reader has gone."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError


def status_of(failure: BaseException) -> int:
    def run(sources: SourceMap, progress: Progress) -> int:
        progress.what = "in.mlir: cse"
        raise failure

    return guarded(run)


def test_success() -> None:
    assert guarded(lambda *_: 0) == 0


@pytest.mark.parametrize(
    ("failure", "status", "message"),
    [
        (UsageError("no"), 2, "error: no\n"),
        (DiagnosticError(error("no", Position("f", 1, 2))), 1, "f:1:2: error: no\n"),
        (KeyboardInterrupt(), 130, ""),
        (MemoryError(), 1, "error: in.mlir: cse: there is not enough memory\n"),
        (RecursionError(), 1, "error: in.mlir: cse: the program is nested too deeply\n"),
    ],
)
def test_failures(
    failure: BaseException, status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(failure) == status
    assert capsys.readouterr() == ("", message)


def test_nothing_closes_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    def run(sources: SourceMap, progress: Progress) -> int:
        with sys.stdout:
            pass
        return 0

    assert guarded(run) == 1
    print("still open")
    out, err = capsys.readouterr()
    assert out == "still open\n"
    assert "stdout must stay open" in err


def test_an_internal_error_asks_for_a_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BUFFERIZE_DEBUG", raising=False)
    assert status_of(AssertionError()) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert first == "error: internal error (in.mlir: cse): AssertionError"
    assert second.startswith("note: this is a bug of bufferize or of a plugin: please report it")
    assert "BUFFERIZE_DEBUG=1" in second


def test_the_debug_variable_shows_the_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUFFERIZE_DEBUG", "1")
    assert status_of(KeyError("x")) == 1
    text = capsys.readouterr().err
    assert text.startswith("Traceback (most recent call last)")
    assert "error: internal error (in.mlir: cse): KeyError: 'x'" in text


def test_a_broken_pipe_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Broken())
    monkeypatch.setattr(sys, "stderr", Broken())
    assert status_of(BrokenPipeError()) == 1
