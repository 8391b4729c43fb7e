"""Output of programs on buffers that mlir-opt lowers and mlir-runner runs."""

from __future__ import annotations

from bufferize_interpreter.native import NativeStop, execute, lower_to_llvm
from bufferize_interpreter.processes import ProcessLimits

RUNNER = "mlir-runner-22"
TIMEOUT = 20


def printed(text: str) -> list[str]:
    """Return the words that a program on buffers prints, as far as it comes.

    Wrong code may write to read-only memory, which ends it. Raises NativeError if the program
    cannot be lowered, or a tool is not installed.
    """
    lowered = lower_to_llvm(text, limits=ProcessLimits(TIMEOUT))
    try:
        return execute(lowered, "main", limits=ProcessLimits(TIMEOUT)).split()
    except NativeStop as stopped:
        return stopped.printed.split()
