"""The table and the picture of docs/use/performance.md show the stored figures."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

BENCHMARK = Path(__file__).parent.parent.parent / "benchmarks" / "side_by_side.py"


def test_figures(update_golden: bool) -> None:
    benchmark = runpy.run_path(str(BENCHMARK))
    stored = json.loads(benchmark["FIGURES"].read_text())
    page, picture = benchmark["page"](stored), benchmark["svg"](stored)
    if update_golden:
        benchmark["PAGE"].write_text(page)
        benchmark["PICTURE"].write_text(picture)
    assert benchmark["PAGE"].read_text() == page
    assert benchmark["PICTURE"].read_text() == picture
    assert f"on {stored['date']}" in page
    assert stored["machine"].partition(",")[0] in page
