"""Positions, source maps, rendering and error classes."""

from __future__ import annotations

import pytest

from bufferize.diagnostics import (
    Diagnostic,
    DiagnosticError,
    OptionError,
    ParseError,
    PassError,
    PluginError,
    Position,
    Severity,
    SourceMap,
    VerifyError,
    error,
    render,
)


def sources(text: str) -> SourceMap:
    result = SourceMap()
    result.add("a.mlir", text)
    return result


def test_position_is_printed_as_compilers_do() -> None:
    assert str(Position("a.mlir", 3, 7)) == "a.mlir:3:7"


def test_lines_of_a_source() -> None:
    source = sources("one\r\ntwo\x0cstill two\n")
    assert source.line("a.mlir", 1) == "one"
    assert source.line("a.mlir", 2) == "two\x0cstill two"
    assert source.line("a.mlir", 3) == ""
    assert source.line("a.mlir", 4) is None
    assert source.line("a.mlir", 0) is None
    assert source.line("b.mlir", 1) is None


def test_a_later_text_replaces_the_earlier() -> None:
    source = sources("one")
    assert source.line("a.mlir", 1) == "one"
    source.add("a.mlir", "two")
    assert source.line("a.mlir", 1) == "two"


def test_render_with_caret() -> None:
    text = render(error("no such op", Position("a.mlir", 1, 5)), sources("%0 = foo"))
    assert text == "a.mlir:1:5: error: no such op\n%0 = foo\n    ^"


def test_render_keeps_tabs_in_the_margin() -> None:
    text = render(error("m", Position("a.mlir", 1, 4)), sources("\ta\tfoo"))
    assert text.split("\n")[1:] == ["\ta\tfoo", "\t \t^"]


def test_render_at_the_end_of_a_line_and_beyond() -> None:
    assert render(error("m", Position("a.mlir", 1, 4)), sources("abc")).endswith("abc\n   ^")
    assert render(error("m", Position("a.mlir", 1, 40)), sources("abc")).endswith("abc\n   ^")


def test_render_without_source_or_position() -> None:
    assert render(error("m", Position("b.mlir", 1, 4)), sources("abc")) == "b.mlir:1:4: error: m"
    assert render(error("m"), sources("abc")) == "error: m"


def test_long_lines_are_cut_around_the_caret() -> None:
    line = "x" * 5000 + "!" + "y" * 5000
    quoted, caret = render(error("m", Position("a.mlir", 1, 5001)), sources(line)).split("\n")[1:]
    assert len(quoted) < 300
    assert quoted.startswith("...")
    assert quoted.endswith("...")
    assert quoted[caret.index("^")] == "!"


def test_notes_follow_their_diagnostic() -> None:
    diagnostic = error("m", Position("a.mlir", 1, 1)).note("first", Position("a.mlir", 2, 2))
    diagnostic.note("second").notes[0].note("deeper")
    assert render(diagnostic, sources("ab\ncd")) == (
        "a.mlir:1:1: error: m\nab\n^\na.mlir:2:2: note: first\ncd\n ^\nnote: deeper\nnote: second"
    )


@pytest.mark.parametrize("severity", Severity)
def test_colors_only_when_asked(severity: Severity) -> None:
    diagnostic = Diagnostic(severity, "m", Position("a.mlir", 1, 1))
    assert "\x1b" not in render(diagnostic, sources("ab"))
    assert "\x1b[" in render(diagnostic, sources("ab"), color=True)


@pytest.mark.parametrize("cls", [ParseError, VerifyError, PassError, PluginError, OptionError])
def test_errors_carry_diagnostics(cls: type[DiagnosticError]) -> None:
    one = error("m", Position("a.mlir", 1, 2), notes=[Diagnostic(Severity.NOTE, "n")])
    assert issubclass(cls, DiagnosticError)
    assert cls(one).diagnostics == [one]
    assert cls([one, one]).diagnostics == [one, one]
    assert cls("m").diagnostics == [error("m")]
    assert str(cls(one)) == "a.mlir:1:2: error: m\nnote: n"
