"""Attributes that say which dimension is what: fields in any order, and a comma may be last."""

from __future__ import annotations

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize.plugins import Context
from bufferize.syntax import parse_attribute


@pytest.mark.parametrize("end", ["", ","])
def test_a_comma_may_be_last(end: str) -> None:
    text = f"#stablehlo.gather<index_vector_dim = 1, offset_dims = [0, 2]{end}>"
    attribute = parse_attribute(text, Context())
    assert str(attribute) == "#stablehlo.gather<offset_dims = [0, 2], index_vector_dim = 1>"


@pytest.mark.parametrize("fields", ["", "offset_dims = [0]"])
def test_fields_may_be_left_out(fields: str) -> None:
    text = f"#stablehlo.gather<{fields}>"
    assert str(parse_attribute(text, Context())) == text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("offset_dims = [0],,", "expected valid keyword"),
        ("offset_dims = [0] index_vector_dim = 1", "expected '>'"),
        ("offset_dims = [0], offset_dims = [0]", "duplicated `offset_dims` entry"),
    ],
)
def test_what_is_wrong_is_said(fields: str, message: str) -> None:
    with pytest.raises(DiagnosticError, match=message):
        parse_attribute(f"#stablehlo.gather<{fields}>", Context())
