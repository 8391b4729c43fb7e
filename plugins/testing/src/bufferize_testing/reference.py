"""Runs of MLIR's own mlir-opt, if installed, with which tests compare results."""

from __future__ import annotations

import re
import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate

REFERENCE_TOOL = "mlir-opt-22"
OLDER_REFERENCE_TOOL = "mlir-opt-16"
"""The last version in Debian with the older bufferization and deallocation passes."""

_SEPARATOR = "\n// -----\n"
_ERROR = re.compile(r"^\S*?:(\d+):\d+: error: ")


def run_reference(
    text: str, *flags: str, timeout: float | None = None, tool: str = REFERENCE_TOOL
) -> subprocess.CompletedProcess[str]:
    """Run MLIR's own tool on a text; unregistered dialects are allowed.

    Raises FileNotFoundError if the tool is not installed, subprocess.TimeoutExpired if it takes
    longer than `timeout` seconds.
    """
    path = shutil.which(tool)
    if path is None:
        raise FileNotFoundError(f"{tool} is not on PATH")
    command = [path, "--allow-unregistered-dialect", "-", *flags]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, timeout=timeout
    )


@cache
def reference_dialects() -> frozenset[str]:
    """Return the names of the dialects of MLIR's own tool.

    Raises FileNotFoundError if it is not installed.
    """
    names = run_reference("", "--show-dialects").stdout.rpartition(":")[2]
    return frozenset(name.strip() for name in names.split(","))


def reference_output(text: str, *flags: str, tool: str = REFERENCE_TOOL) -> str:
    """Return the output of MLIR's own tool for a text.

    Raises ValueError with its errors if it rejects the text, FileNotFoundError if the tool is not
    installed.
    """
    done = run_reference(text, *flags, tool=tool)
    if done.returncode:
        raise ValueError(done.stderr)
    # mlir-opt ends its output with an empty line.
    return done.stdout.rstrip("\n") + "\n"


def reference_errors(programs: Sequence[str]) -> list[str]:
    """Return the errors and notes of MLIR's own tool for each program; "" if it is accepted.

    The tool runs once, unless it crashes. Raises FileNotFoundError if it is not installed.
    """
    done = run_reference(_SEPARATOR.join(programs), "--split-input-file")
    if done.returncode not in (0, 1):
        if len(programs) == 1:
            return [f"{REFERENCE_TOOL} crashed"]
        half = len(programs) // 2
        return reference_errors(programs[:half]) + reference_errors(programs[half:])
    starts = list(accumulate((p.count("\n") + _SEPARATOR.count("\n") for p in programs), initial=1))
    said = [""] * len(programs)
    index = 0
    for row in done.stderr.splitlines(keepends=True):
        if (match := _ERROR.match(row)) is not None:
            index = bisect_right(starts, int(match[1])) - 1
            row = row[match.end() :]
        said[index] += row
    return said


def reference_outputs(
    programs: Sequence[str], *flags: str, tool: str = REFERENCE_TOOL
) -> list[str | None]:
    """Return the output of MLIR's own tool for each program; None if it is rejected.

    The tool runs once, unless it crashes. Raises FileNotFoundError if it is not installed.
    """
    done = run_reference(_SEPARATOR.join(programs), "--split-input-file", *flags, tool=tool)
    if done.returncode not in (0, 1):
        if len(programs) == 1:
            return [None]
        half = len(programs) // 2
        first, second = (
            reference_outputs(part, *flags, tool=tool)
            for part in (programs[:half], programs[half:])
        )
        return first + second
    return [printed if printed.strip() else None for printed in done.stdout.split("// -----\n")]
