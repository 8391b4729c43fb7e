"""docs/reference/models.md has the table that benchmarks/model_lines.py computes, with every model."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path

# No import: somebody's distribution may have a package of the name `benchmarks`.
_SCRIPT = runpy.run_path(str(Path(__file__).parent.parent / "benchmarks" / "model_lines.py"))
CPP_LINES: dict[str, int] = _SCRIPT["CPP_LINES"]
table: Callable[[], str] = _SCRIPT["table"]

_PLACE = re.compile(r"(?<=<!-- table -->\n).*?(?=<!-- end -->)", re.DOTALL)


def test_the_page_has_the_table(root: Path, update_golden: bool) -> None:
    page = root / "docs" / "reference" / "models.md"
    text = page.read_text(encoding="utf-8")
    expected = _PLACE.sub(lambda _: table(), text)
    if update_golden:
        page.write_text(expected, encoding="utf-8")
    else:
        assert text == expected, "run `pytest --update-golden`"


def test_counts_of_lines(root: Path) -> None:
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table().splitlines()[2:]]
    lines = {model: int(count) for _, model, count, _ in rows if model}
    assert lines["ForModel"] == 1  # a class with a docstring
    assert lines["RankModel"] == 2
    assert "`scf.for`" in {ops for ops, *_ in rows}
    # Every model that is compared is still there.
    assert {name.partition(".")[2] for name in CPP_LINES} - {""} <= set(lines)
