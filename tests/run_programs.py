"""Programs on buffers, lowered by mlir-opt and run: what do they print?"""

from __future__ import annotations

from bufferize_interpreter.native import NativeStop, execute, lower_to_llvm

RUNNER = "mlir-runner-22"
TIMEOUT = 20


def printed(text: str) -> list[str]:
    """What a program on buffers prints, word by word, as far as it comes.

    Wrong code may write to read-only memory, and is stopped then. Raises NativeError where it
    cannot be lowered or a tool is not installed.
    """
    lowered = lower_to_llvm(text, timeout=TIMEOUT)
    try:
        return execute(lowered, "main", timeout=TIMEOUT).split()
    except NativeStop as stopped:
        return stopped.printed.split()
