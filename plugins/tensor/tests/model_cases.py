"""Programs and what they become."""

from __future__ import annotations

from bufferize_testing import bufferized

Case = tuple[str, dict[str, bool], str]
"""A program, options, and the bufferized program."""


def check(case: Case) -> None:
    """Bufferizes the program of a case and compares."""
    text, options, expected = case
    result = bufferized(text, **options).strip()
    assert [line.rstrip() for line in result.splitlines()] == expected.strip().splitlines()
