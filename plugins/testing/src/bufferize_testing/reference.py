"""MLIR's own mlir-opt, where it is installed: tests ask it for a second opinion."""

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
"""The last one that Debian has with the older bufferization and deallocation passes."""

_SEPARATOR = "\n// -----\n"
_ERROR = re.compile(r"^\S*?:(\d+):\d+: error: ")


def run_reference(
    text: str, *flags: str, timeout: float | None = None, tool: str = REFERENCE_TOOL
) -> subprocess.CompletedProcess[str]:
    """Run MLIR's own tool on a text, unregistered dialects allowed.

    Raises FileNotFoundError where the tool is not installed, subprocess.TimeoutExpired where it
    takes longer than `timeout` seconds.
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
    """Return the names of the dialects that MLIR's own tool has.

    Raises FileNotFoundError where it is not installed.
    """
    names = run_reference("", "--show-dialects").stdout.rpartition(":")[2]
    return frozenset(name.strip() for name in names.split(","))


def reference_output(text: str, *flags: str, tool: str = REFERENCE_TOOL) -> str:
    """Return what MLIR's own tool prints for a text. Raises ValueError with its errors if it rejects it.

    Raises FileNotFoundError where the tool is not installed.
    """
    done = run_reference(text, *flags, tool=tool)
    if done.returncode:
        raise ValueError(done.stderr)
    # mlir-opt ends its output with an empty line.
    return done.stdout.rstrip("\n") + "\n"


def reference_errors(programs: Sequence[str]) -> list[str]:
    """Return what MLIR's own tool says against each program, notes included; "" where it accepts one.

    It is run once, unless it crashes. Raises FileNotFoundError where it is not installed.
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
    """Return what MLIR's own tool prints for each program; None where it rejects one.

    It is run once, unless it crashes. Raises FileNotFoundError where it is not installed.
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
