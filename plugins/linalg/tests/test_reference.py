"""All samples against mlir-opt-22: what we print means the same to it, in either form."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bufferize_testing import reference_output

SEPARATOR = "// -----\n"


def modules(text: str) -> list[str]:
    """The parts of a text, without their comments."""
    parts = [re.sub(r"^// .*\n", "", part, flags=re.MULTILINE) for part in text.split(SEPARATOR)]
    return [part.strip() for part in parts]


def without_cache(text: str) -> str:
    """Without the attribute that the reference's verifier leaves behind, and without aliases."""
    maps = dict(re.findall(r"^(#map\d*) = (.*)$", text, flags=re.MULTILINE))
    text = re.sub(r"^#map.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"#map\d*\b", lambda m: maps[m.group()], text)
    text = re.sub(r",? ?linalg\.memoized_indexing_maps = \[[^\]]*\]", "", text)
    return re.sub(r" \{\} :", " :", text).strip()


@pytest.mark.reference
@pytest.mark.parametrize("file", ["named.mlir", "structured.mlir"])
def test_same_as_reference(file: str, reprint: Callable[..., str]) -> None:
    text = (Path(__file__).parent / "samples" / file).read_text(encoding="utf-8")
    programs = modules(text)
    custom = [reprint(program) for program in programs]
    generic = [reprint(program, generic=True) for program in programs]

    expected = modules(reference_output(text, "--split-input-file"))
    expected_generic = reference_output(text, "--split-input-file", "--mlir-print-op-generic")
    read_back = reference_output(
        SEPARATOR.join(custom), "--split-input-file", "--mlir-print-op-generic"
    )
    assert read_back == expected_generic

    for ours, theirs in zip(custom, expected, strict=True):
        assert ours.strip() == theirs
    for ours, theirs in zip(generic, modules(expected_generic), strict=True):
        assert without_cache(ours) == without_cache(theirs)
