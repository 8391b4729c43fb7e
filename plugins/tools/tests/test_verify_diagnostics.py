from __future__ import annotations

import pytest

from bufferize.diagnostics import Diagnostic, DiagnosticError, Position, Severity, error
from bufferize_tools.verify_diagnostics import expectations, mismatches


def at(line: int, message: str = "bad thing") -> Diagnostic:
    return error(message, Position("f", line, 3))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x // expected-error {{bad}}", 1),
        ("// expected-error@+1 {{bad}}\nx", 2),
        ("x\n// expected-error @above {{bad}}", 1),
        ("// expected-error @below {{bad}}\nx", 2),
        ("// expected-error @below {{bad}}\n// expected-note @+5 {{n}}\nx", 3),
        ("a\nb\nc // expected-error@-2 {{bad}}", 1),
    ],
)
def test_places(text: str, line: int) -> None:
    expected = [e for e in expectations(text, "f") if e.severity is Severity.ERROR]
    assert mismatches([at(line)], expected) == []


def test_unknown_place() -> None:
    assert mismatches([error("bad")], expectations("// expected-error@unknown {{bad}}")) == []


def test_regular_expression() -> None:
    expected = expectations("x // expected-error-re {{bad {{t.*g}}}}")
    assert mismatches([at(1)], expected) == []


def test_unexpected_error_is_reported_at_its_place() -> None:
    (wrong,) = mismatches([at(1)], [])
    assert str(wrong) == "f:1:3: error: unexpected error: bad thing"


def test_missing_error_is_reported_at_its_comment() -> None:
    (wrong,) = mismatches([], expectations("\nx // expected-error {{bad}}", "f"))
    assert str(wrong) == 'f:2:6: error: expected error "bad" was not produced'


def test_wrong_regular_expression_is_reported_at_its_comment() -> None:
    with pytest.raises(DiagnosticError) as caught:
        expectations("x // expected-error-re {{bad {{(}}}}", "f")
    assert str(caught.value).startswith("f:1:6: error: wrong regular expression: ")


def test_others_are_fine_where_only_the_expected_count() -> None:
    expected = expectations("x // expected-error {{bad}}")
    assert mismatches([at(1), at(2), at(3)], expected, strict=False) == []
    assert len(mismatches([at(2)], expectations("x // expected-error {{bad}}"), strict=False)) == 1


def test_other_text_does_not_meet_it() -> None:
    wrong = mismatches([at(1, "good")], expectations("x // expected-error {{bad}}"))
    assert len(wrong) == 2


def test_notes_are_matched_but_need_not_be_expected() -> None:
    noted = at(1).note("see here", Position("f", 2, 1))
    expected = expectations("x // expected-error {{bad}}\ny // expected-note {{see}}")
    assert mismatches([noted], expected) == []
    assert mismatches([at(1).note("see here")], expectations("x // expected-error {{b}}")) == []


def test_what_is_emitted_twice_is_expected_once_or_twice() -> None:
    once, twice = "x // expected-error {{bad}}", "// expected-error @below {{bad}}\n" * 2 + "x"
    assert mismatches([at(1), at(1)], expectations(once)) == []
    assert mismatches([at(3), at(3)], expectations(twice)) == []
    assert len(mismatches([at(3)], expectations(twice))) == 1
