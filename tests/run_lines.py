"""RUN lines: `// RUN: bufferize-opt %s … | filecheck %s`, without starting a process.

`not` before the tool expects it to fail; `2>&1` gives filecheck the diagnostics as well.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from filecheck.finput import FInput
from filecheck.matcher import Matcher
from filecheck.options import Options, parse_argv_options
from filecheck.parser import Parser

from bufferize_tools import opt


class _Captured(io.TextIOWrapper):
    """A text stream in memory with the attribute `buffer`, to which the tool writes bytes."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors="surrogateescape")

    def text(self) -> str:
        self.flush()
        self.seek(0)
        return self.read()


def run_tool(argv: list[str]) -> tuple[int, str, str]:
    """Return exit status, stdout and stderr of `bufferize-opt` with these arguments."""
    out, err = _Captured(), _Captured()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = opt.main(argv)
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 1
    return status, out.text(), err.text()


def run_file(path: Path) -> None:
    """Run all RUN lines of a file; fail the running test if one does not hold."""
    lines = re.findall(r"^// RUN: (.*)$", path.read_text(), flags=re.M)
    assert lines, f"{path} has no RUN line"
    for line in lines:
        tool, _, check = line.partition(" | ")
        words = shlex.split(tool.replace("%s", shlex.quote(str(path))))
        expect_failure = words[0] == "not"
        words = words[1:] if expect_failure else words
        merge = "2>&1" in words
        assert words[0] == "bufferize-opt", f"{path}: cannot run {words[0]}"
        status, out, err = run_tool([word for word in words[1:] if word != "2>&1"])
        if (status != 0) != expect_failure:
            pytest.fail(f"{line}\nexit status {status}\n{err}", pytrace=False)
        if check:
            _check(
                path, shlex.split(check.replace("%s", shlex.quote(str(path)))), out + err * merge
            )


def _check(path: Path, command: list[str], text: str) -> None:
    options: Options = parse_argv_options(list(command))
    messages = io.StringIO()
    with contextlib.redirect_stdout(messages), contextlib.redirect_stderr(messages):
        status = Matcher(options, FInput(str(path), text), Parser.from_opts(options)).run()
    if status != 0:
        pytest.fail(f"{messages.getvalue()}\n{text}", pytrace=False)
