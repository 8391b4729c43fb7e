"""MLIR's own mlir-opt, where it is installed: tests ask it for a second opinion."""

from __future__ import annotations

import re
import shutil
import subprocess

REFERENCE_TOOL = "mlir-opt-22"

_ERROR = re.compile(r"^\S*?:(\d+):\d+: error: ")


def run_reference(text: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """Runs MLIR's own tool on a text, unregistered dialects allowed.

    Raises FileNotFoundError where the tool is not installed.
    """
    tool = shutil.which(REFERENCE_TOOL)
    if tool is None:
        raise FileNotFoundError(f"{REFERENCE_TOOL} is not on PATH")
    command = [tool, "--allow-unregistered-dialect", "-", *flags]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def reference_output(text: str, *flags: str) -> str:
    """What MLIR's own tool prints for a text. Raises ValueError with its errors if it rejects it.

    Raises FileNotFoundError where the tool is not installed.
    """
    done = run_reference(text, *flags)
    if done.returncode:
        raise ValueError(done.stderr)
    # mlir-opt ends its output with an empty line.
    return done.stdout.rstrip("\n") + "\n"


def reference_errors(text: str) -> list[tuple[int, str]]:
    """The errors of MLIR's own tool for a text of parts between lines `// -----`.

    Each has its line in the text, counted from 1, and what was said, notes included. Raises
    FileNotFoundError where the tool is not installed.
    """
    errors: list[tuple[int, str]] = []
    for row in run_reference(text, "--split-input-file").stderr.splitlines():
        match = _ERROR.match(row)
        if match is not None:
            errors.append((int(match[1]), row[match.end() :]))
        elif errors:
            line, said = errors[-1]
            errors[-1] = line, f"{said}\n{row}"
    return errors
