from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from bufferize.diagnostics import SourceMap, error
from bufferize_tools.terminal import Progress, report


class FakeTimer:
    """A clock that a test moves on."""

    def __init__(self, seconds: float, function: Callable[[], None]) -> None:
        self.seconds = seconds
        self.function = function
        self.daemon = False
        self.state = "new"

    def start(self) -> None:
        self.state = "started"

    def cancel(self) -> None:
        self.state = "cancelled"

    def pass_by(self) -> None:
        """Its seconds are over."""
        self.function()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal_for(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal as stderr. No fixture: pytest sets stderr again after those."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return made


@pytest.fixture
def timers() -> list[FakeTimer]:
    """All timers that were made."""
    return []


@pytest.fixture
def line(timers: list[FakeTimer]) -> Progress:
    """Progress on a fake clock."""

    def make(seconds: float, function: Callable[[], None]) -> FakeTimer:
        timers.append(FakeTimer(seconds, function))
        return timers[-1]

    return Progress(make)


def test_short_work_says_nothing(
    monkeypatch: pytest.MonkeyPatch, line: Progress, timers: list[FakeTimer]
) -> None:
    terminal = terminal_for(monkeypatch)
    with line:
        line.say("reading")
    assert terminal.getvalue() == ""
    assert timers[0].state == "cancelled"


def test_long_work_is_told_after_two_seconds(
    monkeypatch: pytest.MonkeyPatch, line: Progress, timers: list[FakeTimer]
) -> None:
    terminal = terminal_for(monkeypatch)
    with line:
        line.say("reading [/no markup]")
        assert (timers[0].seconds, timers[0].daemon) == (2.0, True)
        timers[0].pass_by()
    assert "reading [/no markup]" in terminal.getvalue()


def test_the_line_goes_away_for_other_output_and_comes_back(
    monkeypatch: pytest.MonkeyPatch, line: Progress, timers: list[FakeTimer]
) -> None:
    terminal = terminal_for(monkeypatch)
    with line:
        line.say("first")
        timers[0].pass_by()
        line.hide()
        end = len(terminal.getvalue())
        line.say("second")
    assert "second" in terminal.getvalue()[end:]


def test_a_timer_that_fires_at_the_end_shows_nothing(
    monkeypatch: pytest.MonkeyPatch, line: Progress, timers: list[FakeTimer]
) -> None:
    terminal = terminal_for(monkeypatch)
    with line:
        line.say("reading")
    timers[0].pass_by()
    assert terminal.getvalue() == ""


def test_no_progress_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, line: Progress, timers: list[FakeTimer]
) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with line:
        assert timers[0].state == "new"


def test_colours_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_for(monkeypatch)
    report([error("wrong")], SourceMap())
    assert terminal.getvalue() == "\x1b[1;31merror:\x1b[0m wrong\n"


def test_no_colours_where_they_are_unwanted(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_for(monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    report([error("wrong")], SourceMap())
    assert terminal.getvalue() == "error: wrong\n"


def test_a_dumb_terminal_gets_neither_colours_nor_progress(
    monkeypatch: pytest.MonkeyPatch, line: Progress, timers: list[FakeTimer]
) -> None:
    terminal = terminal_for(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    report([error("wrong")], SourceMap())
    assert terminal.getvalue() == "error: wrong\n"
    with line:
        assert timers[0].state == "new"


@pytest.mark.parametrize(
    ("variables", "said", "colored"),
    [
        ({"FORCE_COLOR": "1"}, None, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, None, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, None, False),
        ({"NO_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1"}, False, False),
    ],
)
def test_colours_where_they_are_wanted(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], said: bool | None, colored: bool
) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    report([error("wrong")], SourceMap(), said)
    assert ("\x1b" in pipe.getvalue()) is colored


def test_no_colours_on_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    report([error("wrong")], SourceMap())
    assert pipe.getvalue() == "error: wrong\n"


def test_a_closed_stderr_is_no_reason_to_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    report([error("wrong")], SourceMap())
    assert capsys.readouterr().out == ""
