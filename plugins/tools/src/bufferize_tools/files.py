"""Input and output of the command-line tools."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

from bufferize.diagnostics import DiagnosticError, Position, SourceMap, error
from bufferize_tools.failures import discard

_OPEN_ALREADY = re.compile(r"/dev/(?:stdout|stderr|fd/\d+)|/proc/(?:self|\d+)/fd/\d+")
_NULL_OR_TEXT = re.compile(r'//[^\n\r]*|"(?:[^"\\\n]|\\[^\n])*"|\0')


def read_bytes(path: str) -> tuple[str, bytes]:
    """Read a file, or stdin for `-`; return its name for diagnostics, and the bytes.

    Raises DiagnosticError.
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
    return name, data


def read_input(path: str, sources: SourceMap) -> tuple[str, str]:
    """Read a file, or stdin for `-`; return its name for diagnostics and its text.

    Raises DiagnosticError, as `text_of`.
    """
    name, data = read_bytes(path)
    return name, text_of(data, name, sources)


def text_of(data: bytes, name: str, sources: SourceMap) -> str:
    """Return the text of the input `name`, which is added to `sources`.

    Bytes that are not UTF-8 become surrogate escapes, line ends `\\n`. Raises DiagnosticError for
    other formats than text.
    """
    _require_text(data, name)
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    sources.add(name, text)
    if text.startswith("\ufeff"):
        message = "the file starts with a byte order mark; save it as UTF-8 without one"
        raise DiagnosticError(error(message, Position(name, 1, 1)))
    if "\0" in text:
        text = _NULL_OR_TEXT.sub(_without_null, text)
    return text


def is_bytecode(data: bytes) -> bool:
    """Return whether the bytes are a program as MLIR bytecode."""
    return data.startswith(_BYTECODE)


_BYTECODE = b"ML\xefR"
_FORMATS = {
    _BYTECODE: ("MLIR bytecode", "mlir-opt-22 {} | bufferize-opt"),
    b"BC\xc0\xde": ("LLVM bitcode, no MLIR", "llvm-dis-22 {}"),
    b"\x1f\x8b": ("compressed by gzip", "gzip -dc {} | bufferize-opt"),
    b"BZh": ("compressed by bzip2", "bzip2 -dc {} | bufferize-opt"),
    b"\xfd7zXZ": ("compressed by xz", "xz -dc {} | bufferize-opt"),
    b"\x28\xb5\x2f\xfd": ("compressed by zstd", "zstd -dc {} | bufferize-opt"),
    b"PK\x03\x04": ("a zip archive", "unzip -p {} | bufferize-opt"),
    b"\xff\xfe": ("UTF-16", "iconv -f UTF-16 -t UTF-8 {} | bufferize-opt"),
    b"\xfe\xff": ("UTF-16", "iconv -f UTF-16 -t UTF-8 {} | bufferize-opt"),
}
"""Formats by the first bytes of a file, with commands that convert them to text."""
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
"""Control characters that are rare in text."""
_UTF16_LE = re.compile(rb"(?:[\t\n\r -~]\0){4}")
_UTF16_BE = re.compile(rb"(?:\0[\t\n\r -~]){4}")


def _require_text(data: bytes, name: str) -> None:
    """Raise DiagnosticError for binary files and other encodings than UTF-8."""
    found = next((kind for magic, kind in _FORMATS.items() if data.startswith(magic)), None)
    for pattern, encoding in ((_UTF16_LE, "UTF-16LE"), (_UTF16_BE, "UTF-16BE")):
        if found is None and pattern.match(data):
            found = ("UTF-16", f"iconv -f {encoding} -t UTF-8 {{}} | bufferize-opt")
    if found is not None:
        what, command = found
        file = shlex.quote(name) if name != "<stdin>" else "FILE"
        problem = error(f"'{name}' is {what}: text in UTF-8 is needed", Position(name, 1, 1))
        raise DiagnosticError(problem.note(f"to get text: {command.format(file)}"))
    if len(_CONTROL.findall(data[:256])) > 1:
        problem = error(f"'{name}' is binary: text in UTF-8 is needed", Position(name, 1, 1))
        raise DiagnosticError(
            problem.note("the input is a program in the syntax of MLIR, as in a file `.mlir`")
        )


def _without_null(match: re.Match[str]) -> str:
    """Replace null characters by spaces, in strings by escapes, as MLIR's lexer reads them."""
    text = match.group()
    return " " if text == "\0" else text.replace("\0", "\\00" if text[0] == '"' else " ")


def split_input(text: str, marker: str = "// -----") -> list[str]:
    """Split a text at its markers, at any position in a line.

    Each part starts with white space, so that its lines and columns are those of the whole text.
    A marker that ends the text ends the last part. Raises ValueError for an empty marker.
    """
    if not marker:
        raise ValueError("empty marker")
    parts: list[str] = []
    start = 0
    while (end := text.find(marker, start)) >= 0:
        parts.append(_indent(text, start) + text[start:end])
        start = end + len(marker)
    if start < len(text) or not parts:
        parts.append(_indent(text, start) + text[start:])
    return parts


def _indent(text: str, end: int) -> str:
    """Return white space with as many lines and columns as the text before `end`."""
    return "\n" * text.count("\n", 0, end) + " " * (end - text.rfind("\n", 0, end) - 1)


def write_output(path: str, text: str) -> None:
    """Write a text to a file, or to stdout for `-`. Raises DiagnosticError.

    A regular file is replaced atomically, so that no reader sees a part of the text.
    """
    data = text.encode("utf-8", "surrogateescape")
    if path in ("-", "/dev/stdout"):
        _write_stdout(data)
        return
    try:
        if _OPEN_ALREADY.fullmatch(path):
            # The shell has opened these files: write to them, do not replace or truncate them.
            with open(path, "ab") as stream:
                stream.write(data)
        elif os.path.exists(path) and not os.path.isfile(path):
            Path(path).write_bytes(data)
        else:
            # A symbolic link is kept: its target is replaced.
            _replace(Path(os.path.realpath(path)), data)
    except OSError as problem:
        raise DiagnosticError(f"cannot write '{path}': {problem.strerror}") from None


def _write_stdout(data: bytes) -> None:
    if sys.stdout is None:
        raise DiagnosticError("cannot write to stdout: it is closed")
    try:
        rest = memoryview(data)
        while rest:  # an unbuffered stdout (PYTHONUNBUFFERED) may write only a part
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        discard(sys.stdout)
        raise DiagnosticError(f"cannot write to stdout: {problem.strerror}") from None


def _replace(target: Path, data: bytes) -> None:
    # Imported here because most runs write to stdout.
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
