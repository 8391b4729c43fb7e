from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bufferize.diagnostics import DiagnosticError, ParseError, SourceMap
from bufferize.plugins import Context
from bufferize.syntax import parse_module, print_module
from bufferize_tools.files import read_input, split_input, write_output


class Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def read(path: Path) -> str:
    return read_input(str(path), SourceMap())[1]


def file_with(folder: Path, data: bytes) -> Path:
    path = folder / "in.mlir"
    path.write_bytes(data)
    return path


def test_a_file_is_kept_for_diagnostics(tmp_path: Path) -> None:
    sources = SourceMap()
    name, text = read_input(str(file_with(tmp_path, b"module {\n}\n")), sources)
    assert text == "module {\n}\n"
    assert sources.line(name, 2) == "}"


def test_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(b"module {}"))
    assert read_input("-", SourceMap()) == ("<stdin>", "module {}")


def test_closed_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(DiagnosticError, match="cannot read stdin: it is closed"):
        read_input("-", SourceMap())


def test_line_ends_of_windows(tmp_path: Path) -> None:
    assert read(file_with(tmp_path, b"a\r\nb\r\n")) == "a\nb\n"


def test_bytes_that_are_no_text_survive(tmp_path: Path) -> None:
    text = read(file_with(tmp_path, b'"\xff"'))
    assert text.encode("utf-8", "surrogateescape") == b'"\xff"'


def test_null_characters_are_white_space_except_in_strings(tmp_path: Path) -> None:
    data = b'a\0b "c\0d" // e\0"\nf\0'
    assert read(file_with(tmp_path, data)) == 'a b "c\\00d" // e "\nf '


def test_a_byte_order_mark_is_told(tmp_path: Path) -> None:
    path = file_with(tmp_path, b"\xef\xbb\xbfmodule {}")
    with pytest.raises(DiagnosticError) as caught:
        read(path)
    assert str(caught.value) == (
        f"{path}:1:1: error: the file starts with a byte order mark; save it as UTF-8 without one"
    )


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError, match=r"cannot read '.*nothing': No such file"):
        read(tmp_path / "nothing")
    with pytest.raises(DiagnosticError, match=r"cannot read '.*': Is a directory"):
        read(tmp_path)


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    path = tmp_path / "out"
    write_output(str(path), "text\udcff")
    assert path.read_bytes() == b"text\xff"
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    assert list(tmp_path.iterdir()) == [path]


def test_an_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    path.chmod(0o640)
    write_output(str(path), "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("old")
    link = tmp_path / "link"
    link.symlink_to("out")
    write_output(str(link), "new")
    assert link.is_symlink()
    assert (tmp_path / "out").read_text() == "new"


def test_a_failing_write_leaves_the_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(DiagnosticError, match=r"cannot write '.*out': No space left on device"):
        write_output(str(path), "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError, match=r"cannot write '.*': No such file or directory"):
        write_output(str(tmp_path / "no" / "out"), "text")
    with pytest.raises(DiagnosticError, match=r"cannot write '.*': Is a directory"):
        write_output(str(tmp_path), "text")


def test_a_device_is_written_in_place() -> None:
    write_output(os.devnull, "text")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_closed_stdout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(DiagnosticError, match="cannot write to stdout: it is closed"):
        write_output("-", "text")


@pytest.mark.parametrize(
    ("data", "what", "command"),
    [
        (b"ML\xefR\x0d\x00", "MLIR bytecode", "mlir-opt-22 {} | bufferize-opt"),
        (b"BC\xc0\xde!", "LLVM bitcode, no MLIR", "llvm-dis-22 {}"),
        (gzip.compress(b"module {}", mtime=0), "compressed by gzip", "gzip -dc {} | bufferize-opt"),
        (bz2.compress(b"module {}"), "compressed by bzip2", "bzip2 -dc {} | bufferize-opt"),
        (lzma.compress(b"module {}"), "compressed by xz", "xz -dc {} | bufferize-opt"),
        ("module {}".encode("utf-16"), "UTF-16", "iconv -f UTF-16 -t UTF-8 {} | bufferize-opt"),
        (
            "module {}".encode("utf-16-le"),
            "UTF-16",
            "iconv -f UTF-16LE -t UTF-8 {} | bufferize-opt",
        ),
        (
            "module {}".encode("utf-16-be"),
            "UTF-16",
            "iconv -f UTF-16BE -t UTF-8 {} | bufferize-opt",
        ),
    ],
)
def test_what_is_no_text_is_named(tmp_path: Path, data: bytes, what: str, command: str) -> None:
    path = file_with(tmp_path, data)
    with pytest.raises(DiagnosticError) as caught:
        read(path)
    (problem,) = caught.value.diagnostics
    assert problem.message == f"'{path}' is {what}: text in UTF-8 is needed"
    assert problem.notes[0].message == f"to get text: {command.format(path)}"


def test_binary_files_are_refused(tmp_path: Path) -> None:
    path = file_with(tmp_path, b"\x7fELF\x02\x01\x01\0\0\0")
    with pytest.raises(DiagnosticError) as caught:
        read(path)
    (problem,) = caught.value.diagnostics
    assert str(problem.position) == f"{path}:1:1"
    assert problem.message == f"'{path}' is binary: text in UTF-8 is needed"
    assert read(file_with(tmp_path, b"// one \x01 in a comment\n")) == "// one \x01 in a comment\n"


def test_a_carriage_return_ends_a_comment(tmp_path: Path) -> None:
    text = read(file_with(tmp_path, b"// a comment\rmodule @m {} // another\r"))
    assert print_module(parse_module(text, Context())) == "module @m {\n}\n"


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="needs /dev/fd")
def test_streams_that_are_open_already(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with path.open("wb") as file:
        file.write(b"before\n")
        file.flush()
        write_output(f"/dev/fd/{file.fileno()}", "text\n")
        write_output(f"/proc/self/fd/{file.fileno()}", "more\n")
    assert path.read_text() == "before\ntext\nmore\n"
    reading, writing = os.pipe()
    write_output(f"/dev/fd/{writing}", "through a pipe")
    os.close(writing)
    with os.fdopen(reading) as pipe:
        assert pipe.read() == "through a pipe"


def test_stdout_as_a_file(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_output("/dev/stdout", "text\n")
    assert capfdbinary.readouterr().out == b"text\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor() as pool:
        reading = pool.submit(path.read_text)
        write_output(str(path), "text")
        assert reading.result(10) == "text"
    assert stat.S_ISFIFO(path.stat().st_mode)


# Splitting


def test_split_keeps_line_numbers() -> None:
    text = '"x.a"() : () -> ()\n// -----\n\n}\n// -----  \n "x.c"() : () -> ()'
    first, second, third = split_input(text)
    assert first == '"x.a"() : () -> ()\n'
    context = Context()
    context.allow_unregistered_dialects = True
    with pytest.raises(ParseError, match="^f.mlir:4:1: error: expected operation name in quotes"):
        parse_module(second, context, "f.mlir")
    op = parse_module(third, context, "f.mlir").regions[0].entry.first_op
    assert op is not None
    assert str(op.location) == 'loc("f.mlir":6:2)'
    assert split_input("") == [""]


def test_split_at_markers_within_lines() -> None:
    assert split_input("a // ----- b\n  // -----\nc") == [
        "a ",
        " " * 10 + " b\n  ",
        "\n" + " " * 10 + "\nc",
    ]
    assert split_input("a\n// -----") == ["a\n"]
    assert split_input("a\n##\nb", "##") == ["a\n", "\n  \nb"]
    with pytest.raises(ValueError, match="empty marker"):
        split_input("a", "")
