"""Input and output of the command-line tools."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from bufferize.cli.failures import discard
from bufferize.diagnostics import DiagnosticError, Position, SourceMap, error

_NULL_OR_TEXT = re.compile(r'//[^\n\r]*|"(?:[^"\\\n]|\\[^\n])*"|\0')


def read_input(path: str, sources: SourceMap) -> tuple[str, str]:
    """The name for diagnostics and the text of a file, of stdin for `-`; added to `sources`.

    Bytes that are not UTF-8 become surrogate escapes, line ends `\\n`. Raises DiagnosticError.
    """
    name = "<stdin>" if path == "-" else path
    try:
        if path != "-":
            data = Path(path).read_bytes()
        elif sys.stdin is not None:
            data = sys.stdin.buffer.read()
        else:
            raise DiagnosticError("cannot read stdin: it is closed")
    except OSError as problem:
        raise DiagnosticError(f"cannot read '{name}': {problem.strerror}") from None
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    sources.add(name, text)
    if text.startswith("\ufeff"):
        message = "the file starts with a byte order mark; save it as UTF-8 without one"
        raise DiagnosticError(error(message, Position(name, 1, 1)))
    if "\0" in text:
        text = _NULL_OR_TEXT.sub(_without_null, text)
    return name, text


def _without_null(match: re.Match[str]) -> str:
    """MLIR takes a null character for white space, but in a string for itself."""
    text = match.group()
    return " " if text == "\0" else text.replace("\0", "\\00" if text[0] == '"' else " ")


def write_output(path: str, text: str) -> None:
    """Writes a complete text to a file, to stdout for `-`. Raises DiagnosticError.

    A regular file is replaced in one step, so that no reader ever sees a part of the text.
    """
    data = text.encode("utf-8", "surrogateescape")
    if path == "-":
        _write_stdout(data)
        return
    try:
        # A link stays one: what it leads to is replaced.
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except OSError as problem:
        raise DiagnosticError(f"cannot write '{path}': {problem.strerror}") from None


def _write_stdout(data: bytes) -> None:
    if sys.stdout is None:
        raise DiagnosticError("cannot write to stdout: it is closed")
    try:
        rest = memoryview(data)
        while rest:  # an unbuffered stdout (PYTHONUNBUFFERED) may take a part only
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        discard(sys.stdout)
        raise DiagnosticError(f"cannot write to stdout: {problem.strerror}") from None


def _replace(target: Path, data: bytes) -> None:
    # Imported here: most runs write to stdout.
    import tempfile

    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied")
    descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        mode = target.stat().st_mode if target.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode & 0o7777)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
