"""How a console script ends: with all that was said, and without freeing what is in memory."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

LEAVE = """
import atexit, sys
from bufferize_tools.failures import leave

class Held:
    def __del__(self):
        print("freed")

held = Held()
atexit.register(print, "goodbye")
print("hello")
print("words", file=sys.stderr)
leave({status})
"""

BUFFERED = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}


def command(status: int) -> list[str]:
    return [sys.executable, "-c", LEAVE.format(status=status)]


@pytest.mark.parametrize("status", [0, 3])
def test_all_is_written_and_nothing_is_freed(status: int) -> None:
    done = subprocess.run(command(status), capture_output=True, text=True, env=BUFFERED)
    assert (done.returncode, done.stdout, done.stderr) == (status, "hello\ngoodbye\n", "words\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_what_cannot_be_written_is_a_failure() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command(0), stdout=full, stderr=subprocess.PIPE, text=True, env=BUFFERED
        )
    said = "words\nerror: cannot write to stdout: No space left on device\n"
    assert (done.returncode, done.stderr) == (1, said)


@pytest.mark.skipif(os.name != "posix", reason="closes streams as shells do")
def test_streams_that_are_closed() -> None:
    line = 'exec "$0" -c "$1" >&- 2>&-'
    done = subprocess.run(["sh", "-c", line, sys.executable, LEAVE.format(status=0)])
    assert done.returncode == 0
