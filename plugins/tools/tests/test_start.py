"""Ctrl-C while a tool starts."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

START = """
import os, signal, sys

class Interrupts:
    def find_spec(self, name, path, target=None):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)

from bufferize_tools import start
sys.meta_path.insert(0, Interrupts())
sys.argv[1:] = {argv}
start.{function}()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(
    ("function", "argv", "module", "status"),
    [
        ("opt", [], "bufferize_tools.opt", -signal.SIGINT),
        ("opt", [], "bufferize.diagnostics", -signal.SIGINT),
        ("opt", [], "bufferize.plugins", 130),
        ("tool", ["plugins"], "bufferize_tools.tool", -signal.SIGINT),
        ("tool", ["plugins"], "rich.table", 130),
    ],
)
def test_an_interrupt_ends_it_quietly(
    function: str, argv: list[str], module: str, status: int
) -> None:
    code = START.format(function=function, argv=argv, module=module)
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (status, "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_what_is_ignored_stays_ignored() -> None:
    code = START.format(function="opt", argv=["--version"], module="bufferize_tools.opt")
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)" + code
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout[:13], done.stderr) == (0, "bufferize-opt", "")
