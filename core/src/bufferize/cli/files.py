"""Input and output of the command-line tools."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bufferize.diagnostics import DiagnosticError


def read_input(path: str) -> tuple[str, str]:
    """The name for diagnostics and the text of a file, of stdin for `-`.

    Bytes that are not UTF-8 become surrogate escapes. Raises DiagnosticError.
    """
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as problem:
        raise DiagnosticError(f"cannot read '{path}': {problem.strerror}") from None
    name = "<stdin>" if path == "-" else path
    return name, data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def write_output(path: str, text: str) -> None:
    """Writes a complete text to a file, to stdout for `-`. Raises DiagnosticError.

    A regular file is replaced in one step, so that no reader ever sees a part of the text.
    """
    data = text.encode("utf-8", "surrogateescape")
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        # Imported here: most runs write to stdout.
        import tempfile

        descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            mode = target.stat().st_mode if target.exists() else 0o666 & ~_umask()
            os.chmod(temporary, mode & 0o7777)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as problem:
        raise DiagnosticError(f"cannot write '{path}': {problem.strerror}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
