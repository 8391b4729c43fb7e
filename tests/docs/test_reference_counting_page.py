"""The table of the page on reference counting is what its programs take now."""

from __future__ import annotations

import runpy
from pathlib import Path

BENCHMARK = runpy.run_path(
    str(Path(__file__).parent.parent.parent / "benchmarks" / "reference_counting.py"),
    run_name="reference_counting",
)


def test_the_table(update_golden: bool) -> None:
    text = BENCHMARK["PAGE"].read_text()
    page = BENCHMARK["page"](text)
    if update_golden:
        BENCHMARK["PAGE"].write_text(page)
    assert BENCHMARK["PAGE"].read_text() == page
    assert page.count("\n| `") == 10
